// Package plan decides a release before any record is read: it takes the public choices,
// refuses combinations that have no proof, and divides the budget among the steps.
//
// The rules of this package: it knows of records nothing but their schema; it names no
// mechanism, but looks up in core/method what the mechanism of a release needs; the page
// imports it, so it reaches no code that reads or draws.
package plan

import (
	"privatepca/core/method"
	"privatepca/core/privacy"
)

// Choices are the public decisions of one release. Their JSON is what page and worker,
// config.json and the command line share; its keys never change.
type Choices struct {
	Mechanism string           `json:"mechanism"` // a name of method.All
	K         int              `json:"k"`         // directions, 1 ≤ k < d; 0 where Steps.ChooseK draws it
	Epsilon   float64          `json:"epsilon"`   // of the whole release
	Delta     float64          `json:"delta"`     // likewise; 0 for pure ε
	Relation  privacy.Relation `json:"relation"`
	Sweeps    int              `json:"sweeps,omitempty"`     // of Gibbs sampling; 0 means the default
	Cap       int              `json:"cap,omitempty"`        // most proposals before Gibbs sampling takes over; 0 means the usual number (method.UsualCap), NoCap none
	CoreShare float64          `json:"core_share,omitempty"` // share of the mechanism's ε for order and eigenvalues, in [0, 1)
	Steps     *Steps           `json:"steps,omitempty"`
	// Shrink adds shrunk directions to a release of a whole matrix. It costs nothing (core/shrink).
	Shrink bool `json:"shrink,omitempty"`
	// Correlations makes the directions those of the correlations: each column counts equally, a category as one. It is a function
	// of a whole released matrix, and costs nothing (core/shrink/correlation.md).
	Correlations bool `json:"correlations,omitempty"`
	// DesignEffect is how many rows are worth one independent row, where rows come in clusters without a key, such as schools or villages; public,
	// at least 1; 0 where rows are independent people. Under the norm rule mean what chance may make is reckoned with it; it costs nothing.
	DesignEffect float64 `json:"design_effect,omitempty"`
	// As has a release measure the second moment as an earlier one did (As); nil for one that measures its own centre.
	As *As `json:"as,omitempty"`
}

// MostDesignEffect is the largest one that a release takes.
const MostDesignEffect = 1e6

// As is what a release under the norm rule mean takes over from an earlier one's document: its centre, its weights, its length and its scales. It then
// draws one step, the second moment, and one more for the number of rows where that is private. The two are comparable (core/finding/finding.md).
type As struct {
	Document     string        `json:"document"` // SHA-256 of the earlier document's text, hex
	Claim        privacy.Claim `json:"claim"`    // of the earlier document: the second claims no more
	Centre       []float64     `json:"centre"`   // as schema.Point
	Weights      []float64     `json:"weights"`
	Radius       float64       `json:"radius"`
	Scales       []float64     `json:"scales"` // of each column
	Floored      []bool        `json:"floored"`
	Answered     []float64     `json:"answered"`
	MeanNoise    float64       `json:"mean_noise"`
	Longest      float64       `json:"longest"`
	Lengths      []float64     `json:"lengths"`
	LengthsNoise float64       `json:"lengths_noise"`
}

// NoCap is a Choices.Cap that lets an exact sampler run until it accepts, whatever the number of directions.
const NoCap = -1

// Steps are the paid parts of a release before its mechanism. Each spends its share of ε,
// the mechanism what is left. All is decided before the first draw; the steps run in the
// order of the fields.
//
//	"steps": {"centre": {"share": 0.1},
//	          "norm_bound": {"share": 0.05, "quantile": 0.99},
//	          "choose_k": {"share": 0.05, "target": 0.8, "max": 20}}
type Steps struct {
	Centre    *Centre    `json:"centre,omitempty"`
	Mean      *Mean      `json:"mean,omitempty"`
	Sums      *Sums      `json:"sums,omitempty"`
	Lengths   *Lengths   `json:"lengths,omitempty"`
	Count     *Count     `json:"count,omitempty"`
	NormBound *NormBound `json:"norm_bound,omitempty"`
	ChooseK   *ChooseK   `json:"choose_k,omitempty"`
}

// Centre measures records from their noisy mean. It needs the relation replace-one, one
// row a person, and a norm rule other than pairs.
type Centre struct {
	Share float64 `json:"share"` // of ε, in (0, 1)
}

// Mean is the noisy mean from which directions are measured under the norm rule sign. Where the
// schema states no centre the rule needs it, and a release without one has UsualMean.
type Mean struct {
	Share float64 `json:"share"` // in (0, 1): of μ² where all noise is Gaussian and calibrated together, else of ε
}

// Sums are the first step of the norm rule mean, from whose noisy sums the mean and the weights of the columns follow. A release under that rule
// without the step has UsualSums.
type Sums struct {
	Share float64 `json:"share"` // of μ², in (0, 1)
}

// Lengths are the second step of the norm rule mean: noisy counts of lengths, from which the length follows at which records are cut. A release
// under that rule without the step has UsualLengths.
type Lengths struct {
	Share float64 `json:"share"` // of μ², in (0, 1)
}

// Count is the noisy number of rows of a release that measures as an earlier one did (As), where that number is private; where rows have weights it
// is the noisy sum of these. Such a release without the step has UsualCount.
type Count struct {
	Share float64 `json:"share"` // of μ², in (0, 1)
}

// UsualMean is the share of a mean that was not stated. A tenth of μ² leaves the directions noise that is 5 % wider than
// alone (core/mechanism/mean.md). Under a divided ε a mean takes more: at .15 nuclear noise kept .69 of insurance's energy
// (ε = .5; .63 at .1, .70 at .2) and .85 of census's (ε = .1; .87 and .84).
func UsualMean(mechanism string) float64 {
	if method.Named(mechanism).Joint {
		return .1
	}
	return .15
}

// NormBound takes a noisy quantile of the records' lengths for the norm bound. It needs
// the norm rule clip and a schema that states no bound.
type NormBound struct {
	Share    float64 `json:"share"`    // of ε, in (0, 1)
	Quantile float64 `json:"quantile"` // share of the records that are not clipped, in (0, 1), in millionths
}

// ChooseK chooses k from the records, in place of Choices.K, which is then 0. It is for
// mechanisms that release a single subspace; those that release a whole matrix give every
// k at no further cost.
type ChooseK struct {
	Share  float64 `json:"share"`  // of ε, in (0, 1)
	Target float64 `json:"target"` // share of the trace that the k directions are to hold, in (0, 1), in millionths
	Max    int     `json:"max"`    // k is one of 1 … Max, which is below d
}

// A Step is one part of a release with what it may spend.
type Step struct {
	Name   string         // as documents have it: a name of method.Steps
	Method string         // the method that draws it: a name of core/method
	Share  float64        // of the release's ε; 0 for a mechanism that spends nothing
	Budget privacy.Budget // exactly what it is calibrated for
	// Width is the step's noise where several Gaussian steps were calibrated together, for one (ε,δ); Budget is then
	// what the step costs by itself. Else nil.
	Width *privacy.Gaussian
}

// steps are the choices' paid steps; the zero value where there are none.
func (c *Choices) steps() Steps {
	if c.Steps == nil {
		return Steps{}
	}
	return *c.Steps
}

// UsesDelta reports whether a part of the release spends a δ.
func (c *Choices) UsesDelta() bool {
	m, ok := method.Of(c.Mechanism)
	return ok && m.UsesDelta(c.CoreShare > 0) || c.steps().Centre != nil && c.Delta > 0
}
