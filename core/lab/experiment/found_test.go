package experiment

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/internal/madeup"
	"privatepca/core/release"
)

// A quick run of what is found, by the real program: exact scores find all that there is, the recommended way at least .95 of it, and the paper's clipping
// about zero much less. Intervals hold. The recommended way finds nothing in tables without relations; the test of sign, which is about a flat rest, calls
// directions clear there.
func TestFound(t *testing.T) {
	if testing.Short() {
		t.Skip("two hundred releases")
	}
	page, log, out := run(t, t.TempDir(), "found")
	b, err := os.ReadFile(filepath.Join(out, "found.csv"))
	if err != nil {
		t.Fatal(err, log)
	}
	rows, err := csv.NewReader(strings.NewReader(string(b))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("%q is no number", text)
		}
		return x
	}
	r2, cells := map[string]float64{}, map[string]float64{}
	held, of, wrong, releases := map[string]float64{}, map[string]float64{}, map[string]float64{}, map[string]float64{}
	for _, row := range rows[1:] {
		if row[1] == "true" {
			r2[row[4]], cells[row[4]] = r2[row[4]]+number(row[5]), cells[row[4]]+1
			held[row[4]] += number(row[10])
			of[row[4]] += number(row[11])
		} else if row[9] != "" {
			wrong[row[4]] += number(row[9]) * number(row[12])
			releases[row[4]] += number(row[12])
		}
	}
	mean := func(way string) float64 { return r2[way] / cells[way] }
	if mean(baseline) != 1 || mean("sign, columns equal") < .9 || mean("clip, about zero") > mean("sign, columns equal")-.2 {
		t.Errorf("R² of %v in %v cells", r2, cells)
	}
	if mean(recommended) < .95 {
		t.Errorf("the recommended way finds R² of %.3f of what exact scores do", mean(recommended))
	}
	if wrong[recommended] > .01*releases[recommended] || releases[recommended] < 8 {
		t.Errorf("the recommended way finds a false direction in %.0f of %.0f releases", wrong[recommended], releases[recommended])
	}
	for _, way := range []string{recommended, "sign, units of the bounds"} {
		if rate := held[way] / of[way]; of[way] < 200 || rate < .9 || rate > .99 {
			t.Errorf("%s: %.0f of %.0f intervals hold", way, held[way], of[way])
		}
	}
	if wrong["sign, units of the bounds"] == 0 || !strings.Contains(page, "No relation") {
		t.Error("no table without relations has a false direction: the list is blind")
	}
}

// The exact directions of sign are those of the records' directions: of four records, by hand.
func TestExactSigns(t *testing.T) {
	e := madeup.Encode(&madeup.Table{
		Columns: []madeup.Column{{Low: -1, High: 1}, {Low: -1, High: 1}},
		Rows:    [][]float64{{1, 0}, {-1, 0}, {.5, .5}, {0, 0}},
	})
	d := &release.Document{}
	d.Encoding.CentrePoint = []float64{0, 0}
	rows := exactSigns(e, d) // Σuuᵀ = [[2.5, .5], [.5, .5]], of eigenvalues (3 ± √5)/2
	v := nearest(rows, []float64{1, 0}, 2)
	if want := 2 + math.Sqrt(5); math.Abs(v[0]/v[1]-want) > 1e-9 {
		t.Errorf("the leading direction is %v, want %g : 1", v, want)
	}
	if v := nearest(rows, []float64{-.1, 1}, 2); v[1] < .9 {
		t.Errorf("the nearest to the second axis is %v", v)
	}
}

// Those of mean are about the records' own mean, cut, weighted and scaled: of four records, by hand.
func TestExactMeans(t *testing.T) {
	e := madeup.Encode(&madeup.Table{
		Columns: []madeup.Column{{Low: -1, High: 1}, {Low: -1, High: 1}},
		Rows:    [][]float64{{1, 0}, {0, .5}, {0, 0}, {0, 0}},
	})
	d := &release.Document{Finding: &release.Finding{Weights: []float64{1, 2}, Radius: .5, Scales: []float64{2, 1}}}
	d.Encoding.CentrePoint = []float64{0, 0}
	// The records are cut to (1, 0) and (0, 1): of sum (1, 1) about their mean [[.75, -.25], [-.25, .75]], in scales [[.1875, -.125], [-.125, .75]].
	v := nearest(exactMeans(e, d), []float64{0, 1}, 2)
	a, b, c := .1875, -.125, .75
	top := (a+c)/2 + math.Sqrt((a-c)*(a-c)/4+b*b)
	if want := b / (top - a); math.Abs(v[0]/v[1]-want) > 1e-9 {
		t.Errorf("the leading direction is %v, want %g : 1", v, want)
	}
}
