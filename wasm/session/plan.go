package session

import (
	"maps"
	"math"
	"slices"

	"privatepca/core/mechanism"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A plan is a whole release before its first draw: every step and what it costs,
// from the request and the schema alone.
type plan struct {
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
func (s *Session) plan(p *prepared, in protocol.Release) (*plan, error) {
	relation := privacy.Relation(in.Relation)
	if p.schema.NormRule == schema.Pairs && relation == privacy.AddRemove {
		return nil, requestError("Pairs are for the relation replace-one: when a row is added or removed, another row gets a new partner, which costs as much as a replacement. Choose replace-one, or the norm rule clip.")
	}
	var steps protocol.Steps
	if in.Steps != nil {
		steps = *in.Steps
	}
	if err := applicable(steps, p.schema, in); err != nil {
		return nil, err
	}
	whole := privacy.Budget{Epsilon: in.Epsilon, Delta: in.Delta}
	budgets, err := divide(whole, steps, usesDelta(in))
	if err != nil {
		return nil, parameterError(err)
	}

	out := &plan{k: in.K, mechanisms: map[int]mechanism.Mechanism{}}
	add := func(part privacy.Part, formula string) {
		out.parts = append(out.parts, part)
		out.formulas = append(out.formulas, formula)
	}
	if steps.Centre != nil {
		out.centre, err = mechanism.NewCentre(mechanism.CentreParams{
			Dim: p.schema.D(), Scale: schema.Scale, Budget: budgets.centre, Relation: relation, RowsPerPerson: p.schema.RowsPerPerson,
		})
		if err != nil {
			return nil, parameterError(err)
		}
		add(out.centre.Part(), out.centre.Formula())
	}
	if n := steps.NormBound; n != nil {
		out.normBound = &mechanism.NormBoundParams{
			Most: p.schema.AlwaysValidBound(), Quantile: n.Quantile, Epsilon: budgets.normBound, Relation: relation, RowsPerPerson: p.schema.RowsPerPerson,
		}
		b, err := mechanism.NewNormBound(*out.normBound)
		if err != nil {
			return nil, parameterError(err)
		}
		add(b.Part(), b.Formula())
	}
	from, to := in.K, in.K
	if c := steps.ChooseK; c != nil {
		out.chooseK, err = mechanism.NewChooseK(mechanism.ChooseKParams{
			Dim: p.schema.D(), Scale: schema.Scale, Most: c.Max, Target: c.Target, Epsilon: budgets.chooseK, Relation: relation, RowsPerPerson: p.schema.RowsPerPerson, Solver: s.solver(),
		})
		if err != nil {
			return nil, parameterError(err)
		}
		add(out.chooseK.Part(), out.chooseK.Formula())
		from, to = 1, c.Max
	}
	for k := from; k <= to; k++ {
		out.mechanisms[k], err = mechanism.New(in.Mechanism, s.params(p, in, k, budgets.mechanism))
		if err != nil {
			return nil, parameterError(err)
		}
	}
	return out, out.add(in)
}

// add adds up the cost of the whole. It does not depend on a k that is chosen.
func (l *plan) add(in protocol.Release) error {
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
func (l *plan) charge(out *mechanism.Released) {
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

// applicable refuses steps that have no meaning, or that would be paid for nothing.
func applicable(steps protocol.Steps, s *schema.Schema, in protocol.Release) error {
	paid := steps.Centre != nil || steps.NormBound != nil || steps.ChooseK != nil
	switch {
	case paid && in.Mechanism == mechanism.NameRandom:
		return requestError("A random subspace uses nothing of the records: leave out the steps, which would be paid for in vain.")
	case steps.Centre != nil && s.NormRule == schema.Pairs:
		return requestError("Differences of pairs have no centre: leave out the step that pays for one.")
	case steps.NormBound != nil && s.NormRule != schema.Clip:
		return requestError("Only records that are clipped need a norm bound, not those of the norm rule %s: leave out the step that pays for one.", s.NormRule)
	case steps.NormBound != nil && s.NormBound != 0:
		return requestError("The schema states a norm bound already: leave it out there, or leave out the step that pays for one.")
	case steps.ChooseK == nil:
		return nil
	case in.K != 0:
		return requestError("State k, or let it be chosen, not both.")
	case in.Mechanism == mechanism.NamePPCA, in.Mechanism == mechanism.NameGibbs:
		return nil
	case in.Mechanism == mechanism.NameSequential:
		return requestError("Sequential shares its ε among k directions, so that k must be stated before: its first directions are an answer for every smaller k.")
	}
	return requestError("This mechanism needs no ε for the choice of k: state one; where it releases a whole matrix, every other k can be viewed at no cost.")
}

// params are the mechanism's for one k.
func (s *Session) params(p *prepared, in protocol.Release, k int, budget privacy.Budget) mechanism.Params {
	meter := s.meter()
	return mechanism.Params{
		Dim:           p.matrix.Dim(),
		Scale:         p.matrix.Scale(),
		K:             k,
		Budget:        budget,
		Relation:      privacy.Relation(in.Relation),
		RowsPerPerson: p.schema.RowsPerPerson,
		Sweeps:        in.Sweeps,
		Cap:           in.Cap,
		CoreShare:     in.CoreShare,
		Solver:        s.solver(),
		Progress: func(phase mechanism.Phase, done, total int) {
			unit := units[in.Mechanism]
			if phase == mechanism.PhaseVectors {
				unit = "decompositions"
			}
			meter(protocol.Progress{Phase: string(phase), Done: int64(done), Total: int64(total), Unit: unit})
		},
	}
}
