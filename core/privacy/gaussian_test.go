package privacy

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// TestFrobeniusSquared searches all pairs of small integer records.
func TestFrobeniusSquared(t *testing.T) {
	const scale = 5
	var records [][2]int64
	for x := int64(-scale); x <= scale; x++ {
		for y := int64(-scale); y <= scale; y++ {
			if x*x+y*y <= scale*scale {
				records = append(records, [2]int64{x, y})
			}
		}
	}
	norm := func(p [2]int64, q [2]int64) int64 { // ‖ppᵀ − qqᵀ‖²
		xx, xy, yy := p[0]*p[0]-q[0]*q[0], p[0]*p[1]-q[0]*q[1], p[1]*p[1]-q[1]*q[1]
		return xx*xx + 2*xy*xy + yy*yy
	}
	var replace, add int64
	for _, p := range records {
		add = max(add, norm(p, [2]int64{}))
		for _, q := range records {
			replace = max(replace, norm(p, q))
		}
	}
	for rows := int64(1); rows <= 3; rows++ {
		if got := FrobeniusSquared(ReplaceOne, scale, uint64(rows)).Int64(); got != replace*rows*rows {
			t.Errorf("replace-one, %d rows: %d for %d", rows, got, replace*rows*rows)
		}
		if got := FrobeniusSquared(AddRemove, scale, uint64(rows)).Int64(); got != add*rows*rows {
			t.Errorf("add-remove, %d rows: %d for %d", rows, got, add*rows*rows)
		}
	}
	// 2·16383⁴·1000² passes 64 bits.
	if got := FrobeniusSquared(ReplaceOne, 16383, 1000); got.BitLen() != 77 {
		t.Errorf("%d bits", got.BitLen())
	}
}

// TestCalibrateGaussianRho checks the least σ and τ in exact arithmetic.
func TestCalibrateGaussianRho(t *testing.T) {
	for _, squared := range []*big.Int{big.NewInt(1), big.NewInt(7), FrobeniusSquared(ReplaceOne, 8191, 1), FrobeniusSquared(AddRemove, 16383, 7)} {
		for _, rho := range []float64{1e-9, 3.21e-4, .1, .5, 2, 1e3} {
			g, err := CalibrateGaussianRho(squared, rho)
			if err != nil {
				t.Fatal(err)
			}
			enough := func(sigma uint64, rho float64) bool { // 2σ²ρ ≥ Δ²
				r := new(big.Rat).SetFloat64(2 * rho)
				s := new(big.Rat).SetInt(new(big.Int).SetUint64(sigma))
				return r.Mul(r, s).Mul(r, s).Cmp(new(big.Rat).SetInt(squared)) >= 0
			}
			if !enough(g.Sigma, rho) || enough(g.Sigma-1, rho) {
				t.Errorf("Δ² = %v, ρ = %g: σ = %d is not the least", squared, rho, g.Sigma)
			}
			if !enough(g.Sigma, g.Rho) || enough(g.Sigma, down(g.Rho)) || g.Rho > rho {
				t.Errorf("Δ² = %v, ρ = %g: attains %v", squared, rho, g.Rho)
			}
			twice := func(tau uint64) bool { // 2τ² ≥ σ²
				a, b := new(big.Int).SetUint64(tau), new(big.Int).SetUint64(g.Sigma)
				return a.Mul(a, a).Lsh(a, 1).Cmp(b.Mul(b, b)) >= 0
			}
			if !twice(g.OffDiagonal) || twice(g.OffDiagonal-1) {
				t.Errorf("σ = %d: τ = %d", g.Sigma, g.OffDiagonal)
			}
		}
	}
	if _, err := CalibrateGaussianRho(FrobeniusSquared(ReplaceOne, 16383, 1000), 1e-30); err == nil {
		t.Error("σ beyond 2⁶⁰ is returned")
	}
}

// shiftDelta is the δ at ε of a one-dimensional law of weight w under a shift of
// the query by delta: Σ max(0, P(x) − e^ε·P(x−shift)).
func shiftDelta(w func(x float64) float64, reach, shift int, epsilon float64) float64 {
	sum, lost := 0.0, 0.0
	for x := -reach; x <= reach; x++ {
		sum += w(float64(x))
		lost += max(0, w(float64(x))-math.Exp(epsilon)*w(float64(x-shift)))
	}
	return lost / sum
}

// TestGaussianLoss sums the exact δ of the calibrated noise for one coordinate: it
// must not pass the budget's, and should come near it. A σ smaller by 2 % must be
// caught.
func TestGaussianLoss(t *testing.T) {
	routes := map[Route]int{}
	for _, sensitivity := range []int{1, 2, 5, 30, 200} {
		for _, b := range []Budget{{.1, 1e-3}, {.5, 1e-6}, {1, 1e-2}, {1, 1e-9}, {3, 1e-5}, {8, 1e-4}} {
			t.Run(fmt.Sprint(b.Delta), func(t *testing.T) {
				squared := big.NewInt(int64(sensitivity * sensitivity))
				g, err := CalibrateGaussian(squared, 1, b)
				if err != nil {
					t.Fatal(err)
				}
				routes[g.Route]++
				loss := func(sigma float64) float64 {
					weight := func(x float64) float64 { return math.Exp(-x * x / (2 * sigma * sigma)) }
					return shiftDelta(weight, int(20*sigma)+30, sensitivity, b.Epsilon)
				}
				sigma := float64(g.Sigma)
				if got := loss(sigma); got > b.Delta {
					t.Errorf("Δ = %d, %+v: σ = %v loses δ = %g", sensitivity, b, sigma, got)
				}
				if g.Route == RouteAnalytic && sigma > 500 {
					if got := loss(sigma); got < .9*b.Delta {
						t.Errorf("Δ = %d, %+v: σ = %v loses only δ = %g", sensitivity, b, sigma, got)
					}
					if got := loss(.98 * sigma); got <= b.Delta {
						t.Errorf("Δ = %d, %+v: the mutant .98σ passes with δ = %g", sensitivity, b, got)
					}
				}
				if rho := squaredOver(sensitivity, g.Sigma); math.Abs(g.Rho/rho-1) > 1e-14 {
					t.Errorf("Δ = %d, %+v: ρ = %v for %v", sensitivity, b, g.Rho, rho)
				}
			})
		}
	}
	if routes[RouteZCDP] == 0 || routes[RouteAnalytic] == 0 {
		t.Errorf("one route is never taken: %v", routes)
	}
}

func squaredOver(sensitivity int, sigma uint64) float64 {
	r := float64(sensitivity) / float64(sigma)
	return r * r / 2
}

// TestGaussianLossPlane sums the exact δ of two coordinates for a shift that is
// not along an axis: Theorem 2 with more than one coordinate.
func TestGaussianLossPlane(t *testing.T) {
	b := Budget{2, 1e-3}
	const dx, dy = 12, 9
	g, err := CalibrateGaussian(big.NewInt(dx*dx+dy*dy), 2, b)
	if err != nil {
		t.Fatal(err)
	}
	s := float64(g.Sigma)
	reach := int(8 * s)
	sum, lost := 0.0, 0.0
	for x := -reach; x <= reach; x++ {
		for y := -reach; y <= reach; y++ {
			p := float64(x*x + y*y)
			q := float64((x-dx)*(x-dx) + (y-dy)*(y-dy))
			sum += math.Exp(-p / (2 * s * s))
			lost += max(0, math.Exp(-p/(2*s*s))-math.Exp(b.Epsilon-q/(2*s*s)))
		}
	}
	if delta := lost / sum; delta > b.Delta || delta < .5*b.Delta {
		t.Errorf("σ = %d by %q loses δ = %g", g.Sigma, g.Route, delta)
	}
}

// logRatio returns log R(x)/P(x), R the rounded normal's probability and P the
// discrete Gaussian's: the interval's normal probability by Simpson's rule.
func logRatio(sigma, x float64) float64 {
	z := 1.0
	for r := 1.0; r < 40*sigma; r++ {
		z += 2 * math.Exp(-r*r/(2*sigma*sigma))
	}
	f := func(h float64) float64 { return math.Exp(-(2*x*h + h*h) / (2 * sigma * sigma)) }
	const panels = 64
	integral := 0.0
	for i := range panels {
		a := -.5 + float64(i)/panels
		integral += (f(a) + 4*f(a+.5/panels) + f(a+1./panels)) / (6 * panels)
	}
	return math.Log(integral * z / (sigma * math.Sqrt(2*math.Pi)))
}

// TestRatioBounds holds what the analytic route charges to Lemma 1's ratio, where
// doubles can tell: for every x within the radius, and without waste at its ends.
func TestRatioBounds(t *testing.T) {
	b := Budget{.5, 1e-2}
	for _, sigma := range []float64{6, 7, 20, 100} {
		below, above, ok := ratioBounds(sigma, 1, b)
		if !ok {
			t.Fatalf("σ = %v: not proved", sigma)
		}
		least, most := 0.0, 0.0
		radius := math.Sqrt(above * 20 * sigma * sigma) // √K
		for x := 0.0; x <= radius*sigma; x++ {
			ratio := logRatio(sigma, x)
			least, most = min(least, ratio), max(most, ratio)
		}
		// Simpson's rule and the logarithm err by less than 1e-13.
		if least < -below-1e-13 || most > above+1e-13 {
			t.Errorf("σ = %v: log R/P in [%g, %g], allowed [%g, %g]", sigma, least, most, -below, above)
		}
		if least > -.9*below || most < .75*above {
			t.Errorf("σ = %v: log R/P in [%g, %g] is charged as [%g, %g]", sigma, least, most, -below, above)
		}
		if rest := math.Erfc(radius / math.Sqrt2); rest > b.Delta*math.Exp(-b.Epsilon)*0x1p-30 {
			t.Errorf("σ = %v: the tail beyond the radius is %g", sigma, rest)
		}
		many, _, _ := ratioBounds(sigma, 1000, b)
		if math.Abs(many/(1000*below)-1) > 1e-12 {
			t.Errorf("a thousand coordinates cost %v times one", many/below)
		}
	}
	if _, _, ok := ratioBounds(3.99, 1, Budget{1e-3, .5}); ok {
		t.Error("a width below 4 is accepted")
	}
	if _, _, ok := ratioBounds(10, 1, Budget{1e3, 1e-6}); ok {
		t.Error("a radius beyond the lemma's range is accepted")
	}
}

// TestCoordinatesAreCharged: many coordinates must widen the noise by what Theorem
// 2 asks, where σ is small enough for that to show.
func TestCoordinatesAreCharged(t *testing.T) {
	b := Budget{.1, 1e-3}
	const coordinates, sensitivity = 1_000_000, 200
	squared := big.NewInt(sensitivity * sensitivity)
	one, err := CalibrateGaussian(squared, 1, b)
	if err != nil {
		t.Fatal(err)
	}
	many, err := CalibrateGaussian(squared, coordinates, b)
	if err != nil {
		t.Fatal(err)
	}
	if many.Route != RouteAnalytic || float64(many.Sigma) < 1.01*float64(one.Sigma) {
		t.Fatalf("σ = %d for a million coordinates by %q, %d for one", many.Sigma, many.Route, one.Sigma)
	}
	s2 := float64(many.Sigma) * float64(many.Sigma)
	slack := coordinates/(23*s2/2) + coordinates/(20*s2/2) // at least this
	exact, _ := bigGaussianDelta(real64(sensitivity/float64(many.Sigma)), real64(b.Epsilon-slack)).Float64()
	if exact > b.Delta {
		t.Errorf("σ = %d leaves no room for a loss of %g in the ratio: δ = %g", many.Sigma, slack, exact)
	}
}

// The widest σ is returned, and no wider one. No noise is calibrated for nothing.
func TestWidestGaussian(t *testing.T) {
	widest := new(big.Int).Lsh(big.NewInt(1), 120)
	if g, err := CalibrateGaussianRho(widest, .5); err != nil || g.Sigma != MaxScale || g.Rho != .5 {
		t.Errorf("%+v, %v", g, err)
	}
	if g, err := CalibrateGaussianRho(widest.Add(widest, big.NewInt(1)), .5); err == nil {
		t.Errorf("wider than the widest: %+v", g)
	}
	for _, rho := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if g, err := CalibrateGaussianRho(big.NewInt(2), rho); err == nil {
			t.Errorf("ρ = %v: %+v", rho, g)
		}
	}
	if g, err := CalibrateGaussianRho(big.NewInt(2), math.MaxFloat64); err != nil || g.Sigma != 1 {
		t.Errorf("the largest ρ: %+v, %v", g, err)
	}
	for said, call := range map[string]func(){
		"privacy: sensitivity is not positive": func() { CalibrateGaussianRho(big.NewInt(0), 1) },
		"privacy: no coordinates":              func() { CalibrateGaussian(big.NewInt(2), 0, Budget{1, 1e-6}) },
		"privacy: unknown neighbour relation":  func() { FrobeniusSquared("", 1, 1) },
	} {
		t.Run(said, func(t *testing.T) {
			func() {
				defer func() {
					if got := recover(); got != said {
						t.Errorf("%s: recovered %v", said, got)
					}
				}()
				call()
			}()
		})
	}
}

// One less is not proven by either route: the calibrated σ is the least.
func TestGaussianIsTheNarrowest(t *testing.T) {
	routes := map[Route]int{}
	for _, budget := range []Budget{{.1, 1e-6}, {.7, 1e-9}, {3, 1e-3}, {8, .05}} {
		t.Run(fmt.Sprint(budget.Epsilon), func(t *testing.T) {
			for base := int64(2); base < 1<<50; base = base*7 + 1 {
				squared := big.NewInt(base)
				g, err := CalibrateGaussian(squared, 6, budget)
				if err != nil {
					t.Fatal(err)
				}
				routes[g.Route]++
				rho, err := RhoFor(budget.Epsilon, budget.Delta)
				if err != nil {
					t.Fatal(err)
				}
				enough := func(sigma uint64) bool {
					return analyticHolds(squared, sigma, 6, budget) || sigma > 0 && GaussianRho(squared, sigma) <= rho
				}
				if !enough(g.Sigma) || enough(g.Sigma-1) {
					t.Errorf("%+v, squared sensitivity %d: σ = %d by the route %s is not the least", budget, base, g.Sigma, g.Route)
				}
			}
		})
	}
	if routes[RouteZCDP] < 5 || routes[RouteAnalytic] < 20 {
		t.Errorf("routes %v", routes)
	}
}
