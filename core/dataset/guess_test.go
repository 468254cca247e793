package dataset

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// Text in UTF-16 is told by its NUL bytes: more than a fifth of the first 2,000, nearly all at one of two places.
func TestEncodingByNULs(t *testing.T) {
	text := func(n, even, odd int) []byte { // so many NUL bytes at even and at odd places, from the start
		out := bytes.Repeat([]byte("x"), n)
		for i := range even {
			out[2*i] = 0
		}
		for i := range odd {
			out[2*i+1] = 0
		}
		return out
	}
	for _, c := range []struct {
		n, even, odd int
		want         schema.Encoding
	}{
		{20, 0, 4, ""},
		{20, 0, 5, schema.UTF16LE},
		{20, 4, 0, ""},
		{20, 5, 0, schema.UTF16BE},
		{24, 0, 5, schema.UTF16LE},
		{25, 0, 5, ""},
		{25, 5, 0, ""},
		{24, 5, 0, schema.UTF16BE},
		{20, 1, 8, schema.UTF16LE},
		{20, 2, 8, ""},
		{20, 8, 1, schema.UTF16BE},
		{20, 8, 2, ""},
		{20, 2, 9, ""},
		{8, 0, 4, schema.UTF16LE},
		{8, 4, 0, schema.UTF16BE},
		{6, 0, 3, ""},
		{10, 0, 0, ""},
		{4000, 0, 400, ""},
		{4000, 0, 401, schema.UTF16LE},
		{4000, 401, 0, schema.UTF16BE},
		{2001, 400, 0, ""},
	} {
		t.Run(fmt.Sprint(c.n, c.even, c.odd), func(t *testing.T) {
			var g Guess
			if g.encoding(text(c.n, c.even, c.odd)); g.Dialect.Encoding != c.want || len(g.Doubts) > 0 {
				t.Errorf("%+v: %+v", c, g)
			}
		})
	}
	beyond := text(2001, 400, 0) // the 2,001st byte has no say
	beyond[2000] = 0
	var g Guess
	if g.encoding(beyond); g.Dialect.Encoding != "" {
		t.Errorf("%+v", g)
	}
	for raw, want := range map[string]schema.Encoding{"\xff\xfea\x00": "", "\xfe\xff\x00a": "", "caf\xe9,b": schema.Windows1252, "café,b": "", "caf\xc3": schema.Windows1252} {
		t.Run(raw, func(t *testing.T) {
			var g Guess
			g.encoding([]byte(raw))
			if g.Dialect.Encoding != want || slices.Contains(g.Doubts, schema.DoubtEncoding) != (want != "") {
				t.Errorf("%q: %+v", raw, g)
			}
		})
	}
	// Only a text of 64 KiB may be cut off within a character.
	for n, want := range map[int]schema.Encoding{sniffed - 1: schema.Windows1252, sniffed: ""} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var g Guess
			g.encoding(append(bytes.Repeat([]byte("x"), n-1), 0xc3))
			if g.Dialect.Encoding != want {
				t.Errorf("%d bytes: %+v", n, g)
			}
		})
	}
}

// A packed text is guessed as it is.
func TestSniffUnpacks(t *testing.T) {
	text := "Title\n\na;b;c\n1;2;3\n4;5;6\n7;8;9\n"
	if want, got := Sniff(strings.NewReader(text)), Sniff(strings.NewReader(gz(text))); got.Dialect != want.Dialect || !slices.Equal(got.Doubts, want.Doubts) || want.Dialect.Skip != 2 {
		t.Errorf("%+v, packed %+v", want, got)
	}
	if got := string(start(strings.NewReader(gz(strings.Repeat("ab", sniffed))))); got != strings.Repeat("ab", sniffed/2) {
		t.Errorf("%d bytes", len(got))
	}
	if got := string(start(strings.NewReader("\x1f\x8b no gzip"))); !strings.HasSuffix(got, "no gzip") && got != "" {
		t.Errorf("%q", got)
	}
}

// Of a text that may be cut off the last row is left out, unless it is the only one or there are as many as were asked for.
func TestRowsOfACutText(t *testing.T) {
	text := func(n, rows int) string { return strings.Repeat("a,b\n", rows-1) + strings.Repeat("x", n-4*(rows-1)) }
	for _, c := range []struct{ n, rows, most, want int }{
		{sniffed/4 - 1, 3, 9, 3}, {sniffed / 4, 3, 9, 2}, {sniffed / 4, 2, 9, 1}, {sniffed / 4, 1, 9, 1}, {sniffed / 4, 3, 3, 3}, {sniffed / 4, 3, 2, 2}, {sniffed / 4, 3, 4, 2}, {sniffed/4 - 1, 1, 9, 1}, {sniffed / 4, 3, 0, 0},
	} {
		t.Run(fmt.Sprint(c.n, c.rows), func(t *testing.T) {
			rows := parse(text(c.n, c.rows), ",", c.most)
			if len(rows) != c.want {
				t.Errorf("%+v: %d rows", c, len(rows))
			}
			for i, r := range rows {
				if r.line != i {
					t.Errorf("row %d is on line %d", i, r.line)
				}
			}
		})
	}
	if rows := parse("\"a\nb\",c\n\nd\n", ",", 9); len(rows) != 2 || rows[1].line != 3 || len(rows[0].cells) != 2 {
		t.Errorf("%+v", rows)
	}
}

// The delimiter is the one that gives most cells, the first of several: bar, tab, semicolon, comma.
func TestDelimiterOfARow(t *testing.T) {
	for text, want := range map[string]string{
		"a|b;c,d": "|", "a\tb;c,d": "\t", "a;b,c": ";", "a,b": ",", "a": ",", "": ",", "a;b;c,d": ";", "a;b,c,d": ",", "a|b\tc\td": "\t", "a;b\n1,2,3,4\n": ";",
	} {
		t.Run(text, func(t *testing.T) {
			if got := delimiterOf(text); got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		})
	}
}

// How many cells most rows have: where as many have more, it is more.
func TestUsualCells(t *testing.T) {
	for _, c := range []struct {
		cells []int
		want  int
		share float64
	}{{[]int{2, 3}, 3, .5}, {[]int{3, 2}, 3, .5}, {[]int{2, 2, 3}, 2, 2. / 3}, {[]int{3, 2, 2, 3, 1}, 3, .4}, {[]int{1}, 1, 1}, {[]int{4, 1, 1, 1}, 1, .75}} {
		t.Run(fmt.Sprint(c.share), func(t *testing.T) {
			var rows []sniffedRow
			for _, n := range c.cells {
				rows = append(rows, sniffedRow{cells: make([]string, n)})
			}
			if n, share := usual(rows); n != c.want || share != c.share {
				t.Errorf("%v: %d, %v", c.cells, n, share)
			}
		})
	}
}

// Cells are numbers alone where more than half of them are, and none is a text.
func TestOnlyNumbers(t *testing.T) {
	for row, want := range map[string]bool{"1": true, "": false, "1,": false, "1,2,": true, "1,2,,": false, "1,,": false, "1,x": false, "1,2,3,x": false, "1.5,-2,1e3": true, ",,": false, "NaN,1": false, "NaN,1,2": true} {
		t.Run(row, func(t *testing.T) {
			if got := onlyNumbers(strings.Split(row, ",")); got != want {
				t.Errorf("%q: %t", row, got)
			}
		})
	}
}

// Where the header is, and what separates cells there: below a title, at any delimiter, as far down as a schema may say.
func TestGuessOfAHeader(t *testing.T) {
	rows := "a;b;c\n1;x;3\n4;y;6\n7;z;9\n"
	for _, c := range []struct {
		text    string
		dialect schema.Dialect
		doubts  int
	}{
		{rows, schema.Dialect{}, 0},
		{"sep=;\n" + rows, schema.Dialect{}, 0},
		{"Title\n" + rows, schema.Dialect{Skip: 1}, 1},
		{"Title\n\n" + rows, schema.Dialect{Skip: 2}, 1},
		{"A title, of two parts, or of three\n" + rows, schema.Dialect{Skip: 1}, 1},
		{"a;b;c,d,e,f,g\n1;2;x\n4;5;y\n7;8;z\n", schema.Dialect{Delimiter: ";"}, 0},
		{"Title\n" + strings.Repeat("\n", schema.MaxSkip-1) + strings.Repeat(rows, 9), schema.Dialect{Skip: schema.MaxSkip}, 1},
		{"Title\n" + strings.Repeat("\n", schema.MaxSkip) + strings.Repeat(rows, 9), schema.Dialect{}, 0},
		{"a;b\n1;2;3\n4;5;6\n", schema.Dialect{}, 0}, // one less: row names
		{"a\n1;2;3\n4;5;6\n7;8;9\n", schema.Dialect{Skip: 1, NoHeader: true}, 1},
		{"1;2\n3;4\n", schema.Dialect{NoHeader: true}, 1},
		{"1;2\nx;4\n", schema.Dialect{}, 0},
		{"x;2\n3;4\n", schema.Dialect{}, 0},
		{"a;b\nc;d\ne\nf\n", schema.Dialect{}, 0},
		{"a;b\nc\nd\n", schema.Dialect{}, 0},
		{"Title;;\n" + rows, schema.Dialect{Skip: 1}, 1},
	} {
		t.Run(fmt.Sprintf("%.60s", c.text), func(t *testing.T) {
			var g Guess
			g.header(c.text)
			if g.Dialect != c.dialect || len(g.Doubts) != c.doubts || c.doubts > 0 && g.Doubts[0] != schema.DoubtHeader {
				t.Errorf("%.60q: %+v, want %+v", c.text, g, c.dialect)
			}
		})
	}
}

// How digits are grouped and where a fraction begins, by the cells of one column beside a text, for each delimiter.
func TestGuessOfNumbers(t *testing.T) {
	ten := strings.Repeat("1", 40)
	for _, c := range []struct {
		delimiter, cells  string // cells are divided by bars
		grouping, decimal string
	}{
		{";", "1.5|2.25", "", ""},
		{";", "1,5|2,25", "", ""},
		{"\t", "1,5|2,25", "", ","},
		{"\t", "1,5|2.5", "", ""},
		{";", "1.234,5", ".", ","},
		{";", "1.234.567", ".", ","},
		{";", "1.234|2.345", ".", ","},
		{";", "1.234|2.5|3.5", "", ""},
		{";", "1.234|2.5|3,5", "", ""}, // 2.5 can be no grouped digits
		{";", "519.369|863.35|47,11", "", ""},

		{";", "1,234", "", ""},
		{"\t", "1,234", ",", "."},
		{"\t", "1,234|2,5", "", ","},
		{"\t", "1,234|2,345|2,5", "", ","},
		{";", "1 234,5", " ", ","},
		{";", "1 234.5", " ", "."},
		{";", "1 234", " ", "."},
		{";", "1'234.5", "'", "."},
		{";", "1’234,5", "'", ","},
		{";", "1'234|1 234|1 234", " ", "."},
		{";", "1'234|1 234", "'", "."},
		{";", "x1.234,5", "", ""},
		{";", "1.234,5 €", "", ""},
		{";", "", "", ""},
		{";", "  1.234,5  ", ".", ","},
		{"\t", "1.234.567,1", ".", ","},
		{"\t", "-1.234,5|+2,5", ".", ","},
		{"\t", ten[:36] + ",111", "", ","},
		{"\t", ten[:37] + ",111", "", ""},
		{"\t", "1,2,3", "", ""},
		{"\t", "1.2.3", "", ""},
		{"\t", "12:30|2024-01-02", "", ""},
		{"\t", "1,234.5", ",", "."},
		{"\t", "1.234|1,5|2,5", ".", ","},
		{";", "12 345|1,5|1.5|2.5", " ", "."},
		{";", "12 345|1,5|2,5|2.5", " ", ","},
	} {
		t.Run(c.delimiter, func(t *testing.T) {
			text := "x" + c.delimiter + "y\n"
			for cell := range strings.SplitSeq(c.cells, "|") {
				text += "t" + c.delimiter + cell + "\n"
			}
			var g Guess
			g.numbers(text)
			if want := (schema.Dialect{Grouping: c.grouping, Decimal: c.decimal}); g.Dialect != want || slices.Contains(g.Doubts, schema.DoubtNumbers) != (c.decimal != "") || len(g.Doubts) > 1 {
				t.Errorf("%q, %q: %+v", c.delimiter, c.cells, g)
			}
			if strings.Contains(c.cells, "|") || c.decimal == "" {
				return
			}
			// In the first row it is a name, unless there is no header; above that it is a title.
			row := "t" + c.delimiter + c.cells + "\n"
			for skip := range 2 {
				for _, none := range []bool{false, true} {
					g := Guess{Dialect: schema.Dialect{Skip: skip, NoHeader: none, Delimiter: c.delimiter}}
					g.numbers(strings.Repeat("t"+c.delimiter+"1\n", skip) + row + "t" + c.delimiter + "1\n")
					if guessed := g.Dialect.Decimal != ""; guessed != none {
						t.Errorf("%q in the first row, no header: %t: %+v", c.cells, none, g)
					}
					g = Guess{Dialect: schema.Dialect{Skip: 1, NoHeader: true, Delimiter: c.delimiter}}
					if g.numbers(row + "t" + c.delimiter + "1\n"); g.Dialect.Decimal != "" {
						t.Errorf("%q in a title: %+v", c.cells, g)
					}
				}
			}
		})
	}
	// Ten times as many rows are looked at as for the header.
	for rows, want := range map[int]string{10*sniffedRows - 2: ",", 10*sniffedRows - 1: ""} {
		t.Run(fmt.Sprint(rows), func(t *testing.T) {
			var g Guess
			if g.numbers("x\ty\n" + strings.Repeat("t\t1\n", rows) + "t\t1,5\nt\t1\n"); g.Dialect.Decimal != want {
				t.Errorf("below %d rows: %+v", rows, g)
			}
		})
	}
}

// A file without records is called empty where nothing else can be meant.
func TestGuessOfNothing(t *testing.T) {
	for text, want := range map[string]bool{
		"a,b\n": true, "a": true, "a,b\n\n\n": true, "a,b\n1\n": false, "": false, "\n": false, "\n\n": false, "sep=,\n": false, "a\x00b\n": false, "1,2\n": true, "Title\n\na;b;c\n1;2;3\n": false,
	} {
		t.Run(text, func(t *testing.T) {
			if g := Sniff(strings.NewReader(text)); g.Empty != want {
				t.Errorf("%q: %+v", text, g)
			}
		})
	}
	for n, want := range map[int]bool{sniffed - 1: true, sniffed: false, sniffed + 1: false} { // there may be more
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			if g := Sniff(strings.NewReader(strings.Repeat("x", n))); g.Empty != want {
				t.Errorf("%d characters: %+v", n, g)
			}
		})
	}
}

// Each column is evidence by itself: one that holds texts decides nothing for the table. Where two disagree about the decimal mark alone, the comma is asked
// about, since a point is read beside it; where they disagree otherwise, nothing is.
func TestNumbersByColumn(t *testing.T) {
	for text, want := range map[string]schema.Dialect{
		"age,score,place\n20,519.369,\"47,11\"\n30,863.35,\"12,5\"\n":  {Decimal: ","},
		"age\tscore\tplace\n20\t519,369\t47 11\n30\t863,35\ta 1.234\n": {Decimal: ","},
		"a\tb\n1.234,5\t1,5\n2.345,5\t2,5\n":                           {Grouping: ".", Decimal: ","},
		"a\tb\n1,5\t1.234,5\n2,5\t2.345,5\n":                           {Grouping: ".", Decimal: ","},
		"a\tb\n1,234.5\t1,5\n2,345.5\t2,5\n":                           {},
		"note\tb\nsee 1,5\t7\nor 2,5\t8\nabout\t9\n3,5\t9\n":           {},
		"a;b\n1.234;12.5\n2.345;13.5\n":                                {},
	} {
		t.Run(text, func(t *testing.T) {
			var g Guess
			if g.numbers(text); g.Dialect != want || (len(g.Doubts) > 0) != (want != schema.Dialect{}) {
				t.Errorf("%q: %+v, want %+v", text, g, want)
			}
		})
	}
}
