package dataset

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/nfd"
	"privatepca/core/schema"
)

// An Encoder turns records into integer vectors of length at most scale, by the
// public rule of its schema. The rule has an answer for every record, so that the
// number of vectors does not depend on what cells hold (ENCODING.md states it and
// proves the bound):
//
//	cell → number or category → scaled feature → minus the centre → norm bound → integers
type Encoder struct {
	schema     *schema.Schema
	scale      float64
	bound      float64 // R
	unit       bool
	pairs      bool
	columns    int // of the file
	point      byte
	by         meaning
	grouping   *grouping // of digits; nil for none
	delimiter  string
	marked     bool // a column states its own marks in numbers
	d          int
	categories []categoryColumn
	numbers    []numberColumn // those of the kind Number first
	places     []int          // of each of the schema's fields, among the numbers or the categories
	anyListed  bool           // a missing value could be read as a number
	guarded    bool           // and as one within its column's bounds
	list       *listColumn    // the last one that was prepared
	others     []*otherCells  // of each of the schema's fields that has levels; else nil
	rows       *rowWeight     // of a lattice whose rows have weights; else nil
	indices    []int          // of the columns of plain numbers in the file
	shorts     []short        // what shortNumbers makes of them

	shortRows, longRows tally
}

// A numberColumn becomes one feature. A cycle is two of them.
type numberColumn struct {
	derive func(buf []byte, at span) (float64, verdict) // the value of a cell that is no plain number, or of one level of a list; nil for a plain one
	form   *numberForm

	index      int // in the file
	feature    int
	lo, hi     float64
	zero, unit float64 // feature = (x − zero) / unit
	centre     float64
	mid        float64 // the centred feature of a missing cell
	value      float64 // the centred feature of the record at hand

	missing, unparsable, outside tally // of a cycle those of its first feature count
}

// A categoryColumn becomes one feature for each level.
type categoryColumn struct {
	index           int
	feature, levels int // the first feature; how many
	weight          float64
	table           levelTable
	imputed         bool      // without a level the features are the centre's
	on, off         float64   // centred features of the level that holds, of the others
	point           []float64 // centre of each level, where these differ: then on and off are not used
	hit2            []float64 // squared length with each level
	none2           float64   // with none
	level           int       // of the record at hand; negative for none

	missing, unknown tally
}

// NewEncoder prepares to encode records of files with the given header. Columns
// of the file that the schema leaves out are ignored.
func NewEncoder(s *schema.Schema, h Header) (*Encoder, error) {
	if err := s.Validate(); err != nil {
		return nil, schema.Fault(err)
	}
	if s.RowWeight != nil {
		return nil, fault.New(fault.CodeSchema, "Only the norm rule mean weighs rows: choose it, or leave row_weight out.")
	}
	e := &Encoder{
		schema:  s,
		scale:   schema.Scale,
		bound:   s.Bound(),
		unit:    s.NormRule == schema.Unit || s.NormRule == schema.Sign,
		pairs:   s.NormRule == schema.Pairs,
		columns: len(h.Columns), delimiter: h.Delimiter,
		d: s.D(),
	}
	e.point, e.grouping = marksOf(s.Dialect.Marks(nil, h.Delimiter))
	e.by = meaning{e.point, s.Dialect.IgnoreCase, &nfd.Form{}}
	if s.NormRule == schema.Sign && s.Centre != schema.CentrePoint {
		panic("dataset: records have no direction before their centre is known")
	}
	index, err := locate(s, h)
	if err != nil {
		return nil, err
	}
	centre := s.CentreVector()
	if e.pairs {
		centre = make([]float64, e.d) // a difference has none
	}
	e.places, e.others = make([]int, len(s.Fields)), make([]*otherCells, len(s.Fields))
	var derived []numberColumn
	plain, feature := 0, 0
	for i := range s.Fields {
		if s.Fields[i].Kind == schema.Number {
			plain++
		}
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		c := centre[feature : feature+f.D()]
		if f.Kind == schema.Category {
			e.places[i] = len(e.categories)
			column := newCategoryColumn(f, index[i], feature, c, s, e.by)
			e.others[i] = column.table.more
			e.categories = append(e.categories, column)
			feature += f.D()
			continue
		}
		form := e.formOf(f)
		e.marked = e.marked || f.Grouping != "" || f.Decimal != ""
		lo, hi := f.Range()
		for j := range c {
			zero, unit := f.Scale(s.Scaling)
			col := numberColumn{
				index: index[i], feature: feature + j, lo: lo, hi: hi, zero: zero, unit: unit,
				centre: c[j], mid: f.Feature(f.Midpoint(), s.Scaling) - c[j], form: form,
			}
			if s.NormRule == schema.Sign {
				col.mid = 0 // a missing cell takes the centre's value
			}
			if f.Column != "" {
				col.derive = e.derivation(i, j)
			}
			if f.Kind != schema.Number {
				col.derive = e.derivation(i, j)
				if j == 0 {
					e.places[i] = plain + len(derived)
				}
				derived = append(derived, col)
				continue
			}
			e.anyListed = e.anyListed || len(form.lists.numbers) > 0
			for x := range form.lists.numbers {
				e.guarded = e.guarded || lo <= x && x <= hi
			}
			e.places[i] = len(e.numbers)
			e.indices = append(e.indices, index[i])
			e.numbers = append(e.numbers, col)
		}
		feature += f.D()
	}
	e.shorts = make([]short, len(e.numbers))
	e.numbers = append(e.numbers, derived...)
	return e, nil
}

// marksOf are what may stand before a fraction, beside the full stop where digits are not grouped, and the grouping; nil for none.
func marksOf(decimal, grouped byte) (point byte, by *grouping) {
	if grouped != 0 {
		by = &grouping{grouped, decimal}
	}
	return decimal, by
}

// derives reports whether a column's value is made of a cell that is no plain number.
func (e *Encoder) derives() bool { return len(e.numbers) > len(e.shorts) || e.list != nil }

func newCategoryColumn(f *schema.Field, index, feature int, centre []float64, s *schema.Schema, by meaning) categoryColumn {
	col := categoryColumn{
		index: index, feature: feature, levels: len(f.Enum), weight: f.Level(), table: newLevelTable(f, s.MissingOf(f), by),
		hit2: make([]float64, len(f.Enum)),
	}
	if s.Centre == schema.CentrePoint && s.NormRule != schema.Pairs {
		col.point = centre
		for l := range col.hit2 { // each a sum of squares, so that nothing cancels
			for j, c := range centre {
				if j == l {
					c = col.weight - c
				}
				col.hit2[l] += float64(c * c)
			}
			col.none2 += float64(centre[l] * centre[l])
		}
		if col.imputed = s.NormRule == schema.Sign; col.imputed {
			col.none2 = 0
		}
		return col
	}
	c, l := centre[0], float64(len(f.Enum))
	col.on, col.off = col.weight-c, -c
	for i := range col.hit2 {
		col.hit2[i] = float64(col.on*col.on) + float64(float64((l-1)*c)*c)
	}
	col.none2 = float64(float64(l*c) * c)
	return col
}

// feature of a level, centred.
func (c *categoryColumn) value(l int) float64 {
	switch {
	case c.imputed && c.level < 0:
		return 0
	case c.point != nil && l == c.level:
		return c.weight - c.point[l]
	case c.point != nil:
		return -c.point[l]
	case l == c.level:
		return c.on
	}
	return c.off
}

// locate finds the place of each of the schema's columns in the file.
func locate(s *schema.Schema, h Header) ([]int, error) {
	index := make([]int, len(s.Fields))
	var absent []string
	for i := range s.Fields {
		at, err := find(s.Fields[i].In(), h)
		if err != nil {
			return nil, err
		}
		if index[i] = at; at < 0 {
			absent = append(absent, s.Fields[i].In())
		}
	}
	if len(absent) == 0 {
		return index, nil
	}
	const most = 3
	names := make([]string, 0, most)
	for _, name := range absent[:min(len(absent), most)] {
		names = append(names, fmt.Sprintf("%q", name))
	}
	list := strings.Join(names, ", ")
	if more := len(absent) - most; more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	return nil, &fault.Error{
		Code: fault.CodeSchema, Column: absent[0],
		Message: fmt.Sprintf("The file's header lacks %d of the schema's %d columns: %s: choose the file that the schema describes, or leave them out of the schema.",
			len(absent), len(s.Fields), list),
		Expected: "the columns that the schema names", Found: "a header of other names",
	}
}

// find gives the place of a column in the header, −1 if it is absent. Letters and their marks are joined in the name, as they are in the header.
func find(name string, h Header) (int, error) {
	var form nfd.Form
	name = form.Joined(strings.TrimFunc(name, outer))
	at := slices.Index(h.Columns, name)
	if at >= 0 && slices.Contains(h.Columns[at+1:], name) {
		return 0, &fault.Error{
			Code: fault.CodeHeader, Line: 1, Cell: at + 2 + slices.Index(h.Columns[at+1:], name), Column: name,
			Message:  fmt.Sprintf("The header names %q twice: rename one of the columns.", name),
			Expected: "each column named once", Found: fmt.Sprintf("the name of column %d again", at+1),
		}
	}
	return at, nil
}

// D is the length of the vectors.
func (e *Encoder) D() int { return e.d }

// Encode writes the record's vector to q, of length D: Σq² ≤ schema.Scale². It
// panics under the rule of pairs, where a row alone has no vector.
func (e *Encoder) Encode(r *Record, q []int16) {
	if len(q) != e.d {
		panic("dataset: the vector's length is not the number of features")
	}
	if e.pairs {
		panic("dataset: one row of a pair has no vector")
	}
	e.quantise(e.read(r), q)
}

// read sets the columns' values for the record and returns its squared length.
func (e *Encoder) read(r *Record) (norm2 float64) {
	if r.n != e.columns {
		if r.n < e.columns {
			e.shortRows.add(r.Line)
		} else if r.surplus() {
			e.longRows.add(r.Line)
		}
	}
	norm2 = e.readNumbers(r)
	norm2 += e.readCategories(r)
	return norm2
}

// readNumbers sets the number columns' values for the record and returns the sum
// of their squares.
func (e *Encoder) readNumbers(r *Record) (norm2 float64) {
	shorts := e.shorts
	if r.n < e.columns || e.guarded || e.grouping != nil || e.marked {
		clear(shorts) // none is ok
	} else {
		shortNumbers(r.buf, r.cells, e.indices, shorts)
	}
	for i := range shorts {
		c, s := &e.numbers[i], &shorts[i]
		f := (s.x - c.zero) / c.unit
		if s.ok && c.derive == nil && s.x >= c.lo && s.x <= c.hi && f >= -1 && f <= 1 {
			c.value = f - c.centre
		} else {
			e.readNumber(c, r)
		}
		norm2 += float64(c.value * c.value)
	}
	for i := len(shorts); i < len(e.numbers); i++ {
		c := &e.numbers[i]
		e.readNumber(c, r)
		norm2 += float64(c.value * c.value)
	}
	return norm2
}

// readNumber sets the column's value for any cell.
func (e *Encoder) readNumber(c *numberColumn, r *Record) {
	c.value = c.mid
	if c.index >= r.n {
		return // a short row; it was counted
	}
	at := r.cells[c.index]
	var x float64
	var v verdict
	if c.derive != nil {
		x, v = c.derive(r.buf, at)
	} else {
		x, v = c.form.read(r.buf[at.lo:at.hi])
	}
	switch {
	case v == isNumber, v == isOutside:
	case v == isUnknown:
		c.unparsable.add(r.Line)
	case v == isMissing:
		c.missing.add(r.Line)
		return
	default:
		c.unparsable.add(r.Line)
		return
	}
	if v == isOutside || x < c.lo || x > c.hi {
		c.outside.add(r.Line)
		x = max(c.lo, min(x, c.hi))
	}
	f := (x - c.zero) / c.unit
	if f < -1 {
		f = -1
	} else if f > 1 {
		f = 1
	}
	c.value = f - c.centre
}

// readCategories sets the category columns' levels for the record and returns the
// sum of the squares of their features.
func (e *Encoder) readCategories(r *Record) (norm2 float64) {
	for i := range e.categories {
		c := &e.categories[i]
		c.level = levelUnknown
		if c.index < r.n {
			if c.level = c.table.lookUp(r.buf, r.cells[c.index]); c.level < 0 {
				c.level = c.table.find(r.buf, r.cells[c.index])
			}
			switch c.level {
			case levelMissing:
				c.missing.add(r.Line)
			case levelUnknown:
				c.unknown.add(r.Line)
			}
		}
		if c.level >= 0 {
			norm2 += c.hit2[c.level]
		} else {
			norm2 += c.none2
		}
	}
	return norm2
}

// shortest is the squared length under which a record counts as zero: its square
// root would no longer be precise.
const shortest = 1e-280

// quantise writes the centred record, brought into the unit ball, on the integer
// scale. norm2 is the record's squared length.
func (e *Encoder) quantise(norm2 float64, q []int16) {
	clear(q)
	length := e.bound
	if e.unit {
		if norm2 < shortest {
			return
		}
		length = math.Sqrt(norm2)
	} else if norm := math.Sqrt(norm2); norm > length {
		length = norm
	}
	g := e.scale / length
	var sum int64
	for i := range e.numbers {
		c := &e.numbers[i]
		v := int16(math.RoundToEven(float64(c.value * g)))
		q[c.feature] = v
		sum += int64(v) * int64(v)
	}
	for i := range e.categories {
		c := &e.categories[i]
		if c.point != nil {
			for l := range c.levels {
				v := int16(math.RoundToEven(float64(c.value(l) * g)))
				q[c.feature+l] = v
				sum += int64(v) * int64(v)
			}
			continue
		}
		others := int64(c.levels)
		if c.off != 0 {
			v := int16(math.RoundToEven(float64(c.off * g)))
			fill(q[c.feature:c.feature+c.levels], v)
			if c.level >= 0 {
				others--
			}
			sum += others * int64(v) * int64(v)
		}
		if c.level >= 0 {
			v := int16(math.RoundToEven(float64(c.on * g)))
			q[c.feature+c.level] = v
			sum += int64(v) * int64(v)
		}
	}
	if limit := int64(e.scale) * int64(e.scale); sum > limit {
		e.truncate(g, sum, limit, q)
	}
}

func fill(q []int16, v int16) {
	for i := range q {
		q[i] = v
	}
}

// truncate rounds toward zero in place of to nearest, one feature after another,
// until the squared length sum is within the limit.
func (e *Encoder) truncate(g float64, sum, limit int64, q []int16) {
	lower := func(j int, x float64) {
		if sum > limit {
			v := int16(float64(x * g))
			sum += int64(v)*int64(v) - int64(q[j])*int64(q[j])
			q[j] = v
		}
	}
	for i := range e.numbers {
		c := &e.numbers[i]
		lower(c.feature, c.value)
	}
	for i := range e.categories {
		c := &e.categories[i]
		for l := range c.levels {
			lower(c.feature+l, c.value(l))
		}
	}
	if sum > limit {
		panic("dataset: a truncated record is longer than its scale") // ENCODING.md proves that it is not
	}
}
