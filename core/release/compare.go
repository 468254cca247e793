package release

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"

	"privatepca/core/finding"
)

// A Question is what a comparison of two findings asks. The answer depends on it: two samples of one population differ by chance.
type Question string

const (
	// SamePeople asks whether two releases of the same people differ by more than the noise of both.
	SamePeople Question = "the same people"
	// OtherPeople asks whether releases of two samples of people differ by more than noise and the chance between samples.
	OtherPeople Question = "other people"
)

// A Compared says which directions of two findings differ by more than they may.
type Compared struct {
	Clear     int            // directions that are clear in both; each is compared as a whole
	Pairs     []ComparedPair // of directions that stand alone in both, at an angle with |cos| > .7: loadings are compared
	Turned    []Turned
	Different bool // one of their loadings differs, or a direction turned
}

// A Turned is a clear direction of the first, from 0, that turned as a whole: in a plane with another one, or, −1, away from all that are clear.
type Turned struct{ Direction, Towards int }

// A ComparedPair is a direction of the first, from 0, and its partner in the second, with the loadings that differ.
type ComparedPair struct {
	First, Second int
	Differ        []ComparedLoading
}

// A ComparedLoading is one that differs: both estimates, the second turned to the first, and by how much they might.
type ComparedLoading struct {
	Feature       int
	First, Second float64
	May           float64
}

// Why two findings cannot be tested against each other.
const (
	NotTestableCentres = "They were measured from different centres and scales."
	sameRelease        = "They are one and the same release."
	notTestableRules   = "They were released by different rules."
	notTestableColumns = "They do not have the same columns."
	notTestableMatrix  = "The documents have too many features to hold the matrix that the test needs."
	notTestableClear   = "No direction is clear in both."
)

// Compare tests two findings against each other, of which one was made as the other (As), or both as the same third. refused says why that
// is not possible, "" where it is. The test is core/finding's: a false alarm is at most as likely as 5 %.
//
// Whether both measured with the same centre, weights, length and scales is seen by these, not by Finding.As alone: the document of another
// k, or one with a title, has another digest.
func Compare(ctx context.Context, first, second *Document, question Question) (c Compared, refused string, err error) {
	a, b := first.Finding, second.Finding
	switch {
	case a == nil || b == nil || (first.Scale == nil) != (second.Scale == nil):
		return Compared{}, notTestableRules, nil
	case !sameColumns(first, second):
		return Compared{}, notTestableColumns, nil
	case a.Matrix != nil && slices.Equal(a.Matrix, b.Matrix) && slices.Equal(a.Mean, b.Mean) && MeasuredAlike(first, second):
		return Compared{}, sameRelease, nil
	case a.As == "" && b.As == "" || !MeasuredAlike(first, second):
		return Compared{}, NotTestableCentres, nil
	case !tests(first) || !tests(second):
		return Compared{}, Untested(map[bool]*Document{true: first, false: second}[!tests(first)]), nil
	case a.Matrix == nil || b.Matrix == nil:
		return Compared{}, notTestableMatrix, nil
	}
	found, err := finding.Solver{}.Compare(ctx, stated(first), stated(second), question == OtherPeople)
	switch {
	case errors.Is(err, finding.ErrNotTestable):
		return Compared{}, NotTestableCentres, nil
	case err != nil:
		return Compared{}, "", err
	case found.Clear == 0:
		return Compared{}, notTestableClear, nil
	}
	c.Clear, c.Different = found.Clear, found.Different
	for _, t := range found.Turned {
		c.Turned = append(c.Turned, Turned{t.Direction, t.Towards})
	}
	for _, p := range found.Matched {
		pair := ComparedPair{First: p.First, Second: p.Second}
		turn := 1.0
		if e, _ := estimateOf(first, p.First); e != nil && p.First < first.NumComponents {
			turn = math.Copysign(1, dot(e.Loadings, first.Loadings(p.First)))
		}
		for _, x := range p.Differ {
			pair.Differ = append(pair.Differ, ComparedLoading{x.Feature, turn * x.First, turn * x.Second, x.May})
		}
		c.Pairs = append(c.Pairs, pair)
	}
	return c, "", nil
}

// MeasuredAlike reports whether two releases with findings measured with the same centre, weights, length and scales. Noisy counts of lengths that are
// equal were taken over.
func MeasuredAlike(first, second *Document) bool {
	a, b := first.Finding, second.Finding
	return a.Radius == b.Radius && slices.Equal(a.Scales, b.Scales) && slices.Equal(a.Weights, b.Weights) && slices.Equal(a.Lengths, b.Lengths) &&
		slices.Equal(a.Answered, b.Answered) && slices.Equal(a.Uneven, b.Uneven) && slices.Equal(first.Encoding.CentrePoint, second.Encoding.CentrePoint)
}

// stated is what two findings are compared by, with scales that are given.
func stated(d *Document) finding.Stated {
	f := *d.Finding
	if f.As == "" { // its own scales are given, as the other's are
		f.As = "given"
	}
	out := finding.Stated{Input: f.input(d)}
	for _, c := range f.Clusters {
		out.Clusters = append(out.Clusters, finding.Cluster{Ranks: c.Ranks, Open: c.Open, Skipped: c.Left})
	}
	return out
}

// sameColumns reports whether two documents have the same columns with the same bounds, levels and public weights. How their cells were written,
// as a date's format and a list's separator, may differ, as it may where one measures as the other (as.go).
func sameColumns(a, b *Document) bool {
	return slices.Equal(a.FeatureNames, b.FeatureNames) && reflect.DeepEqual(bare(a.Encoding.Fields), bare(b.Encoding.Fields))
}
