package app

import (
	"privatepca/core/method"
	"privatepca/core/words"
)

// gives says in words what the release holds.
func gives(s *State) string {
	m, d := s.draft.method(), s.draft.answers.tally.features
	directions := words.Count(int64(s.draft.choices.directions(d)), "direction")
	if s.draft.drawsK() {
		directions = "1 to " + words.Count(int64(s.draft.choices.mostK(d)), "direction")
	}
	switch {
	case m.Gives == method.WholeMatrix:
		return directions + ", " + words.Count(int64(d), "eigenvalue")
	case s.draft.choices.releasesCore():
		return directions + " in order, with eigenvalues"
	case m.Gives == method.Ordered:
		return directions + " in order"
	}
	return "a subspace of " + directions
}
