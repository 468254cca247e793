// Package relation reads the matrix that a release holds: covariances and correlations of columns, associations of categories, regressions and
// partial correlations, each with its errors.
//
// Everything here is computed from a released document alone, so nothing can cost privacy, and who has the document can compute it again.
// relation.md has the formulas, their sources, and what was measured.
//
// The rules of this package: it takes the values that the document states, rounded as they are there; it draws nothing; what the release does not show
// is refused in words or left empty, and never 0; every error is stated beside the value that it is of.
package relation

import (
	"math"

	"privatepca/core/scaling"
)

// A Column is a column of the table, and where its features lie: From, From+1, …, To−1.
type Column struct {
	Name     string
	Kind     scaling.Kind
	From, To int
	// Levels are those of a category, in the order of its features; nil for others.
	Levels []string
	// Low and High are between which values a feature of it lies.
	Low, High float64

	list string // the column of several answers of which it is a level; "" for others
}

// size is the number of features.
func (c *Column) size() int { return c.To - c.From }

// free is the number of features that are free: those of a category add up to 1.
func (c *Column) free() int {
	if c.Kind == scaling.Category {
		return max(1, c.size()-1)
	}
	return c.size()
}

// A Matrix is the estimated covariance of d features, and the law of its error. It is made by FromDocument, OtherPeople, SamePeople or Decode.
type Matrix struct {
	Columns  []Column
	Features []string // d names
	// Rows is n̂, the number of rows or the sum of their weights; Independent is the number of independent rows.
	Rows, Independent float64
	// Clear is the number of directions that stand clear of noise and chance, at least.
	Clear int
	// Answered is q̂, the share of answered cells of each column.
	Answered []float64
	// Mean is the mean of each feature, in its own unit, over the cells that are answered, and MeanError the standard deviation of its noise.
	Mean, MeanError []float64
	// Kurtosis is k₄, what people's part is multiplied by for lengths that vary.
	Kurtosis float64
	// Cut says how much records were shortened.
	Cut Shortened
	// Directions are released ones, k rows of d weights on the features' own units.
	Directions [][]float64
	// From are the digests of the documents that it comes from.
	From []string
	// NotPrivate says that one of them claims no privacy.
	NotPrivate bool

	// missing says that cells are taken to be missing at random, and not to be the column's mean.
	missing bool
	cov     square    // covariance, in the features' own units
	unit    []float64 // h: own units for one unit of v
	width   float64   // t: standard deviation of the noise of an entry, in units of h
	laws    []law     // of the noise; one for each release
	// rowsError is the relative standard deviation of n̂: covariances are divided by it.
	rowsError float64
	column    []int // of each feature
}

// A law is that of the noise of one release, which counts by its weight in the sum: width is t times that weight.
type law struct {
	width float64
	unit  []float64 // h
	drift []float64 // y = P·g/n̂
	ratio float64   // (τ_m/τ)² = 1/a²
}

// MissingAtRandom is the matrix under the assumption that whether a cell is missing depends on nothing: covariances are divided by the shares of
// answered cells of both columns, variances by the column's own. Without it a missing cell counts as its column's mean. (relation.md §6)
func (m *Matrix) MissingAtRandom() *Matrix {
	out := *m
	out.missing = true
	return &out
}

// factorOf is what an entry of the matrix is multiplied by: 1, unless cells are missing at random.
func factorOf(m *Matrix, i, j int) float64 {
	if !m.missing {
		return 1
	}
	a, b := m.column[i], m.column[j]
	if a == b {
		return 1 / m.Answered[a]
	}
	return 1 / (m.Answered[a] * m.Answered[b])
}

// Covariance is the estimated covariance of two features, in their own units.
func (m *Matrix) Covariance(i, j int) float64 { return m.cov.at(i, j) * factorOf(m, i, j) }

// partOf is the covariance of some features.
func partOf(m *Matrix, at []int) square {
	s := newSquare(len(at))
	for i, a := range at {
		for j, b := range at {
			s.set(i, j, m.Covariance(a, b))
		}
	}
	return s
}

// inUnits is the covariance of some features in units of h, in which the noise of entries is about even.
func inUnits(m *Matrix, at []int) square {
	s := partOf(m, at)
	for i, a := range at {
		for j, b := range at {
			s.set(i, j, s.at(i, j)/(m.unit[a]*m.unit[b]))
		}
	}
	return s
}

// indexed sets what is derived from the columns.
func indexed(m *Matrix) {
	m.column = m.column[:0:0]
	for c := range m.Columns {
		for range m.Columns[c].size() {
			m.column = append(m.column, c)
		}
	}
}

// projection is the entry of P, which takes each category's null direction out.
func projection(m *Matrix, i, j int) float64 {
	p := 0.
	if i == j {
		p = 1
	}
	if c := &m.Columns[m.column[i]]; m.column[i] == m.column[j] && c.Kind == scaling.Category {
		p -= 1 / float64(c.size())
	}
	return p
}

// Seen reports whether enough is seen of a feature's spread: its variance is more than four standard errors.
func (m *Matrix) Seen(i int) bool {
	v := m.Covariance(i, i)
	return v > seenFrom*math.Sqrt(entryNoise(m, i, i)+m.rowsError*m.rowsError*v*v)
}

// ColumnSeen is Seen of all features of a column together.
func (m *Matrix) ColumnSeen(c int) bool {
	at := m.Columns[c].features()
	if len(at) == 1 {
		return m.Seen(at[0])
	}
	g, trace := newSquare(len(at)), 0.
	for i, a := range at {
		h := m.unit[a] * m.unit[a]
		g.set(i, i, 1/h)
		trace += m.Covariance(a, a) / h
	}
	noise, _ := errorsOf(m, at, g)
	return trace > seenFrom*noise
}

// seenFrom is how many standard errors a variance must pass.
const seenFrom = 4

func (c *Column) features() []int {
	at := make([]int, c.size())
	for i := range at {
		at[i] = c.From + i
	}
	return at
}

// A square is a symmetric or other n×n matrix, row by row.
type square struct {
	n    int
	data []float64
}

func newSquare(n int) square                 { return square{n, make([]float64, n*n)} }
func (a square) at(i, j int) float64         { return a.data[i*a.n+j] }
func (a square) set(i, j int, x float64)     { a.data[i*a.n+j] = x }
func (a square) add(i, j int, x float64)     { a.data[i*a.n+j] += x }
func (a square) row(i int) []float64         { return a.data[i*a.n : (i+1)*a.n] }
func (a square) setBoth(i, j int, x float64) { a.set(i, j, x); a.set(j, i, x) }

func (a square) times(b square) square {
	c := newSquare(a.n)
	for i := range a.n {
		to := c.row(i)
		for k, x := range a.row(i) {
			if x == 0 {
				continue
			}
			for j, y := range b.row(k) {
				to[j] += x * y
			}
		}
	}
	return c
}

func (a square) apply(x []float64) []float64 {
	y := make([]float64, a.n)
	for i := range y {
		y[i] = dot(a.row(i), x)
	}
	return y
}

// traceOfProduct is tr(A·B).
func traceOfProduct(a, b square) float64 {
	sum := 0.
	for i := range a.n {
		for j, x := range a.row(i) {
			sum += x * b.at(j, i)
		}
	}
	return sum
}

func (a square) trace() float64 {
	sum := 0.
	for i := range a.n {
		sum += a.at(i, i)
	}
	return sum
}

// inverse is that of a positive definite matrix, by Cholesky's factor; false where it is not positive definite.
func (a square) inverse() (square, bool) {
	n := a.n
	l := newSquare(n)
	for i := range n {
		for j := range i + 1 {
			s := a.at(i, j) - dot(l.row(i)[:j], l.row(j)[:j])
			if i == j {
				if !(s > 0) {
					return square{}, false
				}
				l.set(i, i, math.Sqrt(s))
			} else {
				l.set(i, j, s/l.at(j, j))
			}
		}
	}
	out := newSquare(n)
	for c := range n {
		x := make([]float64, n)
		x[c] = 1
		for i := range n {
			x[i] = (x[i] - dot(l.row(i)[:i], x[:i])) / l.at(i, i)
		}
		for i := n - 1; i >= 0; i-- {
			for k := i + 1; k < n; k++ {
				x[i] -= l.at(k, i) * x[k]
			}
			x[i] /= l.at(i, i)
		}
		for i := range n {
			out.set(i, c, x[i])
		}
	}
	return out, true
}

func dot(a, b []float64) float64 {
	sum := 0.
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}
