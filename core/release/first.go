package release

import (
	"fmt"
	"slices"
)

// First returns the document of the first k directions: a function of the released document alone, which costs nothing. The
// document must have its directions in an order, that is with eigenvalues or of a mechanism that orders
// them, else a smaller set is no part of what was released; the caller knows which. It returns an error for k below 1 or above NumComponents. Where the matrix was
// shrunk, the answer whether Components are the shrunk ones stays as it is in d. The result shares memory with d.
func (d *Document) First(k int) (*Document, error) {
	if k < 1 || k > d.NumComponents {
		return nil, fmt.Errorf("release: the document has %d directions, not %d", d.NumComponents, k)
	}
	out := *d
	out.Receipt = d.shortened(k)
	out.NumComponents, out.Components = k, slices.Clip(d.Components[:k])
	if len(d.ExplainedVariance) > k {
		out.ExplainedVariance = slices.Clip(d.ExplainedVariance[:k])
	}
	if s := d.Shrinkage; s != nil {
		out.Shrinkage = &Shrinkage{Used: s.Used, Other: slices.Clip(s.Other[:min(k, len(s.Other))]), OtherScale: s.OtherScale}
	}
	return &out, nil
}
