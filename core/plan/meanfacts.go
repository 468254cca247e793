package plan

import (
	"math/big"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// MeanFacts are what the error of a release's noisy mean depends on, in scaled units. All are public: they come from the
// columns' bounds and levels.
type MeanFacts struct {
	Squared float64 // the squared ℓ₂ sensitivity of the sum of the features: core/mechanism/mean.md's Lemma
	Body    float64 // E‖u‖² for u uniform in the K-norm's body
	Count   int     // how many variates are drawn
	// Widest is the largest mean squared distance from their mean that records within the bounds can have: a quarter of
	// a number's squared range (Popoviciu 1935), 1 for a cycle, 1 − 1/L for a category of L levels, times the squared weight.
	Widest float64
	// Settled is about how far, squared, a mean of noise alone still is from the true one after schema.Settle: a number's at
	// most its squared range over 16, since James and Stein's rule draws numbers together; a category's three tenths.
	Settled float64
	Reach   float64 // the largest squared distance of a record from the middle of the bounds
}

// Columns are how many columns of a schema have one feature, how many have several that are bounded together, categories and cycles, and how many are
// lists, of so many features in all.
func Columns(s *schema.Schema) (single, several, lists, items int) {
	for _, run := range schema.Runs(s) {
		switch f := &s.Fields[run.From]; {
		case f.Kind == schema.Category || f.Cyclic():
			several++
		case f.IsList():
			lists, items = lists+1, items+run.To-run.From
		default:
			single++
		}
	}
	return single, several, lists, items
}

// ManyLevels reports whether such columns, of so many features in all, have categories of three or more levels: what a forecast promises of a group of
// numbers, and of categories of two, does not hold of those.
func ManyLevels(features, single, several, items int) bool { return features-single-items > 2*several }

// UsualMeanWeight is what a forecast takes for the mean weight of rows over the largest, where nobody states a guess: a largest weight of three times the
// mean is the most that is advised.
const UsualMeanWeight = 1. / 3

// Means gives the facts of a schema's mean under a relation. It wants a schema that is valid.
func Means(s *schema.Schema, relation privacy.Relation) MeanFacts {
	q := meanQuery(s, relation)
	squared, _ := new(big.Float).SetInt(q.Squared()).Float64()
	const unit = schema.Scale * schema.Scale
	out := MeanFacts{Squared: squared / unit, Count: q.Coordinates(), Reach: float64(q.Reach) / unit}
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind != schema.Category { // a cycle is bounded as two numbers
			lo, hi := f.Ends(s.Scaling)
			w := float64(hi-lo) / schema.Scale
			out.Widest += w * w / 4
			out.Settled += float64(f.D()) * w * w / 16
			out.Body += float64(f.D()) * w * w / 3
			continue
		}
		// About half of the levels are positive in the body, which is then a product of two corners of cubes of ℓ = L/2
		// dimensions: E x² = 2/((ℓ+1)(ℓ+2)) of each coordinate.
		levels, weight := float64(f.D()), f.Level()
		out.Widest += (1 - 1/levels) * weight * weight
		out.Settled += .3 * weight * weight
		out.Body += 2 * levels / ((levels/2 + 1) * (levels/2 + 2)) * weight * weight
	}
	return out
}
