package relation_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/convert/spss"
	"privatepca/core/relation"
)

// read is a system file as this project's own reader reads it.
func read(t *testing.T, file []byte) [][]string {
	t.Helper()
	table, err := spss.Open(bytes.NewReader(file), int64(len(file)), "")
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for {
		was := len(text)
		if text, err = table.Append(text); err != nil || len(text) == was {
			break
		}
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return append([][]string{table.Header()}, rows...)
}

// A system file holds what the syntax file does: names, labels, means, deviations, the number of people and correlations, whatever names are.
func TestSystemFileOfCorrelations(t *testing.T) {
	m, err := relation.FromDocument(documents(t)["factors"], nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Features[0], m.Features[1], m.Features[2] = "a_name_of_more_than_eight_letters", "Größe\x1b[31m in "+strings.Repeat("ü", 200), "V1"
	at, err := m.Choose(nil, false)
	if err != nil {
		t.Fatal(err)
	}
	file, err := m.SAV(at)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(file, []byte("\x1b[")) {
		t.Error("a control character of a name is in the file")
	}
	rows := read(t, file)
	if head := strings.Join(rows[0][:5], " "); head != "ROWTYPE_ VARNAME_ a_name_of_more_than_eight_letters V2 V1" || len(rows) != 4+len(at) {
		t.Fatalf("%d rows: %s", len(rows), head)
	}
	cor := relation.CorrelationsOf(m.Twin(at))
	near := func(what, have string, want float64) {
		t.Helper()
		if x, err := strconv.ParseFloat(have, 64); err != nil || math.Abs(x-want) > 1e-12*max(1, math.Abs(want)) {
			t.Errorf("%s is %s, want %v", what, have, want)
		}
	}
	for i, row := range rows[1:] {
		if kind := []string{"MEAN", "STDDEV", "N"}; i < 3 && (row[0] != kind[i] || row[1] != "") || i >= 3 && (row[0] != "CORR" || row[1] != rows[0][i-1]) {
			t.Errorf("row %d is of %s %s", i+1, row[0], row[1])
		}
		for j, cell := range row[2:] {
			switch i {
			case 0:
				near("a mean", cell, m.Mean[at[j]])
			case 1:
				near("a deviation", cell, math.Sqrt(m.Twin(at)[j][j]))
			case 2:
				near("the number of people", cell, math.Round(m.EffectiveRows(at)))
			default:
				near("a correlation", cell, cor[i-3][j])
			}
		}
	}
	if again, _ := m.SAV(at); !bytes.Equal(file, again) {
		t.Error("another file of the same release")
	}
	if _, err := m.SAV(at[:1]); err == nil {
		t.Error("a file of one variable")
	}
}

// PSPP, an independent reader of system files, computes the same factors of this file as of the syntax file, also where columns are called as others would be
// in short.
func TestPSPPReadsTheSystemFile(t *testing.T) {
	pspp, err := exec.LookPath("pspp")
	if err != nil {
		t.Skip("NOT TESTED: there is no pspp here: install the package pspp. The system file was read by this project's reader alone")
	}
	for _, names := range [][]string{{"x1", "x2", "x3", "x7"}, {"V1", "V2", "V4", "V3"}, {"V1", "V3", "V4", "V2"}} {
		t.Run(strings.Join(names, " "), func(t *testing.T) { factorsAlike(t, pspp, names) })
	}
}

func factorsAlike(t *testing.T, pspp string, names []string) {
	m, err := relation.FromDocument(documents(t)["factors"], nil)
	if err != nil {
		t.Fatal(err)
	}
	at := []int{0, 1, 2, 6}
	for i, name := range names {
		m.Features[at[i]] = name
	}
	file, err := m.SAV(at)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out := map[string]string{}
	const factor = "FACTOR /MATRIX IN(COR=%) /METHOD=CORRELATION /ROTATION=NOROTATE.\n"
	for name, text := range map[string]string{
		"matrix.sav": string(file), "matrix.sps": string(m.SPSS(at)),
		"of-file.sps": "GET FILE='matrix.sav'.\n" + strings.ReplaceAll(factor, "%", "'matrix.sav'"), "of-syntax.sps": "INCLUDE 'matrix.sps'.\n" + strings.ReplaceAll(factor, "%", "*"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"of-file.sps", "of-syntax.sps"} {
		run := exec.Command(pspp, name)
		run.Dir = dir
		text, err := run.CombinedOutput()
		if err != nil || !bytes.Contains(text, []byte("Component Matrix")) {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		out[name] = string(text)
	}
	if out["of-file.sps"] != out["of-syntax.sps"] {
		t.Errorf("of the file\n%s\nof the syntax\n%s", out["of-file.sps"], out["of-syntax.sps"])
	}
}
