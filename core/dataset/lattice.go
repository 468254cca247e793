package dataset

import (
	"io"
	"math"

	"privatepca/core/schema"
)

// MissingCell is a cell without a value, on the lattice.
const MissingCell = math.MinInt16

// A Lattice says how records on the integer lattice of the norm rule mean become what its steps sum. A record is a row of
// integers, in the order of the schema's columns: round(Scale·z) of a number, two of a cycle, the place of a category's level, 0 or Scale of each level of
// a list; MissingCell for a cell without a value; and last, where rows have weights, the root of the row's (schema.RowWeight). What follows of a record
// depends on this row alone, so a file that is read again and rows that were kept give the same bits.
type Lattice struct {
	columns []latticeColumn
	width   int // cells in a row
	d       int // features
	dim     int // coordinates of the sums
	weight  int // the place of the weight's root in a row; −1 where rows have no weights
	squares []int32
}

// A latticeColumn has the places of one column.
type latticeColumn struct {
	cell, feature   int
	features        int
	square, missing int  // coordinates of the sums; square is −1 for a column without one
	category        bool // one cell, a feature for each level
	list            bool // a cell and a feature for each level
	field           int  // the first of the schema
	complete        bool // a missing cell counts as the middle, or the first level
	absent          int64
}

// NewLattice is that of a schema's columns.
func NewLattice(s *schema.Schema) *Lattice {
	l := &Lattice{d: s.D(), dim: schema.SumsDim(s), weight: -1, squares: make([]int32, schema.Scale+1)}
	for q := range l.squares {
		l.squares[q] = int32(schema.Squared(int64(q)))
	}
	runs := schema.Runs(s)
	square, missing, feature := l.d, l.dim-len(runs), 0
	for i, run := range runs {
		f := &s.Fields[run.From]
		c := latticeColumn{cell: l.width, feature: feature, features: f.D(), square: -1, missing: missing + i, category: f.Kind == schema.Category, list: f.IsList(), field: run.From, complete: f.Complete, absent: schema.Scale}
		if c.list {
			c.features = run.To - run.From
			c.absent = schema.MissingList(c.features)
		}
		if schema.IsNumber(f) {
			c.square, c.absent = square, schema.MissingNumber()
			square++
		}
		l.width += c.cells()
		feature += c.features
		l.columns = append(l.columns, c)
	}
	if s.RowWeight != nil {
		l.weight = l.width
		l.width++
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

// root is that of a row's weight, 0 … schema.Constant.
func (l *Lattice) root(row []int16) int64 {
	if l.weight < 0 {
		return schema.Constant()
	}
	return int64(row[l.weight])
}

// Weight is how many rows a row counts as: 1 where rows have no weights, else 0 … schema.RowWeightUnit, in units of which all sums are.
func (l *Lattice) Weight(row []int16) int64 {
	if l.weight < 0 {
		return 1
	}
	root := int64(row[l.weight])
	return root * root
}

// Add adds a row, times its weight, to a sum of length schema.SumsDim: the coordinates of the first step (core/schema/sums.go). The weight is an
// integer, so that the sum is exact: weighted cells that were rounded one by one would pass the step's sensitivity.
func (l *Lattice) Add(sum []int64, row []int16) {
	w := l.Weight(row)
	for i := range l.columns {
		c := &l.columns[i]
		q := row[c.cell]
		switch {
		case q == MissingCell:
			sum[c.missing] += w * c.absent
			if c.square >= 0 {
				sum[c.square] += w * schema.HalfSquare()
			}
		case c.category:
			sum[c.feature+int(q)] += w * schema.Scale
		case c.list:
			for j, q := range row[c.cell : c.cell+c.features] {
				sum[c.feature+j] += w * halfLevel(q)
			}
		default:
			sum[c.feature] += w * int64(q)
			if c.square >= 0 {
				sum[c.square] += w * int64(l.squares[max(q, -q)])
			} else if c.features == 2 {
				sum[c.feature+1] += w * int64(row[c.cell+1])
			}
		}
	}
}

// halfLevel is ½ for a list's level that holds, −½ for one that does not, and 0 for one that a complete column lacks, in integers.
func halfLevel(q int16) int64 {
	switch q {
	case 0:
		return -schema.HalfLevel
	case schema.Scale:
		return schema.HalfLevel
	}
	return 0
}

// rowOf writes the record at hand as a row. The encoder is of schema.Lattice, and marks missing numbers (markMissing).
func (l *Lattice) rowOf(e *Encoder, row []int16) {
	for i := range l.columns {
		c := &l.columns[i]
		if c.list {
			l.listOf(e, c, row)
			continue
		}
		place := e.places[c.field]
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

// listOf writes a list's levels: each has a number of the encoder, −1 or 1.
func (l *Lattice) listOf(e *Encoder, c *latticeColumn, row []int16) {
	for j := range c.features {
		q := int16(0)
		switch x := e.numbers[e.places[c.field+j]].value; {
		case x > 0:
			q = schema.Scale
		case x < 0:
		case c.complete: // the middle
			q = schema.Scale / 2
		default:
			q = MissingCell
		}
		row[c.cell+j] = q
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
	if err != nil {
		return nil, err
	}
	e.markMissing()
	e.rows, err = newRowWeight(e, s, h)
	return e, err
}

// ReadRows reads a file from its first byte and gives the row of each record that counts to each, in order, under the norm rule mean. The row
// is reused. It stops at the first error. Errors are those of Read.
func (r Reading) ReadRows(src io.Reader, s *schema.Schema, each func(row []int16) error) (*Summary, error) {
	l := NewLattice(s)
	row := make([]int16, l.width)
	summary, err := r.walkBy(src, s, newLatticeEncoder, false, func(w *walker) error {
		l.take(w, row)
		return each(row)
	})
	if err != nil {
		return nil, err
	}
	asMeans(s, summary.Irregularities)
	return summary, nil
}

// take writes the record at hand as a row, with its weight.
func (l *Lattice) take(w *walker, row []int16) {
	w.read()
	l.rowOf(w.encoder, row)
	if l.weight >= 0 {
		row[l.weight] = w.encoder.rows.root(w)
	}
}

// NewRowPart prepares to read runs of a file as rows of a lattice, as ReadRows does. Its errors are those of ReadRows; it panics for a schema
// that is not divisible.
func (r Reading) NewRowPart(s *schema.Schema, d Dialect) (*Part, error) {
	if !Divisible(s) {
		panic("dataset: rows of this schema depend on each other")
	}
	e, err := newLatticeEncoder(s, d.Header)
	if err != nil {
		return nil, err
	}
	l := NewLattice(s)
	return &Part{dialect: d, encoder: e, walker: r.Kernel.newWalker(NewRunReader(d, Run{}), e, false), schema: s, lattice: l, row: make([]int16, l.width)}, nil
}

// ReadRows gives the row of each record of a run to each, in order. The row is reused. It stops at the first error. The part is NewRowPart's.
func (p *Part) ReadRows(run Run, each func(row []int16) error) error {
	p.walker.reader = NewRunReader(p.dialect, run)
	return p.walker.walk(func() error {
		p.records++
		p.lattice.take(p.walker, p.row)
		return each(p.row)
	})
}

// asMeans has cells without a value count as the norm rule mean has them count.
func asMeans(s *schema.Schema, list []Irregularity) {
	for i := range list {
		list[i].Treatment = underMean(s, list[i].Treatment, list[i].Column)
	}
}

// underMean is a treatment under the norm rule mean.
func underMean(s *schema.Schema, treatment, column string) string {
	switch treatment {
	case asMidpoint, asMiddle, asOrigin, asNoCategory:
		return asMean(s, column)
	}
	return treatment
}

// asMean says what a cell without a value counts as under the norm rule mean.
func asMean(s *schema.Schema, column string) string {
	for i := range s.Fields {
		if f := &s.Fields[i]; f.In() == column && f.Complete {
			return "each counts as the middle of the column's bounds, or its first level, since the column is promised to be complete"
		}
	}
	return "each counts as the column's mean"
}
