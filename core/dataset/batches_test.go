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

// People are told apart, and rows of nobody counted under their lines, by a kernel's rows as by Go's, wherever the person's column stands; pairs of
// rows are the same.
func TestBatchOfPersons(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(ruledTable(400, 30, ",", "\n", 6), "\n"), "\n")
	for i := range lines[1:] {
		_, rest, _ := strings.Cut(lines[1+i], ",")
		lines[1+i] = fmt.Sprintf("%s,%s", []string{"", "?", " p7 ", fmt.Sprint("p", i/3), "q"}[i%5], rest)
	}
	text := strings.Join(lines, "\n") + "\n"
	for _, rule := range []schema.NormRule{schema.Clip, schema.Pairs} {
		for most := 1; most <= 3; most++ {
			s := ruledSchema(rule, schema.CentreNone)
			s.PersonColumn, s.RowsPerPerson, s.MissingValues = "id", most, []string{"?"}
			if rule == schema.Pairs && most > 1 {
				continue
			}
			read := func(by Reading) (out []int16, summary *Summary) {
				t.Helper()
				each := func(q []int16) error { out = append(out, q...); return nil }
				var err error
				if rule == schema.Pairs {
					summary, err = by.ReadPairs(func() io.Reader { return strings.NewReader(text) }, s, [32]byte{1}, each)
				} else {
					summary, err = by.Read(strings.NewReader(text), s, each)
				}
				if err != nil {
					t.Fatal(err)
				}
				return out, summary
			}
			var k ruled
			want, summary := read(Reading{})
			got, told := read(Reading{Kernel: k.kernel(60)})
			if !slices.Equal(got, want) || !reflect.DeepEqual(told, summary) || k.rows < 200 {
				t.Errorf("%s, %d rows a person: %+v, want %+v; %d rows are the kernel's", rule, most, told, summary, k.rows)
			}
			// A fifth of the rows each has no id, "?", and "p7"; the rest are three or so a person.
			if i := slices.IndexFunc(summary.Irregularities, func(i Irregularity) bool { return i.Column == "id" }); i < 0 || summary.Irregularities[i].Count < 150 || summary.Irregularities[i].FirstLine != 2 {
				t.Errorf("%d rows a person: %+v", most, summary.Irregularities)
			}
			if summary.Rows >= summary.Records/2+10 || summary.Persons < 60 || summary.Rows > int64(most)*summary.Persons {
				t.Errorf("%d rows a person: %+v", most, summary)
			}
		}
	}
}

// A row has a word for its key and each number, and one for four levels; as many are held as fit into the memory, two at least.
func TestRoomOfPairs(t *testing.T) {
	for _, c := range []struct{ numbers, categories, memory, width, most int }{
		{2, 0, 1 << 20, 3, 1 << 15}, {0, 1, 1 << 20, 2, (1 << 20) / 24}, {1, 4, 3200, 3, 100}, {1, 5, 4000, 4, 100}, {3, 8, 5600, 6, 100}, {3, 9, 6400, 7, 100}, {1, 0, 10, 2, 2}, {1, 0, 0, 2, 2}, {1, 0, 72, 2, 3},
	} {
		t.Run(fmt.Sprint(c.numbers, c.categories, c.memory, c.width), func(t *testing.T) {
			e := &Encoder{numbers: make([]numberColumn, c.numbers), categories: make([]categoryColumn, c.categories), d: 7}
			p := pairing{memory: c.memory}
			p.begin(e)
			if p.held.width != c.width || p.held.most != c.most || len(p.q) != 7 {
				t.Errorf("%+v: width %d, %d rows", c, p.held.width, p.held.most)
			}
			p.held.n, p.held.most = 5, 4
			if p.begin(e); p.held.n != 0 || p.held.most != 4 {
				t.Errorf("%+v: %d rows of %d are left", c, p.held.n, p.held.most)
			}
		})
	}
}

// The first row alone says the encoding, and all of it does, however long it is.
func TestEncodingOfTheFirstRow(t *testing.T) {
	for _, n := range []int{1, 17, 100, 5000, 60000} {
		name := strings.Repeat("n", n)
		h, _, _, err := records(strings.NewReader(name + "\xe9,b\n1,2\n"))
		if err != nil || h.Columns[0] != name+"é" {
			t.Errorf("after %d letters: %.20q…, %v", n, h.Columns, err)
		}
		_, rows, _, err := records(strings.NewReader(name + ",b\n\xe9,2\n"))
		if err != nil || rows[0][0] != "\xe9" {
			t.Errorf("below %d letters: %q, %v", n, rows, err)
		}
	}
	for text, want := range map[string]string{"\nabc": "", "\r": "", "a\nb\r": "a", "a\rb\n": "a", "": "", "abc": "abc"} {
		t.Run(text, func(t *testing.T) {
			if line, whole := firstLine([]byte(text)); string(line) != want || whole != (len(want) < len(text)) {
				t.Errorf("%q: %q, %t", text, line, whole)
			}
		})
	}
}

// Errors of the header say that they are of the first line, or of the row that they are of.
func TestErrorsOfTheHeader(t *testing.T) {
	for text, want := range map[string]*fault.Error{
		"a,b\x01\n1,2\n": {Line: 1, Code: fault.CodeFile, Message: "control characters"},
		",\n1,2\n":       {Line: 1, Code: fault.CodeHeader, Message: "is empty"},
		"\n\n , \n1,2\n": {Line: 3, Code: fault.CodeHeader, Message: "is empty"},
	} {
		t.Run(text, func(t *testing.T) {
			_, err := NewReader(strings.NewReader(text))
			var f *fault.Error
			if !errors.As(err, &f) || f.Line != want.Line || f.Code != want.Code || !strings.Contains(f.Message, want.Message) {
				t.Errorf("%q: %+v", text, f)
			}
		})
	}
	for _, name := range []string{"\"a\nb\"", "\"a\tb\"", "\"a\r\nb\"", "a b", "a\x7f"} {
		if _, err := NewReader(strings.NewReader(name + ",c\n1,2\n")); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := find("a", Header{Columns: []string{"a", "a"}}); err.(*fault.Error).Line != 1 || err.(*fault.Error).Cell != 2 {
		t.Errorf("%+v", err)
	}
}

// JSON begins with a brace or a bracket, and a quote or another of them after it; a header may begin with one, too.
func TestTextThatLooksLikeJSON(t *testing.T) {
	for text, want := range map[string]bool{
		`{"`: true, `{ "a":1`: true, `["a"`: true, `[{`: true, `[[`: true, `[ [`: true, "\ufeff{\"": true, " \n{\"": true,
		`{{`: false, `{[`: false, `{`: false, `[`: false, `{ `: false, `[1`: false, `{a`: false, ``: false, `"{"`: false, `a{"`: false, `["`: true,
	} {
		t.Run(text, func(t *testing.T) {
			if isJSON([]byte(text)) != want {
				t.Errorf("%q: %t", text, !want)
			}
		})
	}
}

// The delimiter of a file is the one that gives its first row most cells; the last of those that are offered where none gives two.
func TestDetectedDelimiter(t *testing.T) {
	for text, want := range map[string]string{
		"a;b\n": ";", "a|b;c\n": "|", "a\tb;c,d\n": "\t", "a,b;c;d\n": ";", "a\n": ",", "a;\"b;c\",d\n": ",", "\"a;b\";c\n1;2": ";",
		"sep=;\na,b,c;d\n": ";", "sep=|\r\na|b\r\n": "|", "sep=,\na;b;c\n": ",", "sep=x\na;b\n": ",", "sep=;a\n": ";", "sep=\t\na\n": "\t", "sep=;\ra,b;c\r": ";",
	} {
		t.Run(text, func(t *testing.T) {
			r, err := NewReader(strings.NewReader(text))
			if err != nil {
				t.Errorf("%q: %v", text, err)
				return
			}
			if got := r.Header().Delimiter; got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		})
	}
	for _, end := range []string{"\n", "\r", "\r\n"} {
		h, _, lines, err := records(strings.NewReader("sep=;" + end + "a;b" + end + "1;2" + end))
		if err != nil || !slices.Equal(h.Columns, []string{"a", "b"}) || !slices.Equal(lines, []int64{3}) {
			t.Errorf("%q: %+v, %v, %v", end, h, lines, err)
		}
	}
}

// The irregularities of parts are those of the whole: counts add, and the first line is the first of all.
func TestTalliesMerge(t *testing.T) {
	for _, c := range []struct{ have, other, want tally }{
		{tally{}, tally{2, 9}, tally{2, 9}}, {tally{1, 5}, tally{2, 9}, tally{3, 5}}, {tally{1, 9}, tally{2, 5}, tally{3, 5}}, {tally{4, 5}, tally{1, 5}, tally{5, 5}}, {tally{1, 7}, tally{1, 6}, tally{2, 6}},
	} {
		t.Run(fmt.Sprint(c.have), func(t *testing.T) {
			got := c.have
			if got.merge(Irregularity{Count: c.other.count, FirstLine: c.other.firstLine}); got != c.want {
				t.Errorf("%+v and %+v: %+v", c.have, c.other, got)
			}
		})
	}
	var one tally
	one.add(7)
	one.add(8)
	if one != (tally{2, 7}) || len(one.appendTo(nil, Missing, "", "")) != 1 || (tally{}).appendTo(nil, Missing, "", "") != nil || len((tally{1, 1}).appendTo(nil, Missing, "", "")) != 1 {
		t.Errorf("%+v", one)
	}
}

// Of many levels each is found, with spaces around it too, and what is none of them is not.
func TestManyLevels(t *testing.T) {
	for n := 1; n <= 150; n++ {
		f := schema.Field{Name: "c", Kind: schema.Category}
		for i := range n {
			f.Enum = append(f.Enum, fmt.Sprintf("level %d of %d, as it is spelled", i*i, n)[:8+i%24])
			if slices.Contains(f.Enum[:i], f.Enum[i]) {
				f.Enum[i] = fmt.Sprint("v", i)
			}
		}
		table := newLevelTable(&f, []string{"none"}, meaning{'.', false, &nfd.Form{}})
		find := func(cell string) int {
			return table.find([]byte("<"+cell+">                "), span{1, int32(1 + len(cell))})
		}
		for i, level := range f.Enum {
			if at, spaced := find(level), find(" "+level+"\t "); at != i || spaced != i && !strings.HasSuffix(level, " ") {
				t.Fatalf("%d levels: %q is level %d, with spaces %d; want %d", n, level, at, spaced, i)
			}
		}
		for cell, want := range map[string]int{"none": levelMissing, "": levelMissing, "  ": levelMissing, "other": levelUnknown, "V0": levelUnknown, "a cell of more than sixteen characters": levelUnknown} {
			if got := find(cell); got != want {
				t.Errorf("%d levels: %q is %d", n, cell, got)
			}
		}
	}
}

// A missing value that is written as one of a column's bounds is missing there: no number goes before it.
func TestMissingValueAtABound(t *testing.T) {
	for missing, want := range map[string]int64{"0": 1, "9": 1, "5": 1, "-1": 1, "10": 1, "7": 0} {
		t.Run(missing, func(t *testing.T) {
			s := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 9})
			s.MissingValues = []string{missing}
			summary, err := Read(strings.NewReader("x\n0\n9\n5\n-1\n10\n"), s, func([]int16) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			count := int64(0)
			for _, i := range summary.Irregularities {
				if i.Kind == Missing {
					count += i.Count
				}
			}
			if count != want {
				t.Errorf("%q: %+v", missing, summary.Irregularities)
			}
		})
	}
}

// The comma is the decimal sign where it is stated, and beside semicolons where nothing is.
func TestWhereTheCommaIsADecimalSign(t *testing.T) {
	for _, c := range []struct {
		d         schema.Dialect
		delimiter string
		want      byte
	}{
		{schema.Dialect{}, ";", ','},
		{schema.Dialect{}, ",", '.'},
		{schema.Dialect{}, "\t", '.'},
		{schema.Dialect{Decimal: "."}, ";", '.'},
		{schema.Dialect{Decimal: ","}, "\t", ','},
		{schema.Dialect{Decimal: ","}, ";", ','},
		{schema.Dialect{Grouping: "."}, "\t", ','},
		{schema.Dialect{Grouping: "'"}, ";", '.'},
		{schema.Dialect{Grouping: ",", Decimal: "."}, ";", '.'},
	} {
		t.Run(c.delimiter, func(t *testing.T) {
			s := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 9})
			s.Dialect = c.d
			e, err := NewEncoder(s, Header{Columns: []string{"x"}, Delimiter: c.delimiter})
			if err != nil || e.point != c.want || (e.grouping != nil) != (c.d.Grouping != "") {
				t.Errorf("%+v: %v", c, err)
			}
		})
	}
}

// A record of 16 MiB is the longest; what is longer is refused, quoted or not.
func TestLongestRecord(t *testing.T) {
	for n, fits := range map[int]bool{maxRecord - 1000: true, maxRecord + 1000: false} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			for _, quote := range []string{"", "\""} {
				_, rows, _, err := records(io.MultiReader(strings.NewReader("a,b\n1,2\n"+quote), io.LimitReader(&endless{'7'}, int64(n)), strings.NewReader(quote+",3\n4,5\n")))
				if (err == nil) != fits || fits && (len(rows) != 3 || len(rows[1][0]) != n) {
					t.Errorf("%d characters, quoted %t: %d rows, %v", n, quote != "", len(rows), err)
				}
			}
		})
	}
}

// The rows of a table of thousands of columns have room in a batch.
func TestBatchOfManyColumns(t *testing.T) {
	text := strings.Repeat("c,", 4999) + "c\n" + strings.Repeat(strings.Repeat("1,", 4999)+"2\n", 30)
	want, err := Contents(strings.NewReader(text), schema.Dialect{}, nil)
	var k ruled
	got, wrong := Reading{Kernel: k.kernel(maxBatch)}.Contents(strings.NewReader(text), schema.Dialect{}, nil)
	if err != nil || wrong != nil || got != want || k.rows < 12 {
		t.Errorf("%s, want %s; %v, %v; %d rows are the kernel's", got, want, err, wrong, k.rows)
	}
}

// What a row before said of a column says nothing of a row that ends before it.
func TestShortRowAfterALongOne(t *testing.T) {
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Minimum: -1, Maximum: 1}, schema.Field{Name: "b", Kind: schema.Number, Minimum: -1, Maximum: 1})
	var rows [][]int16
	if _, err := Read(strings.NewReader("a,b\n1,1\n1\n1,-1\n-1\n"), s, func(q []int16) error { rows = append(rows, slices.Clone(q)); return nil }); err != nil {
		t.Fatal(err)
	}
	if rows[0][1] <= 0 || rows[1][1] != 0 || rows[2][1] >= 0 || rows[3][1] != 0 || rows[3][0] >= 0 {
		t.Errorf("%v", rows)
	}
}

// Where points group digits no number with one is a fraction, however short it is; where they begin fractions no comma does, and the other way.
func TestShortNumbersThatAreGrouped(t *testing.T) {
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Minimum: -2000, Maximum: 2000}, schema.Field{Name: "b", Kind: schema.Number, Minimum: -2000, Maximum: 2000})
	s.Dialect = schema.Dialect{Grouping: ".", Delimiter: ";"}
	var got [][]int16
	if _, err := Read(strings.NewReader("a;b\n1.234;1234\n-1.234;-1234\n0,5;0,5\n"), s, func(q []int16) error { got = append(got, slices.Clone(q)); return nil }); err != nil {
		t.Fatal(err)
	}
	for i, q := range got {
		if q[0] != q[1] || q[0] == 0 {
			t.Errorf("row %d: %v", i, q)
		}
	}
	spaces, marks := &grouping{' ', ','}, &grouping{'\'', '.'}
	for cell, want := range map[string][2]verdict{
		"1,5": {isNumber, isUnparsable}, "1.5": {isUnparsable, isNumber}, ".5": {isUnparsable, isNumber}, ",5": {isNumber, isUnparsable}, "5": {isNumber, isNumber}, "5.": {isUnparsable, isNumber}, "5,": {isNumber, isUnparsable},
	} {
		t.Run(cell, func(t *testing.T) {
			_, v := spaces.parse([]byte(cell), ',')
			_, w := marks.parse([]byte(cell), '.')
			if v != want[0] || w != want[1] {
				t.Errorf("%q: %v, %v; want %v", cell, v, w, want)
			}
		})
	}
}

// A vector that is as long as it may be stays as it is.
func TestTruncateLeavesWhatFits(t *testing.T) {
	e := &Encoder{numbers: []numberColumn{{feature: 0, value: .56}, {feature: 1, value: .99}}}
	q := []int16{60, 80}
	e.truncate(100, 10000, 10000, q)
	if q[0] != 60 || q[1] != 80 {
		t.Errorf("%v", q)
	}
	q = []int16{56, 99}
	e.numbers[0].value, e.numbers[1].value = .5599, .9899
	e.truncate(100, 56*56+99*99, 55*55+99*99, q) // the first alone is one too many
	if q[0] != 55 || q[1] != 99 {
		t.Errorf("%v", q)
	}
}

// Lines above the header end in LF, CRLF or CR, the first of them ends a line, and a file may end within them.
func TestLinesThatArePassedOver(t *testing.T) {
	for _, c := range []struct {
		text, want string // the header's first column; "" for an empty file
		skip       int
	}{
		{"\ntitle\rmore,x\n", "title", 1}, {"\r\ra,b\r1,2\r", "a", 2}, {"\n\na,b\n", "a", 2}, {"t\r\nu\r\na,b\r\n", "a", 2}, {"a\rb\r", "b", 1}, {"a\rb\r", "", 2}, {"a\rb\r", "", 3}, {"t\ru\na,b\n", "u", 1}, {"t\nu\ra,b\n", "u", 1}, {"t", "", 1}, {"t\r\na,b", "a", 1},
	} {
		t.Run(c.text, func(t *testing.T) {
			r, err := NewReaderIn(strings.NewReader(c.text), schema.Dialect{Skip: c.skip})
			got := ""
			if err == nil {
				got = r.Header().Columns[0]
			}
			if got != c.want {
				t.Errorf("%q below %d lines: %q, %v; want %q", c.text, c.skip, got, err, c.want)
			}
		})
	}
}

// A kernel that recognises records otherwise is refused, although its vectors are right.
func TestCheckRefusesWrongContents(t *testing.T) {
	var k ruled
	kernel := k.kernel(maxBatch)
	if err := kernel.Check(); err != nil || k.rows == 0 {
		t.Errorf("a right kernel: %v", err)
	}
	right := kernel.Recognise
	kernel.Recognise = func(b *Batch) { right(b); b.Words[5]++ }
	if err := kernel.Check(); err != ErrKernel {
		t.Errorf("other words: %v", err)
	}
	kernel.Recognise = nil
	if err := kernel.Check(); err != nil {
		t.Errorf("by Go alone: %v", err)
	}
}
