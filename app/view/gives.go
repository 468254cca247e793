package view

import (
	"privatepca/app/state"
	"privatepca/core/method"
	"privatepca/core/words"
)

// gives says in words what the release holds.
func gives(s *state.State) string {
	m, d := s.Draft.Method(), s.Draft.Answers.Tally.Features
	directions := words.Count(int64(s.Draft.Choices.Directions(d)), "direction")
	if s.Draft.DrawsK() {
		directions = "1 to " + words.Count(int64(s.Draft.Choices.MostK(d)), "direction")
	}
	switch {
	case m.Gives == method.WholeMatrix:
		return directions + ", " + words.Count(int64(d), "eigenvalue")
	case s.Draft.Choices.ReleasesCore():
		return directions + " in order, with eigenvalues"
	case m.Gives == method.Ordered:
		return directions + " in order"
	}
	return "a subspace of " + directions
}
