package release

import (
	"math"
	"slices"

	"privatepca/core/scaling"
)

// Intervals says what a loading's interval is about: which chance may have moved the loading.
type Intervals string

const (
	// ThisTable is for this table, as it was centred and cut in this release: noise alone.
	ThisTable Intervals = "this table"
	// PeopleLikeThese is for all the people of whom those of this table are a sample: noise, and the choice of people.
	PeopleLikeThese Intervals = "people like these"
)

// With is the document with loadings' intervals of that kind, where it has both kinds. It shares memory with d.
func (d *Document) With(kind Intervals) *Document {
	out := *d
	out.intervals = kind
	return &out
}

// Kind is what the intervals of loadings are about. Where that was not chosen, it is people like these where a row or a column names a
// person. Documents without a finding know noise alone.
func (d *Document) Kind() Intervals {
	switch {
	case !BothKinds(d):
		return ThisTable
	case d.intervals != "":
		return d.intervals
	case d.Privacy.RowsPerPerson > 1 && d.Privacy.PersonColumn == "":
		return ThisTable
	}
	return PeopleLikeThese
}

// BothKinds reports whether loadings have intervals of both kinds.
func BothKinds(d *Document) bool { return d.Finding != nil && len(d.Finding.Estimates) > 0 }

// Loadings are those of a direction, from 0, as they are shown: the estimate of a finding, where the direction has one, else its row of
// Components, or of the basis that an edition turned it to. Of a plane of m directions the rows are its m varimax axes.
func (d *Document) Loadings(direction int) []float64 {
	if d.turned != nil && direction < len(d.turned.Rows) {
		return d.turned.Rows[direction]
	}
	if e, _ := estimateOf(d, direction); e != nil {
		return e.turned(d, direction)
	}
	return d.Components[direction]
}

// clusterOf is the one that a direction belongs to; nil where there is no finding, or the direction is not clear.
func clusterOf(d *Document, direction int) *Cluster {
	if d.Finding == nil || !tests(d) {
		return nil
	}
	for i := range d.Finding.Clusters {
		if c := &d.Finding.Clusters[i]; slices.Contains(c.Ranks, direction) {
			return c
		}
	}
	return nil
}

// estimateOf is that of a direction, or of the axis that stands in its place; nil where none is stated.
func estimateOf(d *Document, direction int) (*Estimate, *Cluster) {
	c := clusterOf(d, direction)
	if c == nil {
		return nil, nil
	}
	axis := direction - c.Ranks[0]
	for i := range d.Finding.Estimates {
		if e := &d.Finding.Estimates[i]; e.Axis == axis && slices.Equal(e.Ranks, c.Ranks) {
			return e, c
		}
	}
	return nil, c
}

// turned are the loadings with the sign that Components have: of a direction that stands alone they are the same but for their length.
func (e *Estimate) turned(d *Document, direction int) []float64 {
	if len(e.Ranks) > 1 || !(dot(e.Loadings, d.Components[direction]) < 0) {
		return e.Loadings
	}
	out := make([]float64, len(e.Loadings))
	for i, x := range e.Loadings {
		out[i] = 0 - x
	}
	return out
}

// A Plane says which directions stand together, because neither noise nor the choice of people tells them apart.
type Plane struct {
	Ranks []int // consecutive, from 0
	Axis  int   // which of the plane's axes stands in the direction's place, from 0
	Open  bool  // it cannot be told from a direction that is not clear: nothing is read of it
	Left  bool  // its intervals were not computed
	Cut   bool  // the document holds some of its directions alone
}

// PlaneOf is that of a clear direction, from 0; ok is false for one that stands alone and has intervals.
func PlaneOf(d *Document, direction int) (p Plane, ok bool) {
	e, c := estimateOf(d, direction)
	if c == nil || len(c.Ranks) == 1 && e != nil {
		return Plane{}, false
	}
	last := c.Ranks[len(c.Ranks)-1]
	return Plane{Ranks: c.Ranks, Axis: direction - c.Ranks[0], Open: c.Open, Left: e == nil && !c.Open, Cut: last >= d.NumComponents}, true
}

// tests reports whether the directions of the document are those that its finding has tested.
func tests(d *Document) bool { return d.Finding.Tested && d.Scale != nil }

// foundTest is the test of a document with a finding.
func foundTest(d *Document) (NoiseTest, bool) {
	if !tests(d) {
		return NoiseTest{}, false
	}
	return NoiseTest{Clear: d.Finding.Clear, Level: d.Finding.Level}, true
}

// foundUncertainty is what is open of a direction of a document with a finding.
func foundUncertainty(d *Document, direction int) (Uncertainty, bool) {
	if direction < 0 || direction >= d.NumComponents {
		return Uncertainty{}, false
	}
	e, _ := estimateOf(d, direction)
	if e == nil {
		return Uncertainty{}, false
	}
	u := Uncertainty{Estimate: e.turned(d, direction), Error: e.Errors}
	if d.Kind() == PeopleLikeThese {
		u.Error = make([]float64, len(e.Errors))
		for i, x := range e.Errors {
			u.Error[i] = math.Hypot(x, e.PeopleErrors[i])
		}
	}
	return u, true
}

// foundShares are the shares of the released total of a document with a finding, in units of a column. The errors of clear eigenvalues
// are added up, which holds whatever their dependence.
func foundShares(d *Document, total float64) (shares []Share, banded bool) {
	f := d.Finding
	sum, errors := 0.0, 0.0
	for i, x := range d.Spectrum {
		sum += x
		s := Share{Released: sum / total, Low: 0, High: 1}
		if tests(d) && i < len(f.Errors) {
			errors += errors95 * f.Errors[i]
			s.Low, s.High = within01((sum-errors)/total), within01((sum+errors)/total)
		}
		shares = append(shares, s)
	}
	return shares, tests(d) && len(f.Errors) > 0
}

func within01(x float64) float64 { return math.Max(0, math.Min(x, 1)) }

// EigenvalueError is half the width of the 95 % interval of a clear direction's eigenvalue, from 0, where a finding states it.
func EigenvalueError(d *Document, direction int) (e float64, ok bool) {
	if d.Finding == nil || !tests(d) || direction >= len(d.Finding.Errors) {
		return 0, false
	}
	return errors95 * d.Finding.Errors[direction], true
}

// noisyFrom is the share of the centre's error in the radius from which on intervals are said to hold less often.
const noisyFrom = .3

// centreShare is δ̂/R of a finding, the typical error of the centre in units of the length at which records are cut.
func centreShare(d *Document) float64 {
	f := d.Finding
	return scaling.CentreError(ScalingColumns(SchemaOf(d), d.Scale != nil), f.Weights, f.Answered, f.MeanNoise) / f.Radius
}
