package draft

import "privatepca/core/schema"

// TakesRows reports whether the norm rule takes weights of rows and a design effect.
func TakesRows(a *Answers) bool { return a.Rule == schema.Mean }

// designEffect is how many rows are worth one independent row; 0 for no answer, and where the norm rule takes none.
func designEffect(a *Answers) float64 {
	if !TakesRows(a) {
		return 0
	}
	return a.DesignEffect.Value()
}
