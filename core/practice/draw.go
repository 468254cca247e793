package practice

import (
	"context"
	"errors"

	"privatepca/core/mechanism"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/subspace"
)

// Draws are what one mechanism gave, again and again, on the same records.
type Draws struct {
	Utilities []Utility
	First     subspace.Basis // of the first draw; nil for none
	Refused   int            // draws that gave no subspace: SULQ's, where an eigenvalue is complex
}

// Draw releases k directions of m up to n times, and measures each against the truth. It
// begins no further draw once more, asked after each, says no. Errors are the
// mechanism's, and ctx's where it ends.
func (t *Truth) Draw(ctx context.Context, from mechanism.Mechanism, m *moment.Matrix, k, n int, src noise.Source, more func(done int) bool) (Draws, error) {
	var out Draws
	for done := range n {
		if done > 0 && !more(done) {
			break
		}
		released, err := from.Release(ctx, m, src)
		if errors.Is(err, mechanism.ErrComplex) {
			out.Refused++
			continue
		}
		if err != nil {
			return out, err
		}
		view, err := released.View(k)
		if err != nil {
			return out, err
		}
		if out.First == nil {
			out.First = view.Basis
		}
		out.Utilities = append(out.Utilities, t.Utility(view.Basis))
	}
	return out, nil
}
