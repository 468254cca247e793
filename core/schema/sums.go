package schema

import "math"

// What the first step of the norm rule mean has to know of the columns (core/mechanism/sums.md). Each cell is first put on an integer
// lattice, whatever the schema's scaling and weights: a number's value z in [−1, 1], minimum to −1 and maximum to 1, as round(Scale·z); a level as
// Scale in its feature, of a list each level that the cell names; a cycle as a point of its circle. A list is one column of as many features as it has
// levels. The step sums three groups of coordinates, and measures all three at the price of the first:
//
//	one of each feature: z, or one-hot; of a list's level ±½
//	one of each number: α·z², and α/2 for a missing cell
//	one of each column: for a missing cell β of a number, √L/2 of a list of L levels, 1 of another column, else 0
//
// in units of Scale, with α² = 2.75 and β² = 1 + α²/4. Half a unit is HalfLevel, and a list's √L/2 are √L of these, rounded down.

const (
	squareWeight  = 1.6583123951777   // α = √2.75
	missingWeight = 1.299038105676658 // β = √1.6875
)

// Squared is the coordinate α·z² of a number at q = round(Scale·z), as an integer.
func Squared(q int64) int64 {
	return int64(math.RoundToEven(float64(squareWeight * float64(q*q) / Scale)))
}

// HalfSquare is the coordinate α/2 of a missing number, as an integer.
func HalfSquare() int64 { return int64(math.RoundToEven(squareWeight * Scale / 2)) }

// MissingNumber is the coordinate β of a missing number, as an integer.
func MissingNumber() int64 { return int64(math.RoundToEven(missingWeight * Scale)) }

// HalfLevel is ½ of a list's level, as an integer: rounded down, so that two cells are not farther apart than 1.
const HalfLevel = (Scale - 1) / 2

// MissingList is the coordinate of a missing list of so many levels: as far from the middle as its cells are.
func MissingList(levels int) int64 { return int64(math.Sqrt(float64(levels)) * HalfLevel) }

// A Run is a column of the norm rule mean: the fields From, From+1, …, To−1. It is one field, or all of a list.
type Run struct{ From, To int }

// Runs are the columns of the norm rule mean, in the order of the fields.
func Runs(s *Schema) (out []Run) {
	for i := 0; i < len(s.Fields); {
		n := len(listAt(s, i))
		out = append(out, Run{i, i + n})
		i += n
	}
	return out
}

// Name is the column's name in the file.
func (r Run) Name(s *Schema) string { return s.Fields[r.From].In() }

// IsList reports whether the field is a level of a list.
func (f *Field) IsList() bool { return f.Column != "" }

// Lattice is the schema by which cells are put on the lattice: numbers affine, no weights of columns or rows, no centre, nothing clipped.
func Lattice(s *Schema) *Schema {
	out := *s
	out.Scaling, out.Centre, out.Point, out.NormRule, out.NormBound = Affine, CentreNone, nil, Clip, 0
	out.RowWeight = nil // a row's weight is no cell of the lattice
	out.Fields = append([]Field(nil), s.Fields...)
	for i := range out.Fields {
		out.Fields[i].Weight = 0
	}
	return &out
}

// IsNumber reports whether the field is one feature with a square of its own: neither a category nor a cycle nor a list's level.
func IsNumber(f *Field) bool { return f.Kind != Category && !f.Cyclic() && !f.IsList() }

// OfLattice gives the map from a value on the lattice, in units of Scale, to the feature under a scaling, the weight in it: zero + half·z. z is a
// number's value in [−1, 1], a coordinate of a cycle, or 1 for a category's or a list's level that holds.
func OfLattice(f *Field, scaling Scaling) (zero, half float64) {
	if !IsNumber(f) && !f.IsList() {
		return 0, f.weight()
	}
	lo, hi := f.FeatureEnds(scaling)
	if f.IsList() {
		return lo, hi - lo
	}
	return (lo + hi) / 2, (hi - lo) / 2
}

// OnLattice is a point of features as a point of the lattice, in units of Scale: of each feature (point − zero)/half.
func OnLattice(s *Schema, point []float64) []float64 {
	out := make([]float64, 0, len(point))
	for i := range s.Fields {
		zero, half := OfLattice(&s.Fields[i], s.Scaling)
		for range s.Fields[i].D() {
			out = append(out, (point[len(out)]-zero)/half)
		}
	}
	return out
}

// SumsDim is the number of coordinates of the step.
func SumsDim(s *Schema) int {
	n := s.D() + len(Runs(s))
	for i := range s.Fields {
		if IsNumber(&s.Fields[i]) {
			n++
		}
	}
	return n
}

// SumsSpread is the largest squared distance of two records in the coordinates of the step: 4·Scale² a number and a cycle, 2·Scale² a category, 4·HalfLevel² each level of a list. It
// is that of the features alone (sums.md, Lemmas 1 and 2; a test scans all pairs of integers).
func SumsSpread(s *Schema) int64 {
	var sum int64
	for i := range s.Fields {
		f := &s.Fields[i]
		switch {
		case f.Kind == Category: // "missing" is a level like the others
			sum += 2 * Scale * Scale
		case f.Cyclic():
			sum += cycleSpread(f)
		case f.IsList(): // a missing cell is nearer to any other than two of them can be: L·HalfLevel² twice for four times
			sum += 4 * HalfLevel * HalfLevel
		default:
			sum += 4 * Scale * Scale
		}
	}
	return sum
}

// cycleSpread is the largest squared distance of two cells of a cycle, one of which may be missing.
func cycleSpread(f *Field) (most int64) {
	g := *f
	g.Weight = 0
	points := g.points()[1:]
	for _, p := range points {
		most = max(most, p[0]*p[0]+p[1]*p[1]+Scale*Scale)
		for _, q := range points {
			most = max(most, (p[0]-q[0])*(p[0]-q[0])+(p[1]-q[1])*(p[1]-q[1]))
		}
	}
	return most
}

// SumsBase is the point that the sums are measured from where the number of rows is private.
func SumsBase(s *Schema) []int64 {
	out := make([]int64, 0, SumsDim(s))
	var squares, missing []int64
	for _, run := range Runs(s) {
		f := &s.Fields[run.From]
		level := int64(0)
		if f.Kind == Category {
			level = Scale / int64(f.D()+1)
		}
		for range f.D() * (run.To - run.From) {
			out = append(out, level)
		}
		if IsNumber(f) {
			squares = append(squares, HalfSquare())
		}
		missing = append(missing, level)
	}
	return append(append(out, squares...), missing...)
}

// SumsReach is the largest squared distance of a record from SumsBase, whatever it holds.
func SumsReach(s *Schema) int64 {
	var sum, number int64
	for i := range s.Fields {
		f := &s.Fields[i]
		switch {
		case f.Kind == Category: // L levels and "missing" are equally far
			l := int64(f.D())
			b := Scale / (l + 1)
			sum += (Scale-b)*(Scale-b) + l*b*b
		case f.Cyclic():
			most := int64(Scale * Scale) // missing
			g := *f
			g.Weight = 0
			for _, p := range g.points() {
				most = max(most, p[0]*p[0]+p[1]*p[1])
			}
			sum += most
		case f.IsList(): // its part of a cell, or of a missing one
			sum += HalfLevel * HalfLevel
		default:
			if number == 0 {
				number = numberReach()
			}
			sum += number
		}
	}
	return sum
}

// numberReach is the largest squared distance of a cell of a number from its base, about (1 + α²/4)·Scale².
func numberReach() int64 {
	half := HalfSquare()
	most := MissingNumber() * MissingNumber()
	for q := range int64(Scale + 1) {
		r := Squared(q) - half
		most = max(most, q*q+r*r)
	}
	return most
}

// ConstantSquared is a², the square of the feature that the third step adds to every record, so that the sum of the records is measured with their
// second moment.
const ConstantSquared = .03

// UnitScale is the length in integers of a record u with ‖u‖ = 1: with the constant it is within Scale.
func UnitScale() float64 { return Scale / math.Sqrt(1+ConstantSquared) }

// Constant is a in integers: the largest that keeps (u, a) within Scale.
func Constant() int64 { return int64(math.Sqrt(ConstantSquared) * UnitScale()) }
