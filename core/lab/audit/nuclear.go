package audit

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mathext"

	"privatepca/core/internal/nuclear"
	"privatepca/core/mechanism"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
)

// fine is the default scale of an analysis.
const fine = 8191

// nuclearScore is c(‖Y−B‖_* − ‖Y−A‖_*), the loss, in two dimensions: a symmetric
// matrix with half trace u and spread r has eigenvalues u ± r, so ‖·‖_* = 2 max(|u|, r).
func nuclearScore(c float64, a, b *moment.Matrix) func(Output) float64 {
	s2 := float64(a.Scale() * a.Scale())
	norm := func(y []float64, m *moment.Matrix) float64 {
		return planeNorm(y[0]/s2-float64(m.At(0, 0))/s2, y[1]/s2-float64(m.At(0, 1))/s2, y[2]/s2-float64(m.At(1, 1))/s2)
	}
	return func(o Output) float64 {
		y := noisyMatrix(o, a.Scale())
		return c * (norm(y, b) - norm(y, a))
	}
}

func planeNorm(y11, y12, y22 float64) float64 {
	return 2 * max(math.Abs(y11+y22)/2, math.Hypot((y11-y22)/2, y12))
}

// nuclearLaw: in coordinates (u, r, φ) the noise has density ∝ r·exp(−2c·max(|u|, r)).
// The maximum ρ is Gamma(3)/2c; with probability 2/3 it is r, and u uniform on
// (−ρ, ρ); else it is ±u, and r = ρ√U. Points are laid out so for A and weighed by
// the loss, which is bounded, for B.
func nuclearLaw(n int, c float64, a, b *moment.Matrix) *Law {
	s2 := float64(a.Scale() * a.Scale())
	entry := func(m *moment.Matrix, i, j int) float64 { return float64(m.At(i, j)) / s2 }
	radius := gammaQuantiles()
	return integrate(3, n, 2*c*planeNorm(entry(a, 0, 0)-entry(b, 0, 0), entry(a, 0, 1)-entry(b, 0, 1), entry(a, 1, 1)-entry(b, 1, 1)),
		func(v []float64) (la, lb float64) {
			rho := radius(v[0]) / (2 * c)
			var u, r float64
			switch {
			case v[1] < 2./3:
				u, r = rho*(3*v[1]-1), rho
			case v[1] < 5./6:
				u, r = rho, rho*math.Sqrt(6*v[1]-4)
			default:
				u, r = -rho, rho*math.Sqrt(6*v[1]-5)
			}
			sin, cos := math.Sincos(2 * math.Pi * v[2])
			n11, n12, n22 := u+r*cos, r*sin, u-r*cos
			loss := c * (planeNorm(n11+entry(a, 0, 0)-entry(b, 0, 0), n12+entry(a, 0, 1)-entry(b, 0, 1), n22+entry(a, 1, 1)-entry(b, 1, 1)) -
				planeNorm(n11, n12, n22))
			return 0, -loss
		})
}

// gammaQuantiles returns the quantile function of Gamma(3), tabulated.
func gammaQuantiles() func(float64) float64 {
	const n = 1 << 14
	table := make([]float64, n)
	for i := range table {
		table[i] = mathext.GammaIncRegInv(3, (float64(i)+0.5)/n)
	}
	return func(u float64) float64 {
		at := u*n - 0.5
		i := min(max(int(at), 0), n-2)
		if i == 0 || i == n-2 {
			return mathext.GammaIncRegInv(3, u)
		}
		return table[i] + (at-float64(i))*(table[i+1]-table[i])
	}
}

var errReplay = errors.New("a release is not what its seed gives")

// replayNuclear draws from one plan, since Release makes one for each draw. How wide
// the noise is, is measured on releases, and these are replayed from their seeds.
func replayNuclear(mech mechanism.Mechanism, m *moment.Matrix) (func(noise.Source) (Output, error), error) {
	d := m.Dim()
	s2 := float64(m.Scale() * m.Scale())
	exact := upperTriangle(m)
	plan, err := nuclear.NewPlan(d, nil)
	if err != nil {
		return nil, err
	}
	noisy := func(c float64, src noise.Source) ([]float64, error) {
		n, err := plan.Matrix(c, src, nil)
		if err != nil {
			return nil, err
		}
		var out []float64
		for i := range d {
			for j := i; j < d; j++ {
				out = append(out, math.RoundToEven(float64(exact[len(out)])+n[i*d+j]*s2))
			}
		}
		return out, nil
	}
	c := 0.0
	var mismatch error
	for i := range uint64(replays) {
		o, err := release(mech, m)(noisetest.New(i))
		if err != nil {
			return nil, err
		}
		y := noisyMatrix(o, m.Scale())
		if c == 0 { // the noise of c = 1, over that seen
			n, err := plan.Matrix(1, noisetest.New(i), nil)
			if err != nil {
				return nil, err
			}
			c = math.Abs(n[0] * s2 / (y[0] - float64(exact[0])))
		}
		again, err := noisy(c, noisetest.New(i))
		if err != nil {
			return nil, err
		}
		size := math.Abs(o.Spectrum[0])*s2 + math.Abs(o.Spectrum[d-1])*s2 + s2
		for j := range y {
			if math.Abs(y[j]-again[j]) > 1e-4*size { // six decimals of the vectors, and of c
				mismatch = errReplay
			}
		}
	}
	return func(src noise.Source) (Output, error) {
		y, err := noisy(c, src)
		return Output{noisy: y}, err
	}, mismatch
}
