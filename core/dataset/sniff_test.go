package dataset

import (
	"slices"
	"strings"
	"testing"

	"privatepca/core/dataset/datasettest"
	"privatepca/core/schema"
)

// Each oddity alone and in pairs is guessed, with at most one doubt of a kind, and the guess reads the plain table.
func TestMessyTables(t *testing.T) {
	want := digestOf(t, datasettest.PlainTable(), citySchema(schema.Dialect{}))
	tables := datasettest.MessyTables()
	for _, m := range tables {
		g := Sniff(strings.NewReader(m.Text))
		slices.Sort(m.Doubts)
		slices.Sort(g.Doubts)
		if !slices.Equal(g.Doubts, m.Doubts) {
			t.Errorf("%s: in doubt about %v, want %v", m.Name, g.Doubts, m.Doubts)
		}
		if g.Dialect != m.Dialect && !(g.Dialect.Delimiter != "" && m.Dialect.Skip > 0) {
			t.Errorf("%s: guessed %+v, want %+v", m.Name, g.Dialect, m.Dialect)
		}
		s := citySchema(g.Dialect)
		for i := range s.Fields {
			if s.Fields[i].Name == "price" {
				s.Fields[i].Name = m.Price
			}
		}
		if got := digestOf(t, m.Text, s); got != want {
			t.Errorf("%s: the guess reads another table", m.Name)
		}
		if rows, header := First(strings.NewReader(m.Text), g.Dialect, 5, 9); len(rows) != 5 || len(rows[header]) != 3 || rows[header][0] != "name" {
			t.Errorf("%s: the first rows are %v", m.Name, rows)
		}
	}
	if len(tables) < 20 {
		t.Errorf("%d tables", len(tables))
	}
}

// What only looks odd is left to the first row.
func TestNoNeedlessQuestions(t *testing.T) {
	for name, text := range map[string]string{
		"years as names":      "land,2019,2020\nA,1,2\nB,3,4\n",
		"one column":          "name\nKöln\nÉvry\n",
		"one row":             "a,b\n",
		"ragged rows":         "a,b,c\n1,2\n1,2,3\n1,2,3,4\n1,2,3\n",
		"three decimals":      "a;b\n1.234;2.5\n1.5;0.125\n",
		"decimals by comma":   "a;b\n1,234;2,5\n1,5;0,125\n",
		"points beside comma": "a,b\n1.234,2.345\n3.456,1.111\n",
		"empty":               "",
		"row names of pandas": ",x\na,1\nb,2\nc,3\n",
		"columns of nothing":  "x,,,,\n1,,,,\n2,,,,\n3,,,,\n",
		"gaps in the records": "a,b,c,d\n1,,,\n,,,\n,2,3,4\n",
	} {
		t.Run(name, func(t *testing.T) {
			if g := Sniff(strings.NewReader(text)); len(g.Doubts) > 0 || g.Dialect != (schema.Dialect{}) {
				t.Errorf("%s: %+v", name, g)
			}
		})
	}
	for text, want := range map[string]bool{"a,b\n": true, "a,b": true, "Title\n\na;b\n": true, "a,b\n1,2": false, "a\n\n": true, "": false, "a,b\r\n\r\n": true, "\"a\nb\",c\n": false} {
		t.Run(text, func(t *testing.T) {
			if g := Sniff(strings.NewReader(text)); g.Empty != want {
				t.Errorf("%q: empty is %v", text, g.Empty)
			}
		})
	}
	if g := Sniff(strings.NewReader("1,2\n")); g.Dialect.NoHeader { // of one row nothing can be told
		t.Errorf("%+v", g)
	}
	g := Sniff(strings.NewReader("1,2\n3,4\n"))
	if !g.Dialect.NoHeader || !slices.Equal(g.Doubts, []string{schema.DoubtHeader}) {
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
