package dataset

import (
	"fmt"

	"privatepca/core/fault"
	"privatepca/core/nfd"
	"privatepca/core/schema"
)

// Persons keeps the first rows of each person, in the file's order, and no more
// than the schema allows. A person is identified by the exact text of the id, without
// blanks around it, of a whole number without a fraction of zeros: never by a hash, since a collision would tie the rows of one
// person to another's. A row without an id belongs to nobody.
//
// It takes about 100 bytes for each person.
type Persons struct {
	column  string
	index   int
	most    int
	rows    map[string]int
	missing map[string]bool
	nobody  tally
	by      meaning
}

// NewPersons prepares to tell people apart in files with the given header. It is
// nil, which keeps every row, when the schema names no person column.
func NewPersons(s *schema.Schema, h Header) (*Persons, error) {
	if s.PersonColumn == "" {
		return nil, nil
	}
	at, err := find(s.PersonColumn, h)
	if err != nil {
		return nil, err
	}
	if at < 0 {
		return nil, &fault.Error{
			Code: fault.CodeSchema, Column: s.PersonColumn,
			Message:  fmt.Sprintf("The file's header lacks the column %q that names the person: choose the file that the schema describes, or another column.", s.PersonColumn),
			Expected: "a column that names the person", Found: "a header without it",
		}
	}
	point, _ := s.Dialect.Marks(nil, h.Delimiter)
	p := &Persons{column: s.PersonColumn, index: at, most: s.RowsPerPerson, rows: map[string]int{}, missing: map[string]bool{"": true}, by: meaning{point: point, form: &nfd.Form{}}}
	for _, m := range s.Missing() {
		p.missing[string(p.canonical([]byte(m)))] = true
	}
	return p, nil
}

// canonical is an id without blanks around it. A whole number that a program wrote as a decimal, 1000.0, is the id 1000: two spellings
// of one person's id would give that person more rows than are counted.
func (p *Persons) canonical(cell []byte) []byte {
	id := trim(cell)
	if foreignBytes(id) {
		id = []byte(p.by.equivalent(id))
	}
	digits := 0
	if len(id) > 0 && id[0] == '-' {
		digits = 1
	}
	from := digits
	for digits < len(id) && id[digits] >= '0' && id[digits] <= '9' {
		digits++
	}
	if digits == from || digits == len(id) || id[digits] != '.' && id[digits] != p.by.point {
		return id
	}
	for _, c := range id[digits+1:] {
		if c != '0' {
			return id
		}
	}
	return id[:digits]
}

// id is the id in a cell; nil for nobody's.
func (p *Persons) id(cell []byte) []byte {
	id := p.canonical(cell)
	if p.missing[string(id)] {
		return nil
	}
	return id
}

// ID gives the id of a record, as persons are told apart; nil for a row of nobody. It is valid as long as the record is. It
// counts nothing: it is for programs that keep the first rows of each person by themselves.
func (p *Persons) ID(r *Record) []byte {
	if p.index >= r.Len() {
		return nil
	}
	return p.id(r.Cell(p.index))
}

// keep reports whether the record at hand counts.
func (p *Persons) keep(w *walker) bool {
	if p == nil {
		return true
	}
	id := p.id(w.cell(p.index))
	if id == nil {
		p.nobody.add(w.line())
		return false
	}
	n := p.rows[string(id)]
	if n == p.most {
		return false
	}
	p.rows[string(id)] = n + 1
	return true
}

// Count is the number of persons so far; 0 without a person column.
func (p *Persons) Count() int64 {
	if p == nil {
		return 0
	}
	return int64(len(p.rows))
}

// Irregularities states the rows without an id.
func (p *Persons) Irregularities() []Irregularity {
	if p == nil {
		return nil
	}
	return p.nobody.appendTo(nil, Missing, p.column, asNobody)
}
