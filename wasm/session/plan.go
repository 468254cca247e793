package session

import (
	"maps"
	"math"
	"slices"

	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A planned is a whole release before its first draw: every step and what it costs,
// from the request and the schema alone.
type planned struct {
	centre    *mechanism.Centre
	normBound *mechanism.NormBoundParams // the grid's end depends on the centre that is drawn
	chooseK   *mechanism.ChooseK
	k         int // where it is not chosen

	mechanisms map[int]mechanism.Mechanism // by k: one, or all that can be chosen
	parts      []privacy.Part              // of the steps, in their order
	formulas   []string
	cost       *privacy.Cost // of the whole; nil where there are no steps, and the mechanism's is
}

// plan decides a release. Its errors are written from public parameters alone.
func (s *Session) plan(p *prepared, in protocol.Release) (*planned, error) {
	decided, err := plan.New(p.schema, in.Choices)
	if err != nil {
		return nil, err
	}
	relation := in.Relation
	var steps plan.Steps
	if in.Steps != nil {
		steps = *in.Steps
	}
	budget := func(step string) privacy.Budget {
		if s := decided.Step(step); s != nil {
			return s.Budget
		}
		return privacy.Budget{}
	}
	out := &planned{k: in.K, mechanisms: map[int]mechanism.Mechanism{}}
	add := func(part privacy.Part, formula string) {
		out.parts = append(out.parts, part)
		out.formulas = append(out.formulas, formula)
	}
	if steps.Centre != nil {
		out.centre, err = mechanism.NewCentre(mechanism.CentreParams{
			Dim: p.schema.D(), Scale: schema.Scale, Budget: budget(method.StepCentre), Relation: relation, RowsPerPerson: p.schema.RowsPerPerson,
		})
		if err != nil {
			return nil, parameterError(err)
		}
		add(out.centre.Part(), out.centre.Formula())
	}
	if n := steps.NormBound; n != nil {
		out.normBound = &mechanism.NormBoundParams{
			Most: p.schema.AlwaysValidBound(), Quantile: n.Quantile, Epsilon: budget(method.StepNormBound).Epsilon, Relation: relation, RowsPerPerson: p.schema.RowsPerPerson,
		}
		b, err := mechanism.NewNormBound(*out.normBound)
		if err != nil {
			return nil, parameterError(err)
		}
		add(b.Part(), b.Formula())
	}
	from, to := decided.Ks()
	if c := steps.ChooseK; c != nil {
		out.chooseK, err = mechanism.NewChooseK(mechanism.ChooseKParams{
			Dim: p.schema.D(), Scale: schema.Scale, Most: c.Max, Target: c.Target, Epsilon: budget(method.StepChoiceOfK).Epsilon, Relation: relation, RowsPerPerson: p.schema.RowsPerPerson, Solver: s.solver(),
		})
		if err != nil {
			return nil, parameterError(err)
		}
		add(out.chooseK.Part(), out.chooseK.Formula())
	}
	for k := from; k <= to; k++ {
		out.mechanisms[k], err = mechanism.New(in.Mechanism, s.params(p, in, k, budget(method.Named(in.Mechanism).Steps[0]), budget(method.StepCore)))
		if err != nil {
			return nil, parameterError(err)
		}
	}
	return out, out.add(in)
}

// add adds up the cost of the whole. It does not depend on a k that is chosen.
func (l *planned) add(in protocol.Release) error {
	if len(l.parts) == 0 {
		return nil
	}
	stated := true // ρ, for every k
	for _, k := range slices.Sorted(maps.Keys(l.mechanisms)) {
		c := l.mechanisms[k].Cost()
		parts := append(l.parts[:len(l.parts):len(l.parts)], privacy.Part{
			Step: "mechanism", Mechanism: in.Mechanism,
			Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho, Claim: c.Claim,
		})
		delta := 0.0
		for _, p := range parts {
			if p.Delta > 0 {
				delta = in.Delta
			}
		}
		cost, err := privacy.Compose(parts, delta)
		if err != nil {
			return parameterError(err)
		}
		cost.Assumptions = c.Assumptions
		if l.cost == nil {
			l.cost = &cost
		}
		// Each number is a bound by itself, so the largest of each is one for all k. A ρ
		// of 0 is none, and then there is none for all.
		l.cost.Epsilon = math.Max(l.cost.Epsilon, cost.Epsilon)
		l.cost.Delta = math.Max(l.cost.Delta, cost.Delta)
		if l.cost.Rho = math.Max(l.cost.Rho, cost.Rho); cost.Rho == 0 {
			stated = false
		}
	}
	if !stated {
		l.cost.Rho = 0
	}
	// What was confirmed is what is stated, also where composition proves less: the
	// sentence leaves word for word.
	l.cost.Epsilon = math.Max(l.cost.Epsilon, in.Epsilon)
	return nil
}

// charge writes the whole's cost, parts and formula into what the mechanism released.
func (l *planned) charge(out *mechanism.Released) {
	if l.cost == nil {
		return
	}
	out.Cost = *l.cost
	out.Parts = append(l.parts[:len(l.parts):len(l.parts)], out.Parts...)
	formula := ""
	for _, f := range l.formulas {
		formula += f + "; "
	}
	out.Formula = formula + out.Formula
}

// params are the mechanism's for one k.
func (s *Session) params(p *prepared, in protocol.Release, k int, budget, core privacy.Budget) mechanism.Params {
	meter := s.meter()
	return mechanism.Params{
		Dim:           p.matrix.Dim(),
		Scale:         p.matrix.Scale(),
		K:             k,
		Budget:        budget,
		Relation:      in.Relation,
		RowsPerPerson: p.schema.RowsPerPerson,
		Sweeps:        in.Sweeps,
		Cap:           in.Cap,
		Core:          core,
		Solver:        s.solver(),
		Progress: func(phase mechanism.Phase, done, total int) {
			unit := method.Named(in.Mechanism).Unit
			if phase == mechanism.PhaseVectors {
				unit = "decompositions"
			}
			meter(protocol.Progress{Phase: string(phase), Done: int64(done), Total: int64(total), Unit: unit})
		},
	}
}
