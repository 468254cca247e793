package forecast

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/internal/bingham"
	"privatepca/core/method"
	"privatepca/core/noise/noisetest"
)

// What the paper states of its packing constants.
func TestPackingConstants(t *testing.T) {
	for _, c := range []struct {
		d    int
		more float64
		less float64
	}{{3, 3.5e-5, 3.6e-5}, {100, .12, .13}} {
		if got := PackingGapAsPublished(c.d); got <= c.more || got >= c.less {
			t.Errorf("d = %d: 1−φ = %g, the paper says above %g", c.d, got, c.more)
		}
	}
	least := 0
	for d := 3; d <= 2000; d++ {
		if least == 0 || PackingGapAsPublished(d) < PackingGapAsPublished(least) {
			least = d
		}
		// The lemma, on the sphere of ℝ^(d−1), must give ln(K−1) = d.
		phi := 1 - PackingGap(d)
		if phi == 1 {
			continue
		}
		logK := -float64(d-2)/2*math.Log1p(-phi*phi) - math.Log(8)
		if got := math.Log(math.Expm1(logK)); d < 700 && math.Abs(got-float64(d)) > 1e-6*float64(d) {
			t.Fatalf("d = %d: ln(K−1) = %g", d, got)
		}
	}
	if least != 3 {
		t.Errorf("1−φ is least at d = %d, the paper says 3", least)
	}
	// The published φ asks for more vectors than the lemma has.
	phi := 1 - PackingGapAsPublished(100)
	if logK := -49*math.Log1p(-phi*phi) - math.Log(8); logK >= 100 {
		t.Errorf("at the published φ the lemma gives log K = %g: the correction is moot", logK)
	}
}

// Golden section against a fine grid of φ as the paper writes the bound.
func TestMODSULQUtilityIsTheMinimum(t *testing.T) {
	for _, d := range []int{2, 3, 10, 50, 100, 500, 1000} {
		for _, beta := range []float64{1e-3, .01, .03, .1, .2, .3, 1, 10} {
			got, phi := MODSULQUtility(d, beta)
			x := float64(d)
			from := max(1/math.Sqrt(2*math.Pi*x), math.Sqrt(-math.Expm1(-2*math.Log(8*x)/(x-1))),
				math.Sqrt(-math.Expm1(-(2/(beta*beta)+math.Log(256))/(x-1))))
			if phi < from-1e-12 {
				t.Errorf("d = %d, β = %g: φ = %g is below the range's end %g", d, beta, phi, from)
			}
			least := 1.0
			const steps = 20000
			for i := range steps {
				p := from + (1-from)*(float64(i)+.5)/steps
				bracket := 1 - (1/(beta*beta)+math.Ln2)/((x-1)*math.Log(1/math.Sqrt(1-p*p))-math.Log(8))
				least = min(least, 1-(1-p)/4*bracket*bracket)
			}
			if got > least+1e-12 || got < least-1e-6 {
				t.Errorf("d = %d, β = %g: %.9f at φ = %.6f, on a grid %.9f", d, beta, got, phi, least)
			}
		}
	}
}

func TestMODSULQNecessary(t *testing.T) {
	for _, d := range []int{50, 100, 500, 1000} {
		for _, rho := range []float64{.92, .95, .99} {
			n := MODSULQNecessary(d, .1, .01, rho)
			below, _ := MODSULQUtility(d, method.MODSULQBeta(d, n*.999, .1, .01))
			above, _ := MODSULQUtility(d, method.MODSULQBeta(d, n*1.001, .1, .01))
			if below > rho || above < rho {
				t.Errorf("d = %d, ρ = %g, n = %g: the bound is %g just below and %g just above", d, rho, n, below, above)
			}
		}
	}
	// n grows as d^(3/2)·√log(d/δ) over ε.
	scale := func(d int) float64 { return math.Pow(float64(d), 1.5) * math.Sqrt(math.Log(float64(d)/.01)) }
	ratio := MODSULQNecessary(8000, .1, .01, .95) / MODSULQNecessary(1000, .1, .01, .95) * scale(1000) / scale(8000)
	if math.Abs(ratio-1) > .15 {
		t.Errorf("from d = 1000 to 8000, n grows %.2f times as fast as d^(3/2)√log(d/δ)", ratio)
	}
	if n := MODSULQNecessary(100, .1, .01, .5); n != 0 {
		t.Errorf("for ρ = .5 the bound says n = %g, though it never falls below ¾", n)
	}
}

// The sufficient n is enough: PPCA's direction, drawn exactly, has the correlation.
// 2,000 draws of an event of probability at least .9; the bound is so loose that none
// should miss, and the check at .9 has a false-rejection rate far below 1e-9.
func TestPPCASufficientHolds(t *testing.T) {
	const epsilon, gap, lambda1, rho, eta, draws = .1, .3, .5, .9, .1, 2000
	for _, d := range []int{3, 10, 50} {
		published := PPCASufficient(d, epsilon, lambda1, gap, rho, eta)
		n := PPCASufficientByProof(d, epsilon, lambda1, gap, rho, eta)
		if n >= published {
			t.Errorf("d = %d: the proof's n = %g is not below the theorem's %g", d, n, published)
		}
		hits := func(n float64) (h int) {
			b := make([]float64, d)
			for i := range b {
				b[i] = n * epsilon / 2 * (lambda1 - gap)
			}
			b[0] = n * epsilon / 2 * lambda1
			src, x := noisetest.New(uint64(d)), make([]float64, d)
			for range draws {
				bingham.NewVector(b).Draw(x, src)
				if math.Abs(x[0]) > rho {
					h++
				}
			}
			return h
		}
		if got := hits(n); got < draws*9/10 {
			t.Errorf("d = %d, n = %.0f: correlation above ρ in %d of %d draws", d, n, got, draws)
		}
		// How loose: a control that the event can fail at all.
		few := n
		for hits(few) >= draws*9/10 {
			few /= 1.25
		}
		t.Logf("d = %d: the theorem asks for n = %.0f, its proof for %.0f; about %.0f are enough", d, published, n, few*1.25)
		if few < n/1000 {
			t.Errorf("d = %d: %.0f records are enough: the check is blind", d, few)
		}
	}
}

func TestNecessary(t *testing.T) {
	n, ok := NecessaryAsPublished(100, .1, .5, .9999)
	want := 100 / (.1 * .5) * math.Sqrt(PackingGapAsPublished(100)/(80*.0001))
	if !ok || math.Abs(n/want-1) > 1e-9 {
		t.Errorf("n = %g, %v; want %g", n, ok, want)
	}
	if ours, ok := Necessary(100, .1, .5, .9999); !ok || ours >= n || ours < n/1.5 {
		t.Errorf("with the corrected constant n = %g, %v, against %g", ours, ok, n)
	}
	for _, silent := range []struct {
		d        int
		gap, rho float64
	}{{2, .1, .9999}, {100, .6, .9999}, {100, .1, .9}} {
		if _, ok := Necessary(silent.d, .1, silent.gap, silent.rho); ok {
			t.Errorf("%+v: the theorem is silent there", silent)
		}
	}
}

// The data sets of the lower bound's proof, built and decomposed. In its second case the published length gives another gap than the proof needs, or
// wants more records than there are; the corrected one gives it, within the unit ball. In its first case the gap is what is claimed.
func TestLowerBoundsDataSets(t *testing.T) {
	const d = 6
	// moment is the second moment of shares of two vectors in the plane of y and w; the rest is 0.
	gapOf := func(shares [2]float64, vectors [2][2]float64) (gap float64, leading [2]float64) {
		a := mat.NewSymDense(d, nil)
		for i, share := range shares {
			v := mat.NewVecDense(d, nil)
			v.SetVec(0, vectors[i][0])
			v.SetVec(1, vectors[i][1])
			a.SymRankOne(a, share, v)
		}
		var e mat.EigenSym
		e.Factorize(a, true)
		var v mat.Dense
		e.VectorsTo(&v)
		values := e.Values(nil)
		return values[d-1] - values[d-2], [2]float64{v.At(0, d-1), v.At(1, d-1)}
	}
	for _, c := range []struct{ epsilon, gap, n float64 }{{.1, .3, 190}, {.1, .3, 70}, {.1, .3, 59}, {.1, .3, 20}, {1, .5, 7}, {1, .5, 3}, {.5, .01, 300}} {
		share, published, corrected := FewRecords(d, c.epsilon, c.gap, c.n)
		beta := d / (c.n * c.epsilon)
		if share > 1 || share*c.n > d/c.epsilon*(1+1e-12) || corrected > 1 {
			t.Errorf("%+v: a share of %g of length %g", c, share, corrected)
		}
		if got, _ := gapOf([2]float64{share}, [2][2]float64{{0, corrected}}); math.Abs(got-c.gap) > 1e-12 {
			t.Errorf("%+v: the corrected sets have the gap %g", c, got)
		}
		got, _ := gapOf([2]float64{beta}, [2][2]float64{{0, published}}) // of β > 1 no set is
		if math.Abs(got-c.gap*c.gap/beta) > 1e-12 || got > .99*c.gap {
			t.Errorf("%+v: the published sets have the gap %g: the correction is moot", c, got)
		}
	}
	for _, c := range []struct{ epsilon, gap, n float64 }{{.1, .3, 200}, {.1, .3, 1000}, {1, .5, 12}, {1, .5, 1e6}} {
		share, length, sine2 := ManyRecords(d, c.epsilon, c.gap, c.n)
		got, leading := gapOf([2]float64{1 - share, share}, [2][2]float64{{length, 0}, {math.Sqrt(.5), math.Sqrt(.5)}})
		if math.Abs(got-c.gap) > 1e-12 || length > 1 || math.Abs(leading[1]*leading[1]-sine2) > 1e-9 || sine2 < share*share/(4*c.gap*c.gap)*(1-1e-12) {
			t.Errorf("%+v: the gap is %g, the length %g, sin² %g, claimed %g", c, got, length, leading[1]*leading[1], sine2)
		}
		if leading[0]*leading[1] < 0 {
			t.Errorf("%+v: y and w enter with different signs, as printed", c)
		}
	}
}
