// Package madeup draws tables whose truth is known: with planted factors, or with columns that have no relation. They are
// skewed, sparse, heavy-tailed, wide-bounded, of unlike variances, and with missing cells, as real tables are.
//
// The lists are fixed. A table depends on its maker, on n and on the seed alone. Tests and the laboratory import this package; no
// shipped program does.
package madeup

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"privatepca/core/schema"
)

// A Column is public: what a schema says of it.
type Column struct {
	Levels    int     // of a category; 0 for a number
	Low, High float64 // bounds of a number; values beyond them count as the bound
}

// A Table has rows of known origin.
type Table struct {
	Columns []Column
	// Rows are n rows of a cell for each column: a number in its own unit, or a level from 0. NaN is a missing cell.
	Rows [][]float64
	// Factors are the planted ones, n rows of one value for each; nil where no two columns are related.
	Factors [][]float64

	Persons   []int     // whose row it is, where one person has several; else nil
	PerPerson int       // the most rows of one person; at least 1
	Effect    float64   // the public design effect: rows for one independent row; at least 1
	Weights   []float64 // of rows, in [0, Heaviest]; nil means none
	Heaviest  float64   // the public bound of weights
}

// A Maker draws a table of n rows.
type Maker struct {
	Name string
	K    int // how many directions are asked for: as many as factors were planted, 1 for none
	make func(n int, r *rand.Rand) *Table
}

// Draw is the maker's table of n rows with that seed.
func (m Maker) Draw(n int, seed uint64) *Table {
	t := m.make(n, rand.New(rand.NewPCG(seed, uint64(n))))
	t.PerPerson, t.Effect = max(1, t.PerPerson), max(1, t.Effect)
	return t
}

// Missing is the maker with that share of cells missing at random.
func (m Maker) Missing(share float64) Maker {
	return Maker{fmt.Sprintf("%s, %g %% missing", m.Name, 100*share), m.K, func(n int, r *rand.Rand) *Table {
		t := m.make(n, r)
		t.drop(func(int, int) bool { return r.Float64() < share })
		return t
	}}
}

// Repeated is the maker with m equal rows a person.
func (m Maker) Repeated(rows int) Maker {
	return Maker{fmt.Sprintf("%s, %d equal rows a person", m.Name, rows), m.K, repeated(m.make, rows, true)}
}

// empty is a table of n rows without columns.
func empty(n int) *Table { return &Table{Rows: make([][]float64, n)} }

// number adds a column of numbers.
func (t *Table) number(low, high float64, value func(i int) float64) {
	t.add(Column{Low: low, High: high}, value)
}

// category adds a column of levels.
func (t *Table) category(levels int, level func(i int) int) {
	t.add(Column{Levels: levels}, func(i int) float64 { return float64(level(i)) })
}

func (t *Table) add(c Column, value func(i int) float64) {
	t.Columns = append(t.Columns, c)
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], value(i))
	}
}

// drop makes cells missing.
func (t *Table) drop(missing func(i, j int) bool) {
	for i, row := range t.Rows {
		for j := range row {
			if missing(i, j) {
				row[j] = math.NaN()
			}
		}
	}
}

// Features is d: one for a number, one for each level of a category.
func (t *Table) Features() int {
	d := 0
	for _, c := range t.Columns {
		d += max(1, c.Levels)
	}
	return d
}

// Schema is what a curator would say of the table.
func (t *Table) Schema() *schema.Schema {
	var fields []schema.Field
	for j, c := range t.Columns {
		f := schema.Field{Name: name(j), Kind: schema.Number, Minimum: c.Low, Maximum: c.High}
		if c.Levels > 0 {
			f = schema.Field{Name: name(j), Kind: schema.Category, Minimum: math.NaN(), Maximum: math.NaN()}
			for l := range c.Levels {
				f.Enum = append(f.Enum, level(l))
			}
		}
		fields = append(fields, f)
	}
	s := schema.New(fields...)
	s.Scaling = schema.Affine
	s.RowsPerPerson = t.PerPerson
	if t.Persons != nil {
		s.PersonColumn = person
	}
	if t.Weights != nil {
		s.RowWeight = &schema.RowWeight{Column: weight, Maximum: t.Heaviest}
	}
	return s
}

// Names of the columns that are no features.
const (
	person = "person"
	weight = "weight"
)

func name(j int) string  { return "x" + strconv.Itoa(j) }
func level(l int) string { return "level " + strconv.Itoa(l) }

// WriteCSV writes the table as a file for Schema: numbers to six digits, missing cells empty. Persons stand in the column "person", weights in
// "weight".
func (t *Table) WriteCSV(w io.Writer) error {
	var b strings.Builder
	for j := range t.Columns {
		if j > 0 {
			b.WriteByte(',')
		}
		b.WriteString(name(j))
	}
	if t.Persons != nil {
		b.WriteString("," + person)
	}
	if t.Weights != nil {
		b.WriteString("," + weight)
	}
	b.WriteByte('\n')
	for i, row := range t.Rows {
		for j, x := range row {
			if j > 0 {
				b.WriteByte(',')
			}
			switch {
			case math.IsNaN(x):
			case t.Columns[j].Levels > 0:
				b.WriteString(level(int(x)))
			default:
				b.WriteString(strconv.FormatFloat(x, 'g', 6, 64))
			}
		}
		if t.Persons != nil {
			fmt.Fprintf(&b, ",%d", t.Persons[i])
		}
		if t.Weights != nil {
			fmt.Fprintf(&b, ",%.6g", t.Weights[i])
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
