package schema

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
)

const metadataExample = `{
 "@context": ["http://www.w3.org/ns/csvw", {"@language": "en"}],
 "url": "https://example.org/people.csv",
 "dc:title": "People",
 "null": ["", "NA"],
 "tableSchema": {
  "columns": [
   {"name": "age", "titles": "Age", "datatype": {"base": "integer", "minimum": "0", "maximum": 120}},
   {"name": "height", "titles": {"de": ["Höhe"], "en": "Height"}, "datatype": {"base": "decimal", "minInclusive": 30.5, "maxExclusive": 250}},
   {"name": "sex", "datatype": {"base": "string", "format": "^(f|m|\\|\\.)$"}},
   {"name": "smokes", "titles": ["Smokes", "smoker"], "datatype": {"base": "boolean", "format": "Y|N"}},
   {"name": "well", "datatype": "boolean"},
   {"name": "byte", "datatype": "unsignedByte"},
   {"name": "label", "virtual": true}
  ],
  "primaryKey": "age"
 }
}`

func TestParseCSVW(t *testing.T) {
	want := []Field{
		{Name: "Age", Kind: Number, Minimum: 0, Maximum: 120},
		{Name: "Height", Kind: Number, Minimum: 30.5, Maximum: 250, Label: "Höhe"},
		{Name: "sex", Kind: Category, Enum: []string{"f", "m", "|."}},
		{Name: "smoker", Kind: Category, Enum: []string{"N", "Y"}, Spellings: [][]string{{}, {}}, Label: "Smokes"},
		{Name: "well", Kind: Category, Enum: []string{"false", "true"}, Spellings: [][]string{{"0"}, {"1"}}},
		{Name: "byte", Kind: Number, Minimum: 0, Maximum: 255},
	}
	s, err := ParseFor([]byte(metadataExample), Table{File: "people.csv.gz", Columns: []string{"Age", "Height", "sex", "smoker", "well", "byte"}})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(s.Fields, want) {
		t.Errorf("fields\n%+v, want\n%+v", s.Fields, want)
	}
	if s.Title != "People" || s.BoundsFrom != FromSchema || !reflect.DeepEqual(s.MissingValues, []string{"", "NA"}) {
		t.Errorf("schema %+v", s)
	}
	// Where the header is not known, a column has its first title.
	if s, _ := Parse([]byte(metadataExample)); s.Fields[1].Name != "Höhe" || s.Fields[3].Name != "Smokes" {
		t.Errorf("without a header: %q, %q", s.Fields[1].Name, s.Fields[3].Name)
	}
}

// What CSVW can say and this program cannot use is refused in words, column by column.
func TestCSVWProblems(t *testing.T) {
	for _, c := range []struct{ column, want string }{
		{`"datatype":"time"`, `type "time" cannot take part`},
		{`"datatype":"date"`, "needs a minimum and a maximum"},
		{`"datatype":{"base":"dateTime","format":"yyyy","minimum":"2000-01-01","maximum":"2001-01-01"}`, "lacks %m"},
		{`"datatype":{"base":"date","minimum":"2001-01-01","maximum":"2000-01-01"}`, "below the maximum"},
		{`"datatype":"double"`, "needs a minimum and a maximum"},
		{`"datatype":"positiveInteger"`, "needs a maximum"},
		{`"datatype":{"base":"string","format":"[a-z]+"}`, "needs an enum"},
		{`"datatype":{"base":"string","format":"\\d|a"}`, "needs an enum"},
		{`"datatype":{"base":"string","format":"a|b?"}`, "needs an enum"},
		{`"titles":"x"`, "numbers or categories"},
		{`"datatype":"integer","separator":";"`, "lists"},
		{`"datatype":{"base":"number","minimum":0,"maximum":1,"format":{"groupChar":",","decimalChar":","}}`, "are the same"},
		{`"datatype":{"base":"string","format":"-9|1"},"null":"-9"`, "listed as a missing value too"},
	} {
		s, err := Parse([]byte(`{"@context":"http://www.w3.org/ns/csvw","url":"a.csv","tableSchema":{"columns":[
		 {"titles":"ok","datatype":"boolean"},{"name":"x",` + c.column + `}]}}`))
		var ps Problems
		if s == nil || !errors.As(err, &ps) || len(ps) != 1 || ps[0].Column != "x" || !strings.Contains(ps[0].Message, c.want) {
			t.Errorf("%s: error %v, want one problem of x with %q", c.column, err, c.want)
		}
	}
	s, err := Parse([]byte(`{"tableSchema":{"columns":[{"name":"a","datatype":"boolean","null":["-9"]},{"name":"b","datatype":"byte","null":"-9"}]}}`))
	if err != nil || !reflect.DeepEqual(s.MissingValues, []string{"-9"}) {
		t.Errorf("the same list in every column is the table's: %v, %+v", err, s)
	}
}

// Of several tables the one with the file's name is taken.
func TestSeveralTables(t *testing.T) {
	packageOf := `{"name":"study","privatepca":{"bounds_from":"typed"},"resources":[
	 {"name":"visits","path":"data/visits.csv","schema":{"fields":[{"name":"v","type":"boolean"}]}},
	 {"name":"People","path":["data/p-1.csv","data/p-2.csv"],"schema":{"fields":[{"name":"p","type":"boolean"}]}},
	 {"name":"linked","path":"linked.csv","schema":"linked.schema.json"},
	 {"name":"picture","path":"map.png"}]}`
	groupOf := `{"@context":"http://www.w3.org/ns/csvw","null":"-","tables":[
	 {"url":"https://example.org/visits.csv?raw=1","tableSchema":{"columns":[{"name":"v","datatype":"boolean"}]}},
	 {"url":"p-2.csv","tableSchema":{"columns":[{"name":"p","datatype":"boolean"}]}}]}`
	for _, c := range []struct{ in, file, column string }{
		{packageOf, "visits.csv", "v"},
		{packageOf, "VISITS.CSV.gz", "v"},
		{packageOf, "people.tsv", "p"},
		{packageOf, "p-2.csv", "p"},
		{groupOf, "visits.csv", "v"},
		{groupOf, "p-2.csv", "p"},
	} {
		s, err := ParseFor([]byte(c.in), Table{File: c.file})
		if err != nil || len(s.Fields) != 1 || s.Fields[0].Name != c.column {
			t.Errorf("%s: %v, %+v, want the table of column %s", c.file, err, s, c.column)
		}
		if c.in == packageOf && s.BoundsFrom != Typed || c.in == groupOf && !reflect.DeepEqual(s.MissingValues, []string{"-"}) {
			t.Errorf("%s: what holds for all tables is lost: %+v", c.file, s)
		}
	}
	for _, c := range []struct{ in, file, want string }{
		{packageOf, "other.csv", "describes 4 tables (data/visits.csv, data/p-2.csv, linked.csv, map.png)"},
		{packageOf, "", "none has this file's name"},
		{packageOf, "linked.csv", "another file, linked.schema.json"},
		{packageOf, "map.png", "says nothing of the columns of the table map.png"},
	} {
		if s, err := ParseFor([]byte(c.in), Table{File: c.file}); s != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.file, err, c.want)
		}
	}
	// A single table need not have the file's name: its columns tell.
	if s, err := ParseFor([]byte(`{"resources":[{"path":"x.csv","schema":{"fields":[{"name":"v","type":"boolean"}]}}]}`), Table{File: "y.csv"}); err != nil || len(s.Fields) != 1 {
		t.Errorf("%v, %+v", err, s)
	}
	if s, err := Parse([]byte(`{"path":"x.csv","schema":{"fields":[{"name":"v","type":"boolean"}]}}`)); err != nil || len(s.Fields) != 1 {
		t.Errorf("a single data resource: %v, %+v", err, s)
	}
}

// A schema of ten thousand fields is read in pieces, between which the caller is asked.
func TestParsePauses(t *testing.T) {
	var fields []Field
	for range 1000 {
		fields = append(fields, num("x", 0, 1))
	}
	s := New(fields...)
	for _, text := range [][]byte{s.Encode(), s.EncodeCSVW("x.csv")} {
		pauses := 0
		if got, _ := ParseFor(text, Table{Pause: func(float64) { pauses++ }}); got == nil || pauses < len(fields) {
			t.Errorf("%d pauses for %d fields", pauses, len(fields))
		}
	}
}

// sameBothWays checks that CSVW carries all that Frictionless does.
func sameBothWays(t *testing.T, s *Schema) {
	t.Helper()
	text := s.EncodeCSVW("x.csv")
	again, _ := Parse(text)
	if again == nil {
		t.Fatalf("EncodeCSVW wrote what Parse refuses:\n%s", text)
	}
	if got, want := again.Encode(), s.Encode(); !bytes.Equal(got, want) {
		t.Fatalf("by way of CSVW:\n%s\nwant\n%s\nthe CSVW:\n%s", got, want, text)
	}
	if twice := again.EncodeCSVW("x.csv"); !bytes.Equal(twice, text) {
		t.Fatalf("not a fixpoint:\n%s\n%s", text, twice)
	}
}

func TestCSVWRoundTrip(t *testing.T) {
	s, err := Parse([]byte(full))
	if err != nil {
		t.Fatal(err)
	}
	sameBothWays(t, s)
	odd := New(cat("c", "a|b", `\d`, "(x)", "^$", "é .*+?[]{}", "<&>"), num("n", -1e-7, math.MaxFloat64), Field{Name: "draft", Kind: Number, Minimum: math.NaN(), Maximum: 3}, cat("none"))
	odd.MissingValues, odd.Centre, odd.Point = []string{}, CentrePoint, []float64{.25}
	odd.Fields[0].BoundsFrom = FromData
	sameBothWays(t, odd)
}

// FuzzCSVW: any metadata that is read is written in both standards and read back as
// the same.
func FuzzCSVW(f *testing.F) {
	f.Add([]byte(metadataExample))
	f.Add([]byte(full))
	f.Add([]byte(`{"tables":[{"url":"a","tableSchema":{"columns":[{"titles":{"a":[1,true]},"datatype":{"base":"string","format":"(?:a\\|\\\\|)"}}]}}],"null":{"value":1}}`))
	f.Add([]byte(`{"columns":[{"datatype":"e","":""},{"datatype":{"base":"boolean","format":"|"}}],"privatepca":{"norm_bound":"-Inf"}}`))
	f.Add([]byte(`{"columns":[{"datatype":"byte","null":""},{"datatype":{"base":"boolean","format":"|"}}],"privatepca":{"norm_bound":"-Inf"}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, _ := Parse(b)
		if s == nil || isOpen(s) {
			return
		}
		sameBothWays(t, s)
		again, _ := Parse(s.Encode())
		if again == nil || !bytes.Equal(again.Encode(), s.Encode()) {
			t.Fatal("Frictionless does not come back")
		}
	})
}
