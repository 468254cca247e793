package privacy

import (
	"math"
	"testing"
)

// A law has the numbers of its family and no other's; each limit is taken, and what is beyond it refused.
func TestLawValidate(t *testing.T) {
	gaussian := Law{Family: DiscreteGaussian, Width: 1, Route: RouteZCDP, Reach: 7, Weight: 3, Directions: 2}
	laplace := Law{Family: DiscreteLaplace, Width: MaxScale, OffDiagonal: MaxScale}
	nuclear := Law{Family: NuclearNorm, Exponent: math.SmallestNonzeroFloat64}
	kNorm := Law{Family: KNorm, Exponent: math.MaxFloat64}
	chosen := Law{Family: Exponential, Exponent: 1, Target: .99, Candidates: 1, Proposals: 1}
	chain := Law{Family: Exponential, Exponent: 1, Sweeps: 1}
	analytic := Law{Family: DiscreteGaussian, Width: 2, OffDiagonal: 1, Route: RouteAnalytic}
	for _, l := range []Law{gaussian, laplace, nuclear, kNorm, chosen, chain, analytic} {
		if err := l.Validate(); err != nil {
			t.Errorf("%+v: %v", l, err)
		}
	}
	for name, l := range map[string]Law{
		"no family":                   {Width: 1},
		"no width":                    edited(gaussian, func(l *Law) { l.Width = 0 }),
		"too wide":                    edited(gaussian, func(l *Law) { l.Width = MaxScale + 1 }),
		"too wide off the diagonal":   edited(laplace, func(l *Law) { l.OffDiagonal = MaxScale + 1 }),
		"a width and an exponent":     edited(laplace, func(l *Law) { l.Exponent = 1 }),
		"no exponent":                 edited(nuclear, func(l *Law) { l.Exponent = 0 }),
		"a negative exponent":         edited(nuclear, func(l *Law) { l.Exponent = -1 }),
		"an infinite exponent":        edited(kNorm, func(l *Law) { l.Exponent = math.Inf(1) }),
		"an exponent that is none":    edited(kNorm, func(l *Law) { l.Exponent = math.NaN() }),
		"an exponent and a width":     edited(kNorm, func(l *Law) { l.Width = 1 }),
		"and a width off":             edited(kNorm, func(l *Law) { l.OffDiagonal = 1 }),
		"negative directions":         edited(gaussian, func(l *Law) { l.Directions = -1 }),
		"a route of another family":   edited(laplace, func(l *Law) { l.Route = RouteZCDP }),
		"an unknown route":            edited(gaussian, func(l *Law) { l.Route = "none" }),
		"a reach without a grid":      edited(nuclear, func(l *Law) { l.Reach = 1 }),
		"a selection of noise":        edited(gaussian, func(l *Law) { l.Target, l.Candidates = .5, 3 }),
		"candidates of noise":         edited(gaussian, func(l *Law) { l.Candidates = 3 }),
		"proposals of noise":          edited(nuclear, func(l *Law) { l.Proposals = 3 }),
		"sweeps of noise":             edited(kNorm, func(l *Law) { l.Sweeps = 3 }),
		"a target of no candidates":   edited(chosen, func(l *Law) { l.Candidates = 0 }),
		"candidates and no target":    edited(chosen, func(l *Law) { l.Target = 0 }),
		"a target of everything":      edited(chosen, func(l *Law) { l.Target = 1 }),
		"a negative target":           edited(chosen, func(l *Law) { l.Target = -.5 }),
		"negative candidates":         edited(chosen, func(l *Law) { l.Candidates = -1 }),
		"negative proposals":          edited(chosen, func(l *Law) { l.Proposals = -1 }),
		"a negative number of sweeps": edited(chain, func(l *Law) { l.Sweeps = -1 }),
	} {
		if l.Validate() == nil {
			t.Errorf("%s: %+v is valid", name, l)
		}
	}
	// A part is refused with its law, and does without.
	part := Part{Step: "s", Mechanism: "m", Epsilon: 1, Claim: Exact}
	if err := part.Validate(); err != nil {
		t.Errorf("without a law: %v", err)
	}
	if part.Law = &gaussian; part.Validate() != nil {
		t.Error("with a law it is refused")
	}
	if part.Law = (&Law{Family: DiscreteGaussian}); part.Validate() == nil {
		t.Error("with a law of no width it is taken")
	}
}

func edited(l Law, change func(*Law)) Law {
	change(&l)
	return l
}

// Only what spends nothing at all is free.
func TestFree(t *testing.T) {
	for cost, want := range map[Cost]bool{{}: true, {Epsilon: 1}: false, {Delta: 1}: false, {Rho: 1}: false, {Epsilon: 1e-300}: false, {Claim: Exact}: true} {
		if cost.Free() != want {
			t.Errorf("%+v: free is %v", cost, !want)
		}
	}
}

// The number of rows weighs as much as the reach says: nothing near 0, and √reach over the fourth root of d.
func TestWeightOfTheNumberOfRows(t *testing.T) {
	for _, c := range []struct {
		reach int64
		dim   int
		want  int64
	}{{1, 1_000_000, 1}, {9, 1, 3}, {10_000, 16, 50}, {10_000, 1, 100}} {
		if got := (MeanQuery{Dim: c.dim, Reach: c.reach}).Weight(); got != c.want {
			t.Errorf("reach %d, d = %d: %d, want %d", c.reach, c.dim, got, c.want)
		}
	}
}

// LaplaceMu is √(πρ), and hardly more.
func TestLaplaceMuIsTight(t *testing.T) {
	for _, rho := range []float64{1e-9, .01, .5, 3} {
		if mu, plain := LaplaceMu(rho), math.Sqrt(math.Pi*rho); !(mu >= plain && mu <= plain*(1+1e-6)) {
			t.Errorf("ρ = %g: μ = %v, √(πρ) = %v", rho, mu, plain)
		}
	}
}

// nuclearSquares is E‖N‖²_F by quadrature in two and three dimensions, where eigenvalues have the density ∏|λᵢ − λⱼ|·exp(−Σ|λᵢ|).
func TestNuclearSquares(t *testing.T) {
	const step, most = .25, 30.
	var grid []float64
	for x := -most + step/2; x < most; x += step {
		grid = append(grid, x)
	}
	var squares, weight [4]float64
	for _, a := range grid {
		for _, b := range grid {
			w := math.Abs(a-b) * math.Exp(-math.Abs(a)-math.Abs(b))
			squares[2], weight[2] = squares[2]+w*(a*a+b*b), weight[2]+w
			for _, c := range grid {
				w := w * math.Abs(a-c) * math.Abs(b-c) * math.Exp(-math.Abs(c))
				squares[3], weight[3] = squares[3]+w*(a*a+b*b+c*c), weight[3]+w
			}
		}
	}
	for _, d := range []int{2, 3} {
		if got, want := nuclearSquares(float64(d)), squares[d]/weight[d]; math.Abs(got/want-1) > .03 { // 2 %, and what the grid adds
			t.Errorf("d = %d: %g, by quadrature %g", d, got, want)
		}
	}
}
