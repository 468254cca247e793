package dataset

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"privatepca/core/fault"
)

// records reads everything: the rows' cells, and the lines they start on.
func records(src io.Reader) (h Header, rows [][]string, lines []int64, err error) {
	r, err := NewReader(src)
	if err != nil {
		return h, nil, nil, err
	}
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return r.Header(), rows, lines, nil
		}
		if err != nil {
			return r.Header(), rows, lines, err
		}
		row := make([]string, min(rec.Len(), len(r.Header().Columns)))
		for i := range row {
			row[i] = string(rec.Cell(i))
		}
		rows = append(rows, row)
		lines = append(lines, rec.Line)
	}
}

func gz(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

func TestReader(t *testing.T) {
	long := strings.Repeat("x", 3*bufferSize)
	for _, c := range []struct {
		name, in string
		columns  []string
		rows     [][]string
		lines    []int64
	}{
		{"plain", "a,b\n1,2\n3,4\n", []string{"a", "b"}, [][]string{{"1", "2"}, {"3", "4"}}, []int64{2, 3}},
		{"no last line end", "a,b\n1,2", []string{"a", "b"}, [][]string{{"1", "2"}}, []int64{2}},
		{"CRLF", "a,b\r\n1,2\r\n3,\r\n", []string{"a", "b"}, [][]string{{"1", "2"}, {"3", ""}}, []int64{2, 3}},
		{"CR alone", "a,b\r1,2\r3,4\r", []string{"a", "b"}, [][]string{{"1", "2"}, {"3", "4"}}, []int64{2, 3}},
		{"BOM", "\ufeffa,b\n1,2\n", []string{"a", "b"}, [][]string{{"1", "2"}}, []int64{2}},
		{"BOM and quote", "\ufeff\"a\",b\n1,2\n", []string{"a", "b"}, [][]string{{"1", "2"}}, []int64{2}},
		{"tab", "a\tb,c\n1\t2,5\n", []string{"a", "b,c"}, [][]string{{"1", "2,5"}}, []int64{2}},
		{"semicolon", "a;b,c;d\n1;2,5;3\n", []string{"a", "b,c", "d"}, [][]string{{"1", "2,5", "3"}}, []int64{2}},
		{"quoted semicolons", `"a";"b,c"` + "\n1;2\n", []string{"a", "b,c"}, [][]string{{"1", "2"}}, []int64{2}},
		{"sep", "sep=;\r\na;b\r\n1;2\r\n", []string{"a", "b"}, [][]string{{"1", "2"}}, []int64{3}},
		{"quoted name", "\"\"\"a\"\",0\"\n1\n", []string{"\"a\",0"}, [][]string{{"1"}}, []int64{2}},
		{"quotes", "a,b\n\"1,\"\"x\"\"\n\",2\n3,\"\"\n", []string{"a", "b"}, [][]string{{"1,\"x\"\n", "2"}, {"3", ""}}, []int64{2, 4}},
		{"quoted last", "a,b\n1,\"2\"", []string{"a", "b"}, [][]string{{"1", "2"}}, []int64{2}},
		{"quoted CRLF", "a,b\r\n\"1\",\"2\"\r\n\"3\",\"4\" \r\n", []string{"a", "b"}, [][]string{{"1", "2"}, {"3", "4"}}, []int64{2, 3}},
		{"quote inside", "a,b\n5\" pipe,2\n", []string{"a", "b"}, [][]string{{"5\" pipe", "2"}}, []int64{2}},
		{"space after a closing quote", "a,b\n\"1\" ,2\n", []string{"a", "b"}, [][]string{{"1", "2"}}, []int64{2}},
		{"ragged", "a,b,c\n1\n1,2,3,4\n", []string{"a", "b", "c"}, [][]string{{"1"}, {"1", "2", "3"}}, []int64{2, 3}},
		{"blank lines", "\n\na,b\n\n1,2\n\r\n\n3,4\n\n", []string{"a", "b"}, [][]string{{"1", "2"}, {"3", "4"}}, []int64{5, 8}},
		{"blank lines of one column", "a\n1\n\n3\n\n", []string{"a"}, [][]string{{"1"}, {"3"}}, []int64{2, 4}},
		{"spaces are no row", "a,b\n  \n1\n , \n\"\",\n,,,x\n", []string{"a", "b"}, [][]string{{"1"}}, []int64{3}},
		{"two CRs", "a,b\r\r\n1,2\r\r\n\r\r\n\"3\",4\r\r\r\n", []string{"a", "b"}, [][]string{{"1", "2"}, {"3", "4"}}, []int64{2, 4}},
		{"DOS's mark of the end", "a,b\n1,2\n\x1a", []string{"a", "b"}, [][]string{{"1", "2"}}, []int64{2}},
		{"DOS's mark in the last line", "a,b\n1,2\x1a\x1a", []string{"a", "b"}, [][]string{{"1", "2"}}, []int64{2}},
		{"blanks before a quote", "a, \"b, c\"\n1, \"2, 3\"\n \t\"4\"\"\" ,x \"y\"\n", []string{"a", "b, c"}, [][]string{{"1", "2, 3"}, {"4\"", "x \"y\""}}, []int64{2, 3}},
		{"names", " a ,,a,\"b\nc\"\n1,2,3,4\n", []string{"a", "", "a", "b\nc"}, [][]string{{"1", "2", "3", "4"}}, []int64{3}},
		{"Latin-1 name", "caf\xe9,b\n1,2\n", []string{"café", "b"}, [][]string{{"1", "2"}}, []int64{2}},
		{"UTF-16", "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00", []string{"a", "b"}, [][]string{{"1", "2"}}, []int64{2}},
		{"UTF-16 big-endian", "\xfe\xff\x00a\x00\n\x007", []string{"a"}, [][]string{{"7"}}, []int64{2}},
		{
			"long cells", "a,b\n" + long + ",2\n\"" + long + "\",\"\"\"" + long + "\n\"\n5,6\n",
			[]string{"a", "b"},
			[][]string{{long, "2"}, {long, "\"" + long + "\n"}, {"5", "6"}},
			[]int64{2, 3, 5},
		},
		{"two gzip members", gz("a,b\n1,") + gz("2\n3,4\n"), []string{"a", "b"}, [][]string{{"1", "2"}, {"3", "4"}}, []int64{2, 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for how, src := range map[string]io.Reader{
				"whole":       strings.NewReader(c.in),
				"gzip":        strings.NewReader(gz(c.in)),
				"small reads": &trickle{strings.NewReader(c.in), 0},
			} {
				t.Run(how, func(t *testing.T) {
					if how == "gzip" && strings.HasPrefix(c.in, "\x1f\x8b") {
						return
					}
					h, rows, lines, err := records(src)
					if err != nil {
						t.Errorf("%s, %s: %v", c.name, how, err)
						return
					}
					if !reflect.DeepEqual(h.Columns, c.columns) || !reflect.DeepEqual(rows, c.rows) || !reflect.DeepEqual(lines, c.lines) {
						t.Errorf("%s, %s: %.200q %.200q %d,\nwant %.200q %.200q %d", c.name, how, h.Columns, rows, lines, c.columns, c.rows, c.lines)
					}
					if h.Compressed != (how == "gzip" || strings.HasPrefix(c.in, "\x1f\x8b")) {
						t.Errorf("%s, %s: Compressed = %v", c.name, how, h.Compressed)
					}
				})
			}
		})
	}
}

// trickle reads 1, 2, …, 97, 1, 2, … bytes at a time, and sometimes none.
type trickle struct {
	src io.Reader
	n   int
}

func (t *trickle) Read(b []byte) (int, error) {
	t.n = (t.n + 1) % 98
	return t.src.Read(b[:min(len(b), t.n)])
}

// TestReaderSplits moves the place where the buffer ends over every byte of a
// record, quoted cells and line ends included.
func TestReaderSplits(t *testing.T) {
	tail := "\"x\"\"y\r\n\" ,\"\",z\r\n\r\n1,\"2\",\"\"\"\"\r\n"
	for shift := range len(tail) + 4 {
		pad := strings.Repeat("p", bufferSize-len("a,b,c\n")-len(",,\n")-shift)
		_, rows, lines, err := records(strings.NewReader("a,b,c\n" + pad + ",,\n" + tail))
		if err != nil {
			t.Fatalf("shift %d: %v", shift, err)
		}
		want := [][]string{{pad, "", ""}, {"x\"y\r\n", "", "z"}, {"1", "2", "\""}}
		if !reflect.DeepEqual(rows, want) || !reflect.DeepEqual(lines, []int64{2, 3, 6}) {
			t.Fatalf("shift %d: %.60q on lines %d", shift, rows[1:], lines)
		}
	}
}

func TestReaderErrors(t *testing.T) {
	whole := gz("a,b\n" + strings.Repeat("1,2\n3,4\n", 1000))
	damaged := []byte(whole)
	damaged[len(damaged)-5]++ // the check sum
	bad := errors.New("the disk is gone")
	for _, c := range []struct {
		name string
		src  io.Reader
		code string
		line int64
		want string
	}{
		{"empty", strings.NewReader(""), fault.CodeFile, 0, "empty"},
		{"only a BOM", strings.NewReader("\ufeff"), fault.CodeFile, 0, "empty"},
		{"only line ends", strings.NewReader("\r\n\n"), fault.CodeFile, 0, "empty"},
		{"empty gzip", strings.NewReader(gz("")), fault.CodeFile, 0, "empty"},
		{"blank header", strings.NewReader(" , ,\n1,2,3\n"), fault.CodeHeader, 1, "header row is empty"},
		{"binary junk", strings.NewReader("\x01\x02\x00\x80\xff\x13junk\n\x00\x01"), fault.CodeFile, 1, "choose a text file"},
		{"NUL in a record", strings.NewReader("a,b\n1,2\n3,\x00\n"), fault.CodeFile, 3, "NUL"},
		{"workbook", strings.NewReader("PK\x03\x04..."), fault.CodeFile, 0, "Excel"},
		{"zstd", strings.NewReader("\x28\xb5\x2f\xfd..."), fault.CodeFile, 0, "zstd"},
		{"truncated gzip", strings.NewReader(whole[:len(whole)-20]), fault.CodeFile, 0, "cut short"},
		{"truncated gzip header", strings.NewReader(whole[:7]), fault.CodeFile, 0, "cut short"},
		{"damaged gzip", bytes.NewReader(damaged), fault.CodeFile, 0, "damaged"},
		{"failing reader", io.MultiReader(strings.NewReader("a,b\n1,2\n"), iotest.ErrReader(bad)), fault.CodeFile, 0, "could not be read to its end"},
		{"stuck reader", stuck{}, fault.CodeFile, 0, "could not be read to its end"},
		{"unbalanced quote", strings.NewReader("a,b\n1,2\n\"x\ny\",\"4\n5,6\n"), fault.CodeRecords, 4, "not closed"},
		{"unbalanced quote, then another", strings.NewReader("a,b\n1,\"2\n3,4\n\"5\",6\n"), fault.CodeRecords, 2, "Text follows"},
		{"text after a quote", strings.NewReader("a,b\n\n1,\"2\"x\n"), fault.CodeRecords, 3, "Text follows"},
		{"unbalanced quote in the header", strings.NewReader("a,\"b\n1,2\n"), fault.CodeRecords, 1, "not closed"},
		{"endless quote", io.MultiReader(strings.NewReader("a\n1\n\""), &endless{'\n'}), fault.CodeRecords, 3, "not closed"},
		{"endless record", io.MultiReader(strings.NewReader("a\n1\n"), &endless{'7'}), fault.CodeRecords, 3, "16 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, _, err := records(c.src)
			var e *fault.Error
			if !errors.As(err, &e) || e.Code != c.code || e.Line != c.line || !strings.Contains(e.Message, c.want) {
				t.Errorf("%s: %+v (%v), want code %s, line %d, %q", c.name, e, err, c.code, c.line, c.want)
			}
			if c.name == "failing reader" && !errors.Is(err, bad) {
				t.Errorf("the cause is lost: %v", err)
			}
		})
	}
}

// An error in a cell names its column, by number and, below the header, by name.
func TestErrorsNameTheColumn(t *testing.T) {
	for in, want := range map[string]struct {
		cell   int
		column string
	}{
		"a,b\n1,2\n\"x\ny\",\"4\n5,6\n": {2, "b"},
		"a;b;c\n1;\"2\"x;3\n":           {2, "b"},
		"a\tb\n1\t2\t\"3\n":             {3, ""},
		"a,\"b\n1,2\n":                  {2, ""},
	} {
		t.Run(in, func(t *testing.T) {
			_, _, _, err := records(strings.NewReader(in))
			var e *fault.Error
			if !errors.As(err, &e) || e.Cell != want.cell || e.Column != want.column || e.Expected == "" || e.Found == "" {
				t.Errorf("%q: %+v, want column %d, %q", in, e, want.cell, want.column)
			}
		})
	}
}

type endless struct{ c byte }

func (e *endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = e.c
	}
	return len(b), nil
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// TestReaderHeaderOnly: the header can be read where the records cannot.
func TestReaderHeaderOnly(t *testing.T) {
	r, err := NewReader(strings.NewReader("a;b\n\"x\n"))
	if err != nil {
		t.Fatal(err)
	}
	if h := r.Header(); !reflect.DeepEqual(h, Header{Columns: []string{"a", "b"}, Delimiter: ";"}) {
		t.Errorf("Header = %+v", h)
	}
}

// FuzzReader: what both this reader and encoding/csv accept has the same
// records. Known differences are kept out: encoding/csv has no empty record in a
// single column, refuses quotes inside a cell, has CRLF in a quoted cell as LF, and
// does not know CR alone.
func FuzzReader(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "a\n\"x\"\"y\"\n", "a,b\r\n\"1\n2\",\r\n\n3", "a,b,c\n,,\n1\n1,2,3,4\n", "a, b\n\" 1\",\"\"\n", " \n0,0"} {
		f.Add(s, uint8(1))
	}
	f.Fuzz(likeCSV)
}

// likeCSV compares the records of a text, read in chunks, with those of encoding/csv, where both accept it.
func likeCSV(t *testing.T, in string, chunk uint8) {
	t.Helper()
	h, rows, lines, err := records(&trickle{strings.NewReader(in), int(chunk % 98)})
	if err != nil {
		var e *fault.Error
		if !errors.As(err, &e) {
			t.Fatalf("not an *fault.Error: %v", err)
		}
		return
	}
	if len(h.Columns) == 1 || h.Delimiter != "," || h.Compressed || strings.HasPrefix(in, "\ufeff") || strings.HasPrefix(in, "sep=") ||
		strings.Contains(strings.ReplaceAll(in, "\r\n", ""), "\r") || !utf8.ValidString(in) || strings.Contains(in, "\x1a") {
		return
	}
	std := csv.NewReader(strings.NewReader(in))
	std.FieldsPerRecord = -1
	var names []string
	for err == nil && strings.Join(names, "") == "" { // a line of blanks names nothing
		names, err = std.Read()
		for i := range names {
			names[i] = strings.TrimFunc(names[i], outer)
		}
	}
	if err != nil || !reflect.DeepEqual(names, h.Columns) && !strings.Contains(in, "\r\n") {
		if err == nil {
			t.Fatalf("columns %q, encoding/csv has %q", h.Columns, names)
		}
		return
	}
	for i := 0; ; i++ {
		row, err := std.Read()
		for err == nil && strings.Trim(strings.Join(row[:min(len(row), len(h.Columns))], ""), " \t\r") == "" { // no record
			row, err = std.Read()
		}
		if err == io.EOF && i == len(rows) {
			return
		}
		var refused *csv.ParseError
		if errors.As(err, &refused) {
			return
		}
		if err != nil || i >= len(rows) {
			t.Fatalf("row %d: encoding/csv gives %q, %v; there are %d", i, row, err, len(rows))
		}
		want := make([]string, min(len(row), len(h.Columns)))
		copy(want, row)
		got := make([]string, len(rows[i]))
		for j := range got {
			got[j] = strings.ReplaceAll(rows[i][j], "\r\n", "\n")
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("row %d: %q, encoding/csv has %q", i, got, want)
		}
		if line, _ := std.FieldPos(0); int64(line) != lines[i] {
			t.Fatalf("row %d: line %d, encoding/csv says %d", i, lines[i], line)
		}
	}
}

// Of texts that are mostly well formed the records are those of encoding/csv, wherever quotes, ends of lines and chunks fall.
func TestReaderIsLikeCSV(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	cells := []string{"", "1", "abc", "eight ch", "more than eight", "\"\"", "\"a\"", "\"a,b\"", "\"x\"\"y\"", "\"\"\"\"", "\"1\n2\"", "\"1\r\n\n2\"", " ", " x ", "\"\"\"q\"\"\"", "é", "0123456\t"}
	for range 6000 {
		var b strings.Builder
		columns := 2 + rng.IntN(3)
		for row := range 1 + rng.IntN(7) {
			n := columns
			if row > 0 && rng.IntN(6) == 0 {
				n = rng.IntN(6)
			}
			for i := range n {
				if i > 0 {
					b.WriteByte(',')
				}
				if row == 0 {
					fmt.Fprintf(&b, "c%d", i)
				} else {
					b.WriteString(cells[rng.IntN(len(cells))])
				}
			}
			if rng.IntN(12) > 0 || row == 0 {
				b.WriteString([]string{"\n", "\n", "\r\n", "\n\n"}[rng.IntN(4)])
			} else {
				break
			}
		}
		likeCSV(t, b.String(), uint8(1+rng.IntN(97)))
	}
}

func TestReaderManyColumns(t *testing.T) {
	const n = 10000
	var b strings.Builder
	for row := range 20 {
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			if row == 0 {
				b.WriteByte('c')
			}
			fmt.Fprint(&b, i+row)
		}
		b.WriteByte('\n')
	}
	h, rows, _, err := records(strings.NewReader(b.String()))
	if err != nil || len(h.Columns) != n || len(rows) != 19 || rows[18][n-1] != fmt.Sprint(n-1+19) {
		t.Errorf("%d columns, %d rows, %v", len(h.Columns), len(rows), err)
	}
}

// One row's cell must not change how other rows are read: the first row alone
// tells how lines end.
func TestLineEndIsTheHeaders(t *testing.T) {
	file := func(note string) string {
		return "note,a\r" + strings.Repeat("x,1\r", 500) + note + ",2\r" + strings.Repeat("x,1\r", 500)
	}
	for _, note := range []string{"x", "\"x\ny\"", "\"x\r\ny\"", "\"x\"\"\ny\""} {
		r, err := NewReader(strings.NewReader(file(note)))
		if err != nil {
			t.Fatal(err)
		}
		records := 0
		for {
			rec, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if want := map[bool]string{true: "2", false: "1"}[records == 500]; string(rec.Cell(1)) != want {
				t.Fatalf("note %q: record %d has %q, want %q", note, records, rec.Cell(1), want)
			}
			records++
		}
		if records != 1001 {
			t.Errorf("note %q: %d records, want 1001", note, records)
		}
	}
	for header, want := range map[string]byte{
		"a,b\r1,2\n": '\r', "a,b\r\n": '\n', "a,b\n\r": '\n', "\"a\nb\",c\r1": '\r', "\"a\"\"\r\",c\n\r": '\n', "5\" pipe,c\rx\n": '\r', "a": '\n',
	} {
		t.Run(header, func(t *testing.T) {
			if got := lineEnd([]byte(header), '"'); got != want {
				t.Errorf("%q: lines end in %q, want %q", header, got, want)
			}
		})
	}
}
