//go:build !js

package view

import (
	"bytes"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// The example of the help page is a release of the bundled sample: it has the sample's
// features, and two directions that hold more than any feature does.
func TestTheExampleIsTheSamples(t *testing.T) {
	d := example()
	text, err := os.ReadFile("../../web/samples/clinic-visits.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if s.NormRule != schema.NormRule(d.Encoding.NormRule) {
		t.Errorf("the example was released under %s, the sample states %s", d.Encoding.NormRule, s.NormRule)
	}
	if strings.Join(s.Features(), "|") != strings.Join(d.FeatureNames, "|") {
		t.Fatalf("features %q", d.FeatureNames)
	}
	sum := moment.NewAccumulator(s.D(), schema.Scale)
	f, err := os.ReadFile("../../web/samples/clinic-visits.csv")
	if err != nil {
		t.Fatal(err)
	}
	summary, err := dataset.ReadPairs(func() io.Reader { return bytes.NewReader(f) }, s, [32]byte{1}, sum.Add)
	if err != nil || summary.Records != int64(d.N) {
		t.Fatalf("%v, %d records, want n = %d", err, summary.Records, d.N)
	}
	m := sum.Matrix()
	kept, others := subspace.Basis(d.Components).Energy(m), 0.0
	for i := range m.Dim() { // no single feature holds as much
		others = max(others, float64(m.At(i, i)))
	}
	if kept <= others {
		t.Errorf("the example holds %g, a single feature %g", kept, others)
	}
}

// A finished release is of its bundled sample, holds its checks, and reads as the page says: the words under a sample are never invented.
func TestFinishedReleasesReadAsTheSamplesSay(t *testing.T) {
	for _, m := range samples {
		if m.question == "" {
			continue
		}
		text, err := os.ReadFile("../../web/samples/" + m.name + ".release.json")
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
		described, err := os.ReadFile("../../web/samples/" + m.name + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		s, err := schema.Parse(described)
		if err != nil || strings.Join(s.Features(), "|") != strings.Join(d.FeatureNames, "|") {
			t.Errorf("%s: the release is not of the sample (%v)", m.name, err)
		}
		found := report.Find(d)
		r, ok := found.Read(m.direction)
		if !ok || found.Clear() != 3 || len(r.High) == 0 || len(r.Low) == 0 || r.High[0] != m.high || r.Low[0] != m.low {
			t.Errorf("%s: %d clear; reads %+v", m.name, found.Clear(), r)
		}
		labels := schema.Labels(s)
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
