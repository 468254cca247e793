package release_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"privatepca/core/release"
	"privatepca/core/release/releasetest"
)

// Whoever opens a forged document learns what is wrong with it, or sees what it says: nothing that is calculated from it, or written of it, ends the program.
func TestForgedDocumentsEndNothing(t *testing.T) {
	const seed = 20261123
	n := 3000
	if os.Getenv("PRIVATEPCA_SLOW") != "" {
		n = 60000
	}
	opened := 0
	for f := range releasetest.Forged(t, seed, n) {
		start := time.Now()
		d, wrong := ends(f.Text)
		if d != nil {
			opened++
		}
		if wrong != "" {
			t.Errorf("%s: %s", f, wrong)
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: it takes %v", f, took)
		}
	}
	t.Logf("of %d forged documents %d open", n, opened)
	if opened < n/50 || opened > n*9/10 {
		t.Errorf("of %d forged documents %d open", n, opened)
	}
}

// ends opens a document and takes everything from it. It says what panicked, and where; "" for nothing.
func ends(text []byte) (d *release.Document, wrong string) {
	defer func() {
		if r := recover(); r != nil {
			wrong = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	d, err := release.Decode(text)
	if err != nil {
		return nil, ""
	}
	for _, c := range release.Verify(d, text) {
		if c.What == "" || c.Detail == "" {
			return d, "a check has no words"
		}
	}
	if d.Statement().String() == "" {
		return d, "it has no statement"
	}
	d.CSV()
	d.NPY()
	for name, program := range map[string][]byte{"release.py": d.Python(), "release.R": d.R()} {
		if strings.Contains(string(program), "NaN.0") || strings.Contains(string(program), "Inf.0") {
			return d, name + " has a number that is none"
		}
	}
	d.Band()
	d.Shares()
	d.NoiseTest()
	d.LeadingShares()
	release.EditionOf(d, nil).Turn(release.Varimax)
	release.Labels(d)
	for i := range d.NumFeatures {
		d.Label(i)
	}
	for i := range d.NumComponents {
		d.Direction(i)
		if u, ok := d.Uncertainty(i); ok {
			u.Within()
			u.Interval(d.NumFeatures - 1)
			u.Clear(d.NumFeatures - 1)
			u.Sure(d.NumFeatures - 1)
		}
	}
	d.First(1)
	for i := range d.Encoding.Fields {
		f := &d.Encoding.Fields[i]
		f.Words()
		f.TypeWords()
		f.Features()
	}
	release.Placed(d, tableFor(d))
	release.Encode(d)
	return d, ""
}

// tableFor is a table of the document's columns, and of its features.
func tableFor(d *release.Document) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if name = strings.TrimSpace(name); !seen[name] {
			seen[name], names = true, append(names, name)
		}
	}
	for i := range d.Encoding.Fields {
		add(d.Encoding.Fields[i].Name)
	}
	for _, name := range d.FeatureNames {
		add(name)
	}
	w.Write(names)
	for _, cell := range []string{"0", "1e300", "-3", "a", "low", "2005-02-28", ""} {
		row := make([]string, len(names))
		for i := range row {
			row[i] = cell
		}
		w.Write(row)
	}
	w.Flush()
	return []byte(b.String())
}
