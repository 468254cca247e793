package release

import (
	"fmt"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// verifySteps asks whether each step says no more than the proof of its mechanism does.
func verifySteps(d *Document) Check {
	c := Check{What: "Each step claims no more than its mechanism’s proof", Detail: "The claims and each ρ are those of the mechanisms that are named."}
	p := &d.Privacy
	if wrong := misordered(d); wrong != "" {
		c.Detail = wrong
		return c
	}
	if p.Relation != privacy.ReplaceOne && d.Encoding.NormRule == string(schema.Pairs) {
		c.Detail = "Pairs are proven for the relation replace-one alone."
		return c
	}
	for i := range p.Parts {
		if more := overclaims(d, &p.Parts[i]); more != "" {
			c.Detail = fmt.Sprintf("Step %d, %q: %s", i+1, p.Parts[i].Step, more)
			return c
		}
	}
	c.Holds = true
	return c
}

// overclaims says what a step states beyond its proof; "" for nothing.
func overclaims(d *Document, part *privacy.Part) string {
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
	case part.Rho == 0, m.Rho == nil, m.Family == privacy.DiscreteLaplace: // by its width: verifyLaws
		return ""
	}
	if least := m.Rho(part.Epsilon, d.NumFeatures); part.Rho < least*(1-slack) {
		return fmt.Sprintf("its ρ is %.6g; the proof gives %.6g.", part.Rho, least)
	}
	return ""
}

// misordered says where the steps are not those of a release: each is at most once there, in the order in which they are drawn; the
// mechanism's own stand last, and are one kind; what is shown and how records were encoded has its step.
func misordered(d *Document) string {
	p := &d.Privacy
	m := method.Named(p.Mechanism)
	if p.part("", p.Mechanism) == nil {
		return fmt.Sprintf("It is said to be released by %s, but no step is.", m.Phrase)
	}
	last, directions := -1, 0
	for i := range p.Parts {
		part := &p.Parts[i]
		step, ok := method.StepOf(part.Step)
		at := method.Place(step.Name)
		switch {
		case !ok:
			return fmt.Sprintf("Step %d, %q: no such step is drawn by %s.", i+1, part.Step, method.Phrase(part.Mechanism))
		case at < last || at == last && step.Name != method.StepDirection:
			return fmt.Sprintf("Step %d, %q, does not come after those before it.", i+1, part.Step)
		case step.Own && (part.Mechanism != p.Mechanism || !m.Draws(part.Step)):
			return fmt.Sprintf("It is said to be released by %s; its step %d, %q, is not.", m.Phrase, i+1, part.Step)
		case step.Own && last >= 0 && method.Steps()[last].Own && at != last:
			return fmt.Sprintf("Step %d, %q: another step has released the directions.", i+1, part.Step)
		}
		if step.Name == method.StepDirection {
			if directions++; part.Step != fmt.Sprintf("%s %d", method.StepDirection, directions) {
				return fmt.Sprintf("Step %d, %q, is not direction %d.", i+1, part.Step, directions)
			}
		}
		last = at
	}
	return unstated(d, directions)
}

// unstated says which step is missing, or stands beside what it cannot belong to.
func unstated(d *Document, directions int) string {
	p := &d.Privacy
	has := func(step string) bool { return p.part(step, "") != nil }
	m := method.Named(p.Mechanism)
	sign, mean := d.Encoding.NormRule == string(schema.Sign), d.Encoding.NormRule == string(schema.Mean)
	again := mean && d.Finding != nil && d.Finding.As != "" // it measures as an earlier release
	k := d.NumComponents
	var law *privacy.Law
	if part := p.part(method.StepSubspace, ""); part != nil {
		law = part.Law
	}
	switch {
	case m.Steps == nil || !m.Free() && !has(m.Steps[0]) && directions == 0:
		return fmt.Sprintf("It is said to be released by %s, but no step is.", m.Phrase)
	case has(method.StepCore) && !(m.HasCore && has(method.StepSubspace)):
		return "It states a core, but no subspace that it orders."
	case has(method.StepChoiceOfK) && !m.ChoosesK:
		return "It states a choice of k, which its mechanism does not need."
	case has(method.StepCentre) && (d.Encoding.Centre != string(schema.CentrePoint) || sign || mean || d.Encoding.NormRule == string(schema.Pairs)):
		return "It states a centre that no record was measured from."
	case d.Encoding.CentrePoint != nil && d.Encoding.Centre != string(schema.CentrePoint):
		return "It states the point of a centre, but records were measured from another."
	case again && (has(method.StepSums) || has(method.StepLengths)):
		return "It measures as an earlier release, and states steps whose outputs it would take from there."
	case again && d.Encoding.CentrePoint == nil:
		return "It measures as an earlier release, and states no centre."
	case has(method.StepCount) != (again && sumsQueryOf(d).Counted()):
		return "Its number of rows is private and no step releases it, or the other way round."
	case !again && (mean != has(method.StepSums) || mean != has(method.StepLengths)) && !m.Free():
		return "The steps of the norm rule mean are there without it, or it without them."
	case mean && !m.Free() && d.Finding == nil, d.Finding != nil && !mean:
		return "What it has found, and its norm rule, do not belong together."
	case has(method.StepMean) && !sign:
		return "It states a mean that no record was measured from."
	case has(method.StepNormBound) && d.Encoding.NormRule != string(schema.Clip):
		return "It states a norm bound that no record was clipped to."
	case directions > 0 && directions < k:
		return fmt.Sprintf("It shows %d directions, and %s a step.", k, words.Count(directions, "direction has"))
	case law != nil && !m.Free() && (law.Directions < k || law.Directions > k && !has(method.StepCore)):
		return fmt.Sprintf("It shows %d directions of a subspace of %d.", k, law.Directions)
	case law != nil && has(method.StepCore) && p.part(method.StepCore, "").Law != nil && p.part(method.StepCore, "").Law.Directions != law.Directions:
		return "The core has another number of directions than the subspace."
	case d.Encoding.BoundsFrom == string(schema.FromData) != has(method.StepBounds):
		return "Where its bounds come from, and its steps, do not agree."
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
	case d.Shrinkage != nil && (d.Spectrum == nil || law == "" || p.Noise == nil):
		c.Detail = "It shows a second set of directions, but no step releases a matrix of a stated noise that they could come from."
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
