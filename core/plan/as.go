package plan

import (
	"encoding/hex"

	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// checkAs refuses what cannot be taken over from an earlier release. Whether its columns are these is for release.As to say, which reads its document.
func checkAs(s *schema.Schema, c *Choices) error {
	as, steps := c.As, c.steps()
	if as == nil {
		if steps.Count != nil {
			return fault.Request(fieldCount, "The number of rows comes with the noisy sums: leave out the step that pays for it.")
		}
		return nil
	}
	digest, err := hex.DecodeString(as.Document)
	runs := schema.Runs(s)
	d, p := s.D(), len(runs)
	switch {
	case err != nil || len(digest) != 32:
		return fault.Request(fieldAs, "The earlier document's SHA-256 is not one.")
	case as.Claim != privacy.Exact:
		return fault.Request(fieldAs, "The earlier release is not private, or claims less than exact arithmetic, and this one would rest on it. Release without it.")
	case !c.Correlations:
		return fault.Request(fieldAs, "Releases can be compared where every column counts equally: let it, or leave the earlier release out.")
	case steps.Sums != nil || steps.Lengths != nil:
		return fault.Request(fieldAs, "A release that measures as an earlier one takes its sums and lengths from there: leave these steps out.")
	case steps.Count != nil && !sumsQuery(s, c.Relation).Counted():
		return fault.Request(fieldCount, "The number of rows is public here: leave out the step that pays for it.")
	case len(as.Centre) != d || len(as.Weights) != d || len(as.Scales) != p || len(as.Floored) != p || len(as.Answered) != p || len(as.Lengths) != scaling.Bins:
		return fault.Request(fieldAs, "The earlier release has other columns than these.")
	}
	for _, part := range []struct {
		list        []float64
		least, most float64
	}{
		{as.Weights, 1e-6, 1e6},
		{as.Answered, 1e-6, 1},
		{as.Centre, -1, 1},
		{as.Lengths, -1e18, 1e18},
		{[]float64{as.Radius}, 1e-6, 1e9},
		{append([]float64{as.MeanNoise, as.Longest, as.LengthsNoise}, as.Scales...), 1e-12, 1e18},
	} {
		for _, x := range part.list {
			if !(x >= part.least && x <= part.most) {
				return fault.Request(fieldAs, "A number of the earlier release is out of range.")
			}
		}
	}
	first := 0
	for _, run := range runs {
		next := first
		for i := run.From; i < run.To; i++ {
			next += s.Fields[i].D()
		}
		for _, w := range as.Weights[first:next] {
			if w != as.Weights[first] {
				return fault.Request(fieldAs, "The earlier release weighs the features of one column differently.")
			}
		}
		first = next
	}
	return nil
}
