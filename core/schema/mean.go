package schema

import (
	"math"
	"slices"
)

// What the step of the noisy mean has to know of the columns (core/mechanism/mean.md). Features are
// quantised one by one, on the scale of whole records: q_j = round(Scale·e_j).

// Quantised is a feature in [−1, 1] as an integer.
func Quantised(feature float64) int64 { return int64(math.RoundToEven(float64(feature * Scale))) }

// Ends are the least and the largest integer that each feature of the column is encoded to.
func (f *Field) Ends(scaling Scaling) (lo, hi int64) {
	a, b := f.FeatureEnds(scaling)
	return Quantised(a), Quantised(b)
}

// Spread is the largest ‖q − q′‖₂² of two records, whatever they hold: Scale²·D with
//
//	D = Σ_columns Δ²,  Δ² = 2w² for a category of weight w, (hi − lo)² for a column of one feature, and the largest squared
//	distance of two points, at most 4w², for a cycle,
//
// up to the rounding of hi, lo, w and points. It is attained, and needs no norm bound: columns are orthogonal, and two
// one-hot vectors (or zero) are at squared distance 0, w² or 2w².
func (s *Schema) Spread() int64 {
	var sum int64
	for i := range s.Fields {
		f := &s.Fields[i]
		lo, hi := f.Ends(s.Scaling)
		switch {
		case f.Kind == Category:
			sum += 2 * hi * hi
		case f.Cyclic():
			var most int64
			for _, p := range f.points() {
				most = max(most, farthest(f, p))
			}
			sum += most
		default:
			sum += (hi - lo) * (hi - lo)
		}
	}
	return sum
}

// farthest is the largest squared distance of a value of a cyclic column from a point.
func farthest(f *Field, from [2]int64) (most int64) {
	for _, p := range f.points() {
		most = max(most, (p[0]-from[0])*(p[0]-from[0])+(p[1]-from[1])*(p[1]-from[1]))
	}
	return most
}

// Nonzero is how many features of a record can be other than 0: one of each column (two of a cycle) where nothing is subtracted, two of each
// category for differences of pairs, and all about a centre. centred says that a centre is used, also one that is yet to be drawn.
func (s *Schema) Nonzero(centred bool) int {
	dense := s.NormRule != Pairs && (centred || s.Centre != CentreNone || s.NormRule == Sign)
	n := 0
	for i := range s.Fields {
		switch f := &s.Fields[i]; {
		case dense:
			n += f.D()
		case s.NormRule == Pairs:
			n += min(2, f.D())
		case f.Cyclic():
			n += 2
		default:
			n++
		}
	}
	return n
}

// Base is the point that sums are measured from where the number of rows is private: the midpoint
// centre, as integers.
func (s *Schema) Base() []int64 {
	out := make([]int64, 0, s.D())
	for i := range s.Fields {
		f := &s.Fields[i]
		lo, hi := f.Ends(s.Scaling)
		middle := lo + (hi-lo)/2
		if f.Kind == Category {
			middle = hi / int64(len(f.Enum))
		}
		for range f.D() {
			out = append(out, middle)
		}
	}
	return out
}

// Reach is the largest ‖q − Base‖₂² of a record, whatever it holds.
func (s *Schema) Reach() int64 {
	var sum int64
	base := s.Base()
	for i := range s.Fields {
		f := &s.Fields[i]
		lo, hi := f.Ends(s.Scaling)
		switch {
		case f.Kind == Category: // the levels have one base, so they are equally far
			l, b := int64(len(f.Enum)), base[0]
			level := (hi-b)*(hi-b) + (l-1)*b*b
			sum += max(level, l*b*b) // or none
		case f.Cyclic():
			sum += farthest(f, [2]int64{base[0], base[1]})
		default:
			r := max(hi-base[0], base[0]-lo)
			sum += r * r
		}
		base = base[f.D():]
	}
	return sum
}

// Settle brings a noisy mean of features to the nearest one that records can have, as post-processing: a
// category's part is projected on the probability simplex times its weight, a cycle's on its disc; numbers are drawn together by James and
// Stein's rule where there are more than four, and clamped to their bounds; all is rounded to six decimals. The noise has the
// standard deviation sigma in each feature; mean is changed in place.
func (s *Schema) Settle(mean []float64, sigma float64) {
	s.drawTogether(mean, sigma)
	at := mean
	for i := range s.Fields {
		f := &s.Fields[i]
		switch {
		case f.Kind == Category:
			simplex(at[:f.D()], f.weight())
		case f.Cyclic():
			if length := math.Hypot(at[0], at[1]); length > f.weight() {
				at[0], at[1] = at[0]*f.weight()/length, at[1]*f.weight()/length
			}
		default:
			lo, hi := f.FeatureEnds(s.Scaling)
			at[0] = math.Max(lo, math.Min(at[0], hi))
		}
		at = at[f.D():]
	}
	for i, x := range mean {
		mean[i] = math.Round(x*1e6) / 1e6
	}
}

// drawTogether shrinks the numbers' means towards their mean by the positive part of James and Stein's rule
// (Efron, Morris 1973): by the share 1 − (p−3)σ²/Σ(x−x̄)², at least 0.
func (s *Schema) drawTogether(mean []float64, sigma float64) {
	var at []int
	feature := 0
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Kind != Category && !f.Cyclic() {
			at = append(at, feature)
		}
		feature += s.Fields[i].D()
	}
	p := float64(len(at))
	if p <= 4 {
		return
	}
	centre, squares := 0.0, 0.0
	for _, j := range at {
		centre += mean[j] / p
	}
	for _, j := range at {
		squares += (mean[j] - centre) * (mean[j] - centre)
	}
	keep := 0.0
	if squares > 0 {
		keep = math.Max(0, 1-(p-3)*sigma*sigma/squares)
	}
	for _, j := range at {
		mean[j] = centre + keep*(mean[j]-centre)
	}
}

// simplex projects x on {x ≥ 0, Σx = total} in the Euclidean norm (Held, Wolfe, Crowder 1974).
func simplex(x []float64, total float64) {
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	sum, shift := 0.0, 0.0
	for i, v := range sorted {
		sum += v
		if t := (sum - total) / float64(i+1); v > t {
			shift = t
		}
	}
	for i := range x {
		x[i] = math.Max(0, x[i]-shift)
	}
}
