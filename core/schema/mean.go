package schema

import (
	"math"
	"slices"
)

// What the step of the noisy mean has to know of the columns (core/mechanism/mean.md). Features are
// quantised one by one, on the scale of whole records: q_j = round(Scale·e_j).

// Quantised is a feature in [−1, 1] as an integer.
func Quantised(feature float64) int64 { return int64(math.RoundToEven(float64(feature * Scale))) }

// Ends are the least and the largest integer that the number column is encoded to.
func (f *Field) Ends(scaling Scaling) (lo, hi int64) {
	return Quantised(f.Feature(f.Minimum, scaling)), Quantised(f.Feature(f.Maximum, scaling))
}

// Spread is the largest ‖q − q′‖₂² of two records, whatever they hold: Scale²·D with
//
//	D = Σ_columns Δ²,  Δ² = 2 for a category, (hi − lo)² for a number,
//
// up to the rounding of hi and lo. It is attained, and needs no norm bound: columns are orthogonal, and two
// one-hot vectors (or zero) are at squared distance 0, 1 or 2.
func (s *Schema) Spread() int64 {
	var sum int64
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind == Number {
			lo, hi := f.Ends(s.Scaling)
			sum += (hi - lo) * (hi - lo)
		} else {
			sum += 2 * Scale * Scale
		}
	}
	return sum
}

// Nonzero is how many features of a record can be other than 0: one of each column where nothing is subtracted, two of each
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
		if f.Kind == Number {
			lo, hi := f.Ends(s.Scaling)
			out = append(out, lo+(hi-lo)/2)
			continue
		}
		for range f.Enum {
			out = append(out, Scale/int64(len(f.Enum)))
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
		if f.Kind == Number {
			lo, hi := f.Ends(s.Scaling)
			r := max(hi-base[0], base[0]-lo)
			sum += r * r
		} else { // the levels have one base, so they are equally far
			l, b := int64(len(f.Enum)), base[0]
			level := (Scale-b)*(Scale-b) + (l-1)*b*b
			sum += max(level, l*b*b) // or none
		}
		base = base[f.D():]
	}
	return sum
}

// Settle brings a noisy mean of features to the nearest one that records can have, as post-processing: a
// category's part is projected on the probability simplex; numbers are drawn together by James and Stein's rule where
// there are more than four, and clamped to their bounds; all is rounded to six decimals. The noise has the
// standard deviation sigma in each feature; mean is changed in place.
func (s *Schema) Settle(mean []float64, sigma float64) {
	s.drawTogether(mean, sigma)
	at := mean
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind == Number {
			lo, hi := f.Feature(f.Minimum, s.Scaling), f.Feature(f.Maximum, s.Scaling)
			at[0] = math.Max(lo, math.Min(at[0], hi))
		} else {
			simplex(at[:f.D()])
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
		if s.Fields[i].Kind == Number {
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

// simplex projects x on {x ≥ 0, Σx = 1} in the Euclidean norm (Held, Wolfe, Crowder 1974).
func simplex(x []float64) {
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	sum, shift := 0.0, 0.0
	for i, v := range sorted {
		sum += v
		if t := (sum - 1) / float64(i+1); v > t {
			shift = t
		}
	}
	for i := range x {
		x[i] = math.Max(0, x[i]-shift)
	}
}
