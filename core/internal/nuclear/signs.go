package nuclear

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"privatepca/core/noise"
)

// drawSigns gives signs to the descending absolute values s, in place, and
// adds the logarithm of their probability to logQ.
//
// P(ε) = 2^{−d}·det(I + D_ε K), so the set of positive signs is a determinantal
// process with kernel (I + K)/2, drawn one by one: the chance of "+" is the
// pivot, and the rest becomes the Schur complement of the pivot, or of the
// pivot minus one after "−". With r the square roots of the weights,
// K_xy = r_x r_y/(x² − y²) between X and Y and zero within each: (9).
func drawSigns(src noise.Source, s []float64, logQ *sum, meter *meter) error {
	d := len(s)
	r := residues(s)
	kernel := newMatrix(d, d) // lower triangle
	for i := range s {
		for j := range i {
			if (i-j)%2 == 1 {
				k := r[i] * r[j] / ((s[j] - s[i]) * (s[j] + s[i]))
				if (d-1-i)%2 == 0 { // row i is in X
					k = -k
				}
				kernel.set(i, j, 0.5*k)
			}
		}
		kernel.set(i, i, 0.5)
	}
	column := make([]float64, d)
	for k := range s {
		pivot := kernel.at(k, k)
		if noise.Uniform(src) < pivot {
			logQ.add(math.Log(pivot))
		} else {
			logQ.add(math.Log1p(-pivot))
			s[k] = -s[k]
			pivot--
		}
		for i := k + 1; i < d; i++ {
			column[i] = kernel.at(i, k)
		}
		if k+1 < d {
			blas64.Syr(-1/pivot, vector(column[k+1:]), kernel.trailing(k+1))
		}
		if err := meter.advance(float64((d-k)*(d-k)) / 2); err != nil {
			return err
		}
	}
	return nil
}

// residues returns r: for x in X, r² = |x·P_Y(x²)/P_X'(x²)|, and for y in Y,
// r² = |P_X(y²)/(y·P_Y'(y²))|, where P_X(t) = ∏(t − x²) and P_Y alike. A factor
// of the numerator goes with one of the denominator, or both would overflow.
func residues(s []float64) []float64 {
	d := len(s)
	r := make([]float64, d)
	for i, v := range s {
		w := v
		if (d-1-i)%2 == 1 {
			w = 1 / v
		}
		own, other := i%2, 1-i%2
		for own < d || other < d {
			if own == i {
				own += 2
			}
			if other < d {
				w *= (v - s[other]) * (v + s[other])
			}
			if own < d {
				w /= (v - s[own]) * (v + s[own])
			}
			own, other = own+2, other+2
		}
		r[i] = math.Sqrt(math.Abs(w))
	}
	return r
}
