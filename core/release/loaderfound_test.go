package release

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/finding"
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

// withRules is a document whose level allows for what its rules say: filter questions, and what the cut makes of answers that some rows alone give.
// Today's program makes documents of both rules. It has another column that few answer, and a centre of less noise, so that either rule is seen.
func withRules(t *testing.T, name string, filters, cut bool) *Document {
	t.Helper()
	d := foundNamed(t, name)
	d.Finding.Filters, d.Finding.CutAnswers = filters, cut
	d.Finding.Answered[0], d.Finding.MeanNoise = .4, d.Finding.MeanNoise/20
	in := d.Finding.input(d)
	again, err := finding.Solver{}.Find(context.Background(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	d.Finding.State(again, d.Scale != nil, ColumnNames(SchemaOf(d)), in.Columns.Blocks())
	return d
}

// What a document's level allows for is what it says: with another rule it does not hold, and with fewer the level is lower.
func TestLevelsStateTheirRules(t *testing.T) {
	plain, filters, both := withRules(t, "factors", false, false), withRules(t, "factors", true, false), withRules(t, "factors", true, true)
	if a, b, c := plain.Finding.Level, filters.Finding.Level, both.Finding.Level; !(a < b && b < c) {
		t.Errorf("levels %g, %g, %g", a, b, c)
	}
	for name, d := range map[string]*Document{"plain": plain, "filters": filters, "both": both} {
		t.Run(name, func(t *testing.T) {
			if c := verifyFinding(d); !c.Holds {
				t.Error(c)
			}
			rules := map[string]*bool{"filters": &d.Finding.Filters, "cut": &d.Finding.CutAnswers}
			maps.DeleteFunc(rules, func(_ string, rule *bool) bool { return !*rule })
			for name, rule := range rules {
				t.Run("without "+name, func(t *testing.T) {
					if *rule = false; verifyFinding(d).Holds {
						t.Error("it holds by an earlier rule, too")
					}
					*rule = true
				})
			}
		})
	}
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
	for _, name := range []string{"factors", "lists"} {
		add(name+", with a level for filter questions", withRules(t, name, true, false))
		add(name+", with today’s level", withRules(t, name, true, true))
	}
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

// Rows of a list, a row as it stands in a file and as a number for each level, are the same to both loaders and to Apply: an empty cell and one that means no
// value count as the centre, one whose answers are no levels names none of them.
func TestLoadersReadLists(t *testing.T) {
	d := foundNamed(t, "lists")
	d.Encoding.MissingValues = []string{"none"}
	header := func(whole bool) (names []string) {
		for i := range d.Encoding.Fields {
			f := &d.Encoding.Fields[i]
			switch {
			case !whole || f.Column == "":
				names = append(names, f.Name)
			case i == 0 || d.Encoding.Fields[i-1].Column != f.Column:
				names = append(names, f.Column)
			}
		}
		return names
	}
	cells := [][2]string{{"walk;bus", "1,1,0,0"}, {"car", "0,0,0,1"}, {"", ",,,"}, {"none", ",,,"}, {"plane; train", "0,0,1,0"}, {"Walk", "0,0,0,0"}}
	files := [2]strings.Builder{}
	for form := range files {
		b := &files[form]
		b.WriteString(strings.Join(header(form == 0), ",") + "\n")
		for r, cell := range cells {
			for i := range d.Encoding.Fields {
				switch f := &d.Encoding.Fields[i]; {
				case f.Column == "" && f.Enum == nil:
					fmt.Fprintf(b, "%.2f,", float64(i*(r+1)%7)/3-1)
				case f.Column == "":
					b.WriteString("middle,")
				}
			}
			b.WriteString(strings.Join([]string{cell[form], cells[0][form], cells[4][form]}, ",") + "\n")
		}
	}
	var applied [2]Applied
	for form := range files {
		var err error
		if applied[form], err = Placed(d, []byte(files[form].String())); err != nil {
			t.Fatal(err)
		}
	}
	for r := range cells {
		if !slices.Equal(applied[0].Vectors[r], applied[1].Vectors[r]) {
			t.Errorf("row %d: %v as a list, %v by levels", r, applied[0].Vectors[r], applied[1].Vectors[r])
		}
	}
	last := applied[0].Vectors[2]
	if at := len(last) - 12; !slices.Equal(last[at:at+4], []float64{0, 0, 0, 0}) {
		t.Errorf("an empty cell of a list is at %v", last[at:at+4])
	}
	folder := t.TempDir()
	for form := range files {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("rows%d.csv", form)), []byte(files[form].String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string][]byte{"release.py": d.Python(), "release.R": d.R()} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	same := func(t *testing.T, program string, args ...string) {
		out, err := exec.Command(program, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		numbers := strings.Fields(string(out))
		scores := slices.Concat(slices.Concat(applied[0].Scores, applied[1].Scores)...)
		if len(numbers) != len(scores) {
			t.Fatalf("%d numbers, want %d: %s", len(numbers), len(scores), out)
		}
		for i, want := range scores {
			var got float64
			if _, err := fmt.Sscan(numbers[i], &got); err != nil || got < want-1e-5 || got > want+1e-5 {
				t.Errorf("score %d is %s, want %g", i, numbers[i], want)
			}
		}
	}
	t.Run("Python", func(t *testing.T) {
		python := Interpreter(t, "Python with NumPy", "-c", "import numpy", "python3", "/usr/bin/python3")
		same(t, python, "-c", fmt.Sprintf(`
import csv, sys
sys.path.insert(0, %q)
from release import pca
for form in range(2):
    rows = list(csv.reader(open(%q + "/rows%%d.csv" %% form)))
    table = {name: [r[i] for r in rows[1:]] for i, name in enumerate(rows[0])}
    for score in pca.transform(table):
        print(*score)`, folder, folder))
	})
	t.Run("R", func(t *testing.T) {
		r := Interpreter(t, "R", "-e", "stopifnot(getRversion() >= '3.6')", "Rscript")
		same(t, r, "-e", fmt.Sprintf(`source(file.path(%q, "release.R"))
for (form in 0:1) {
  rows <- read.csv(file.path(%q, sprintf("rows%%d.csv", form)), check.names = FALSE, colClasses = "character")
  cat(t(predict(release, rows)), "\n", sep = " ")
}`, folder, folder))
	})
}
