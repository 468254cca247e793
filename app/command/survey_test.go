//go:build !js

package command

import (
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/convert"
	"privatepca/core/convert/converttest"
)

const surveySchema = `{"fields": [{"name": "height", "type": "number", "constraints": {"minimum": 100, "maximum": 220}},
	{"name": "sex", "type": "string", "constraints": {"enum": ["1", "2"]}}, {"name": "born", "type": "date", "constraints": {"minimum": "1930-01-01", "maximum": "2025-01-01"}, "privatepca": {"type": "date"}}],
	"privatepca": {"norm_rule": "unit", "scaling": "affine", "rows_per_person": 1, "bounds_from": "public schema"DIALECT}}`

// An SPSS and a Stata file are summed as their text is, and print what they say of their columns as a schema.
func TestSurveyFiles(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	schema := file("schema.json", strings.Replace(surveySchema, "DIALECT", "", 1))
	foreign := file("foreign.json", strings.Replace(surveySchema, "DIALECT", `, "dialect": {"delimiter": ";", "encoding": "utf-16le"}`, 1))
	for _, name := range []string{"plain.sav", "rows.sav", "packed.zsav", "v10.dta", "v13.dta", "v15.dta"} {
		path := filepath.Join("..", "..", "core", "convert", "testdata", "survey", name)
		f, ok := convert.OSFile(path, "")
		if !ok {
			t.Fatalf("%s is not recognised", name)
		}
		text, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(text)
		if err != nil {
			t.Fatal(err)
		}
		text.Close()
		digests := map[string]bool{}
		for _, args := range [][]string{{schema, file("table.csv", string(all))}, {schema, path}, {foreign, path}} {
			code, out, errs := run(t, 0, "", "sum", "-digest", "-schema", args[0], args[1])
			if code != 0 {
				t.Fatalf("%s: %s", name, errs)
			}
			digests[out] = true
		}
		if len(digests) != 1 {
			t.Errorf("%s: the sum is another than its text's", name)
		}
		code, out, errs := run(t, 0, "", "inspect", path)
		if code != 0 || !strings.Contains(out, `"label": "woman"`) || !strings.Contains(out, `"title": "Height, in cm"`) || !strings.Contains(errs, "fill in the bounds") {
			t.Errorf("%s: inspect %d: %s%s", name, code, out, errs)
		}
		if code, out, errs := run(t, 0, "", "convert", "-to", "csv", path); code != 0 || !strings.Contains(out, "1=man | 2=woman") {
			t.Errorf("%s: convert %d: %s%s", name, code, out, errs)
		}
	}
}

// A sheet that hides rows needs an answer, typed or in the schema's dialect.
func TestHiddenRows(t *testing.T) {
	d := newDesk(t, plain)
	text, err := os.ReadFile(d.table)
	if err != nil {
		t.Fatal(err)
	}
	table, err := converttest.Read(strings.NewReader(string(text)), -1)
	if err != nil {
		t.Fatal(err)
	}
	sum := func(args ...string) (int, string, string) {
		return run(t, 0, "", append([]string{"sum", "-digest", "-schema", d.schema}, args...)...)
	}
	fewer := table
	fewer.Rows = append(append([][]string{}, table.Rows[:3]...), table.Rows[5:]...)
	d.write("fewer.csv", string(fewer.CSV()))
	d.write("table.xlsx", string(converttest.Hiding(converttest.Workbook([]string{"data"}, table), 5, 6)))
	path := filepath.Join(d.dir, "table.xlsx")
	if code, _, errs := sum(path); code != 2 || !strings.Contains(errs, "hides 2 of the") || !strings.Contains(errs, "-hidden read, or -hidden skip") {
		t.Errorf("without an answer: %d, %s", code, errs)
	}
	if code, out, errs := run(t, 0, "", "inspect", path); code != 0 || !strings.Contains(out, `"name"`) {
		t.Errorf("inspect: %d, %s", code, errs)
	}
	for answer, as := range map[string]string{"read": d.table, "skip": filepath.Join(d.dir, "fewer.csv")} {
		_, want, _ := sum(as)
		again := d.write("again.xlsx", string(converttest.Hiding(converttest.Workbook([]string{"data"}, other(table)), 5, 6)))
		for _, tables := range [][]string{{path}, {path, again}} {
			code, got, errs := sum(append([]string{"-hidden", answer}, tables...)...)
			if code != 0 || len(tables) == 1 && got != want {
				t.Errorf("%s, %d tables: %d, %s", answer, len(tables), code, errs)
			}
		}
	}
	if code, _, errs := sum("-hidden", "maybe", path); code != 2 || !strings.Contains(errs, "neither read nor skip") {
		t.Errorf("an answer that there is not: %d, %s", code, errs)
	}
}

// A Parquet file that states more than it has is refused in one line.
func TestParquetThatStatesMuch(t *testing.T) {
	d := newDesk(t, plain)
	footer := append([]byte{0x15, 0x02, 0x19, 0xfc}, 0xff, 0xff, 0xff, 0xff, 0x07)
	d.write("much.parquet", "PAR1"+string(footer)+string(binary.LittleEndian.AppendUint32(nil, uint32(len(footer))))+"PAR1")
	code, out, errs := run(t, 0, "", "inspect", filepath.Join(d.dir, "much.parquet"))
	if code != 2 || out != "" || strings.Count(strings.TrimSpace(errs), "\n") != 0 || !strings.Contains(errs, "damaged") {
		t.Errorf("%d: %s%s", code, out, errs)
	}
}

// other is a table of other rows of the same shape.
func other(t converttest.Table) converttest.Table {
	out := t
	out.Rows = nil
	for _, row := range t.Rows {
		row = append([]string(nil), row...)
		for i := range row {
			if x, err := strconv.ParseFloat(row[i], 64); err == nil {
				row[i] = strconv.FormatFloat(x/2, 'f', -1, 64)
			}
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
