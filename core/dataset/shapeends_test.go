package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// A date of a day has a year of four digits, or of two behind a day or before a month, and whatever follows a blank or a T.
func TestWhatLooksLikeADate(t *testing.T) {
	for cell, want := range map[string]bool{
		"2020-01-31": true, "31.01.2020": true, "1/2/2020": true, "31.12.99": true, "99-12-31": true, "2020-1-2 10:00": true, "2020-01-31T10:00": true, "31.1.99 x": true,
		"2020-01-3": true, "9-12-31": false, "31.12.9": false, "1.2.3": false, "123.1.99": false, "20201-01-01": false, "2020-001-01": false, "2020--01": false, "2020-01-": false,
		"2020-01- 1": false, "2020-01-12345": false, "2020-01": false, "a020-01-31": false, "-1-2": false, "": false, "1.2.345": false, "12.1.345": false,
	} {
		t.Run(cell, func(t *testing.T) {
			if isDate(cell) != want {
				t.Errorf("a date: %v", !want)
			}
		})
	}
}

// A last row of one text is a note under a table of three columns or more; under two it may be a record.
func TestANoteUnderThreeColumns(t *testing.T) {
	for columns, want := range map[int]int{2: 0, 3: 1, 4: 1} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			rows := append(slices.Repeat([]string{"1|2|3|4"[:2*columns-1]}, 8), "as of spring"+strings.Repeat("|", columns-1))
			if got := ending(rowsOf(rows...), columns); got != want {
				t.Errorf("%d rows are no records, want %d", got, want)
			}
		})
	}
}

// Where half of three columns are empty a note is none any more.
func TestANoteAmongSparseRows(t *testing.T) {
	sparse := slices.Repeat([]string{"1|2|"}, 7)
	for want, rows := range [][]string{append(sparse[:7:7], "1|2|", "as of spring||"), append(sparse[:7:7], "1|2|3", "as of spring||")} {
		if got := ending(rowsOf(rows...), 3); got != want {
			t.Errorf("%d rows are no records, want %d", got, want)
		}
	}
}

// Rows below the header are told from the records by three times as many rows at least; up to three are odd, and a column that has texts anyway tells nothing.
func TestOddRowsBelowTheHeader(t *testing.T) {
	const record, units, note = "1|2|x", "kg|cm|y", "per day|at rest|z"
	for name, c := range map[string]struct {
		rows []string
		want int
	}{
		"one of six":                 {[]string{units, record, record, record, record, record}, 1},
		"one of five":                {[]string{units, record, record, record, record}, 0},
		"two of seven":               {[]string{units, note, record, record, record, record, record}, 2},
		"none":                       {[]string{record, record, record, record, record, record}, 0},
		"of one column with figures": {[]string{"kg|a", "1|b", "2|b", "3|b", "4|b", "5|b"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := oddRows(rowsOf(c.rows...)); got != c.want {
				t.Errorf("%d, want %d", got, c.want)
			}
		})
	}
}

// Any column that states marks of its own has all be read by the way that knows them, wherever it stands.
func TestOwnMarksOfAnyColumn(t *testing.T) {
	plain := schema.Field{Name: "a", Kind: schema.Number, Maximum: 1}
	grouped, decimal := plain, plain
	grouped.Grouping, decimal.Decimal = ".", ","
	for name, c := range map[string]struct {
		fields []schema.Field
		want   bool
	}{
		"none":            {[]schema.Field{plain, plain}, false},
		"digits' groups":  {[]schema.Field{plain, grouped}, true},
		"a decimal mark":  {[]schema.Field{plain, decimal}, true},
		"before another":  {[]schema.Field{grouped, plain}, true},
		"decimal, before": {[]schema.Field{decimal, plain}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := schema.New(c.fields...)
			s.Fields[1].Name = "b"
			e, err := NewEncoder(s, Header{Columns: []string{"a", "b"}, Delimiter: ";"})
			if err != nil {
				t.Fatal(err)
			}
			if e.marked != c.want {
				t.Errorf("marked: %v", e.marked)
			}
		})
	}
}

// Where lines end in CR alone, a total below the records is one as well.
func TestATotalBehindCR(t *testing.T) {
	text := strings.ReplaceAll("a,b,c\n"+strings.Repeat("1,2,3\n4,5,6\n", 9)+"Total,,\n", "\n", "\r")
	r := mustReader(t, text)
	for {
		if _, err := r.Next(); err != nil {
			break
		}
	}
	if got := r.Ending(); got != 1 {
		t.Errorf("%d rows are no records, want 1", got)
	}
}

// The last bytes tell of rows that are no records, but not where all is as it is written, where the text is packed or in UTF-16, or where it has no columns.
func TestWhereTheLastBytesTell(t *testing.T) {
	const total = "a,b,c\n1,2,3\n4,5,6\n7,8,9\n1,5,9\nTotal,,\n"
	shaped := func(text string, d schema.Dialect) Guess {
		g := Shape(strings.NewReader(text), schema.Dialect{})
		g.Dialect = d
		return g
	}
	one, none, packed := shaped("a\n1\n2\n3\n4\nTotal\n", schema.Dialect{}), shaped(total, schema.Dialect{}), shaped(total, schema.Dialect{})
	none.columns, packed.packed = 0, true
	wide := func(text string) string {
		var b strings.Builder
		for _, c := range text {
			b.WriteRune(c)
			b.WriteByte(0)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		g    Guess
		raw  string
		want int
	}{
		"a total":                        {shaped(total, schema.Dialect{}), total, 1},
		"of one column":                  {one, "a\n1\n2\n3\n4\nTotal\n", 1},
		"without columns":                {none, total, 0},
		"packed":                         {packed, total, 0},
		"as it is written":               {shaped(total, schema.Dialect{AsWritten: true}), total, 0},
		"UTF-16, little end":             {shaped(total, schema.Dialect{Encoding: schema.UTF16LE}), wide(total), 0},
		"UTF-16, big end":                {shaped(total, schema.Dialect{Encoding: schema.UTF16BE}), "\x00" + strings.TrimSuffix(wide(total), "\x00"), 0},
		"a blank of Windows-1252":        {shaped(total, schema.Dialect{Encoding: schema.Windows1252}), "a,b,c\n\xe9,2,3\n4,5,6\n7,8,9\n\xa0Total,5,\n", 1},
		"a blank of UTF-8, cut in a é":   {shaped(total, schema.Dialect{}), "\xa9,2,3\n1,2,3\n4,5,6\n7,8,9\n\u00a0Total,5,\n", 1},
		"a line alone, begun before all": {shaped(total, schema.Dialect{}), "Total,,", 0},
	} {
		t.Run(name, func(t *testing.T) {
			c.g.Last([]byte(c.raw))
			if got := c.g.Dialect.End; got != c.want || slices.Contains(c.g.Doubts, schema.DoubtEnd) != (c.want > 0) {
				t.Errorf("%d rows are no records, want %d; doubts %q", got, c.want, c.g.Doubts)
			}
		})
	}
}

// The word of a total that stands among the records, however far above, is a value; names of columns are none.
func TestATotalThatIsAValue(t *testing.T) {
	many := strings.Repeat("b,2\n", 20)
	const beyond = (LastBytes - 20) / 4
	for name, c := range map[string]struct {
		text    string
		dialect schema.Dialect
		want    int
	}{
		"a name":                            {"Total,n\n" + many + "Total,5\n", schema.Dialect{}, 1},
		"the first record":                  {"h,n\nTotal,1\n" + many + "Total,5\n", schema.Dialect{}, 0},
		"the first of a text without names": {"Total,1\n" + many + "Total,5\n", schema.Dialect{NoHeader: true}, 0},
		"of a text of just so many bytes":   {"Total,1\n" + strings.Repeat("b,2\n", LastBytes/4-4) + "Total,5\n", schema.Dialect{NoHeader: true}, 0},
		"the first of the last bytes":       {"h,n\n" + many + "Total,1\n" + strings.Repeat("b,2\n", beyond) + "Total,5\n", schema.Dialect{}, 0},
		"before the last bytes":             {"h,n\n" + many + "Total,1\n" + strings.Repeat("b,2\n", beyond+2) + "Total,5\n", schema.Dialect{}, 1},
		"names alone":                       {"Total,n\n", schema.Dialect{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := NewReaderIn(strings.NewReader(c.text), c.dialect)
			for err == nil {
				_, err = r.Next()
			}
			if got := r.Ending(); got != c.want {
				t.Errorf("%d rows are no records, want %d", got, c.want)
			}
		})
	}
}

// A name of 200 bytes is shown whole, a longer one is cut.
func TestNamesOfPublicRowsAreClipped(t *testing.T) {
	whole := strings.Repeat("a", 200)
	if got := clipped(whole); got != whole {
		t.Errorf("%q", got)
	}
	if got := clipped(whole + "b"); got != whole[:197]+"…" {
		t.Errorf("%q", got)
	}
}

// Of a text that has names alone their number is known: the end of the file, which may hold rows, is looked at by it.
func TestNamesAloneAreCounted(t *testing.T) {
	for n, rows := range map[int][]sniffedRow{0: nil, 3: {{cells: []string{"a", "b", "c"}}}} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			var g Guess
			if g.shape(rows, nil); g.columns != n {
				t.Errorf("%d columns", g.columns)
			}
		})
	}
}
