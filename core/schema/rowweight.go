package schema

import (
	"math"
	"strings"
)

// A RowWeight is a column of survey weights: a row counts as w/Maximum rows, 0 ≤ w ≤ Maximum. A cell beyond these bounds counts as the nearer one.
// Only the norm rule mean takes it (core/mechanism/sums.md).
type RowWeight struct {
	Column  string  `json:"column"`  // in the file; no feature, and not the person's
	Maximum float64 `json:"maximum"` // w_max: public, above 0
	Missing float64 `json:"missing"` // w of a row whose cell holds no number: public, 0 … Maximum
}

// Root is the integer that stands for √(w/Maximum), 0 … Constant. A weight is thus an integer square: the row's constant in the third step is Root
// itself, so that all three steps count a row with exactly the same weight, Root² of RowWeightUnit.
func (r *RowWeight) Root(w float64) int16 {
	share := math.Min(math.Max(w/r.Maximum, 0), 1)
	return int16(math.RoundToEven(math.Sqrt(share) * float64(Constant())))
}

// RowWeightUnit is the integer weight of a row of the largest weight.
func RowWeightUnit() int64 { return Constant() * Constant() }

// Unit is RowWeightUnit where rows have weights, and 0 where they have none: r is nil.
func (r *RowWeight) Unit() int64 {
	if r == nil {
		return 0
	}
	return RowWeightUnit()
}

// MostWeightedRows keeps sums of weighted rows within 64 bits: of every coordinate a row adds less than 2³⁹, for up to MaxD features.
const MostWeightedRows = 1 << 24

// Problem says what is wrong with a weight of rows by itself; "" for nothing.
func (r *RowWeight) Problem() string {
	switch {
	case r == nil:
		return ""
	case strings.TrimSpace(r.Column) == "":
		return "the column of row weights has no name: name it as in the file's header, or leave row_weight out"
	case !(r.Maximum >= 1e-100 && r.Maximum <= 1e100):
		return "the maximum of the row weights must be a number above 0: state the largest weight that is possible, from public knowledge"
	case !(r.Missing >= 0 && r.Missing <= r.Maximum):
		return "the weight of rows without one must be from 0 to the maximum of the row weights"
	}
	return ""
}

// problems adds what is wrong with a weight of rows beside the other columns.
func (r *RowWeight) problems(s *Schema, ps *Problems) {
	if wrong := r.Problem(); wrong != "" {
		ps.add("", "%s", wrong)
	}
	if r == nil {
		return
	}
	column := strings.TrimSpace(r.Column)
	if column != "" && column == strings.TrimSpace(s.PersonColumn) {
		ps.add(r.Column, "names the person, so it cannot be the weight of rows as well: name another column")
	}
	for i := range s.Fields {
		if column == strings.TrimSpace(s.Fields[i].In()) {
			ps.add(r.Column, "is the weight of rows, so it cannot be a feature as well: leave it out of the fields")
			return
		}
	}
}
