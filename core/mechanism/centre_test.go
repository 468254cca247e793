package mechanism

import (
	"errors"
	"math"
	"strings"
	"testing"

	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

func newCentre(t testing.TB, dim int, epsilon, delta float64) *Centre {
	t.Helper()
	c, err := NewCentre(CentreParams{Dim: dim, Scale: testScale, Budget: privacy.Budget{Epsilon: epsilon, Delta: delta}, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The widths against the worst neighbours: s·e₁ for −s·e₁ in ℓ₂, s/√d·1 for −s/√d·1
// in ℓ₁. They are as narrow as these allow, to a part in 10⁶.
func TestCentreWidth(t *testing.T) {
	for _, d := range []int{1, 7, 150} {
		g := newCentre(t, d, .5, 1e-6)
		sigma := float64(g.width) / testScale
		if loss := 4 / (2 * sigma * sigma); g.cost.Rho < loss*(1-1e-12) || g.cost.Rho > loss*(1+1e-6) {
			t.Errorf("d = %d: ρ = %v, the worst neighbours give %v", d, g.cost.Rho, loss)
		}
		// Balle and Wang's σ for sensitivity 2 is √2 times that for √2.
		if want := math.Sqrt2 * analyticSigma(.5, 1e-6); sigma > want*1.01 || sigma < want*(1-1e-6) {
			t.Errorf("d = %d: σ = %v, the analytic one is %v", d, sigma, want)
		}
		l := newCentre(t, d, .5, 0)
		if loss := 2 * math.Sqrt(float64(d)) * testScale / float64(l.width); loss > .5*(1+1e-12) || loss < .5*(1-1e-3) {
			t.Errorf("d = %d: the worst neighbours lose %v of ε = .5", d, loss)
		}
		// Laplace noise of the scale t on ℓ₂ changes of 2s is (2s/t)²/2-zCDP, which in many features is less than what ε implies.
		want := min(privacy.PureRho(.5), 2*testScale*testScale/float64(l.width)/float64(l.width))
		if rho := l.cost.Rho; rho < want*(1-1e-12) || rho > want*(1+1e-6) {
			t.Errorf("d = %d: Laplace noise states ρ = %v, want %v", d, rho, want)
		}
		if part := l.Part(); part.Law.Family != privacy.DiscreteLaplace || part.Law.Width != l.width || part.Delta != 0 {
			t.Errorf("d = %d: %+v of %+v", d, part, part.Law)
		}
		if part := g.Part(); part.Law.Family != privacy.DiscreteGaussian || part.Law.Width != g.width || part.Delta != 1e-6 {
			t.Errorf("d = %d: %+v of %+v", d, part, part.Law)
		}
	}
}

// The released mean is the exact mean and noise of the stated width: mean and
// variance of 40,000 variates, |z| ≤ 5.2 each, false-rejection rate below 1e-6 (the
// variance's law for Laplace is heavier than normal; 40,000 make up for it).
// Mutants: a width √2 too small or too large.
func TestCentreNoise(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	const d, n, draws = 40, 25, 1000
	for _, delta := range []float64{0, 1e-5} {
		c := newCentre(t, d, 1, delta)
		sum := c.Sum()
		q := make([]int16, d)
		for i := range q {
			q[i] = int16(20 * (i - 15))
		}
		for range n {
			if err := sum.Add(q); err != nil {
				t.Fatal(err)
			}
		}
		variance, fourth := float64(c.width)*float64(c.width), 3.0
		if delta == 0 {
			variance, fourth = 2*variance, 6
		}
		src := noisetest.New(9)
		mean, square := 0.0, 0.0
		for range draws {
			for i, x := range c.Release(sum, src) {
				noise := (x*n*testScale - float64(n)*float64(q[i])) / math.Sqrt(variance)
				mean += noise
				square += noise * noise
			}
		}
		const size = d * draws
		zMean := mean / math.Sqrt(size)
		zSquare := func(factor float64) float64 {
			return (square/(factor*size) - 1) / math.Sqrt((fourth-1)/size)
		}
		if math.Abs(zMean) > zLimit || math.Abs(zSquare(1)) > zLimit {
			t.Errorf("δ = %g: mean off by %.1f, variance by %.1f standard errors", delta, zMean, zSquare(1))
		}
		for _, mutant := range []float64{.5, 2} {
			if math.Abs(zSquare(mutant)) <= zLimit {
				t.Errorf("δ = %g: %v times the variance passes", delta, mutant)
			}
		}
	}
}

func TestCentreRefuses(t *testing.T) {
	good := CentreParams{Dim: 3, Scale: testScale, Budget: privacy.Budget{Epsilon: 1, Delta: 1e-6}, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	for want, spoil := range map[string]func(*CentreParams){
		"private under add/remove": func(p *CentreParams) { p.Relation = privacy.AddRemove },
		"may have several":         func(p *CentreParams) { p.RowsPerPerson = 2 },
		"relation":                 func(p *CentreParams) { p.Relation = "" },
		"no feature":               func(p *CentreParams) { p.Dim = 0 },
		"scale":                    func(p *CentreParams) { p.Scale = 0 },
		"ε must be positive":       func(p *CentreParams) { p.Budget.Epsilon = 0 },
	} {
		t.Run(want, func(t *testing.T) {
			p := good
			spoil(&p)
			if _, err := NewCentre(p); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: %v, want %q", p, err, want)
			}
		})
	}
	c, err := NewCentre(good)
	if err != nil {
		t.Fatal(err)
	}
	sum := c.Sum()
	if err := sum.Add([]int16{testScale, 1, 0}); !errors.Is(err, moment.ErrNorm) || sum.sum[0] != 0 || sum.records != 0 {
		t.Errorf("a record outside the ball: %v, %+v", err, sum)
	}
	for _, x := range c.Release(sum, noisetest.New(1)) {
		if x != 0 {
			t.Errorf("the mean of no records is %v", x)
		}
	}
}

// A record of another length is a defect of the program.
func TestCentreOfAnotherLength(t *testing.T) {
	for _, n := range []int{2, 4} {
		func() {
			defer func() {
				if said := recover(); said != "mechanism: a record of another length" {
					t.Errorf("%d entries: recovered %v", n, said)
				}
			}()
			newCentre(t, 3, 1, 0).Sum().Add(make([]int16, n))
		}()
	}
}

// A record may be as long as the scale, and no longer.
func TestLongestRecordOfACentre(t *testing.T) {
	sum := newCentre(t, 3, 1, 0).Sum()
	if err := sum.Add([]int16{0, -testScale, 0}); err != nil || sum.sum[1] != -testScale || sum.records != 1 {
		t.Errorf("as long as the scale: %v", err)
	}
	if err := sum.Add([]int16{1, testScale, 0}); !errors.Is(err, moment.ErrNorm) || sum.records != 1 {
		t.Errorf("longer: %v", err)
	}
}
