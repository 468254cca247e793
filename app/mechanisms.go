package app

import "privatepca/core/method"

// recommended is the mechanism to choose first where there is no forecast.
func recommended(delta float64) method.Method { return method.Best(!(delta > 0)) }

// gives says in words what the release holds.
func gives(s *session) string {
	m, d := s.draft.method(), s.draft.answers.tally.features
	directions := plural(int64(s.draft.choices.directions(d)), "direction")
	if s.draft.drawsK() {
		directions = "1 to " + plural(int64(s.draft.choices.mostK(d)), "direction")
	}
	switch {
	case m.Gives == method.WholeMatrix:
		return directions + ", " + plural(int64(d), "eigenvalue")
	case s.draft.choices.releasesCore():
		return directions + " in order, with eigenvalues"
	case m.Gives == method.Ordered:
		return directions + " in order"
	}
	return "a subspace of " + directions
}

// price says in words what a release under the choices spends.
func (c *choices) price() string {
	if method.Named(c.mechanism).Free() {
		return "nothing"
	}
	return "ε = " + c.epsilon
}
