package plan

import (
	"slices"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// A Plan is a release that was decided: the choices fit the schema, and each step has its
// budget. It holds nothing of any record.
type Plan struct {
	Schema  *schema.Schema
	Choices Choices
	Steps   []Step // in the order of the draws: the paid ones, the mechanism's, the core
	// Joint is the one calibration of all steps, where the mechanism's noise is Gaussian; nil where each step has a budget of
	// its own.
	Joint *privacy.Joint
}

// New decides a release from public facts alone. It refuses choices out of range, and
// combinations without a proof, with a *fault.Error whose Field is the key of the choice.
func New(s *schema.Schema, c Choices) (*Plan, error) {
	if err := s.Validate(); err != nil {
		return nil, schema.Fault(err)
	}
	c = c.clone()
	facts := FactsOf(s)
	c.complete(&facts)
	if refused := refusals(&facts, &c); len(refused) > 0 {
		return nil, refused[0]
	}
	if _, most := (&Plan{Choices: c}).Ks(); c.Cap == 0 {
		c.Cap = method.Named(c.Mechanism).UsualCap(s.D(), most)
	}
	steps, err := Divide(c)
	if err != nil {
		return nil, err
	}
	joint, err := calibrate(s, &c, steps)
	if err != nil {
		return nil, err
	}
	return &Plan{Schema: clone(s), Choices: c, Steps: steps, Joint: joint}, nil
}

// complete adds the steps that the norm rule needs and that were not stated.
func (c *Choices) complete(f *Facts) {
	if f.needsMean() && c.steps().Mean == nil && method.Named(c.Mechanism).Spends != method.Nothing {
		steps := c.steps()
		steps.Mean = &Mean{Share: UsualMean(c.Mechanism)}
		c.Steps = &steps
	}
	c.addStandard(f)
}

// NeedsMean reports whether records can be encoded only about a mean that a release pays for: the norm rule
// is sign, and no public centre is stated.
func NeedsMean(s *schema.Schema) bool {
	return s.NormRule == schema.Sign && s.Centre != schema.CentrePoint
}

// meanQuery has the public facts of a mean step.
func meanQuery(s *schema.Schema, relation privacy.Relation) privacy.MeanQuery {
	return privacy.MeanQuery{Dim: s.D(), Spread: s.Spread(), Reach: s.Reach(), Relation: relation, RowsPerPerson: s.RowsPerPerson}
}

// MeanQuery has the public facts of the plan's mean step.
func (p *Plan) MeanQuery() privacy.MeanQuery { return meanQuery(p.Schema, p.Choices.Relation) }

// clone keeps what was decided, whatever becomes of the schema that was handed in.
func clone(s *schema.Schema) *schema.Schema {
	out := *s
	out.Fields, out.Point, out.MissingValues = slices.Clone(s.Fields), slices.Clone(s.Point), slices.Clone(s.MissingValues)
	return &out
}

func (c *Choices) clone() Choices {
	out := *c
	if c.Steps != nil {
		steps := Steps{Centre: copied(c.Steps.Centre), Mean: copied(c.Steps.Mean), Sums: copied(c.Steps.Sums), Lengths: copied(c.Steps.Lengths), Count: copied(c.Steps.Count), NormBound: copied(c.Steps.NormBound), ChooseK: copied(c.Steps.ChooseK)}
		out.Steps = &steps
	}
	out.As = copied(c.As)
	return out
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// ReadsAgain reports whether a step reads the records once more, after they have been
// summed.
func (p *Plan) ReadsAgain() bool {
	for _, step := range p.Steps {
		if s, ok := method.StepOf(step.Name); ok && s.ReadsAgain {
			return true
		}
	}
	return false
}

// Step finds a step by its name; nil where the plan has none.
func (p *Plan) Step(name string) *Step {
	for i := range p.Steps {
		if p.Steps[i].Name == name {
			return &p.Steps[i]
		}
	}
	return nil
}

// Ks is the smallest and the largest k that the release may have: the same where it is
// stated.
func (p *Plan) Ks() (from, to int) {
	if c := p.Choices.steps().ChooseK; c != nil {
		return 1, c.Max
	}
	return p.Choices.K, p.Choices.K
}
