package app

import (
	"privatepca/core/method"
	"privatepca/core/words"
)

// gives says in words what the release holds.
func gives(s *State) string {
	m, d := s.draft.Method(), s.draft.Answers.Tally.Features
	directions := words.Count(int64(s.draft.Choices.Directions(d)), "direction")
	if s.draft.DrawsK() {
		directions = "1 to " + words.Count(int64(s.draft.Choices.MostK(d)), "direction")
	}
	switch {
	case m.Gives == method.WholeMatrix:
		return directions + ", " + words.Count(int64(d), "eigenvalue")
	case s.draft.Choices.ReleasesCore():
		return directions + " in order, with eigenvalues"
	case m.Gives == method.Ordered:
		return directions + " in order"
	}
	return "a subspace of " + directions
}
