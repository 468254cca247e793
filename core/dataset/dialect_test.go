package dataset

import (
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/schema"
)

const cities = "name,größe,price\nKöln,1.5,1234.5\nŠibenik,-2,7\nÉvry,0.25,1000000\n,3,\n"

func citySchema(d schema.Dialect) *schema.Schema {
	s := schema.New(
		schema.Field{Name: "name", Kind: schema.Category, Enum: []string{"Köln", "Šibenik", "Évry"}},
		schema.Field{Name: "größe", Kind: schema.Number, Minimum: -3, Maximum: 3},
		schema.Field{Name: "price", Kind: schema.Number, Minimum: 0, Maximum: 2e6})
	s.Dialect = d
	return s
}

func digestOf(t *testing.T, text string, s *schema.Schema) string {
	t.Helper()
	a := moment.NewAccumulator(s.D(), schema.Scale)
	if _, err := Read(strings.NewReader(text), s, a.Add); err != nil {
		t.Fatal(err)
	}
	return a.Matrix().Digest()
}

// A table has the same second moment however its text is written, once that is stated; what the first row says
// needs no statement.
func TestDialects(t *testing.T) {
	want := digestOf(t, cities, citySchema(schema.Dialect{}))
	encode := func(e interface{ String(string) (string, error) }, text string) string {
		out, err := e.String(text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	european := "name;größe;price\nKöln;1,5;1.234,5\nŠibenik;-2;7\nÉvry;0,25;1.000.000\n;3;\n"
	swiss := "name\tgröße\tprice\nKöln\t1.5\t1'234.5\nŠibenik\t-2\t7\nÉvry\t0.25\t1’000’000\n\t3\t\n"
	french := "name;größe;price\r\nKöln;1,5;1\u202f234,5\r\nŠibenik;-2;7\r\nÉvry;0,25;1\u00a0000 000\r\n;3;\r\n"
	for name, c := range map[string]struct {
		text string
		d    schema.Dialect
	}{
		"pipes":                {strings.ReplaceAll(cities, ",", "|"), schema.Dialect{}},
		"UTF-16 with its mark": {encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(), cities), schema.Dialect{}},
		"UTF-16, other way":    {encode(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder(), cities), schema.Dialect{}},
		"UTF-16 without it":    {encode(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder(), cities), schema.Dialect{Encoding: schema.UTF16LE}},
		"Windows-1252":         {encode(charmap.Windows1252.NewEncoder(), cities), schema.Dialect{}},
		"ISO-8859-15":          {encode(charmap.ISO8859_15.NewEncoder(), cities), schema.Dialect{Encoding: schema.ISO8859_15}},
		"grouped by points":    {european, schema.Dialect{Grouping: "."}},
		"Windows, grouped":     {encode(charmap.Windows1252.NewEncoder(), european), schema.Dialect{Decimal: ",", Grouping: "."}},
		"grouped by ’":         {swiss, schema.Dialect{Grouping: "'"}},
		"grouped by spaces":    {french, schema.Dialect{Decimal: ",", Grouping: " "}},
		"a title line":         {"Prices of 2024, by city\n\n" + cities, schema.Dialect{Skip: 2}},
		"title lines, CR":      {strings.ReplaceAll("\ufeffPrices\nof, 2024\n"+cities, "\n", "\r"), schema.Dialect{Skip: 2}},
		"a delimiter in names": {strings.ReplaceAll(cities, ",", ";"), schema.Dialect{Delimiter: ";"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := digestOf(t, c.text, citySchema(c.d)); got != want {
				t.Errorf("%s: the second moment is another", name)
			}
		})
	}
}

// A file without a header names its columns by their places, and no record is lost.
func TestNoHeader(t *testing.T) {
	s := schema.New(schema.Field{Name: "column 2", Kind: schema.Number, Minimum: 0, Maximum: 9}, schema.Field{Name: "column 1", Kind: schema.Number, Minimum: 0, Maximum: 9})
	s.Dialect.NoHeader = true
	sum, err := Read(strings.NewReader("1,2\n3,4\n\"5\",6\n"), s, func([]int16) error { return nil })
	if err != nil || sum.Records != 3 || len(sum.Irregularities) != 0 {
		t.Errorf("%+v, %v", sum, err)
	}
}

// once gives a text, then an error, then another text as if nothing had been.
type once struct{ texts []string }

func (o *once) Read(p []byte) (int, error) {
	text := o.texts[0]
	o.texts = o.texts[1:]
	if text == "" {
		return 0, io.ErrNoProgress
	}
	return copy(p, text), nil
}

// An error that is met while the reader looks ahead ends the reading.
func TestErrorsLast(t *testing.T) {
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Minimum: 0, Maximum: 9})
	if _, err := Read(&once{[]string{"a\n1\n", "", "2\n", "3\n"}}, s, func([]int16) error { return nil }); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("the error is %v", err)
	}
}

// Grouped digits are a number where each group is whole, and other text elsewhere.
func TestGrouping(t *testing.T) {
	points, commas := &grouping{'.', ','}, &grouping{',', '.'}
	for cell, want := range map[string]float64{"1.234,5": 1234.5, "-1.234": -1234, "100.000": 100000, "12": 12, "0,5": 0.5, "1.234.567": 1234567, "1e3": 1000} {
		t.Run(cell, func(t *testing.T) {
			if x, v := points.parse([]byte(cell), ','); v != isNumber || x != want {
				t.Errorf("%s is %v (%d), want %v", cell, x, v, want)
			}
		})
	}
	for _, cell := range []string{"1.23", "1.2345", ".123", "1..234", "1234.567", "1,234.5", "1.234,5,6", "1.234 €", "1.23,4"} {
		if x, v := points.parse([]byte(cell), ','); v != isUnparsable {
			t.Errorf("%s is %v (%d), want no number", cell, x, v)
		}
	}
	if x, v := commas.parse([]byte("1,234.5"), '.'); v != isNumber || x != 1234.5 {
		t.Errorf("1,234.5 is %v (%d)", x, v)
	}
	for _, cell := range []string{"", "  ", "NaN"} {
		if _, v := points.parse([]byte(cell), ','); v != isMissing {
			t.Errorf("%q is %d, want missing", cell, v)
		}
	}
}

// Lines above the header are passed over whole, also where they are longer than what is read at once.
func TestLongTitle(t *testing.T) {
	s := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 1})
	s.Dialect = schema.Dialect{Skip: 2}
	text := strings.Repeat("a long title, ", 1<<17) + "\n" + strings.Repeat("of two lines, ", 1<<17) + "\nx,y\n1,2\n0,2\n"
	summary, err := Read(strings.NewReader(text), s, func([]int16) error { return nil })
	if err != nil || summary.Records != 2 {
		t.Errorf("%+v, %v", summary, err)
	}
}

// An error names the line of the file, also below lines that were passed over.
func TestLinesBelowATitle(t *testing.T) {
	for _, end := range []string{"\n", "\r\n", "\r"} {
		s := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 1})
		s.Dialect = schema.Dialect{Skip: 3}
		text := strings.ReplaceAll("A title\nof two lines\n\nx,y\n1,2\n1,\"2\n", "\n", end)
		_, err := Read(strings.NewReader(text), s, func([]int16) error { return nil })
		var f *fault.Error
		if !errors.As(err, &f) || f.Line != 6 {
			t.Errorf("%q: %+v, want an error in line 6", end, err)
		}
	}
}
