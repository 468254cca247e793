package release

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/words"
)

var update = flag.Bool("update", false, "write testdata/*.golden anew; only where a change of what documents say is meant")

// What is derived from a document stays what it was: its texts, checks, tables, intervals, and the programs that encode new rows, of
// documents of every mechanism, relation and step, in both versions, and of edited ones. Numbers are compared to six digits.
func TestWhatIsDerivedFromDocuments(t *testing.T) {
	var got bytes.Buffer
	for _, folder := range []string{"golden", "golden2"} {
		documents := genuine(t, folder)
		for _, name := range slices.Sorted(maps.Keys(documents)) {
			d, err := Decode(documents[name])
			if err != nil {
				t.Fatal(name, err)
			}
			fmt.Fprintf(&got, "=== %s/%s\n", folder, name)
			derive(&got, d, documents[name])
		}
	}
	for _, e := range edits() {
		d := sample()
		e.edit(d)
		d.Privacy.Formula, d.Privacy.Assumptions = formulaOf(d), assumptionsOf(d)
		text, err := Encode(d)
		fmt.Fprintf(&got, "=== edited: %s\n%v\n", e.name, err)
		derive(&got, d, text)
	}
	golden(t, "derived.golden", got.Bytes())
}

// golden compares a text with a file of testdata, line by line.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, section, differ := strings.Split(string(want), "\n"), "", 0
	for i, line := range strings.Split(string(got), "\n") {
		if strings.HasPrefix(line, "=== ") {
			section = line
		}
		if i < len(lines) && line == lines[i] {
			continue
		}
		t.Errorf("%s, line %d:\n%s\nwant\n%s", section, i+1, line, lines[min(i, len(lines)-1)])
		if differ++; differ == 5 {
			t.FailNow()
		}
	}
	if n := bytes.Count(got, []byte("\n")) + 1; len(lines) != n {
		t.Errorf("%d lines were written, want %d", n, len(lines))
	}
}

// derive writes all that can be derived from a document.
func derive(w *bytes.Buffer, d *Document, text []byte) {
	list := func(name string, x []float64) { fmt.Fprintf(w, "%s %.6g\n", name, x) }
	fmt.Fprintf(w, "formula: %s\nassumptions:\n  %s\n", formulaOf(d), strings.Join(assumptionsOf(d), "\n  "))
	fmt.Fprintf(w, "history: %q\nstatement: %+v\n", d.Privacy.History.assumptions(), d.Statement())
	for _, c := range Verify(d, text) {
		fmt.Fprintf(w, "check: %+v\n", c)
	}
	if test, ok := d.NoiseTest(); ok {
		fmt.Fprintf(w, "noise: %d clear, level %.6g, %t\n", test.Clear, test.Level, test.Tabulated)
	}
	if band, ok := d.Band(); ok {
		fmt.Fprintf(w, "band: ±%.6g, %d clear, trace ±%.6g, %t\n", band.Edge, band.Clear, band.Trace, band.Tabulated)
	}
	shares, banded := d.Shares()
	fmt.Fprintf(w, "shares: %.6g %t\n", shares, banded)
	list("leading", d.LeadingShares())
	for i := range d.Components {
		if u, ok := d.Uncertainty(i); ok {
			list(fmt.Sprintf("direction %d, mixed with %v", i+1, u.Mixed), u.Estimate)
			list("  error", u.Error)
			list("  within", []float64{u.Within()})
			for j := range u.Error {
				fmt.Fprintf(w, "  %t %t", u.Clear(j), u.Sure(j))
			}
			fmt.Fprintln(w)
		}
	}
	if r, ok := rotate(d); ok {
		fmt.Fprintf(w, "rotated: %.6g\n", append(slices.Clone(r.Rows), r.Shares))
		for _, u := range r.Open {
			fmt.Fprintf(w, "  open: %.6g\n", [][]float64{u.Estimate, u.Error})
		}
	}
	for i := range d.Encoding.Fields {
		f := &d.Encoding.Fields[i]
		fmt.Fprintf(w, "column: %s, %s, %d features\n", f.Words(), f.TypeWords(), f.Features())
	}
	for i, f := range featuresOf(d) {
		fmt.Fprintf(w, "feature %d: %+v, called %q\n", i+1, f, d.Label(i))
	}
	if first, err := d.First(1); err == nil {
		fmt.Fprintf(w, "the first alone: %.6g, %s\n", first.ExplainedVariance, first.Privacy.Formula)
	}
	applied, err := Placed(d, rowsFor(d))
	fmt.Fprintf(w, "applied to other rows: %v, %q, %d columns: %.6g\n  of %.6g\n", err, applied.Rows, applied.Matched, applied.Scores, applied.Vectors)
	fmt.Fprintf(w, "labels: %q\nloadings:\n%s", Labels(d), d.CSV())
	fmt.Fprintf(w, "release.py %x, release.R %x, components.npy %x\n", sha256.Sum256(d.Python()), sha256.Sum256(d.R()), sha256.Sum256(d.NPY()))
}

// rowsFor is a table of the document's columns: least and largest values, others between, what is missing, and what does not fit.
func rowsFor(d *Document) []byte {
	var rows [6][]string
	for i := range d.Encoding.Fields {
		f := &d.Encoding.Fields[i]
		cells := [6]string{f.Name, "0", "1", ".25", "", "none of these"}
		switch {
		case f.Minimum != nil && f.Maximum != nil:
			cells[1], cells[2], cells[3] = words.Number(*f.Minimum), words.Number(*f.Maximum), words.Number(*f.Minimum*.75+*f.Maximum*.25)
		case len(f.Enum) > 0:
			cells[1], cells[2], cells[3] = f.Enum[0], f.Enum[len(f.Enum)-1], f.Enum[len(f.Enum)/2]
		}
		for r := range rows {
			rows[r] = append(rows[r], cells[r])
		}
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for r, row := range rows {
		row = append(row, []string{"called", "1", "2", "3", "4", "5"}[r]) // a row without a value would be no record
		if err := w.Write(row); err != nil {
			panic(err)
		}
	}
	w.Flush()
	return out.Bytes()
}

type edited struct {
	name string
	edit func(d *Document)
}

// edits change what assumptions and statements depend on.
func edits() []edited {
	return []edited{
		{"nothing", func(*Document) {}},
		{"three rows a person", func(d *Document) { d.Privacy.RowsPerPerson = 3 }},
		{"a column of persons", func(d *Document) { d.Privacy.RowsPerPerson, d.Privacy.PersonColumn = 3, "id" }},
		{"a column of persons who come or go", func(d *Document) {
			d.Privacy.RowsPerPerson, d.Privacy.PersonColumn, d.Privacy.Relation, d.N = 3, "id", privacy.AddRemove, 0
		}},
		{"bounds from data", func(d *Document) { d.Encoding.BoundsFrom = "data" }},
		{"the bound that the columns imply", func(d *Document) { d.Encoding.NormBound = SchemaOf(d).AlwaysValidBound() }},
		{"unit vectors", func(d *Document) { d.Encoding.NormRule = "unit" }},
		{"about the middle", func(d *Document) { d.Encoding.Centre = "midpoint" }},
		{"about a point", func(d *Document) { d.Encoding.Centre, d.Encoding.CentrePoint = "point", []float64{.1, .2, .3, .4} }},
		{"marks", func(d *Document) {
			d.Privacy.History = &History{Unrecorded: true, Raises: 2, Resets: 1, LeftOut: 3, Unprotected: 1, Overlaps: 1, ChangedAfterCounts: true}
		}},
		{"one of each mark", func(d *Document) {
			d.Privacy.History = &History{Raises: 1, Resets: 2, LeftOut: 1, Unprotected: 2, Overlaps: 2}
		}},
		{"no direction is clear", func(d *Document) { d.Spectrum = []float64{1e-9, 1e-9, 0, -2} }},
		{"labels", func(d *Document) {
			d.Encoding.Fields[0].Title = "Age in years"
			d.Encoding.Fields[1].Categories = []Category{{Value: "f", Label: "=women"}}
			d.About = &About{Imprint: Imprint{Title: "A title"}, Labels: []string{"", "Women", "", "Odd"}, Directions: []string{"first", ""}}
		}},
		{"negative loadings", func(d *Document) { d.Components[1][2] = -1 }},
		{"loadings that are tied", func(d *Document) { d.Components[0] = []float64{.707107, -.707107, 0, 0} }},
		{"directions that are not orthonormal", func(d *Document) { d.Components[0][0] = .7 }},
		{"a direction that is too short", func(d *Document) { d.Components[1] = d.Components[1][:3] }},
		{"a direction of zeros", func(d *Document) { d.Components[1] = make([]float64, 4) }},
		{"another unit", func(d *Document) { d.VarianceUnit = "" }},
	}
}
