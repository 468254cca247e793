package release

import (
	"math/big"
	"strings"
	"testing"

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
		{Step: "centre", Mechanism: "gaussian", Epsilon: .2, Delta: 1e-6, Rho: g.Rho, Claim: privacy.Exact},
		{Step: "choice of k", Mechanism: "exponential", Epsilon: .1, Rho: privacy.BoundedRangeRho(.1), Claim: privacy.Idealised},
		{Step: "subspace", Mechanism: "ppca", Epsilon: .7, Rho: privacy.BoundedRangeRho(.7), Claim: privacy.Idealised},
	}
	return d
}

// A step that says more than its mechanism's proof is found, by the check for that alone.
func TestVerifyFindsOverclaims(t *testing.T) {
	const steps, paid = "Each step claims no more than its mechanism’s proof", "A step pays for each number that it shows"
	for name, c := range map[string]struct {
		forge func(*Document)
		found string
	}{
		"as it is": {func(d *Document) {}, ""},
		"pure ρ":   {func(d *Document) { d.Privacy.Parts[2].Rho /= 100 }, steps},
		"pure ρ, by ε²/8": {func(d *Document) { // ε²/2
			p := &d.Privacy.Parts[0]
			p.Mechanism, p.Delta, p.Rho, d.Privacy.Delta = "laplace", 0, privacy.BoundedRangeRho(p.Epsilon), 0
		}, steps},
		"pure ρ, by ε²/2": {func(d *Document) {
			p := &d.Privacy.Parts[0]
			p.Mechanism, p.Delta, p.Rho, d.Privacy.Delta = "laplace", 0, privacy.PureRho(p.Epsilon), 0
		}, ""},
		"a step that is not drawn by its mechanism": {func(d *Document) {
			d.Privacy.Mechanism, d.Privacy.Parts[2].Mechanism, d.Privacy.Parts[2].Rho = "nuclear", "nuclear", privacy.PureRho(.7)
		}, steps},
		"a step of another name":      {func(d *Document) { d.Privacy.Parts[2].Step = "directions" }, steps},
		"a mechanism of another name": {func(d *Document) { d.Privacy.Mechanism, d.Privacy.Parts[2].Mechanism = "ppca2", "ppca2" }, steps},
		"directions by number": {func(d *Document) {
			d.Privacy.Mechanism, d.Privacy.Parts[2].Mechanism, d.Privacy.Parts[2].Step = "sequential", "sequential", "direction 1"
		}, ""},
		"centre ρ":  {func(d *Document) { d.Privacy.Parts[0].Rho /= 2 }, steps},
		"a wider ρ": {func(d *Document) { d.Privacy.Parts[0].Rho *= 2 }, ""},
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
		"ρ of a core":  {func(d *Document) { d.Privacy.Parts[0].Step = "core" }, steps},
		"spectrum":     {func(d *Document) { d.Spectrum, d.VarianceUnit = []float64{4, 3, 2, 1}, PerPerson }, paid},
		"variances":    {func(d *Document) { d.ExplainedVariance, d.VarianceUnit = []float64{4, 3}, PerPerson }, paid},
		"variances, core": {func(d *Document) {
			d.ExplainedVariance, d.VarianceUnit = []float64{4, 3}, PerPerson
			d.Privacy.Parts[0].Step, d.Privacy.Parts[0].Rho = "core", 0
		}, ""},
	} {
		d := subspaceOnly(t)
		c.forge(d)
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
			if !check.Holds {
				found += check.What
			}
		}
		if found != c.found {
			t.Errorf("%s: %q failed, want %q", name, found, c.found)
		}
	}
}
