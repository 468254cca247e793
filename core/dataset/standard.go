package dataset

import (
	"fmt"
	"math"

	"privatepca/core/schema"
)

// A Standard encodes rows of a Lattice about a mean c that was released: v = w∘(z − c), z the row in units of schema.Scale, one-hot for a category, and
// c where a cell is missing; and, cut at a length R,
//
//	(u, a) = (v/max(R, ‖v‖), a),   ‖(u, a)‖² ≤ 1 + a²
//
// as integers of squared length at most schema.Scale², the constant last (ENCODING.md). Where rows have weights, (u, a) is times the root of the
// row's, of which the constant is exactly the integer: what is summed with it, divided by it, is the weighted sum of u as it was rounded.
type Standard struct {
	lattice *Lattice
	slope   []float64 // of each feature of a number, a cycle or a list: v = slope·q + start
	start   []float64
	levels  []standardLevels // of each column; those of a category are not nil
	v       []float64        // of the row at hand
	scale   float64          // schema.UnitScale
	one     int64            // a: the root of a whole row's weight
}

// standardLevels has a category's features by level.
type standardLevels struct {
	values [][]float64 // v of each level
	hit2   []float64   // its squared length
}

// NewStandard encodes about a centre of features (schema.OnLattice gives its c) with weights w, each of length d, as a document states them: the centre
// within the features' ends, w positive and finite.
func NewStandard(s *schema.Schema, centre, weights []float64) (*Standard, error) {
	d := s.D()
	if len(centre) != d || len(weights) != d {
		return nil, fmt.Errorf("dataset: a centre of %d and weights of %d numbers for %d features", len(centre), len(weights), d)
	}
	for j := range d {
		if !(math.Abs(centre[j]) <= 1) || !(weights[j] > 0 && weights[j] <= 1e6) {
			return nil, fmt.Errorf("dataset: the centre or the weight of feature %d is out of range", j+1)
		}
	}
	z := &Standard{
		lattice: NewLattice(s), slope: make([]float64, d), start: make([]float64, d), levels: make([]standardLevels, len(schema.Runs(s))), v: make([]float64, d),
		scale: schema.UnitScale(), one: schema.Constant(),
	}
	c := schema.OnLattice(s, centre)
	for i := range z.lattice.columns {
		l := &z.lattice.columns[i]
		at, next := l.feature, l.feature+l.features
		if l.category {
			z.levels[i] = levelsOf(c[at:next], weights[at:next])
			continue
		}
		for j := at; j < next; j++ {
			z.slope[j] = weights[j] / schema.Scale
			z.start[j] = -float64(weights[j] * c[j])
		}
	}
	return z, nil
}

func levelsOf(centre, weights []float64) (out standardLevels) {
	for l := range centre {
		v, sum := make([]float64, len(centre)), 0.0
		for j, c := range centre {
			f := 0.0
			if j == l {
				f = 1
			}
			v[j] = weights[j] * (f - c)
			sum += float64(v[j] * v[j])
		}
		out.values, out.hit2 = append(out.values, v), append(out.hit2, sum)
	}
	return out
}

// D is the length of a vector: the features and the constant.
func (z *Standard) D() int { return z.lattice.d + 1 }

// Squared sets v to a row's and returns ‖v‖².
func (z *Standard) Squared(row []int16) (sum float64) {
	for i := range z.lattice.columns {
		c := &z.lattice.columns[i]
		q := row[c.cell]
		switch {
		case q == MissingCell:
			clear(z.v[c.feature : c.feature+c.features])
		case c.category:
			levels := &z.levels[i]
			copy(z.v[c.feature:], levels.values[q])
			sum += levels.hit2[q]
		default:
			for j := c.feature; j < c.feature+c.features; j++ {
				x := float64(z.slope[j]*float64(row[c.cell+j-c.feature])) + z.start[j]
				z.v[j] = x
				sum += float64(x * x)
			}
		}
	}
	return sum
}

// Record is v of a row, of length D − 1, and ‖v‖². The vector is reused.
func (z *Standard) Record(row []int16) (v []float64, squared float64) {
	squared = z.Squared(row)
	return z.v, squared
}

// Weight is how many rows a row counts as: Lattice.Weight.
func (z *Standard) Weight(row []int16) int64 { return z.lattice.Weight(row) }

// Vector writes (u, a) of a row, times the root of its weight and cut at the length radius, to q, of length D: Σq² ≤ schema.Scale².
func (z *Standard) Vector(row []int16, radius float64, q []int16) {
	root := z.lattice.root(row)
	g := z.scale / math.Max(radius, math.Sqrt(z.Squared(row)))
	if root != z.one {
		g *= float64(root) / float64(z.one)
	}
	limit := schema.Scale*schema.Scale - root*root
	sum := int64(0)
	for j, x := range z.v {
		i := int16(math.RoundToEven(float64(x * g)))
		q[j] = i
		sum += int64(i) * int64(i)
	}
	q[len(z.v)] = int16(root)
	for j := 0; sum > limit; j++ { // toward zero, one after the other: then Σ q² is at most the square of scale times the root's share, which is below the limit
		i := int16(float64(z.v[j] * g))
		sum += int64(i)*int64(i) - int64(q[j])*int64(q[j])
		q[j] = i
	}
}

// Lengths counts rows, each by its weight, by the length ‖v‖, in bins whose squared upper ends fall from the first on. A row falls into exactly one bin.
type Lengths struct {
	ends   []float64
	Counts []int64
}

// NewLengths counts in that many bins: the first ends at the length top, each next one at 1/ratio of it; lengths outside fall into the first or
// the last.
func NewLengths(top, ratio float64, bins int) *Lengths {
	l := &Lengths{ends: make([]float64, bins-1), Counts: make([]int64, bins)}
	end := float64(top * top)
	for i := range l.ends {
		end /= float64(ratio * ratio)
		l.ends[i] = end
	}
	return l
}

// Add counts a row of that weight by its squared length.
func (l *Lengths) Add(squared float64, weight int64) {
	from, to := 0, len(l.ends) // the number of ends that are at least squared
	for from < to {
		if mid := (from + to) / 2; squared <= l.ends[mid] {
			from = mid + 1
		} else {
			to = mid
		}
	}
	l.Counts[from] += weight
}
