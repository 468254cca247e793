package release

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
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
	Pairs []ComparedPair // of directions that stand alone in both, at an angle with |cos| > .7
}

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
	notTestableRules   = "They were released by different rules."
	notTestableColumns = "They do not have the same columns."
	notTestableMatrix  = "The documents have too many features to hold the matrix that the test needs."
	notTestableSingles = "No direction stands alone in both."
)

// Digest names a finding, and with it the centre, the weights, the radius and the scales that a release "as the first" takes. It does not
// depend on k, nor on what the curator wrote.
func Digest(d *Document) string {
	text, err := json.Marshal(struct {
		Finding *Finding
		Centre  []float64
	}{d.Finding, d.Encoding.CentrePoint})
	if err != nil { // of numbers that are none, which no document has
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Compare tests two findings against each other, of which one was released as the other (Finding.As). refused says why that is not
// possible, "" where it is. The test is core/finding's; a false alarm is at most as likely as 5 %.
func Compare(ctx context.Context, first, second *Document, question Question) (c Compared, refused string, err error) {
	if first.Finding == nil || second.Finding == nil || (first.Scale == nil) != (second.Scale == nil) {
		return Compared{}, notTestableRules, nil
	}
	if as := first.Finding.As; as != "" && as == Digest(second) { // the question is symmetric
		c, refused, err = Compare(ctx, second, first, question)
		for i := range c.Pairs {
			c.Pairs[i] = c.Pairs[i].swapped(math.Copysign(1, dot(shownOf(second, c.Pairs[i].First), shownOf(first, c.Pairs[i].Second))))
		}
		return c, refused, err
	}
	switch {
	case second.Finding.As == "" || second.Finding.As != Digest(first):
		return Compared{}, NotTestableCentres, nil
	case !sameColumns(first, second):
		return Compared{}, notTestableColumns, nil
	case !slices.Equal(first.Encoding.CentrePoint, second.Encoding.CentrePoint):
		return Compared{}, NotTestableCentres, nil
	case !tests(first) || !tests(second):
		return Compared{}, Untested(map[bool]*Document{true: first, false: second}[!tests(first)]), nil
	case first.Finding.Matrix == nil || second.Finding.Matrix == nil:
		return Compared{}, notTestableMatrix, nil
	}
	a, b := first.Finding.input(first), second.Finding.input(second)
	if a.Scale, a.Floored, err = (finding.Solver{}).Scales(a); err != nil {
		return Compared{}, "", err
	}
	for i, s := range a.Scale {
		if math.Abs(s-b.Scale[i]) > 1e-9*s { // another machine may round otherwise
			return Compared{}, NotTestableCentres, nil
		}
	}
	b.Scale, b.Floored = a.Scale, a.Floored
	found, err := finding.Solver{}.Compare(ctx, finding.Stated{Input: a, Clusters: first.Finding.stated()}, finding.Stated{Input: b, Clusters: second.Finding.stated()}, question == OtherPeople)
	switch {
	case errors.Is(err, finding.ErrNotTestable):
		return Compared{}, NotTestableCentres, nil
	case err != nil:
		return Compared{}, "", err
	case found.Pairs == 0:
		return Compared{}, notTestableSingles, nil
	}
	for _, p := range found.Matched {
		pair := ComparedPair{First: p.First, Second: p.Second}
		turn := 1.0
		if e, _ := estimateOf(first, p.First); e != nil {
			turn = math.Copysign(1, dot(e.Loadings, shownOf(first, p.First)))
		}
		for _, x := range p.Differ {
			pair.Differ = append(pair.Differ, ComparedLoading{x.Feature, turn * x.First, turn * x.Second, x.May})
		}
		c.Pairs = append(c.Pairs, pair)
	}
	return c, "", nil
}

// swapped is the pair seen from the other side, turned by a sign.
func (p ComparedPair) swapped(sign float64) ComparedPair {
	out := ComparedPair{First: p.Second, Second: p.First}
	for _, x := range p.Differ {
		out.Differ = append(out.Differ, ComparedLoading{x.Feature, sign * x.Second, sign * x.First, x.May})
	}
	return out
}

// shownOf is what is shown of a direction that has an estimate, held by the document or not.
func shownOf(d *Document, direction int) []float64 {
	if direction < d.NumComponents {
		return d.Loadings(direction)
	}
	if e, _ := estimateOf(d, direction); e != nil {
		return e.Loadings
	}
	return make([]float64, d.NumFeatures)
}

// stated are the clusters as core/finding has them.
func (f *Finding) stated() []finding.Cluster {
	var out []finding.Cluster
	for _, c := range f.Clusters {
		out = append(out, finding.Cluster{Ranks: c.Ranks, Open: c.Open, Skipped: c.Left})
	}
	return out
}

// sameColumns reports whether two documents have the same columns with the same bounds, levels and public weights.
func sameColumns(a, b *Document) bool {
	if !slices.Equal(a.FeatureNames, b.FeatureNames) || len(a.Encoding.Fields) != len(b.Encoding.Fields) {
		return false
	}
	bare := func(f Field) string {
		f.Title, f.Categories, f.BoundsFrom, f.MissingValues = "", nil, "", nil
		text, err := json.Marshal(f)
		if err != nil {
			return ""
		}
		return string(text)
	}
	for i := range a.Encoding.Fields {
		if bare(a.Encoding.Fields[i]) != bare(b.Encoding.Fields[i]) {
			return false
		}
	}
	return true
}
