package release

import (
	"fmt"
	"math/big"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// verifySteps asks whether each step says no more than the proof of its mechanism does.
func verifySteps(d *Document) Check {
	c := Check{What: "Each step claims no more than its mechanism’s proof", Detail: "The claims and each ρ are those of the mechanisms that are named."}
	p := &d.Privacy
	if p.part("", p.Mechanism) == nil {
		c.Detail = fmt.Sprintf("It is said to be released by %s, but no step is.", method.Phrase(p.Mechanism))
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
	m := method.Named(part.Mechanism)
	step, _ := method.StepOf(part.Step)
	strongest := m.Claim
	if step.Claim != "" && strongest != "" {
		strongest = privacy.Weakest(strongest, step.Claim)
	}
	switch {
	case m.Claim == "":
		return "no mechanism of that name is known here."
	case !m.Draws(part.Step):
		return fmt.Sprintf("no such step is drawn by %s.", m.Phrase)
	case privacy.Weakest(part.Claim, strongest) != part.Claim:
		return fmt.Sprintf("its claim is %q, the proof’s %q.", part.Claim, strongest)
	case m.Free():
		return ""
	case part.Epsilon == 0:
		return "it uses the records, and states no ε."
	case m.Rho == nil && part.Delta == 0:
		return "its mechanism needs a δ, and it states none."
	case !step.Allowed(d.Privacy.Relation, d.Privacy.RowsPerPerson):
		return "a mean divides by the number of rows, which is private here."
	case step.Name == method.StepMean && m.Rho == nil:
		return d.meanOverclaims(part)
	case part.Rho == 0:
		return ""
	}
	least := 0.0
	switch {
	case m.Rho != nil:
		least = m.Rho(part.Epsilon)
	case step.Name == method.StepSecondMoment: // by its noise: verifyNoise
	case step.Name == method.StepCentre:
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
func verifyPaid(d *Document) Check {
	c := Check{What: "A step pays for each number that it shows", Detail: "Yes, for the directions and for what is said of their variance."}
	p := &d.Privacy
	moment, law := p.part(method.StepSecondMoment, ""), ""
	if moment != nil {
		law = method.Named(moment.Mechanism).Law
	}
	switch {
	case d.Spectrum != nil && moment == nil:
		c.Detail = "It shows a whole spectrum, but no step releases a second moment."
	case d.ExplainedVariance != nil && moment == nil && p.part(method.StepCore, "") == nil:
		c.Detail = "It shows variances, but no step releases any."
	case law != "" && (p.Noise == nil || p.Noise.Law != law):
		c.Detail = fmt.Sprintf("Its second moment was released by %s, but the law of that noise is not stated.", method.Phrase(moment.Mechanism))
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
