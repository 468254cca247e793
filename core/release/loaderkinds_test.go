package release_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// kindsOfCells are tables of cells that mean the same in other spellings: levels by their labels, levels and codes by value, letters composed and decomposed, signs, blanks
// and marks in numbers, under dialects that say how numbers and levels are written.
func kindsOfCells() (schemas []*schema.Schema, rows [][]string) {
	cells := [][]string{
		strings.Split("1.5|-9.0|\u22122|9.99e2|1,5|abc|5000|1\u20095|\u00a07\u200b|+999|1.234,5||1'234.5|-.5|1 234|1.23|NA|12,345.6|1234,5|\u2013,5|nan|1e999|0x1|--1", "|"),
		strings.Split("2.0|3|4|n/a|1||02|two|1,0|\u22121| 3 |\u200e2|+2|2e0|1.000|-9|-9.0|99|1 000|3.|.3|TRUE|2;3|\u00a0", "|"),
		strings.Split("Cafe\u0301|LINZ|linz |Caf\u00e9|Wien|x|Linz|||Linz\u00a0|-|.| Wien Mitte|wienmitte|WIEN MITTE|\u200bWien mitte|CAF\u00c9|missing|MISSING|Linz\u200e|Caf\u00e9 |cafe| Li nz|Lin", "|"),
		strings.Split("high|1.0|LOW|low|Low |middle|mid dle|m|high|\u00a0high|high|h|none|NONE|low|||low|high|high|middle|low|low|low", "|"),
		strings.Split("1|2.0|-9|-9.00|0,0|3|1.5|5|7|\u22129|2|2|0|0|1|x|||+1|4|4.00|4,0|1|1", "|"),
		strings.Split("1|2.0|oft|Oft| oft|of t|Cafe\u0301|caf\u00e9|-9|-9.0|nie|\u00a0oft|1,0|2|3||OFT|Caf\u00e9 |+1|x|2|1|2|oft", "|"),
		strings.Split("0|1|1.0|0,0|true|TRUE|True|tRue|false|False|FALSE|2|00|+1|-0|yes||t rue|\u200bTrue|1e0|0|1|true|0.0", "|"),
	}
	for _, d := range []schema.Dialect{{}, {Decimal: ","}, {Grouping: "."}, {Grouping: ","}, {Grouping: "'"}, {Grouping: " ", Decimal: ","}, {IgnoreCase: true}, {Decimal: ",", IgnoreCase: true}} {
		s := schema.New(
			schema.Field{Name: "x", Kind: schema.Number, Minimum: -10, Maximum: 2000, MissingValues: []string{"", "-9", "999", "NA"}},
			schema.Field{Name: "l", Kind: schema.Category, Enum: []string{"1", "2", "3"}, MissingValues: []string{"-9", "99", "n/a"}},
			schema.Field{Name: "p", Kind: schema.Category, Enum: []string{"Caf\u00e9", "Linz", "Wien Mitte"}, MissingValues: []string{"missing"}},
			schema.Field{Name: "o", Kind: schema.Ordinal, Enum: []string{"low", "middle", "high"}, MissingValues: []string{"none"}, Spellings: [][]string{{"l"}, nil, {"h", "top"}}},
			schema.Field{Name: "w", Kind: schema.Ordinal, Enum: []string{"0", "1", "2", "4"}, MissingValues: []string{"-9"}},
			schema.Field{Name: "a", Kind: schema.Category, Enum: []string{"1", "2"}, MissingValues: []string{"-9"}, Spellings: [][]string{{"Caf\u00e9"}, {"oft"}}},
			schema.Field{Name: "b", Kind: schema.Category, Enum: []string{"false", "true"}, Spellings: [][]string{{"False", "FALSE", "0"}, {"True", "TRUE", "1"}}},
		)
		s.Dialect = d
		schemas = append(schemas, s)
	}
	for r := range cells[0] {
		var row []string
		for i := range cells {
			row = append(row, cells[i][r])
		}
		rows = append(rows, row)
	}
	return schemas, rows
}

// Both loaders read every kind of cell as the program does.
func TestLoadersReadEveryKindOfCell(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a browser starts neither Python nor R")
	}
	schemas, rows := kindsOfCells()
	dir := t.TempDir()
	for i, s := range schemas {
		first := make([]float64, s.D())
		first[0] = 1
		d := of(s, subspace.Basis{first})
		write(t, dir, fmt.Sprintf("release%d.py", i), d.Python())
		write(t, dir, fmt.Sprintf("release%d.R", i), d.R())
	}
	b, _ := json.Marshal(rows)
	write(t, dir, "rows.json", b)
	t.Run("Python", func(t *testing.T) {
		python := release.Interpreter(t, "Python with NumPy", "-c", "import numpy", "python3", "/usr/bin/python3")
		write(t, dir, "kinds.run.py", []byte(`
import importlib, json, sys
rows = json.load(open("rows.json"))
print(json.dumps([{"Scores": importlib.import_module("release%d" % i).pca.encode(rows).tolist()} for i in range(int(sys.argv[1]))]))
`))
		for i, got := range run(t, dir, python, "kinds.run.py", fmt.Sprint(len(schemas))) {
			sameVectors(t, fmt.Sprintf("Python, %+v", schemas[i].Dialect), schemas[i], rows, got.Scores)
		}
	})
	t.Run("R", func(t *testing.T) {
		r := release.Interpreter(t, "R", "-e", "stopifnot(getRversion() >= '3.6')", "Rscript")
		if exec.Command(r, "-e", "stopifnot(requireNamespace('stringi', quietly = TRUE))").Run() != nil {
			for i := range rows { // only then it takes letters and marks apart
				for j, cell := range rows[i] {
					rows[i][j] = strings.ReplaceAll(cell, "e\u0301", "\u00e9")
				}
			}
		}
		t.Setenv("LC_ALL", "C.UTF-8") // R has capitals of other letters only where its locale has them
		write(t, dir, "rows.csv", tableOf(schemas[0], rows))
		write(t, dir, "kinds.R", []byte(`
n <- as.integer(commandArgs(TRUE)[1])
rows <- read.csv("rows.csv", colClasses = "character", na.strings = character(0), strip.white = FALSE, check.names = FALSE, encoding = "UTF-8")
out <- character(n)
for (i in seq_len(n)) {
  source(sprintf("release%d.R", i - 1))
  x <- privatepca_features(release, rows)
  x <- sweep(sweep(x, 2, release$center), 2, release$scale, "/")
  out[i] <- paste0("{\"Scores\":[", paste(apply(x, 1, function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ","), "]")), collapse = ","), "]}")
}
cat(paste0("[", paste(out, collapse = ","), "]"))
`))
		for i, got := range run(t, dir, r, "--vanilla", "kinds.R", fmt.Sprint(len(schemas))) {
			sameVectors(t, fmt.Sprintf("R, %+v", schemas[i].Dialect), schemas[i], rows, got.Scores)
		}
	})
}
