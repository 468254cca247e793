package shrink

import "math"

// Columns are how many features each column of the table has, in order: 1 for a number, one a level for a category. With
// them columns count equally: the directions are those of the correlations (correlation.md).
type Columns []int

// Floors of a column's variance, in standard deviations of its noise: of a shrunk matrix, whose diagonal was
// estimated, and of one as it was released (correlation.md has the measurement).
const (
	shrunkFloor = 1
	plainFloor  = 4
)

// Scales returns each feature's standard deviation by the diagonal of a: the square root of its column's variance, which is the sum over
// its features and at least what noise alone would make of it. With estimated the diagonal is that of Entries, else that of a
// noisy matrix. The lengths of c must sum to a.D.
func (c Columns) Scales(a Matrix, law Law, estimated bool) []float64 {
	least := plainFloor * law.Diagonal
	if estimated {
		least = shrunkFloor * law.Diagonal
	}
	out := make([]float64, 0, a.D)
	for _, features := range c {
		variance, from := 0.0, len(out)
		for j := range features {
			variance += a.At(from+j, from+j)
		}
		deviation := math.Sqrt(math.Max(variance, least*math.Sqrt(float64(features))))
		for range features {
			out = append(out, deviation)
		}
	}
	return out
}

// Rescale returns the matrix of a_ij/(s_i·s_j): the correlations, where the s are standard deviations.
func Rescale(a Matrix, s []float64) Matrix {
	z := NewMatrix(a.D)
	for i := range a.D {
		from, to := a.row(i), z.row(i)
		for j, x := range from {
			to[j] = x / s[i] / s[i+j]
		}
	}
	return z
}

// scaled is a judgement's view of columns that count equally: directions of both matrices, each by its own scales, and the second half
// by those of the estimate.
type scaled struct {
	first, shrunk, second Matrix
	weights               []float64 // 1/s²
	difference            Matrix    // P' − P of the directions so far
}

func (c Columns) judged(first, shrunk, second Matrix, wider Law) *scaled {
	s := c.Scales(shrunk, wider, true)
	out := &scaled{
		first: Rescale(first, c.Scales(first, wider, false)), shrunk: Rescale(shrunk, s), second: Rescale(second, s),
		weights: make([]float64, len(s)), difference: NewMatrix(first.D),
	}
	for i, x := range s {
		out.weights[i] = 1 / (x * x)
	}
	return out
}

// add adds a direction of each to P' − P.
func (s *scaled) add(plain, better []float64) {
	for i := range s.difference.D {
		row := s.difference.row(i)
		for j := range row {
			row[j] += better[i]*better[i+j] - plain[i]*plain[i+j]
		}
	}
}

// distance is Σ_ij (P' − P)²_ij/(s_i·s_j)²: the variance of tr((P' − P)·N), N the rescaled noise, for σ = 1.
func (s *scaled) distance() float64 {
	sum := 0.0
	for i := range s.difference.D {
		row := s.difference.row(i)
		for j := range row {
			part := row[j] * row[j] * s.weights[i] * s.weights[i+j]
			if j > 0 {
				part *= 2
			}
			sum += part
		}
	}
	return sum
}
