package relation_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
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

// A loader tells what this package does, to 1e-9: covariances, correlations with their errors, a regression, partial correlations, strength.
func loaderAgrees(t *testing.T, write func(d *release.Document) []byte, file string, run func(folder string) *exec.Cmd) {
	t.Helper()
	compared := 0
	for name, d := range documents(t) {
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
	if compared < 1000 {
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
	t.Skipf("no %s here: the loader was not run", what)
	return ""
}

func TestPythonLoaderAgrees(t *testing.T) {
	python := interpreter(t, "Python with NumPy", []string{"-c", "import numpy"}, "python3", "/usr/bin/python3")
	loaderAgrees(t, (*release.Document).Python, "release.py", func(folder string) *exec.Cmd {
		return exec.Command(python, "-c", fmt.Sprintf(`
import json, math, sys
sys.path.insert(0, %q)
from release import pca
n = list(pca.feature_names_in_)
out = {"Covariance": pca.get_covariance().tolist(), "Table": [[None if math.isnan(x) else x for x in r[2:]] for r in pca.correlation_table()], "Strength": pca.strength(n[:4])}
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
