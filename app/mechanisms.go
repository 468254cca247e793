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
}

// mechanisms are what the worker offers, the default first.
var mechanisms = []mechanism{
	{
		name: "gaussian", title: "Gaussian", claim: privacy.Exact, usesDelta: true, everyK: true,
		why: "Noise on the whole matrix, for a small δ. Gives ordered directions, noisy eigenvalues, and every k.",
	},
	{
		name: "ppca-gibbs", title: "PPCA, Gibbs sampler", claim: privacy.Conditional,
		why: "The paper’s method with the paper’s sampler, δ = 0. Directions only, without order. The guarantee holds if the chain has converged.",
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
	return fmt.Sprintf("a subspace of %s", plural(int64(k), "direction"))
}
