package description

import (
	"bytes"
	"io"
	"testing"

	"privatepca/core/convert"
	"privatepca/core/convert/converttest"
)

var (
	records   = converttest.Table{Header: []string{"age", "sex"}, Rows: [][]string{{"30", "f"}, {"40", "m"}}}
	variables = converttest.Table{Header: []string{"Variable", "Typ", "Minimum"}, Rows: [][]string{{"age", "Zahl", "0"}}}
	notes     = converttest.Table{Header: []string{"notes"}, Rows: [][]string{{"x"}}}
)

// The list of variables is found wherever it stands in the workbook, and is none where it is the table itself.
func TestSheet(t *testing.T) {
	book := converttest.Workbook([]string{"notes", "data", "variables"}, notes, records, variables)
	source, err := convert.Open(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	for table, want := range map[string]string{"": "variables", "data": "variables", "variables": ""} {
		if got, found, err := Sheet(source, table); err != nil || got != want || found != (want != "") {
			t.Errorf("beside %q: %q, %v, %v", table, got, found, err)
		}
	}
}

// A table is found beside its codebook alone.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		name, want string
		sheets     []converttest.Table
	}{
		{"the table first", "a", []converttest.Table{records, variables}},
		{"the codebook first", "b", []converttest.Table{variables, records}},
		{"no codebook", "", []converttest.Table{records, notes}},
		{"two codebooks", "", []converttest.Table{variables, variables}},
		{"two tables", "", []converttest.Table{records, variables, notes}},
	} {
		t.Run(c.name, func(t *testing.T) {
			book := converttest.Workbook([]string{"a", "b", "c"}[:len(c.sheets)], c.sheets...)
			source, err := convert.Open(bytes.NewReader(book), int64(len(book)))
			if err != nil {
				t.Fatal(err)
			}
			if got := Table(source); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A description is given as the text that core/codebook reads, whatever it is called.
func TestOpen(t *testing.T) {
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"book.xlsx":  {converttest.Workbook([]string{"notes", "variables"}, notes, variables), "\"Variable\",\"Typ\",\"Minimum\"\n"},
		"notes.xlsx": {converttest.Workbook([]string{"notes", "data"}, notes, records), "\"notes\"\n"},
		"a.yaml":     {[]byte("a: {type: int}\n"), `{"a":{"type":"int"}}`},
		"a.txt":      {[]byte("# of a table\na:\n  type: int\n"), `{"a":{"type":"int"}}`},
		"list.csv":   {[]byte("name,type\nx,number\n"), "name,type\n"},
		"a.xml":      {[]byte("<codeBook/>"), "<codeBook/>"},
		"empty":      {nil, ""},
	} {
		text, err := Open(bytes.NewReader(c.file), int64(len(c.file)), name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := io.ReadAll(text)
		if err != nil || !bytes.HasPrefix(got, []byte(c.want)) {
			t.Errorf("%s: %q (%v), want %q", name, got, err, c.want)
		}
	}
	if _, err := Open(bytes.NewReader([]byte("a: [1")), 5, "a.yml"); err == nil {
		t.Error("damaged YAML is given")
	}
}
