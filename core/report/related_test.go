package report

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"privatepca/core/release"
)

var update = flag.Bool("update", false, "write testdata/*.golden anew; only where a change of what is said is meant")

// found is a document with a finding, as core/pca wrote it.
func found(t *testing.T, name string) *release.Document {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a browser has no files")
	}
	text, err := os.ReadFile(filepath.Join("..", "release", "testdata", "found", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var foundNames = []string{"factors", "plane", "none", "wide", "bounds", "persons", "rows", "add-remove", "weights"}

// What is said of documents with a finding stays what it was.
func TestWhatIsSaidOfFindings(t *testing.T) {
	var got bytes.Buffer
	say := func(format string, args ...any) { fmt.Fprintf(&got, format+"\n", args...) }
	for _, name := range foundNames {
		for _, kind := range []release.Intervals{"", release.ThisTable} {
			d := found(t, name).With(kind)
			if kind != "" && !release.BothKinds(d) {
				continue
			}
			f := Find(d)
			say("=== %s, %q", name, kind)
			say("%s\n%s\ntest: %s", f.Headline(), f.Lead(), f.Test())
			for i := range d.Components {
				r, ok := f.Read(i)
				say("%s: %d %t %q; %s", f.Name(i), f.Standing(i), ok, r.Sentence(), f.Share(i))
			}
			for _, figure := range all(d) {
				say("%s: %s", figure.Title, figure.Sentence)
				for i, row := range append([][]string{figure.Table.Head}, figure.Table.Rows...) {
					if i < 5 {
						say("  %s", strings.Join(row, " | "))
					}
				}
			}
		}
	}
	path := filepath.Join("testdata", "found.golden")
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(lines) || line != lines[i] {
			t.Fatalf("line %d:\n%s\nwant\n%s", i+1, line, lines[min(i, len(lines)-1)])
		}
	}
}
