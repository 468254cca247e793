// Package passes makes the three exact sums of the norm rule mean, wherever records are read.
//
//	pass 1  sums     the coordinates of a mean, of squares and of missing cells, and the rows' weight
//	pass 2  lengths  the rows by length about a released centre, counted
//	pass 3  moment   the second moment of the records (u, a), cut at a released length
//
// The rule of this package: a sum is a sum of integers over rows of a lattice (dataset.Lattice), by numbers that were released before it. So it
// is the same bits for any order, any number of readers, and any machine; and a sum that comes from elsewhere is refused unless
// records can have it. core/mechanism/sums.md has what is drawn from each.
package passes

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"

	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// The passes.
const (
	Sums    = 1
	Lengths = 2
	Moment  = 3
)

// A Pass says what is summed. All of it is public once the pass begins: it follows from what was released before.
type Pass struct {
	Number  int       `json:"pass"`
	Centre  []float64 `json:"centre,omitempty"`  // of features: of passes 2 and 3
	Weights []float64 `json:"weights,omitempty"` // of features: likewise
	Longest float64   `json:"longest,omitempty"` // the length at which the first bin ends: of pass 2
	Radius  float64   `json:"radius,omitempty"`  // the length at which records are cut: of pass 3
}

// First is the pass that needs nothing.
func First() Pass { return Pass{Number: Sums} }

// ErrPass refuses numbers that no release has.
var ErrPass = errors.New("passes: these are no numbers of a pass of these columns")

// Digest is the SHA-256 of a schema and a pass, in 64 hex digits: what two sums must share to be added.
func (p Pass) Digest(s *schema.Schema) string {
	text, err := json.Marshal(p)
	if err != nil {
		return "" // numbers that are not finite: New refuses them
	}
	sum := sha256.Sum256(append(append(s.Encode(), 0), text...))
	return hex.EncodeToString(sum[:])
}

// Check refuses what New cannot sum by: it returns ErrPass.
func (p Pass) Check(s *schema.Schema) error {
	_, err := p.encoder(s)
	return err
}

// encoder makes the rows of passes 2 and 3; nil for pass 1.
func (p Pass) encoder(s *schema.Schema) (*dataset.Standard, error) {
	positive := func(x float64) bool { return x > 0 && !math.IsInf(x, 0) }
	switch {
	case s.NormRule != schema.Mean:
		return nil, ErrPass
	case p.Number == Sums && p.Centre == nil && p.Weights == nil && p.Longest == 0 && p.Radius == 0:
		return nil, nil
	case p.Number == Lengths && positive(p.Longest) && p.Radius == 0, p.Number == Moment && p.Longest == 0 && positive(p.Radius):
		if z, err := dataset.NewStandard(s, p.Centre, p.Weights); err == nil {
			return z, nil
		}
	}
	return nil, ErrPass
}

// Len is how many integers the sum of a pass has.
func (p Pass) Len(s *schema.Schema) int {
	switch p.Number {
	case Sums:
		return schema.SumsDim(s) + 1
	case Lengths:
		return scaling.Bins
	}
	return (s.D() + 1) * (s.D() + 2) / 2
}

// A Sum is the exact sum of a pass over the rows that were added. It is raw data.
type Sum struct {
	pass   Pass
	schema *schema.Schema
	add    func(row []int16) error

	rows     int64
	features *dataset.FeatureSum // of pass 1
	lengths  *dataset.Lengths    // of pass 2
	moment   *moment.Accumulator // of pass 3
}

// New is the sum of no rows. The kernel sums pass 3; nil for Go's own.
func New(s *schema.Schema, p Pass, k moment.Kernel) (*Sum, error) {
	z, err := p.encoder(s)
	if err != nil {
		return nil, err
	}
	a := &Sum{pass: p, schema: s}
	if p.Number == Sums {
		l := dataset.NewLattice(s)
		a.features = dataset.NewFeatureSum(schema.SumsDim(s))
		a.add = func(row []int16) error {
			a.features.Rows += l.Weight(row)
			l.Add(a.features.Sum, row)
			return nil
		}
		return a, nil
	}
	if p.Number == Lengths {
		a.lengths = dataset.NewLengths(p.Longest, scaling.Ratio, scaling.Bins)
		a.add = func(row []int16) error {
			a.lengths.Add(z.Squared(row), z.Weight(row))
			return nil
		}
		return a, nil
	}
	a.moment = moment.NewAccumulatorWith(k, z.D(), schema.Scale)
	q := make([]int16, z.D())
	a.add = func(row []int16) error {
		z.Vector(row, p.Radius, q)
		return a.moment.Add(q)
	}
	return a, nil
}

// Add adds a row of the lattice. Its error is moment.ErrFull.
func (a *Sum) Add(row []int16) error {
	a.rows++
	return a.add(row)
}

// Rows is how many rows were added.
func (a *Sum) Rows() int64 { return a.rows }

// Features is the sum of pass 1: the coordinates of schema.SumsDim, and the rows' weight.
func (a *Sum) Features() *dataset.FeatureSum { return a.features }

// Counts are the counts of pass 2, of scaling.Bins bins.
func (a *Sum) Counts() []int64 { return a.lengths.Counts }

// Matrix is the second moment of pass 3.
func (a *Sum) Matrix() *moment.Matrix { return a.moment.Matrix() }

// Merge adds another sum of the same pass.
func (a *Sum) Merge(b *Sum) error {
	switch {
	case a.features != nil:
		a.features.Add(b.features)
	case a.lengths != nil:
		for i, x := range b.lengths.Counts {
			a.lengths.Counts[i] += x
		}
	default:
		if err := a.moment.Merge(b.moment); err != nil {
			return err
		}
	}
	a.rows += b.rows
	return nil
}

// Integers are all that was summed: of pass 1 the coordinates, then the weight; of pass 2 the counts; of pass 3 the rows of the upper triangle,
// diagonal first.
func (a *Sum) Integers() []int64 {
	switch {
	case a.features != nil:
		return append(append(make([]int64, 0, len(a.features.Sum)+1), a.features.Sum...), a.features.Rows)
	case a.lengths != nil:
		return append([]int64(nil), a.lengths.Counts...)
	}
	m := a.moment.Matrix()
	out := make([]int64, 0, a.pass.Len(a.schema))
	for i := range m.Dim() {
		out = append(out, m.Row(i)...)
	}
	return out
}

// Digest is the SHA-256 of the integers and the number of rows: equal wherever the same records were summed by the same numbers.
func (a *Sum) Digest() string {
	h := sha256.New()
	text, err := json.Marshal([]any{a.pass.Number, a.rows, a.Integers()})
	if err != nil {
		panic("passes: integers cannot be encoded")
	}
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// Weight is the weight of the rows in units of one row's (dataset.Lattice.Weight), as the sum itself has it: equal in the three passes over the
// same rows.
func (a *Sum) Weight() int64 {
	switch {
	case a.features != nil:
		return a.features.Rows
	case a.lengths != nil:
		sum := int64(0)
		for _, x := range a.lengths.Counts {
			sum += x
		}
		return sum
	}
	corner := a.moment.Matrix().Row(a.schema.D())[0]
	if a.schema.RowWeight == nil {
		return corner / (schema.Constant() * schema.Constant())
	}
	return corner
}
