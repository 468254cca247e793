package report

import (
	"os"
	"path/filepath"
	"testing"

	"privatepca/core/release"
)

// The pictures of docs/analysis.md are what the page saves of the samples' releases.
func TestThePicturesOfTheAnalyses(t *testing.T) {
	for _, c := range []struct {
		name, sample string
		draw         func(d *release.Document) (Figure, bool)
	}{
		{"correlations", "school-tests", func(d *release.Document) (Figure, bool) { return Correlations(d, pairsOf(t, d), Look{}), true }},
		{"levels", "clinic-visits", func(d *release.Document) (Figure, bool) { return Levels(d, pairsOf(t, d).Matrix, "sex", 0, 1) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := sampleRelease(t, c.sample)
			f, ok := c.draw(d)
			if !ok {
				t.Fatal("there is no such picture")
			}
			file := filepath.Join("..", "..", "docs", "analysis", c.name+".svg")
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
