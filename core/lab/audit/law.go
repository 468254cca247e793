package audit

import (
	"math"
	"slices"
)

// A Law is the exact law of the privacy loss of a pair of neighbours A and B,
// the log ratio of their output densities, under A and under B. It is cut into
// cells between ascending edges; no atom lies on an edge.
type Law struct {
	edge []float64 // len(a)−1 of them
	a, b []float64 // mass of each cell under A and B
	top  float64   // the supremum of the loss

	// shift is log of B's normaliser over A's: the loss is a score, known in closed
	// form, plus shift.
	shift float64
	// error bounds what quadrature leaves of the distribution functions.
	error float64
	// slack is by how much a single loss may differ from the law's: then atoms need not lie where the law has them.
	slack float64
}

// Loss returns the least ε for which the pair is (ε,δ)-indistinguishable in the
// direction of A over B.
func (l *Law) Loss(delta float64) float64 {
	if delta == 0 {
		return l.top
	}
	lo, hi := 0.0, l.top
	if l.delta(0) <= delta {
		return 0
	}
	for range 60 {
		if mid := (lo + hi) / 2; l.delta(mid) > delta {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// delta returns the least δ at that ε: Σ max(0, P_A − e^ε P_B).
func (l *Law) delta(epsilon float64) float64 {
	sum := 0.0
	for i, a := range l.a {
		sum += max(0, a-math.Exp(epsilon)*l.b[i])
	}
	return sum
}

// expected returns the largest bound that n draws are expected to give, and by how
// many of its standard deviations it passes the share of the loss that is asked for.
func (l *Law) expected(n int, delta float64) (bound, margin float64) {
	bound = math.Inf(-1)
	exact := l.Loss(delta)
	ta, tb := 0.0, 0.0
	for i := len(l.a) - 1; i > 0; i-- {
		ta += l.a[i]
		tb += l.b[i]
		if b := expected(ta, tb, n, delta); b > bound && tb > 0 {
			bound = b
			deviation := math.Sqrt((ta*(1-ta)/((ta-delta)*(ta-delta)) + (1-tb)/tb) / float64(n))
			margin = (b - asked*exact) / deviation
		}
	}
	return bound, margin
}

// distance returns the Kolmogorov distance, at the edges, between the scores and
// the law of those masses.
func (l *Law) distance(scores, mass []float64) float64 {
	sorted := slices.Clone(scores)
	slices.Sort(sorted)
	worst, cumulative := 0.0, 0.0
	for i, edge := range l.edge {
		cumulative += mass[i]
		below := func(x float64) float64 { return float64(len(sorted)-above(sorted, x-l.shift)) / float64(len(sorted)) }
		worst = max(worst, below(edge-l.slack)-cumulative, cumulative-below(edge+l.slack))
	}
	return worst
}

// cells is how finely a continuous law is cut.
const cells = 20001 // odd: a score of zero is no edge

// integrate returns the law of a pair of densities on the unit cube of that
// dimension, given up to normalisers by their logarithms, whose difference, the
// score, stays within ±reach. It is quadrature on n points of the Kronecker
// sequence of the generalised golden ratio, halved once to see the error.
func integrate(dim, n int, reach float64, densities func(u []float64) (a, b float64)) *Law {
	l := &Law{edge: make([]float64, cells-1), a: make([]float64, cells), b: make([]float64, cells)}
	reach *= 1.00123 // so that edges miss the atoms at simple fractions of it
	width := 2 * reach / cells
	for i := range l.edge {
		l.edge[i] = -reach + width*float64(i+1)
	}
	step := make([]float64, dim)
	for i := range step {
		step[i] = math.Pow(golden(dim), -float64(i+1))
	}
	u, best := make([]float64, dim), make([]float64, dim)
	highest := math.Inf(-1)
	var half [2][]float64
	for k := range n {
		if k == n/2 {
			half = [2][]float64{normalised(slices.Clone(l.a)), normalised(slices.Clone(l.b))}
		}
		for i, s := range step {
			_, u[i] = math.Modf(0.5 + s*float64(k+1))
		}
		a, b := densities(u)
		if math.IsInf(a, -1) && math.IsInf(b, -1) {
			continue
		}
		cell := int((a - b + reach) / width)
		l.a[min(max(cell, 0), cells-1)] += math.Exp(a)
		l.b[min(max(cell, 0), cells-1)] += math.Exp(b)
		if a-b > highest {
			highest = a - b
			copy(best, u)
		}
	}
	l.shift = math.Log(total(l.b) / total(l.a))
	normalised(l.a)
	normalised(l.b)
	l.error = max(apart(half[0], l.a), apart(half[1], l.b)) + 2/float64(cells)
	l.top = climb(best, highest, densities) + l.shift
	for i := range l.edge {
		l.edge[i] += l.shift
	}
	return l
}

// golden is the root of x^(dim+1) = x + 1 above 1 (Roberts 2018).
func golden(dim int) float64 {
	x := 2.0
	for range 60 {
		x = math.Pow(1+x, 1/float64(dim+1))
	}
	return x
}

// climb looks for the largest score near u, coordinate by coordinate.
func climb(u []float64, score float64, densities func([]float64) (a, b float64)) float64 {
	for step := 0.05; step > 1e-7; {
		improved := false
		for i := range u {
			for _, s := range []float64{step, -step} {
				old := u[i]
				u[i] = min(max(old+s, 1e-9), 1-1e-9)
				if a, b := densities(u); a-b > score {
					score, improved = a-b, true
				} else {
					u[i] = old
				}
			}
		}
		if !improved {
			step /= 2
		}
	}
	return score
}

func total(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum
}

func normalised(x []float64) []float64 {
	sum := total(x)
	for i := range x {
		x[i] /= sum
	}
	return x
}

// apart is the Kolmogorov distance of two laws on the same cells.
func apart(x, y []float64) float64 {
	worst, sum := 0.0, 0.0
	for i := range x {
		sum += x[i] - y[i]
		worst = max(worst, math.Abs(sum))
	}
	return worst
}

// lattice returns the law of a sum of independent integer losses in that unit: masses
// by value under A and under B.
type lattice struct {
	from int       // the value of index 0
	a, b []float64 // masses
}

// plus convolves.
func (x lattice) plus(y lattice) lattice {
	out := lattice{from: x.from + y.from, a: make([]float64, len(x.a)+len(y.a)-1), b: make([]float64, len(x.a)+len(y.a)-1)}
	for i := range x.a {
		for j := range y.a {
			out.a[i+j] += x.a[i] * y.a[j]
			out.b[i+j] += x.b[i] * y.b[j]
		}
	}
	return out
}

// law takes a value v for a loss of (v + offset)·unit. Values of no mass count for nothing.
func (x lattice) law(unit, offset float64) *Law {
	l := &Law{a: x.a, b: x.b, top: math.Inf(-1)}
	for i := range x.a {
		if i > 0 {
			l.edge = append(l.edge, (float64(x.from+i)-0.5+offset)*unit)
		}
		if x.a[i] > 0 {
			l.top = (float64(x.from+i) + offset) * unit
		}
	}
	return l
}
