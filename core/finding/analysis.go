package finding

import (
	"math"

	"privatepca/core/scaling"
)

// An analysis is an input with step 4's scales and the decomposed matrices.
type analysis struct {
	Solver
	in   *Input
	d, p int
	// plain is the rule of the vectors: columns on their floor count in t', the noise of the scales does not enter into gaps, and given
	// scales have the noise of this release's own.
	plain  bool
	blocks []scaling.Block
	// histogram is step 2's, and rows is n', the number of independent rows, at least 1.
	histogram scaling.Histogram
	rows      float64
	y         square
	scale     []float64
	floored   []bool
	// tested is M, which the test reads, and shown is what is shown: the same, but for public weights of columns.
	tested, shown *spectrum
}

// A spectrum is a matrix M = A·Y·A, A diagonal and constant within a column, and its free directions.
type spectrum struct {
	m square
	// divisor is 1/A.
	divisor []float64
	// weight is the square of what a column's features are multiplied by after step 4: 1, or its public weight.
	weight  []float64
	values  []float64
	vectors [][]float64
}

func (s Solver) analyse(in *Input, weighted bool) *analysis {
	a := &analysis{Solver: s, in: in, d: in.Columns.Features(), p: len(in.Columns), blocks: in.Columns.Blocks()}
	a.histogram = scaling.Histogram{Lengths: scaling.NewLengths(in.Columns, in.Weight), Counts: in.Counts, Noise: in.CountsNoise}
	a.rows = max(1, in.Rows/in.Effect)
	a.y = fromTriangle(in.Matrix, a.d)
	a.scale, a.floored = in.Scale, in.Floored
	if in.Scale == nil {
		a.scales()
	}
	ones := make([]float64, a.p)
	weights, equal := make([]float64, a.p), true
	for i, c := range in.Columns {
		ones[i], weights[i] = 1, c.PublicWeight()
		equal = equal && weights[i] == 1
	}
	a.tested = a.decompose(ones)
	a.shown = a.tested
	if weighted && !equal {
		a.shown = a.decompose(weights)
	}
	return a
}

// scales computes step 4's scales: s_B² = max(tr Y_B, 4√2·τ√|B|, min(¼, E)·mean tr). The second is four standard deviations
// of the trace's noise. A column whose spread is not seen counts for less than others, and never for more.
func (a *analysis) scales() {
	traces, mean := make([]float64, a.p), 0.
	for i, b := range a.blocks {
		for at := b.From; at < b.To; at++ {
			traces[i] += a.y.data[at*a.d+at]
		}
		traces[i] = max(traces[i], 0)
		mean += traces[i] / float64(a.p)
	}
	floor := min(.25, scaling.Edge(a.in.Columns, a.in.Tau, a.in.Rows)) * mean
	a.floored = make([]bool, a.p)
	scale := make([]float64, a.p)
	for i, b := range a.blocks {
		s2 := max(traces[i], 4*math.Sqrt2*a.in.Tau*math.Sqrt(float64(b.Size())), floor)
		a.floored[i] = s2 > traces[i]
		scale[i] = math.Sqrt(s2)
	}
	a.scale = a.in.Columns.Spread(scale)
}

// decompose returns the directions of c_i·Y_ij/(s_i s_j)·c_j, c = √weight.
func (a *analysis) decompose(weight []float64) *spectrum {
	s := &spectrum{weight: weight, divisor: make([]float64, a.d)}
	for i, w := range a.in.Columns.Spread(weight) {
		s.divisor[i] = a.scale[i] / math.Sqrt(w)
	}
	factor := make([]float64, a.d)
	for i, x := range s.divisor {
		factor[i] = 1 / x
	}
	s.m = a.y.scaled(factor)
	s.values, s.vectors = a.free(s.m)
	return s
}

// free are the eigenvalues and directions of a matrix M. The null direction of a category has eigenvalue 0 and no noise: it is moved below all others, and
// left out.
func (a *analysis) free(m square) (values []float64, vectors [][]float64) {
	moved, squares := m.symmetric(), 0.
	for _, x := range m.data {
		squares += x * x
	}
	far := 1 + 2*math.Sqrt(squares)
	for i, b := range a.blocks {
		if a.in.Columns[i].Kind != scaling.Category {
			continue
		}
		for r := b.From; r < b.To; r++ {
			for c := b.From; c <= r; c++ {
				moved.Set(r, c, moved.At(r, c)-far/float64(b.Size()))
			}
		}
	}
	values, vectors = a.Eigen.All(moved)
	rank := a.in.Columns.Rank()
	return values[:rank], vectors[:rank]
}

// trace is tr M.
func (s *spectrum) trace() float64 {
	sum := 0.
	for i := range s.m.n {
		sum += s.m.data[i*s.m.n+i]
	}
	return sum
}

// share is t = tr Y/n̂, the mean squared length of a record about the mean, in [.02, 1].
func (a *analysis) share() float64 {
	sum := 0.
	for i := range a.d {
		sum += a.y.data[i*a.d+i]
	}
	return min(1, max(sum/a.in.Rows, .02))
}
