package draft

import (
	"cmp"

	"privatepca/core/schema"
	"privatepca/core/typed"
)

// SetRowWeight answers which column weighs the rows.
func SetRowWeight(a *Answers, r RowWeight) {
	a.RowWeight = r
	a.Count()
}

// TakesRows reports whether the norm rule takes weights of rows and a design effect.
func TakesRows(a *Answers) bool { return a.Rule == schema.Mean }

// designEffect is how many rows are worth one independent row; 0 for no answer, and where the norm rule takes none.
func designEffect(a *Answers) float64 {
	if !TakesRows(a) {
		return 0
	}
	return a.DesignEffect.Value()
}

// RowWeightFault says that what the components describe takes no weights of rows.
func RowWeightFault(a *Answers) string {
	if w := a.RowWeight; w.On && !TakesRows(a) {
		return "Rows are weighted by " + w.Column + ", which only directions of “which columns go together” allow. Choose that under Columns, or leave the weights out."
	}
	return ""
}

// RowWeightFaults say what is wrong with the column of row weights, with their largest, and with that of rows without one, as typed; "" while
// nothing is typed.
func RowWeightFaults(a *Answers) (column, most, missing string) {
	r := a.RowWeight
	if !r.On {
		return "", "", ""
	}
	switch {
	case r.Column == "":
	case !hasColumn(a, r.Column):
		column = "The file has no column of that name. Capitals and spaces count."
	case r.Column == personOf(a):
		column = "This column names the person. Another one has to weigh the rows."
	}
	top, ok := r.Most.Value()
	if !r.Most.IsZero() && !(ok && (&schema.RowWeight{Column: "w", Maximum: top}).Problem() == "") {
		most, ok = cmp.Or(r.Most.TwoWays("The largest weight"), "The largest weight must be a number above 0."), false
	}
	if r.Missing.Why() == typed.Empty {
		return column, most, ""
	}
	if x, stated := r.Missing.Value(); !stated || x < 0 || ok && x > top {
		missing = cmp.Or(r.Missing.TwoWays("The weight"), "This weight must be from 0 to the largest.")
	}
	return column, most, missing
}
