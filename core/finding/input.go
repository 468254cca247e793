// Package finding reads what a release under the rule "mean" has found: how many directions relate
// columns, which directions these are, and how far each of their loadings may be off.
//
// It reads the document alone: every number it takes was released or is public, so nothing here can cost
// privacy. All of it is post-processing, and anyone who has the document can compute it again.
//
// The rules of this package: it takes the values as the document states them, rounded as they are there; an
// input that is no release is an error, and never a panic; every output is finite; it draws no random
// number but those of a fixed seed (draws.go), so its results are the same each time. finding.md has the formulas,
// their sources, and what was measured.
package finding

import (
	"errors"
	"fmt"
	"math"

	"privatepca/core/scaling"
)

// An Input is what a document states. Matrices are lower triangles, row by row, the diagonal included.
type Input struct {
	// Columns are the p columns, with d features in all.
	Columns scaling.Columns
	// Rows is n̂, the number of rows as the release found it or as it is public, at least 1.
	Rows float64
	// Effect is the number of rows that are worth one independent row, at least 1 (scaling.Facts.Effect).
	Effect float64
	// Present is q̂, the share of answered cells of each column, above 0 and at most 1.
	Present []float64
	// SumsNoise is s, the noise of a mean of step 1 (scaling.Means.Noise).
	SumsNoise float64
	// Weight is w for each of the d features, and Radius is R.
	Weight []float64
	Radius float64
	// Counts are step 2's noisy counts of lengths, and CountsNoise is σ₂.
	Counts      []float64
	CountsNoise float64
	// Tau is τ, the noise of the second moment off the diagonal, and MeanTau that of Mean.
	Tau, MeanTau float64
	// Mean is g, the noisy sum of the records u: d values.
	Mean []float64
	// Matrix is Y, the noisy second moment about the mean, without null directions: d(d+1)/2 values (Centred).
	Matrix []float64
	// Scale is what each of the d features is divided by, where it is given: in a release "as the first", it is the
	// first one's. Floored says for each column whether that stood on a floor. Both are nil in other releases, where
	// step 4 computes them.
	Scale   []float64
	Floored []bool
	// Filters says that the level allows for columns whose values say who is asked others (missing). Releases made before it have a lower level.
	Filters bool
	// CutAnswers says that it also allows for what the cut makes of skewed answers that some rows alone give.
	CutAnswers bool
}

var errNotFinite = errors.New("finding: a number is not finite")

// Check returns an error unless the input has the shape of a release, and all its numbers are finite and within their ranges.
func (in *Input) Check() error {
	if err := in.Columns.Check(); err != nil {
		return err
	}
	p, d := len(in.Columns), in.Columns.Features()
	for _, part := range []struct {
		name      string
		have      []float64
		want      int
		from      float64 // entries are above it
		mayBeNone bool
	}{
		{"present", in.Present, p, 0, false},
		{"weight", in.Weight, d, 0, false},
		{"counts", in.Counts, scaling.Bins, math.Inf(-1), false},
		{"mean", in.Mean, d, math.Inf(-1), false},
		{"matrix", in.Matrix, d * (d + 1) / 2, math.Inf(-1), false},
		{"scale", in.Scale, d, 0, true},
	} {
		if part.mayBeNone && part.have == nil {
			continue
		}
		if len(part.have) != part.want {
			return fmt.Errorf("finding: %s has %d values, want %d", part.name, len(part.have), part.want)
		}
		for _, x := range part.have {
			if math.IsNaN(x) || math.Abs(x) > largest {
				return fmt.Errorf("%w: in %s", errNotFinite, part.name)
			}
			if !(x > part.from) || part.from == 0 && x < smallest {
				return fmt.Errorf("finding: a value of %s is not above 0", part.name)
			}
		}
	}
	for i, q := range in.Present {
		if q > 1 {
			return fmt.Errorf("finding: more than all cells of column %d are answered", i+1)
		}
	}
	for _, part := range []struct {
		name string
		x    float64
	}{{"rows", in.Rows - 1 + smallest}, {"effect", in.Effect - 1 + smallest}, {"noise of sums", in.SumsNoise}, {"radius", in.Radius}, {"noise of counts", in.CountsNoise}, {"tau", in.Tau}, {"noise of the mean", in.MeanTau}} {
		if !(part.x > 0) || part.x > largest {
			return fmt.Errorf("finding: %s is out of range", part.name)
		}
	}
	if (in.Scale == nil) != (in.Floored == nil) || in.Floored != nil && len(in.Floored) != p {
		return errors.New("finding: given scales need to say, for each column, whether it stood on a floor")
	}
	for i, b := range in.Columns.Blocks() {
		for at := b.From; at < b.To; at++ {
			if in.Weight[at] != in.Weight[b.From] || in.Scale != nil && in.Scale[at] != in.Scale[b.From] {
				return fmt.Errorf("finding: features of column %d have different weights or scales", i+1)
			}
		}
	}
	return nil
}

// Numbers of a release are smaller than largest and, where they must be above 0, not below smallest: products of several stay finite.
const (
	largest  = 1e30
	smallest = 1e-30
)
