package release_test

import (
	"encoding/json"
	"runtime"
	"testing"

	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// Both loaders read dates as the release does, where formats are easily read otherwise: weeks around New Year, noon and midnight, years of two digits,
// names of months, ISO beside another format.
func TestLoadersReadDates(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a browser starts neither Python nor R")
	}
	cells := map[string][]string{
		schema.ISO:          {"2020-W53-7", "2021-W53-1", "2021-W01-1", "2021-W00-1", "2020-W01-8", "2020-2-29", "2021-2-29", "2021-08-29t07:08z", "2021-08-29 23:59 UTC", "2021-08-29T01:02+02", "2021-08-29 01:02:03 -0330", "2021-8-W1-1"},
		"%d %b %Y":          {"1 M\u00c4RZ 2021", "29 feb 2020", "29 Feb 2021", "31 Dez 2021", "1 sept 2021", "1 Xyz 2021", "3 Oktober 2022", "3 Mai 2022", "3 May 2022", "3 Janu 2021", "4 JULI 2021", "05 aug 2021"},
		"%m/%d/%Y %I:%M %p": {"1/2/2021 12:00 AM", "1/2/2021 12:00 pm", "1/2/2021 1:05 Pm", "1/2/2021 0:05 AM", "1/2/2021 13:05 PM", "1/2/2021 11:59 am", "1/2/2021 11:59", "13/2/2021 1:05 AM", "1/2/2021 1:60 AM", "1/2/2021 1:05AM", "6/30/2021 6:00 PM", "6/30/2021 6:00 AM"},
		"%d.%m.%y(1922)":    {"1.2.21", "1.2.22", "31.12.21", "1.2.20", "29.2.20", "29.2.21", "1.2.2021", "1.2.1", "01.02.19", "1.2.00", "7.7.21", "8.8.20"},
		"%Y-%m":             {"2021-08", "2021-8", "2021-13", "2021-00", "2021-08-01", "2020-12", "2020-1", "21-08", "2022-02", "", "2021-11", "2021-10"},
	}
	var fields []schema.Field
	also := []string{"2021-08-29", "2021-2-29", "2021-W01-1", "2021-08-29T18:00Z", "2021-08-29 06:00:00 +0200"} // in ISO, beside any format
	rows := make([][]string, 12+len(also))
	for format, column := range cells {
		column = append(column, also...)
		fields = append(fields, schema.Field{Name: format + "date", Kind: schema.Date, Format: format, Minimum: 18200, Maximum: 19400})
		for i := range rows {
			rows[i] = append(rows[i], column[i])
		}
	}
	s := schema.New(fields...)
	s.Scaling = schema.Affine
	first := make([]float64, s.D())
	first[0] = 1
	d, dir := of(s, subspace.Basis{first}), t.TempDir()
	write(t, dir, "release.py", d.Python())
	write(t, dir, "release.R", d.R())
	write(t, dir, "rows.csv", tableOf(s, rows))
	b, _ := json.Marshal(rows)
	write(t, dir, "rows.json", b)
	t.Run("Python", func(t *testing.T) {
		python := release.Interpreter(t, "Python with NumPy", "-c", "import numpy", "python3", "/usr/bin/python3")
		write(t, dir, "dates.run.py", []byte("import json, release\nprint(json.dumps([{\"Scores\": release.pca.encode(json.load(open(\"rows.json\"))).tolist()}]))\n"))
		sameVectors(t, "Python", s, rows, run(t, dir, python, "dates.run.py")[0].Scores)
	})
	t.Run("R", func(t *testing.T) {
		r := release.Interpreter(t, "R", "-e", "stopifnot(getRversion() >= '3.6')", "Rscript")
		write(t, dir, "dates.R", []byte(`source("release.R")
rows <- read.csv("rows.csv", colClasses = "character", na.strings = character(0), strip.white = FALSE, check.names = FALSE, encoding = "UTF-8")
x <- sweep(sweep(privatepca_features(release, rows), 2, release$center), 2, release$scale, "/")
cat(paste0("[{\"Scores\":[", paste(apply(x, 1, function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ","), "]")), collapse = ","), "]}]"))
`))
		sameVectors(t, "R", s, rows, run(t, dir, r, "--vanilla", "dates.R")[0].Scores)
	})
}
