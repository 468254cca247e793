package release

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"privatepca/core/finding"
)

// Why two documents cannot be tested.
var (
	// ErrNoFinding: one of them does not hold what its loadings and their errors are computed from.
	ErrNoFinding = errors.New("one of the two does not hold the matrix that its loadings and their errors are computed from")
	// ErrOtherCentre: a difference could come from the centre and the scales alone.
	ErrOtherCentre = errors.New("they were measured from different centres and scales")
)

// SameWithin tests whether two releases are the same within their noise or, with people, within noise and the chance between two samples of
// people. The second was made as the first, or both as the same third; else the error is ErrOtherCentre. firstText is the first document's text.
func SameWithin(ctx context.Context, first, second *Document, firstText []byte, people bool) (*finding.Comparison, error) {
	a, b := first.Finding, second.Finding
	if a == nil || b == nil || a.Matrix == nil || b.Matrix == nil {
		return nil, ErrNoFinding
	}
	sum := sha256.Sum256(firstText)
	if b.As == "" || b.As != hex.EncodeToString(sum[:]) && b.As != a.As {
		return nil, ErrOtherCentre
	}
	stated := func(d *Document) finding.Stated {
		f := *d.Finding
		if f.As == "" { // its own scales are given, as the other's are
			f.As = b.As
		}
		out := finding.Stated{Input: f.input(d)}
		for _, c := range f.Clusters {
			out.Clusters = append(out.Clusters, finding.Cluster{Ranks: c.Ranks, Open: c.Open, Skipped: c.Left})
		}
		return out
	}
	c, err := finding.Solver{}.Compare(ctx, stated(first), stated(second), people)
	if errors.Is(err, finding.ErrNotTestable) {
		return nil, ErrOtherCentre
	}
	return c, err
}
