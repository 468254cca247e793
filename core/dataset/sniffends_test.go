package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// rowsOf makes rows of cells that stand between vertical bars.
func rowsOf(lines ...string) (rows []sniffedRow) {
	for i, l := range lines {
		rows = append(rows, sniffedRow{strings.Split(l, "|"), i})
	}
	return rows
}

// Most rows say how many cells are usual; of two numbers that are as frequent, the larger one.
func TestUsualNumberOfCells(t *testing.T) {
	for _, c := range []struct {
		rows  []sniffedRow
		cells int
		share float64
	}{
		{nil, 0, 0},
		{rowsOf("a"), 1, 1},
		{rowsOf("a|b", "a", "a|b", "a|b|c"), 2, 0.5},
		{rowsOf("a|b", "a|b|c"), 3, 0.5},
		{rowsOf("a|b|c", "a|b"), 3, 0.5},
		{rowsOf("a|b|c", "a|b", "a|b"), 2, 2. / 3},
	} {
		t.Run(fmt.Sprint(c.cells, c.share), func(t *testing.T) {
			cells, share := usual(c.rows)
			if cells != c.cells || len(c.rows) > 0 && share != c.share {
				t.Errorf("%v: %d, %v; want %d, %v", c.rows, cells, share, c.cells, c.share)
			}
		})
	}
}

// A header is the first row of the usual length with half of its cells filled and more than a first cell alone.
func TestFirstRowThatNames(t *testing.T) {
	for _, c := range []struct {
		want int
		n    int
		rows []sniffedRow
	}{
		{0, 2, rowsOf("a|b", "c|d")},
		{1, 2, rowsOf("title", "a|b")},
		{1, 2, rowsOf("title|", "a|b")},      // a first cell alone
		{0, 2, rowsOf("|b", "c|d")},          // a name of the second column alone
		{0, 2, rowsOf(" |b", "c|d")},         // a space names nothing
		{0, 4, rowsOf("a|b||", "c|d|e|f")},   // half
		{1, 5, rowsOf("a|b|||", "c|d|e|f|")}, // fewer than half
		{0, 5, rowsOf("a|b|c||", "c|d|e|f|")},
		{1, 3, rowsOf("a|b", "c|d|e")}, // another length
		{2, 3, rowsOf("a|b", "c|| ", "d|e|f", "g|h|i")},
		{2, 2, rowsOf("x", "y", "a|", "b|")}, // no fuller one follows
	} {
		t.Run(fmt.Sprint(c.n), func(t *testing.T) {
			if got := firstNames(c.rows, c.n); got != c.want {
				t.Errorf("%v, %d cells: %d, want %d", c.rows, c.n, got, c.want)
			}
		})
	}
}

// More than half of the cells of a row without a header are numbers, and none is a name.
func TestRowsOfOnlyNumbers(t *testing.T) {
	for row, want := range map[string]bool{
		"1|2": true, "1|": false, "1|2|": true, "1|2||": false, "1|2|3||": true,
		"1|a": false, "1|2|3|a": false, "": false, "1": true, "1,5|2": true, "NaN|1": false, "NaN|1|2": true,
	} {
		t.Run(row, func(t *testing.T) {
			if got := onlyNumbers(strings.Split(row, "|")); got != want {
				t.Errorf("%q: %v", row, got)
			}
		})
	}
}

// The bytes that are no UTF-8, and the NUL bytes at even and at odd places, say the encoding.
func TestGuessedEncodings(t *testing.T) {
	wide := func(text string, big bool, plain int) string {
		var b []byte
		for i := range len(text) {
			switch pair := [2]byte{text[i], 0}; {
			case i < plain:
				b = append(b, text[i], text[i])
			case big:
				b = append(b, pair[1], pair[0])
			default:
				b = append(b, pair[0], pair[1])
			}
		}
		return string(b)
	}
	text := strings.Repeat("ab,cd,ef\n", 20) // 180 characters, 360 bytes: more than 72 NUL bytes are wanted
	long := strings.Repeat("ab,cd,ef\n", 300)
	for _, c := range []struct {
		text string
		want schema.Encoding
	}{
		{text, ""},
		{wide(text, false, 0), schema.UTF16LE},
		{wide(text, true, 0), schema.UTF16BE},
		{wide(text, false, 107), schema.UTF16LE}, // 73
		{wide(text, false, 108), ""},
		{wide(text, true, 107), schema.UTF16BE},
		{wide(text, true, 108), ""},
		{wide(long, false, 599), schema.UTF16LE}, // 401 among the first 2000 bytes
		{wide(long, false, 600), ""},
		{wide("abc", false, 0) + "\n", schema.Encoding("")}, // 3 NUL bytes, a quarter of which is none
		{wide("abcd", false, 0), schema.UTF16LE},
		{wide("abcd", true, 0), schema.UTF16BE},
		{"\xff\xfe" + wide(text, false, 0), ""}, // the mark says it
		{"\xfe\xff" + wide(text, true, 0), ""},
		{"K\xf6ln,b\n", schema.Windows1252},
		{"Köln,b\n", ""},
	} {
		t.Run(fmt.Sprintf("%.60s", c.text), func(t *testing.T) {
			var g Guess
			g.encoding([]byte(c.text))
			if g.Dialect.Encoding != c.want || slices.Contains(g.Doubts, schema.DoubtEncoding) != (c.want == schema.Windows1252) {
				t.Errorf("%.20q, %d bytes: %q, %v; want %q", c.text, len(c.text), g.Dialect.Encoding, g.Doubts, c.want)
			}
		})
	}
}

// Rows are read up to a number; of a long text the last may be cut off, and is left out unless there are enough.
func TestRowsOfAStart(t *testing.T) {
	row := strings.Repeat("x", 1021) + ",y\n" // 1024 bytes
	for _, c := range []struct{ rows, spare, most, want int }{
		{15, 0, 60, 15},
		{16, 0, 60, 15},
		{15, 1023, 60, 16},
		{16, 0, 16, 16},
		{16, 0, 17, 15},
		{20, 0, 5, 5},
	} {
		t.Run(fmt.Sprint(c.rows, c.spare), func(t *testing.T) {
			text := strings.Repeat(row, c.rows) + strings.Repeat("z", c.spare)
			rows := parse(text, ",", c.most)
			if len(rows) != c.want || rows[len(rows)-1].line != len(rows)-1 {
				t.Errorf("%+v: %d rows, the last of line %d", c, len(rows), rows[len(rows)-1].line)
			}
		})
	}
	if rows := parse(strings.Repeat("x", sniffed), ",", 9); len(rows) != 1 {
		t.Errorf("a text of one row: %d", len(rows))
	}
	rows := parse("a,\"b\nc\"\n\n1,2\n", ",", 9)
	if len(rows) != 2 || rows[0].line != 0 || rows[1].line != 3 || rows[0].cells[1] != "b\nc" {
		t.Errorf("%+v", rows)
	}
}

// The first rows are those from two above the header on, as many and as wide as asked, with cells of at most 40 characters.
func TestFirstRowsShown(t *testing.T) {
	var b strings.Builder
	for i := range 9 {
		fmt.Fprintf(&b, "r%d,b,c,d\n", i)
	}
	for _, c := range []struct {
		skip, rows, cells int
		noHeader          bool
		first             string
		n, header         int
	}{
		{0, 5, 9, false, "r0", 5, 0},
		{0, 5, 3, false, "r0", 5, 0},
		{1, 5, 4, false, "r0", 5, 1},
		{2, 5, 2, false, "r0", 5, 2},
		{3, 5, 2, false, "r1", 5, 2},
		{4, 5, 1, false, "r2", 5, 2},
		{6, 5, 1, false, "r4", 5, 2},
		{7, 5, 1, false, "r5", 4, 2},
		{8, 5, 1, false, "r6", 3, 2},
		{0, 20, 1, true, "r0", 9, -1},
		{3, 2, 1, true, "r1", 2, -1},
	} {
		t.Run(c.first, func(t *testing.T) {
			d := schema.Dialect{Skip: c.skip, NoHeader: c.noHeader}
			rows, header := First(strings.NewReader(b.String()), d, c.rows, c.cells)
			if len(rows) != c.n || header != c.header || rows[0][0] != c.first || len(rows[0]) != min(4, c.cells) {
				t.Errorf("%+v: %v, header %d", c, rows, header)
			}
		})
	}
	forty, more := strings.Repeat("é", 40), strings.Repeat("é", 41)
	rows, _ := First(strings.NewReader(forty+","+more+"\n"), schema.Dialect{}, 1, 2)
	if len(rows) != 1 || rows[0][0] != forty || rows[0][1] != strings.Repeat("é", 39)+"…" {
		t.Errorf("%q", rows)
	}
}

// A title may stand above the table, up to the most lines that a schema can skip.
func TestTitlesAboveATable(t *testing.T) {
	for _, skip := range []int{1, 2, schema.MaxSkip - 1, schema.MaxSkip, schema.MaxSkip + 1} {
		text := strings.Repeat("title\n", skip) + strings.Repeat("a;b\n", max(skip, 3))
		d, line := table(text)
		if want := skip <= schema.MaxSkip && 2*skip <= sniffedRows; want != (d == ";") || want && line != skip {
			t.Errorf("%d lines: %q, %d", skip, d, line)
		}
	}
	for text, want := range map[string]string{
		"t\nu\na,b\nc,d\n":       ",", // half of the rows
		"t\nu\nv\na,b\nc,d\n":    "",
		"a\nb\n":                 "",
		"a;b;c,d\ne;f;g,h\n":     ";",
		"a,b,c;d\ne,f,g;h\n":     ",",
		"a;b,c\nd;e,f\n":         ";", // both give as much: the first one
		"a|b\tc\nd|e\tf\n":       "|",
		"a;b;c\nd,e\nf,g\nh,i\n": ",",
	} {
		t.Run(text, func(t *testing.T) {
			if d, _ := table(text); d != want {
				t.Errorf("%q: %q, want %q", text, d, want)
			}
		})
	}
}

// Digits are in groups, or a comma stands before a fraction, where the cells cannot be read otherwise.
func TestGuessedNumbers(t *testing.T) {
	for _, c := range []struct{ text, grouping, decimal string }{
		{"a;b\n1.234,5;2\n", ".", ","},
		{"a;b\n1.234.567;2\n", ".", ","},
		{"a;b\n1,234.5;2.5\n", ",", "."},
		{"a;b\n1'234.5;2\n", "'", "."},
		{"a;b\n1'234,5;2\n", "'", ","},
		{"a;b\n1 234,5;2\n", " ", ","},
		{"a;b\n1 234.5;2\n", " ", "."},
		{"a;b\n1 234;2\n", " ", "."},
		{"a|b\n1,5|2\n", "", ","},
		{"a|b\n1,5|2.5\n", "", ","}, // which reads a point, too
		{"a|b|c\n2.5|1,5|3.5\n", "", ","},
		{"a|b\n1.234,5|2.5\n", "", ""},
		{"a;b\n1,5;2\n", "", ""},
		{"a|b\n1,234|2,5\n3,5|4,5\n", "", ","},
		{"a|b\n1.234|2.5\n3.5|4\n", "", ""},
		{"1'234|1'234\n1|2\n", "", ""}, // a header is none of the cells
		{"a|b\nx 1 234|2\n", "", ""},   // words are no numbers
		{"a|b\n|\n", "", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			var g Guess
			g.numbers(c.text)
			doubt := c.grouping+c.decimal != ""
			if g.Dialect.Grouping != c.grouping || string(g.Dialect.Decimal) != c.decimal || slices.Contains(g.Doubts, schema.DoubtNumbers) != doubt {
				t.Errorf("%q: %+v", c.text, g)
			}
		})
	}
}

// A point behind groups of three digits is the decimal mark, also where no other cell shows it.
func TestAPointBehindGroups(t *testing.T) {
	for text, want := range map[string]schema.Dialect{
		"a;b\n1,234.5;2\n":      {Grouping: ",", Decimal: "."},
		"a;b\n1,234;2\n":        {},
		"a;b\n1.234,5;2\n":      {Grouping: ".", Decimal: ","},
		"a\tb\n1,234.5\t2\n":    {Grouping: ",", Decimal: "."},
		"a,b\n\"1,234.5\",2\n":  {Grouping: ",", Decimal: "."},
		"a;b\n1,234,567.25;2\n": {Grouping: ",", Decimal: "."},
	} {
		t.Run(text, func(t *testing.T) {
			if got := Sniff(strings.NewReader(text)).Dialect; got.Grouping != want.Grouping || got.Decimal != want.Decimal {
				t.Errorf("%q: %+v, want %+v", text, got, want)
			}
		})
	}
}

// Spaces separate cells where the first row has as many as the others, or one fewer: a title above has another number.
func TestATitleIsNoRowOfSpaces(t *testing.T) {
	const rows = "1 2 3\n4 5 6\n7 8 9\n"
	for names, want := range map[string]string{"a b c": " ", "b c": " ", "what was counted here": "", "counts": ""} {
		t.Run(names, func(t *testing.T) {
			var g Guess
			if g.spaces(names + "\n" + rows); g.Dialect.Delimiter != want {
				t.Errorf("the delimiter is %q", g.Dialect.Delimiter)
			}
		})
	}
}

// Groups of three digits that other cells contradict are fractions by chance; what another mark groups is not.
func TestFractionsByChance(t *testing.T) {
	type counts = map[string]int
	for name, c := range map[string]struct {
		m                 marks
		grouping, decimal string
	}{
		"points by chance":      {marks{filled: 9, groups: counts{".": 1}, points: 2}, "", "."},
		"points beside commas":  {marks{filled: 9, groups: counts{".": 1}, points: 2, commas: 1}, ".", ","},
		"points alone":          {marks{filled: 9, groups: counts{".": 2}, points: 2}, ".", ","},
		"commas by chance":      {marks{filled: 9, groups: counts{",": 1}, commas: 2}, "", ","},
		"commas beside points":  {marks{filled: 9, groups: counts{",": 1}, commas: 2, points: 1}, ",", "."},
		"commas alone":          {marks{filled: 9, groups: counts{",": 2}, commas: 2}, ",", "."},
		"apostrophes, points":   {marks{filled: 9, groups: counts{"'": 1}, points: 2}, "'", "."},
		"apostrophes, commas":   {marks{filled: 9, groups: counts{"'": 1}, commas: 2}, "'", ","},
		"as many other cells":   {marks{filled: 8, others: 4, points: 2}, "", "."},
		"mostly other cells":    {marks{filled: 8, others: 5, points: 2}, "", ""},
		"commas only":           {marks{filled: 9, commas: 1}, "", ","},
		"commas and points":     {marks{filled: 9, commas: 1, points: 1}, "", ""},
		"no marks between them": {marks{filled: 9}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if grouping, decimal := c.m.guess(""); grouping != c.grouping || decimal != c.decimal {
				t.Errorf("it is %q and %q", grouping, decimal)
			}
		})
	}
}
