package mechanism

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"privatepca/core/eigen"
	"privatepca/core/eigen/schur"
	"privatepca/core/internal/bingham"
	"privatepca/core/internal/nuclear"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
	"privatepca/core/shrink"
)

// The mean of one record is that record and its noise; of none it is zero.
func TestCentreOfOneRecord(t *testing.T) {
	c := newCentre(t, 3, 1, 1e-6)
	for records, want := range map[int]bool{0: false, 1: true, 2: true} {
		t.Run(fmt.Sprint(records), func(t *testing.T) {
			sum := c.Sum()
			for range records {
				if err := sum.Add([]int16{100, 0, -100}); err != nil {
					t.Fatal(err)
				}
			}
			for i, x := range c.Release(sum, noisetest.New(3)) {
				if (x != 0) != want {
					t.Errorf("%d records: entry %d is %v", records, i, x)
				}
			}
		})
	}
}

// A matrix of another shape is refused without a k.
func TestNoKBesideAnError(t *testing.T) {
	c := newChooseK(t, 5, 3, .5, 1, privacy.ReplaceOne, 1)
	if k, err := c.Release(moment.NewAccumulator(4, testScale).Matrix(), noisetest.New(1)); k != 0 || err == nil {
		t.Errorf("k = %d, %v", k, err)
	}
}

// The noise of a core grows with the rows of one person.
func TestCoreReachesAsFarAsTheRows(t *testing.T) {
	width := func(rows int, delta float64) float64 {
		c := core{p: Params{K: 3, Dim: 9, Scale: testScale, Relation: privacy.ReplaceOne, RowsPerPerson: rows}, cost: privacy.Cost{Epsilon: .3, Delta: delta}}
		_, _, law, err := c.noise(big.NewInt(coreGrid * coreGrid))
		if err != nil {
			t.Fatal(err)
		}
		return float64(law.Width)
	}
	for _, delta := range []float64{0, 1e-6} {
		one := width(1, delta)
		for _, rows := range []int{2, 5} {
			if got := width(rows, delta); math.Abs(got/one-float64(rows)) > 1e-3 {
				t.Errorf("δ = %g, %d rows: the noise is %.4f times as wide", delta, rows, got/one)
			}
		}
	}
}

// The product of a matrix with a vector on the grid is exact in each of its bits.
func TestProductIsExact(t *testing.T) {
	const d = 6
	rng := rand.New(rand.NewPCG(3, 3))
	a := moment.NewAccumulator(d, testScale)
	q := make([]int16, d)
	for range 300 {
		for i := range q {
			q[i] = int16(rng.IntN(testScale)) / 3
		}
		if err := a.Add(q); err != nil {
			t.Fatal(err)
		}
	}
	m := a.Matrix()
	w, v := make([]int64, d), make([]int64, d)
	for range 50 {
		want := new(big.Int)
		for i := range d {
			w[i], v[i] = rng.Int64N(2*coreGrid)-coreGrid, rng.Int64N(2*coreGrid)-coreGrid
		}
		for i := range d {
			for j := range d {
				term := new(big.Int).Mul(big.NewInt(m.At(i, j)), big.NewInt(w[j]))
				want.Add(want, term.Mul(term, big.NewInt(v[i])))
			}
		}
		if got := product(m, w).dot(v); got.Cmp(want) != 0 {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

// What a subspace alone says of its progress: that the noise is under way, and nothing of how far, and the decomposition from its start.
func TestProgressOfASubspace(t *testing.T) {
	m := spectrum(t, 300, []float64{.5, .3, .1, .05})
	for _, name := range []string{NamePPCA, NameSequential} {
		p := params(m, 2, 2, 0)
		said := map[string]bool{}
		first := ""
		p.Progress = func(phase Phase, done, total int) {
			word := fmt.Sprintf("%s %d/%d", phase, done, total)
			if said[word] = true; phase == PhaseVectors && first == "" {
				first = word
			}
			if name == NamePPCA && phase == PhaseNoise && (done != 0 || total != 0) {
				t.Errorf("%s tells of its proposals: %s", name, word)
			}
		}
		mech, err := New(name, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := mech.Release(t.Context(), m, noisetest.New(5)); err != nil {
			t.Fatal(err)
		}
		if first != "vectors 0/1" || !said["vectors 1/1"] {
			t.Errorf("%s: the decomposition begins with %q: %v", name, first, said)
		}
	}
}

// Columns of the mean: a number varies by one unit at least, a category has one level at least, and without a weight the scale as its range.
func TestColumnsOfAMean(t *testing.T) {
	p := meanParams(privacy.ReplaceOne, 1)
	p.Dim, p.Base = 2, []int64{5, 6}
	for name, c := range map[string]struct {
		columns []MeanColumn
		taken   bool
	}{
		"numbers that vary by a unit":  {[]MeanColumn{{Range: 1}, {Range: 1}}, true},
		"one that does not vary":       {[]MeanColumn{{Range: 1}, {}}, false},
		"a category of one level":      {[]MeanColumn{{Range: 30}, {Levels: 1}}, true},
		"one of two levels":            {[]MeanColumn{{Levels: 2}}, true},
		"one of fewer than no levels":  {[]MeanColumn{{Range: 30}, {Range: 30, Levels: -1}}, false},
		"one with a range below a one": {[]MeanColumn{{Range: 30}, {Range: -1, Levels: 1}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			k, err := NewKNormMean(p, c.columns, 1)
			if (err == nil) != c.taken {
				t.Errorf("%s: %v", name, err)
			}
			if last := len(c.columns) - 1; err == nil && c.columns[last].Range == 0 && k.columns[last].Range != int64(p.Scale) {
				t.Errorf("%s: the range is %d", name, k.columns[last].Range)
			}
		})
	}
}

// A mean is the sum and the noise that was drawn, over the number of rows, which is one at least: by each law, private rows or not.
func TestMeanIsTheSumAndItsNoise(t *testing.T) {
	sum := []int64{30, 50, 70, 20}
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		p := meanParams(relation, 1)
		base := make([]int64, p.Dim)
		if p.Counted() {
			base = p.Base
		}
		k := newKNorm(t, relation, 1, 1)
		for _, rows := range []int64{1, 9, 40} {
			mean, _ := k.Release(sum, rows, noisetest.New(7))
			z, n := k.draw(noisetest.New(7)), float64(rows)
			if p.Counted() {
				n = math.Max(1, math.Round(n+z[p.Dim]))
			}
			for i, x := range sum {
				noisy := math.Round(float64(x-rows*base[i]) + z[i])
				if want := (float64(base[i]) + noisy/n) / float64(p.Scale); math.Abs(mean[i]-want) > 1e-12 {
					t.Errorf("K-norm noise, %s, %d rows: feature %d is %v, want %v", relation, rows, i, mean[i], want)
				}
			}
		}
		width, err := privacy.CalibrateGaussian(p.Squared(), p.Coordinates(), privacy.Budget{Epsilon: 1, Delta: 1e-6})
		if err != nil {
			t.Fatal(err)
		}
		m, err := NewMean(p, width)
		if err != nil {
			t.Fatal(err)
		}
		draw, err := noise.NewDiscreteGaussian(width.Sigma)
		if err != nil {
			t.Fatal(err)
		}
		for _, rows := range []int64{1, 1000} {
			mean, _ := m.Release(sum, rows, noisetest.New(7))
			src, n := noisetest.New(7), float64(rows)
			noisy := make([]float64, p.Dim)
			for i, x := range sum {
				noisy[i] = float64(x - rows*base[i] + draw.Draw(src))
			}
			if p.Counted() {
				n = math.Max(1, float64(rows)+float64(draw.Draw(src))/float64(p.Weight()))
			}
			for i, x := range noisy {
				if want := (float64(base[i]) + x/n) / float64(p.Scale); math.Abs(mean[i]-want) > 1e-9*math.Abs(want) {
					t.Errorf("Gaussian noise, %s, %d rows: feature %d is %v, want %v", relation, rows, i, mean[i], want)
				}
			}
		}
		for name, release := range map[string]func(){
			"K-norm":   func() { k.Release(make([]int64, p.Dim+1), 1, noisetest.New(1)) },
			"Gaussian": func() { m.Release(make([]int64, p.Dim-1), 1, noisetest.New(1)) },
		} {
			t.Run(name, func(t *testing.T) {
				func() {
					defer func() {
						if said := recover(); said != "mechanism: a sum of another length" {
							t.Errorf("%s noise on a sum of another length: %v", name, said)
						}
					}()
					release()
				}()
			})
		}
	}
}

// Published noise is drawn up to the widest that sums of 64 bits hold, and refused beyond it.
func TestWidestPublishedNoise(t *testing.T) {
	p := Params{Scale: 1, RowsPerPerson: 1}
	if sigma, err := published(noise.MaxScale, p, privacy.Gaussian{Sigma: 5}); err != nil || sigma != noise.MaxScale {
		t.Errorf("the widest: %d, %v", sigma, err)
	}
	for _, wide := range []float64{math.Nextafter(noise.MaxScale, math.Inf(1)), math.Inf(1), math.NaN()} {
		if sigma, err := published(wide, p, privacy.Gaussian{Sigma: 5}); err == nil || sigma != 0 {
			t.Errorf("%g: %d, %v", wide, sigma, err)
		}
	}
	if sigma, err := published(3, p, privacy.Gaussian{Sigma: 5}); err != nil || sigma != 5 {
		t.Errorf("below what is proven: %d, %v", sigma, err)
	}
}

// Without records no bound has a loss: only the order of the grid counts.
func TestNormBoundOfNoRecords(t *testing.T) {
	b := newNormBound(t, .9, 1, privacy.ReplaceOne, 1)
	numerators, denominator := b.exponents(countsOf(b, nil))
	for i, x := range numerators {
		want := new(big.Int).Div(new(big.Int).Mul(denominator, big.NewInt(int64(i))), big.NewInt(gridTilt))
		if x.Cmp(want) != 0 {
			t.Fatalf("place %d: %v of %v, want %v", i, x, denominator, want)
		}
	}
}

// Directions that are known are put below all others, wherever the eigenvalues lie; that one was missed is seen at any size of the matrix.
func TestLeadingAtAnySize(t *testing.T) {
	for _, values := range [][]float64{{1, .9, .7, .5}, {1e-12, 9e-13, 7e-13, 5e-13}, {1e9, 9e8, 7e8, 5e8}, {-.1, -.5, -.7, -1}, {3, 1e-9, 0, 0}} {
		t.Run(fmt.Sprint(values), func(t *testing.T) {
			d := len(values)
			a := symmetric(d, func(i, j int) float64 {
				if i == j {
					return values[i]
				}
				return 0
			})
			s := newSpectral(eigen.Solver{}, a)
			for k := 1; k < d; k++ {
				for i, v := range s.leading(k) {
					if values[i] != values[min(i+1, d-1)] && math.Abs(math.Abs(v[i])-1) > 1e-9 {
						t.Errorf("%v: direction %d of %d is %v", values, i+1, k, v)
					}
				}
			}
		})
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for _, unit := range []float64{1e-12, 1, 1e12} {
		a := symmetric(12, func(int, int) float64 { return unit * rng.NormFloat64() })
		s := newSpectral(eigen.Solver{}, a)
		fourth := s.values[4]
		s.values[4] += 1e-6 * unit // what is computed differs from it
		v := s.leading(5)[4]
		for r := range 12 {
			sum := -fourth * v[r]
			for c := range 12 {
				sum += a.At(r, c) * v[c]
			}
			if math.Abs(sum) > 1e-10*unit {
				t.Errorf("in the unit %g the fifth direction has a residual of %g", unit, sum)
			}
		}
	}
}

// Shrinkage says how far it is from its start to its end, also between its judgements.
func TestProgressOfShrinkage(t *testing.T) {
	for _, d := range []int{8, 40} {
		lambda := make([]float64, d)
		for i := range lambda {
			lambda[i] = .5 / float64(1+i*i)
		}
		m := spectrum(t, 5000, lambda)
		mech, err := New(NameGaussian, params(m, 2, 2, 1e-6))
		if err != nil {
			t.Fatal(err)
		}
		r, err := mech.Release(t.Context(), m, noisetest.New(5))
		if err != nil {
			t.Fatal(err)
		}
		words, total := 0, 0
		if err := r.Shrink(t.Context(), Shrinkage{Scale: testScale, K: 3, Progress: func(_ Phase, done, of int) {
			if done != words || done > of {
				t.Errorf("%d features: word %d is %d of %d", d, words, done, of)
			}
			words, total = words+1, of
		}}); err != nil {
			t.Fatal(err)
		}
		if want := 2 + shrink.Judgements(d); total != want || words != want+1 {
			t.Errorf("%d features: %d words of progress to %d, want %d", d, words, total, want)
		}
	}
}

// Each step states the law that it draws from, with the width or exponent of its draw.
func TestStepsStateTheirLaws(t *testing.T) {
	for _, delta := range []float64{0, 1e-6} {
		c := newCentre(t, 3, 1, delta)
		want := privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s", Width: c.width}
		if delta == 0 {
			want.Family = privacy.DiscreteLaplace
		}
		if got := c.Part(); *got.Law != want || got.Mechanism != c.name || c.width < 2 {
			t.Errorf("a centre at δ = %g is of %+v by %s, want %+v by %s", delta, *got.Law, got.Mechanism, want, c.name)
		}
		core := core{p: Params{K: 2}, cost: privacy.Cost{Epsilon: 1, Delta: delta}}
		if got, want := core.part(nil).Mechanism, map[bool]string{true: NameLaplace, false: NameGaussian}[delta == 0]; got != want {
			t.Errorf("a core at δ = %g is by %s, want %s", delta, got, want)
		}
	}
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		p := meanParams(relation, 3)
		want := privacy.Law{Family: privacy.KNorm, Unit: "1", Exponent: .5 / 3}
		if p.Counted() {
			want.Weight = 1
		}
		got := newKNorm(t, relation, 3, .5).Part().Law
		if *got != want {
			t.Errorf("a mean with K-norm noise, %s, is of %+v, want %+v", relation, *got, want)
		}
		width, err := privacy.CalibrateGaussian(p.Squared(), p.Coordinates(), privacy.Budget{Epsilon: 1, Delta: 1e-6})
		if err != nil {
			t.Fatal(err)
		}
		m, err := NewMean(p, width)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := m.Part().Law.Weight, p.Counted(); (got != 0) != want || want && got != uint64(p.Weight()) {
			t.Errorf("a mean with Gaussian noise, %s, counts rows by %d", relation, got)
		}
	}
}

// A centre is the sum of the records and the noise that was drawn, over their number.
func TestCentreIsTheSumAndItsNoise(t *testing.T) {
	c := newCentre(t, 3, 1, 1e-6)
	sum := c.Sum()
	for range 5 {
		if err := sum.Add([]int16{100, 30, -70}); err != nil {
			t.Fatal(err)
		}
	}
	src := noisetest.New(3)
	for i, x := range c.Release(sum, noisetest.New(3)) {
		if want := float64(sum.sum[i]+c.draw.Draw(src)) / (5 * testScale); math.Abs(x-want) > 1e-12 {
			t.Errorf("entry %d is %v, want %v", i, x, want)
		}
	}
}

// The K-norm mean states the noise of the mean, not that of the sum.
func TestKNormMeanStatesItsNoise(t *testing.T) {
	k := newKNorm(t, privacy.ReplaceOne, 1, 1)
	if _, sigma := k.Release([]int64{30, 50, 70, 20}, 40, noisetest.New(7)); math.Abs(sigma/(k.width()/40/20)-1) > 1e-12 {
		t.Errorf("σ = %v of noise %v on a sum over 40 rows", sigma, k.width())
	}
}

// A core of one direction is that direction, with one sign or the other.
func TestCoreOfOneDirection(t *testing.T) {
	m := spectrum(t, 5000, []float64{.5, .2, .1})
	c := core{p: Params{K: 1, Dim: 3, Scale: testScale, Relation: privacy.ReplaceOne, RowsPerPerson: 1}, cost: privacy.Cost{Epsilon: 1, Delta: 1e-6}}
	basis, values, law := c.release(m, [][]float64{{0, 1, 0}}, noisetest.New(3))
	if len(basis) != 1 || len(values) != 1 || law.Directions != 1 || math.Abs(math.Abs(basis[0][1])-1) > 1e-12 || basis[0][0] != 0 {
		t.Errorf("%v with %v of %+v", basis, values, law)
	}
}

// Nuclear-norm noise is added to the matrix as it was drawn: trace and squares of what is released are those of the sum.
func TestNuclearIsTheMatrixAndItsNoise(t *testing.T) {
	m := spectrum(t, 5000, []float64{.5, .2, .1, .1})
	p := params(m, 2, .5, 0)
	mech, err := NewNuclear(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := mech.Release(t.Context(), m, noisetest.New(7))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := nuclear.NewPlan(4, func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	draw, err := plan.Matrix(mech.c, noisetest.New(7), func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	var trace, squares float64
	for i := range 4 {
		for j := range 4 {
			x := float64(m.At(min(i, j), max(i, j)))/testScale/testScale + draw[4*min(i, j)+max(i, j)]
			if squares += x * x; i == j {
				trace += x
			}
		}
	}
	for _, x := range r.spectrum.values {
		trace, squares = trace-x, squares-x*x
	}
	if math.Abs(trace) > 1e-3 || math.Abs(squares) > 1 {
		t.Errorf("the trace differs by %v, the sum of squares by %v", trace, squares)
	}
}

// With a core the subspace keeps its own part, and the core's follows.
func TestPartsOfASubspaceWithCore(t *testing.T) {
	m := spectrum(t, 5000, []float64{.5, .2, .1, .1})
	p := params(m, 2, 1, 0)
	p.Core = privacy.Budget{Epsilon: .5}
	mech, err := New(NamePPCA, p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := mech.Release(t.Context(), m, noisetest.New(7))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Parts) != 2 || r.Parts[0].Step != method.StepSubspace || r.Parts[1].Step != method.StepCore || r.Parts[1].Law == nil {
		t.Errorf("the steps are %+v", r.Parts)
	}
}

// A subspace is what the exact sampler accepts; the Markov chain runs only behind the cap. Progress tells neither apart, and ends either.
func TestWhichSamplerDraws(t *testing.T) {
	b, seed := []float64{9, 7, 5, 3, 1, 0}, uint64(1)
	limited := bingham.NewMatrix(b, 2)
	for ; ; seed++ { // whose first proposal is rejected
		if _, ok, _ := limited.Draw(1, noisetest.New(seed), nil); !ok {
			break
		}
	}
	for limit := range 2 {
		words, end := 0, false
		ctx, cancel := context.WithCancel(t.Context())
		m := PPCA{p: Params{K: 2, Cap: limit, Sweeps: 3, Progress: func(phase Phase, done, total int) {
			if words++; phase != PhaseNoise || done != 0 || total != 0 {
				t.Errorf("cap %d: %v, %d of %d", limit, phase, done, total)
			}
			if end {
				cancel()
			}
		}}}
		src := noisetest.New(seed)
		want, ok, err := limited.Draw(limit, src, nil)
		if !ok {
			want, err = bingham.Gibbs(b, 2, 3, src, nil)
		}
		if err != nil || ok != (limit == 0) {
			t.Fatal(ok, err)
		}
		if got, err := m.draw(ctx, b, noisetest.New(seed)); err != nil || words == 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("cap %d: %v after %d words, %v; want %v", limit, got, words, err, want)
		}
		end = true
		if got, err := m.draw(ctx, b, noisetest.New(seed)); got != nil || err == nil {
			t.Errorf("cap %d: ended, it drew %v, %v", limit, got, err)
		}
		cancel()
	}
}

// A selection weighs exp(−c·loss), c = ε/(2Δ), the loss and Δ in shares while integers hold millionths of them.
func TestPartOfASelection(t *testing.T) {
	got := selectionPart(method.StepNormBound, .5, privacy.Exact, 900_000, 64, big.NewInt(250_000))
	s, _ := method.StepOf(method.StepNormBound)
	want := privacy.Law{Family: privacy.Exponential, Unit: s.Score, Exponent: 1, Target: .9, Candidates: 64}
	if *got.Law != want || got.Epsilon != .5 || got.Claim != privacy.Exact {
		t.Errorf("%+v of %+v, want %+v", got, *got.Law, want)
	}
}

// Correlations are those of the released matrix, by themselves and beside a shrunk one.
func TestCorrelationsOfAReleasedMatrix(t *testing.T) {
	const d = 20
	a := moment.NewAccumulator(d, testScale)
	for i := range 4000 { // feature j is of size 1/(2+j), and goes with its neighbour
		q := make([]int16, d)
		j := i % d
		q[j], q[(j+1)%d] = int16(testScale/(4+j)), int16(testScale/(8+j))
		if err := a.Add(q); err != nil {
			t.Fatal(err)
		}
	}
	columns := make(shrink.Columns, d)
	for i := range columns {
		columns[i] = 1
	}
	for _, shrunk := range []bool{false, true} {
		mech, err := New(NameGaussian, params(a.Matrix(), 2, 100, 1e-3))
		if err != nil {
			t.Fatal(err)
		}
		r, err := mech.Release(t.Context(), a.Matrix(), noisetest.New(3))
		if err != nil {
			t.Fatal(err)
		}
		plain := r.matrix()
		if shrunk {
			err = r.Shrink(t.Context(), Shrinkage{Scale: testScale, K: 2, Columns: columns})
		} else {
			err = r.Correlate(columns, testScale)
		}
		if err != nil {
			t.Fatal(err)
		}
		size := r.spectrum.matrix.At(0, 0) * r.scale[0] * r.scale[0] / plain.At(0, 0)
		for i := range d {
			if diagonal := r.spectrum.matrix.At(i, i); math.Abs(diagonal-1) > 1e-5 {
				t.Errorf("shrunk %v: feature %d has the variance %v", shrunk, i, diagonal)
			}
			for j := range i {
				if got, want := r.spectrum.matrix.At(i, j)*r.scale[i]*r.scale[j], plain.At(i, j)*size; math.Abs(got-want) > 1e-6*math.Abs(want)+1e-12 {
					t.Errorf("shrunk %v: entry %d, %d is %v, want %v", shrunk, i, j, got, want)
				}
			}
		}
	}
	var nothing Released
	if nothing.Correlate(columns, testScale) == nil {
		t.Error("a release without a matrix has correlations")
	}
}

// Where a computed eigenvalue is not the one that was found, all of the matrix is decomposed, at any size of it.
func TestMissedDirectionIsSought(t *testing.T) {
	for _, unit := range []float64{1e-12, 1, 1e12} {
		rng := rand.New(rand.NewPCG(2, 2))
		a := symmetric(100, func(i, j int) float64 {
			if i == j {
				return unit * math.Pow(.8, float64(i)) * 10
			}
			return unit * rng.NormFloat64() / 100
		})
		_, some := eigen.Solver{}.Top(a, 2)
		_, all := eigen.Solver{}.All(a)
		if reflect.DeepEqual(some, all[:2]) {
			t.Fatal("both ways give the same digits, and nothing can be told")
		}
		for _, missed := range []bool{false, true} {
			s, want := newSpectral(eigen.Solver{}, a), [][]float64(some)
			if missed {
				s.values[1], want = s.values[1]+1e-8*s.values[0], all[:2]
			}
			if got := s.leading(2); !reflect.DeepEqual([][]float64(got), want) {
				t.Errorf("in the unit %g, missed %v: these are not the directions", unit, missed)
			}
		}
	}
}

// The matrix of sulq, and of a symmetric mechanism, is the sum and the noise that was drawn, in the order of its rows.
func TestMatrixIsTheSumAndItsNoise(t *testing.T) {
	m := spectrum(t, 5000, []float64{.5, .2, .1})
	p := params(m, 2, 5, 1e-6)
	q, err := NewSULQ(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := q.Release(t.Context(), m, noisetest.New(7))
	if err != nil {
		t.Fatal(err)
	}
	draw, err := noise.NewDiscreteGaussian(q.sigma)
	if err != nil {
		t.Fatal(err)
	}
	src, noisy := noisetest.New(7), make([][]float64, 3)
	for i := range noisy {
		for j := range 3 {
			noisy[i] = append(noisy[i], float64(m.At(i, j)+draw.Draw(src))/testScale/testScale)
		}
	}
	values, _, err := schur.Leading(noisy, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range values {
		if math.Abs(r.values[i]-x) > 1e-9*math.Abs(x) {
			t.Errorf("eigenvalue %d is %v, want %v", i, r.values[i], x)
		}
	}
	narrow, err := noise.NewDiscreteGaussian(5)
	if err != nil {
		t.Fatal(err)
	}
	upper, err := p.perturb(t.Context(), m, draw, narrow, noisetest.New(7))
	if err != nil {
		t.Fatal(err)
	}
	src = noisetest.New(7)
	for i := range 3 {
		for j := i; j < 3; j++ {
			from := drawer(narrow)
			if i == j {
				from = draw
			}
			if want := float64(m.At(i, j) + from.Draw(src)); upper[0] != want {
				t.Errorf("entry %d, %d is %v, want %v", i, j, upper[0], want)
			}
			upper = upper[1:]
		}
	}
}
