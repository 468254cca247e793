package nuclear

import "math"

// sum adds with Neumaier's compensation. At d = 1000 the logarithms of the
// normaliser and of the Vandermonde product are of the order 10⁶ while their
// difference is wanted to 1e-9: plain sums lose that.
type sum struct{ hi, lo float64 }

func (s *sum) add(x float64) {
	t := s.hi + x
	if math.Abs(s.hi) >= math.Abs(x) {
		s.lo += (s.hi - t) + x
	} else {
		s.lo += (x - t) + s.hi
	}
	s.hi = t
}

func (s *sum) addSum(o sum) {
	s.add(o.hi)
	s.add(o.lo)
}

func (s sum) value() float64 { return s.hi + s.lo }
