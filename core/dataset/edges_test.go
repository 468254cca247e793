package dataset

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/core/nfd"
	"privatepca/core/schema"
)

// Each byte of a cell counts, wherever it stands: of all cells of up to 40 bytes that differ from one another in one byte, no two have the same contents,
// and no cell has those of its beginning.
func TestContentsOfLongCells(t *testing.T) {
	seen := map[string]string{}
	add := func(cell string) {
		t.Helper()
		got := contents(t, "a,b\n"+cell+",1\n", schema.Dialect{})
		if was, ok := seen[got]; ok {
			t.Errorf("%q is taken for %q", cell, was)
		}
		seen[got] = cell
	}
	whole := strings.Repeat("y", 40)
	for n := 1; n <= len(whole); n++ {
		add(whole[:n])
		for i := range n {
			add(whole[:i] + "z" + whole[i+1:n])
		}
	}
}

// Without the zeros at its end a decimal is the same number; what is no decimal keeps its zeros.
func TestZerosThatDoNotCount(t *testing.T) {
	for cell, want := range map[string]string{
		"1.50": "1.5", "1.00": "1", "-2.0": "-2", "+2.10": "+2.1", ".50": ".5", "0.0": "0", "10": "10", "1.5": "1.5", "1.0.0": "1.0.0", "1-2.0": "1-2.0",
		"v1.0": "v1.0", "1.e0": "1.e0", "/1.0": "/1.0", ":1.0": ":1.0", "1:.0": "1:.0", "1/.0": "1/.0", "9.90": "9.9", "1,000.0": "1,000.0", "": "", "0": "0", "00": "00", "12.": "12.", "1.": "1.", "100": "100", "-.0": "-",
	} {
		t.Run(cell, func(t *testing.T) {
			if got := string(withoutZeros([]byte(cell))); got != want {
				t.Errorf("%q counts as %q, want %q", cell, got, want)
			}
		})
	}
}

// Spaces on either side alone, and zeros at the end alone, do not count; a cell of spaces is an empty one, also beside a tab.
func TestWhatOfACellDoesNotCount(t *testing.T) {
	for _, like := range [][]string{
		{"a,b\nx,12.5\n", "a,b\n x,12.5\n", "a,b\nx ,12.5\n", "a,b\nx, 12.5\n", "a,b\nx,12.5 \n", "a,b\nx,12.50\n", "a,b\n  x  , 12.500 \n"},
		{"a\tb\nx\t\n", "a\tb\nx\t \n", "a\tb\n \tx\n", "a\tb\n  \tx\n", "a\tb\nx\t  \n"},
	} {
		t.Run(fmt.Sprint(like), func(t *testing.T) {
			for _, text := range like[1:] {
				if contents(t, text, schema.Dialect{}) != contents(t, like[0], schema.Dialect{}) {
					t.Errorf("%q is not recognised as %q", text, like[0])
				}
			}
		})
	}
}

// A missing code counts with spaces around the cell, and with its own; an empty date is missing, and not a date that cannot be read.
func TestMissingCellsOfDates(t *testing.T) {
	l := newLists([]string{"NA", " none"}, meaning{'.', false, &nfd.Form{}})
	for cell, want := range map[string]bool{"NA": true, " NA ": true, " none": true, "none": true, "NA\u00a0": true, "": false, "N": false} {
		t.Run(cell, func(t *testing.T) {
			if l.has([]byte(cell)) != want {
				t.Errorf("%q is missing: not %v", cell, want)
			}
		})
	}
	s := schema.New(schema.Field{Name: "d", Kind: schema.Date, Minimum: 0, Maximum: 20000}, num("x", 0, 1))
	s.MissingValues = []string{"NA"}
	_, sum, err := vectors(strings.NewReader("d,x\n2001-02-03,1\n,1\n NA,1\nnever,1\n"), s)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int64{}
	for _, i := range sum.Irregularities {
		counts[string(i.Kind)] += i.Count
	}
	if counts["missing"] != 2 || counts["no-date"] != 1 {
		t.Errorf("%v", counts)
	}
}

// The header that lacks some of the schema's columns is told as many as fit, and how many more there are.
func TestAbsentColumnsAreCounted(t *testing.T) {
	for absent, want := range map[int]string{1: `2 columns: "c0":`, 3: `4 columns: "c0", "c1", "c2":`, 4: `"c2" and 1 more:`, 7: `"c2" and 4 more:`} {
		t.Run(fmt.Sprint(absent), func(t *testing.T) {
			fields := []schema.Field{{Name: "here", Kind: schema.Number, Maximum: 1}}
			for i := range absent {
				fields = append(fields, schema.Field{Name: fmt.Sprint("c", i), Kind: schema.Number, Maximum: 1})
			}
			_, err := locate(schema.New(fields...), Header{Columns: []string{"other", "here"}})
			var f *fault.Error
			if !errors.As(err, &f) || !strings.Contains(f.Message, want) || !strings.Contains(f.Message, fmt.Sprintf("lacks %d of the schema's %d", absent, absent+1)) || f.Column != "c0" {
				t.Errorf("%d absent: %v", absent, err)
			}
		})
	}
	if at, err := locate(schema.New(schema.Field{Name: "here"}), Header{Columns: []string{"other", "here"}}); err != nil || !slices.Equal(at, []int{1}) {
		t.Errorf("%v, %v", at, err)
	}
	_, err := find("a", Header{Columns: []string{"b", "a", "c", "a"}})
	var f *fault.Error
	if !errors.As(err, &f) || f.Cell != 4 || !strings.Contains(f.Found, "column 2 again") {
		t.Errorf("a name twice: %+v", f)
	}
}

// A run of the file summed as a part has the sum of the features that the whole reading has, whatever the schema's centre and norm rule.
func TestFeaturesOfAPart(t *testing.T) {
	open := func() *Reader {
		t.Helper()
		r, err := NewReader(strings.NewReader(meanTable))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, rule := range []schema.NormRule{schema.Clip, schema.Unit, schema.Sign} {
		s := meanSchema()
		s.NormRule, s.Centre = rule, schema.CentreMidpoint
		want, summary, err := Reading{}.ReadSum(strings.NewReader(meanTable), s, func() {})
		if err != nil {
			t.Fatal(err)
		}
		r, got := open(), NewFeatureSum(s.D())
		p, err := Reading{}.NewFeaturePart(s, r.Dialect())
		if err != nil {
			t.Fatal(err)
		}
		for {
			run, err := r.Run(8)
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := p.ReadFeatures(run, got); err != nil {
				t.Fatal(err)
			}
		}
		if got.Rows != want.Rows || !slices.Equal(got.Sum, want.Sum) || p.Records() != want.Rows || !reflect.DeepEqual(p.Summary().Irregularities, summary.Irregularities) {
			t.Errorf("%s: %+v of %d records, want %+v", rule, got, p.Records(), want)
		}
	}
	absent := meanSchema()
	absent.Fields[0].Name = "absent"
	if p, err := (Reading{}).NewFeaturePart(absent, open().Dialect()); err == nil {
		t.Errorf("a column that is not there: %v", p)
	}
}

// First gives the header's place among the rows that it shows: at most two rows above it, those below, cells cut to 40 characters.
func TestFirstRowsBelowATitle(t *testing.T) {
	for skip := range 6 {
		var b strings.Builder
		for i := range skip {
			fmt.Fprintf(&b, "title %d\n", i)
		}
		b.WriteString("name,x\n")
		for i := range 20 {
			fmt.Fprintf(&b, "row %d,%d\n", i, i)
		}
		rows, header := First(strings.NewReader(b.String()), schema.Dialect{Skip: skip}, 6, 1)
		if len(rows) != 6 || header != min(skip, 2) || rows[header][0] != "name" || rows[header+1][0] != "row 0" || rows[5][0] != fmt.Sprint("row ", 4-header) {
			t.Errorf("below %d lines: %q, the header is %d", skip, rows, header)
		}
		for _, r := range rows {
			if len(r) != 1 {
				t.Errorf("cells %q", r)
			}
		}
	}
	if rows, header := First(strings.NewReader("1,2\n3,4\n"), schema.Dialect{NoHeader: true}, 9, 9); header != -1 || len(rows) != 2 || len(rows[1]) != 2 {
		t.Errorf("without a header: %q, %d", rows, header)
	}
	forty := strings.Repeat("ä", 40)
	rows, _ := First(strings.NewReader(forty+","+forty+"ä\n1,2\n"), schema.Dialect{}, 9, 9)
	if rows[0][0] != forty || rows[0][1] != strings.Repeat("ä", 39)+"…" {
		t.Errorf("%q", rows[0])
	}
}

// A row at which the text is cut off may go on and is not shown, but the names always are.
func TestARowThatMayGoOn(t *testing.T) {
	const names = "a,b\n"
	long := strings.Repeat("x", sniffed)
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"names alone":                {long, []string{long[:39] + "…"}},
		"names and a record":         {names + long, []string{"a"}},
		"a record before":            {names + "1,2\n" + long, []string{"a", "1"}},
		"as long, but for a byte":    {names + "1,2\n" + long[:sniffed-len(names)-5], []string{"a", "1", long[:39] + "…"}},
		"as long, and perhaps whole": {names + "1,2\n" + long[:sniffed-len(names)-4], []string{"a", "1"}},
	} {
		t.Run(name, func(t *testing.T) {
			rows, header := First(strings.NewReader(c.text), schema.Dialect{}, 9, 1)
			var got []string
			for _, row := range rows {
				got = append(got, row[0])
			}
			if header != 0 || !slices.Equal(got, c.want) {
				t.Errorf("%q, the header is %d; want %q", got, header, c.want)
			}
		})
	}
}

// A text may be cut off within a character, but only where it is cut.
func TestTextThatEndsWithinACharacter(t *testing.T) {
	for _, c := range []string{"a", "é", "€", "𝄞"} {
		for n := range len(c) + 1 {
			for _, before := range []string{"", "x", "xäöü"} {
				text, whole := []byte(before+c[:n]), n == 0 || n == len(c)
				if !validUTF8(text, false) || validUTF8(text, true) != whole {
					t.Errorf("%q: cut %t, whole %t", text, validUTF8(text, false), validUTF8(text, true))
				}
				if !whole && validUTF8(append(text, 'x'), false) {
					t.Errorf("%q and a letter is no text", text)
				}
			}
		}
	}
	for _, bad := range []string{"\x80", "x\xff", "\x80\x80\x80\x80", "é\x80", "\xff"} {
		if validUTF8([]byte(bad), false) {
			t.Errorf("%q is no text", bad)
		}
	}
	if !validUTF8(nil, false) || !validUTF8(nil, true) {
		t.Error("nothing is a text")
	}
}

// Only ASCII stands beside digits and marks: the first character beyond it is refused before and after the point.
func TestGroupingTakesASCII(t *testing.T) {
	g := &grouping{mark: '.', point: ','}
	for cell, want := range map[string]verdict{
		"1.234,5": isNumber, "1.234": isNumber, "12,5": isNumber, "1.23": isUnparsable, "1234.567": isUnparsable, "1.2345": isUnparsable, "1.234.567": isNumber,
		"1.23,5": isUnparsable, ".234": isUnparsable, "1..234": isUnparsable, "1.234,5\u0080": isUnparsable, "1\u0080": isUnparsable, "1\u0080,5": isUnparsable,
		"1.234,5.6": isUnparsable, "": isMissing, " ": isMissing, "1.234,5\x7f": isUnparsable, "999.999": isNumber, "1.234:567": isUnparsable, "1.23/": isUnparsable, "1.23:": isUnparsable,
	} {
		t.Run(cell, func(t *testing.T) {
			if x, got := g.parse([]byte(cell), ','); got != want {
				t.Errorf("%q: %v, %v", cell, x, got)
			}
		})
	}
	for cell, want := range map[string]float64{"1.234,5": 1234.5, "-1.234": -1234, "999.999": 999999, "+12,25": 12.25} {
		t.Run(cell, func(t *testing.T) {
			if x, got := g.parse([]byte(cell), ','); got != isNumber || x != want {
				t.Errorf("%q: %v, %v", cell, x, got)
			}
		})
	}
}

// still gives nothing, and no error, so many times before each byte.
type still struct {
	times, left int
	text        string
}

func (s *still) Read(p []byte) (int, error) {
	if s.left > 0 {
		s.left--
		return 0, nil
	}
	if s.text == "" {
		return 0, io.EOF
	}
	n := copy(p[:1], s.text)
	s.text, s.left = s.text[n:], s.times
	return n, nil
}

// A source that gives nothing a hundred times in a row has ended; a slow one has not.
func TestSourceWithoutProgress(t *testing.T) {
	for times, ends := range map[int]bool{1: false, 99: false, 100: true, 5000: true} {
		t.Run(fmt.Sprint(times), func(t *testing.T) {
			r, err := NewReader(&still{times: times, left: times, text: "a,b\n1,2\n"})
			for err == nil {
				_, err = r.Next()
			}
			if ended := err != io.EOF; ended != ends {
				t.Errorf("%d times nothing: %v", times, err)
			}
		})
	}
}

// A vector of another length is a defect of the program, and so is a vector of one row of a pair.
func TestEncodeWantsItsLength(t *testing.T) {
	s := meanSchema()
	e, err := NewEncoder(s, Header{Columns: []string{"x", "c", "y"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{e.D() - 1, e.D() + 1} {
		func() {
			defer func() {
				if said := recover(); said != "dataset: the vector's length is not the number of features" {
					t.Errorf("%d entries: recovered %v", n, said)
				}
			}()
			e.Encode(&Record{}, make([]int16, n))
		}()
	}
}

// A kernel that finds the rows and leaves their cells to Go reads every table as Go alone does, with empty lines in it, lines of empty cells, and
// rows that are too short or too long.
func TestKernelReadsOddLines(t *testing.T) {
	kernel := lineByLine(func(b *Batch) { b.Odd[0] = 1 })
	for columns := 1; columns <= 4; columns++ {
		var fields []schema.Field
		names := []string{"a", "b", "c", "d"}[:columns]
		for _, name := range names {
			fields = append(fields, schema.Field{Name: name, Kind: schema.Number, Maximum: 9})
		}
		s := schema.New(fields...)
		commas := strings.Repeat(",", columns-1)
		row := func(n int) string { return strings.Repeat(fmt.Sprint(n, ","), columns-1) + fmt.Sprint(n) }
		for name, rows := range map[string][]string{
			"plain": {row(1), row(2)}, "empty lines": {"", row(1), "", "", row(2), ""}, "empty cells": {commas, row(1), commas}, "short": {"5", row(1), "6"},
			"long": {row(1) + ",7,8", row(2)}, "quotes": {"\"1\"" + strings.TrimPrefix(row(1), "1"), "", row(2)}, "a space": {" ", row(1), " ", ""}, "a letter": {row(3), "x" + commas, row(4)},
		} {
			t.Run(name, func(t *testing.T) {
				for _, end := range []string{"\n", ""} {
					text := strings.Join(names, ",") + "\n" + strings.Join(rows, "\n") + end
					read := func(r Reading) (out []int16, summary *Summary) {
						t.Helper()
						summary, err := r.Read(strings.NewReader(text), s, func(q []int16) error { out = append(out, q...); return nil })
						if err != nil {
							t.Fatal(err)
						}
						return out, summary
					}
					want, plain := read(Reading{})
					got, summary := read(Reading{Kernel: kernel})
					if !slices.Equal(got, want) || !reflect.DeepEqual(summary, plain) {
						t.Errorf("%d columns, %s: %v, %+v; want %v, %+v", columns, name, got, summary, want, plain)
					}
				}
			})
		}
	}
}

// Levels that differ in one character are told apart wherever it stands, at every length.
func TestLevelsThatDifferInOneCharacter(t *testing.T) {
	for n := 1; n <= 40; n++ {
		base := strings.Repeat("a", n)
		levels := []string{base}
		for i := range n {
			levels = append(levels, base[:i]+"b"+base[i+1:])
		}
		s := schema.New(schema.Field{Name: "c", Kind: schema.Category, Enum: levels[:2]})
		if n > 1 { // one of the two is a level, all others are none
			s.Fields[0].Enum = []string{levels[0], levels[n]}
		}
		counts := map[string]int{}
		for _, cell := range levels {
			sum, _, err := Reading{}.ReadSum(strings.NewReader("c\n"+cell+"\n"), s, func() {})
			if err != nil {
				t.Fatal(err)
			}
			counts[fmt.Sprint(sum.Sum)]++
		}
		if want := map[bool]int{true: 2, false: 3}[n == 1]; len(counts) != want || n > 1 && counts["[0 0]"] != n-1 {
			t.Errorf("%d characters: %v", n, counts)
		}
	}
}

// The header is the first row of as many cells as the others that is filled by half at least, and by more than its first cell.
func TestFirstNames(t *testing.T) {
	row := func(cells ...string) sniffedRow { return sniffedRow{cells: cells} }
	data := row("1", "2", "3", "4")
	for i, c := range []struct {
		rows []sniffedRow
		want int
	}{
		{[]sniffedRow{row("a", "b", "c", "d"), data}, 0},
		{[]sniffedRow{row("title", "", "", ""), row("a", "b", "c", "d"), data}, 1},
		{[]sniffedRow{row("a", "b", "", ""), row("a", "b", "c", "d"), data}, 0}, // filled by half
		{[]sniffedRow{row("", "b", "", ""), row("a", "b", "c", "d"), data}, 1},
		{[]sniffedRow{row("x"), row("", "b", "c", ""), data}, 1},
		{[]sniffedRow{row("title", "", "", ""), row("also", "", "", "")}, 0}, // nothing fuller follows
		{[]sniffedRow{row("only", "one"), row("title", "", "", ""), data}, 2},
	} {
		if got := firstNames(c.rows, 4); got != c.want {
			t.Errorf("%d: row %d, want %d", i, got, c.want)
		}
	}
	if got := firstNames([]sniffedRow{row("title", ""), row("a", "b")}, 2); got != 1 {
		t.Errorf("of two columns: row %d", got)
	}
	if got := firstNames([]sniffedRow{row("", "x"), row("a", "b")}, 2); got != 0 {
		t.Errorf("of two columns, the first without a name: row %d", got)
	}
}

// Records have a direction about a centre: before it is known they are not encoded.
func TestNoDirectionsBeforeTheCentre(t *testing.T) {
	s := schema.New(num("x", 0, 1), num("y", 0, 1))
	s.NormRule, s.Centre = schema.Sign, schema.CentreMidpoint
	defer func() {
		if recover() == nil {
			t.Error("records are encoded")
		}
	}()
	NewEncoder(s, Header{Columns: []string{"x", "y"}, Delimiter: ","})
}

// A text that ends within a character, or in the middle of none, is looked at from its end without leaving it.
func TestEndOfAText(t *testing.T) {
	for text, valid := range map[string]bool{"": true, "a": true, "é": true, "a\xc3": true, "\xc3": true, "\xf0\x9f\x98": true, "\x80": false, "\x80\x80": false, "a\x80\x80\x80\x80": false, "\xf0\x80\x80\x80\x80": false} {
		t.Run(text, func(t *testing.T) {
			if got := validUTF8([]byte(text), false); got != valid {
				t.Errorf("%q: %v", text, got)
			}
			if whole := validUTF8([]byte(text), true); whole && !valid {
				t.Errorf("%q is whole", text)
			}
		})
	}
}

// Without a mark between groups the other sign is no decimal sign, also as the first character.
func TestTheOtherSignIsNone(t *testing.T) {
	for _, c := range []struct {
		g    grouping
		cell string
		want verdict
	}{
		{grouping{'.', ','}, ",5", isNumber},
		{grouping{' ', ','}, ".5", isUnparsable},
		{grouping{' ', ','}, "1.5", isUnparsable},
		{grouping{' ', '.'}, ".5", isNumber},
		{grouping{' ', '.'}, ",5", isUnparsable},
		{grouping{'\'', '.'}, "1,5", isUnparsable},
		{grouping{' ', ','}, "1 000\u0080", isUnparsable},
	} {
		t.Run(fmt.Sprint(c.g), func(t *testing.T) {
			if _, v := c.g.parse([]byte(c.cell), '.'); v != c.want {
				t.Errorf("%q with marks %q and %q: %v, want %v", c.cell, c.g.mark, c.g.point, v, c.want)
			}
		})
	}
}

// The end of the first row is told outside of quotes, behind each of the delimiters.
func TestEndOfTheFirstRow(t *testing.T) {
	for _, delimiter := range []string{",", ";", "\t", "|"} {
		for text, want := range map[string]byte{
			"x" + delimiter + "\"a\rb\"\n1":                   '\n',
			"\"a\rb\"" + delimiter + "x\n1":                   '\n',
			"\"a\"\"\rb\"" + delimiter + "x\n1":               '\n',
			"x" + delimiter + "y\r1" + delimiter + "2\n":      '\r',
			"x" + delimiter + "y\r\n1" + delimiter + "2\r":    '\n',
			"x" + delimiter + "a\"b\r1" + delimiter + "\"\n":  '\r',
			"x" + delimiter + "\"a\"\r1" + delimiter + "2\n":  '\r',
			"\"\"\"\r\"" + delimiter + "x\n1":                 '\n',
			"x y\"a\r" + delimiter + "\"\n":                   '\r',
			"x" + delimiter + delimiter + "\"\r\"\n":          '\n',
			"\"x\"" + delimiter + "\"y\"\n\"a\rb\"\r":         '\n',
			"\"x\"" + delimiter + "\"y\r\n\"\r\"a\rb\"\n":     '\r',
			"x" + delimiter + "\"a\nb\"\r1" + delimiter + "2": '\r',
		} {
			t.Run(text, func(t *testing.T) {
				if got := lineEnd([]byte(text), '"'); got != want {
					t.Errorf("%q ends in %q, want %q", text, got, want)
				}
			})
		}
	}
}

// A quote is seen wherever it stands, and none where there is none; every end of a line is counted.
func TestSurveyOfEachPlace(t *testing.T) {
	for _, eol := range []byte{'\n', '\r'} {
		r := &Reader{eol: eol, quote: '"'}
		for n := range 100 {
			text := []byte(strings.Repeat("a!#\x02", 25))[:n]
			if lines, quoted := r.survey(text); lines != 0 || quoted {
				t.Fatalf("%d bytes: %d lines, quoted %v", n, lines, quoted)
			}
			for i := range text {
				old := text[i]
				text[i] = '"'
				if lines, quoted := r.survey(text); lines != 0 || !quoted {
					t.Fatalf("a quote at %d of %d: %d lines, quoted %v", i, n, lines, quoted)
				}
				text[i] = eol
				if lines, quoted := r.survey(text); lines != 1 || quoted {
					t.Fatalf("an end at %d of %d: %d lines, quoted %v", i, n, lines, quoted)
				}
				text[i] = old
			}
			all := []byte(strings.Repeat(string(eol), n))
			if lines, quoted := r.survey(all); lines != int64(n) || quoted {
				t.Fatalf("%d ends: %d lines, quoted %v", n, lines, quoted)
			}
		}
	}
}

// What stands behind a decimal point is digits, and no other byte for one.
func TestBytesBehindAPoint(t *testing.T) {
	for b := range 256 {
		for _, cell := range []string{"1.", "1.5", "-", "1", ""} {
			c := byte(b)
			digit := c >= '0' && c <= '9'
			blankOrForm := blank(c) || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
			if _, v := parseNumber([]byte(cell+string([]byte{c})+"7"), '.'); !digit && !blankOrForm && v == isNumber {
				t.Errorf("%q is a number", cell+string([]byte{c})+"7")
			}
		}
	}
}
