package app

import (
	"fmt"

	"privatepca/core/privacy"
)

// A mechanism is one choice on the Privacy page.
type mechanism struct {
	name      string // as in documents
	title     string
	why       string // when to choose it, and what it gives
	claim     privacy.Claim
	usesDelta bool
	everyK    bool // the whole noisy matrix is released: k may change afterwards
	ordered   bool // directions come in order: k may shrink afterwards
}

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
		name: "ppca", title: "PPCA, exact", claim: privacy.Idealised,
		why: "The paper’s method, drawn exactly, with no Markov chain; δ = 0. Directions only, without order.",
	},
	{
		name: "ppca-gibbs", title: "PPCA, Gibbs sampler", claim: privacy.Conditional,
		why: "The paper’s method with the paper’s sampler, δ = 0. Directions only, without order. The guarantee holds if the chain has converged.",
	},
	{
		name: "sequential", title: "One direction after the other", claim: privacy.Idealised, ordered: true,
		why: "Each direction takes ε/k of the budget, δ = 0. Directions in order, so a smaller k is free; the subspace is less accurate than PPCA’s.",
	},
	{
		name: "laplace", title: "Laplace", claim: privacy.Exact, everyK: true,
		why: "Pure ε in exact arithmetic, at the price of far more noise. Gives every k.",
	},
	{
		name: "modsulq", title: "MOD-SULQ", claim: privacy.Exact, usesDelta: true, everyK: true,
		why: "The paper’s own calibration of Gaussian noise, for comparison: wider than Gaussian’s by a factor that grows with the number of features.",
	},
	{
		name: "sulq", title: "SULQ", claim: privacy.Exact, usesDelta: true,
		why: "As published, for comparison: noise that is not symmetric. It refuses, its cost spent, where a leading eigenvalue is complex.",
	},
	{
		name: "random", title: "Random", claim: privacy.NoData,
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

// gives says in words what a release of k of d directions holds.
func (m mechanism) gives(k, d int) string {
	if m.everyK {
		return fmt.Sprintf("%s, %s", plural(int64(k), "direction"), plural(int64(d), "eigenvalue"))
	}
	if m.ordered {
		return plural(int64(k), "direction") + " in order"
	}
	return fmt.Sprintf("a subspace of %s", plural(int64(k), "direction"))
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
