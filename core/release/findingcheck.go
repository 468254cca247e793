package release

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"

	"privatepca/core/finding"
	"privatepca/core/method"
	"privatepca/core/scaling"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// validate refuses a finding of another shape than the document's columns have, and numbers that are none. A nil one is right.
func (f *Finding) validate(d *Document) error {
	if f == nil {
		return nil
	}
	n := d.NumFeatures
	in := f.input(d)
	if f.Matrix == nil && n > MostMatrix {
		in.Matrix = make([]float64, n*(n+1)/2) // not stated: only its shape is asked for
	}
	if err := in.Check(); err != nil {
		return fmt.Errorf("release: %w", err)
	}
	limit := min(f.Clear, n)
	switch {
	case f.Clear < 0 || f.Clear > n || !f.Tested && f.Clear > 0:
		return errors.New("release: the number of clear directions is out of range")
	case len(f.Values) != len(f.Errors) || len(f.Values) > limit || len(f.Clusters) > limit || len(f.Estimates) > limit:
		return errors.New("release: more is stated of clear directions than there are")
	case len(f.Scales) != len(in.Columns):
		return errors.New("release: the scales are not those of the columns")
	case f.As != "" && !isDigest(f.As):
		return errors.New("release: the digest of the earlier document is none")
	case n > MostMatrix && f.Matrix != nil:
		return fmt.Errorf("release: the matrix of more than %d features is stated", MostMatrix)
	}
	for _, c := range f.Clusters {
		if !ranksWithin(c.Ranks, limit) {
			return errors.New("release: a cluster is not of clear directions")
		}
	}
	names := ColumnNames(SchemaOf(d))
	if len(f.Uneven) > len(names) {
		return errors.New("release: more columns of small spread are named than there are columns")
	}
	for _, name := range f.Uneven {
		if !slices.Contains(names, name) {
			return errors.New("release: a column of small spread is none of its columns")
		}
	}
	lists := [][]float64{f.Values, f.Errors, {f.Level, f.Correction, f.Kurtosis, f.Longest}}
	for _, e := range f.Estimates {
		if !ranksWithin(e.Ranks, limit) || e.Axis < 0 || e.Axis >= len(e.Ranks) || len(e.Loadings) != n || len(e.Errors) != n || len(e.PeopleErrors) != n {
			return errors.New("release: an estimate has not the shape of a direction")
		}
		lists = append(lists, e.Loadings, e.Errors, e.PeopleErrors)
	}
	for _, list := range lists {
		for _, x := range list {
			if math.IsNaN(x) || math.Abs(x) > 1e30 {
				return errors.New("release: a number of the finding is out of range")
			}
		}
	}
	return nil
}

// ranksWithin reports whether ranks are consecutive, from 0 to below limit.
func ranksWithin(ranks []int, limit int) bool {
	for i, r := range ranks {
		if r < 0 || r >= limit || i > 0 && r != ranks[i-1]+1 {
			return false
		}
	}
	return len(ranks) > 0
}

// input is what the finding is computed from.
func (f *Finding) input(d *Document) *finding.Input {
	columns := ScalingColumns(SchemaOf(d), d.Scale != nil)
	in := f.Input(columns, f.DesignEffect)
	if f.As != "" && len(f.Scales) == len(columns) {
		in.Scale, in.Floored = columns.Spread(f.Scales), make([]bool, len(columns))
		for i, name := range ColumnNames(SchemaOf(d)) {
			in.Floored[i] = slices.Contains(f.Uneven, name)
		}
	}
	return in
}

// verifyFound asks whether the numbers that the finding is computed from are those of the steps.
func verifyFound(d *Document) Check {
	c := Check{What: "What it has found rests on its own steps"}
	f, p := d.Finding, &d.Privacy
	sums, lengths, whole := p.part(method.StepSums, ""), p.part(method.StepLengths, ""), p.part(method.StepSecondMoment, "")
	if whole == nil || whole.Law == nil || f.As == "" && (sums == nil || lengths == nil || sums.Law == nil || lengths.Law == nil) {
		c.Detail = "A step that it rests on is not stated."
		return c
	}
	unit := schema.UnitScale()
	constant := float64(schema.Constant()) / unit
	counted := sumsQueryOf(d).Counted()
	type number struct {
		what        string
		have, wants float64
	}
	numbers := []number{
		{"the noise of the matrix", f.Tau, float64(whole.Law.OffDiagonal) / (unit * unit)},
		{"the noise of the mean", f.TauMean, f.Tau / constant},
		{"the length at which records are cut", d.Encoding.NormBound, f.Radius},
		{"the longest length", f.Longest, scaling.NewLengths(ScalingColumns(SchemaOf(d), d.Scale != nil), f.Weights).Top},
	}
	if f.As == "" {
		numbers = append(numbers, number{"the noise of means", f.MeanNoise, float64(sums.Law.Width) / float64(countsFactor(d)) / f.Rows},
			number{"the noise of lengths", f.LengthsNoise, float64(lengths.Law.Width) / float64(countsFactor(d))})
	}
	for _, one := range numbers {
		if !(math.Abs(one.have-one.wants) <= 1e-9*math.Abs(one.wants)) {
			c.Detail = fmt.Sprintf("It states %s as %.6g; by its steps that is %.6g.", one.what, one.have, one.wants)
			return c
		}
	}
	switch {
	case f.DesignEffect < float64(p.RowsPerPerson):
		c.Detail = "Its design effect is less than the number of rows of one person."
	case !counted && d.N > 0 && f.Rows != float64(d.N):
		c.Detail = "It counts other rows than the document states people."
	case f.Seed != finding.Seed:
		c.Detail = "Its level is simulated from another seed than this program’s."
	default:
		c.Holds, c.Detail = true, "Its noise, its lengths and its number of rows are those of the steps."
		if f.As != "" {
			c.Detail = "Its noise and its number of rows are those of the steps. Its centre, weights, length and scales are said to be an earlier document’s: compare them with that one."
		}
	}
	return c
}

// verifyFinding computes again what was found, from the released matrix.
func verifyFinding(d *Document) Check {
	c := Check{What: "What it has found follows from what was released"}
	f := d.Finding
	if f.Matrix == nil {
		c.Holds, c.Detail = true, fmt.Sprintf("This cannot be computed again: of more than %d features the matrix is not in the document.", MostMatrix)
		return c
	}
	found, err := finding.Solver{}.Find(context.Background(), f.input(d), nil)
	if err != nil {
		c.Detail = "It cannot be computed from what was released."
		return c
	}
	again := *f
	again.State(found, d.Scale != nil, ColumnNames(SchemaOf(d)), f.input(d).Columns.Blocks())
	values, vectors, err := f.shown(d, found)
	switch {
	case err != nil:
		c.Detail = "It cannot be computed from what was released."
	case again.Clear != f.Clear || again.Tested != f.Tested:
		c.Detail = fmt.Sprintf("Computed again, it has %s; it states %d.", words.Count(again.Clear, "clear direction"), f.Clear)
	case !close6(again.Level, f.Level) || !close6s(again.Values, f.Values) || !close6s(again.Errors, f.Errors):
		c.Detail = "Its level or its eigenvalues come out otherwise."
	case !nearly(again.Scales, f.Scales):
		c.Detail = "The scales of its columns come out otherwise."
	case !sameClusters(again.Clusters, f.Clusters):
		c.Detail = "Other directions belong together than it says."
	case !sameEstimates(again.Estimates, f.Estimates):
		c.Detail = "A loading or its error comes out otherwise."
	case !slices.Equal(again.Uneven, f.Uneven):
		c.Detail = "Other columns’ spread was not seen than it says."
	case !sameDirections(d, values, vectors):
		c.Detail = "Its directions, or its eigenvalues, are not those of the released matrix."
	default:
		c.Holds, c.Detail = true, fmt.Sprintf("Computed again from the released matrix: %s, and the same loadings with the same errors.", words.Count(f.Clear, "clear direction"))
	}
	return c
}

// shown are the document's eigenvalues and directions: those that were found, or in the units of the bounds those of the same matrix, divided by nothing.
func (f *Finding) shown(d *Document, found *finding.Result) (values []float64, vectors [][]float64, err error) {
	if d.Scale != nil {
		return found.Values, found.Vectors, nil
	}
	in := f.input(d)
	in.Scale, in.Floored = make([]float64, d.NumFeatures), make([]bool, len(in.Columns))
	for i := range in.Scale {
		in.Scale[i] = 1
	}
	return finding.Solver{}.Directions(in)
}

// sameDirections reports whether the directions and eigenvalues of a document are those of a result. Where two eigenvalues are nearly
// equal, rounding turns their directions: then these are compared by what they span with all that are as near. Of two sets it is those that were not
// shrunk.
func sameDirections(d *Document, found []float64, vectors [][]float64) bool {
	rows, values := d.Components, d.ExplainedVariance
	if d.Shrinkage != nil && d.Shrinkage.Used {
		rows, values = d.Shrinkage.Other, freeSpectrum(d)
	}
	for i, x := range found[:min(len(found), len(values))] {
		if !(math.Abs(values[i]-x*unitOfFound(d)) <= 1e-6*math.Max(1, math.Abs(found[0]))*unitOfFound(d)) {
			return false
		}
	}
	const tied = 1e-4
	for i, row := range rows {
		held := 0.0
		for j, v := range vectors {
			if i < len(found) && math.Abs(found[j]-found[i]) <= tied*math.Max(1, math.Abs(found[0])) {
				held += dot(row, v) * dot(row, v)
			}
		}
		if i < len(found) && !(held > 1-1e-4) {
			return false
		}
	}
	return true
}

// unitOfFound turns eigenvalues of a result into those of the document.
func unitOfFound(d *Document) float64 {
	if d.Scale != nil {
		return 1
	}
	return unitOf(d)
}

// close6 forgives the last of six decimals, which another machine may round otherwise.
func close6(a, b float64) bool { return math.Abs(a-b) <= 2e-6*math.Max(1, math.Abs(b)) }

func close6s(a, b []float64) bool {
	for i := range a {
		if i >= len(b) || !close6(a[i], b[i]) {
			return false
		}
	}
	return len(a) == len(b)
}

func sameClusters(a, b []Cluster) bool {
	for i := range a {
		if i >= len(b) || len(a[i].Ranks) != len(b[i].Ranks) || a[i].Ranks[0] != b[i].Ranks[0] || a[i].Open != b[i].Open || a[i].Left != b[i].Left {
			return false
		}
	}
	return len(a) == len(b)
}

func sameEstimates(a, b []Estimate) bool {
	for i := range a {
		if i >= len(b) || a[i].Axis != b[i].Axis || a[i].Ranks[0] != b[i].Ranks[0] || len(a[i].Ranks) != len(b[i].Ranks) ||
			!close6s(a[i].Loadings, b[i].Loadings) || !close6s(a[i].Errors, b[i].Errors) || !close6s(a[i].PeopleErrors, b[i].PeopleErrors) {
			return false
		}
	}
	return len(a) == len(b)
}

// nearly forgives the rounding of another machine.
func nearly(a, b []float64) bool {
	for i := range a {
		if i >= len(b) || !(math.Abs(a[i]-b[i]) <= 1e-9*math.Abs(b[i])) {
			return false
		}
	}
	return len(a) == len(b)
}

// isDigest reports whether a text is a SHA-256 in hex.
func isDigest(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 32 && hex.EncodeToString(b) == text
}
