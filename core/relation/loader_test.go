package relation_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/relation"
	"privatepca/core/release"
)

// documents are those with a matrix that core/release keeps.
func documents(t *testing.T) map[string]*release.Document {
	t.Helper()
	out := map[string]*release.Document{}
	paths, err := filepath.Glob(filepath.Join("..", "release", "testdata", "found", "*.json"))
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d documents: %v", len(paths), err)
	}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d, err := release.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(path), ".json")] = d
	}
	return out
}

// A level of a list is 0 or 1: its variance is p(1 − p) within five of its errors, less at most an eighth for what the cut leaves.
func TestALevelOfAListIsYesOrNo(t *testing.T) {
	d := documents(t)["lists"]
	m, err := relation.FromDocument(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	levels := 0
	for i := range d.Encoding.Fields {
		if d.Encoding.Fields[i].Column == "" {
			continue
		}
		at := slices.Index(m.Features, d.Encoding.Fields[i].Name)
		levels++
		v, p := m.CovarianceOf(at, at), m.Mean[at]
		if want := p * (1 - p); math.Abs(v.Value-want) > 5*v.Noise+want/8 {
			t.Errorf("%s: variance %.3f ± %.3f, and the mean is %.3f", m.Features[at], v.Value, v.Noise, p)
		}
	}
	if levels != 12 {
		t.Errorf("%d levels", levels)
	}
}

// A loader tells what this package does, to 1e-9: covariances, correlations with their errors, a regression, partial correlations, strength.
func loaderAgrees(t *testing.T, write func(d *release.Document) []byte, file string, run func(folder string) *exec.Cmd) {
	t.Helper()
	compared := 0
	for name, d := range documents(t) {
		if *thorough == 0 && !slices.Contains([]string{"factors", "bounds", "weights", "wide", "lists"}, name) {
			continue
		}
		m, err := relation.FromDocument(d, nil)
		if err != nil {
			t.Fatal(err)
		}
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, file), write(d), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := run(folder).Output()
		if err != nil {
			var bad *exec.ExitError
			errors.As(err, &bad)
			t.Fatalf("%s: %v %s", name, err, bad.Stderr)
		}
		var told struct {
			Covariance [][]float64
			Table      [][]*float64
			Strength   float64
			Regression [][]float64
			Partial    [][]float64
			Centroids  [][]*float64
		}
		if err := json.Unmarshal(out, &told); err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		near := func(what string, have, want float64) {
			t.Helper()
			compared++
			if !(math.Abs(have-want) <= 1e-9*max(1, math.Abs(want))) {
				t.Errorf("%s: %s is %v, here %v", name, what, have, want)
			}
		}
		at := []int{0, 1, 2, 3}
		k := 0
		for j := range m.Features {
			for i := range j + 1 {
				near("a covariance", told.Covariance[i][j], m.Covariance(i, j))
			}
			for i := range j {
				v := m.Correlation(i, j)
				row := told.Table[k]
				k++
				if v.Seen != (row[0] != nil) {
					t.Errorf("%s: %s and %s are seen in one of both", name, v.Row, v.Column)
				}
				if !v.Seen || !m.Related(i, j) {
					continue
				}
				for c, want := range []float64{v.Value, v.Low, v.High, v.Noise, v.People, v.Cut} {
					near("a correlation or its error", *row[c], want)
				}
			}
		}
		near("strength", told.Strength, m.Strength(at))
		if placed, err := m.CentroidsOf("group", 2); err == nil || told.Centroids != nil {
			if err != nil || len(told.Centroids) != len(placed)*len(placed[0].Place) {
				t.Fatalf("%s: %d centroids, here %d: %v", name, len(told.Centroids), len(placed), err)
			}
			for i, row := range told.Centroids { // direction by direction
				v := placed[i%len(placed)].Place[i/len(placed)]
				if v.Seen != (row[0] != nil) {
					t.Errorf("%s: %s is seen in one of both", name, v.Row)
				}
				if !v.Seen {
					continue
				}
				for c, want := range []float64{v.Value, v.Noise, v.People, v.Cut} {
					near("a centroid of "+v.Row, *row[c], want)
				}
			}
		}
		fit, err := m.Regress(4, at, relation.Advice{})
		if (err != nil) != (told.Regression == nil) {
			t.Errorf("%s: a regression is refused in one of both: %v", name, err)
		}
		if err != nil {
			continue
		}
		for i, c := range append(fit.Coefficients, fit.R2) {
			for j, want := range []float64{c.Value, c.Noise, c.People, c.Cut} {
				near("of a regression "+c.Column, told.Regression[i][j], want)
			}
		}
		near("the intercept", told.Regression[5][0], fit.Intercept)
		partial, err := m.Partial(at, relation.Advice{})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range partial {
			for j, want := range []float64{c.Value, c.Noise, c.People, c.Cut} {
				near("a partial correlation", told.Partial[i][j], want)
			}
		}
	}
	if compared < 500 {
		t.Errorf("%d numbers were compared", compared)
	}
}

// interpreter is a program that runs a check, or the test is skipped.
func interpreter(t *testing.T, what string, check []string, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, check...).Run() == nil {
			return path
		}
	}
	t.Skipf("no %s here", what)
	return ""
}

func TestPythonLoaderAgrees(t *testing.T) {
	python := interpreter(t, "Python with NumPy", []string{"-c", "import numpy"}, "python3", "/usr/bin/python3")
	loaderAgrees(t, (*release.Document).Python, "release.py", func(folder string) *exec.Cmd {
		return exec.Command(python, "-c", fmt.Sprintf(`
import json, math, sys
sys.path.insert(0, %q)
from release import pca
n = list(pca.feature_names_)
out = {"Covariance": pca.get_covariance().tolist(), "Table": [[None if math.isnan(x) else x for x in r[2:]] for r in pca.correlation_table()], "Strength": pca.strength(n[:4])}
if "group" in pca.feature_names_in_ and any(n.startswith("group=") for n in n):
    out["Centroids"] = [[None if math.isnan(x) else x for x in c[2:]] for c in pca.centroids("group")]
r = pca.correlation()
for a, b, x, *_ in pca.correlation_table():
    assert math.isnan(x) or abs(x - r[n.index(a), n.index(b)]) < 1e-12
try:
    f = pca.regress(n[4], n[:4])
    out["Regression"] = [list(c[1:]) for c in f["coefficients"]] + [list(f["r2"]), [f["intercept"]]]
    out["Partial"] = [list(p[2:]) for p in pca.partial(n[:4])]
    y, noise, people = pca.error(lambda s: s[0, 1] / math.sqrt(s[0, 0] * s[1, 1]), n[:2])
    t = pca.correlation_table(n[:2])[0]
    assert abs(y[0] - t[2]) < 1e-9 and abs(noise[0] - t[5]) < 1e-7 and abs(people[0] - t[6]) < 1e-7
    assert abs(pca.get_precision(n[:4]) @ pca.get_covariance()[:4, :4] - __import__("numpy").eye(4)).max() < 1e-8
except ValueError as e:
    assert "strength" in str(e) or "too little is seen" in str(e), e
print(json.dumps(out))`, folder))
	})
}

func TestRLoaderAgrees(t *testing.T) {
	r := interpreter(t, "R", []string{"-e", "stopifnot(getRversion() >= '3.6')"}, "Rscript")
	loaderAgrees(t, (*release.Document).R, "release.R", func(folder string) *exec.Cmd {
		return exec.Command(r, "-e", fmt.Sprintf(`source(file.path(%q, "release.R"))
m <- release$matrix; n <- m$names
number <- function(x) if (is.na(x)) "null" else format(x, digits = 17)
list_of <- function(x) paste0("[", paste(vapply(x, number, ""), collapse = ","), "]")
rows <- function(x) paste0("[", paste(apply(unname(as.matrix(x)), 1, list_of), collapse = ","), "]")
cat('{"Covariance":', rows(m$cov), ',"Table":', rows(correlation_table(m)[, 3:8]), ',"Strength":', number(strength(m, n[1:4])), sep = "")
if ("group" %%in%% vapply(release$fields, function(f) f$name, "")) cat(',"Centroids":', rows(centroids(release, "group")[, 3:6]), sep = "")
f <- tryCatch(regress(m, n[5], n[1:4]), error = function(e) { stopifnot(grepl("strength|too little", conditionMessage(e))); NULL })
if (!is.null(f)) {
  cat(',"Regression":[', paste(c(apply(f$coefficients, 1, list_of), list_of(f$r2), list_of(f$intercept)), collapse = ","), ']', sep = "")
  cat(',"Partial":', rows(partial_correlations(m, n[1:4])[, 3:6]), sep = "")
  stopifnot(max(abs(diag(m$cor)[m$seen] - 1)) < 1e-12, min(eigen(psd(m))$values) > -1e-8 * max(m$cov), length(draws(m, n[1:4], 3)) == 3, m$n.eff > 1)
}
cat("}\n")`, folder))
	})
}

// What matrix writes for R has the same numbers, of a combined matrix and of one with cells missing at random, too.
func TestRScriptAgrees(t *testing.T) {
	r := interpreter(t, "R", []string{"-e", "stopifnot(getRversion() >= '3.6')"}, "Rscript")
	d := documents(t)
	one, err := relation.FromDocument(d["factors"], []byte("1"))
	if err != nil {
		t.Fatal(err)
	}
	two, err := relation.FromDocument(d["add-remove"], []byte("2"))
	if err != nil {
		t.Fatal(err)
	}
	both, err := relation.OtherPeople([]*relation.Matrix{one, two})
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*relation.Matrix{"one": one, "both": both, "at random": both.MissingAtRandom()} {
		at, err := m.Choose([]string{"x1", "x7", "group"}, false)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "matrix.R")
		if err := os.WriteFile(path, m.R(at), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(r, "-e", fmt.Sprintf(`source(%q); m <- matrix_release
x <- correlation_table(m)[1, ]; cat(format(c(x$value, x$noise, x$people, x$cut, sqrt(diag(noise_law(m))[2]), m$n.eff), digits = 15))`, path)).CombinedOutput()
		var have [6]float64
		if _, scan := fmt.Sscan(string(out), &have[0], &have[1], &have[2], &have[3], &have[4], &have[5]); err != nil || scan != nil {
			t.Fatalf("%s: %v %s", name, err, out)
		}
		v := m.Correlation(at[0], at[1])
		for i, want := range []float64{v.Value, v.Noise, v.People, v.Cut} {
			tolerance := 1e-9
			if i == 2 { // R's number of people is whole
				tolerance = 1e-3
			}
			if math.Abs(have[i]-want) > tolerance*max(1, math.Abs(want)) {
				t.Errorf("%s: number %d is %v, want %v", name, i, have[i], want)
			}
		}
		if !(have[4] > 0) || !(have[5] > 1) {
			t.Errorf("%s: %v", name, have)
		}
	}
}
