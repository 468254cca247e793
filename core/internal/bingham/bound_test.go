package bingham

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"privatepca/core/noise/noisetest"
)

// spectra of many shapes: the bound must hold on all of them.
func shapes(d, k int, size float64) map[string][]float64 {
	flat, steps, linear := make([]float64, d), make([]float64, d), make([]float64, d)
	for i := range d {
		if i < k {
			flat[i] = size
		}
		steps[i] = size * float64((d-i)/3) / float64(1+d/3)
		linear[i] = size * float64(d-i) / float64(d)
	}
	return map[string][]float64{"flat": flat, "steps": steps, "linear": linear, "geometric": spectrumOf(d, size, 0.7)}
}

// The inequality behind exactness, at random points of the interlacing box:
// log c(μ) ≤ bound + Σ f(μᵢ) − Σ_{l>j} … with the sums as bingham.md has them.
func TestBoundOverBox(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 31))
	const d, k = 12, 4
	for _, size := range []float64{0.1, 5, 80, 1e4} {
		for name, b := range shapes(d, k, size) {
			for _, two := range []bool{false, true} {
				for j, s := range plan(b, k, two)[:k-1] {
					low, high := s.gap[k-j:], s.gap[1:1+d-k]
					f := func(gap float64) float64 { return interpolate(s, gap) }
					for range 40 {
						mu := []float64{0}
						tight := rng.Float64()
						for i := range low {
							u := rng.Float64()
							if u < tight { // faces and corners matter most
								u = math.Round(u / tight)
							}
							mu = append(mu, -low[i]+u*(low[i]-high[i]))
						}
						slices.SortFunc(mu[1:], func(a, b float64) int { return int(math.Copysign(1, b-a)) })
						p := simple(mu)
						p.mult[0] = float64(k - j)
						limit := s.bound
						for i, g := range low {
							limit += f(-mu[1+i]) - f(g)
						}
						if lc := p.logC(); lc > limit {
							t.Fatalf("%s size %g two=%v step %d: log c exceeds its bound by %g", name, size, two, j, lc-limit)
						}
					}
				}
			}
		}
	}
}

// interpolate gives a tilt's f between its knots: f is linear between
// neighbouring eigenvalues up to one break, so that the chord is no less than
// f. The test is the weaker for it by the break's cell only.
func interpolate(s tilt, gap float64) float64 {
	i, _ := slices.BinarySearch(s.gap, gap)
	if i == 0 {
		return s.f[0]
	}
	i = min(i, len(s.gap)-1)
	width := s.gap[i] - s.gap[i-1]
	if width <= 0 {
		return s.f[i]
	}
	w := (gap - s.gap[i-1]) / width
	return s.f[i-1] + w*(s.f[i]-s.f[i-1])
}

// No acceptance factor exceeds one on what the sampler really proposes, and
// the determinant identity agrees with a dense eigendecomposition.
func TestWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(32)
	const d, k = 15, 5
	for _, size := range []float64{0.1, 5, 80, 1e4, 1e6} {
		for name, b := range shapes(d, k, size) {
			for _, two := range []bool{false, true} {
				steps := plan(b, k, two)
				p := newProposer(d, steps)
				for range 15 {
					for j := k - 1; j >= 0; j-- {
						cost, at := p.acceptance(j)
						if cost < 0 {
							t.Fatalf("%s size %g two=%v step %d: acceptance e^%g", name, size, two, j, -cost)
						}
						if j < k-1 {
							later := newFrame(d-j-1, k-1-j)
							for l := range later {
								copy(later[l], p.v[j+1+l][j+1:])
							}
							mu, _ := restricted(scaled(steps[j].gap[1:], -1), later)
							full := simple(append([]float64{0}, mu...))
							full.mult[0] = float64(k - j)
							_, k2 := p.form.slope(at)
							if got, want := p.form.logC(at, k2, steps[j].bend), full.logC(); math.Abs(got-want) > 1e-9*max(1, size*1e-4) {
								t.Fatalf("%s size %g step %d: log c = %.14g, dense %.14g", name, size, j, got, want)
							}
						}
						p.column(j, at, src)
					}
				}
			}
		}
	}
}
