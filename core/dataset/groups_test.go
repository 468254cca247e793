package dataset

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// However few rows are held at a time, the irregular cells of all are counted, each once.
func TestIrregularitiesOfHeldRows(t *testing.T) {
	s := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 1})
	s.NormRule = schema.Pairs
	text := "x\n" + strings.Repeat("many\n1\n.5\n", 40)
	_, all, _ := pairsOf(t, text, s, 7, 0, allBits)
	_, few, readings := pairsOf(t, text, s, 7, 5, allBits)
	if !reflect.DeepEqual(all, few) || len(all.Irregularities) != 1 || all.Irregularities[0].Count != 40 || readings < 3 {
		t.Errorf("%+v, and in %d readings %+v", all, readings, few)
	}
}

// A date that makes two features is missing once.
func TestCyclicDateIsMissingOnce(t *testing.T) {
	s := schema.New(schema.Field{Name: "x", Kind: schema.Date, Part: schema.MonthCycle})
	s.MissingValues = []string{"NaD"}
	sum, err := Read(strings.NewReader("x\nNaD\n2000-01-05\nno day\n"), s, func([]int16) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range sum.Irregularities {
		if i.Count != 1 {
			t.Errorf("%+v", i)
		}
	}
	if len(sum.Irregularities) != 2 { // one is missing, one is no date
		t.Errorf("%+v", sum.Irregularities)
	}
}

// Behind the decimal mark stand plain digits, and no character whose last byte is one.
func TestGroupedNumberBehindItsMark(t *testing.T) {
	commas := &grouping{',', '.'}
	for _, cell := range []string{"1,000.5\u0130", "1,000.\u0135", "1,000.5,0"} {
		if x, v := commas.parse([]byte(cell), '.'); v != isUnparsable {
			t.Errorf("%q is %v (%d)", cell, x, v)
		}
	}
}

// Rows depend on each other in pairs, and where a column names persons; there each part of a file is refused.
func TestWhatCannotBeDivided(t *testing.T) {
	for _, pairs := range []bool{false, true} {
		for _, person := range []string{"", "p"} {
			s := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 1})
			if s.PersonColumn = person; pairs {
				s.NormRule = schema.Pairs
			}
			want := !pairs && person == ""
			if Divisible(s) != want {
				t.Errorf("pairs %v, person %q: divisible %v", pairs, person, !want)
			}
			func() {
				defer func() {
					if said := recover(); (said == "dataset: rows of this schema depend on each other") == want {
						t.Errorf("pairs %v, person %q: %v", pairs, person, said)
					}
				}()
				NewPart(s, Dialect{Header: Header{Columns: []string{"x", "p"}, Delimiter: ","}})
			}()
		}
	}
}

// The levels of any number of columns come back from a packed row.
func TestPackedLevels(t *testing.T) {
	var fields []schema.Field
	for i := range 11 {
		fields = append(fields, schema.Field{Name: fmt.Sprint("c", i), Kind: schema.Category, Enum: []string{"a", "b", "c"}})
	}
	s := schema.New(fields...)
	e, err := NewEncoder(s, Header{Columns: strings.Split("c0,c1,c2,c3,c4,c5,c6,c7,c8,c9,c10", ","), Delimiter: ","})
	if err != nil {
		t.Fatal(err)
	}
	for i := range e.categories {
		e.categories[i].level = i%3 - 1
	}
	held := rows{width: 1 + 3}
	held.pack(e, 0)
	row := held.row(0)
	for i := range e.categories {
		if got := levelIn(row, 0, i); got != i%3-1 {
			t.Errorf("column %d has the level %d, want %d", i, got, i%3-1)
		}
	}
}

// Behind a closing quote a delimiter ends the cell, whatever the next cell is; a carriage return before it does not.
func TestCellBehindAClosingQuote(t *testing.T) {
	s := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 1}, schema.Field{Name: "y", Kind: schema.Number, Minimum: 0, Maximum: 1})
	for text, holds := range map[string]bool{
		"x,y\r\n\"1\",\r\n": true, "x,y\n\"1\",\n": true, "x,y\r\n\"1\"\r,1\r\n": false, "x,y\n\"1\"\r,1\n": false,
		"x,y\n1,\"1\"": true, "x,y\n1,\"1\"\n": true, "x,y\n\"1\" ,1": true, "x,y\n\"1\"2,1": false,
	} {
		t.Run(text, func(t *testing.T) {
			sum, err := Read(strings.NewReader(text), s, func([]int16) error { return nil })
			if (err == nil) != holds || holds && sum.Rows != 1 {
				t.Errorf("%q: %+v, %v", text, sum, err)
			}
		})
	}
}
