package release

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// subspaceOnly is a document of ppca after a private centre: one subspace, nothing else.
func subspaceOnly(t *testing.T) *Document {
	t.Helper()
	d := sample()
	d.Spectrum, d.ExplainedVariance, d.VarianceUnit = nil, nil, ""
	d.Encoding.Centre, d.Encoding.CentrePoint = string(schema.CentrePoint), make([]float64, 4)
	const s = schema.Scale
	g, err := privacy.CalibrateGaussian(big.NewInt(4*s*s), 4, privacy.Budget{Epsilon: .2, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	p := &d.Privacy
	p.Noise = nil
	p.Mechanism, p.Epsilon, p.Delta, p.Rho, p.Claim = "ppca", 1, 1e-6, 0, privacy.Idealised
	p.Parts = []privacy.Part{
		{Step: "centre", Mechanism: "gaussian", Epsilon: .2, Delta: 1e-6, Rho: g.Rho, Claim: privacy.Exact, Law: &privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s", Width: g.Sigma}},
		{Step: "choice of k", Mechanism: "exponential", Epsilon: .1, Rho: privacy.BoundedRangeRho(.1), Claim: privacy.Idealised, Law: &privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: .05, Target: .8, Candidates: 3}},
		{Step: "subspace", Mechanism: "ppca", Epsilon: .7, Rho: privacy.BoundedRangeRho(.7), Claim: privacy.Idealised, Law: &privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: .35, Directions: 2}},
	}
	d.Privacy.Formula, d.Privacy.Assumptions = formulaOf(d), assumptionsOf(d)
	return d
}

// directions turns it into a release of directions one by one.
func directions(d *Document, k int) {
	p := &d.Privacy
	p.Mechanism, p.Parts = "sequential", p.Parts[:1]
	for i := range k {
		p.Parts = append(p.Parts, privacy.Part{
			Step: method.StepDirection + " " + strconv.Itoa(i+1), Mechanism: "sequential", Epsilon: .3, Rho: privacy.BoundedRangeRho(.3), Claim: privacy.Idealised,
			Law: &privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: .15},
		})
	}
}

// A step that says more than its mechanism's proof is found, by the check for that alone.
func TestVerifyFindsOverclaims(t *testing.T) {
	const steps, paid, laws = "Each step claims no more than its mechanism’s proof", "A step pays for each number that it shows", "Its noise is wide enough for its ε"
	laplace := func(p *privacy.Part) { // a centre by other noise
		p.Mechanism, p.Delta, p.Law = "laplace", 0, &privacy.Law{Family: privacy.DiscreteLaplace, Unit: "1/s", Width: 163820}
	}
	core := func(d *Document, k int) { // order and eigenvalues, beside the centre
		l := &privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/(4096s)²", Reach: 4096 * 4096, Directions: k}
		square := big.NewInt(schema.Scale * schema.Scale * 4096 * 4096)
		square.Mul(square, square).Lsh(square, 1)
		g, err := privacy.CalibrateGaussian(square, k*(k+1)/2, privacy.Budget{Epsilon: .2, Delta: 1e-6})
		if err != nil {
			t.Fatal(err)
		}
		l.Width, l.OffDiagonal, l.Route = g.Sigma, g.OffDiagonal, g.Route
		d.Encoding.Centre, d.Encoding.CentrePoint = string(schema.CentreNone), nil
		d.Privacy.Parts = append(d.Privacy.Parts[1:], privacy.Part{Step: "core", Mechanism: "gaussian", Epsilon: .2, Delta: 1e-6, Claim: privacy.Exact, Law: l})
	}
	for name, c := range map[string]struct {
		forge func(*Document)
		found string
	}{
		"as it is": {func(d *Document) {}, ""},
		"pure ρ":   {func(d *Document) { d.Privacy.Parts[2].Rho /= 100 }, steps},
		"pure ρ, by ε²/8": {func(d *Document) { // ε²/2
			p := &d.Privacy.Parts[0]
			laplace(p)
			p.Rho, d.Privacy.Delta = privacy.BoundedRangeRho(p.Epsilon), 0
		}, laws},
		"pure ρ, of all coordinates": {func(d *Document) { // ε²/(2d): core/mechanism/centre.md
			p := &d.Privacy.Parts[0]
			laplace(p)
			p.Rho, d.Privacy.Delta = p.Epsilon*p.Epsilon/8, 0
		}, ""},
		"μ": {func(d *Document) {
			p := d.Privacy.Parts
			p[0].Mu, p[1].Mu, p[2].Mu = privacy.GaussianMuOf(2*p[0].Rho, p[0].Law.Width, 4), privacy.BoundedRangeMu(.1), privacy.BoundedRangeMu(.7)
			d.Privacy.Mu = math.Sqrt(p[0].Mu*p[0].Mu + p[1].Mu*p[1].Mu + p[2].Mu*p[2].Mu)
		}, ""},
		"μ of all": {func(d *Document) {
			p := d.Privacy.Parts
			p[0].Mu = privacy.GaussianMuOf(2*p[0].Rho, p[0].Law.Width, 4)
			d.Privacy.Mu = p[0].Mu
		}, "Its μ covers its parts together"},
		"μ of a centre":   {func(d *Document) { d.Privacy.Parts[0].Mu = math.Sqrt(2*d.Privacy.Parts[0].Rho) / 2 }, laws},
		"μ of a subspace": {func(d *Document) { d.Privacy.Parts[2].Mu = privacy.BoundedRangeMu(.7) / 2 }, laws},
		"pure ρ, by ε²/2": {func(d *Document) {
			p := &d.Privacy.Parts[0]
			laplace(p)
			p.Rho, d.Privacy.Delta = privacy.PureRho(p.Epsilon), 0
		}, ""},
		"a step that is not drawn by its mechanism": {func(d *Document) {
			d.Privacy.Mechanism, d.Privacy.Parts[2].Mechanism, d.Privacy.Parts[2].Rho = "nuclear", "nuclear", privacy.PureRho(.7)
		}, steps},
		"a step of another name":      {func(d *Document) { d.Privacy.Parts[2].Step = "directions" }, steps},
		"a mechanism of another name": {func(d *Document) { d.Privacy.Mechanism, d.Privacy.Parts[2].Mechanism = "ppca2", "ppca2" }, steps},
		"directions by number": {func(d *Document) {
			directions(d, 2)
		}, ""},
		"too few directions": {func(d *Document) { directions(d, 1) }, steps},
		"a direction twice": {func(d *Document) {
			directions(d, 2)
			d.Privacy.Parts[2].Step = "direction 1"
		}, steps},
		"a choice of k beside directions": {func(d *Document) {
			choice := d.Privacy.Parts[1]
			directions(d, 2)
			d.Privacy.Parts = slices.Insert(d.Privacy.Parts, 1, choice)
		}, steps},
		"centre ρ":  {func(d *Document) { d.Privacy.Parts[0].Rho /= 2 }, laws},
		"a wider ρ": {func(d *Document) { d.Privacy.Parts[0].Rho *= 2 }, laws},
		"in another order": {func(d *Document) {
			p := d.Privacy.Parts
			p[0], p[1] = p[1], p[0]
		}, steps},
		"a step twice":     {func(d *Document) { d.Privacy.Parts = append(d.Privacy.Parts[:1:1], d.Privacy.Parts...) }, steps},
		"another exponent": {func(d *Document) { d.Privacy.Parts[2].Law.Exponent *= 2 }, laws},
		"a smaller one":    {func(d *Document) { d.Privacy.Parts[2].Law.Exponent /= 2 }, laws},
		"a selection’s":    {func(d *Document) { d.Privacy.Parts[1].Law.Exponent *= 2 }, laws},
		"more directions":  {func(d *Document) { d.Privacy.Parts[2].Law.Directions = 3 }, steps},
		"a centre of none": {func(d *Document) { d.Encoding.Centre, d.Encoding.CentrePoint = "none", nil }, steps},
		"claim": {func(d *Document) {
			d.Privacy.Parts[1].Claim, d.Privacy.Parts[2].Claim, d.Privacy.Claim = privacy.Exact, privacy.Exact, privacy.Exact
		}, steps},
		"choice of k": {func(d *Document) { d.Privacy.Parts[1].Claim = privacy.Exact }, steps},
		"no data": {func(d *Document) {
			d.Privacy.Parts = d.Privacy.Parts[2:]
			d.Privacy.Parts[0].Claim, d.Privacy.Claim = privacy.NoData, privacy.NoData
		}, steps},
		"for nothing":  {func(d *Document) { d.Privacy.Parts[2].Epsilon, d.Privacy.Parts[2].Rho = 0, 0 }, steps},
		"no δ":         {func(d *Document) { d.Privacy.Parts[0].Delta = 0 }, steps},
		"centre, rows": {func(d *Document) { d.Privacy.RowsPerPerson = 2 }, steps},
		"ρ of a core":  {func(d *Document) { core(d, 2); d.Privacy.Parts[2].Rho = 1e-4 }, laws},
		"a core":       {func(d *Document) { core(d, 2) }, ""},
		"a core’s σ":   {func(d *Document) { core(d, 2); d.Privacy.Parts[2].Law.Width -= 1 << 20 }, laws},
		"its reach": {func(d *Document) {
			core(d, 2)
			l := d.Privacy.Parts[2].Law
			l.Reach, l.Width, l.OffDiagonal = l.Reach/2, l.Width/2, l.OffDiagonal/2
		}, laws},
		"a core of one direction, by Laplace noise": {func(d *Document) {
			d.NumComponents, d.Components, d.Privacy.Parts[2].Law.Directions = 1, d.Components[:1], 1
			core(d, 1)
			p := &d.Privacy.Parts[2]
			p.Mechanism, p.Delta = "laplace", 0
			width := uint64(math.Ceil(schema.Scale * schema.Scale * 4096 * 4096 / .2)) // a difference of two numbers in [0, x] is at most x
			p.Law = &privacy.Law{Family: privacy.DiscreteLaplace, Unit: p.Law.Unit, Reach: p.Law.Reach, Directions: 1, Width: width, OffDiagonal: width}
		}, ""},
		"a core of a mechanism that has none": {func(d *Document) {
			core(d, 2)
			d.Privacy.Mechanism, d.Privacy.Parts[1].Mechanism, d.Privacy.Parts[1].Law.Sweeps = "ppca-gibbs", "ppca-gibbs", 5
			d.Privacy.Claim, d.Privacy.Parts[1].Claim = privacy.Conditional, privacy.Conditional
		}, steps},
		"a core of another k": {func(d *Document) { core(d, 3) }, steps},
		"spectrum":            {func(d *Document) { d.Spectrum, d.VarianceUnit = []float64{4, 3, 2, 1}, PerPerson }, paid},
		"variances":           {func(d *Document) { d.ExplainedVariance, d.VarianceUnit = []float64{4, 3}, PerPerson }, paid},
		"variances, core": {func(d *Document) {
			d.ExplainedVariance, d.VarianceUnit = []float64{4, 3}, PerPerson
			core(d, 2)
		}, ""},
	} {
		d := subspaceOnly(t)
		c.forge(d)
		d.Privacy.Formula, d.Privacy.Assumptions = formulaOf(d), assumptionsOf(d) // a forger does this, too
		text, err := d.encode()
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		_, refused := Encode(d)
		if (refused != nil) != (c.found != "") || refused != nil && !strings.Contains(refused.Error(), c.found) {
			t.Errorf("%s: Encode says %v", name, refused)
		}
		found := ""
		for _, check := range Verify(d, text) {
			if !check.Holds && !(found == steps && check.What == laws) { // a law of no step cannot be calculated
				found += check.What
			}
		}
		if found != c.found {
			t.Errorf("%s: %q failed, want %q", name, found, c.found)
		}
	}
}

// A number that no step pays for is found, each by itself: a second set of directions needs a spectrum, a second moment and its law.
func TestSecondDirectionsAreOfAStatedMatrix(t *testing.T) {
	other := func(d *Document) { d.Shrinkage = &Shrinkage{Other: slices.Clone(d.Components)} }
	for name, c := range map[string]struct {
		d     *Document
		spoil func(*Document)
		holds bool
	}{
		"as it is":    {sample(), func(d *Document) {}, true},
		"no spectrum": {sample(), func(d *Document) { d.Spectrum = nil }, false},
		"no law":      {sample(), func(d *Document) { d.Privacy.Noise = nil }, false},
		"noise of no law": {sample(), func(d *Document) {
			d.Privacy.Mechanism, d.Privacy.Parts[0].Mechanism, d.Privacy.Noise = "sulq", "sulq", nil
		}, false},
		"a subspace": {subspaceOnly(t), func(d *Document) {}, false},
		"a law, and noise of none": {sample(), func(d *Document) {
			d.Privacy.Mechanism, d.Privacy.Parts[0].Mechanism = "sulq", "sulq"
		}, false},
	} {
		other(c.d)
		c.spoil(c.d)
		got := verifyPaid(c.d)
		if got.Holds != c.holds || !c.holds && !strings.Contains(got.Detail, "second set of directions") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A centre is stated where records are measured from a point, and neither by their signs nor in pairs.
func TestCentreIsMeasuredFrom(t *testing.T) {
	const says = "It states a centre that no record was measured from."
	for name, c := range map[string]struct {
		change func(*Encoding)
		says   string
	}{
		"as it is":       {func(*Encoding) {}, ""},
		"from no point":  {func(e *Encoding) { e.Centre, e.CentrePoint = string(schema.CentreNone), nil }, says},
		"in pairs":       {func(e *Encoding) { e.NormRule = string(schema.Pairs) }, says},
		"by their signs": {func(e *Encoding) { e.NormRule = string(schema.Sign) }, says},
	} {
		d := subspaceOnly(t)
		if c.change(&d.Encoding); misordered(d) != c.says {
			t.Errorf("%s: %q", name, misordered(d))
		}
	}
}

// A document of a mechanism that is not known here has no step of its own, whatever its other steps state.
func TestUnknownMechanismHasNoStep(t *testing.T) {
	d := subspaceOnly(t)
	d.Privacy.Mechanism, d.Privacy.Parts = "ppca2", d.Privacy.Parts[:1]
	d.Privacy.Parts[0].Mechanism = "ppca2"
	if got := misordered(d); got != "It is said to be released by ppca2, but no step is." {
		t.Errorf("%q", got)
	}
}

// A step may state the ρ that is proven, and 10⁻⁹ of it less for rounding; the step that states less is named, counted from 1.
func TestStatedRhoAtItsLimit(t *testing.T) {
	for at, epsilon := range map[int]float64{1: .1, 2: .7} {
		least := privacy.BoundedRangeRho(epsilon) * (1 - slack)
		d := subspaceOnly(t)
		if d.Privacy.Parts[at].Rho = least; !verifySteps(d).Holds {
			t.Errorf("step %d: %+v", at+1, verifySteps(d))
		}
		d.Privacy.Parts[at].Rho = math.Nextafter(least, 0)
		want := "Step " + strconv.Itoa(at+1) + ", " + strconv.Quote(d.Privacy.Parts[at].Step) + ": its ρ is "
		if got := verifySteps(d); got.Holds || !strings.HasPrefix(got.Detail, want) {
			t.Errorf("%+v, want %q", got, want)
		}
	}
}

// Each mechanism draws its directions by steps of one kind: none can release them twice.
func TestMechanismsHaveOneOwnStep(t *testing.T) {
	for _, m := range method.All() {
		own := 0
		for _, name := range m.Steps {
			if step, ok := method.StepOf(name); ok && step.Own {
				own++
			}
		}
		if own != 1 {
			t.Errorf("%s has %d kinds of own steps", m.Name, own)
		}
	}
}
