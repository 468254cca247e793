package bingham

import (
	"fmt"
	"math"
	"testing"

	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
)

// circle is the distribution function of x₁² on the circle, density
// ∝ exp(c·x₁²), by quadrature over the angle.
func circle(c float64) func(float64) float64 {
	const n = 4000
	f := func(a float64) float64 { s := math.Sin(a); return math.Exp(c*s*s - max(c, 0)) }
	sums := make([]float64, n+1) // over angles whose sine is x₁
	h := math.Pi / 2 / n
	for i := range n {
		a := float64(i) * h
		sums[i+1] = sums[i] + h/6*(f(a)+4*f(a+h/2)+f(a+h))
	}
	return func(x float64) float64 {
		a := math.Asin(math.Sqrt(min(x, 1))) / h
		i := min(int(a), n-1)
		return (sums[i] + (a-float64(i))*(sums[i+1]-sums[i])) / sums[n]
	}
}

// On the circle the whole law against quadrature, from nearly uniform to
// concentrated. False rejection: 6 tests at 1e-6. The mutants, which accept
// every proposal or use twice the concentration (ε for ε/2), must fail.
func TestVectorCircle(t *testing.T) {
	const n = 60000
	draw := func(c float64, always bool, src noise.Source) []float64 {
		v := NewVector([]float64{c, 0})
		xs, x := make([]float64, n), make([]float64, 2)
		for i := range xs {
			if always {
				a, b := noise.Normal(src)*v.sd[0], noise.Normal(src)*v.sd[1]
				xs[i] = a * a / (a*a + b*b)
				continue
			}
			v.Draw(x, src)
			xs[i] = x[0] * x[0]
		}
		return xs
	}
	src := noisetest.New(4)
	for _, c := range []float64{1e-6, 0.1, 1, 3, -3, 50} {
		cdf := circle(c)
		if p := ksAgainst(draw(c, false, src), cdf); p < 1e-6 {
			t.Errorf("c=%g: p = %g", c, p)
		}
		if math.Abs(c) < 1 {
			continue // the mutants are too close to the law
		}
		always, twice := ksAgainst(draw(c, true, src), cdf), ksAgainst(draw(2*c, false, src), cdf)
		t.Logf("c=%g: accepting always has p = %.1g, twice the concentration %.1g", c, always, twice)
		if always > 1e-6 {
			t.Errorf("c=%g: accepting always passes, p = %g", c, always)
		}
		if twice > 1e-6 {
			t.Errorf("c=%g: twice the concentration passes, p = %g", c, twice)
		}
	}
}

// E xᵢ² = ∂ log c/∂μᵢ. False rejection: 87 comparisons at 4.9σ, about 1e-4.
func TestVectorMoments(t *testing.T) {
	src := noisetest.New(5)
	for _, b := range [][]float64{{2, 1, 0}, {0, 0, 0}, {-1, -200, -200, -1}, {300, 299, 20, 0}, spectrumOf(30, 40, 0.8), spectrumOf(20, 1e6, 0.5), {5, 5, 5, 5, 0, 0}} {
		t.Run(fmt.Sprintf("%.60s", fmt.Sprint(b)), func(t *testing.T) {
			p := simple(b)
			lc := LogNormaliser(b, p.mult)
			v := NewVector(b)
			const n = 20000
			squares := newFrame(n, len(b))
			x := make([]float64, len(b))
			for i := range n {
				v.Draw(x, src)
				for j, y := range x {
					squares[j][i] = y * y
				}
			}
			for j := range b {
				p.mult[j] = 3
				want := math.Exp(LogNormaliser(b, p.mult)-lc) / float64(len(b))
				p.mult[j] = 1
				if m, se := mean(squares[j]); math.Abs(m-want) > 4.9*se {
					t.Errorf("b=%.3g: E x_%d² = %g ± %g, want %g", b[:min(4, len(b))], j, m, se, want)
				}
			}
		})
	}
}

func spectrumOf(d int, top, ratio float64) []float64 {
	b := make([]float64, d)
	for i := range b {
		b[i] = top * math.Pow(ratio, float64(i))
	}
	return b
}
