package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"privatepca/core/schema"
)

// An oddity is one way in which tables are not plain CSV: what it makes of a text, and what is to be guessed.
type oddity struct {
	name  string
	alter func(text string) string
	guess func(d *schema.Dialect)
	doubt string // "" where the first row is certain
}

func encoded(e interface{ String(string) (string, error) }) func(string) string {
	return func(text string) string {
		out, err := e.String(text)
		if err != nil {
			panic(err)
		}
		return out
	}
}

// oddities are in the order in which a program would make them: numbers, cells, lines, bytes.
var oddities = func() []oddity {
	none := func(*schema.Dialect) {}
	separated := func(d, decimal, group string) func(string) string {
		return func(text string) string {
			var b strings.Builder
			for _, line := range strings.SplitAfter(text, "\n") {
				for i, cell := range strings.Split(line, ",") {
					if i > 0 {
						b.WriteString(d)
					}
					whole, fraction, ok := strings.Cut(cell, ".")
					if group != "" && len(whole) > 3 && strings.Trim(whole, "0123456789") == "" {
						whole = whole[:len(whole)-3] + group + whole[len(whole)-3:]
					}
					b.WriteString(whole)
					if ok {
						b.WriteString(decimal + fraction)
					}
				}
			}
			return b.String()
		}
	}
	return []oddity{
		{"plain", func(s string) string { return s }, none, ""},
		{"semicolons and decimal commas", separated(";", ",", ""), none, ""},
		{"grouped by points", separated(";", ",", "."), func(d *schema.Dialect) { d.Decimal, d.Grouping = ",", "." }, DoubtNumbers},
		{"grouped by apostrophes", separated("\t", ".", "'"), func(d *schema.Dialect) { d.Decimal, d.Grouping = ".", "'" }, DoubtNumbers},
		{"pipes", separated("|", ".", ""), none, ""},
		{"two title lines", func(s string) string { return "Prices by city\nSource, the city of 2024\n" + s }, func(d *schema.Dialect) { d.Skip = 2 }, DoubtHeader},
		{"Windows lines", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }, none, ""},
		{"UTF-16 with its mark", encoded(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()), none, ""},
		{"UTF-16 without it", encoded(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder()), func(d *schema.Dialect) { d.Encoding = schema.UTF16BE }, ""},
		{"Windows-1252", encoded(charmap.Windows1252.NewEncoder()), func(d *schema.Dialect) { d.Encoding = schema.Windows1252 }, DoubtEncoding},
	}
}

// Each oddity alone and in pairs is guessed, with at most one question each, and the guess reads the plain table.
func TestMessyTables(t *testing.T) {
	var b strings.Builder
	b.WriteString("name,größe,price\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%s,%d.25,%d.5\n", []string{"Köln", "Šibenik", "Évry"}[i%3], i%3, 900+100*i)
	}
	plain := b.String()
	want := digestOf(t, plain, citySchema(schema.Dialect{}))
	tables := 0
	all := oddities()
	for i := range all {
		for j := i; j < len(all); j++ {
			a, b := all[i], all[j]
			if i == j {
				b = all[0]
			}
			if sameStep(a.name, b.name) {
				continue
			}
			text, d, doubts := plain, schema.Dialect{}, []string{}
			for _, o := range []oddity{a, b} {
				text = o.alter(text)
				o.guess(&d)
				if o.doubt != "" {
					doubts = append(doubts, o.doubt)
				}
			}
			g := Sniff(strings.NewReader(text))
			slices.Sort(doubts)
			slices.Sort(g.Doubts)
			if !slices.Equal(g.Doubts, doubts) {
				t.Errorf("%s, %s: asked about %v, want %v", a.name, b.name, g.Doubts, doubts)
			}
			if g.Dialect != d && !(g.Dialect.Delimiter != "" && d.Skip > 0) {
				t.Errorf("%s, %s: guessed %+v, want %+v", a.name, b.name, g.Dialect, d)
			}
			if got := digestOf(t, text, citySchema(g.Dialect)); got != want {
				t.Errorf("%s, %s: the guess reads another table", a.name, b.name)
			}
			if rows, header := First(strings.NewReader(text), g.Dialect, 5, 9); len(rows) != 5 || len(rows[header]) != 3 || rows[header][0] != "name" {
				t.Errorf("%s, %s: the first rows are %v", a.name, b.name, rows)
			}
			tables++
		}
	}
	if tables < 20 {
		t.Errorf("%d tables", tables)
	}
}

// sameStep tells oddities that exclude each other: a program writes one of them.
func sameStep(a, b string) bool {
	for _, step := range [][]string{
		{"semicolons and decimal commas", "grouped by points", "grouped by apostrophes", "pipes"},
		{"UTF-16 with its mark", "UTF-16 without it", "Windows-1252"},
	} {
		if a != b && slices.Contains(step, a) && slices.Contains(step, b) {
			return true
		}
	}
	return false
}

// What only looks odd is left to the first row.
func TestNoNeedlessQuestions(t *testing.T) {
	for name, text := range map[string]string{
		"years as names":      "land,2019,2020\nA,1,2\nB,3,4\n",
		"one column":          "name\nKöln\nÉvry\n",
		"one row":             "a,b\n",
		"row names of R":      "x,y\na,1,2\nb,3,4\nc,5,6\n",
		"ragged rows":         "a,b,c\n1,2\n1,2,3\n1,2,3,4\n1,2,3\n",
		"three decimals":      "a;b\n1.234;2.5\n1.5;0.125\n",
		"decimals by comma":   "a;b\n1,234;2,5\n1,5;0,125\n",
		"points beside comma": "a,b\n1.234,2.345\n3.456,1.111\n",
		"empty":               "",
	} {
		if g := Sniff(strings.NewReader(text)); len(g.Doubts) > 0 || g.Dialect != (schema.Dialect{}) {
			t.Errorf("%s: %+v", name, g)
		}
	}
	for text, want := range map[string]bool{"a,b\n": true, "a,b": true, "Title\n\na;b\n": true, "a,b\n1,2": false, "a\n\n": true, "": false, "a,b\r\n\r\n": true, "\"a\nb\",c\n": false} {
		if g := Sniff(strings.NewReader(text)); g.Empty != want {
			t.Errorf("%q: empty is %v", text, g.Empty)
		}
	}
	g := Sniff(strings.NewReader("1,2\n3,4\n"))
	if !g.Dialect.NoHeader || !slices.Equal(g.Doubts, []string{DoubtHeader}) {
		t.Errorf("no header: %+v", g)
	}
}

// No start of a file ends the guess, and the rows that are shown are few and short.
func FuzzSniff(f *testing.F) {
	f.Add([]byte("a,b\n1,\"2\n"))
	f.Add([]byte("\xff\xfea\x00"))
	f.Add([]byte("\x1f\x8b\x08"))
	f.Add([]byte("title\n\na;b\n1.234,5;2\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		g := Sniff(strings.NewReader(string(text)))
		rows, header := First(strings.NewReader(string(text)), g.Dialect, 8, 30)
		if len(rows) > 8 || header > len(rows) {
			t.Fatalf("%d rows, header %d", len(rows), header)
		}
		for _, row := range rows {
			for _, c := range row {
				if len(row) > 30 || len([]rune(c)) > 40 {
					t.Fatalf("a row of %d cells, a cell of %d bytes", len(row), len(c))
				}
			}
		}
	})
}
