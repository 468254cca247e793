package release

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// edited findings, each of which both loaders must notice.
var editedFindings = map[string]func(f *Finding){
	"level":    func(f *Finding) { f.Level += 1e-4 },
	"loading":  func(f *Finding) { f.Estimates[1].Loadings[2] += 1e-4 },
	"error":    func(f *Finding) { f.Estimates[0].Errors[1] *= .99 },
	"people":   func(f *Finding) { f.Estimates[2].PeopleErrors[1] *= .99 },
	"value":    func(f *Finding) { f.Errors[0] *= .99 },
	"together": func(f *Finding) { f.Clusters[1].Open = true },
	"clear":    func(f *Finding) { f.Clear-- },
	"matrix":   func(f *Finding) { f.Matrix[4] += 100 },
	"lengths":  func(f *Finding) { f.Lengths[30] = 1e6 },
	"left out": func(f *Finding) { f.Estimates = f.Estimates[:2] },
}

// loaded runs a program on all documents with a finding, of one and of all directions, and on edited ones, as files release0, release1, …
// of a folder. It prints a line for each with what differs: nothing, but for the edited ones.
func loaded(t *testing.T, write func(d *Document) []byte, ending string, run func(folder string, count int) *exec.Cmd) {
	t.Helper()
	folder := t.TempDir()
	var names []string
	add := func(name string, d *Document) {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("release%d%s", len(names), ending)), write(d), 0o600); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	documents := found(t)
	for _, name := range slices.Sorted(maps.Keys(documents)) {
		for _, k := range []int{1, 3} {
			d, err := foundNamed(t, name).First(k)
			if err != nil {
				t.Fatal(err)
			}
			add(name, d)
		}
	}
	add("made as another", asFirst(t, foundNamed(t, "factors"), 1, .2))
	add("made as another, with a column on its floor", asFirst(t, foundNamed(t, "weights"), 1, 0))
	genuine := len(names)
	for name, edit := range editedFindings {
		d := foundNamed(t, "plane")
		edit(d.Finding)
		add(name, d)
	}
	out, err := run(folder, len(names)).CombinedOutput()
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if err != nil || len(lines) != len(names) {
		t.Fatalf("%v: %s", err, out)
	}
	for i, line := range lines {
		if differs := strings.TrimSpace(line) != ""; differs != (i >= genuine) {
			t.Errorf("%s: what differs is %q", names[i], line)
		}
	}
}

// The Python loader finds again what the document states, and nothing else.
func TestPythonLoaderFinds(t *testing.T) {
	python := Interpreter(t, "Python with NumPy", "-c", "import numpy", "python3", "/usr/bin/python3")
	loaded(t, (*Document).Python, ".py", func(folder string, count int) *exec.Cmd {
		return exec.Command(python, "-c", fmt.Sprintf(`
import importlib, sys
sys.path.insert(0, %q)
import numpy as np
for n in range(%d):
    pca = importlib.import_module("release%%d" %% n).pca
    assert pca.estimates_.shape == pca.errors_.shape == pca.components_.shape and pca.people_intervals_.shape == pca.components_.shape + (2,)
    for i in range(pca.n_components_):
        if not np.isnan(pca.errors_[i, 0]) and not any(i in p for p in pca.planes_):
            assert pca.estimates_[i] @ pca.components_[i] > 1 - 1e-5
            assert (pca.people_intervals_[i, :, 0] <= pca.table_intervals_[i, :, 0] + 1e-9).all()
    assert "columns" in pca.summary().split("\n")[0]
    print("; ".join(pca.check()))`, folder, count))
	})
}

// So does the one in R.
func TestRLoaderFinds(t *testing.T) {
	r := Interpreter(t, "R", "-e", "stopifnot(getRversion() >= '3.6')", "Rscript")
	loaded(t, (*Document).R, ".R", func(folder string, count int) *exec.Cmd {
		return exec.Command(r, "-e", fmt.Sprintf(`for (n in seq_len(%d) - 1) {
source(file.path(%q, paste0("release", n, ".R")))
stopifnot(all(dim(release$estimates) == dim(release$rotation)), all(release$people_low <= release$table_low + 1e-9, na.rm = TRUE))
x <- privatepca_finding(release); stopifnot(grepl("columns", x))
cat(privatepca_check(release), sep = "; "); cat("\n") }`, count, folder))
	})
}
