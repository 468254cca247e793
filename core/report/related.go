package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privatepca/core/release"
	"privatepca/core/scaling"
	"privatepca/core/words"
)

// What documents with a finding say of it: their test is of another question than that of other documents, so that it has words of its own.
const (
	relatedTest = "Tables whose columns have nothing to do with each other show one in fewer than 1 of 100 releases."
	notClear    = "Noise, chance or a single column would show as much."
)

// notSeen says of a document without a clear direction what would have been one: relations may be there that are weaker.
func notSeen(d *release.Document) string {
	g := int(math.Ceil(1 + (d.Finding.Level-1)/scaling.GroupCorrelation))
	switch {
	case g <= 2:
		return "That does not say that there is none: two numbers that correlate by less than .4 need not show."
	case g > d.NumFeatures:
		return "That does not say that there is none: no group of columns that correlate by .4 was large enough to show."
	}
	return fmt.Sprintf("That does not say that there is none: of groups of numbers that correlate by .4 only those of about %d or more would have shown.", g)
}

// relatedHeadline is the headline of a document with a finding. The count is of the correlations, whatever is shown.
func relatedHeadline(f *Finding) string {
	m, k := f.doc.Finding.Clear, f.doc.NumComponents
	switch {
	case !f.doc.Finding.Tested:
		return capitalCount(k, "direction") + ", not tested: the bounds are too wide"
	case m == 0:
		return "No relation between columns stands out of the noise"
	}
	out := fmt.Sprintf("At least %s of this table", relate(m))
	if f.tested && m > k {
		out += "; " + heldHere(k)
	}
	return out
}

func relate(m int) string {
	if m == 1 {
		return "1 direction relates columns"
	}
	return words.Count(m, "direction") + " relate columns"
}

// relatedLead says below the headline what follows from it.
func relatedLead(f *Finding) string {
	d := f.doc
	switch {
	case !d.Finding.Tested:
		return release.Untested(d) + " Please do not read or publish these directions as findings."
	case !f.tested && d.Finding.Clear == 0:
		return release.Untested(d) + " " + notClear + " " + notSeen(d) + columnsAloneOf(f)
	case !f.tested:
		return release.Untested(d) + " " + relatedTest + columnsAloneOf(f)
	case f.test.Clear == 0:
		return notClear + " " + notSeen(d) + " Please do not read or publish these directions as findings."
	}
	return relatedTest + holdsOf(f) + planesOf(f, d.NumComponents) + " Everything here is computed from the released values: look, share and recompute at no further cost."
}

// holdsOf says how much of the total the clear directions of the document hold; "" where nothing is known of it.
func holdsOf(f *Finding) string {
	shares, banded := f.doc.Shares()
	m := f.Held()
	if !banded || m == 0 || shares[m-1].Released > 1 {
		return ""
	}
	s := shares[m-1]
	what := map[bool]string{true: " It holds", false: " Together they hold"}[m == 1]
	return fmt.Sprintf("%s %s of the total of all columns, %s to %s with 95 %% confidence.", what, words.Percent(s.Released), words.Percent(s.Low), words.Percent(s.High))
}

// relatedShare says how much a clear direction holds, or the plane that it is an axis of.
func relatedShare(f *Finding, direction int, total float64) string {
	ranks := []int{direction}
	if p, ok := release.PlaneOf(f.doc, direction); ok && !p.Open {
		ranks = p.Ranks
	}
	value, reach := 0.0, 0.0
	for _, r := range ranks {
		e, ok := release.EigenvalueError(f.doc, r)
		if !ok || r >= len(f.doc.Spectrum) {
			return ""
		}
		value, reach = value+f.doc.Spectrum[r], reach+e
	}
	out := fmt.Sprintf("%s of the total of all columns, ± %s", words.Percent(value/total), words.Percent(reach/total))
	if len(ranks) > 1 {
		return "The plane holds " + out
	}
	return out
}

// unreadOf says why nothing is read of a clear direction without intervals; "" for one that is not clear.
func unreadOf(f *Finding, direction int) string {
	if f.Standing(direction) != Clear {
		return ""
	}
	p, ok := release.PlaneOf(f.doc, direction)
	switch {
	case ok && p.Open:
		return "Clear, but its loadings cannot be told from the next direction’s. They are not read."
	case ok && p.Left:
		return "Clear, but intervals of its loadings were not computed: there are more than 512 features, and eight directions have theirs."
	case f.doc.Shrinkage != nil && f.doc.Shrinkage.Used:
		return "Clear, but shrinkage turned it away from every direction that was released: its loadings have no intervals, and are not read."
	}
	return "Clear, but no intervals of its loadings are known. They are not read."
}

// planeSentence says which plane a direction's loadings are an axis of; "" for one that stands alone.
func planeSentence(f *Finding, direction int) string {
	p, ok := release.PlaneOf(f.doc, direction)
	if !ok || len(p.Ranks) < 2 || p.Open || p.Left {
		return ""
	}
	out := fmt.Sprintf("Axis %d of %d of the plane of directions %s, which cannot be told from each other.", p.Axis+1, len(p.Ranks), Listed(p.Ranks))
	if p.Cut {
		out += fmt.Sprintf(" k = %d cuts this plane: not all of its directions are held here.", f.doc.NumComponents)
	}
	return out
}

// Listed are the numbers of directions, from 1: "2 and 3", "2 to 5".
func Listed(ranks []int) string {
	first, last := strconv.Itoa(ranks[0]+1), strconv.Itoa(ranks[len(ranks)-1]+1)
	if len(ranks) == 2 {
		return first + " and " + last
	}
	return first + " to " + last
}

// axisName is what an axis of a plane is called; "" for a direction that stands alone.
func axisName(f *Finding, direction int) string {
	if planeSentence(f, direction) == "" {
		return ""
	}
	p, _ := release.PlaneOf(f.doc, direction)
	name := fmt.Sprintf("Plane %d–%d, axis %d", p.Ranks[0]+1, p.Ranks[len(p.Ranks)-1]+1, p.Axis+1)
	if given := f.doc.Direction(direction); given != "" {
		name += ": " + given
	}
	return name
}

// planesOf say which of the first k directions are shown by the axes of planes; "" for none.
func planesOf(f *Finding, k int) string {
	var list []string
	for i := 0; i < k; i++ {
		p, ok := release.PlaneOf(f.doc, i)
		if !ok || len(p.Ranks) < 2 || p.Axis > 0 || p.Open || p.Left {
			continue
		}
		list = append(list, Listed(p.Ranks))
	}
	if list == nil {
		return ""
	}
	return " Directions " + strings.Join(list, ", and ") + " cannot be told from each other: they stand as a plane, shown by its axes."
}

// columnsAloneOf says which directions in the units of the bounds are mostly of one column; "" for none.
func columnsAloneOf(f *Finding) string {
	var list []string
	for i, row := range f.doc.Components[:min(len(f.doc.Components), mostNamed)] {
		if column := singleOf(f.doc, row, mostOfOneCovariance); column != "" {
			list = append(list, fmt.Sprintf("%d (%s)", i+1, column))
		}
	}
	switch len(list) {
	case 0:
		return ""
	case 1:
		return " Direction " + list[0] + " is mostly one column: no relation between columns."
	}
	return " Directions " + words.List(list) + " are mostly one column each: no relation between columns."
}

// mostOfOneCovariance is the share of its squared length from which on a direction in the units of the bounds is called one column's.
const mostOfOneCovariance = .9

// mostNamed is how many directions a sentence names.
const mostNamed = 12

// linesOf say what the lines through bars are.
func linesOf(f *Finding) string {
	if f.states {
		return fmt.Sprintf(" Lines: 95 %% intervals for %s. Faded: it could be 0.", f.doc.Kind())
	}
	return " Lines: 95 % intervals of the exact loading. Faded: it could be 0."
}

// zeroOf is what a loading of 0 may look like.
func zeroOf(f *Finding) string {
	if f.states && f.doc.Kind() == release.PeopleLikeThese {
		return "what noise and the choice of people make of a loading of 0"
	}
	return "what noise makes of a loading of 0"
}

// movesOf says what a line of an error's length stands for.
func movesOf(f *Finding) string {
	if f.states && f.doc.Kind() == release.PeopleLikeThese {
		return "noise and other people move a point across by this (± 1.96 errors)"
	}
	return "noise moves a point across by this (± 1.96 errors)"
}

// A kindOf is a direction's intervals of the kind that is not in view.
type kindOf struct {
	kind release.Intervals
	u    release.Uncertainty
}

// otherKindOf are the intervals of a direction that are not in view; nil where there is one kind alone.
func otherKindOf(f *Finding, direction int) *kindOf {
	if !release.BothKinds(f.doc) {
		return nil
	}
	other := release.ThisTable
	if f.doc.Kind() == other {
		other = release.PeopleLikeThese
	}
	u, ok := f.doc.With(other).Uncertainty(direction)
	if !ok {
		return nil
	}
	return &kindOf{other, u}
}

// lower begins a sentence that follows a colon.
