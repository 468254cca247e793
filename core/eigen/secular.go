package eigen

import "math"

// secular returns the roots λ_0 < λ_1 < … of
//
//	f(λ) = 1/ρ + Σ z_j²/(δ_j − λ),
//
// one above each pole δ, and in row i of gaps the differences δ_j − λ_i, each to full
// relative precision. Poles ascend.
func secular(poles, z []float64, rho float64) (roots []float64, gaps *dense) {
	k := len(poles)
	gaps = newDense(k, k)
	roots = make([]float64, k)
	s := equation{poles: poles, z2: make([]float64, k), rho: rho}
	for j, x := range z {
		s.z2[j] = x * x
		s.total += x * x
	}
	for i := range k {
		roots[i] = s.root(i, gaps.row(i))
	}
	return roots, gaps
}

type equation struct {
	poles, z2 []float64
	rho       float64
	total     float64 // of z2
}

// A value of f at a place: what the poles up to i give, and those beyond, and their
// derivatives. All of lower are negative there, all of upper positive.
type value struct{ lower, upper, lowerSlope, upperSlope float64 }

// at evaluates f where the differences are gap_j − x, and leaves these in to.
func (s *equation) at(i int, origin, x float64, to []float64) value {
	var v value
	for j, p := range s.poles[:i+1] {
		g := p - origin - x
		to[j] = g
		t := s.z2[j] / g
		v.lower += t
		v.lowerSlope += t / g
	}
	for j := i + 1; j < len(s.poles); j++ {
		g := s.poles[j] - origin - x
		to[j] = g
		t := s.z2[j] / g
		v.upper += t
		v.upperSlope += t / g
	}
	return v
}

// root finds the root above pole i, measured from the nearer pole, so that no
// difference cancels; gap receives the differences. Steps solve the equation with the
// two poles beside the root kept and the rest interpolated (R.-C. Li 1993, "the middle
// way"); where one leaves the bracket, the bracket is halved.
func (s *equation) root(i int, gap []float64) float64 {
	k := len(s.poles)
	constant := 1 / s.rho
	lo, hi := 0.0, s.rho*s.total // above the pole i
	origin, left, right := i, i, i+1
	if i < k-1 {
		width := s.poles[i+1] - s.poles[i]
		v := s.at(i, s.poles[i], width/2, gap)
		if constant+v.lower+v.upper >= 0 {
			hi = width / 2
		} else {
			origin, lo, hi = i+1, -width/2, 0
		}
	} else if k == 1 {
		gap[0] = -hi
		return s.poles[0] + hi
	} else {
		left, right = k-2, k-1
		i = k - 2 // which poles are lower
		hi *= 1 + 4*epsilon
	}
	base := s.poles[origin]
	x := (lo + hi) / 2
	for range 200 {
		v := s.at(i, base, x, gap)
		f := constant + v.lower + v.upper
		// Of the size of what rounding makes of f (Gu, Eisenstat 1994, §3.2).
		if math.Abs(f) <= epsilon*float64(k)*(constant+math.Abs(v.lower)+math.Abs(v.upper))/4 {
			break
		}
		if f < 0 {
			lo = x
		} else {
			hi = x
		}
		a, b := gap[left], gap[right]
		c := f - a*v.lowerSlope - b*v.upperSlope
		p := (a+b)*f - a*b*(v.lowerSlope+v.upperSlope)
		q := a * b * f
		next := x + step(c, p, q, right == k-1 && left == i && origin == k-1 && a < 0 && b < 0)
		if !(next > lo && next < hi) {
			next = (lo + hi) / 2
			if lo > 0 && hi > 4*lo { // far apart in size: halve the exponents
				next = math.Sqrt(lo) * math.Sqrt(hi)
			} else if hi < 0 && lo < 4*hi {
				next = -math.Sqrt(-lo) * math.Sqrt(-hi)
			} else if lo == 0 {
				next = hi / 1024
			} else if hi == 0 {
				next = lo / 1024
			}
		}
		if next == x || next <= lo || next >= hi {
			break
		}
		x = next
	}
	s.at(i, base, x, gap)
	return base + x
}

// step solves c·η² − p·η + q = 0 for the root that the iteration wants.
func step(c, p, q float64, beyond bool) float64 {
	root := math.Sqrt(math.Max(0, p*p-4*q*c))
	if beyond { // both poles are below
		if p >= 0 {
			return (p + root) / (2 * c)
		}
		return 2 * q / (p - root)
	}
	if p <= 0 {
		return (p - root) / (2 * c)
	}
	return 2 * q / (p + root)
}
