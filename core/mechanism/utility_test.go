package mechanism

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/bingham"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
)

// Utility is tested from both sides: a mechanism that keeps too much energy
// adds too little noise. Each mean is compared with a simulation of the stated
// noise that shares no code with the mechanism: continuous normals of the
// analytic Gaussian's σ, or energies from the exact law's density.
//
// Each comparison is refused at |z| > 5.2, false-rejection rate 2e-7 by the
// normal approximation; with the energies' skewness at these sample sizes it
// stays below 1e-5 over the file. All seeds are fixed.
const zLimit = 5.2

// analyticSigma solves Balle and Wang's equation for sensitivity √2.
func analyticSigma(epsilon, delta float64) float64 {
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	lo, hi := 1e-3, 1e9
	for range 200 {
		sigma := math.Sqrt(lo * hi)
		a, b := math.Sqrt2/(2*sigma), epsilon*sigma/math.Sqrt2
		if phi(a-b)-math.Exp(epsilon)*phi(-a-b) > delta {
			lo = sigma
		} else {
			hi = sigma
		}
	}
	return hi
}

// simulate returns q_F of the top k eigenvectors of n·diag(λ) + N, N symmetric
// normal noise.
func simulate(n int, lambda []float64, k int, sigma float64, src noise.Source) float64 {
	d := len(lambda)
	m := mat.NewSymDense(d, nil)
	for i := range d {
		m.SetSym(i, i, float64(n)*lambda[i]+sigma*noise.Normal(src))
		for j := range i {
			m.SetSym(i, j, sigma/math.Sqrt2*noise.Normal(src))
		}
	}
	var e mat.EigenSym
	e.Factorize(m, true)
	var v mat.Dense
	e.VectorsTo(&v)
	total := 0.0
	for c := d - k; c < d; c++ {
		for i := range d {
			total += lambda[i] * v.At(i, c) * v.At(i, c)
		}
	}
	return total
}

// z compares the means of two samples.
func z(a, b []float64) float64 {
	ma, ea := meanAndError(a)
	mb, eb := meanAndError(b)
	return (ma - mb) / math.Hypot(ea, eb)
}

func TestGaussianUtility(t *testing.T) {
	const n, k, draws = 5000, 2, 1500
	m := spectrum(t, n, synthetic)
	for i, epsilon := range []float64{.01, .03} {
		sigma := analyticSigma(epsilon, 1e-6)
		src, other := noisetest.New(uint64(10+i)), noisetest.New(uint64(20+i))
		var ours, stated, narrow []float64
		for range draws {
			ours = append(ours, share(t, NameGaussian, params(m, k, epsilon, 1e-6), m, src))
			stated = append(stated, simulate(n, synthetic, k, sigma, other))
			narrow = append(narrow, simulate(n, synthetic, k, sigma/math.Sqrt2, other))
		}
		mean, _ := meanAndError(ours)
		if got := z(ours, stated); math.Abs(got) > zLimit {
			t.Errorf("ε=%g: mean energy %.4f is %.1f standard errors from the stated noise's", epsilon, mean, got)
		}
		// The mutant that forgets a √2 must not pass.
		if got := z(ours, narrow); math.Abs(got) < 2*zLimit {
			t.Errorf("ε=%g: noise without its √2 is only %.1f standard errors away: the test is blind", epsilon, got)
		}
		t.Logf("gaussian ε=%g: mean energy %.4f, optimum .8", epsilon, mean)
	}
}

func TestGibbsUtility(t *testing.T) {
	const n, k, draws = 5000, 2, 1500
	m := spectrum(t, n, synthetic)
	for i, epsilon := range []float64{.01, .1} {
		src, other := noisetest.New(uint64(30+i)), noisetest.New(uint64(40+i))
		var ours, stated, twice []float64
		for range draws {
			ours = append(ours, share(t, NameGibbs, params(m, k, epsilon, 0), m, src))
			stated = append(stated, exactEnergy(n, k, epsilon/2, other))
			twice = append(twice, exactEnergy(n, k, epsilon, other))
		}
		mean, _ := meanAndError(ours)
		if got := z(ours, stated); math.Abs(got) > zLimit {
			t.Errorf("ε=%g: mean energy %.4f is %.1f standard errors from the exact law's", epsilon, mean, got)
		}
		// The mutant that takes ε for ε/2 must not pass.
		if got := z(ours, twice); math.Abs(got) < 2*zLimit {
			t.Errorf("ε=%g: twice the exponent is only %.1f standard errors away: the test is blind", epsilon, got)
		}
		t.Logf("ppca-gibbs ε=%g: mean energy %.4f, optimum .8", epsilon, mean)
	}
}

// exactEnergy draws the energy of the matrix Bingham law with B = c·n·diag(λ) by
// the exact sampler of package bingham, which shares no chain with Gibbs.
func exactEnergy(n, k int, c float64, src noise.Source) float64 {
	b := make([]float64, len(synthetic))
	for i, l := range synthetic {
		b[i] = c * float64(n) * l
	}
	v, _ := bingham.New(b, k).Draw(0, src, nil)
	total := 0.0
	for _, column := range v {
		for i, x := range column {
			total += synthetic[i] * x * x
		}
	}
	return total
}
