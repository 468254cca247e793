package mechanism

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

const testScale = 8191

// synthetic is the spectrum of the paper's synthetic data set, section 6.4.
var synthetic = []float64{.5, .3, .04, .03, .02, .01, .004, .003, .001, .001}

// spectrum sums n records, coordinate vectors and zeros, whose second moment is
// exactly n·s²·diag(λ) up to rounding n·λ.
func spectrum(t testing.TB, n int, lambda []float64) *moment.Matrix {
	t.Helper()
	a := moment.NewAccumulator(len(lambda), testScale)
	q := make([]int16, len(lambda))
	left := n
	for i, l := range lambda {
		for range int(math.Round(float64(n) * l)) {
			q[i] = testScale
			if err := a.Add(q); err != nil {
				t.Fatal(err)
			}
			q[i] = 0
			left--
		}
	}
	for range left {
		if err := a.Add(q); err != nil {
			t.Fatal(err)
		}
	}
	return a.Matrix()
}

func params(m *moment.Matrix, k int, epsilon, delta float64) Params {
	return Params{
		Dim: m.Dim(), Scale: m.Scale(), K: k, Budget: privacy.Budget{Epsilon: epsilon, Delta: delta},
		Relation: privacy.ReplaceOne, RowsPerPerson: 1,
	}
}

// share is q_F of a release: energy per record.
func share(t testing.TB, name string, p Params, m *moment.Matrix, src noise.Source) float64 {
	t.Helper()
	mech, err := New(name, p)
	if err != nil {
		t.Fatal(err)
	}
	out, err := mech.Release(t.Context(), m, src)
	if err != nil {
		t.Fatal(err)
	}
	v, err := out.View(p.K)
	if err != nil {
		t.Fatal(err)
	}
	return v.Basis.Energy(m) / float64(m.Records()) / float64(m.Scale()) / float64(m.Scale())
}

func meanAndError(x []float64) (mean, standardError float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for _, v := range x {
		standardError += (v - mean) * (v - mean)
	}
	n := float64(len(x))
	return mean, math.Sqrt(standardError / (n - 1) / n)
}

// Everything odd that is still legal: no panic, no NaN, an orthonormal basis.
func TestOddMatrices(t *testing.T) {
	one := spectrum(t, 1, []float64{1, 0, 0})
	tied := spectrum(t, 90, []float64{.3, .3, .3})
	zero := spectrum(t, 5, []float64{0, 0, 0, 0})
	none := spectrum(t, 0, []float64{0, 0})
	low := spectrum(t, 50, []float64{1, 0, 0, 0, 0, 0})
	for label, m := range map[string]*moment.Matrix{"n=1": one, "tied": tied, "zero": zero, "n=0": none, "rank 1": low} {
		t.Run(label, func(t *testing.T) {
			for _, name := range method.Names() {
				for _, k := range slices.Compact([]int{1, m.Dim() - 1}) {
					for _, epsilon := range []float64{1e-6, 1, 1e6} {
						for _, delta := range []float64{1e-300, 1e-6, .5} {
							p := params(m, k, epsilon, delta)
							mech, err := New(name, p)
							if err != nil && mech != nil {
								t.Errorf("%s: a mechanism beside the error %v", name, err)
							}
							if err != nil && strings.Contains(err.Error(), "wider") {
								continue // refused before any draw: 64 bits cannot hold the noise
							}
							if err != nil {
								t.Fatalf("%s %s ε=%g δ=%g: %v", label, name, epsilon, delta, err)
							}
							out, err := mech.Release(t.Context(), m, noisetest.New(1))
							if errors.Is(err, ErrComplex) {
								continue
							}
							if err != nil {
								t.Fatalf("%s %s: %v", label, name, err)
							}
							v, err := out.View(k)
							if err != nil {
								t.Fatal(err)
							}
							if e := v.Basis.OrthonormalError(); !(e < 1e-4) {
								t.Errorf("%s %s k=%d ε=%g: orthonormal to %g", label, name, k, epsilon, e)
							}
							for _, x := range v.Spectrum {
								if math.IsNaN(x) || math.IsInf(x, 0) {
									t.Errorf("%s %s: the spectrum holds %v", label, name, x)
								}
							}
						}
					}
				}
			}
		})
	}
}

func TestBadParameters(t *testing.T) {
	m := spectrum(t, 10, []float64{.5, .3, .1})
	bad := map[string]func(*Params){
		"k = 0":       func(p *Params) { p.K = 0 },
		"k = 3 of d":  func(p *Params) { p.K = 3 },
		"one feature": func(p *Params) { p.Dim = 1 },
		"ε must be positive": func(p *Params) {
			p.Budget.Epsilon = -1
		},
		"ε is not a number":  func(p *Params) { p.Budget.Epsilon = math.NaN() },
		"δ must be below 1":  func(p *Params) { p.Budget.Delta = 1 },
		"relation":           func(p *Params) { p.Relation = "" },
		"0 rows for one":     func(p *Params) { p.RowsPerPerson = 0 },
		"-1 sweeps":          func(p *Params) { p.Sweeps = -1 },
		"scale 0":            func(p *Params) { p.Scale = 0 },
		"more than 65536":    func(p *Params) { p.RowsPerPerson = 1 << 20 },
		"ε must be at most":  func(p *Params) { p.Budget.Epsilon = math.Inf(1) },
		"δ is not a number":  func(p *Params) { p.Budget.Delta = math.NaN() },
		"δ must not be nega": func(p *Params) { p.Budget.Delta = -1e-6 },
	}
	for want, spoil := range bad {
		t.Run(want, func(t *testing.T) {
			for _, name := range method.Names() {
				p := params(m, 1, 1, 1e-6)
				spoil(&p)
				made, err := New(name, p)
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: error %v, want %q in it", name, err, want)
				}
				if made != nil {
					t.Errorf("%s: a mechanism beside the error %v", name, err)
				}
			}
		})
	}
	for _, name := range []string{NameGaussian, NameMODSULQ, NameSULQ} {
		if _, err := New(name, params(m, 1, 1, 0)); err == nil || !strings.Contains(err.Error(), "δ > 0") {
			t.Errorf("%s without δ: %v", name, err)
		}
	}
	if made, err := New("wishart", params(m, 1, 1, 1e-6)); err == nil || made != nil || !strings.Contains(err.Error(), "gaussian, nuclear, ppca") {
		t.Error("an unknown mechanism was made")
	}
	for _, name := range method.Names() {
		mech, err := New(name, params(m, 1, 1, 1e-6))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mech.Release(t.Context(), spectrum(t, 10, []float64{.5, .3}), noisetest.New(1)); err == nil {
			t.Errorf("%s: took a matrix of another shape", name)
		}
	}
}

func TestViews(t *testing.T) {
	m := spectrum(t, 5000, synthetic)
	mech, err := New(NameGaussian, params(m, 2, 1, 1e-6))
	if err != nil {
		t.Fatal(err)
	}
	out, err := mech.Release(t.Context(), m, noisetest.New(7))
	if err != nil {
		t.Fatal(err)
	}
	if out.MaxK() != 9 {
		t.Errorf("a whole matrix shows up to k = %d, want 9", out.MaxK())
	}
	five, err := out.View(5)
	if err != nil {
		t.Fatal(err)
	}
	two, err := out.View(2)
	if err != nil {
		t.Fatal(err)
	}
	for r := range two.Basis {
		if !slices.Equal(two.Basis[r], five.Basis[r]) {
			t.Errorf("direction %d differs between k = 2 and k = 5", r+1)
		}
	}
	if len(five.Values) != 5 || len(five.Spectrum) != 10 || !slices.IsSortedFunc(five.Spectrum, func(a, b float64) int { return int(math.Copysign(1, b-a)) }) {
		t.Errorf("values %v, spectrum %v", five.Values, five.Spectrum)
	}
	for _, k := range []int{0, -1, 10, 11} {
		if _, err := out.View(k); err == nil {
			t.Errorf("k = %d was shown", k)
		}
	}

	mech, err = New(NameGibbs, params(m, 2, 1, 0))
	if err != nil {
		t.Fatal(err)
	}
	if out, err = mech.Release(t.Context(), m, noisetest.New(7)); err != nil {
		t.Fatal(err)
	}
	for k := range 10 {
		v, err := out.View(k)
		if (k == 2) != (err == nil) {
			t.Errorf("one released subspace of k = 2: View(%d) says %v", k, err)
		}
		if err == nil && (v.Values != nil || v.Spectrum != nil) {
			t.Error("eigenvalues were shown that were never released")
		}
	}
}

func TestCosts(t *testing.T) {
	m := spectrum(t, 10, []float64{.5, .3, .1})
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		for _, rows := range []int{1, 3} {
			p := params(m, 1, .5, 1e-6)
			p.Relation, p.RowsPerPerson = relation, rows
			g, err := NewGaussian(p)
			if err != nil {
				t.Fatal(err)
			}
			c := g.Cost()
			squared := 2.0
			if relation == privacy.AddRemove {
				squared = 1
			}
			s2 := float64(testScale * testScale)
			sigma := float64(g.width.Sigma) / s2 / float64(rows)
			if c.Claim != privacy.Exact || c.Epsilon > .5 || c.Delta > 1e-6 {
				t.Errorf("%s: cost %+v", relation, c)
			}
			if rho := squared / (2 * sigma * sigma); c.Rho < rho*(1-1e-12) || c.Rho > rho*(1+1e-9) {
				t.Errorf("%s, %d rows: ρ = %v, want %v", relation, rows, c.Rho, rho)
			}
			if 2*g.width.OffDiagonal*g.width.OffDiagonal < g.width.Sigma*g.width.Sigma {
				t.Error("τ is below σ/√2")
			}

			h, err := NewGibbs(p)
			if err != nil {
				t.Fatal(err)
			}
			want := .5 / float64(rows)
			if relation == privacy.ReplaceOne {
				want /= 2
			}
			if c := h.Cost(); c.Claim != privacy.Conditional || c.Epsilon != .5 || c.Delta != 0 || math.Abs(c.Rho-4*math.Log(math.Cosh(.5/4))) > 1e-12 {
				t.Errorf("%s: cost %+v", relation, c)
			}
			if math.Abs(h.exponent-want) > 1e-15 {
				t.Errorf("%s, %d rows: exponent %v, want %v", relation, rows, h.exponent, want)
			}
		}
	}
}

// Every row of the table has its constructor, and there is no other.
func TestConstructorsAreTheTables(t *testing.T) {
	names := slices.Sorted(maps.Keys(constructors))
	want := slices.Sorted(slices.Values(method.Names()))
	if !slices.Equal(names, want) {
		t.Errorf("constructors of %v; the table has %v", names, want)
	}
}
