package forecast

import (
	"fmt"
	"math"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

func facts(t testing.TB, name string, n float64, d, k int) Facts {
	t.Helper()
	spectrum, err := Shares(name, d, k)
	if err != nil {
		t.Fatal(err)
	}
	return Facts{Records: n, Directions: k, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Spectrum: spectrum}
}

// Every curve stays between a random subspace and the optimum, rises with ε, and comes
// to the optimum.
func TestCurvesAreCurves(t *testing.T) {
	var epsilons []float64
	for i := -3.0; i <= 2; i += .25 {
		epsilons = append(epsilons, math.Pow(10, i))
	}
	for _, name := range Spectra {
		for _, c := range []struct {
			n    float64
			d, k int
		}{{5000, 10, 2}, {200, 2, 1}, {1e4, 3, 2}, {1e4, 10, 9}, {1e4, 40, 20}, {1e4, 150, 11}, {1e5, 700, 3}} {
			f := facts(t, name, c.n, c.d, c.k)
			floor := newSpectral(f).share(method.Floor, 1)
			for _, m := range method.Names() {
				before := 0.0
				for _, epsilon := range epsilons {
					s, ok, err := share(f, m, epsilon)
					if err != nil {
						t.Fatal(err)
					}
					if !ok {
						t.Errorf("%s, %+v: no forecast of %s", name, c, m)
						break
					}
					if !(s >= floor-1e-9 && s <= 1) {
						t.Errorf("%s, %+v, ε = %.3g: %s keeps %g of [%g, 1]", name, c, epsilon, m, s, floor)
						break
					}
					if s < before-.004 {
						t.Errorf("%s, %+v, ε = %.3g: %s falls from %.4f to %.4f", name, c, epsilon, m, before, s)
						break
					}
					before = s
				}
			}
			// With a billion times the records nothing is lost.
			f.Records *= 1e9
			for _, m := range method.Names() {
				if s, _, _ := share(f, m, 1); m != "random" && s < .999 {
					t.Errorf("%s, %+v: without noise %s keeps %.4f", name, c, m, s)
				}
			}
		}
	}
}

// The widths are the mechanisms' own.
func TestGaussianWidth(t *testing.T) {
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		f := facts(t, PowerLaw, 1000, 50, 2)
		f.Relation, f.RowsPerPerson = relation, 3
		for _, e := range []float64{.01, .1, 1, 5} {
			const s = 8191
			g, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(relation, s, 3), 50*51/2, privacy.Budget{Epsilon: e, Delta: 1e-6})
			if err != nil {
				t.Fatal(err)
			}
			gaussian, _ := method.Of("gaussian")
			got, ok := gaussian.Width(f.at(e))
			if want := float64(g.OffDiagonal) / (s * s); !ok || math.Abs(got/want-1) > 1e-3 {
				t.Errorf("%s, ε = %g: width %g, calibrated %g", relation, e, got, want)
			}
		}
	}
}

// n·width(ε′)/width(ε) records keep at ε′ what n keep at ε.
func TestWhatIsKeptDependsOnWidthOverRecords(t *testing.T) {
	p := Public{Features: 60, Directions: 4, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	f := forecaster(t, p, Spread(p.Features, p.Directions))
	bands, err := f.Bands(Encoding{Records: 4000, Squares: unit}, method.All(), []float64{.1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bands {
		n := 4000 * b.Widths[1] / b.Widths[0]
		got, _, err := f.Band(Encoding{Records: n, Squares: unit}, b.Mechanism, 1)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.Middle[0]-b.Middle[0]) > 1e-6 {
			t.Errorf("%s: %.6f with %.0f records at ε = 1, %.6f with 4000 at .1", b.Mechanism, got.Middle[0], n, b.Middle[0])
		}
	}
}

// Bands come in the order that was asked for. A pure budget rules out the mechanisms that need a δ, and only those.
func TestPureBudget(t *testing.T) {
	p := Public{Features: 60, Directions: 4, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	f := forecaster(t, p, Spread(p.Features, p.Directions))
	bands, err := f.Bands(Encoding{Records: 4000, Squares: unit}, method.All(), []float64{1})
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range method.Names() {
		if bands[i].Mechanism != m {
			t.Fatalf("band %d is of %s, want %s", i, bands[i].Mechanism, m)
		}
		needs := m == "gaussian" || m == "modsulq" || m == "sulq"
		if (bands[i].Middle == nil) != needs {
			t.Errorf("%s at δ = 0: %v", m, bands[i].Middle)
		}
	}
}

func TestWhere(t *testing.T) {
	epsilons, shares := []float64{.1, 1, 10}, []float64{.2, .6, .8}
	if e, ok := Where(epsilons, shares, .4); !ok || math.Abs(e-math.Sqrt(.1)) > 1e-9 {
		t.Errorf("%g, %v", e, ok)
	}
	if _, ok := Where(epsilons, shares, .9); ok {
		t.Error("a share that is not reached")
	}
	if e, ok := Where(epsilons, shares, .1); !ok || e != .1 {
		t.Errorf("%g, %v", e, ok)
	}
}

func TestFactsAreChecked(t *testing.T) {
	good := facts(t, Steep, 100, 10, 3)
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(f *Facts){
		"k":         func(f *Facts) { f.Directions = 10 },
		"records":   func(f *Facts) { f.Records = 0 },
		"NaN":       func(f *Facts) { f.Records = math.NaN() },
		"delta":     func(f *Facts) { f.Delta = 1 },
		"rows":      func(f *Facts) { f.RowsPerPerson = 0 },
		"relation":  func(f *Facts) { f.Relation = "" },
		"sum":       func(f *Facts) { f.Spectrum = []float64{.9, .9} },
		"order":     func(f *Facts) { f.Spectrum = []float64{.1, .2, .3, .1} },
		"a feature": func(f *Facts) { f.Spectrum = []float64{1} },
	} {
		f := good
		spoil(&f)
		if f.Validate() == nil {
			t.Errorf("%s out of range is accepted", what)
		}
	}
}

func TestOwnShares(t *testing.T) {
	got, err := OwnShares([]float64{.2, .5}, 5)
	if err != nil || math.Abs(got[0]-.5) > 1e-12 || math.Abs(got[1]-.2) > 1e-12 || math.Abs(got[4]-.1) > 1e-12 {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range [][]float64{nil, {.5, .6}, {-1}, {math.NaN()}, {.1, .1, .1, .1, .1, .1}} {
		if _, err := OwnShares(bad, 5); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
}

func BenchmarkShare(b *testing.B) {
	for _, c := range []struct{ d, k int }{{10, 2}, {150, 4}, {500, 4}, {500, 20}, {2000, 4}} {
		f := facts(b, PowerLaw, 1e5, c.d, c.k)
		for _, m := range []string{"gaussian", "nuclear", "ppca", "sequential"} {
			b.Run(fmt.Sprintf("%s/d=%d/k=%d", m, c.d, c.k), func(b *testing.B) {
				for b.Loop() {
					if _, _, err := share(f, m, .3); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
