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
)

// A quick run of what is found, by the real program: exact scores find all that there is, releases with equal columns nearly that, and the paper's clipping
// about zero much less. Intervals of sign hold; and its test, which is about a flat rest, calls directions clear in tables without relations.
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
	held, of, wrong := 0.0, 0.0, 0.0
	for _, row := range rows[1:] {
		if row[1] == "true" {
			r2[row[4]], cells[row[4]] = r2[row[4]]+number(row[5]), cells[row[4]]+1
			held, of = held+number(row[10]), of+number(row[11])
		} else if row[9] != "" {
			wrong += number(row[9])
		}
	}
	mean := func(way string) float64 { return r2[way] / cells[way] }
	if mean(baseline) != 1 || mean("sign, columns equal") < .9 || mean("clip, about zero") > mean("sign, columns equal")-.2 {
		t.Errorf("R² of %v in %v cells", r2, cells)
	}
	if of < 500 || held/of < .9 || held/of > .99 {
		t.Errorf("%.0f of %.0f intervals hold", held, of)
	}
	if wrong == 0 || !strings.Contains(page, "No relation") {
		t.Error("no table without relations has a false direction: the list is blind")
	}
}

// The exact directions of sign are those of the records' directions: of four records, by hand.
func TestExactSigns(t *testing.T) {
	e := madeup.Encode(&madeup.Table{
		Columns: []madeup.Column{{Low: -1, High: 1}, {Low: -1, High: 1}},
		Rows:    [][]float64{{1, 0}, {-1, 0}, {.5, .5}, {0, 0}},
	})
	rows := exactSigns(e, []float64{0, 0}) // Σuuᵀ = [[2.5, .5], [.5, .5]], of eigenvalues (3 ± √5)/2
	v := nearest(rows, []float64{1, 0}, 2)
	if want := 2 + math.Sqrt(5); math.Abs(v[0]/v[1]-want) > 1e-9 {
		t.Errorf("the leading direction is %v, want %g : 1", v, want)
	}
	if v := nearest(rows, []float64{-.1, 1}, 2); v[1] < .9 {
		t.Errorf("the nearest to the second axis is %v", v)
	}
}
