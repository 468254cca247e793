package scaling

import (
	"errors"
	"math"
)

// Shares of μ² that the steps of a release spend. They add up to 1.
const (
	SumsShare    = .20 // step 1, sums
	LengthsShare = .03 // step 2, counts of lengths
	MatrixShare  = .77 // step 3, the second moment
	CountShare   = .03 // of a release "as the first" whose number of rows is private: a count of its own
)

// Squared weights of step 1's coordinates. Larger ones would raise its sensitivity (scaling.md §1).
const (
	squareWeight  = 2.75   // α², of a number's square
	missingWeight = 1.6875 // β² = 1 + α²/4, of a number's missing cells
)

// ConstantSquare is a², the square of the constant feature that step 3 adds to each record.
const ConstantSquare = .03

// Facts are public.
type Facts struct {
	Columns Columns
	// AddRemove is the neighbour relation: one person is added or removed, instead of replaced.
	AddRemove bool
	// RowsPerPerson is m, the most rows of one person; 0 stands for 1.
	RowsPerPerson int
	// DesignEffect is how many rows are worth one independent row. Less than m, it stands for m.
	DesignEffect float64
	// Weighted says that rows have weights ω in [0, 1].
	Weighted bool
	// Rows is the number of rows, where it is public (Facts.PrivateRows); else it is ignored.
	Rows int
	// Mu is the μ of Gaussian differential privacy of the whole release.
	Mu float64
}

// Check returns an error unless the facts describe a release.
func (f Facts) Check() error {
	if err := f.Columns.Check(); err != nil {
		return err
	}
	switch {
	case f.RowsPerPerson < 0:
		return errors.New("scaling: fewer than no rows a person")
	case !(f.DesignEffect >= 0) || math.IsInf(f.DesignEffect, 0):
		return errors.New("scaling: the design effect is no number from 0 on")
	case !(f.Mu > 0) || math.IsInf(f.Mu, 0):
		return errors.New("scaling: μ is not above 0")
	case !f.PrivateRows() && f.Rows < 1:
		return errors.New("scaling: the number of rows is public, and is not stated")
	}
	return nil
}

// m is the most rows of one person, at least 1.
func (f Facts) m() float64 { return float64(max(1, f.RowsPerPerson)) }

// Effect is the number of rows that are worth one independent row: the design effect, at least m.
func (f Facts) Effect() float64 { return max(f.DesignEffect, f.m()) }

// PrivateRows reports whether the number of rows (with weights: their sum) depends on a person. Then it is
// estimated by step 1, and every use is of that estimate n̂.
func (f Facts) PrivateRows() bool { return f.AddRemove || f.m() > 1 || f.Weighted }

// Sensitivity returns Δ of step 1, and a, what each row adds to the coordinate of the number of rows (0 where that
// number is public). With D the sum of the columns' squared distances, and R that of their reaches,
//
//	Δ² = D,  or  m²·max(D, R + a²)  where n is private,  or  m²·(R + a²)  under add/remove,  a² = R/√d.
func (f Facts) Sensitivity() (delta, constant float64) {
	var distance, reach float64
	for _, c := range f.Columns {
		distance += c.distance()
		reach += c.reach()
	}
	if !f.PrivateRows() {
		return math.Sqrt(distance), 0
	}
	a2 := reach / math.Sqrt(float64(f.Columns.Features()))
	if f.AddRemove {
		return f.m() * math.Sqrt(reach+a2), math.Sqrt(a2)
	}
	return f.m() * math.Sqrt(max(distance, reach+a2)), math.Sqrt(a2)
}

// SumsNoise is σ₁ = Δ/(μ√.20), the width of step 1's noise in each coordinate.
func (f Facts) SumsNoise() float64 {
	delta, _ := f.Sensitivity()
	return delta / (f.Mu * math.Sqrt(SumsShare))
}

// LengthsNoise is σ₂ = m√2/(μ√.03), the width of step 2's noise in each count; under add/remove m/(μ√.03).
func (f Facts) LengthsNoise() float64 {
	two := 2.
	if f.AddRemove {
		two = 1
	}
	return f.m() * math.Sqrt(two) / (f.Mu * math.Sqrt(LengthsShare))
}

// MatrixNoise is τ, the width of step 3's noise off the diagonal; on it, the width is τ√2.
func (f Facts) MatrixNoise() float64 { return f.matrixNoise(f.Mu * math.Sqrt(MatrixShare)) }

// matrixNoise is m(1 + a²)/μ, over √2 under add/remove.
func (f Facts) matrixNoise(mu float64) float64 {
	tau := f.m() * (1 + ConstantSquare) / mu
	if f.AddRemove {
		tau /= math.Sqrt2
	}
	return tau
}

// AgainNoise returns the widths of a release "as the first", which skips steps 1 and 2: of the count of its
// own, m/(μ√.03), and τ. The first is 0 where the number of rows is public; then τ has all of μ.
func (f Facts) AgainNoise() (count, tau float64) {
	if !f.PrivateRows() {
		return 0, f.matrixNoise(f.Mu)
	}
	return f.m() / (f.Mu * math.Sqrt(CountShare)), f.matrixNoise(f.Mu * math.Sqrt(1-CountShare))
}
