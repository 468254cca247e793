package report

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/release"
)

var update = flag.Bool("update", false, "write testdata/*.golden anew; only where a change of what is said is meant")

// found is a document with a finding, as core/pca wrote it.
func found(t testing.TB, name string) *release.Document {
	t.Helper()
	return decoded(t, "..", "release", "testdata", "found", name+".json")
}

// decoded is the document in a file.
func decoded(t testing.TB, path ...string) *release.Document {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var foundNames = []string{"factors", "plane", "none", "wide", "bounds", "persons", "rows", "add-remove", "weights", "again"}

// What is said of documents with a finding stays what it was.
func TestWhatIsSaidOfFindings(t *testing.T) {
	var got bytes.Buffer
	say := func(format string, args ...any) { fmt.Fprintf(&got, format+"\n", args...) }
	for _, name := range foundNames {
		for _, kind := range []release.Intervals{"", release.ThisTable} {
			d := found(t, name).With(kind)
			if kind != "" && !release.BothKinds(d) {
				continue
			}
			f := Find(d)
			say("=== %s, %q", name, kind)
			say("%s\n%s\ntest: %s", f.Headline(), f.Lead(), f.Test())
			for i := range d.Components {
				r, ok := f.Read(i)
				say("%s: %d %t %q; %s", f.Name(i), f.Standing(i), ok, r.Sentence(), f.Share(i))
			}
			for _, figure := range all(d) {
				say("%s: %s", figure.Title, figure.Sentence)
				for i, row := range append([][]string{figure.Table.Head}, figure.Table.Rows...) {
					if i < 5 {
						say("  %s", strings.Join(row, " | "))
					}
				}
			}
		}
	}
	path := filepath.Join("testdata", "found.golden")
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(want), "\n")
	if n := strings.Count(got.String(), "\n") + 1; n != len(lines) {
		t.Errorf("%d lines were written, want %d", n, len(lines))
	}
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(lines) || line != lines[i] {
			t.Fatalf("line %d:\n%s\nwant\n%s", i+1, line, lines[min(i, len(lines)-1)])
		}
	}
}

// Two findings with centres of their own are shown side by side and not tested; the reason is said.
func TestFindingsBesideEachOther(t *testing.T) {
	a := found(t, "factors")
	m, refused := Matched(a, found(t, "add-remove"))
	if refused != "" {
		t.Fatal(refused)
	}
	s := Beside(a, []Match{m}, release.SamePeople)
	if s.Headline() != "Not testable" || s.Asks() || len(s.Differences().Rows) > 0 {
		t.Errorf("%q, asks %t", s.Headline(), s.Asks())
	}
	if said := s.Matches[0].About(); !strings.Contains(said, "Not testable: they were measured from different centres and scales.") {
		t.Errorf("it says %q", said)
	}
	for _, row := range s.Verdicts().Rows {
		if row[3] != "not testable" || !strings.HasSuffix(row[2], "°") {
			t.Errorf("the verdict is %q", row)
		}
	}
	again, _ := Matched(a, found(t, "again"))
	s = Beside(a, []Match{again}, release.SamePeople)
	if s.Headline() != "No difference beyond the noise" || !s.Asks() || s.Verdicts().Rows[0][3] != "yes" || !strings.Contains(s.Help(), "The same people:") {
		t.Errorf("the same people: %q, %q", s.Headline(), s.Verdicts().Rows)
	}
	s = Beside(a, []Match{again}, release.OtherPeople)
	if s.Headline() != "No difference beyond noise and chance between samples" || !strings.Contains(s.Help(), "Other people:") {
		t.Errorf("other people: %q", s.Headline())
	}
	old, _ := Matched(sample(13, 2, 0), a)
	if got := Beside(a, []Match{old}, release.SamePeople); got.Headline() != "Not testable" {
		t.Errorf("a finding beside another document: %q", got.Headline())
	}
}

// What is drawn is the estimate, not the direction of length 1: of a plane its axes.
func TestChartsDrawEstimates(t *testing.T) {
	d := found(t, "plane")
	axis, component := d.Loadings(0), d.Components[0]
	i := bySize(axis)[0]
	want := "+" + strconv.FormatFloat(axis[i], 'f', 3, 64)
	if got := Loadings(d, 0, 0).Table.Rows[0][1]; got != want || strconv.FormatFloat(component[i], 'f', 3, 64) == want[1:] {
		t.Errorf("the bar is %s, want the estimate %s", got, want)
	}
	if got := Circle(d, 0, 1).Table.Rows[0]; got[1] != want[:5] && got[2] != want[:5] {
		t.Errorf("the circle has %q, want %s", got, want[:5])
	}
	if html := string(HTML(d)); !strings.Contains(html, "Rows are taken to be independent people.") || !strings.Contains(html, "Plane 1–2, axis 2") || strings.Contains(html, "stands clear of the noise") {
		t.Error("the report does not say what was found")
	}
}

// A direction in the units of the bounds that is nearly all one column's is called so; a little less is not.
func TestMostlyOneColumn(t *testing.T) {
	d := found(t, "bounds")
	row := make([]float64, d.NumFeatures)
	for share, want := range map[float64]bool{.92: true, .88: false} {
		row[0], row[1] = math.Sqrt(share), math.Sqrt(1-share)
		d.Components[0] = row
		if got := strings.Contains(Find(d).Lead(), "1 (x1)"); got != want {
			t.Errorf("with %g of its length in one column: %t", share, got)
		}
	}
}

// Public rows are placed on a plane's axes, and its rays are theirs, whatever the directions of length 1 are.
func TestScoresOnAPlane(t *testing.T) {
	draw := func(d *release.Document) string {
		var rows []release.Row
		for name, cells := range map[string][3]float64{"first": {1, 0, 1}} {
			row := release.Row{Name: name, Features: make([]*float64, d.NumFeatures)}
			for i, column := range []string{"x1", "x7", "x12"} {
				row.Features[slices.Index(d.FeatureNames, column)] = &cells[i]
			}
			rows = append(rows, row)
		}
		applied, err := d.Apply(rows)
		if err != nil {
			t.Fatal(err)
		}
		return Scores(d, applied, 0, 1).SVG
	}
	d := found(t, "plane")
	before := draw(d)
	d.Components[0], d.Components[1] = d.Components[1], d.Components[0]
	if draw(d) != before {
		t.Error("the score plot shows the directions, not the axes")
	}
}
