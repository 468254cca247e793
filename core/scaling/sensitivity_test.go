package scaling_test

import (
	"math"
	"testing"

	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

// cells are the extreme values of a column, and some between, as features; nil is a missing cell.
func cells(c scaling.Column) [][]float64 {
	all := [][]float64{nil}
	switch c.Kind {
	case scaling.Number:
		for i := -200; i <= 200; i++ {
			all = append(all, []float64{float64(i) / 200})
		}
	case scaling.Category:
		for l := range c.Levels {
			z := make([]float64, c.Levels)
			z[l] = 1
			all = append(all, z)
		}
	case scaling.Cycle:
		for i := range 360 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 180)
			all = append(all, []float64{cos, sin})
		}
	case scaling.List:
		for set := range 1 << c.Levels {
			z := make([]float64, c.Levels)
			for l := range z {
				z[l] = float64(set >> l & 1)
			}
			all = append(all, z)
		}
	}
	return all
}

// contribution is what one row adds to step 1.
func contribution(f scaling.Facts, cell []float64) []float64 {
	z := make([]float64, f.Columns.Features())
	copy(z, cell)
	t := scalingtest.Table{Z: [][]float64{z}, There: [][]bool{{cell != nil}}, Omega: []float64{1}}
	return t.Sums(f)
}

func distance(a, b []float64) float64 {
	sum := 0.
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return sum
}

// Over all pairs of cells of one column, missing ones included, the largest squared distance is Δ² where n is public, and the largest
// reach is Δ² under add/remove; both are reached.
func TestSensitivity(t *testing.T) {
	for name, c := range map[string]scaling.Column{
		"number": {}, "cycle": {Kind: scaling.Cycle},
		"one level": {Kind: scaling.Category, Levels: 1}, "yes/no": {Kind: scaling.Category, Levels: 2}, "five levels": {Kind: scaling.Category, Levels: 5},
		"list of one": {Kind: scaling.List, Levels: 1}, "list of four": {Kind: scaling.List, Levels: 4},
	} {
		t.Run(name, func(t *testing.T) {
			public := scaling.Facts{Columns: scaling.Columns{c}, Rows: 10, Mu: 1}
			removed := scaling.Facts{Columns: scaling.Columns{c}, AddRemove: true, Mu: 1}
			weighted := scaling.Facts{Columns: scaling.Columns{c}, Weighted: true, Mu: 1}
			far, reach := 0., 0.
			all := cells(c)
			for i, x := range all {
				one, private := contribution(public, x), contribution(removed, x)
				reach = max(reach, distance(private, make([]float64, len(private))))
				for _, y := range all[:i] {
					far = max(far, distance(one, contribution(public, y)))
					if d := distance(private, contribution(removed, y)); d > 0 {
						delta, _ := weighted.Sensitivity()
						if d > delta*delta*(1+1e-12) {
							t.Errorf("%s: replacing a row moves the sums by %v, more than %v", name, math.Sqrt(d), delta)
						}
					}
				}
			}
			delta, _ := public.Sensitivity()
			if c.Kind == scaling.Category && c.Levels == 1 { // only the answer and "missing" differ
				if !(far <= delta*delta) {
					t.Errorf("%s: distance² %v, Δ² %v", name, far, delta*delta)
				}
			} else if math.Abs(far-delta*delta) > 1e-9 {
				t.Errorf("%s: distance² %v, Δ² %v", name, far, delta*delta)
			}
			if delta, _ = removed.Sensitivity(); math.Abs(reach-delta*delta) > 1e-9 {
				t.Errorf("%s: reach² %v, Δ² %v", name, reach, delta*delta)
			}
		})
	}
}

// Columns and rows of one person add up.
func TestSensitivityOfMany(t *testing.T) {
	columns := scaling.Columns{{}, {}, {Kind: scaling.Category, Levels: 4}, {Kind: scaling.Cycle}, {Kind: scaling.List, Levels: 6}}
	public := scaling.Facts{Columns: columns, Rows: 5, Mu: 2}
	if delta, a := public.Sensitivity(); math.Abs(delta*delta-(4+4+2+4+6)) > 1e-9 || a != 0 {
		t.Errorf("Δ² = %v, a = %v", delta*delta, a)
	}
	reach := 2*(1+2.75/4) + 4./5 + 1 + 6./4
	a2 := reach / math.Sqrt(14)
	three := scaling.Facts{Columns: columns, RowsPerPerson: 3, Mu: 2}
	if delta, a := three.Sensitivity(); math.Abs(delta*delta-9*max(20, reach+a2)) > 1e-9 || math.Abs(a*a-a2) > 1e-12 {
		t.Errorf("Δ² = %v, a² = %v", delta*delta, a*a)
	}
	three.AddRemove = true
	if delta, _ := three.Sensitivity(); math.Abs(delta*delta-9*(reach+a2)) > 1e-9 {
		t.Errorf("Δ² = %v", delta*delta)
	}
	// The three steps spend μ², and so do the two of a release "as the first".
	for _, f := range []scaling.Facts{public, three, {Columns: columns, Weighted: true, Mu: 1.3}} {
		delta, _ := f.Sensitivity()
		two, matrix := math.Sqrt2, 1.03*math.Sqrt2
		if f.AddRemove {
			two, matrix = 1, 1.03
		}
		m := float64(max(1, f.RowsPerPerson))
		spent := math.Pow(delta/f.SumsNoise(), 2) + math.Pow(m*two/f.LengthsNoise(), 2) + math.Pow(m*matrix/(math.Sqrt2*f.MatrixNoise()), 2)
		if math.Abs(spent-f.Mu*f.Mu) > 1e-9 {
			t.Errorf("μ² = %v is spent, of %v", spent, f.Mu*f.Mu)
		}
		count, tau := f.AgainNoise()
		again := math.Pow(m*matrix/(math.Sqrt2*tau), 2)
		if f.PrivateRows() {
			again += math.Pow(m/count, 2)
		} else if count != 0 {
			t.Error("a public number of rows is counted")
		}
		if math.Abs(again-f.Mu*f.Mu) > 1e-9 {
			t.Errorf("as the first: μ² = %v is spent, of %v", again, f.Mu*f.Mu)
		}
	}
}
