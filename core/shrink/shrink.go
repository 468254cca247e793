// Package shrink removes noise from a released matrix Y = S + N, where S is a second moment
// and N is symmetric noise of a public law. It is post-processing: it reads Y and the law
// alone, so it costs no privacy and changes no claim (shrink.md).
//
// The estimate uses two facts. A second moment is positive semidefinite, so |S_ij|² ≤ S_ii·S_jj.
// A diagonal entry is seen at an error of one σ, where an eigenvector is seen at σ·√d. Features
// of small variance therefore hold noise only, and the diagonal shows which these are.
package shrink

import (
	"errors"
	"math"
)

// A Law is the public law of the noise: the standard deviation of an entry on the diagonal
// and of one off it, in the unit of Y. Entries of the upper triangle are uncorrelated.
type Law struct {
	Diagonal, OffDiagonal float64
	// Heavy says that the noise is not Gaussian: then Choose has no independent half to judge by.
	Heavy bool
}

// Validate returns an error unless both standard deviations are positive and finite.
func (l Law) Validate() error {
	for _, s := range []float64{l.Diagonal, l.OffDiagonal} {
		if !(s > 0) || math.IsInf(s, 1) {
			return errors.New("shrink: the standard deviations of the noise must be positive numbers")
		}
	}
	return nil
}

// Matrix is a symmetric d×d matrix by its upper triangle, row by row: d(d+1)/2 numbers.
type Matrix struct {
	D     int
	Upper []float64
}

// NewMatrix returns the zero matrix of dimension d.
func NewMatrix(d int) Matrix { return Matrix{d, make([]float64, d*(d+1)/2)} }

// row is row i of the upper triangle, from its diagonal entry on. It shares m's numbers.
func (m Matrix) row(i int) []float64 {
	from := i*m.D - i*(i-1)/2
	return m.Upper[from : from+m.D-i]
}

// At returns entry (i, j).
func (m Matrix) At(i, j int) float64 {
	if i > j {
		i, j = j, i
	}
	return m.row(i)[j-i]
}

// Set changes entries (i, j) and (j, i).
func (m Matrix) Set(i, j int, x float64) {
	if i > j {
		i, j = j, i
	}
	m.row(i)[j-i] = x
}

// Constants of the estimate; shrink.md says how each was chosen.
const (
	diagonalRounds = 200 // of expectation maximisation, for the diagonal
	entryRounds    = 120 // and for the entries
	gridPoints     = 60  // of the diagonal's prior, above 0
	certain        = 4   // a diagonal entry above certain·σ is taken as it was released
	floor          = .02 // of the mean scale: the least scale in a product
	evidence       = 2   // by how much the mixture's log-likelihood must beat one component's
	sampled        = 1 << 15
)

// multiples are the components of the entries' prior, as multiples of κ.
var multiples = [...]float64{.001, .03, .2, 1, 4, 15, 60}

// middle is the component at κ itself.
const middle = 3

// Entries returns the empirical-Bayes estimate of S from Y = S + N. The matrix y is not changed.
// progress, which may be nil, receives the share that is done, in [0, 1]. The cost is O(d²). Whether the
// estimate has better directions than Y is another question: see Choose.
func Entries(y Matrix, law Law, progress func(float64)) (Matrix, error) {
	if err := law.Validate(); err != nil {
		return y, err
	}
	if progress == nil {
		progress = func(float64) {}
	}
	diagonal := make([]float64, y.D)
	for i := range diagonal {
		diagonal[i] = y.At(i, i)
	}
	scales := estimateDiagonal(diagonal, law.Diagonal)
	e := newEntries(y, law, scales)
	e.fit(progress)
	z := NewMatrix(y.D)
	for i := range y.D {
		from, to := y.row(i), z.row(i)
		to[0] = scales[i]
		for j := 1; j < len(from); j++ {
			to[j] = from[j] * e.factor(from[j], e.product(i, i+j))
		}
		progress(.5 + .5*float64(i+1)/float64(y.D))
	}
	return z, nil
}

// estimateDiagonal returns the posterior mean of each s_i ≥ 0, given y_i ~ N(s_i, σ²) and the s_i drawn
// from one unknown law on a grid: the nonparametric maximum likelihood of Kiefer and Wolfowitz
// (1956), by expectation maximisation (Koenker, Mizera 2014). An entry above 4σ is returned as it is.
func estimateDiagonal(y []float64, sigma float64) []float64 {
	largest := sigma
	for _, x := range y {
		largest = math.Max(largest, x)
	}
	grid := make([]float64, gridPoints+1) // grid[0] is 0
	least := sigma / 30
	for g := 1; g <= gridPoints; g++ {
		grid[g] = least * math.Pow(1.05*largest/least, float64(g-1)/(gridPoints-1))
	}
	likelihood := make([][]float64, len(y))
	for i, x := range y {
		likelihood[i] = make([]float64, len(grid))
		nearest := math.Inf(1)
		for _, g := range grid {
			nearest = math.Min(nearest, math.Abs(x-g))
		}
		for g, s := range grid {
			likelihood[i][g] = math.Exp((nearest*nearest - (x-s)*(x-s)) / (2 * sigma * sigma))
		}
	}
	weight := make([]float64, len(grid))
	for g := range weight {
		weight[g] = 1 / float64(len(grid))
	}
	next := make([]float64, len(grid))
	for range diagonalRounds {
		clear(next)
		for i := range y {
			total := 0.0
			for g, l := range likelihood[i] {
				total += l * weight[g]
			}
			for g, l := range likelihood[i] {
				next[g] += l * weight[g] / total / float64(len(y))
			}
		}
		weight, next = next, weight
	}
	out := make([]float64, len(y))
	for i, x := range y {
		if x > certain*sigma {
			out[i] = x
			continue
		}
		total := 0.0
		for g, l := range likelihood[i] {
			total += l * weight[g]
			out[i] += l * weight[g] * grid[g]
		}
		out[i] /= total
	}
	return out
}
