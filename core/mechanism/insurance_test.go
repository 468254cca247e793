package mechanism

import (
	"bytes"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/dataset"
	"privatepca/core/eigen"
	"privatepca/core/internal/bingham"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
	"privatepca/core/subspace"
)

// insurance reads the paper's insurance data set (CoIL 2000) under its public
// schema, with records clipped to R = 3.79, and returns its second moment.
func insurance(t *testing.T) *moment.Matrix {
	t.Helper()
	file, s := papertest.File(t, "insurance"), papertest.Schema(t, "insurance")
	s.NormBound = 3.79
	sum := moment.NewAccumulator(s.D(), schema.Scale)
	if _, err := dataset.Read(bytes.NewReader(file), s, sum.Add); err != nil {
		t.Fatal(err)
	}
	m := sum.Matrix()
	if m.Dim() != 150 || m.Records() != 9822 {
		t.Fatalf("%d features, %d records; the paper has 150 and 9,822", m.Dim(), m.Records())
	}
	return m
}

// noisyShare is the share of the optimal energy kept by the top k eigenvectors
// of S + symmetric normal noise of width sigma, S in units of s².
func noisyShare(m *moment.Matrix, k int, sigma, optimum float64, src noise.Source) float64 {
	s2 := float64(m.Scale()) * float64(m.Scale())
	noisy := mat.NewSymDense(m.Dim(), nil)
	for i := range m.Dim() {
		for j := i; j < m.Dim(); j++ {
			width := sigma
			if i != j {
				width /= math.Sqrt2
			}
			noisy.SetSym(i, j, float64(m.At(i, j))/s2+width*noise.Normal(src))
		}
	}
	var e mat.EigenSym
	e.Factorize(noisy, true)
	var v mat.Dense
	e.VectorsTo(&v)
	top := make(subspace.Basis, k)
	for r := range top {
		top[r] = mat.Col(nil, m.Dim()-1-r, &v)
	}
	return top.Energy(m) / s2 / optimum
}

// On real records, energy kept lies where the stated noise puts it, from both
// sides; and at ε = 50 next to nothing is lost. Means of 20 draws against 40
// simulated ones: |z| ≤ 5.2 each, seeds fixed; with so few draws the tail is
// Student's, false-rejection rate about 2e-5 over the test.
func TestInsuranceUtility(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	m := insurance(t)
	const k, draws = 11, 20
	s2 := float64(m.Scale()) * float64(m.Scale())
	values, vectors := decompose(eigen.Solver{}, m.Dim(), func(i, j int) float64 { return float64(m.At(i, j)) / s2 })
	optimum := 0.0
	for _, x := range values[:k] {
		optimum += x
	}

	for i, epsilon := range []float64{.1, 1} {
		src, other := noisetest.New(uint64(50+i)), noisetest.New(uint64(60+i))
		var gaussian, gibbs, statedGaussian, statedGibbs []float64
		b := make([]float64, m.Dim())
		for i, x := range values {
			b[i] = epsilon / 2 * x
		}
		exact := bingham.NewMatrix(b, k)
		sigma := analyticSigma(epsilon, 1e-6)
		perRecord := float64(m.Records()) / optimum
		for range draws {
			gaussian = append(gaussian, perRecord*share(t, NameGaussian, params(m, k, epsilon, 1e-6), m, src))
			gibbs = append(gibbs, perRecord*share(t, NameGibbs, params(m, k, epsilon, 0), m, src))
		}
		for range 2 * draws {
			statedGaussian = append(statedGaussian, noisyShare(m, k, sigma, optimum, other))
			v, _, _ := exact.Draw(0, other, nil)
			statedGibbs = append(statedGibbs, fromEigenbasis(v, vectors).Energy(m)/s2/optimum)
		}
		for _, c := range []struct {
			name        string
			ours, model []float64
		}{{NameGaussian, gaussian, statedGaussian}, {NameGibbs, gibbs, statedGibbs}} {
			t.Run(c.name, func(t *testing.T) {
				mean, _ := meanAndError(c.ours)
				want, _ := meanAndError(c.model)
				if got := z(c.ours, c.model); math.Abs(got) > zLimit {
					t.Errorf("%s, ε=%g: keeps %.4f of the energy, the stated noise %.4f: %.1f standard errors", c.name, epsilon, mean, want, got)
				}
				t.Logf("%s, ε=%g: keeps %.4f of the optimal energy; the stated noise keeps %.4f", c.name, epsilon, mean, want)
			})
		}
	}
	for _, name := range []string{NameGaussian, NameGibbs} {
		kept := float64(m.Records()) / optimum * share(t, name, params(m, k, 50, 1e-6), m, noisetest.New(70))
		if kept < .98 || kept > 1+1e-9 {
			t.Errorf("%s, ε=50: keeps %.4f of the optimal energy, want at least .98", name, kept)
		}
		t.Logf("%s, ε=50: keeps %.4f", name, kept)
	}
}
