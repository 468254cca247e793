package dataset

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/core/schema"
)

// A column that names the person is found wherever it stands; a name that stands twice is refused at its second place.
func TestPlacesOfColumns(t *testing.T) {
	for place, columns := range [][]string{{"id", "a", "b"}, {"a", "id", "b"}, {"a", "b", "id"}} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			s := schema.New()
			s.PersonColumn = " id "
			p, err := NewPersons(s, Header{Columns: columns})
			if err != nil || p.index != place {
				t.Errorf("%v: %+v, %v", columns, p, err)
			}
		})
	}
	s := schema.New()
	s.PersonColumn = "nobody"
	if _, err := NewPersons(s, Header{Columns: []string{"id"}}); err == nil {
		t.Error("a person's column that is absent was found")
	}
	for columns, cell := range map[string]int{"a b a": 3, "b a a": 3, "a a b": 2, "b a c a": 4} {
		t.Run(columns, func(t *testing.T) {
			_, err := find("a", Header{Columns: strings.Fields(columns)})
			var e *fault.Error
			if !errors.As(err, &e) || e.Cell != cell || e.Column != "a" {
				t.Errorf("%s: %+v", columns, err)
			}
		})
	}
}

// A column is found whether letters and marks stand together or apart in its name, in the header or in the schema; a header shows them together.
func TestNamesOfTheSameLetters(t *testing.T) {
	const together, apart = "gr\u00f6\u00dfe", "gro\u0308\u00dfe"
	want := digestOf(t, together+",x\n170,1\n180,2\n", schema.New(num(together, 100, 250), num("x", 0, 9)))
	for _, c := range []struct{ header, stated string }{{together, apart}, {apart, together}, {apart, apart}, {"\u00a0" + apart + " ", "\u200b" + together}} {
		t.Run(c.header+" "+c.stated, func(t *testing.T) {
			text := c.header + ",x\n170,1\n180,2\n"
			if got := digestOf(t, text, schema.New(num(c.stated, 100, 250), num("x", 0, 9))); got != want {
				t.Error("it is another table")
			}
			r, err := NewReader(strings.NewReader(text))
			if err != nil || r.Header().Columns[0] != together {
				t.Errorf("%+q, %v", r.Header().Columns, err)
			}
		})
	}
}

// The text of a run is read to its end, with its last line's mark or without, whether or not there is room behind it; and it is read
// with what is behind it left alone, where it must be copied.
func TestRunIsReadToItsEnd(t *testing.T) {
	r, err := NewReader(strings.NewReader("a,b\n1,2\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"1,2\n3,4\n", "1,2\n3,4"} {
		for _, room := range []int{0, 4 * padding} {
			whole := append(make([]byte, 0, len(text)+room), text...)
			behind := whole[len(whole):cap(whole)]
			for i := range behind {
				behind[i] = '7'
			}
			var got []string
			part := NewRunReader(r.Dialect(), Run{Text: whole, Line: 2})
			for {
				rec, err := part.Next()
				if err != nil {
					break
				}
				got = append(got, string(rec.Cell(0))+"|"+string(rec.Cell(1)))
			}
			if want := []string{"1|2", "3|4"}; !slices.Equal(got, want) {
				t.Errorf("%q with room for %d: %q", text, room, got)
			}
			if !strings.HasSuffix(text, "\n") && room > 0 && behind[0] != '7' {
				t.Errorf("%q: what stands behind the text was written over", text)
			}
		}
	}
}

// A single decimal comma, beside no decimal point, is one; with a point it is none.
func TestOneDecimalComma(t *testing.T) {
	for text, want := range map[string]string{
		"a\tb\n1,5\t2\n3\t4\n":   ",",
		"a\tb\n1,5\t2\n3.5\t4\n": "",
		"a\tb\n1\t2\n3\t4\n":     "",
	} {
		t.Run(text, func(t *testing.T) {
			if g := Sniff(strings.NewReader(text)); g.Dialect.Decimal != want {
				t.Errorf("%q: the decimal mark is %q, want %q", text, g.Dialect.Decimal, want)
			}
		})
	}
}

// The column that names public rows is the first that neither a number nor a category is read from; there is none where all are.
func TestTheColumnThatNames(t *testing.T) {
	s := schema.New(num("a", 0, 1), num("b", 0, 1), cat("c", "x", "y"), cat("d", "x", "y"))
	for columns, want := range map[string]int{"a b c d": -1, "id a b c d": 0, "a id b c d": 1, "a b id c d": 2, "a b c d id": 4, "c d a x b y": 3, "d b c a": -1} {
		t.Run(columns, func(t *testing.T) {
			h := Header{Columns: strings.Fields(columns)}
			e, err := NewEncoder(s, h)
			if err != nil {
				t.Fatal(err)
			}
			if got := nameColumn(e, h); got != want {
				t.Errorf("%d, want %d", got, want)
			}
		})
	}
}
