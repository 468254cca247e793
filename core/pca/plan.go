package pca

import (
	"privatepca/core/fault"
	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// Choices are the public decisions of one release.
type Choices = plan.Choices

// A Plan is a whole release before its first draw: every step, its budget and what it
// costs, from public facts alone. It may be used for any number of runs, each of which
// costs as much.
type Plan struct {
	decided   *plan.Plan
	centre    *mechanism.Centre
	mean      mean                       // nil where none is paid for
	standard  *standard                  // nil but for the norm rule mean
	normBound *mechanism.NormBoundParams // the grid's end depends on the centre that is drawn

	parts []privacy.Part // of the steps before the mechanism, in their order
	cost  privacy.Cost   // of the whole
}

// NewPlan decides a release before any record is read. It refuses choices out of range,
// and combinations without a proof, with a *fault.Error whose Field names the choice.
func NewPlan(s *schema.Schema, c Choices) (*Plan, error) {
	decided, err := plan.New(s, c)
	if err != nil {
		return nil, err
	}
	p := &Plan{decided: decided}
	add := func(part privacy.Part) { p.parts = append(p.parts, part) }
	if step := decided.Step(method.StepCentre); step != nil {
		p.centre, err = mechanism.NewCentre(mechanism.CentreParams{
			Dim: s.D(), Scale: schema.Scale, Budget: step.Budget, Relation: c.Relation, RowsPerPerson: s.RowsPerPerson,
			Width: step.Width,
		})
		if err != nil {
			return nil, fault.Public(fault.CodeRequest, err)
		}
		add(p.centre.Part())
	}
	if step := decided.Step(method.StepMean); step != nil {
		if p.mean, err = newMean(decided, step); err != nil {
			return nil, fault.Public(fault.CodeRequest, err)
		}
		add(p.mean.Part())
	}
	if p.standard, err = newStandard(decided); err != nil {
		return nil, fault.Public(fault.CodeRequest, err)
	}
	if p.standard != nil {
		for _, part := range p.standard.parts() {
			add(part)
		}
	}
	if step := decided.Step(method.StepNormBound); step != nil {
		p.normBound = &mechanism.NormBoundParams{
			Most: s.AlwaysValidBound(), Quantile: c.Steps.NormBound.Quantile, Epsilon: step.Budget.Epsilon,
			Relation: c.Relation, RowsPerPerson: s.RowsPerPerson,
		}
		b, err := mechanism.NewNormBound(*p.normBound)
		if err != nil {
			return nil, fault.Public(fault.CodeRequest, err)
		}
		add(b.Part())
	}
	if decided.Step(method.StepChoiceOfK) != nil {
		choice, err := mechanism.NewChooseK(p.chooseK(Machine{}))
		if err != nil {
			return nil, fault.Public(fault.CodeRequest, err)
		}
		add(choice.Part())
	}
	// What a mechanism needs grows with k, and its cost does not depend on k.
	var from mechanism.Mechanism
	for _, k := range ends(decided.Ks()) {
		if from, err = p.mechanism(k, Machine{}, nil); err != nil {
			return nil, fault.Public(fault.CodeRequest, err)
		}
	}
	return p, p.compose(from.Cost())
}

func ends(from, to int) []int {
	if from == to {
		return []int{from}
	}
	return []int{from, to}
}

// compose adds up the cost of the whole: what is proven, which is shown before, charged, and stated.
func (p *Plan) compose(own privacy.Cost) error {
	p.cost = own
	if len(p.parts) == 0 {
		return nil
	}
	c := p.decided.Choices
	parts := append(p.parts[:len(p.parts):len(p.parts)], privacy.Part{
		Step: "mechanism", Mechanism: c.Mechanism,
		Epsilon: own.Epsilon, Delta: own.Delta, Rho: own.Rho, Mu: own.Mu, Claim: own.Claim,
	})
	delta := 0.0
	for _, part := range parts {
		if part.Delta > 0 {
			delta = c.Delta
		}
	}
	cost, err := privacy.Compose(parts, delta)
	if err != nil {
		return fault.Public(fault.CodeRequest, err)
	}
	if joint := p.decided.Joint; joint != nil {
		cost.Epsilon, cost.Delta = joint.Epsilon, joint.Delta
	}
	// Shares are rounded down, so that their sum may fall short of what was typed in the last digits: then the whole is stated,
	// which is proven all the more.
	if short := c.Epsilon - cost.Epsilon; short > 0 && short/c.Epsilon <= 1e-9 {
		cost.Epsilon = c.Epsilon
	}
	p.cost = cost
	return nil
}

// Schema is the plan's. The caller must not change it.
func (p *Plan) Schema() *schema.Schema { return p.decided.Schema }

// Choices are what the plan was decided from.
func (p *Plan) Choices() Choices { return p.decided.Choices }

// Cost is what the whole release costs. It is the same for every k that may be chosen.
func (p *Plan) Cost() privacy.Cost { return p.cost }

// Steps lists the steps in the order of the draws, with their budgets.
func (p *Plan) Steps() []plan.Step { return append([]plan.Step(nil), p.decided.Steps...) }

// ReadsAgain reports whether a paid step reads the file once more.
func (p *Plan) ReadsAgain() bool { return p.decided.ReadsAgain() }

// Claim is what the release may claim: not private where bounds were taken from the
// records.
func (p *Plan) Claim() privacy.Claim {
	if p.Schema().WorstProvenance() == schema.FromData {
		return privacy.NotPrivate
	}
	return p.cost.Claim
}

// Statement is the sentence that is confirmed before spending.
func (p *Plan) Statement() release.Statement {
	s, c := p.Schema(), p.decided.Choices
	rows := ""
	if s.RowWeight != nil && !method.Named(c.Mechanism).Free() {
		rows = s.RowWeight.Column
	}
	return release.Statement{
		RowWeight: rows,
		Unit:      words.Unit(s.RowsPerPerson, s.PersonColumn), Relation: c.Relation,
		Epsilon: p.cost.Epsilon, Delta: p.cost.Delta, DeltaSet: true, Mechanism: c.Mechanism, Claim: p.Claim(),
		Correlations: c.Correlations,
	}
}

// chooseK has the parameters of the choice of k.
func (p *Plan) chooseK(m Machine) mechanism.ChooseKParams {
	s, c := p.Schema(), p.decided.Choices
	return mechanism.ChooseKParams{
		Dim: s.D(), Scale: schema.Scale, Most: c.Steps.ChooseK.Max, Target: c.Steps.ChooseK.Target,
		Epsilon: p.decided.Step(method.StepChoiceOfK).Budget.Epsilon, Relation: c.Relation, RowsPerPerson: s.RowsPerPerson,
		Solver: m.Solver(),
	}
}

// mechanism makes the plan's mechanism for one k. progress may be nil.
func (p *Plan) mechanism(k int, m Machine, progress func(Progress)) (mechanism.Mechanism, error) {
	s, c := p.Schema(), p.decided.Choices
	how := method.Named(c.Mechanism)
	in := mechanism.Params{
		Dim: plan.MomentDim(s, how), Scale: schema.Scale, K: k,
		Budget: p.decided.Step(how.Steps[0]).Budget, Relation: c.Relation, RowsPerPerson: s.RowsPerPerson,
		Sweeps: c.Sweeps, Cap: max(0, c.Cap), Solver: m.Solver(),
		Nonzero: s.Nonzero(p.centre != nil || p.mean != nil),
	}
	if s.NormRule == schema.Mean {
		in.Nonzero = 0
	}
	in.Width = p.decided.Step(how.Steps[0]).Width
	if core := p.decided.Step(method.StepCore); core != nil {
		in.Core = core.Budget
	}
	if progress != nil {
		in.Progress = MechanismProgress(how, progress)
	}
	return mechanism.New(c.Mechanism, in)
}

// MechanismProgress turns the progress that a mechanism reports into that of a release.
func MechanismProgress(how method.Method, progress func(Progress)) func(phase mechanism.Phase, done, total int) {
	return func(phase mechanism.Phase, done, total int) {
		unit := how.Unit
		if phase == mechanism.PhaseVectors {
			unit = "decompositions"
		}
		progress(Progress{Phase: string(phase), Done: int64(done), Total: int64(total), Unit: unit})
	}
}
