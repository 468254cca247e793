package release

import (
	"bytes"
	"encoding/csv"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// loadings.csv has the intervals of the directions that stand clear, none of others, and no columns for them where no direction
// has one.
func TestCSVHasIntervals(t *testing.T) {
	values := flat(12, .4/12)
	values[0], values[1] = .35, .25
	random := rand.New(rand.NewPCG(91, 0))
	r := trial{exact: spiked(values, 5000, random), people: 5000, sigma: 40, k: 4, random: random}
	d := r.draw()
	d.FeatureNames = make([]string, d.NumFeatures)
	for i := range d.FeatureNames {
		d.FeatureNames[i] = "x" + strconv.Itoa(i)
	}
	test, ok := d.NoiseTest()
	if !ok || test.Clear < 1 || test.Clear >= d.NumComponents {
		t.Fatalf("%+v: the fixture has no direction of either kind", test)
	}
	table := func() [][]string {
		t.Helper()
		rows, err := csv.NewReader(bytes.NewReader(d.CSV())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	rows := table()
	if head := rows[0]; len(head) != 5 || head[3] != "low" || head[4] != "high" {
		t.Fatalf("head %q", head)
	}
	at, written := 1, 0
	for i := range d.Components {
		u, ok := d.Uncertainty(i)
		for j := range d.FeatureNames {
			row := rows[at]
			at++
			if !ok {
				if row[3]+row[4] != "" {
					t.Errorf("direction %d, which has no interval: %q", i+1, row)
				}
				continue
			}
			written++
			low, high := u.Interval(j)
			a, err := strconv.ParseFloat(row[3], 64)
			b, err2 := strconv.ParseFloat(row[4], 64)
			if err != nil || err2 != nil || math.Abs(a-low) > 1e-6 || math.Abs(b-high) > 1e-6 || a >= b {
				t.Errorf("%q, want %v … %v", row, low, high)
			}
		}
	}
	if written != test.Clear*d.NumFeatures {
		t.Errorf("%d intervals, want those of %d directions", written, test.Clear)
	}
	d.Privacy.Noise = nil // no public law
	if rows = table(); len(rows[0]) != 3 || len(rows[1]) != 3 {
		t.Errorf("without a law of the noise: %q, %q", rows[0], rows[1])
	}
}
