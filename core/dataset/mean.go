package dataset

import (
	"io"

	"privatepca/core/schema"
)

// A FeatureSum is the exact sum over the records that count of their features, each quantised by itself:
// q_j = round(schema.Scale·e_j). Nothing is centred or clipped. A missing number counts as the midpoint of its
// bounds, a category without a level as zero.
type FeatureSum struct {
	Sum  []int64 // of length D; 2⁴⁹ records fit
	Rows int64
}

// NewFeatureSum is the sum of no records, of d features.
func NewFeatureSum(d int) *FeatureSum { return &FeatureSum{Sum: make([]int64, d)} }

// Add adds what another has summed, of as many features.
func (f *FeatureSum) Add(other *FeatureSum) {
	f.Rows += other.Rows
	for i, x := range other.Sum {
		f.Sum[i] += x
	}
}

// count adds the record at hand.
func (f *FeatureSum) count(w *walker) {
	w.read()
	f.Rows++
	for i := range w.encoder.numbers {
		c := &w.encoder.numbers[i]
		f.Sum[c.feature] += schema.Quantised(c.value)
	}
	for i := range w.encoder.categories {
		if c := &w.encoder.categories[i]; c.level >= 0 {
			f.Sum[c.feature+c.level] += schema.Quantised(c.weight)
		}
	}
}

// unclipped is the schema by which features are summed: nothing is centred or clipped.
func unclipped(s *schema.Schema) *schema.Schema {
	raw := *s
	raw.Centre, raw.Point, raw.NormRule, raw.NormBound = schema.CentreNone, nil, schema.Clip, 0
	return &raw
}

// ReadSum reads a file from its first byte and sums the features of each record that counts, whatever the
// schema's centre and norm rule. It calls each after each of them. A record changes the sum by no more than schema.Spread says. Errors are those of
// Read.
func (r Reading) ReadSum(src io.Reader, s *schema.Schema, each func()) (*FeatureSum, *Summary, error) {
	sum := NewFeatureSum(s.D())
	summary, err := r.walk(src, unclipped(s), false, func(w *walker) error {
		sum.count(w)
		each()
		return nil
	})
	return sum, summary, err
}
