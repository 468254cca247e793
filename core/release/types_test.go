package release_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/dataset/datasettest"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// typed are documents of schemas with every type, and rows for each.
func typed(t *testing.T) (schemas []*schema.Schema, documents []*release.Document, rows [][][]string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(6, 6))
	for len(schemas) < 10 {
		s := datasettest.EveryType(rng)
		if s.NormRule == schema.Pairs {
			continue // one row has no vector
		}
		first := make([]float64, s.D())
		first[0] = 1
		d := of(s, subspace.Basis{first})
		for _, c := range release.Verify(d, nil) {
			if strings.HasPrefix(c.What, "Its columns make its features") && !c.Holds {
				t.Fatalf("%s: %s", c.What, c.Detail)
			}
		}
		var table [][]string
		for range 60 {
			table = append(table, datasettest.RandomRow(rng, s))
		}
		schemas, documents, rows = append(schemas, s), append(documents, d), append(rows, table)
	}
	return schemas, documents, rows
}

// tableOf is a text of rows under the schema's header.
func tableOf(s *schema.Schema, rows [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	var names []string
	for i := range s.Fields {
		names = append(names, s.Fields[i].Name)
	}
	w.Write(names)
	w.WriteAll(rows)
	return b.Bytes()
}

// sameVectors compares vectors in scaled units, of a loader and of the encoder.
func sameVectors(t *testing.T, who string, s *schema.Schema, rows [][]string, got [][]float64) {
	t.Helper()
	r := 0
	if len(got) != len(rows) {
		t.Fatalf("%s: %d vectors for %d rows", who, len(got), len(rows))
	}
	if _, err := dataset.Read(io.NopCloser(bytes.NewReader(tableOf(s, rows))), s, func(q []int16) error {
		own := append([]float64(nil), got[r]...)
		if s.NormRule == schema.Sign { // a row keeps its length there
			length := 0.0
			for _, x := range own {
				length += x * x
			}
			for i := range own {
				own[i] /= math.Sqrt(length)
			}
		}
		for i, x := range q {
			if want := float64(x) * s.Bound() / schema.Scale; !(math.Abs(own[i]-want) <= 1.01*s.Bound()/schema.Scale) { // rounded, to nearest or towards zero
				t.Errorf("%s, %s: row %q, %s is %v, want %v", who, s.NormRule, rows[r], s.Features()[i], own[i], want)
			}
		}
		r++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// Both loaders and the page's own encode rows of every type as the release encoded them, up to the rounding to integers.
func TestLoadersEncodeEveryType(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a browser starts neither Python nor R")
	}
	schemas, documents, rows := typed(t)
	dir := t.TempDir()
	for i, d := range documents {
		write(t, dir, fmt.Sprintf("release%d.py", i), d.Python())
		write(t, dir, fmt.Sprintf("release%d.R", i), d.R())
		write(t, dir, fmt.Sprintf("rows%d.csv", i), tableOf(schemas[i], rows[i])[:])
		b, _ := json.Marshal(rows[i])
		write(t, dir, fmt.Sprintf("rows%d.json", i), b)
	}
	t.Run("Python", func(t *testing.T) {
		python := release.Interpreter(t, "Python with NumPy", "-c", "import numpy", "python3", "/usr/bin/python3")
		write(t, dir, "types.run.py", []byte(`
import datetime, importlib, json, sys
import numpy as np
out = []
for i in range(int(sys.argv[1])):
    p = importlib.import_module("release%d" % i).pca
    out.append({"Scores": p.encode(json.load(open("rows%d.json" % i))).tolist()})
    at = [f["name"] for f in importlib.import_module("release%d" % i).RELEASE["fields"]].index("date")
    def day(value):
        row = [""] * len(p.feature_names_in_)
        row[at] = value
        return p.encode([row])
    for value in (datetime.date(2001, 2, 3), datetime.datetime(2001, 2, 3), np.datetime64("2001-02-03")):
        assert (day(value) == day(datetime.date(2001, 2, 3))).all()
    assert (day(np.datetime64("NaT")) == day(None)).all()
print(json.dumps(out))
`))
		for i, got := range run(t, dir, python, "types.run.py", fmt.Sprint(len(documents))) {
			sameVectors(t, "Python", schemas[i], rows[i], got.Scores)
		}
	})
	t.Run("R", func(t *testing.T) {
		r := release.Interpreter(t, "R", "-e", "stopifnot(getRversion() >= '3.6')", "Rscript")
		write(t, dir, "types.R", []byte(`
n <- as.integer(commandArgs(TRUE)[1])
out <- character(n)
for (i in seq_len(n)) {
  source(sprintf("release%d.R", i - 1))
  rows <- read.csv(sprintf("rows%d.csv", i - 1), colClasses = "character", na.strings = character(0), strip.white = FALSE, check.names = FALSE)
  x <- privatepca_features(release, rows)
  x <- sweep(sweep(x, 2, release$center), 2, release$scale, "/")
  out[i] <- paste0("{\"Scores\":[", paste(apply(x, 1, function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ","), "]")), collapse = ","), "]}")
  empty <- rows[1:2, ]
  empty[,] <- ""
  a <- b <- empty
  a$date <- as.Date(c("2001-02-03", NA))
  f <- Filter(function(f) f$name == "date", release$fields)[[1]]
  a$date <- as.Date(c("2001-02-03", NA)); b$date <- as.POSIXct(c("2001-02-03", NA), tz = "UTC")
  stopifnot(isTRUE(all.equal(privatepca_features(release, a), privatepca_features(release, b))))
}
cat(paste0("[", paste(out, collapse = ","), "]"))
`))
		for i, got := range run(t, dir, r, "--vanilla", "types.R", fmt.Sprint(len(documents))) {
			sameVectors(t, "R", schemas[i], rows[i], got.Scores)
		}
	})
	t.Run("page", func(t *testing.T) {
		for i, d := range documents {
			var fit [][]string
			for _, row := range rows[i] { // a table of groups may hold fractions, and its infinities are none
				if !strings.Contains(strings.Join(row, " "), "e999") {
					fit = append(fit, row)
				}
			}
			for j := range schemas[i].Fields {
				if schemas[i].Fields[j].Kind == schema.Integer {
					for r := range fit {
						fit[r] = append([]string(nil), fit[r]...)
						if strings.Contains(fit[r][j], ".") {
							fit[r][j] = "1"
						}
					}
				}
			}
			got, err := release.Placed(d, tableOf(schemas[i], fit))
			if err != nil {
				t.Fatal(err)
			}
			sameVectors(t, "page", schemas[i], fit, got.Vectors)
		}
	})
}
