package panel

import (
	"privatepca/app/draft"
	"privatepca/core/method"
	"privatepca/core/words"
)

// Gives says in words what the release holds.
func Gives(of *draft.Draft) string {
	m, d := of.Method(), of.Answers.Tally.Features
	directions := words.Count(int64(of.Choices.Directions(d)), "direction")
	if of.DrawsK() {
		directions = "1 to " + words.Count(int64(of.Choices.MostK(d)), "direction")
	}
	switch {
	case m.Gives == method.WholeMatrix:
		return directions + ", " + words.Count(int64(d), "eigenvalue")
	case of.Choices.ReleasesCore():
		return directions + " in order, with eigenvalues"
	case m.Gives == method.Ordered:
		return directions + " in order"
	}
	return "a subspace of " + directions
}
