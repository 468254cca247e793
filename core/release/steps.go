package release

import (
	"fmt"
	"math/big"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// What a mechanism's proof, in core/mechanism, lets a step say.
type provable struct {
	claim privacy.Claim           // the strongest
	rho   func(ε float64) float64 // the least that a pure step may state; nil where it spends a δ, or nothing
	law   string                  // of the noise, where a whole second moment is released
}

var proofs = map[string]provable{
	"gaussian":    {claim: privacy.Exact, law: privacy.GaussianNoise},
	"laplace":     {claim: privacy.Exact, rho: privacy.PureRho, law: privacy.LaplaceNoise},
	"nuclear":     {claim: privacy.Idealised, rho: privacy.PureRho, law: privacy.NuclearNoise},
	"modsulq":     {claim: privacy.Exact, law: privacy.GaussianNoise},
	"sulq":        {claim: privacy.Exact},
	"ppca":        {claim: privacy.Idealised, rho: privacy.BoundedRangeRho},
	"ppca-gibbs":  {claim: privacy.Conditional, rho: privacy.BoundedRangeRho},
	"sequential":  {claim: privacy.Idealised, rho: privacy.BoundedRangeRho},
	"exponential": {claim: privacy.Exact, rho: privacy.BoundedRangeRho},
	"random":      {claim: privacy.NoData},
	"none":        {claim: privacy.NotPrivate},
}

// Names of steps that core/mechanism writes.
const (
	stepMoment  = "second moment"
	stepCore    = "core"
	stepCentre  = "centre"
	stepChooseK = "choice of k"
)

// verifySteps asks whether each step says no more than the proof of its mechanism does.
func (d *Document) verifySteps() Check {
	c := Check{What: "Each step claims no more than its mechanism’s proof", Detail: "The claims and each ρ are those of the mechanisms that are named."}
	p := &d.Privacy
	if p.part("", p.Mechanism) == nil {
		c.Detail = fmt.Sprintf("It is said to be released by %s, but no step is.", MechanismTitle(p.Mechanism))
		return c
	}
	if p.Relation != privacy.ReplaceOne && d.Encoding.NormRule == string(schema.Pairs) {
		c.Detail = "Pairs are proven for the relation replace-one alone."
		return c
	}
	for i := range p.Parts {
		if more := d.overclaims(&p.Parts[i]); more != "" {
			c.Detail = fmt.Sprintf("Step %d, %q: %s", i+1, p.Parts[i].Step, more)
			return c
		}
	}
	c.Holds = true
	return c
}

// overclaims says what a step states beyond its proof; "" for nothing.
func (d *Document) overclaims(part *privacy.Part) string {
	proof, known := proofs[part.Mechanism]
	if part.Step == stepChooseK { // from eigenvalues in double precision
		proof.claim = privacy.Idealised
	}
	free := part.Mechanism == "random" || part.Mechanism == "none"
	switch {
	case !known:
		return "no mechanism of that name is known here."
	case privacy.Weakest(part.Claim, proof.claim) != part.Claim:
		return fmt.Sprintf("its claim is %q, the proof’s %q.", part.Claim, proof.claim)
	case free:
		return ""
	case part.Epsilon == 0:
		return "it uses the records, and states no ε."
	case proof.rho == nil && part.Delta == 0:
		return "its mechanism needs a δ, and it states none."
	case part.Step == stepCentre && (d.Privacy.Relation != privacy.ReplaceOne || d.Privacy.RowsPerPerson != 1):
		return "a mean divides by the number of rows, which is private here."
	case part.Rho == 0:
		return ""
	}
	least := 0.0
	switch {
	case proof.rho != nil:
		least = proof.rho(part.Epsilon)
	case part.Step == stepMoment: // by its noise: verifyNoise
	case part.Step == stepCentre:
		s := int64(d.Encoding.Quantisation)
		g, err := privacy.CalibrateGaussian(big.NewInt(4*s*s), d.NumFeatures, privacy.Budget{Epsilon: part.Epsilon, Delta: part.Delta})
		if err != nil {
			return "no noise can be calculated for its ε and δ."
		}
		least = g.Rho
	default:
		return "it states a ρ that nothing here proves."
	}
	if part.Rho < least*(1-slack) {
		return fmt.Sprintf("its ρ is %.6g; the proof gives %.6g.", part.Rho, least)
	}
	return ""
}

// verifyPaid asks whether a step pays for each number that is shown.
func (d *Document) verifyPaid() Check {
	c := Check{What: "A step pays for each number that it shows", Detail: "So it is, for the directions and what is said of their variance."}
	p := &d.Privacy
	moment := p.part(stepMoment, "")
	switch {
	case d.Spectrum != nil && moment == nil:
		c.Detail = "It shows a whole spectrum, but no step releases a second moment."
	case d.ExplainedVariance != nil && moment == nil && p.part(stepCore, "") == nil:
		c.Detail = "It shows variances, but no step releases any."
	case moment != nil && proofs[moment.Mechanism].law != "" && (p.Noise == nil || p.Noise.Law != proofs[moment.Mechanism].law):
		c.Detail = fmt.Sprintf("Its second moment was released by %s, but the law of that noise is not stated.", MechanismTitle(moment.Mechanism))
	default:
		c.Holds = true
	}
	return c
}

// part is the first of that step and mechanism; "" is any. It is nil where there is none.
func (p *Privacy) part(step, mechanism string) *privacy.Part {
	for i := range p.Parts {
		if q := &p.Parts[i]; (step == "" || q.Step == step) && (mechanism == "" || q.Mechanism == mechanism) {
			return q
		}
	}
	return nil
}
