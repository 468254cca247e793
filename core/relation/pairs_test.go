package relation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The saddlepoint's tail is that of χ² and of mixtures whose tails have closed forms.
func TestTail(t *testing.T) {
	for _, c := range []struct {
		name   string
		lambda []float64
		exact  func(x float64) float64
		within float64
	}{
		{"one degree", []float64{1}, func(x float64) float64 { return math.Erfc(math.Sqrt(x / 2)) }, .12},
		{"two degrees", []float64{1, 1}, func(x float64) float64 { return math.Exp(-x / 2) }, .06},
		{"four degrees", []float64{1, 1, 1, 1}, func(x float64) float64 { return math.Exp(-x/2) * (1 + x/2) }, .03},
		{"two variances, twice each", []float64{3, 3, .2, .2}, func(x float64) float64 { return (3*math.Exp(-x/6) - .2*math.Exp(-x/.4)) / 2.8 }, .06},
		{"near variances, twice each", []float64{1.5, 1.5, 1, 1}, func(x float64) float64 { return (1.5*math.Exp(-x/3) - math.Exp(-x/2)) / .5 }, .06},
	} {
		t.Run(c.name, func(t *testing.T) {
			sum, last := 0., 1.
			for _, l := range c.lambda {
				sum += l
			}
			for x := 1.5 * sum; x < 60*sum; x *= 1.2 {
				got, want := tail(x, c.lambda), c.exact(x)
				if want < 1e-14 {
					break
				}
				if math.Abs(got/want-1) > c.within {
					t.Errorf("at %g: %g, exactly %g: off by %.3f", x, got, want, got/want-1)
				}
				if got > last {
					t.Errorf("at %g the chance rises", x)
				}
				last = got
			}
		})
	}
	if tail(1, []float64{1, 1}) != 1 || tail(0, nil) != 1 || tail(1, []float64{0}) != 1 {
		t.Error("the chance up to the mean, or of no variance, is not 1")
	}
}

// The errors of two features without a matrix are those with one, also where cells are missing at random, rows are counted with noise, and two
// releases are combined.
func TestPairErrorsAreThoseOfTheLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	m := named(fromInput(drawn(rng, 400).input(3), 2, 400), drawn(rng, 1).columns)
	m.unit[2], m.rowsError = .3, .01
	m.laws = append(m.laws, m.laws[0])
	m.laws[1].width *= 2
	for c := range m.Answered {
		m.Answered[c] = .7 + .03*float64(c)
	}
	for _, missing := range []bool{false, true} {
		t.Run(fmt.Sprint("missing at random ", missing), func(t *testing.T) {
			m := *m
			m.missing = missing
			for j := range m.Features {
				for i := range j {
					g := newSquare(2)
					g.set(0, 0, rng.NormFloat64())
					g.set(1, 1, rng.NormFloat64())
					g.setBoth(0, 1, rng.NormFloat64())
					noise, people := errorsOf(&m, []int{i, j}, g)
					a, b := pairErrors(&m, i, j, g.at(0, 0), g.at(0, 1), g.at(1, 1))
					if math.Abs(a/noise-1) > 1e-12 || math.Abs(b/people-1) > 1e-12 || !(noise > 0) {
						t.Errorf("%d and %d: %g and %g, by the matrix %g and %g", i, j, a, b, noise, people)
					}
				}
			}
		})
	}
}

// The errors of a product uᵀΣv in d² steps are those of its gradient's matrix.
func TestProductErrorsAreThoseOfTheLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	s := drawn(rng, 400)
	m := named(fromInput(s.input(3), 2, 400), s.columns)
	m.rowsError = .01
	m.laws = append(m.laws, m.laws[0])
	m.laws[1].width *= 2
	d := len(m.Features)
	all, u, v, g := make([]int, d), make([]float64, d), make([]float64, d), newSquare(d)
	for i := range d {
		all[i], u[i], v[i] = i, rng.NormFloat64(), rng.NormFloat64()
	}
	for i := range d {
		for j := range d {
			g.set(i, j, (u[i]*v[j]+v[i]*u[j])/2)
		}
	}
	noise, people := errorsOf(m, all, g)
	a, b := productErrors(m, u, v, partOf(m, all))
	if math.Abs(a/noise-1) > 1e-12 || math.Abs(b/people-1) > 1e-12 || !(noise > 0) {
		t.Errorf("%g and %g, by the matrix %g and %g", a, b, noise, people)
	}
}

// A pair is the one that Table lists, each once; those in order are the seen ones.
func TestPairsAreThoseOfTheTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	s := drawn(rng, 3000)
	m := named(fromInput(s.input(6), 2, 3000), s.columns)
	m.cov.set(3, 3, 0) // not seen
	p := AllPairs(m, nil)
	table, err := m.Table(Association, nil, Advice{})
	if err != nil || len(table.Values) != len(p.All) {
		t.Fatal(err, len(p.All))
	}
	far := math.Inf(1)
	for i, v := range table.Values {
		pair := p.All[i]
		if fmt.Sprint(pair.Value) != fmt.Sprint(v) || p.Of(pair.A, pair.B) != &p.All[i] || p.Of(pair.B, pair.A) != &p.All[i] || m.Columns[pair.A].Name != v.Row {
			t.Errorf("%d: %+v, in the table %+v", i, pair, v)
		}
	}
	if !slices.Contains(table.Notes, p.Note()) || p.Sure == 0 {
		t.Errorf("the table says %q, the pairs %q", table.Notes, p.Note())
	}
	for _, i := range p.Order {
		x := math.Abs(p.All[i].Value.Value) / p.All[i].Error()
		if !p.All[i].Seen || x > far || p.All[i].Sure && p.All[i].MayBe0() {
			t.Errorf("%+v after one %g errors from 0", p.All[i], far)
		}
		far = x
	}
	if len(p.Order) != p.Tested || p.Tested != 7*6/2 || len(p.Hidden()) != 1 {
		t.Errorf("%d tested of %d, %v hidden", p.Tested, len(p.Order), p.Hidden())
	}
	if pair := p.Of(0, 2); !pair.Sure || !pair.Signed(m) { // of one factor
		t.Errorf("two numbers of one factor: %+v", pair)
	}
	if pair := p.Of(0, 6); !pair.Sure || pair.Signed(m) {
		t.Errorf("a number and a category of its factor: %+v", pair)
	}
	if pair := p.Of(0, 7); pair.Sure {
		t.Errorf("a number and a coin: %+v", pair)
	}
}
