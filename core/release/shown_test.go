package release

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// found are documents with a finding, as core/pca wrote them, by name.
func found(t *testing.T) map[string][]byte {
	t.Helper()
	return documentsIn(t, 9, "testdata", "found")
}

func foundNamed(t *testing.T, name string) *Document {
	t.Helper()
	d, err := Decode(found(t)[name])
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// What is derived from documents with a finding stays what it was: as TestWhatIsDerivedFromDocuments, and what findings have beside.
func TestWhatIsDerivedFromFindings(t *testing.T) {
	var got bytes.Buffer
	documents := found(t)
	for _, name := range slices.Sorted(maps.Keys(documents)) {
		d, err := Decode(documents[name])
		if err != nil {
			t.Fatal(name, err)
		}
		fmt.Fprintf(&got, "=== found/%s\n", name)
		fmt.Fprintf(&got, "untested: %s\nkind: %s of both %t\n", Untested(d), d.Kind(), BothKinds(d))
		for _, note := range Notes(d) {
			fmt.Fprintln(&got, "note:", note)
		}
		for i := range d.Components {
			p, ok := PlaneOf(d, i)
			e, has := EigenvalueError(d, i)
			fmt.Fprintf(&got, "direction %d: plane %+v %t, ±%.6g %t\n", i+1, p, ok, e, has)
		}
		derive(&got, d, documents[name])
	}
	golden(t, "found.golden", got.Bytes())
}

// The test, the intervals and what is shown are those of the finding, and no other document's rule is asked.
func TestFindingsAreShown(t *testing.T) {
	d := foundNamed(t, "factors")
	if test, ok := d.NoiseTest(); !ok || test.Clear != d.Finding.Clear || test.Level != d.Finding.Level {
		t.Errorf("the test is %+v, %t", test, ok)
	}
	if _, ok := d.Band(); ok {
		t.Error("it has a band, which is of a matrix that was not divided")
	}
	if _, ok := rotate(d); ok {
		t.Error("its directions are rotated again")
	}
	e := &d.Finding.Estimates[1]
	table, ok := d.With(ThisTable).Uncertainty(1)
	people, ok2 := d.Uncertainty(1)
	if !ok || !ok2 || d.Kind() != PeopleLikeThese {
		t.Fatalf("no intervals: %t, %t, %s", ok, ok2, d.Kind())
	}
	for l := range e.Loadings {
		if table.Error[l] != e.Errors[l] || people.Error[l] != math.Hypot(e.Errors[l], e.PeopleErrors[l]) || math.Abs(table.Estimate[l]) != math.Abs(e.Loadings[l]) {
			t.Fatalf("loading %d: %g ± %g, for people ± %g, of %g, %g, %g", l+1, table.Estimate[l], table.Error[l], people.Error[l], e.Loadings[l], e.Errors[l], e.PeopleErrors[l])
		}
	}
	if shown := d.Loadings(1); !slices.Equal(shown, people.Estimate) || dot(shown, d.Components[1]) < 0 {
		t.Error("what is shown is not the estimate, with the sign of the components")
	}
	if !slices.Equal(d.Loadings(2), d.Components[2]) {
		t.Error("a direction that is not clear is shown otherwise than it was released")
	}
	if _, ok := d.Uncertainty(2); ok {
		t.Error("a direction that is not clear has intervals")
	}
	if d.intervals = ThisTable; d.With("").Kind() != PeopleLikeThese || d.Kind() != ThisTable {
		t.Error("the kind that was chosen is not the one in use")
	}
	if d.intervals = ""; foundNamed(t, "rows").Kind() != ThisTable || foundNamed(t, "persons").Kind() != PeopleLikeThese {
		t.Error("intervals are for people where rows are none, or are not where a column names them")
	}
}

// The sign of an estimate follows the components, which a reader has beside it.
func TestEstimatesFollowComponents(t *testing.T) {
	d := foundNamed(t, "factors")
	before := slices.Clone(d.Loadings(0))
	for i := range d.Finding.Estimates[0].Loadings {
		d.Finding.Estimates[0].Loadings[i] *= -1
	}
	if !slices.Equal(before, d.Loadings(0)) {
		t.Error("the estimate does not follow its components")
	}
}

// A plane shows its axes in place of its directions. A document that holds some of its directions says so, and its other directions
// stay what they are.
func TestPlanes(t *testing.T) {
	d := foundNamed(t, "plane")
	for i := range 2 {
		p, ok := PlaneOf(d, i)
		if !ok || p.Axis != i || p.Cut || p.Open || len(p.Ranks) != 2 {
			t.Fatalf("direction %d: %+v, %t", i+1, p, ok)
		}
		if c := dot(d.Loadings(i), d.Components[i]); math.Abs(c) > .99 {
			t.Errorf("axis %d is the direction itself (cosine %.3f)", i+1, c)
		}
		if u, ok := d.Uncertainty(i); !ok || len(u.Mixed) > 0 {
			t.Errorf("axis %d has no intervals", i+1)
		}
	}
	if _, ok := PlaneOf(d, 2); ok {
		t.Error("a direction that stands alone is part of a plane")
	}
	one, err := d.First(1)
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := PlaneOf(one, 0); !ok || !p.Cut {
		t.Errorf("a plane that k cuts is not marked: %+v", p)
	}
	if test, _ := one.NoiseTest(); test.Clear != d.Finding.Clear || !slices.Equal(one.Loadings(0), d.Loadings(0)) {
		t.Error("what was found depends on k")
	}
	d.Finding.Clusters[0].Open, d.Finding.Estimates = true, d.Finding.Estimates[2:]
	if p, ok := PlaneOf(d, 1); !ok || !p.Open || p.Left {
		t.Errorf("an open plane is %+v", p)
	}
	if _, ok := d.Uncertainty(0); ok || !slices.Equal(d.Loadings(0), d.Components[0]) {
		t.Error("an open plane has intervals, or axes")
	}
	d.Finding.Clusters[0].Open = false
	if p, _ := PlaneOf(d, 1); !p.Left {
		t.Errorf("a plane without intervals is %+v", p)
	}
}

// Where nothing was tested, or other directions than were tested, no direction is called clear, and the reason is said.
func TestNothingIsTested(t *testing.T) {
	for name, reason := range map[string]string{"wide": "too wide", "bounds": "units of the bounds"} {
		d := foundNamed(t, name)
		if _, ok := d.NoiseTest(); ok || !strings.Contains(Untested(d), reason) {
			t.Errorf("%s: %q", name, Untested(d))
		}
		if _, ok := d.Uncertainty(0); ok {
			t.Errorf("%s has intervals", name)
		}
	}
	if d := foundNamed(t, "none"); Untested(d) != "" {
		t.Errorf("what was tested is said not to be: %q", Untested(d))
	}
}

// Each edit of what a document says that it found is caught.
func TestForgedFindings(t *testing.T) {
	for name, forge := range map[string]func(d *Document){
		"more clear directions": func(d *Document) { d.Finding.Clear++ },
		"a smaller error":       func(d *Document) { d.Finding.Estimates[0].Errors[3] /= 2 },
		"people left out":       func(d *Document) { d.Finding.Estimates[0].PeopleErrors[3] = 0 },
		"a larger loading":      func(d *Document) { d.Finding.Estimates[1].Loadings[2] += .1 },
		"a plane taken apart":   func(d *Document) { d.Finding.Clusters[0].Ranks = []int{0} },
		"a lower level":         func(d *Document) { d.Finding.Level -= .1 },
		"other words":           func(d *Document) { d.Finding.Of = "Correlations." },
		"a column called small": func(d *Document) { d.Finding.Uneven = []string{"x2"} },
		"another direction":     func(d *Document) { d.Components[2] = slices.Concat(d.Components[2][1:], d.Components[2][:1]) },
		"another eigenvalue":    func(d *Document) { d.ExplainedVariance[0] += .01; d.Spectrum[0] += .01 },
	} {
		d := foundNamed(t, "plane")
		forge(d)
		fails := 0
		for _, c := range Verify(d, nil)[1:] {
			if !c.Holds {
				fails++
			}
		}
		if fails == 0 {
			t.Errorf("%s: every check holds", name)
		}
	}
	d := foundNamed(t, "plane")
	if d.Finding.Uneven = []string{"no such column"}; d.Validate() == nil {
		t.Error("a column that there is not has a small spread")
	}
}

// A noisy centre is said, from .3 of the radius on; so is what rows are taken to be.
func TestNotes(t *testing.T) {
	d := foundNamed(t, "factors")
	has := func(d *Document, text string) bool {
		return slices.ContainsFunc(Notes(d), func(note string) bool { return strings.Contains(note, text) })
	}
	const noisy = "The centre was noisy; values may lie outside more often."
	for share, want := range map[float64]bool{.29: false, .31: true} {
		for range 3 { // the error is not linear in the noise
			d.Finding.MeanNoise *= share / centreShare(d)
		}
		if math.Abs(centreShare(d)-share) > .002 || has(d, noisy) != want {
			t.Errorf("at %.3f of the radius: said is %t", centreShare(d), !want)
		}
	}
	if has(foundNamed(t, "persons"), "independent people") || !has(d, "independent people") {
		t.Error("rows are said to be people, or not, where they are not")
	}
	d.Finding.DesignEffect = 2.5
	if !has(d, "2.5 count as one independent row") {
		t.Error("the design effect is not said")
	}
	if Notes(sample()) != nil {
		t.Error("a document without a finding has notes")
	}
}
