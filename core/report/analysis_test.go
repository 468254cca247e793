package report

import (
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/words"
)

var analyses = filepath.Join("..", "..", "docs", "analysis")

// named reads a file of values with intervals: of, value, low, high.
func named(t *testing.T, file string) (list []Named) {
	t.Helper()
	text, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%d rows: %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		var x [3]float64
		for i := range x {
			if x[i], err = strconv.ParseFloat(row[1+i], 64); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, Named{row[0], relation.Value{Value: x[0], Low: x[1], High: x[2]}})
	}
	return list
}

// waves are four correlations of two releases of other people, and of both.
func waves(t *testing.T) (list []Named) {
	t.Helper()
	var both []*relation.Matrix
	for _, name := range []string{"first", "second"} {
		text, err := os.ReadFile(filepath.Join(analyses, name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		m, err := relation.FromDocument(decoded(t, analyses, name+".json"), text)
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, m)
	}
	whole, err := relation.OtherPeople(both)
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) int { return slices.Index(whole.Features, name) }
	for _, pair := range [][2]string{{"reading", "algebra"}, {"vocabulary", "algebra"}, {"reading", "vocabulary"}, {"algebra", "geometry"}} {
		for i, m := range append(both[:2:2], whole) {
			list = append(list, Named{pair[0] + " and " + pair[1] + ", " + []string{"first wave", "second wave", "both"}[i], m.Correlation(at(pair[0]), at(pair[1]))})
		}
	}
	return list
}

// The pictures of docs/analysis.md are those of the samples' releases, of what lavaan and psych make of one (factors.R), and of the school tests' two
// halves, released once each.
func TestThePicturesOfTheAnalyses(t *testing.T) {
	school := filepath.Join("..", "..", "web", "samples", "school-tests.release.json")
	plain := func(name, title, sentence string, list []Named) func(*release.Document) (Figure, bool) {
		return func(*release.Document) (Figure, bool) {
			return Intervals(name, title, sentence+" Lines: 95 % intervals for people like these.", list, words.Correlation), true
		}
	}
	large := named(t, filepath.Join(analyses, "exploratory.csv"))
	large = slices.DeleteFunc(large, func(v Named) bool { return math.Abs(v.Value.Value) < .3 })
	first := filepath.Join(analyses, "first.json")
	for _, c := range []struct {
		name, file string
		draw       func(d *release.Document) (Figure, bool)
	}{
		{"correlations", school, func(d *release.Document) (Figure, bool) { return Correlations(d, pairsOf(t, d), Look{}), true }},
		{"regression", school, func(d *release.Document) (Figure, bool) {
			return RegressionFigure(d, pairsOf(t, d).Matrix, "algebra", []string{"geometry", "reading", "sprint"})
		}},
		{"confirmatory", school, plain("confirmatory", "Standardised loadings, by lavaan", "Three factors of twelve tests.", named(t, filepath.Join(analyses, "confirmatory.csv")))},
		{"exploratory", school, plain("exploratory", "Loadings of three factors, by psych", "Loadings of .3 and more, after varimax.", large)},
		{"waves", first, plain("waves", "Correlations in two waves", "Two halves of the school tests, 3,000 people each, released once each with ε = 1.", waves(t))},
		{"levels", filepath.Join("..", "..", "web", "samples", "clinic-visits.release.json"), func(d *release.Document) (Figure, bool) { return Levels(d, pairsOf(t, d).Matrix, "sex", 0, 1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := decoded(t, c.file)
			if d.About == nil {
				d.About = &release.About{Imprint: release.Imprint{Title: "School tests, made up"}}
			}
			f, ok := c.draw(d)
			if !ok {
				t.Fatal("there is no such picture")
			}
			file := filepath.Join(analyses, c.name+".svg")
			if *update {
				if err := os.WriteFile(file, []byte(Slide(d, f)), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if text, err := os.ReadFile(file); err != nil || string(text) != Slide(d, f) {
				t.Errorf("%v: it is another picture; go test ./core/report -run Analyses -update draws it", err)
			}
		})
	}
}

// docs/analysis/factors.R gives the tables beside it, in lavaan and psych.
func TestTheAnalysesRunInR(t *testing.T) {
	if err := exec.Command("Rscript", "-e", "library(lavaan); library(psych)").Run(); err != nil {
		t.Skip("R with lavaan and psych is not here (Debian: r-cran-lavaan, r-cran-psych)")
	}
	d, dir := sampleRelease(t, "school-tests"), t.TempDir()
	m := pairsOf(t, d).Matrix
	all, err := m.Choose(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "matrix.R"), m.R(all), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("Rscript", filepath.Join(analyses, "factors.R"), dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, most := range map[string]float64{"confirmatory.csv": .0011, "exploratory.csv": .0051} { // another R may draw other numbers for the latter's errors
		t.Run(name, func(t *testing.T) {
			got, want := named(t, filepath.Join(dir, name)), named(t, filepath.Join(analyses, name))
			if len(got) != len(want) {
				t.Fatalf("%d values, %d in docs", len(got), len(want))
			}
			for i, w := range want {
				g := got[i]
				if off := max(math.Abs(g.Value.Value-w.Value.Value), math.Abs(g.Low-w.Low), math.Abs(g.High-w.High)); g.Name != w.Name || off > most {
					t.Errorf("%s %v, in docs %s %v", g.Name, g.Value, w.Name, w.Value)
				}
			}
		})
	}
}
