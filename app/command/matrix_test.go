//go:build !js

package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/schema"
)

func foundDocument(name string) string {
	return filepath.Join(root, "core", "release", "testdata", "found", name+".json")
}

// rowsOf reads CSV that a call prints, and fails where it does not end well.
func rowsOf(t *testing.T, args ...string) [][]string {
	t.Helper()
	code, out, err := run(t, 0, "", args...)
	if code != codeDone {
		t.Fatalf("%q ends with %d: %s", args, code, err)
	}
	rows, bad := csv.NewReader(strings.NewReader(out)).ReadAll()
	if bad != nil {
		t.Fatal(bad)
	}
	return rows
}

// Every format says the same numbers of the same pairs, and each value has its errors beside it.
func TestMatrixFormatsAgree(t *testing.T) {
	document := foundDocument("factors")
	long := rowsOf(t, "matrix", document)
	if got := strings.Join(long[0], ","); got != "row,column,value,low,high,noise,people,cut" {
		t.Fatalf("its head is %s", got)
	}
	square := rowsOf(t, "matrix", "-format", "csv", document)
	names := square[0][1:]
	of := func(a, b string) string { return square[1+slices.Index(names, a)][1+slices.Index(names, b)] }
	out := filepath.Join(t.TempDir(), "r.npy")
	if code, _, err := run(t, 0, "", "matrix", "-format", "npy", "-out", out, document); code != codeDone {
		t.Fatal(err)
	}
	npy, err := os.ReadFile(out)
	if err != nil || len(npy) != 128+8*len(names)*len(names) {
		t.Fatalf("%d bytes of %d names: %v", len(npy), len(names), err)
	}
	var told struct {
		Of     string
		Values []struct {
			Row, Column                          string
			Value, Low, High, Noise, People, Cut *float64
		}
		Notes []string
	}
	_, text, _ := run(t, 0, "", "matrix", "-json", document)
	if err := json.Unmarshal([]byte(text), &told); err != nil || told.Of != "correlation" || len(told.Notes) == 0 {
		t.Fatal(err, text)
	}
	if len(told.Values) != len(long)-1 || len(long) < 60 {
		t.Fatalf("%d and %d pairs", len(told.Values), len(long)-1)
	}
	for i, row := range long[1:] {
		if row[2] != of(row[0], row[1]) || row[2] != of(row[1], row[0]) {
			t.Errorf("%s and %s: %s in one form and %s in the other", row[0], row[1], row[2], of(row[0], row[1]))
		}
		v := told.Values[i]
		number := func(k int) float64 { x, _ := strconv.ParseFloat(row[k], 64); return x }
		if v.Row != row[0] || *v.Value != number(2) || *v.Low != number(3) || *v.Noise != number(5) || *v.People != number(6) || *v.Cut != number(7) {
			t.Errorf("%v is otherwise as JSON: %v", row, v)
		}
		w := 1.96 * math.Sqrt(number(5)*number(5)+number(6)*number(6)+number(7)*number(7))
		if !(math.Abs(number(4)-number(2)-w) < 1e-12) || !(w > 0) {
			t.Errorf("%v: the interval is not that of its errors", row)
		}
	}
}

// What is asked for is done, or refused in words, with nothing written. Nothing here opens a table.
func TestMatrixWords(t *testing.T) {
	factors, none := foundDocument("factors"), foundDocument("none")
	old := filepath.Join(root, "wasm", "session", "testdata", "golden2", "gaussian.json")
	forged := filepath.Join(t.TempDir(), "forged.json")
	b, err := os.ReadFile(factors)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(forged, bytes.Replace(b, []byte(`"matrix": [9`), []byte(`"matrix": [8`), 1), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-of", "association", factors}, codeDone, "x1,group,"},
		{[]string{"-of", "cramer", "-columns", "group,x1", factors}, codeDone, "group,x1,"},
		{[]string{"-of", "covariance", "-columns", "x1,x2", factors}, codeDone, "x1,x1,"},
		{[]string{"-of", "partial", "-columns", "x7,x8,x9", none}, codeDone, "x7,x8,"},
		{[]string{"-of", "centroids", "-columns", "group", factors}, codeDone, "group=low,direction 1,"},
		{[]string{"-of", "regression", "-outcome", "x1", "-columns", "x7,group", factors}, codeDone, "x1,R²,"},
		{[]string{"-psd", "-format", "csv", factors}, codeDone, "x10"},
		{[]string{"-missing", "at-random", factors}, codeDone, "x1,x2,"},
		{[]string{"-format", "json", factors}, codeDone, `"format":"privatepca/matrix"`},
		{[]string{"-format", "r", factors}, codeDone, "matrix_release <- list("},
		{[]string{"-format", "spss", factors}, codeDone, "MATRIX DATA VARIABLES = ROWTYPE_"},
		{[]string{"-format", "sav", factors}, codeDone, "$FL2@(#) SPSS DATA FILE"},
		{[]string{"-format", "sav", "-columns", "x1", factors}, codeRefused, "fewer than two"},
		{[]string{"-columns", `"x1","group=low"`, factors}, codeDone, "x1,group=low,"},
		{[]string{"-excel", factors}, codeDone, "\ufeffrow,column,value,"},
		{[]string{"-excel", "-format", "npy", factors}, codeRefused, "-excel is of CSV"},
		{[]string{"-of", "association", factors}, codeDone, "pairs are sure. They were tested with Bonferroni’s correction"},
		{[]string{"-of", "association", none}, codeDone, "No pair is sure, of "},
		{[]string{foundDocument("wide")}, codeDone, "x1,x2,,,,,,"},
		{[]string{foundDocument("wide")}, codeDone, "Too little is seen of the spread of x1, x2"},
		{[]string{foundDocument("add-remove")}, codeDone, "A missing cell counts as its column’s mean, in x1, x2"},
		{[]string{"-json", foundDocument("wide")}, codeDone, "Too little is seen of the spread of x1"},
		{[]string{}, codeRefused, "Name one document"},
		{[]string{factors, none}, codeRefused, "Name one document"},
		{[]string{old}, codeRefused, "holds directions alone"},
		{[]string{forged}, codeRefused, "does not agree with itself"},
		{[]string{filepath.Join(root, "go.mod")}, codeRefused, "go.mod"},
		{[]string{"-of", "spearman", factors}, codeRefused, "-of is one of correlation"},
		{[]string{"-of", "tetrachoric", factors}, codeRefused, "yes/no"},
		{[]string{"-format", "xlsx", factors}, codeRefused, "-format is one of long"},
		{[]string{"-missing", "never", factors}, codeRefused, "-missing is mean or at-random"},
		{[]string{"-columns", "nobody", factors}, codeRefused, "no column nobody"},
		{[]string{"-columns", "x1,x1", factors}, codeRefused, "named twice"},
		{[]string{"-columns", `"x1`, factors}, codeRefused, "not closed"},
		{[]string{"-columns", "x1,,x2", factors}, codeRefused, "is empty"},
		{[]string{"-of", "regression", factors}, codeRefused, "-outcome"},
		{[]string{"-outcome", "x1", factors}, codeRefused, "-outcome"},
		{[]string{"-of", "regression", "-outcome", "group", "-columns", "x1", factors}, codeRefused, "one feature"},
		{[]string{"-of", "regression", "-outcome", "x1", "-columns", "x1,x2", factors}, codeRefused, "stands twice"},
		{[]string{"-of", "partial", factors}, codeRefused, "fewer columns"},
		{[]string{"-of", "partial", foundDocument("wide")}, codeRefused, "Too little is seen of the spread of"},
		{[]string{"-of", "centroids", "-columns", "x1", factors}, codeRefused, "no category"},
		{[]string{"-psd", "-of", "association", factors}, codeRefused, "-psd is of"},
		{[]string{"-json", "-format", "csv", factors}, codeRefused, "-json prints"},
		{[]string{"-missing", "at-random", "-format", "json", factors}, codeRefused, "leave -missing out"},
	} {
		code, out, err := run(t, 0, "", append([]string{"matrix"}, c.args...)...)
		if code != c.code || !strings.Contains(out+err, c.want) {
			t.Errorf("%q ends with %d, want %d with %q:\n%.400s%s", c.args, code, c.code, c.want, out, err)
		}
	}
}

// Releases are combined in a file that matrix reads; what cannot be combined is refused, and no file is written.
func TestCombineWords(t *testing.T) {
	dir := t.TempDir()
	both, same := filepath.Join(dir, "both.json"), filepath.Join(dir, "same.json")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"-people", "same", "-out", same, foundDocument("factors"), foundDocument("again")}, codeDone, ""},
		{[]string{"-people", "other", "-out", both, foundDocument("factors"), foundDocument("add-remove")}, codeDone, ""},
		{[]string{"-people", "other", "-out", both, foundDocument("factors"), foundDocument("add-remove")}, codeRefused, "stands there already"},
		{[]string{"-people", "same", "-out", dir + "/x", foundDocument("factors"), foundDocument("add-remove")}, codeRefused, "another centre"},
		{[]string{"-people", "other", "-out", dir + "/x", foundDocument("factors"), foundDocument("plane")}, codeRefused, "other columns"},
		{[]string{"-people", "other", "-out", dir + "/x", foundDocument("factors"), foundDocument("factors")}, codeRefused, "twice"},
		{[]string{"-out", dir + "/x", foundDocument("factors"), foundDocument("factors")}, codeRefused, "-people other"},
		{[]string{"-people", "other", foundDocument("factors"), foundDocument("none")}, codeRefused, "-out FILE"},
		{[]string{"-people", "other", "-out", dir + "/x", foundDocument("factors")}, codeRefused, "two documents"},
	} {
		code, out, err := run(t, 0, "", append([]string{"combine"}, c.args...)...)
		if code != c.code || !strings.Contains(out+err, c.want) {
			t.Errorf("%q ends with %d, want %d with %q: %s%s", c.args, code, c.code, c.want, out, err)
		}
	}
	if _, err := os.Stat(dir + "/x"); err == nil {
		t.Error("a refused call writes a file")
	}
	noise := func(file string) float64 {
		x, _ := strconv.ParseFloat(rowsOf(t, "matrix", file)[1][5], 64)
		return x
	}
	if one, two, three := noise(foundDocument("factors")), noise(both), noise(same); !(two < one) || !(three < one) || !(two > 0) {
		t.Errorf("noise of one %.4f, of other people %.4f, of the same %.4f", one, two, three)
	}
}

// Names of columns with commas, quotes and formulas stay cells of text.
func TestMatrixOfHostileNames(t *testing.T) {
	code, text, _ := run(t, 0, "", "matrix", "-format", "json", foundDocument("factors"))
	if code != codeDone {
		t.Fatal(code)
	}
	hostile := filepath.Join(t.TempDir(), "m.json")
	changed := strings.NewReplacer(`"x1"`, `"=1+1,\"x"`, `"x2"`, `"a\u001b[31m\nb"`, `"x3"`, `"über.x"`).Replace(text)
	if err := os.WriteFile(hostile, []byte(changed), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"long", "csv", "r", "spss"} {
		code, out, stderr := run(t, 0, "", "matrix", "-format", format, hostile)
		onScreen(t, format, out, stderr)
		if format == "long" || format == "csv" {
			file := filepath.Join(t.TempDir(), format)
			if code != codeRefused || !strings.Contains(stderr, "line break") {
				t.Errorf("%s: a name with a line break is printed: %d", format, code)
			}
			if code, _, stderr := run(t, 0, "", "matrix", "-format", format, "-out", file, hostile); code != codeDone {
				t.Fatal(stderr)
			}
			text, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(text), `"'=1+1,""x"`) {
				t.Errorf("%s: a formula is not made text: %.300s", format, text)
			}
			continue
		}
		if code != codeDone {
			t.Fatal(stderr)
		}
		if format == "spss" {
			for line := range strings.Lines(out) {
				if strings.HasPrefix(line, "b") {
					t.Errorf("a name makes a line of its own: %q", line)
				}
			}
		}
	}
	if code, out, err := run(t, 0, "", "matrix", "-json", "-columns", `"=1+1,""x",x4`, hostile); code != codeDone || strings.Count(out, `"row"`) != 1 {
		t.Errorf("a column that is named in quotes: %d %s %s", code, out, err)
	}
	if slices.Contains(matrixFormats, "") || len(matrixOf()) != len(relation.All) {
		t.Error("a word is missing")
	}
}

// openDocument is a document of core/release where a bound was taken from the records.
func openDocument(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(foundDocument(name))
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	d.Privacy.Parts = append([]privacy.Part{{Step: method.StepBounds, Mechanism: method.None, Claim: privacy.NotPrivate}}, d.Privacy.Parts...)
	d.Privacy.Claim, d.Encoding.BoundsFrom = privacy.NotPrivate, string(schema.FromData)
	d.Privacy.Assumptions = slices.DeleteFunc(d.Privacy.Assumptions, func(what string) bool {
		return strings.Contains(what, "not taken from the records") || strings.Contains(what, "without looking at the records")
	})
	if text, err = release.Encode(d); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), name+".json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Where one release is not private, every form of its matrix says so before all else, and of every matrix that it is combined into; of others none does.
func TestMatrixSaysThatAReleaseIsNotPrivate(t *testing.T) {
	const says = "At least one release is not private."
	open, dir := openDocument(t, "factors"), t.TempDir()
	files := map[string]bool{open: true, foundDocument("factors"): false}
	for name, list := range map[string][]string{
		"other": {foundDocument("add-remove"), open}, "same": {open, foundDocument("again")}, "later": {foundDocument("factors"), openDocument(t, "again")},
		"private": {foundDocument("factors"), foundDocument("again")},
	} {
		people, file := "same", filepath.Join(dir, name)
		if name == "other" {
			people = name
		}
		if code, _, err := run(t, 0, "", append([]string{"combine", "-people", people, "-out", file}, list...)...); code != codeDone {
			t.Fatalf("%s: %s", name, err)
		}
		files[file] = name != "private"
	}
	columns := rowsOf(t, "matrix", "-format", "csv", open)[0]
	for file, want := range files {
		for _, how := range [][]string{
			{},
			{"-format", "csv"},
			{"-format", "npy", "-out", filepath.Join(dir, "npy")},
			{"-psd"},
			{"-of", "covariance"},
			{"-json"},
			{"-json", "-psd"},
			{"-of", "regression", "-outcome", columns[1], "-columns", columns[2]},
			{"-format", "r"},
			{"-format", "spss"},
			{"-format", "json"},
		} {
			code, out, err := run(t, 0, "", append(append([]string{"matrix"}, how...), file)...)
			if code != codeDone {
				t.Fatalf("%q: %s", how, err)
			}
			said := strings.HasPrefix(err, says)
			switch format := strings.Join(how, " "); {
			case strings.HasPrefix(format, "-json"):
				var told struct{ Notes []string }
				if err := json.Unmarshal([]byte(out), &told); err != nil {
					t.Fatal(err)
				}
				said = len(told.Notes) > 0 && told.Notes[0] == says
			case format == "-format r":
				said = strings.HasPrefix(strings.SplitN(out, "\n", 3)[1], "# "+says)
			case format == "-format spss":
				said = strings.HasPrefix(strings.SplitN(out, "\n", 3)[1], "* "+says)
			case format == "-format json":
				said = strings.Contains(out, `"not_private":true`)
			}
			if said != want {
				t.Errorf("%s %q: says so: %v, want %v: %.200s%.200s", filepath.Base(file), how, said, want, err, out)
			}
		}
	}
}
