package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// body is of rows of an age, a height, a date and an answer.
func body(n int, before, after string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d,%d.5,2020-%02d-11,%s%s\n", before, 20+i*7%50, 150+i*13%40, 1+i%12, []string{"yes", "no"}[i%2], after)
	}
	return b.String()
}

// Each doubtful shape is asked about, with the answer that reads the plain table; what only looks odd is not.
func TestDoubtfulShapes(t *testing.T) {
	header := "age,height,seen,smoker\n"
	s := schema.New(num("age", 0, 120), num("height", 100, 250), cat("smoker", "yes", "no"))
	numbered := func(n int) string {
		var b strings.Builder
		for i, line := range strings.SplitAfter(strings.TrimSuffix(body(n, "", ""), "\n"), "\n") {
			fmt.Fprintf(&b, "p%d,%s", i+1, line)
		}
		return b.String()
	}
	want := digestOf(t, header+body(40, "", ""), s)
	for name, c := range map[string]struct {
		text    string
		doubt   string // of Shape
		ending  int
		dialect schema.Dialect
	}{
		"plain":                    {text: header + body(40, "", "")},
		"an empty cell at the end": {text: header + body(40, "", ",")},
		"empty cells at the end":   {text: header + body(40, "", ",, ,")},
		"R's write.table":          {text: header + numbered(40), doubt: schema.DoubtRowNames, dialect: schema.Dialect{RowNames: true}},
		"R's write.table, spaces":  {text: strings.ReplaceAll(header+numbered(40), ",", " "), doubt: "delimiter row-names", dialect: schema.Dialect{Delimiter: " ", RowNames: true}},
		"spaces and quotes":        {text: "\"age\" \"height\" \"seen\" \"smoker\"\n" + strings.ReplaceAll(strings.ReplaceAll(body(40, "", ""), "yes", "\"yes\""), ",", " "), doubt: schema.DoubtDelimiter, dialect: schema.Dialect{Delimiter: " "}},
		"units":                    {text: header + "years,cm,,\n" + body(40, "", ""), doubt: schema.DoubtBelow, dialect: schema.Dialect{Below: 1}},
		"questions and ids":        {text: header + "How old?,\"How tall,\nin cm?\",When?,Smoke?\n\"{\"\"id\"\":1}\",q2,q3,q4\n" + body(40, "", ""), doubt: schema.DoubtBelow, dialect: schema.Dialect{Below: 2}},
		"a comment":                {text: "# made, by, a program\n" + header + "# and, here, a note\n" + body(40, "", ""), doubt: schema.DoubtComment, dialect: schema.Dialect{Comment: "#"}},
		"a total":                  {text: header + body(40, "", "") + "Total,,,\n", ending: 1, dialect: schema.Dialect{End: 1}},
		"a sum and a source":       {text: header + body(40, "", "") + "1800,6800,,Sum\n,,,\n\"Source: a survey, 2024\"\n", ending: 2, dialect: schema.Dialect{End: 2}},
		"notes":                    {text: header + body(40, "", "") + "* weighed in spring\n** asked by telephone\n\n", ending: 2, dialect: schema.Dialect{End: 2}},
		"a total with CR CR LF":    {text: strings.ReplaceAll(header+body(40, "", "")+"Summe:,,,\n", "\n", "\r\r\n"), ending: 1, dialect: schema.Dialect{End: 1}},
		"two rows of names":        {text: "person,body,,habits\nage,height,seen,smoker\n" + body(40, "", ""), doubt: schema.DoubtBelow, dialect: schema.Dialect{HeaderRows: 2}},
		"merged cells at the end":  {text: "person,body,,habits\nage,height,seen,smoker,since\n" + body(40, "", ",2001"), doubt: schema.DoubtBelow, dialect: schema.Dialect{HeaderRows: 2}},
		"the number of rows":       {text: header + body(40, "", "") + "\n(40 rows affected)\n", ending: 1, dialect: schema.Dialect{End: 1}},
		"apostrophes":              {text: strings.ReplaceAll(header+body(40, "", ""), "yes", "'yes'"), dialect: schema.Dialect{Quote: "'"}},
		"lines of comments":        {text: header + strings.ReplaceAll(body(40, "", ""), "\n", "\n//x,\"y\n"), dialect: schema.Dialect{Comment: "//"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := *s
			s.Fields = slices.Clone(s.Fields)
			if c.dialect.HeaderRows == 2 {
				s.Fields[0].Name, s.Fields[1].Name, s.Fields[2].Name = "person: age", "body: height", "habits: smoker"
			}
			g := Shape(strings.NewReader(c.text), schema.Dialect{})
			if got := strings.Join(g.Doubts, " "); got != c.doubt {
				t.Errorf("%s: asked %q, want %q", name, got, c.doubt)
			}
			if c.doubt != "" && g.Dialect != c.dialect {
				t.Errorf("%s: guessed %+v", name, g.Dialect)
			}
			s.Dialect = c.dialect
			if again := Shape(strings.NewReader(c.text), c.dialect); len(again.Doubts) > 0 {
				t.Errorf("%s: answered, and asked %v again", name, again.Doubts)
			}
			got := digestOf(t, c.text, &s)
			if got != want {
				t.Errorf("%s: as the dialect says it is another table", name)
			}
			for dialect, n := range map[schema.Dialect]int{{Delimiter: c.dialect.Delimiter, Comment: c.dialect.Comment, Below: c.dialect.Below, Quote: c.dialect.Quote, RowNames: c.dialect.RowNames, HeaderRows: c.dialect.HeaderRows}: c.ending, c.dialect: 0, {Delimiter: c.dialect.Delimiter, AsWritten: true}: 0} {
				t.Run(fmt.Sprint(dialect), func(t *testing.T) {
					for _, chunk := range []int{7, 1 << 16} {
						r, err := NewReaderIn(&trickle{strings.NewReader(c.text), chunk}, dialect)
						for err == nil {
							_, err = r.Next()
						}
						if got := r.Ending(); got != n {
							t.Errorf("%s: %d lines at the end, want %d", name, got, n)
						}
					}
				})
			}
			if g := Shape(strings.NewReader(c.text), schema.Dialect{AsWritten: true}); len(g.Doubts) > 0 {
				t.Errorf("%s: asked %v where all is as it is written", name, g.Doubts)
			}
		})
	}
}

// The first line is a record where a cell of it cannot be a name, or stands again below it.
func TestHeaderIsARecord(t *testing.T) {
	rows := "yes,1940-01-17,p1@example.org\nno,1950-02-11,p2@example.org\nyes,1960-03-12,p3@example.org\nno,1970-04-13,p4@example.org\n"
	for text, want := range map[string]bool{
		rows:                                true,
		"smoker,born,mail\n" + rows:         false,
		"1.2.1950,x,y\n3.4.1960,a,b\n":      true,
		"id,x\nid,x\n1,2\n":                 true, // a header twice
		"a,NA\nb,2\nc,3\n":                  true,
		"123456,a\n234567,b\n":              true,
		"land,2019,2020\nA,1,2019\nB,3,4\n": false,
		"a.b,c-d-e\n1,2\n3,4\n":             false,
		"q1@2,b\n1,2\n":                     false,
		"v1.0.2,b\n1,2\n":                   false,
	} {
		t.Run(text, func(t *testing.T) {
			g := Shape(strings.NewReader(text), schema.Dialect{})
			if got := g.Dialect.NoHeader && slices.Contains(g.Doubts, schema.DoubtHeader); got != want {
				t.Errorf("%q: %+v", text, g)
			}
		})
	}
}

// What ends a table like any other row is a record.
func TestOrdinaryEndings(t *testing.T) {
	header := "name,kind,n\n"
	for name, text := range map[string]string{
		"a level of that name": header + strings.Repeat("a,Total,1\nb,Part,2\n", 20) + "c,Total,3\n",
		"a person of an id":    header + strings.Repeat("a,x,1\nb,y,2\n", 20) + "1041,,\n",
		"two columns":          "name,n\n" + strings.Repeat("a,1\n", 20) + "b,\n",
		"few cells everywhere": header + strings.Repeat("a,,\n,b,\n", 20),
		"one record":           header + "Total,,\n",
	} {
		t.Run(name, func(t *testing.T) {
			r, err := NewReader(strings.NewReader(text))
			for err == nil {
				_, err = r.Next()
			}
			if n := r.Ending(); n != 0 {
				t.Errorf("%s: %d", name, n)
			}
		})
	}
	// A total is found beyond the reader's first buffer, too.
	r, err := NewReader(strings.NewReader(header + strings.Repeat("a,x,1\n", 100000) + "Total,,\n"))
	for err == nil {
		_, err = r.Next()
	}
	if n := r.Ending(); n != 1 {
		t.Errorf("a large file: %d", n)
	}
}

// The first rows are the records that are summed, in whatever dialect: each shown cell is the record's.
func TestFirstRowsAreTheRecords(t *testing.T) {
	text := "# x\na,b\nunit,unit\n'1;2', 3\n#no\n4,\u00a05\n,\n6,7,8\nTotal,\n"
	for _, d := range []schema.Dialect{
		{}, {Comment: "#"}, {Comment: "#", Below: 1}, {Comment: "#", Below: 1, Quote: "'", End: 1}, {Skip: 1, RowNames: true}, {Skip: 1, HeaderRows: 2}, {NoHeader: true}, {Skip: 1, Quote: "none"},
	} {
		t.Run(fmt.Sprint(d), func(t *testing.T) {
			rows, header := First(strings.NewReader(text), d, 20, 20)
			r, err := NewReaderIn(strings.NewReader(text), d)
			if err != nil {
				t.Fatal(err)
			}
			at := header
			if header >= 0 && !slices.Equal(rows[header], r.Header().Columns) {
				t.Errorf("%+v: names %q", d, rows[header])
			}
			for {
				record, err := r.Next()
				if err != nil {
					break
				}
				at++
				var want []string
				for i := range min(record.Len(), len(r.Header().Columns)) {
					want = append(want, string(record.Cell(i)))
				}
				if at >= len(rows) || !slices.Equal(rows[at], want) {
					t.Fatalf("%+v: shown %q, read %q", d, rows, want)
				}
			}
			if at != len(rows)-1 {
				t.Errorf("%+v: %d rows are shown, %d read", d, len(rows), at+1)
			}
		})
	}
}

// Any text and any dialect: nothing panics, the answer to a doubt is a dialect that can be stated, and asking again about it ends.
func FuzzShape(f *testing.F) {
	f.Add([]byte("a,b\n1,2,3\n4,5,6\n"), 0, 0, "", false)
	f.Add([]byte("# c\na,b\nx,y\n1,2\nTotal,\n\x1a"), 1, 1, "#", true)
	f.Fuzz(func(t *testing.T, text []byte, below, end int, comment string, apostrophes bool) {
		d := schema.Dialect{Below: below, End: end, Comment: comment}
		if apostrophes {
			d.Quote = "'"
		}
		if d.Problem() != "" {
			return
		}
		for range 20 {
			g := Shape(strings.NewReader(string(text)), d)
			if len(g.Doubts) == 0 || g.Dialect == d {
				break
			}
			if wrong := g.Dialect.Problem(); wrong != "" {
				t.Fatalf("%+v: %s", g, wrong)
			}
			d = g.Dialect
		}
		r, err := NewReaderIn(&trickle{strings.NewReader(string(text)), 1 + len(text)%9}, d)
		n := 0
		for ; err == nil; n++ {
			_, err = r.Next()
		}
		if r != nil && r.Ending() > mostEnd {
			t.Fatal("more lines at the end than are looked at")
		}
		First(strings.NewReader(string(text)), d, 8, 30)
	})
}
