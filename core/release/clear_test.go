package release

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/internal/nuclear"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// A trial is a made-up second moment, released again and again.
type trial struct {
	exact  *mat.SymDense // a sum over records of the unit ball
	people int64
	sigma  float64 // of the noise on the diagonal, in the same unit
	k      int
	random *rand.Rand
}

// spiked is a second moment of n people with the given eigenvalues, on random axes.
func spiked(values []float64, n float64, random *rand.Rand) *mat.SymDense {
	d := len(values)
	g := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			g.Set(i, j, random.NormFloat64())
		}
	}
	var qr mat.QR
	qr.Factorize(g)
	var q mat.Dense
	qr.QTo(&q)
	return symmetric(d, func(i, j int) float64 {
		sum := 0.0
		for l, x := range values {
			sum += n * x * q.At(i, l) * q.At(j, l)
		}
		return sum
	})
}

func symmetric(d int, entry func(i, j int) float64) *mat.SymDense {
	m := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			m.SetSym(i, j, entry(i, j))
		}
	}
	return m
}

// top decomposes a matrix: k rows and all eigenvalues, descending.
func top(m *mat.SymDense, k int) (subspace.Basis, []float64) {
	var e mat.EigenSym
	e.Factorize(m, true)
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	d := m.SymmetricDim()
	rows, values := make(subspace.Basis, k), e.Values(nil)
	for r := range rows {
		rows[r] = mat.Col(nil, d-1-r, &vectors)
	}
	for i := range d / 2 {
		values[i], values[d-1-i] = values[d-1-i], values[i]
	}
	return rows, values
}

// released is a document of the noisy matrix.
func (r *trial) released(noisy *mat.SymDense, law privacy.Noise) *Document {
	d := noisy.SymmetricDim()
	rows, values := top(noisy, r.k)
	return &Document{
		Components: rows.Rounded(), NumComponents: r.k, NumFeatures: d, Spectrum: values, VarianceUnit: Sum, N: r.people,
		Privacy:  Privacy{Noise: &law, RowsPerPerson: 1},
		Encoding: Encoding{NormBound: 1, NormRule: string(schema.Sign), Quantisation: schema.Scale},
	}
}

// draw releases once, with Gaussian noise.
func (r *trial) draw() *Document {
	const unit = schema.Scale * schema.Scale
	tau := r.sigma / math.Sqrt2
	noisy := symmetric(r.exact.SymmetricDim(), func(i, j int) float64 {
		if i == j {
			return r.exact.At(i, j) + r.sigma*r.random.NormFloat64()
		}
		return r.exact.At(i, j) + tau*r.random.NormFloat64()
	})
	return r.released(noisy, privacy.Noise{Law: privacy.GaussianNoise, Diagonal: r.sigma * unit, OffDiagonal: tau * unit})
}

// rows sums the outer products of n records from draw.
func rows(d, n int, draw func(x []float64)) *mat.SymDense {
	m, x := mat.NewSymDense(d, nil), make([]float64, d)
	for range n {
		draw(x)
		length := math.Sqrt(dot(x, x))
		for i := range x {
			x[i] /= math.Max(length, 1e-12)
		}
		m.SymRankOne(m, 1, mat.NewVecDense(d, x))
	}
	return m
}

// unstructured are second moments in which there is nothing to find.
func unstructured(random *rand.Rand) map[string]*mat.SymDense {
	normal := func(x []float64) {
		for i := range x {
			x[i] = random.NormFloat64()
		}
	}
	return map[string]*mat.SymDense{
		"no records":        mat.NewSymDense(20, nil),
		"columns by chance": rows(20, 2000, normal),
		"many columns":      rows(60, 500, normal),
		"few columns":       rows(4, 300, normal),
		"coins": rows(16, 1000, func(x []float64) {
			for i := range x {
				x[i] = float64(2*random.IntN(2) - 1)
			}
		}),
		"a flat second moment": spiked(flat(30, 1.0/30), 3000, random),
	}
}

// long leaves statistics of many releases to the native tests: their code is the same in a browser, and slower there.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("statistics of many releases: not with -short")
	}
}

func flat(d int, x float64) []float64 {
	out := make([]float64, d)
	for i := range out {
		out[i] = x
	}
	return out
}

// Where nothing is to be found, a direction stands clear in at most 2 % of releases, whatever the width of the noise. A true
// bound is called false with probability below 1e-6. A level without the flat rest must fail.
func TestNothingStandsClearOfPureNoise(t *testing.T) {
	long(t)
	const draws = 300
	careless := 0
	for _, sigma := range []float64{.5, 6, 60} {
		random := rand.New(rand.NewPCG(71, uint64(sigma)))
		for name, exact := range unstructured(random) {
			people := int64(math.Round(math.Max(1, mat.Trace(exact))))
			r := trial{exact: exact, people: people, sigma: sigma, k: 2, random: random}
			found := 0
			for range draws {
				d := r.draw()
				test, ok := d.NoiseTest()
				if !ok {
					t.Fatalf("%s: no test", name)
				}
				if test.Clear > 0 {
					found++
				}
				if band, _ := d.Band(); band.Clear > 0 {
					careless++
				}
			}
			if mean := .02 * draws; float64(found) > mean+5*math.Sqrt(mean)+5 {
				t.Errorf("%s, σ = %g: a direction stands clear in %d of %d releases", name, sigma, found, draws)
			}
		}
	}
	if careless < draws {
		t.Errorf("the edge alone errs in %d releases: the test says nothing", careless)
	}
}

// The same for nuclear noise, whose trace has a measured bound.
func TestNothingStandsClearOfNuclearNoise(t *testing.T) {
	src := noisetest.New(72)
	const draws, c = 400, .2
	for _, dim := range []int{2, 10, 30} {
		plan, err := nuclear.NewPlan(dim, nil)
		if err != nil {
			t.Fatal(err)
		}
		law := privacy.Noise{Law: privacy.NuclearNoise, Exponent: c}
		found, low := 0, 0
		for range draws {
			lambda, _, err := plan.Eigenvalues(src)
			if err != nil {
				t.Fatal(err)
			}
			trace := 0.0
			for i := range lambda {
				lambda[i] = lambda[i]/c + 100 // a flat second moment
				trace += lambda[i] - 100
			}
			r := trial{people: int64(100 * dim), k: 1}
			d := r.released(symmetric(dim, func(i, j int) float64 {
				if i == j {
					return lambda[i]
				}
				return 0
			}), law)
			test, ok := d.NoiseTest()
			if !ok {
				t.Fatal("no test")
			}
			if test.Clear > 0 {
				found++
			}
			if edge, _ := law.Edge(dim, schema.Scale); -trace > nuclearTrace*edge {
				low++
			}
		}
		if mean := .02 * draws; float64(found) > mean+5*math.Sqrt(mean)+5 || low > 5+int(.005*draws) {
			t.Errorf("d = %d: a direction stands clear in %d of %d releases; the trace is too low in %d", dim, found, draws, low)
		}
	}
}

// Three directions are counted as three, in at least 19 of 20 releases, over widths at which they can be.
func TestThreeDirectionsAreCounted(t *testing.T) {
	long(t)
	random := rand.New(rand.NewPCG(73, 0))
	for _, c := range []struct {
		d     int
		n     int64
		sigma float64
	}{{20, 5000, 6}, {60, 10_000, 12}, {180, 5000, 6}, {12, 2000, 3}} {
		values := flat(c.d, .35/float64(c.d))
		values[0], values[1], values[2] = .3, .2, .15
		r := trial{exact: spiked(values, float64(c.n), random), people: c.n, sigma: c.sigma, k: 4, random: random}
		releases, right := 20, 0
		for range releases {
			if test, ok := r.draw().NoiseTest(); ok && test.Clear == 3 {
				right++
			}
		}
		t.Logf("d = %d, n = %d, σ = %g: three in %d of %d", c.d, c.n, c.sigma, right, releases)
		if right < 19 {
			t.Errorf("d = %d, n = %d, σ = %g: three in %d of %d releases", c.d, c.n, c.sigma, right, releases)
		}
	}
}

// Intervals hold the exact loading in 95 ± 2 % of all loadings of clear directions, in 1,000 releases of each second
// moment; where two directions are too near to be told apart, in at least as many.
func TestIntervalsCover(t *testing.T) {
	long(t)
	random := rand.New(rand.NewPCG(74, 0))
	decaying := func(d int, ratio float64) []float64 {
		out, sum := make([]float64, d), 0.0
		for i := range out {
			out[i] = math.Pow(ratio, float64(i))
			sum += out[i]
		}
		for i := range out {
			out[i] /= sum
		}
		return out
	}
	three := flat(24, .35/24)
	three[0], three[1], three[2] = .3, .2, .15
	near := flat(24, .3/24)
	near[0], near[1] = .305, .3
	one := flat(30, .6/30)
	one[0] = .4
	for _, c := range []struct {
		name   string
		values []float64
		sigma  float64
		atMost bool // the rate has no upper end
	}{
		{"three, narrow noise", three, 10, false},
		{"three, wide noise", three, 45, false},
		{"three, little clear", three, 70, false},
		{"one, wide noise", one, 160, false},
		{"decaying by a quarter", decaying(24, .75), 20, false},
		{"decaying by half", decaying(16, .5), 10, false},
		{"two alike", near, 20, true},
	} {
		const n = 5000
		r := trial{exact: spiked(c.values, n, random), people: n, sigma: c.sigma, k: 4, random: random}
		exact, _ := top(r.exact, len(c.values))
		held, all, mixed := 0, 0, 0
		for range 1000 {
			d := r.draw()
			for i := range r.k {
				u, ok := d.Uncertainty(i)
				if !ok {
					break
				}
				sign := math.Copysign(1, dot(exact[i], d.Components[i]))
				if len(u.Mixed) > 0 {
					mixed++
				}
				for l := range u.Estimate {
					low, high := u.Interval(l)
					want := sign * exact[i][l]
					all++
					if low <= want && want <= high {
						held++
					}
				}
			}
		}
		rate := float64(held) / float64(max(1, all))
		t.Logf("%s: %.2f %% of %d intervals hold the loading; %d directions mixed", c.name, 100*rate, all, mixed)
		if all < 1000 || rate < .93 || rate > .97 && !c.atMost {
			t.Errorf("%s: %.2f %% of %d intervals hold the loading", c.name, 100*rate, all)
		}
	}
}

// Noise shortens large loadings. Intervals about the estimate hold them nevertheless; intervals about the released
// loading do not.
func TestIntervalsHoldLargeLoadings(t *testing.T) {
	long(t)
	random := rand.New(rand.NewPCG(75, 0))
	const dim, n = 60, 4000
	exact := symmetric(dim, func(i, j int) float64 {
		x := 0.0
		if i == j {
			x = n * .6 / dim
		}
		if i < 2 && j < 2 { // one direction of two equal loadings
			x += n * .4 / 2
		}
		return x
	})
	r := trial{exact: exact, people: n, sigma: 75, k: 1, random: random}
	held, bare, all := 0, 0, 0
	for range 1000 {
		d := r.draw()
		u, ok := d.Uncertainty(0)
		if !ok {
			continue
		}
		sign := math.Copysign(1, d.Components[0][0]+d.Components[0][1]) * math.Sqrt2 / 2
		for l := range 2 {
			all++
			if low, high := u.Interval(l); low <= sign && sign <= high {
				held++
			}
			if math.Abs(d.Components[0][l]-sign) <= errors95*u.Error[l] {
				bare++
			}
		}
	}
	t.Logf("%d of %d hold the loading, %d about the released one", held, all, bare)
	if rate := float64(held) / float64(all); all < 1000 || rate < .93 || rate > .97 {
		t.Errorf("%.2f %% of %d intervals hold a large loading", 100*rate, all)
	}
	if float64(bare) > .9*float64(all) {
		t.Errorf("%d of %d about the released loading: the test does not tell them apart", bare, all)
	}
}

// The level is what the equation says.
func TestLevel(t *testing.T) {
	d := banded()
	d.Spectrum[3] = .001
	test, ok := d.NoiseTest()
	rest := (d.Spectrum[2] + d.Spectrum[3]) / 2 // d = 4, no category under "clip"
	band, _ := d.Band()
	want := (rest+(band.Trace+2*band.Edge)/2)*(1+chance(80, 2)) + band.Edge
	if !ok || test.Clear != 2 || math.Abs(test.Level/want-1) > 1e-12 {
		t.Fatalf("%+v %v, want a level of %g", test, ok, want)
	}
	d.Privacy.Noise = nil
	if _, ok := d.NoiseTest(); ok {
		t.Error("a test without a law")
	}
	if _, ok := d.Uncertainty(0); ok {
		t.Error("intervals without a law")
	}
	if got := fmt.Sprintf("%.3f %.3f", chance(100, 25), chance(1e9, 1)); got != "1.453 0.000" {
		t.Errorf("chance %s", got)
	}
}

// Where each record is measured from a mean, each category is a direction in which none varies; a number is not.
func TestNullDimensions(t *testing.T) {
	category, number := Field{Type: string(schema.Category)}, Field{Type: string(schema.Number)}
	for rule, want := range map[string]int{string(schema.Pairs): 2, string(schema.Sign): 2, string(schema.Clip): 0} {
		d := &Document{NumFeatures: 9, Encoding: Encoding{NormRule: rule, Fields: []Field{number, category, number, number, category}}}
		if got := nullDimensions(d); got != want {
			t.Errorf("%s: %d, not %d", rule, got, want)
		}
		d.NumFeatures, d.Encoding.Fields = 1, d.Encoding.Fields[1:2]
		if got := nullDimensions(d); got != 0 {
			t.Errorf("%s: %d of a single feature", rule, got)
		}
	}
}
