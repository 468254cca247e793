package app

import "privatepca/core/privacy"

// A mechanism is one choice on the Privacy page.
type mechanism struct {
	name      string // as in documents
	title     string
	why       string // when to choose it, and what it gives
	claim     privacy.Claim
	usesDelta bool
	everyK    bool // the whole noisy matrix is released: k may change afterwards
	ordered   bool // directions come in order: k may shrink afterwards
	choosesK  bool // k may be chosen from the records, for a share of ε
	group     group
}

// A group says to whom a mechanism is shown first.
type group int

const (
	recommended group = iota
	papers            // the paper's method
	comparison        // others, for comparison
)

// mechanisms are what the worker offers, the default first.
var mechanisms = []mechanism{
	{
		name: "gaussian", title: "Gaussian", claim: privacy.Exact, usesDelta: true, everyK: true,
		why: "Noise on the whole matrix, for a small δ. Gives ordered directions, noisy eigenvalues, and every k.",
	},
	{
		name: "nuclear", title: "Nuclear norm", claim: privacy.Idealised, everyK: true,
		why: "The best noise for the whole matrix where no δ is allowed. Gives ordered directions, noisy eigenvalues, and every k.",
	},
	{
		name: "ppca", group: papers, choosesK: true, title: "PPCA, exact", claim: privacy.Idealised,
		why: "The paper’s method, drawn exactly, with no Markov chain; δ = 0. Directions only, their order and eigenvalues for a further share of ε.",
	},
	{
		name: "ppca-gibbs", group: papers, choosesK: true, title: "PPCA, Gibbs sampler", claim: privacy.Conditional,
		why: "The paper’s method with the paper’s sampler, δ = 0. Directions only, without order. The guarantee holds if the chain has converged.",
	},
	{
		name: "sequential", group: comparison, title: "One direction after the other", claim: privacy.Idealised, ordered: true,
		why: "Each direction takes ε/k of the budget, δ = 0. Directions in order, so a smaller k is free; the subspace is less accurate than PPCA’s.",
	},
	{
		name: "laplace", group: comparison, title: "Laplace", claim: privacy.Exact, everyK: true,
		why: "Pure ε in exact arithmetic, at the price of far more noise. Gives every k.",
	},
	{
		name: "modsulq", group: comparison, title: "MOD-SULQ", claim: privacy.Exact, usesDelta: true, everyK: true,
		why: "The paper’s own calibration of Gaussian noise, for comparison: wider than Gaussian’s by a factor that grows with the number of features.",
	},
	{
		name: "sulq", group: comparison, title: "SULQ", claim: privacy.Exact, usesDelta: true,
		why: "As published, for comparison: noise that is not symmetric. It refuses, its cost spent, where a leading eigenvalue is complex.",
	},
	{
		name: "random", group: comparison, title: "Random", claim: privacy.NoData,
		why: "A random subspace: the floor that others are compared with. Nothing of the records is used, and nothing is spent.",
	},
}

// mechanismNamed finds a mechanism; one that a document names and this page does
// not offer has its name for a title.
func mechanismNamed(name string) mechanism {
	for _, m := range mechanisms {
		if m.name == name {
			return m
		}
	}
	return mechanism{name: name, title: name}
}

// recommendedFor is the mechanism to choose first: noise for the whole matrix, the
// least that the δ allows.
func recommendedFor(delta float64) string {
	if delta > 0 {
		return "gaussian"
	}
	return "nuclear"
}

// gives says in words what the release holds.
func gives(s *session) string {
	m, d := s.draft.method(), s.draft.answers.tally.features
	directions := plural(int64(s.draft.choices.directions(d)), "direction")
	if s.draft.drawsK() {
		directions = "1 to " + plural(int64(s.draft.choices.mostK(d)), "direction")
	}
	switch {
	case m.everyK:
		return directions + ", " + plural(int64(d), "eigenvalue")
	case s.draft.choices.releasesCore():
		return directions + " in order, with eigenvalues"
	case m.ordered:
		return directions + " in order"
	}
	return "a subspace of " + directions
}

// free reports whether a release reads nothing of the records and spends nothing.
func (m mechanism) free() bool { return m.claim == privacy.NoData }

// price says in words what a release under the choices spends.
func (c *choices) price() string {
	if mechanismNamed(c.mechanism).free() {
		return "nothing"
	}
	return "ε = " + c.epsilon
}
