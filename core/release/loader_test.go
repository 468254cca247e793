package release_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// nasty are names that break what is not quoted.
var nasty = []string{
	`"]); import os; os.abort() #`, `'''`, `"""`, "\\", `\"`, "line\nbreak", "tab\tand\rreturn", "%s %d {0}", "é, ü – “quoted”",
	"漢字", "😀", "\u2028\u2029", "\u202eright to left", "${HOME} `id`", "c(1, stop())", "# no comment", "x=y", "<b>&amp;</b>", "\x01\x7f", "\ufeffmark", "NA", "None", "\\u0041",
}

var rows = [][]string{
	{"40", "f", "0.5"},
	{"1e999", " m [1,\t2]", "-7"},
	{"", "none", ""},
	{"NaN", "x", "Inf"},
	{" +12.5 ", "f ", ".25"},
	{"0x10", "m [1,\t2]", "1_0"},
	{"0", "", "0"},
	{"-3", "f", "1."},
}

// variants are documents of every encoding there is, over the columns of rows.
func variants(t *testing.T) (schemas []*schema.Schema, documents []*release.Document) {
	t.Helper()
	for _, rule := range []schema.NormRule{schema.Clip, schema.Unit, schema.Sign} {
		for _, scaling := range []schema.Scaling{schema.MaxAbs, schema.Affine} {
			for _, centre := range []schema.Centre{schema.CentreNone, schema.CentreMidpoint, schema.CentrePoint} {
				if rule == schema.Sign && centre != schema.CentrePoint {
					continue // has a released mean
				}
				s := schema.New(
					schema.Field{Name: "age", Kind: schema.Number, Minimum: -20, Maximum: 120},
					schema.Field{Name: "se\"x", Kind: schema.Category, Enum: []string{"f", "m [1,\t2]"}},
					schema.Field{Name: "x y", Kind: schema.Number, Minimum: -1, Maximum: 3})
				s.NormRule, s.Scaling, s.Centre, s.NormBound = rule, scaling, centre, .75
				if rule != schema.Clip {
					s.NormBound = 0
				}
				if centre == schema.CentrePoint {
					s.Point = []float64{.25, .5, .125, -.5}
				}
				schemas = append(schemas, s)
				documents = append(documents, of(s, subspace.Basis{{.6, 0, 0, .8}, {0, .8, -.6, 0}}))
			}
		}
	}
	// Of correlations, with lengths kept and with rows brought to the norm bound.
	for _, i := range []int{len(schemas) - 1, 2} {
		d := of(schemas[i], subspace.Basis{{.6, 0, 0, .8}, {0, .8, -.6, 0}})
		d.Scale = []float64{.5, .25, .25, 1}
		schemas, documents = append(schemas, schemas[i]), append(documents, d)
	}
	return schemas, documents
}

func of(s *schema.Schema, basis subspace.Basis) *release.Document {
	values := make([]float64, s.D())
	for i := range values {
		values[i] = float64(5-2*i) / 3
	}
	return release.New(release.Output{
		Mechanism: "gaussian", Cost: privacy.Cost{Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact},
		Parts: []privacy.Part{{Step: "second moment", Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact}},
		Basis: basis, Values: values[:len(basis)], Spectrum: values,
	},
		release.Setting{Schema: s, Scale: schema.Scale, Relation: privacy.ReplaceOne, Persons: 7, Now: time.Unix(0, 0)})
}

// nastyDocument names everything badly, its person's column too.
func nastyDocument() *release.Document {
	var fields []schema.Field
	for _, name := range nasty {
		fields = append(fields, schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 1})
	}
	fields = append(fields, schema.Field{Name: "level", Kind: schema.Category, Enum: nasty})
	s := schema.New(fields...)
	s.PersonColumn = nasty[0] + nasty[5]
	row := make([]float64, s.D())
	row[3] = 1
	return of(s, subspace.Basis{row})
}

// What a literal stands for is the string again, in Go too, whose escapes are the same.
func FuzzQuote(f *testing.F) {
	for _, s := range nasty {
		f.Add(s)
	}
	f.Add("\xff\x00\U0010ffff")
	f.Fuzz(func(t *testing.T, s string) {
		s = string([]rune(s)) // what is not UTF-8 becomes U+FFFD
		for c := range strings.FieldsFuncSeq(release.Quote(s), func(r rune) bool { return r >= ' ' && r <= '~' }) {
			t.Fatalf("%q stands bare", c)
		}
		if got, err := strconv.Unquote(release.Quote(s)); err != nil || got != s {
			t.Fatalf("%q is written %s (%v)", s, release.Quote(s), err)
		}
	})
}

func write(t *testing.T, dir, name string, b []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
		t.Fatal(err)
	}
}

// encoded are the rows' vectors as the release itself makes them, in scaled units.
func encoded(t *testing.T, s *schema.Schema) [][]float64 {
	t.Helper()
	return encodedRows(t, s, rows)
}

func encodedRows(t *testing.T, s *schema.Schema, rows [][]string) [][]float64 {
	t.Helper()
	var table bytes.Buffer
	w := csv.NewWriter(&table)
	w.Write([]string{s.Fields[0].Name, s.Fields[1].Name, s.Fields[2].Name})
	w.WriteAll(rows)
	var out [][]float64
	if _, err := dataset.Read(io.NopCloser(&table), s, func(q []int16) error {
		v := make([]float64, len(q))
		for i, x := range q {
			v[i] = float64(x) * s.Bound() / schema.Scale
		}
		out = append(out, v)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// A report is what a loader says of itself, in the interpreter.
type report struct {
	Names      []string
	Components [][]float64
	Values     []float64

	Scores    [][]float64
	Mean      bool
	Statement string
}

// judge compares a loader's words with the document and with the encoder.
func judge(t *testing.T, got report, d *release.Document, vectors [][]float64) {
	t.Helper()
	if fmt.Sprint(got.Components) != fmt.Sprint(d.Components) {
		t.Errorf("components %v, want %v", got.Components, d.Components)
	}
	if fmt.Sprintf("%q", got.Names) != fmt.Sprintf("%q", d.FeatureNames) {
		t.Errorf("names\n%q, want\n%q", got.Names, d.FeatureNames)
	}
	if got.Statement != d.Statement().String() {
		t.Errorf("statement %q", got.Statement)
	}
	if len(got.Scores) != len(vectors) {
		t.Fatalf("%d rows of scores for %d", len(got.Scores), len(vectors))
	}
	near := 2 * d.Encoding.NormBound / schema.Scale // quantised to the nearest, two entries a score
	for r, v := range vectors {
		for i, s := range d.Scale { // columns count equally
			v[i] /= s
			near = 8 * d.Encoding.NormBound / schema.Scale
		}
		if d.Encoding.NormRule == string(schema.Sign) { // a row keeps its length: its scores are parallel to the release's
			a, b := got.Scores[r], []float64{0, 0}
			for k, direction := range d.Components {
				for i, x := range direction {
					b[k] += x * v[i]
				}
			}
			if length := math.Hypot(a[0], a[1]); math.Abs(a[0]*b[1]-a[1]*b[0]) > near*length || a[0]*b[0]+a[1]*b[1] < 0 || b[0] == 0 && b[1] == 0 && length > 1e-12 {
				t.Errorf("sign, %s: row %d %q scores %v, want the direction of %v", d.Encoding.Scaling, r+1, rows[r], a, b)
			}
			continue
		}
		for k, direction := range d.Components {
			want := 0.0
			for i, x := range direction {
				want += x * v[i]
			}
			if math.Abs(got.Scores[r][k]-want) > near {
				t.Errorf("%s, %s, centre %s: row %d %q scores %v, want %.5f", d.Encoding.NormRule, d.Encoding.Scaling, d.Encoding.Centre, r+1, rows[r], got.Scores[r], want)
			}
		}
	}
}

func TestPythonLoaderRuns(t *testing.T) {
	python := release.Interpreter(t, "Python with NumPy", "-c", "import numpy", "python3", "/usr/bin/python3")
	dir := t.TempDir()
	schemas, documents := variants(t)
	documents = append(documents, nastyDocument())
	for i, d := range documents {
		write(t, dir, fmt.Sprintf("release%d.py", i), d.Python())
		write(t, dir, fmt.Sprintf("components%d.npy", i), d.NPY())
	}
	b, _ := json.Marshal(rows)
	write(t, dir, "rows.json", b)
	write(t, dir, "run.py", []byte(`
import importlib, json, sys
import numpy as np
out = []
rows = json.load(open("rows.json"))
for i in range(int(sys.argv[1])):
    m = importlib.import_module("release%d" % i)
    p, a = m.pca, np.load("components%d.npy" % i)
    assert a.dtype == np.float64 and a.flags["C_CONTIGUOUS"] and (a == p.components_).all()
    assert p.components_.shape == (p.n_components_, p.n_features_) and p.fit() is p
    out_names = p.get_feature_names_out()
    assert len(out_names) == p.n_components_ and out_names[0] == "privatepca0" and len(set(out_names)) == len(out_names)
    total = p.spectrum_.sum()
    assert hasattr(p, "explained_variance_ratio_") == bool(total > 0)
    if total > 0:
        assert np.allclose(p.explained_variance_ratio_, p.spectrum_[: p.n_components_] / total) and p.explained_variance_ratio_.shape == (p.n_components_,)
    assert "not tested" in p.summary() and p.n_clear_ is None
    r = {"Names": list(p.feature_names_), "Components": p.components_.tolist(), "Values": p.explained_variance_.tolist(),
         "Statement": m.RELEASE["statement"], "Mean": hasattr(p, "mean_")}
    if len(p.feature_names_in_) == 3:
        z = p.transform(rows)
        table = {name: [row[j] for row in rows] for j, name in enumerate(p.feature_names_in_)}
        assert (z == p.transform(table)).all()
        assert np.allclose((p.inverse_transform(z) - p.center_) / (1 if p.scale_ is None else p.scale_) @ p.components_.T, z)
        r["Scores"] = z.tolist()
        mixed = p.encode([[40, "f", 0.5], [float("nan"), None, float("inf")]])
        assert (mixed == p.encode([["40", "f", "0.5"], ["", "", ""]])).all()
        for bad in ({"age": [1]}, [[1, 2]]):
            try:
                p.transform(bad)
                raise SystemExit("a table of other columns was taken")
            except ValueError:
                pass
    out.append(r)
print(json.dumps(out))
`))
	reports := run(t, dir, python, "run.py", fmt.Sprint(len(documents)))
	for i, r := range reports {
		var vectors [][]float64
		if i < len(schemas) {
			vectors = encoded(t, schemas[i])
		}
		judge(t, r, documents[i], vectors)
		if fmt.Sprint(r.Values) != fmt.Sprint(documents[i].ExplainedVariance) || r.Mean {
			t.Errorf("explained variance %v, a mean: %v", r.Values, r.Mean)
		}
	}
}

func run(t *testing.T, dir, program string, args ...string) []report {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var reports []report
	if err := json.Unmarshal(out, &reports); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, stderr.String())
	}
	return reports
}

func TestRLoaderRuns(t *testing.T) {
	r := release.Interpreter(t, "R", "-e", "stopifnot(getRversion() >= '3.6')", "Rscript")
	dir := t.TempDir()
	schemas, documents := variants(t)
	documents = append(documents, nastyDocument())
	for i, d := range documents {
		write(t, dir, fmt.Sprintf("release%d.R", i), d.R())
	}
	var table bytes.Buffer
	w := csv.NewWriter(&table)
	w.WriteAll(rows)
	write(t, dir, "rows.csv", table.Bytes())
	write(t, dir, "run.R", []byte(`
quoted <- function(s) { # JSON, by code points
  one <- function(x) paste0("\"", paste(vapply(utf8ToInt(enc2utf8(x)), function(c) {
    if (c > 65535) { c <- c - 65536; sprintf("\\u%04x\\u%04x", 55296 + c %/% 1024, 56320 + c %% 1024) } else sprintf("\\u%04x", c) }, ""), collapse = ""), "\"")
  vapply(s, one, "")
}
array <- function(x) paste0("[", paste(x, collapse = ","), "]")
numbers <- function(x) array(sprintf("%.17g", x))
n <- as.integer(commandArgs(TRUE)[1])
rows <- read.csv("rows.csv", header = FALSE, colClasses = "character", na.strings = character(0), strip.white = FALSE)
out <- character(n)
for (i in seq_len(n)) {
  source(sprintf("release%d.R", i - 1))
  stopifnot(inherits(release, "prcomp"), !exists("privatepca_release"))
  scores <- "[]"
  if (length(release$fields) == 3) {
    table <- rows
    names(table) <- vapply(release$fields, function(f) f$name, "")
    z <- predict(release, table)
    stopifnot(identical(colnames(z), c("PC1", "PC2")))
    scores <- array(apply(z, 1, numbers))
    # what prcomp itself does with the encoded rows
    plain <- release
    class(plain) <- "prcomp"
    stopifnot(all.equal(z, predict(plain, privatepca_features(release, table))))
    mixed <- data.frame(a = c(40, NA), b = factor(c("f", NA)), c = c(0.5, Inf))
    same <- data.frame(a = c("40", ""), b = c("f", ""), c = c("0.5", ""))
    names(mixed) <- names(same) <- names(table)
    stopifnot(identical(predict(release, mixed), predict(release, same)))
    stopifnot(inherits(try(predict(release, table[, 1:2]), silent = TRUE), "try-error"))
  }
  stopifnot(all.equal(release$sdev^2, pmax(0, release$spectrum[seq_len(ncol(release$rotation))])), length(release$sdev) == ncol(release$rotation), is.list(summary(release)))
  k <- ncol(release$rotation)
  importance <- summary(release)$importance
  stopifnot(ncol(importance) == k, all.equal(unname(importance[1, ]), release$sdev[1:k]))
  if (sum(release$spectrum) > 0) stopifnot(all.equal(unname(importance["Cumulative Proportion", k]), sum(release$spectrum[1:k]) / sum(release$spectrum)))
  sink("printed"); print(release); print(summary(release)); sink()
  stopifnot(any(grepl("not tested", readLines("printed"))))
  if (k > 1) {
    pdf(NULL)
    biplot(release)
    if (length(release$fields) == 3) biplot(release, table)
    invisible(dev.off())
  } else stopifnot(inherits(try(biplot(release), silent = TRUE), "try-error"))
  out[i] <- paste0("{\"Names\":", array(quoted(rownames(release$rotation))), ",\"Components\":", array(apply(release$rotation, 2, numbers)),
    ",\"Statement\":", quoted(release$statement), ",\"Scores\":", scores, "}")
}
cat(array(out))
`))
	for _, locale := range []string{"C.UTF-8", "C"} {
		t.Setenv("LC_ALL", locale)
		for i, got := range run(t, dir, r, "--vanilla", "run.R", fmt.Sprint(len(documents))) {
			var vectors [][]float64
			if i < len(schemas) {
				vectors = encoded(t, schemas[i])
			}
			judge(t, got, documents[i], vectors)
		}
	}
}

// Whatever names hold, they stand in the programs as escaped literals only: the rest of
// a file is ASCII and the same as for tame names.
func TestNamesStayInsideTheirLiterals(t *testing.T) {
	for name, write := range map[string]func(*release.Document) []byte{"Python": (*release.Document).Python, "R": (*release.Document).R} {
		b := write(nastyDocument())
		for _, c := range b {
			if c > '~' || c < ' ' && c != '\n' && c != '\t' {
				t.Fatalf("%s: the byte %#x stands bare", name, c)
			}
		}
		if bytes.Contains(b, []byte(`"]);`)) && !bytes.Contains(b, []byte(`\"]);`)) || strings.Count(string(b), "\n"+"import os") != 0 {
			t.Errorf("%s: a name left its literal", name)
		}
	}
}

// A release that holds noise alone says so in both languages, and one with clear directions counts them.
func TestLoadersSayWhatIsNoise(t *testing.T) {
	python := release.Interpreter(t, "Python with NumPy", "-c", "import numpy", "python3", "/usr/bin/python3")
	r := release.Interpreter(t, "R", "-e", "stopifnot(getRversion() >= '3.6')", "Rscript")
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Minimum: 0, Maximum: 1}, schema.Field{Name: "b", Kind: schema.Number, Minimum: 0, Maximum: 1}, schema.Field{Name: "c", Kind: schema.Number, Minimum: 0, Maximum: 1})
	for width, want := range map[float64]string{1: "1 of 2 directions here stand", 1e12: "No direction stands clear"} {
		d := of(s, subspace.Basis{{1, 0, 0}, {0, 1, 0}})
		d.Spectrum = []float64{2, .1, .1}
		d.N = 10_000
		d.Privacy.Noise = &privacy.Noise{Law: privacy.GaussianNoise, Diagonal: 1e6 * width, OffDiagonal: 707107 * width}
		dir := t.TempDir()
		d.Encoding.Fields[1].Title = "Größe β"
		write(t, dir, "release.py", append(d.Python(), "    print(ascii(list(pca.feature_labels_)), list(pca.feature_names_))\n"...))
		write(t, dir, "release.R", append(d.R(), "print(release)\nprint(summary(release))\nstopifnot(identical(release$labels, c('a', 'Gr\\u00f6\\u00dfe \\u03b2', 'c')), rownames(release$rotation) == c('a', 'b', 'c'))\ngrDevices::pdf(NULL)\nbiplot(release)\n"...))
		for program, file := range map[string]string{python: "release.py", r: "release.R"} {
			cmd := exec.Command(program, file)
			cmd.Dir = dir
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%s: %v: %s", file, err, out)
			}
			if labels := `['a', 'Gr\xf6\xdfe \u03b2', 'c'] ['a', 'b', 'c']`; program == python && !strings.Contains(string(out), labels) {
				t.Errorf("the labels and names are not %s: %s", labels, out)
			}
		}
	}
}
