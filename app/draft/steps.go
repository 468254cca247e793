package draft

import (
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// DrawsCentre reports whether a private mean is paid for. Like every step, it is not where the
// other answers leave it without a use.
func (d *Draft) DrawsCentre() bool { return drawsCentre(&d.Answers) && !d.Method().Free() }

// DrawsBound reports whether a private norm bound is paid for.
func (d *Draft) DrawsBound() bool { return d.Answers.DrawsBound() && !d.Method().Free() }

// DrawsK reports whether a private choice of k is paid for.
func (d *Draft) DrawsK() bool { return d.Choices.KPrivate && d.Method().ChoosesK }

// Method is the chosen mechanism.
func (d *Draft) Method() method.Method { return method.Named(d.Choices.Mechanism) }

// stepsOf are the parts of the release around its mechanism; nil for none.
func stepsOf(d *Draft) *plan.Steps {
	a, c := &d.Answers, &d.Choices
	var out plan.Steps
	if d.DrawsCentre() {
		out.Centre = &plan.Centre{Share: a.CentreShare.Value()}
	}
	if d.DrawsBound() {
		out.NormBound = &plan.NormBound{Share: a.NormShare.Value(), Quantile: a.NormQuantile.millionth()}
	}
	if d.DrawsK() {
		out.ChooseK = &plan.ChooseK{Share: c.KShare.Value(), Target: c.KTarget.millionth(), Max: c.MostK(a.Tally.Features)}
	}
	if out == (plan.Steps{}) {
		return nil
	}
	return &out
}

// Shrinks reports whether the released matrix is shrunk, which costs nothing: where a whole matrix is released whose noise has a law,
// and there are features enough for it to help. Its directions are used where core/shrink expects them to hold more.
func (d *Draft) Shrinks() bool {
	m := d.Method()
	return m.Gives == method.WholeMatrix && m.Law != "" && d.Answers.Rule != schema.Mean && (d.Answers.Rule == schema.Sign || d.Answers.Tally.Features >= method.LeastShrunk)
}

// VariesAboutMean reports whether records are measured from a mean or a point, or from each other: only then have columns a variance that
// they can be divided by.
func VariesAboutMean(a *Answers) bool {
	return AboutMean(a.Rule) || a.Mean || a.Centre == schema.CentrePoint
}

// Correlates reports whether the directions are to be those of the correlations.
func Correlates(d *Draft) bool { return d.Answers.Equal && VariesAboutMean(&d.Answers) }

// A Part is one line of what ε goes to.
type Part struct {
	What     string
	Share    float64 // of ε, or of μ²
	Together bool    // the step's noise is set together with that of others: it has a share of μ², and no ε of its own
}

// Parts lists what ε goes to, in the order in which it is drawn.
func (d *Draft) Parts() []Part {
	if d.Method().Free() {
		return nil
	}
	var out []Part
	steps, gaussian := shares(d), 0
	together := func(step plan.Step) bool { return d.Method().Joint && step.Name != method.StepNormBound }
	for _, part := range steps {
		if together(part) {
			gaussian++
		}
	}
	for _, part := range steps {
		step, _ := method.StepOf(part.Name)
		what := step.Title
		if part.Name == d.Method().Steps[0] {
			what += ", by " + d.Method().Title
		}
		out = append(out, Part{what, part.Share, gaussian > 1 && together(part)})
	}
	return out
}

// shares are the steps of the release, with their shares of ε.
func shares(d *Draft) []plan.Step {
	c := plan.Choices{Mechanism: d.Choices.Mechanism, Steps: stepsOf(d)}
	if d.Choices.ReleasesCore() {
		c.CoreShare = d.Choices.CoreShare.Value()
	}
	if d.Answers.DrawsMean() {
		steps := plan.Steps{}
		if c.Steps != nil {
			steps = *c.Steps
		}
		steps.Mean = &plan.Mean{Share: plan.UsualMean(d.Choices.Mechanism)}
		c.Steps = &steps
	}
	if d.Answers.Rule == schema.Mean && d.Method().Joint {
		steps := plan.Steps{}
		if c.Steps != nil {
			steps = *c.Steps
		}
		switch {
		case d.Choices.As == nil:
			steps.Sums, steps.Lengths = &plan.Sums{Share: plan.UsualSums}, &plan.Lengths{Share: plan.UsualLengths}
		case countsRows(d):
			steps.Count = &plan.Count{Share: plan.UsualCount}
		}
		c.Steps = &steps
	}
	return plan.Shares(c)
}

// TakesDelta reports whether a part of the release spends a δ.
func (d *Draft) TakesDelta() bool {
	return d.Method().UsesDelta(d.Choices.Core) || d.DrawsCentre()
}

// Budget is the ε and δ in force; 0 stands for what is not a number yet. Where no
// part uses a δ it is 0, whatever the field holds.
func (d *Draft) Budget() privacy.Budget {
	b := privacy.Budget{Epsilon: d.Choices.Epsilon.Or(0)}
	if d.TakesDelta() {
		b.Delta = d.Choices.Delta.Or(0)
	}
	return b
}

// PartOf is the ε that a share of the draft's ε comes to, as both are typed.
func PartOf(d *Draft, share float64) float64 { return plan.PartOf(d.Budget().Epsilon, share) }
