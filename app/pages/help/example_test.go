//go:build !js

package help

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// The example of the help page is a release of the bundled sample: it has the sample's features and number of rows, both
// directions are clear, and each, as a combination of the numbers at unit length, has more variance in the exact table than a
// column has, which is 1.
func TestTheExampleIsTheSamples(t *testing.T) {
	d := example()
	text, err := os.ReadFile("../../../web/samples/clinic-visits.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "norm_rule") || d.Encoding.NormRule != string(schema.Mean) || d.Finding == nil || d.Finding.Clear != 2 {
		t.Errorf("the sample states a rule, or the example was not released under the recommended one, or does not find two directions")
	}
	if strings.Join(s.Features(), "|") != strings.Join(d.FeatureNames, "|") {
		t.Fatalf("features %q", d.FeatureNames)
	}
	f, err := os.Open("../../../web/samples/clinic-visits.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || int64(len(rows)) != d.N+1 {
		t.Fatalf("%v, %d rows, want n = %d", err, len(rows)-1, d.N)
	}
	for i := range d.Components {
		score, length := make([]float64, len(rows)-1), 0.0
		for j, name := range rows[0] {
			if k := slices.Index(d.FeatureNames, name); k >= 0 { // a number
				w := d.Loadings(i)[k]
				length += w * w
				for r, x := range standardised(t, rows[1:], j) {
					score[r] += w * x
				}
			}
		}
		variance := 0.0
		for _, x := range score {
			variance += x * x / float64(d.N) / length
		}
		if want := []float64{2, 1.2}[i]; variance < want {
			t.Errorf("direction %d has a variance of %.2f in the exact table, want %g", i+1, variance, want)
		}
	}
}

// standardised is a column of numbers about its mean, in units of its spread.
func standardised(t *testing.T, rows [][]string, j int) []float64 {
	t.Helper()
	x, sum, squares := make([]float64, len(rows)), 0.0, 0.0
	for r := range rows {
		v, err := strconv.ParseFloat(rows[r][j], 64)
		if err != nil {
			t.Fatal(err)
		}
		x[r], sum, squares = v, sum+v, squares+v*v
	}
	n := float64(len(rows))
	for r := range x {
		x[r] = (x[r] - sum/n) / math.Sqrt(squares/n-sum*sum/n/n)
	}
	return x
}
