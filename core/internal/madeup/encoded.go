package madeup

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// An Encoded table has numbers from −1 to 1 between their bounds, one feature for each level, and its exact second moments.
type Encoded struct {
	Table  *Table
	N, D   int
	At     []int // the first feature of each column, and D
	Column []int // of each feature
	Z      *mat.Dense
	There  [][]bool  // by row and column: the cell is not missing
	Mean   []float64 // of each feature, over the cells that are there
	// Covariance is about the mean, a missing cell counting as it.
	Covariance *mat.SymDense
	// Equal is each feature's divisor that gives its column the variance 1 in total; Levels gives a level its share's root, as multiple
	// correspondence analysis has it; Bounds are 1.
	Equal, Levels, Bounds []float64
}

// Encode wants at least one row.
func Encode(t *Table) *Encoded {
	e := &Encoded{Table: t, N: len(t.Rows), D: t.Features()}
	for j, col := range t.Columns {
		e.At = append(e.At, len(e.Column))
		for range max(1, col.Levels) {
			e.Column = append(e.Column, j)
		}
	}
	e.At = append(e.At, e.D)
	e.Z, e.Mean = mat.NewDense(e.N, e.D, nil), make([]float64, e.D)
	count := make([]float64, len(t.Columns))
	for i, row := range t.Rows {
		there := make([]bool, len(row))
		for j, x := range row {
			if there[j] = !math.IsNaN(x); !there[j] {
				continue
			}
			count[j]++
			f, v := e.At[j], 1.0
			if col := t.Columns[j]; col.Levels > 0 {
				f += int(x)
			} else {
				v = 2*(min(max(x, col.Low), col.High)-col.Low)/(col.High-col.Low) - 1
			}
			e.Z.Set(i, f, v)
			e.Mean[f] += v
		}
		e.There = append(e.There, there)
	}
	for f, j := range e.Column {
		e.Mean[f] /= max(1, count[j])
	}
	e.Bounds = slices.Repeat([]float64{1}, e.D)
	u := e.Records(e.Mean, e.Bounds, math.Inf(1))
	e.Covariance = mat.NewSymDense(e.D, nil)
	e.Covariance.SymOuterK(1/float64(e.N), u.T())
	e.Equal, e.Levels = make([]float64, e.D), make([]float64, e.D)
	for j, col := range t.Columns {
		v := 0.0
		for f := e.At[j]; f < e.At[j+1]; f++ {
			v += e.Covariance.At(f, f)
		}
		for f := e.At[j]; f < e.At[j+1]; f++ {
			e.Equal[f] = math.Sqrt(max(v, 1e-12))
			if e.Levels[f] = e.Equal[f]; col.Levels > 0 {
				e.Levels[f] = math.Sqrt(max(e.Mean[f], 1e-12))
			}
		}
	}
	return e
}

// Records are w(z − centre), a missing cell 0, divided by max(radius, length); of an infinite radius as they are.
func (e *Encoded) Records(centre, w []float64, radius float64) *mat.Dense {
	out := mat.NewDense(e.N, e.D, nil)
	for i := range e.N {
		row, total := out.RawRowView(i), 0.0
		for f, j := range e.Column {
			if e.There[i][j] {
				row[f] = w[f] * (e.Z.At(i, f) - centre[f])
				total += row[f] * row[f]
			}
		}
		if !math.IsInf(radius, 1) {
			for f := range row {
				row[f] /= max(radius, math.Sqrt(total))
			}
		}
	}
	return out
}

// scaled is the covariance of features divided by their scales.
func (e *Encoded) scaled(scale []float64) *mat.SymDense {
	a := mat.NewSymDense(e.D, nil)
	for i := range e.D {
		for j := i; j < e.D; j++ {
			a.SetSym(i, j, e.Covariance.At(i, j)/scale[i]/scale[j])
		}
	}
	return a
}

// Spectrum are the eigenvalues of the covariance of features divided by their scales, descending, none below 0.
func (e *Encoded) Spectrum(scale []float64) []float64 {
	var eigen mat.EigenSym
	eigen.Factorize(e.scaled(scale), false)
	out := eigen.Values(nil)
	slices.Reverse(out)
	for i := range out {
		out[i] = max(0, out[i])
	}
	return out
}

// Best are the weights, one column for each of k scores, of the exact directions of features divided by their scales.
func (e *Encoded) Best(scale []float64, k int) *mat.Dense {
	var eigen mat.EigenSym
	eigen.Factorize(e.scaled(scale), true)
	var v mat.Dense
	eigen.VectorsTo(&v)
	out := mat.NewDense(e.D, k, nil)
	for f := range e.D {
		for l := range k {
			out.Set(f, l, v.At(f, e.D-1-l)/scale[f])
		}
	}
	return out
}

// Share is what scores explain of the features in units of their scales, over the most that as many scores can: of Equal the sum over columns of
// squared correlations, a category having variance 1 in total, and of Levels the criterion of multiple correspondence analysis. The scores are
// (z − mean)·weights, and are regressed on, so that no encoding has an advantage. NaN where they are not independent.
func (e *Encoded) Share(weights *mat.Dense, scale []float64) float64 {
	_, k := weights.Dims()
	a, b := e.scaled(scale), mat.NewDense(e.D, k, nil)
	for f := range e.D {
		for l := range k {
			b.Set(f, l, scale[f]*weights.At(f, l))
		}
	}
	var ab, within, outer, explained mat.Dense
	ab.Mul(a, b)
	within.Mul(b.T(), &ab)
	outer.Mul(ab.T(), &ab)
	if explained.Solve(&within, &outer) != nil {
		return math.NaN()
	}
	best := 0.0
	for _, v := range e.Spectrum(scale)[:k] {
		best += v
	}
	return mat.Trace(&explained) / best
}

// R2 is the share of each planted factor's variance that the scores explain.
func (e *Encoded) R2(weights *mat.Dense) []float64 {
	if e.Table.Factors == nil {
		return nil
	}
	var scores mat.Dense
	scores.Mul(e.Records(e.Mean, e.Bounds, math.Inf(1)), weights)
	_, k := weights.Dims()
	out := make([]float64, len(e.Table.Factors[0]))
	for q := range out {
		mean := 0.0
		for _, f := range e.Table.Factors {
			mean += f[q] / float64(e.N)
		}
		total, cross := 0.0, mat.NewVecDense(k, nil)
		for i, f := range e.Table.Factors {
			total += (f[q] - mean) * (f[q] - mean)
			cross.AddScaledVec(cross, f[q]-mean, scores.RowView(i))
		}
		var within mat.Dense
		within.Mul(scores.T(), &scores)
		var coefficients mat.VecDense
		if coefficients.SolveVec(&within, cross) != nil {
			out[q] = math.NaN()
			continue
		}
		out[q] = mat.Dot(&coefficients, cross) / total
	}
	return out
}
