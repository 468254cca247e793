package release

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

// A number of a law counts from 1 on: a step that has no use for it must not have it, and one that needs it must.
func TestMisplacedNumbers(t *testing.T) {
	discrete := privacy.Law{Family: privacy.DiscreteLaplace, Width: 1}
	with := func(l privacy.Law, change func(l *privacy.Law)) *privacy.Law {
		change(&l)
		return &l
	}
	for i, c := range []struct {
		step, mechanism string
		law             *privacy.Law
		claim           privacy.Claim
		want            string
	}{
		{method.StepSecondMoment, "laplace", with(discrete, func(l *privacy.Law) { l.OffDiagonal = 1 }), privacy.Exact, ""},
		{method.StepSecondMoment, "laplace", &discrete, privacy.Exact, "its widths"},
		{method.StepCentre, "laplace", with(discrete, func(l *privacy.Law) { l.OffDiagonal = 1 }), privacy.Exact, "its widths"},
		{method.StepCentre, "laplace", &discrete, privacy.Exact, ""},
		{method.StepCentre, "laplace", with(discrete, func(l *privacy.Law) { l.Weight = 1 }), privacy.Exact, "a number that such a step"},
		{method.StepMean, "laplace", with(discrete, func(l *privacy.Law) { l.Weight = 1 }), privacy.Exact, ""},
		{method.StepCentre, "laplace", with(discrete, func(l *privacy.Law) { l.Reach = 1 }), privacy.Exact, "a number that such a step"},
		{method.StepCore, "laplace", with(discrete, func(l *privacy.Law) { l.OffDiagonal, l.Reach, l.Directions = 1, 1, 1 }), privacy.Exact, ""},
		{method.StepCore, "laplace", with(discrete, func(l *privacy.Law) { l.OffDiagonal, l.Directions = 1, 1 }), privacy.Exact, "a number that such a step"},
		{method.StepCore, "laplace", with(discrete, func(l *privacy.Law) { l.OffDiagonal, l.Reach = 1, 1 }), privacy.Exact, "a number that such a step"},
		{method.StepNormBound, "exponential", &privacy.Law{Candidates: 1}, privacy.Exact, ""},
		{method.StepNormBound, "exponential", &privacy.Law{}, privacy.Exact, "a selection’s"},
		{method.StepDirection, "sequential", &privacy.Law{Candidates: 1}, privacy.Idealised, "a selection’s"},
		{method.StepSubspace, "ppca", &privacy.Law{Directions: 1}, privacy.Idealised, ""},
		{method.StepSubspace, "ppca", &privacy.Law{Directions: 1, Sweeps: 1, Proposals: 1}, privacy.Conditional, ""},
		{method.StepSubspace, "ppca", &privacy.Law{Directions: 1, Sweeps: 1, Proposals: 1}, privacy.Idealised, "Markov chain"},
		{method.StepSubspace, "ppca", &privacy.Law{Directions: 1, Sweeps: 1}, privacy.Conditional, "how its sampler ran"},
		{method.StepSubspace, "ppca", &privacy.Law{Directions: 1, Proposals: 1}, privacy.Conditional, "how its sampler ran"},
		{method.StepSubspace, "ppca-gibbs", &privacy.Law{Directions: 1, Sweeps: 1}, privacy.Conditional, ""},
		{method.StepSubspace, "ppca-gibbs", &privacy.Law{Directions: 1}, privacy.Conditional, "how its sampler ran"},
		{method.StepSecondMoment, "nuclear", &privacy.Law{Sweeps: 1}, privacy.Conditional, "how its sampler ran"},
	} {
		if got := misplaced(c.step, method.Named(c.mechanism), c.claim, c.law); got != c.want && (c.want == "" || !strings.Contains(got, c.want)) {
			t.Errorf("%d, %s by %s: %q, want %q", i, c.step, c.mechanism, got, c.want)
		}
	}
}

// An exponent costs what it states, and is the one that is drawn, each to its rounding: of version 1 six digits.
func TestExponentsAtTheirLimits(t *testing.T) {
	for i, c := range []struct {
		version                         int
		exponent, change, charge, drawn float64
		want                            string
	}{
		{2, 0, 0, 1 + slack, 0, ""}, // at ε = 1
		{2, 0, 0, math.Nextafter(1+slack, 2), 0, "costs"},
		{2, .5, 2, 0, .5, ""},
		{2, .5, 1.5, .25, .5, ""},
		{2, .5, 1.5, .25 + 3e-9, .5, "costs"},
		{2, .5 * (1 + 3e-9), 2, 0, .5, "costs"},
		{2, .5 * (1 - .5e-9), 2, 0, .5, ""},
		{2, .5 * (1 - 3e-9), 2, 0, .5, "it is"},
		{2, -1e-12, 1, 0, 0, ""},
		{2, math.Nextafter(-1e-12, -1), 1, 0, 0, "it is"},
		{1, .5 * (1 + .9e-5), 2, 0, .5, ""},
		{1, .5 * (1 + 1.05e-5), 2, 0, .5, "costs"},
		{1, .5 * (1 - .9e-5), 2, 0, .5, ""},
		{1, .5 * (1 - 1.05e-5), 2, 0, .5, "it is"},
	} {
		got := exponentContradicts(&Document{Version: c.version}, 1, c.change, c.charge, c.drawn, &privacy.Law{Exponent: c.exponent})
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%d: %q, want %q", i, got, c.want)
		}
	}
	for relation, want := range map[privacy.Relation]float64{privacy.ReplaceOne: 6, privacy.AddRemove: 3} {
		if got := reachOfOne(&Document{Privacy: Privacy{Relation: relation, RowsPerPerson: 3}}); got != want {
			t.Errorf("one person of three rows moves a score by %v, %s, want %v", got, relation, want)
		}
	}
}

// A Laplace scale is the sensitivity over ε, rounded up: of rows that many features of which are not 0.
func TestScalesOfAWholeMatrix(t *testing.T) {
	for _, c := range []struct {
		relation privacy.Relation
		features int
		change   float64 // in s², for one row a person
	}{{privacy.AddRemove, 4, 2.5}, {privacy.ReplaceOne, 4, math.Sqrt(14)}, {privacy.AddRemove, 1, 1}, {privacy.ReplaceOne, 1, math.Sqrt2}, {privacy.ReplaceOne, 9, math.Sqrt(54)}} {
		for _, rows := range []int{1, 3} {
			d := &Document{Version: 1, NumFeatures: c.features, Encoding: Encoding{Quantisation: 100}, Privacy: Privacy{Relation: c.relation, RowsPerPerson: rows}}
			part := privacy.Part{Step: method.StepSecondMoment, Mechanism: "laplace", Epsilon: .5}
			exact := c.change * float64(rows) * 1e4 / .5
			for width, holds := range map[float64]bool{math.Ceil(exact): true, math.Ceil(exact) - 1: false, math.Ceil(exact) + 4: false} {
				l := &privacy.Law{Family: privacy.DiscreteLaplace, Unit: "1/s²", Width: uint64(width), OffDiagonal: uint64(width)}
				if got := wholeContradicts(d, &part, method.Named("laplace"), l); (got == "") != holds {
					t.Errorf("%s, %d features, %d rows: a scale of %v beside %v: %q", c.relation, c.features, rows, width, exact, got)
				}
			}
		}
	}
	// A category's levels are all 0 but one.
	d := &Document{Version: 2, NumFeatures: 9, Encoding: Encoding{Fields: []Field{{Type: "category", Enum: strings.Split("a b c d e f g h i", " ")}}, Centre: "none"}}
	if got := nonzeroOf(d); got != 1 {
		t.Errorf("%d features of a category are not 0", got)
	}
	if d.Version = 1; nonzeroOf(d) != 9 {
		t.Error("documents of version 1 count all features")
	}
}

// Documents of version 1 state the noise of a matrix once.
func TestNoiseIsStatedTwice(t *testing.T) {
	for version, holds := range map[int]bool{1: true, 2: false} {
		d := sample()
		part := d.Privacy.Parts[0]
		d.Version, d.Privacy.Noise = version, nil
		if got := wholeContradicts(d, &part, method.Named("gaussian"), part.Law); (got == "") != holds {
			t.Errorf("version %d: %q", version, got)
		}
	}
}

// Published noise is as published, to a unit of the grid and a part in 10⁹, or as wide as is proven where that is more.
func TestPublishedNoiseAtItsLimits(t *testing.T) {
	for _, name := range []string{"sulq", "modsulq"} {
		m := method.Named(name)
		for _, c := range []struct {
			epsilon, quantisation float64
		}{{.1, 8191}, {1, 8191}, {50, 8191}, {1e-6, 8191}, {1e4, 100}} {
			d := &Document{Version: 2, NumFeatures: 5, NumComponents: 2, Encoding: Encoding{Quantisation: int(c.quantisation)}, Privacy: Privacy{Relation: privacy.ReplaceOne, RowsPerPerson: 1}}
			part := privacy.Part{Epsilon: c.epsilon, Delta: 1e-6}
			squared := privacy.FrobeniusSquared(privacy.ReplaceOne, uint64(c.quantisation), 1)
			published := m.Entry(method.Setting{Features: 5, Directions: 2, Epsilon: c.epsilon, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1}, int(c.quantisation))
			least := uint64(0)
			if g, err := privacy.CalibrateGaussian(squared, 15, privacy.Budget{Epsilon: c.epsilon, Delta: 1e-6}); err == nil {
				least = g.Sigma
			}
			room := math.Max(1, slack*published)
			for sigma, holds := range map[uint64]bool{
				uint64(math.Ceil(published)): true, uint64(published + .9*room): true, uint64(math.Ceil(published - .9*room)): true, least: least != 0,
				uint64(published+1+slack*published) + 1 + uint64(published*1e-15): false, uint64(published + 2.5*room + 1): false, uint64(math.Max(0, published-2.5*room-1)): false,
			} {
				if !holds && sigma == least {
					continue
				}
				got := publishedContradicts(d, &part, m, &privacy.Law{Family: privacy.DiscreteGaussian, Width: sigma, OffDiagonal: sigma}, squared)
				if sigma > 0 && (got == "") != holds {
					t.Errorf("%s at ε = %g: σ = %d beside %g and %d: %q", name, c.epsilon, sigma, published, least, got)
				}
			}
			sigma := uint64(math.Ceil(published))
			if got := publishedContradicts(d, &part, m, &privacy.Law{Width: sigma, OffDiagonal: sigma + 1}, squared); !strings.Contains(got, "states two") {
				t.Errorf("%s: %q", name, got)
			}
		}
	}
}

// Gaussian noise is as wide as one of the proofs needs, and states its ρ.
func TestGaussianNoiseAtItsLimits(t *testing.T) {
	squared := privacy.FrobeniusSquared(privacy.ReplaceOne, 8191, 1)
	for _, budget := range []privacy.Budget{{Epsilon: 1, Delta: 1e-6}, {Epsilon: 200, Delta: .01}} {
		g, err := privacy.CalibrateGaussian(squared, 10, budget)
		if err != nil {
			t.Fatal(err)
		}
		check := func(part privacy.Part, width uint64, stated bool) string {
			part.Delta = budget.Delta
			return gaussianContradicts(&part, &privacy.Law{Family: privacy.DiscreteGaussian, Width: width}, squared, 10, stated)
		}
		rho := privacy.GaussianRho(squared, g.Sigma)
		for _, c := range []struct {
			what   string
			part   privacy.Part
			width  uint64
			stated bool
			want   string
		}{
			{"as calibrated", privacy.Part{Epsilon: budget.Epsilon, Rho: rho}, g.Sigma, true, ""},
			{"without ρ", privacy.Part{Epsilon: budget.Epsilon}, g.Sigma, false, ""},
			{"without the ρ that is due", privacy.Part{Epsilon: budget.Epsilon}, g.Sigma, true, "does not state its ρ"},
			{"with ρ in slack", privacy.Part{Epsilon: budget.Epsilon, Rho: rho * (1 + slack/2)}, g.Sigma, true, ""},
			{"with more ρ", privacy.Part{Epsilon: budget.Epsilon, Rho: rho * (1 + 3*slack)}, g.Sigma, true, "it states ρ"},
			{"with less ρ", privacy.Part{Epsilon: budget.Epsilon, Rho: rho * (1 - 3*slack)}, g.Sigma, true, "it states ρ"},
			{"narrower", privacy.Part{Epsilon: budget.Epsilon, Rho: privacy.GaussianRho(squared, g.Sigma*99/100)}, g.Sigma * 99 / 100, true, "needs at least"},
			{"of no budget", privacy.Part{Epsilon: -1, Rho: rho}, g.Sigma, true, "no noise can be calculated"},
		} {
			if got := check(c.part, c.width, c.stated); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("ε = %g, %s: %q, want %q", budget.Epsilon, c.what, got, c.want)
			}
		}
	}
	// A step that was calibrated to a share of ρ costs the ε of that ρ, where the analytic route proves no more: 10⁻⁹ less for rounding.
	width := uint64(700)
	rho := privacy.GaussianRho(big.NewInt(4e6), width)
	epsilon, err := privacy.EpsilonFor(rho, .01)
	if err != nil {
		t.Fatal(err)
	}
	for less, holds := range map[float64]bool{0: true, slack / 2: true, 3 * slack: false, .1: false} {
		part := privacy.Part{Epsilon: epsilon * (1 - less), Delta: .01, Rho: rho}
		if got := gaussianContradicts(&part, &privacy.Law{Width: width}, big.NewInt(4e6), 4_000_000, true); (got == "") != holds {
			t.Errorf("%g less than the ε of ρ: %q", less, got)
		}
	}
}

// A Laplace scale is rounded up, by one and what a unit of the scale is worth at most.
func TestLaplaceScaleAtItsLimits(t *testing.T) {
	for _, c := range []struct {
		epsilon, change float64
		width           uint64
		rho             float64
		holds           bool
	}{
		{.5, 10, 19, 0, false},
		{.5, 10, 20, 0, true},
		{.5, 10, 23, 0, true},
		{.5, 10, 24, 0, false},
		{2, 10, 4, 0, false},
		{2, 10, 5, 0, true},
		{2, 10, 6, 0, true},
		{2, 10, 7, 0, false},
		{.5, 1e10, 2e10, 0, true},
		{.5, 1e10, 2e10 - 10, 0, true},
		{.5, 1e10, 2e10 - 30, 0, false},
		{.5, 1e10, 2e10 + 10, 0, true},
		{.5, 1e10, 2e10 + 30, 0, false},
		{.5, 10, 20, .1, true},
		{.5, 10, 20, privacy.GaussianRho(big.NewInt(64), 20) * (1 - slack/2), true},
		{.5, 10, 20, .01, false},
	} {
		part := privacy.Part{Epsilon: c.epsilon, Rho: c.rho}
		if got := laplaceContradicts(&part, c.change, big.NewInt(64), &privacy.Law{Width: c.width}, 0); (got == "") != c.holds {
			t.Errorf("%+v: %q", c, got)
		}
	}
	part := privacy.Part{Epsilon: .5}
	for off, holds := range map[uint64]bool{0: true, 1: false, 20: true, 21: false} {
		if got := laplaceContradicts(&part, 10, big.NewInt(64), &privacy.Law{Width: 20}, off); (got == "") != holds {
			t.Errorf("%d off the diagonal: %q", off, got)
		}
	}
}

// A selection is from the candidates of its step, at the ε that it states.
func TestSelectionsAtTheirLimits(t *testing.T) {
	for i, c := range []struct {
		step       string
		candidates int
		released   int
		exponent   float64
		holds      bool
	}{
		{method.StepChoiceOfK, 4, 4, .125, true},
		{method.StepChoiceOfK, 4, 5, .125, false},
		{method.StepChoiceOfK, 5, 4, .125, false},
		{method.StepChoiceOfK, 1, 1, .125, true},
		{method.StepChoiceOfK, 0, 0, .125, false},
		{method.StepChoiceOfK, 4, 4, .13, false},
		{method.StepChoiceOfK, 4, 4, .12, false},
		{method.StepNormBound, method.NormBounds, 4, .125, true},
		{method.StepNormBound, method.NormBounds + 1, 4, .125, false},
		{method.StepNormBound, 1, 4, .125, false},
	} {
		step, _ := method.StepOf(c.step)
		d := &Document{Version: 2, NumFeatures: 5, NumComponents: c.released, Privacy: Privacy{Relation: privacy.ReplaceOne, RowsPerPerson: 4}}
		if got := selectionContradicts(d, &privacy.Part{Epsilon: 1}, step, &privacy.Law{Candidates: c.candidates, Target: .9, Exponent: c.exponent}); (got == "") != c.holds {
			t.Errorf("%d: %q", i, got)
		}
	}
}

// The mean counts rows where their number is private, with the weight of its law, and is as wide as its ε and δ need.
func TestMeansAtTheirLimits(t *testing.T) {
	for relation, rows := range map[privacy.Relation]int{privacy.ReplaceOne: 1, privacy.AddRemove: 2} {
		d := sample()
		d.Privacy.Relation, d.Privacy.RowsPerPerson = relation, rows
		query := meanQueryOf(d)
		counted := relation == privacy.AddRemove // of one row for another the number stays
		budget := privacy.Budget{Epsilon: 1, Delta: 1e-6}
		g, err := privacy.CalibrateGaussian(query.Squared(), query.Coordinates(), budget)
		if err != nil {
			t.Fatal(err)
		}
		part := func(width uint64) *privacy.Part {
			return &privacy.Part{Step: method.StepMean, Epsilon: 1, Delta: 1e-6, Rho: privacy.GaussianRho(query.Squared(), width)}
		}
		gaussian := privacy.Law{Family: privacy.DiscreteGaussian, Width: g.Sigma}
		knorm := privacy.Law{Family: privacy.KNorm, Exponent: 1 / float64(rows)}
		if counted {
			gaussian.Weight, knorm.Weight = uint64(query.Weight()), 1
		}
		for name, c := range map[string]struct {
			law   privacy.Law
			holds bool
		}{"gaussian": {gaussian, true}, "K-norm": {knorm, true}} {
			for weight := range c.law.Weight + 3 {
				l := c.law
				l.Weight = weight
				if got := meanContradicts(d, part(g.Sigma), &l); (got == "") != (weight == c.law.Weight) {
					t.Errorf("%s noise, %s, rows weighed by %d: %q", name, relation, weight, got)
				}
			}
		}
		for exponent, holds := range map[float64]bool{.98: false, 1: true, 1.02: false} {
			if knorm.Exponent = exponent / float64(rows); (meanContradicts(d, part(g.Sigma), &knorm) == "") != holds {
				t.Errorf("%s: %g times the exponent", relation, exponent)
			}
		}
		narrow := gaussian
		narrow.Width = g.Sigma * 99 / 100
		if got := meanContradicts(d, part(narrow.Width), &narrow); !strings.Contains(got, "too narrow") {
			t.Errorf("%s: %q", relation, got)
		}
		for more, holds := range map[float64]bool{-3 * slack: false, -slack / 2: true, slack / 2: true, 3 * slack: false} {
			p := part(g.Sigma)
			p.Rho *= 1 + more
			if got := meanContradicts(d, p, &gaussian); (got == "") != holds {
				t.Errorf("%s, ρ times 1%+g: %q", relation, more, got)
			}
		}
		d.Encoding.Quantisation--
		if got := meanContradicts(d, part(g.Sigma), &gaussian); !strings.Contains(got, "its proof is for the scale") {
			t.Errorf("another quantisation: %q", got)
		}
	}
}

// A core has the noise of its reach, which is that of a basis: neither shorter than its rows are, nor longer than they can be.
func TestCoresAtTheirLimits(t *testing.T) {
	const d, s, rows = 9, 100, 3
	grid := float64(method.CoreGrid * method.CoreGrid)
	short := 3 * (1/(2.0*method.CoreGrid) + 1e-6)
	least := uint64(math.Ceil(grid * (1 - short) * (1 - short)))
	most := max(2*method.CoreGrid*method.CoreGrid, method.MostCoreNorm2(2, d))
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		for _, k := range []int{1, 2, 3} {
			for _, delta := range []float64{0, 1e-6} {
				for reach, taken := range map[uint64]bool{least: true, least - 1: false, most: true, most + 1: k == 3 && most+1 <= method.MostCoreNorm2(3, d), uint64(grid): true} {
					doc := &Document{Version: 2, NumFeatures: d, NumComponents: k, Encoding: Encoding{Quantisation: s}, Privacy: Privacy{Relation: relation, RowsPerPerson: rows}}
					x := float64(reach) * s * s * rows
					exact, _ := new(big.Float).SetFloat64(x).Int(nil)
					squared := new(big.Int).Mul(exact, exact)
					l := privacy.Law{Reach: reach, Directions: k}
					part := privacy.Part{Step: method.StepCore, Epsilon: 1, Delta: delta}
					replaced := relation == privacy.ReplaceOne && k > 1
					if replaced {
						squared.Mul(squared, big.NewInt(2))
					}
					if delta == 0 {
						factor := float64(k+1) / 2
						if replaced {
							factor = math.Sqrt(float64(k*k+3*k) / 2)
						}
						l.Family, l.Width = privacy.DiscreteLaplace, uint64(math.Ceil(x*factor))
						l.OffDiagonal = l.Width
					} else {
						g, err := privacy.CalibrateGaussian(squared, k*(k+1)/2, privacy.Budget{Epsilon: 1, Delta: delta})
						if err != nil {
							t.Fatal(err)
						}
						l.Family, l.Width, l.OffDiagonal, part.Rho = privacy.DiscreteGaussian, g.Sigma, g.OffDiagonal, g.Rho
					}
					if got := coreContradicts(doc, &part, &l); (got == "") != taken {
						t.Errorf("%s, %d directions, δ = %g, reach %d: %q", relation, k, delta, reach, got)
					}
					if !taken {
						continue
					}
					for name, change := range map[string]func(p *privacy.Part, l *privacy.Law){
						"narrower": func(_ *privacy.Part, l *privacy.Law) {
							l.Width, l.OffDiagonal = l.Width*99/100, ceilRoot2(l.Width*99/100)
						},
						"other widths":         func(_ *privacy.Part, l *privacy.Law) { l.OffDiagonal++ },
						"ρ of wider noise":     func(p *privacy.Part, l *privacy.Law) { p.Rho = privacy.GaussianRho(squared, l.Width) * (1 - 3*slack) },
						"more reach":           func(_ *privacy.Part, l *privacy.Law) { l.Reach += l.Reach / 50 },
						"an ε that is half":    func(p *privacy.Part, _ *privacy.Law) { p.Epsilon /= 2 },
						"twice the directions": func(_ *privacy.Part, l *privacy.Law) { l.Directions *= 2 },
					} {
						p, other := part, l
						change(&p, &other)
						if name == "twice the directions" && delta > 0 { // whose ℓ₂ sensitivity does not grow with them
							continue
						}
						if name == "ρ of wider noise" && delta == 0 {
							p.Rho = min(p.Rho, privacy.PureRho(1)*(1-3*slack))
						}
						if got := coreContradicts(doc, &p, &other); got == "" {
							t.Errorf("%s, %d directions, δ = %g, reach %d: %s is taken", relation, k, delta, reach, name)
						}
					}
				}
			}
		}
	}
}

// How many numbers are drawn: of a symmetric matrix those of its triangle, of another all.
func TestCoordinatesOfSteps(t *testing.T) {
	d := sample()
	for _, c := range []struct {
		step, mechanism string
		want            int
	}{
		{method.StepSecondMoment, "gaussian", 10},
		{method.StepSecondMoment, "laplace", 10},
		{method.StepSecondMoment, "sulq", 16},
		{method.StepCentre, "gaussian", 4},
		{method.StepCore, "gaussian", 3},
		{method.StepMean, "gaussian", meanQueryOf(d).Coordinates()},
	} {
		if got := coordinatesOf(d, &privacy.Part{Step: c.step, Mechanism: c.mechanism}); got != c.want {
			t.Errorf("%s by %s: %d, want %d", c.step, c.mechanism, got, c.want)
		}
	}
}

// The ε of a mean is forgiven 10⁻⁹ for rounding, and no more.
func TestEpsilonOfAMeanAtItsLimit(t *testing.T) {
	d := sample()
	d.Privacy.RowsPerPerson = 1
	query := meanQueryOf(d)
	l := &privacy.Law{Family: privacy.DiscreteGaussian, Width: 1 << 16}
	if query.Counted() {
		l.Weight = uint64(query.Weight())
	}
	rho := privacy.GaussianRho(query.Squared(), l.Width)
	low, high := 1e-3, 100.
	for range 100 {
		if middle := (low + high) / 2; privacy.GaussianHolds(rho, l.Width, query.Coordinates(), privacy.Budget{Epsilon: middle, Delta: 1e-6}) {
			high = middle
		} else {
			low = middle
		}
	}
	for less, holds := range map[float64]bool{-1e-3: true, slack / 2: true, 2 * slack: false, 1e-3: false} {
		part := privacy.Part{Step: method.StepMean, Epsilon: high * (1 - less), Delta: 1e-6, Rho: rho}
		if got := meanContradicts(d, &part, l); (got == "") != holds {
			t.Errorf("%g less than ε = %g: %q", less, high, got)
		}
	}
}
