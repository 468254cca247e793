package schema

import (
	"bytes"
	"fmt"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
)

// What the standards say of a dialect is the reader's, wherever it stands; our own key goes before it.
func TestStandardDialects(t *testing.T) {
	fields := `"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1}}]`
	columns := `"tableSchema":{"columns":[{"name":"a","datatype":{"base":"number","minimum":0,"maximum":1}}]}`
	for text, want := range map[string]Dialect{
		`{` + fields + `}`: {},
		`{"name":"p","resources":[{"name":"r","encoding":"latin1","dialect":{"delimiter":";","quoteChar":"'","commentChar":"//","skipInitialSpace":true,"doubleQuote":true},"schema":{` + fields + `}}]}`: {Encoding: Windows1252, Delimiter: ";", Quote: "'", Comment: "//"},
		`{"name":"p","resources":[{"name":"r","encoding":"UTF-8","dialect":{"header":false,"lineTerminator":"\r\n"},"schema":{` + fields + `}}]}`:                                                         {NoHeader: true},
		`{"name":"p","resources":[{"name":"r","dialect":{"headerRows":[3,4],"csv":{"delimiter":"\t"}},"schema":{` + fields + `}}]}`:                                                                       {Skip: 2, HeaderRows: 2, Delimiter: "\t"},
		`{"@context":"http://www.w3.org/ns/csvw","url":"a.csv","dialect":{"delimiter":"|","commentPrefix":"#","skipRows":1,"headerRowCount":"1","trim":"true"},` + columns + `}`:                          {Delimiter: "|", Comment: "#", Skip: 1},
		`{"@context":"http://www.w3.org/ns/csvw","dialect":{"encoding":"shift-jis","quoteChar":null},"tables":[{"url":"a.csv","dialect":{"headerRowCount":0},` + columns + `}]}`:                          {Encoding: "shift_jis", Quote: "none", NoHeader: true},
		`{"@context":"http://www.w3.org/ns/csvw","url":"a.csv","dialect":"http://example.org/dialect.json",` + columns + `}`:                                                                              {},
		`{"dialect":{"delimiter":"|"},"privatepca":{"dialect":{"encoding":"cp1251","below":1}},` + fields + `}`:                                                                                           {Encoding: "windows-1251", Below: 1},
	} {
		t.Run(fmt.Sprintf("%.60s", text), func(t *testing.T) {
			s, err := Parse([]byte(text))
			if err != nil || s.Dialect != want {
				t.Errorf("%s: %+v, want %+v, %v", text, s.Dialect, want, err)
				return
			}
			again, err := Parse(s.Encode())
			if err != nil || again.Dialect != want || !bytes.Equal(again.Encode(), s.Encode()) {
				t.Errorf("%s: written and read it is %+v, %v", text, again.Dialect, err)
			}
		})
	}
}

// How the described file is written does not hold for a file of another name.
func TestDialectOfAnotherFile(t *testing.T) {
	text := []byte(`{"name":"p","resources":[{"name":"r","path":"data/a.csv","encoding":"latin1","dialect":{"delimiter":";"},"schema":{"fields":[{"name":"a","type":"number","decimalChar":",","constraints":{"minimum":0,"maximum":1}}]}}]}`)
	for file, want := range map[string]Dialect{"": {Encoding: Windows1252, Delimiter: ";"}, "a.csv": {Encoding: Windows1252, Delimiter: ";"}, "A.csv.gz": {Encoding: Windows1252, Delimiter: ";"}, "b.csv": {}} {
		t.Run(file, func(t *testing.T) {
			s, err := ParseFor(text, Table{File: file})
			if err != nil || s.Dialect != want || s.Fields[0].Decimal != "," {
				t.Errorf("%q: %+v, %v", file, s, err)
			}
		})
	}
}

// How a column writes its numbers is the same after it was written and read, in either standard.
func TestMarksOfAColumn(t *testing.T) {
	for text, want := range map[string]Field{
		`"decimalChar":","`:                                 {Decimal: ","},
		`"groupChar":"\u00a0","decimalChar":","`:            {Decimal: ",", Grouping: " "},
		`"groupChar":"’"`:                                   {Grouping: "'"},
		`"bareNumber":false`:                                {Around: true},
		`"bareNumber":"true"`:                               {},
		`"bareNumber":true`:                                 {},
		`"privatepca":{"parentheses":true},"groupChar":","`: {Grouping: ",", Parentheses: true},
	} {
		t.Run(text, func(t *testing.T) {
			s, err := Parse([]byte(`{"fields":[{"name":"a","type":"number",` + text + `,"constraints":{"minimum":0,"maximum":1}}]}`))
			if text == `"bareNumber":"true"` {
				if err == nil {
					t.Error("a truth that is a text is read")
				}
				return
			}
			if err != nil {
				t.Fatal(text, err)
			}
			csvw, err := Parse(s.EncodeCSVW("a.csv"))
			if err != nil {
				t.Fatal(text, err)
			}
			again, err := Parse(s.Encode())
			if err != nil {
				t.Fatal(text, err)
			}
			for _, s := range []*Schema{s, csvw, again} {
				if f := s.Fields[0]; f.Decimal != want.Decimal || f.Grouping != want.Grouping || f.Around != want.Around || f.Parentheses != want.Parentheses {
					t.Errorf("%s: %+v", text, f)
				}
			}
		})
	}
}

// Each label of the Encoding standard has the name that golang.org/x/text gives it.
func TestEncodings(t *testing.T) {
	for _, label := range []string{"latin1", " UTF8 ", "cp1251", "gb2312", "x-sjis", "iso_8859-2:1987", "ms_kanji", "tis-620", "logical", "csisolatincyrillic"} {
		e, err := htmlindex.Get(label)
		if err != nil {
			t.Fatal(label, err)
		}
		want, _ := htmlindex.Name(e)
		if got, ok := EncodingOf(label); !ok || string(got) != want {
			t.Errorf("%q: %q, want %q", label, got, want)
		}
	}
	for _, label := range []string{"", "utf", "replacement", "x-user-defined", "cp1251 x-cp1251", "utf-8\nibm866"} {
		if got, ok := EncodingOf(label); ok {
			t.Errorf("%q is %q", label, got)
		}
	}
}
