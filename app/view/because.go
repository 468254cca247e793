package view

import (
	"slices"

	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/core/method"
)

// because says why a mechanism is preferred, from the curves; "" without them.
func because(s *state.State, m method.Method) string {
	o := s.Forecast()
	mine := o.Curve(m.Name)
	if mine == nil || m.Name != s.Forecast().Preferred(&s.Draft) {
		return ""
	}
	first, last := slices.IndexFunc(draft.Epsilons, func(e float64) bool { return e > .0099 }), slices.IndexFunc(draft.Epsilons, func(e float64) bool { return e > 9.99 })
	most, compared := true, false
	for _, c := range o.Got.Curves {
		if c.Mechanism == m.Name || len(c.Shares) != len(draft.Epsilons) {
			continue
		}
		compared = true
		for i := first; i <= last; i++ {
			most = most && c.Shares[i] <= mine.Shares[i]+.005
		}
	}
	switch {
	case !compared:
		return "What the components describe is measured in steps of Gaussian noise. The other mechanisms take another answer under Columns."
	case m.Gives != method.WholeMatrix:
		return "Under pure ε, noise on the whole matrix keeps little at this ε. This mechanism keeps more."
	case m.NeedsDelta() && most:
		return "Because you allow a δ, it keeps the most at every ε shown."
	case m.NeedsDelta():
		return "You allow a δ. At this ε no other mechanism is expected to keep clearly more."
	case most:
		return "With δ = 0, none keeps more at any ε shown."
	}
	return "With δ = 0, none is expected to keep clearly more at this ε."
}
