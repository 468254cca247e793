package plan

import (
	"encoding/hex"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
)

// earlier refuses what cannot be taken over from an earlier release. Whether its columns are these is for release.As to say, which reads its document.
func (r *refusing) earlier() {
	as, steps := r.As, r.steps
	if as == nil {
		if steps.Count != nil {
			r.no(fieldCount, fault.ForNothing)
		}
		return
	}
	digest, err := hex.DecodeString(as.Document)
	d, p := r.Features, len(r.columns)
	if err != nil || len(digest) != 32 {
		r.no(fieldAs, fault.Unread)
	}
	if as.Claim != privacy.Exact {
		r.no(fieldAs, fault.Claimed)
	}
	if !r.Correlations {
		r.no(fieldAs, fault.NoMatrix)
	}
	if steps.Sums != nil || steps.Lengths != nil {
		r.no(fieldAs, fault.Stated)
	}
	if steps.Count != nil && !r.counted(r.Relation) {
		r.no(fieldCount, fault.Known)
	}
	if len(as.Centre) != d || len(as.Weights) != d || len(as.Scales) != p || len(as.Floored) != p || len(as.Answered) != p || len(as.Lengths) != scaling.Bins {
		r.no(fieldAs, fault.Misfit)
		return
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
		if slices.ContainsFunc(part.list, func(x float64) bool { return !(x >= part.least && x <= part.most) }) {
			r.no(fieldAs, fault.OutOfRange)
			return
		}
	}
	first := 0
	for _, n := range r.columns {
		if slices.ContainsFunc(as.Weights[first:first+n], func(w float64) bool { return w != as.Weights[first] }) {
			r.no(fieldAs, fault.Uneven)
			return
		}
		first += n
	}
}
