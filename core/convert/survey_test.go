package convert

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// Expected is what another library reads from a data file of SPSS or Stata.
type expected struct {
	Names, Labels, Measures []string
	Encoding                string // that a person states, since the file does not; "" for none
	Levels                  map[string]map[string]string
	Rows                    [][]any
}

// sameAsExpected compares a file, cell by cell, with what stands beside it.
func sameAsExpected(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var want expected
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	f, ok := OSFile(path, "")
	if !ok {
		t.Fatalf("%s is not recognised", path)
	}
	rows, err := f.Under(schema.Dialect{Encoding: schema.Encoding(want.Encoding)}).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	r := csv.NewReader(rows)
	head, err := r.Read()
	if err != nil || strings.Join(head, "|") != strings.Join(want.Names, "|") {
		t.Fatalf("%s: names %q, want %q, %v", path, head, want.Names, err)
	}
	for n, row := range want.Rows {
		have, err := r.Read()
		if err != nil {
			t.Fatalf("%s: row %d: %v", path, n, err)
		}
		for i, c := range row {
			if !sameCell(have[i], c) {
				t.Errorf("%s: row %d, %s: %q, want %v", path, n, head[i], have[i], c)
			}
		}
	}
	if _, err := r.Read(); err != io.EOF {
		t.Errorf("%s: it goes on: %v", path, err)
	}
	sameVariables(t, path, &want)
}

func sameCell(have string, want any) bool {
	switch want := want.(type) {
	case nil:
		return have == ""
	case float64:
		x, err := strconv.ParseFloat(have, 64)
		return err == nil && (x == want || float32(x) == float32(want) && float64(float32(want)) == want)
	}
	return have == want
}

func sameVariables(t *testing.T, path string, want *expected) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Variables()
	if err != nil || len(list) != len(want.Names) {
		t.Fatalf("%s: %d variables, %v", path, len(list), err)
	}
	for i, v := range list {
		measure := string(v.Measure)
		if measure == "" {
			measure = "unknown"
		}
		if v.Label != want.Labels[i] || measure != want.Measures[i] {
			t.Errorf("%s: %s is labelled %q (%s), want %q (%s)", path, v.Name, v.Label, measure, want.Labels[i], want.Measures[i])
		}
		levels := want.Levels[v.Name]
		if s.Format == SPSS && v.Name == "sex" { // declared missing
			delete(levels, "9.0")
		}
		if s.Format == SPSS && v.Name == "agree" {
			delete(levels, "-9.0")
		}
		if len(v.Levels) != len(levels) {
			t.Errorf("%s: %s has the levels %v, want %v", path, v.Name, v.Levels, levels)
		}
		for _, l := range v.Levels {
			key := l.Code
			if code, err := strconv.ParseFloat(l.Code, 64); err == nil {
				key = strconv.FormatFloat(code, 'f', 1, 64)
			}
			if levels[key] != l.Label {
				t.Errorf("%s: %s %s is labelled %q", path, v.Name, l.Code, l.Label)
			}
		}
		if date := v.Name == "born" || v.Name == "seen"; v.Date != date || v.Text != (v.Name == "city" || v.Name == "essay" || strings.HasPrefix(v.Name, "a_name")) {
			t.Errorf("%s: %+v", path, v)
		}
	}
}

// Files as pyreadstat wrote them have the cells and labels that it reads.
func TestSurveyFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/survey/*.json")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		sameAsExpected(t, strings.TrimSuffix(f, ".json"))
	}
}

// pyreadstatVersion is the version that the test is known to pass with.
const pyreadstatVersion = "1.2.8"

// So have files that it writes now, where this machine has it: make test-survey installs it in a folder of its own. PRIVATEPCA_PYTHON names another
// interpreter.
func TestSurveyFilesWrittenNow(t *testing.T) {
	python := os.Getenv("PRIVATEPCA_PYTHON")
	if python == "" {
		python = "python3"
	}
	version, err := exec.Command(python, "-c", "import pyreadstat; print(pyreadstat.__version__)").Output()
	if err != nil || strings.TrimSpace(string(version)) != pyreadstatVersion {
		t.Skipf("SKIPPED: %s has no pyreadstat %s: make test-survey installs it", python, pyreadstatVersion)
	}
	rows := "3000"
	if os.Getenv("PRIVATEPCA_SLOW") != "" {
		rows = "40000"
	}
	for seed := range 3 { // 42 files
		folder := t.TempDir()
		if out, err := exec.Command(python, "testdata/survey.py", folder, rows, strconv.Itoa(seed)).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		files, _ := filepath.Glob(filepath.Join(folder, "*.json"))
		if len(files) != 14 { // eight by pyreadstat, and six whose texts are in code pages
			t.Fatalf("%d files were written", len(files))
		}
		for _, f := range files {
			sameAsExpected(t, strings.TrimSuffix(f, ".json"))
		}
	}
}

// So have files that haven writes, in R, where this machine has both: cell by cell what went into them.
func TestSurveyFilesOfHaven(t *testing.T) {
	if exec.Command("Rscript", "-e", "library(haven)").Run() != nil {
		t.Skip("SKIPPED: no R with haven here: on Debian r-cran-haven has both")
	}
	rows := "3000"
	if os.Getenv("PRIVATEPCA_SLOW") != "" {
		rows = "40000"
	}
	for seed := range 2 { // 22 files
		folder := t.TempDir()
		r := exec.Command("Rscript", "--vanilla", "testdata/haven.R", folder, rows, strconv.Itoa(seed))
		r.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
		if out, err := r.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		files, _ := filepath.Glob(filepath.Join(folder, "*.csv"))
		if len(files) != 11 {
			t.Fatalf("%d files were written", len(files))
		}
		for _, f := range files {
			t.Run(strconv.Itoa(seed)+" "+filepath.Base(f), func(t *testing.T) { sameAsBeside(t, strings.TrimSuffix(f, ".csv")) })
		}
	}
}

// sameAsBeside compares a file, cell by cell, with the CSV beside it.
func sameAsBeside(t *testing.T, path string) {
	t.Helper()
	beside, err := os.ReadFile(path + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	want, err := csv.NewReader(bytes.NewReader(beside)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	f, ok := OSFile(path, "")
	if !ok {
		t.Fatal("it is not recognised")
	}
	text, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	have, err := csv.NewReader(text).ReadAll()
	if err != nil || len(have) != len(want) {
		t.Fatalf("%d rows, want %d: %v", len(have), len(want), err)
	}
	for n := range want {
		for i, cell := range want[n] {
			var number any = cell
			if x, err := strconv.ParseFloat(cell, 64); err == nil {
				number = x
			}
			if !sameCell(have[n][i], number) {
				t.Errorf("row %d, %s: %q, want %q", n, want[0][i], have[n][i], cell)
			}
		}
	}
}
