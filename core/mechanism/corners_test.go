package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"privatepca/core/eigen"
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
		k, err := NewKNormMean(p, c.columns, 1)
		if (err == nil) != c.taken {
			t.Errorf("%s: %v", name, err)
		}
		if last := len(c.columns) - 1; err == nil && c.columns[last].Range == 0 && k.columns[last].Range != int64(p.Scale) {
			t.Errorf("%s: the range is %d", name, k.columns[last].Range)
		}
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
			func() {
				defer func() {
					if said := recover(); said != "mechanism: a sum of another length" {
						t.Errorf("%s noise on a sum of another length: %v", name, said)
					}
				}()
				release()
			}()
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
		if err := r.Shrink(t.Context(), Shrinkage{Scale: testScale, Most: 3, Progress: func(_ Phase, done, of int) {
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
