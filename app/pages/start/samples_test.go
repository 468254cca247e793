//go:build !js

package start

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/schema"
)

// A finished release is of its bundled sample, holds its checks, and reads as the page says: the words under a sample are never invented.
func TestFinishedReleasesReadAsTheSamplesSay(t *testing.T) {
	for _, m := range samples {
		text, err := os.ReadFile("../../../web/samples/" + m.name + ".release.json")
		if err != nil {
			t.Fatal(err)
		}
		d, err := release.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range release.Verify(d, text) {
			if !c.Holds {
				t.Errorf("%s: %s: %s", m.name, c.What, c.Detail)
			}
		}
		described, err := os.ReadFile("../../../web/samples/" + m.name + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		s, err := schema.Parse(described)
		if err != nil || strings.Join(s.Features(), "|") != strings.Join(d.FeatureNames, "|") {
			t.Errorf("%s: the release is not of the sample (%v)", m.name, err)
		}
		found := report.Find(d)
		r, ok := found.Read(m.direction)
		if !ok || found.Clear() != m.clear || len(r.High) == 0 || len(r.Low) == 0 || r.High[0] != m.high || r.Low[0] != m.low {
			t.Errorf("%s: %d clear; reads %+v", m.name, found.Clear(), r)
		}
		labels := make([]string, len(d.FeatureNames))
		for j := range labels {
			labels[j] = report.Label(d, j)
		}
		for i, name := range slices.Concat(r.High, reversed(r.Low)) {
			loading := d.Loadings(m.direction)[slices.Index(labels, name)]
			if i >= len(m.bars) || math.Abs(m.bars[i]-loading) > .005 {
				t.Errorf("%s: the sketch is %v, and %s has the loading %.3f", m.name, m.bars, name, loading)
			}
		}
	}
}

func reversed(names []string) []string {
	out := slices.Clone(names)
	slices.Reverse(out)
	return out
}
