package dataset

import (
	"io"
	"math"

	"privatepca/core/schema"
)

// MissingCell is a cell without a value, on the lattice.
const MissingCell = math.MinInt16

// A Lattice says how records on the integer lattice of the norm rule mean become what its steps sum. A record is a row of
// integers, in the order of the schema's columns: round(Scale·z) of a number, two of a cycle, the place of a category's level; MissingCell for a
// cell without a value. What follows of a record depends on this row alone, so a file that is read again and rows that were kept give the same bits.
type Lattice struct {
	columns []latticeColumn
	width   int // cells in a row
	d       int // features
	dim     int // coordinates of the sums
	squares []int32
}

// A latticeColumn has the places of one column.
type latticeColumn struct {
	cell, feature   int
	features        int
	square, missing int  // coordinates of the sums; square is −1 for a column without one
	category        bool // one cell, a feature for each level
	complete        bool // a missing cell counts as the middle, or the first level
	absent          int64
}

// NewLattice is that of a schema's columns.
func NewLattice(s *schema.Schema) *Lattice {
	l := &Lattice{d: s.D(), dim: schema.SumsDim(s), squares: make([]int32, schema.Scale+1)}
	for q := range l.squares {
		l.squares[q] = int32(schema.Squared(int64(q)))
	}
	square, missing, feature := l.d, l.dim-len(s.Fields), 0
	for i := range s.Fields {
		f := &s.Fields[i]
		c := latticeColumn{cell: l.width, feature: feature, features: f.D(), square: -1, missing: missing + i, category: f.Kind == schema.Category, complete: f.Complete, absent: schema.Scale}
		if schema.IsNumber(f) {
			c.square, c.absent = square, schema.MissingNumber()
			square++
		}
		l.width += c.cells()
		feature += c.features
		l.columns = append(l.columns, c)
	}
	return l
}

func (c *latticeColumn) cells() int {
	if c.category {
		return 1
	}
	return c.features
}

// Width is how many integers a row has.
func (l *Lattice) Width() int { return l.width }

// Add adds a row to a sum of length schema.SumsDim: the coordinates of the first step (core/schema/sums.go).
func (l *Lattice) Add(sum []int64, row []int16) {
	for i := range l.columns {
		c := &l.columns[i]
		q := row[c.cell]
		switch {
		case q == MissingCell:
			sum[c.missing] += c.absent
			if c.square >= 0 {
				sum[c.square] += schema.HalfSquare()
			}
		case c.category:
			sum[c.feature+int(q)] += schema.Scale
		default:
			sum[c.feature] += int64(q)
			if c.square >= 0 {
				sum[c.square] += int64(l.squares[max(q, -q)])
			} else if c.features == 2 {
				sum[c.feature+1] += int64(row[c.cell+1])
			}
		}
	}
}

// rowOf writes the record at hand as a row. The encoder is of schema.Lattice, and marks missing numbers (markMissing).
func (l *Lattice) rowOf(e *Encoder, row []int16) {
	for i := range l.columns {
		c := &l.columns[i]
		place := e.places[i]
		if c.category {
			level := e.categories[place].level
			switch {
			case level >= 0:
				row[c.cell] = int16(level)
			case c.complete:
				row[c.cell] = 0
			default:
				row[c.cell] = MissingCell
			}
			continue
		}
		for j := range c.features {
			switch x := e.numbers[place+j].value; {
			case !math.IsNaN(x):
				row[c.cell+j] = int16(schema.Quantised(x))
			case c.complete:
				row[c.cell+j] = 0
			default:
				row[c.cell+j] = MissingCell
			}
		}
	}
}

// markMissing has missing numbers be NaN.
func (e *Encoder) markMissing() {
	for i := range e.numbers {
		e.numbers[i].mid = math.NaN()
	}
}

// newLatticeEncoder encodes records of a file for a lattice.
func newLatticeEncoder(s *schema.Schema, h Header) (*Encoder, error) {
	e, err := NewEncoder(schema.Lattice(s), h)
	if err == nil {
		e.markMissing()
	}
	return e, err
}

// ReadRows reads a file from its first byte and gives the row of each record that counts to each, in order, under the norm rule mean. The row
// is reused. It stops at the first error. Errors are those of Read.
func (r Reading) ReadRows(src io.Reader, s *schema.Schema, each func(row []int16) error) (*Summary, error) {
	l := NewLattice(s)
	row := make([]int16, l.width)
	summary, err := r.walkBy(src, s, newLatticeEncoder, false, func(w *walker) error {
		w.read()
		l.rowOf(w.encoder, row)
		return each(row)
	})
	if err != nil {
		return nil, err
	}
	for i := range summary.Irregularities {
		if t := &summary.Irregularities[i]; t.Treatment == asMidpoint || t.Treatment == asMiddle || t.Treatment == asOrigin || t.Treatment == asNoCategory {
			t.Treatment = asMean(s, t.Column)
		}
	}
	return summary, nil
}

// asMean says what a cell without a value counts as under the norm rule mean.
func asMean(s *schema.Schema, column string) string {
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Name == column && f.Complete {
			return "each counts as the middle of the column's bounds, or its first level, since the column is promised to be complete"
		}
	}
	return "each counts as the column's mean"
}
