package report

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// A document of any numbers that Decode takes, also of none that a mechanism would release,
// is checked and drawn: no endless axis, no panic, no NaN in a drawing.
func TestExtremeDocuments(t *testing.T) {
	numbers := []float64{0, 5e-324, 1e-300, 1e-3, 1e250, -1e250}
	widths := []float64{5e-324, 1e-200, 1, 1e200, math.MaxFloat64}
	if testing.Short() { // under the race detector
		widths = []float64{5e-324, math.MaxFloat64}
	}
	for _, first := range numbers {
		for _, last := range numbers {
			for _, width := range widths {
				for _, bound := range []float64{schema.MinNormBound, 1, schema.MaxNormBound} {
					extreme(t, []float64{math.Max(first, last), first/2 + last/2, math.Min(first, last)}, privacy.Noise{Law: privacy.GaussianNoise, Diagonal: width, OffDiagonal: width}, bound)
					extreme(t, []float64{math.Max(first, last), first/2 + last/2, math.Min(first, last)}, privacy.Noise{Law: privacy.NuclearNoise, Exponent: width}, bound)
				}
			}
		}
	}
}

func extreme(t *testing.T, spectrum []float64, noise privacy.Noise, bound float64) {
	t.Helper()
	lo, hi := -1.0, 1.0
	d := &release.Document{
		Format: release.Format, Version: release.Version, Components: [][]float64{{1, 0, 0}, {0, 1, 0}}, FeatureNames: []string{"a", "b", "c"},
		NumComponents: 2, NumFeatures: 3, Spectrum: spectrum, ExplainedVariance: spectrum[:2], VarianceUnit: release.Sum, Created: "2025-01-01",
		Privacy: release.Privacy{
			Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Claim: privacy.Exact, Noise: &noise,
			Parts: []privacy.Part{{Step: "second moment", Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact}},
		},
		Encoding: release.Encoding{Quantisation: 1, NormBound: bound, NormRule: "clip", Scaling: "max-abs"},
	}
	for _, name := range d.FeatureNames {
		d.Encoding.Fields = append(d.Encoding.Fields, release.Field{Name: name, Type: "number", Minimum: &lo, Maximum: &hi})
	}
	text, err := json.Marshal(d)
	if err != nil || d.Validate() != nil {
		t.Fatal(err, d.Validate())
	}
	done := make(chan string, 1)
	go func() {
		defer func() {
			if recover() != nil {
				done <- "panic"
			}
		}()
		release.Verify(d, text)
		for _, f := range all(d) {
			if strings.Contains(f.SVG, "NaN") || strings.Contains(f.SVG, "Inf") {
				done <- "no number in " + f.ID
			}
		}
		HTML(d)
		done <- ""
	}()
	select {
	case fault := <-done:
		if fault != "" {
			t.Errorf("%v, %+v, R = %g: %s", spectrum, noise, bound, fault)
		}
	case <-time.After(60 * time.Second):
		t.Fatalf("%v, %+v, R = %g: no end", spectrum, noise, bound)
	}
}

// all are the figures of a report.
func all(d *release.Document) []Figure {
	out := spectra(d)
	for i := range min(d.NumComponents, mostDirections) {
		out = append(out, Loadings(d, i, 0))
	}
	return append(out, maps(d)...)
}
