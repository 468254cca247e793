package forecast

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/privacy"
)

// shapes names the spectra of core/mechanism/map.md.
var shapes = map[string]string{
	"one strong direction, slow tail": OneStrong,
	"k equal directions, flat rest":   Equal,
	"geometric, ratio ¾":              Steep,
	"power law, i⁻¹":                  PowerLaw,
}

// What the mechanisms themselves kept, as core/mechanism/map.md has it: means of 12
// draws for n = 100,000, k = 4, δ = 10⁻⁶, whose standard errors are below .03. The
// largest difference that is allowed is the error that forecast.md states, and those.
func TestForecastAgainstTheMap(t *testing.T) {
	f, err := os.Open("../mechanism/map.md")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	columns := []string{"gaussian", "nuclear", "ppca", "sequential", "laplace", "modsulq", "random"}
	worst, sum, rows := map[string]float64{}, map[string]float64{}, 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		cells := strings.Split(sc.Text(), "|")
		if len(cells) != 12 {
			continue
		}
		name, ok := shapes[strings.TrimSpace(cells[1])]
		if !ok {
			continue
		}
		number := func(i int) float64 {
			x, err := strconv.ParseFloat(strings.TrimSpace(cells[i]), 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		d := int(number(2))
		spectrum, err := Shares(name, d, 4)
		if err != nil {
			t.Fatal(err)
		}
		rows++
		facts := Facts{Records: 1e5, Directions: 4, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Spectrum: spectrum}
		for i, mechanism := range columns {
			got, ok, err := share(facts, mechanism, number(3)/1e5)
			if err != nil || !ok {
				t.Fatal(mechanism, ok, err)
			}
			off := math.Abs(got - number(4+i))
			worst[mechanism] = max(worst[mechanism], off)
			sum[mechanism] += off
			limit := .055
			if (mechanism == "ppca" || mechanism == "sequential") && d == 10 {
				limit = .09
			}
			if off > limit {
				t.Errorf("%s, d = %d, n·ε = %g: %s is forecast to keep %.3f and kept %.3f", name, d, number(3), mechanism, got, number(4+i))
			}
		}
	}
	if rows != 48 {
		t.Errorf("%d rows of the map were read, want 48", rows)
	}
	for _, m := range columns {
		t.Logf("%-10s: largest difference %.3f, mean %.4f", m, worst[m], sum[m]/float64(rows))
	}
}

// The paper's synthetic spectrum, n = 5000, k = 2: the map's second table, means of
// 2,000 draws, in energies of which .8 is the optimum.
func TestForecastOfTheSyntheticSpectrum(t *testing.T) {
	text, err := os.ReadFile("../mechanism/map.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(text), "# The paper's synthetic spectrum")
	if !ok {
		t.Fatal("the map has no second table")
	}
	epsilons := []float64{.01, .03, .1, .3, 1, 2}
	limits := map[string]float64{"gaussian": .03, "nuclear": .06, "ppca": .05, "ppca-gibbs": .05, "sequential": .09, "laplace": .03, "modsulq": .03, "sulq": .05, "random": .01}
	seen := 0
	for _, line := range strings.Split(table, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 10 {
			continue
		}
		mechanism := strings.TrimSpace(cells[1])
		limit, ok := limits[mechanism]
		if !ok {
			continue
		}
		seen++
		spectrum, err := Shares(Paper, 10, 2)
		if err != nil {
			t.Fatal(err)
		}
		total := 0.0
		for _, x := range paper {
			total += x
		}
		for i := range spectrum {
			spectrum[i] *= total // the paper's sums to .909
		}
		f := Facts{Records: 5000, Directions: 2, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Spectrum: spectrum}
		worst := 0.0
		for i, e := range epsilons {
			kept, err := strconv.ParseFloat(strings.Fields(cells[3+i])[0], 64)
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := share(f, mechanism, e)
			if err != nil {
				t.Fatal(err)
			}
			off := math.Abs(got - kept/.8)
			worst = max(worst, off)
			if off > limit {
				t.Errorf("%s, ε = %g: forecast %.3f of the optimum, kept %.3f", mechanism, e, got, kept/.8)
			}
		}
		t.Logf("%-10s: largest difference %.3f", mechanism, worst)
	}
	if seen != len(limits) {
		t.Errorf("%d mechanisms in the table, want %d", seen, len(limits))
	}
}
