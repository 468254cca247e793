//go:build !js

package command

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/release"
)

// A survey in words, whose codebook lists codes with their labels, is read as its writer means it: items are levels in order, words are their
// levels, and what was put into it is found. Two factors move ten items each, with loadings of 0.75; six items are noise. The first two eigenvalues are
// then near 5.5; the level that one must pass is near 2, with an error below 0.4: a seed of the records is fixed, and the noise fails this less than once in 10⁶ runs.
func TestScalesOfACodebookAreFound(t *testing.T) {
	d := newDesk(t, plain)
	scale := []string{"stimme gar nicht zu", "stimme eher nicht zu", "teils/teils", "stimme eher zu", "stimme voll zu"}
	var codes, head []string
	for i, word := range scale {
		codes = append(codes, fmt.Sprintf("%d = %s", i+1, word))
	}
	book := "Variable;Beschreibung;Werte;Minimum;Maximum;fehlend\nsex;Geschlecht;1 = Mann | 2 = Frau;;;-9\n"
	head = append(head, "sex")
	for i := range 26 {
		head = append(head, fmt.Sprintf("item%02d", i))
		book += fmt.Sprintf("item%02d;Frage %d;%s | -9 = keine Angabe;;;-9\n", i, i, strings.Join(codes, " | "))
	}
	const n = 4000
	rng := rand.New(rand.NewPCG(7, 20261126))
	var table strings.Builder
	table.WriteString(strings.Join(head, ",") + "\n")
	for range n {
		factors := [2]float64{rng.NormFloat64(), rng.NormFloat64()}
		table.WriteString([]string{"Mann", "Frau"}[rng.IntN(2)])
		for i := range 26 {
			z := rng.NormFloat64()
			if i < 20 {
				z = .75*factors[i/10] + math.Sqrt(1-.75*.75)*z
			}
			level := 0
			for _, cut := range []float64{-1.2, -.4, .4, 1.2} {
				if z > cut {
					level++
				}
			}
			word := scale[level]
			if rng.IntN(12) == 0 {
				word = "keine Angabe"
			}
			table.WriteString("," + word)
		}
		table.WriteByte('\n')
	}
	d.write("survey.csv", table.String())
	d.table = filepath.Join(d.dir, "survey.csv")
	schema := d.write("book.csv", book)
	code, _, said := run(t, 0, "", "release", "-schema", schema, "-k", "2", "-epsilon", "1", "-population", "people", "-ledger", d.ledger, "-cap", "10", "-out", d.folder, "-yes", "-progress", "none", d.table)
	if code != codeDone || strings.Contains(said, "unknown-category") {
		t.Fatalf("code %d: %s", code, said)
	}
	const told = `item00, item01, item02 and 23 more: 5 levels, read in order from "stimme gar nicht zu" to "stimme voll zu"`
	if !strings.Contains(said, told) {
		t.Errorf("release does not tell how levels are read: %s", said)
	}
	doc, err := release.Decode([]byte(d.read(filepath.Join(d.folder, "release.json"))))
	if err != nil {
		t.Fatal(err)
	}
	f := doc.Finding
	if f == nil || f.Clear != 2 || len(f.Weights) != 28 {
		t.Fatalf("found %+v", f)
	}
	for i, x := range f.Values[:2] {
		if math.Abs(x-5.5) > 1.5 {
			t.Errorf("eigenvalue %d is %.2f", i+1, x)
		}
	}
	// config.json repeats the reading.
	again := filepath.Join(d.dir, "again")
	code, _, said = run(t, 0, "", "release", "-config", filepath.Join(d.folder, "config.json"), "-population", "people", "-ledger", d.ledger, "-out", again, "-yes", "-progress", "none", d.table)
	if code != codeDone || strings.Contains(said, "unknown-category") {
		t.Errorf("from config.json: code %d: %s", code, said)
	}
	if out := d.succeeds("convert", schema); !strings.Contains(out, `"ordinal"`) || !strings.Contains(out, "teils/teils") {
		t.Error(out)
	}
	for _, told := range [][]string{{"convert", schema}, {"inspect", d.table, schema}, {"sum", "-digest", "-schema", schema, d.table}, {"plan", "-schema", schema, "-k", "2"}} {
		t.Run(told[0], func(t *testing.T) {
			if _, _, said := run(t, 0, "", told...); !strings.Contains(said, `5 levels, read in order from "stimme gar nicht zu" to "stimme voll zu"`) {
				t.Errorf("nobody is told how levels are read: %s", said)
			}
		})
	}
}
