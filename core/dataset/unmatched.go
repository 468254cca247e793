package dataset

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"privatepca/core/schema"
)

// FewestPeople is how many people a value stands for at least, to be shown, or to become a level of its own.
const FewestPeople = 10

// What Unmatched tells apart: values of one column and of all, bytes of one value, and how many of a column are listed.
const (
	mostTold      = 2000
	mostToldInAll = 20000
	longestTold   = 120
	mostListed    = 100
	mostPersons   = FewestPeople // persons of one value that are told apart
)

// An Unmatched column lists what stands in its cells that is none of its levels. It holds cells, as no other answer of this package does: it is
// for the screen of the table's owner alone.
type Unmatched struct {
	Column string
	Values []UnmatchedValue // those of FewestPeople people or more, the most frequent first; at most 100
	Others int              // further values: of fewer people, or less frequent than those
	Cells  int64            // in which these stand
	Untold int64            // cells with long values, with bytes that are no text, or beyond what is told apart
}

// An UnmatchedValue is a value without blanks around it, and in how many cells it stands.
type UnmatchedValue struct {
	Text  string
	Count int64
}

// Unmatched reads a file as Read does and lists, for each column with levels, the values that are none of them. Columns all of whose cells are
// levels or missing are left out. Its memory is bounded whatever the file holds: some megabytes.
func (r Reading) Unmatched(src io.Reader, s *schema.Schema) ([]Unmatched, error) {
	var t *teller
	encoder := func(s *schema.Schema, h Header) (*Encoder, error) {
		counted := *s // the norm rule mean weighs rows; this list counts them
		counted.RowWeight = nil
		e, err := NewEncoder(&counted, h)
		if err != nil {
			return nil, err
		}
		t, err = newTeller(s, h, e.by)
		return e, err
	}
	if _, err := r.walkBy(src, s, encoder, false, func(w *walker) error {
		t.take(w)
		return nil
	}); err != nil {
		return nil, err
	}
	return t.list(), nil
}

// A teller tells the values apart that match no level.
type teller struct {
	columns []toldColumn
	persons *Persons // nil where each row stands for at most rows of a person
	rows    int64
	told    int // values, of all columns
	seed    maphash.Seed
	cell    []byte
}

type toldColumn struct {
	name      string
	index     int
	separator []byte // of a list; else nil
	missing   *lists // of a list
	table     levelTable
	values    map[string]*toldValue // by equivalent
	untold    int64
}

type toldValue struct {
	text    string
	count   int64
	persons map[uint64]struct{} // at most mostPersons; two that have the same hash make the value one of fewer people
}

func newTeller(s *schema.Schema, h Header, by meaning) (*teller, error) {
	persons, err := NewPersons(s, h)
	if err != nil {
		return nil, err
	}
	t := &teller{persons: persons, rows: int64(max(1, s.RowsPerPerson)), seed: maphash.MakeSeed()}
	for i := range s.Fields {
		f := &s.Fields[i]
		if !f.Levelled() && f.Column == "" || f.Column != "" && i > 0 && s.Fields[i-1].Column == f.Column {
			continue
		}
		at, err := find(f.In(), h)
		if err != nil {
			return nil, err
		}
		c := toldColumn{name: f.In(), index: at, values: map[string]*toldValue{}}
		missing := s.MissingOf(f)
		if f.Column == "" {
			c.table = newLevelTable(f, missing, by)
		} else {
			levels := schema.Field{Recode: f.Recode}
			for j := i; j < len(s.Fields) && s.Fields[j].Column == f.Column; j++ {
				levels.Enum = append(levels.Enum, s.Fields[j].Item)
			}
			c.separator, c.missing, c.table = []byte(f.Separator), newLists(missing, by), newLevelTable(&levels, nil, by)
		}
		t.columns = append(t.columns, c)
	}
	return t, nil
}

// take tells what stands in the record at hand.
func (t *teller) take(w *walker) {
	for i := range t.columns {
		c := &t.columns[i]
		cell := w.cell(c.index)
		if c.separator == nil {
			t.value(w, c, cell)
			continue
		}
		if c.missing.has(cell) {
			continue
		}
		for item := range bytes.SplitSeq(cell, c.separator) {
			t.value(w, c, item)
		}
	}
}

// value counts one value, unless it is a level or missing.
func (t *teller) value(w *walker, c *toldColumn, value []byte) {
	t.cell = append(append(t.cell[:0], value...), make([]byte, padding)...)
	if c.table.find(t.cell, span{0, int32(len(value))}) != levelUnknown {
		return
	}
	bare := bytes.TrimFunc(value, outer)
	if len(bare) > longestTold || !utf8.Valid(bare) {
		c.untold++
		return
	}
	key := c.table.more.by.equivalent(bare)
	v := c.values[key]
	if v == nil {
		if len(c.values) == mostTold || t.told == mostToldInAll {
			c.untold++
			return
		}
		t.told++
		v = &toldValue{text: string(bare)}
		c.values[key] = v
	}
	v.count++
	if t.persons == nil || len(v.persons) == mostPersons {
		return
	}
	if v.persons == nil {
		v.persons = map[uint64]struct{}{}
	}
	v.persons[maphash.Bytes(t.seed, t.persons.id(w.cell(t.persons.index)))] = struct{}{}
}

// shown reports whether the value is of FewestPeople people, whoever they are.
func (t *teller) shown(v *toldValue) bool {
	if t.persons != nil {
		return len(v.persons) >= FewestPeople
	}
	return v.count >= FewestPeople*t.rows
}

func (t *teller) list() (out []Unmatched) {
	for i := range t.columns {
		c := &t.columns[i]
		if len(c.values) == 0 && c.untold == 0 {
			continue
		}
		u := Unmatched{Column: c.name, Untold: c.untold}
		for _, v := range c.values {
			if t.shown(v) {
				u.Values = append(u.Values, UnmatchedValue{v.text, v.count})
			} else {
				u.Others++
				u.Cells += v.count
			}
		}
		slices.SortFunc(u.Values, func(a, b UnmatchedValue) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Text, b.Text))
		})
		for _, v := range u.Values[min(mostListed, len(u.Values)):] {
			u.Others++
			u.Cells += v.Count
		}
		u.Values = u.Values[:min(mostListed, len(u.Values))]
		out = append(out, u)
	}
	return out
}
