package mechanism

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"privatepca/core/eigen"
	"privatepca/core/privacy"
	"privatepca/core/shrink"
	"privatepca/core/subspace"
)

// Shrinkage is how a released whole matrix is shrunk: core/shrink. It reads what was released and public
// facts, so it costs nothing.
type Shrinkage struct {
	Scale  int            // s, the unit of the stated noise
	Blocks []shrink.Block // of the category columns, as the records were encoded
	K      int            // how many directions were asked: by these it is decided, once, whether the shrunk ones are used
	// Pairs says that records are differences of pairs: then clear directions stay those of the matrix as it was released (shrink.md §4).
	Pairs bool
	// Columns make the directions those of the correlations, in which each column counts equally; nil for those of the matrix as it
	// was released.
	Columns shrink.Columns
	// Progress, when not nil, receives how far the work is.
	Progress func(phase Phase, done, total int)
}

// Shrink adds shrunk directions to a release of a whole matrix. It returns an error for other releases,
// and where ctx ends, and then leaves r as it was. The cost is O(d²) and a few decompositions.
func (r *Released) Shrink(ctx context.Context, s Shrinkage) error {
	if r.spectrum == nil || r.Noise == nil {
		return errors.New("mechanism: only a whole noisy matrix can be shrunk")
	}
	d := r.spectrum.matrix.Dim()
	law, err := widths(*r.Noise, d, s.Scale)
	if err != nil {
		return err
	}
	stages, done := 2+shrink.Judgements(d), 0 // judgements, the estimate, its decomposition
	step := func() error {
		if s.Progress != nil {
			s.Progress(PhaseShrink, done, stages)
		}
		done++
		return ctx.Err()
	}
	if err := step(); err != nil {
		return err
	}
	y := shrink.Blocks(r.matrix(), s.Blocks)
	solve := func(a shrink.Matrix, k int) [][]float64 {
		_, vectors := r.spectrum.solver.Top(dense(a), k)
		return vectors
	}
	k := max(1, min(s.K, d-1))
	var ended error
	wins, err := shrink.Choose(y, law, k, s.Columns, solve, func(float64) {
		if ended == nil {
			ended = step()
		}
	})
	if err := errors.Join(err, ended); err != nil {
		return err
	}
	if s.Pairs && s.Columns == nil {
		wins = wins && !(r.spectrum.values[k-1] > shrink.ClearOf(law, d))
	}
	z, err := shrink.Entries(y, law, nil)
	if err != nil {
		return err
	}
	if err := step(); err != nil {
		return err
	}
	var scale []float64
	if s.Columns != nil {
		z, scale = equal(z, s.Columns.Scales(z, law, true))
		r.equalise(s.Columns, law)
	}
	spectrum := newSpectral(r.spectrum.solver, dense(z))
	spectrum.leading(k)
	r.shrunk = &shrunk{spectrum, wins, scale}
	return step()
}

// Correlate turns a release of a whole matrix into that of its correlations: a function of the matrix and the law of its noise alone
// (core/shrink/correlation.md), with the same cost. It returns an error for other releases, and then leaves r as it was. scale is s, the unit of
// the stated noise; the columns' lengths sum to d.
func (r *Released) Correlate(columns shrink.Columns, scale int) error {
	if r.spectrum == nil || r.Noise == nil {
		return errors.New("mechanism: only a whole noisy matrix has correlations")
	}
	law, err := widths(*r.Noise, r.spectrum.matrix.Dim(), scale)
	if err == nil {
		r.equalise(columns, law)
	}
	return err
}

// equalise puts the correlations in the place of the matrix that was released.
func (r *Released) equalise(columns shrink.Columns, law shrink.Law) {
	y := r.matrix()
	y, r.scale = equal(y, columns.Scales(y, law, false))
	r.spectrum = newSpectral(r.spectrum.solver, dense(y))
}

// equal divides by standard deviations. scale has these as they are stated: as shares of the largest, of six digits. The matrix is divided
// by what is stated, and so that a column of the largest deviation has variance 1.
func equal(a shrink.Matrix, deviations []float64) (z shrink.Matrix, scale []float64) {
	largest := slices.Max(deviations)
	used := make([]float64, len(deviations))
	scale = make([]float64, len(deviations))
	for i, s := range deviations {
		scale[i], _ = strconv.ParseFloat(strconv.FormatFloat(s/largest, 'g', 6, 64), 64)
		used[i] = scale[i] * largest
	}
	return shrink.Rescale(a, used), scale
}

// matrix is what was released.
func (r *Released) matrix() shrink.Matrix {
	d := r.spectrum.matrix.Dim()
	y := shrink.NewMatrix(d)
	for i := range d {
		for j := i; j < d; j++ {
			y.Set(i, j, r.spectrum.matrix.At(i, j))
		}
	}
	return y
}

// PhaseShrink is the shrinkage of a released matrix.
const PhaseShrink Phase = "shrink"

// shrunk is a released matrix after shrinkage.
type shrunk struct {
	spectrum *spectral
	used     bool      // they are expected to hold more
	scale    []float64 // of its correlations; nil where columns do not count equally
}

// rounded has the first k directions.
func (s *spectral) rounded(k int) subspace.Basis { return s.leading(k).Rounded() }

func dense(a shrink.Matrix) *eigen.Symmetric {
	return symmetric(a.D, a.At)
}

// widths are the standard deviations of entries under a law of noise, in units of S/s².
func widths(n privacy.Noise, d, scale int) (shrink.Law, error) {
	diagonal, off, ok := n.Deviations(d, scale)
	if !ok {
		return shrink.Law{}, errors.New("mechanism: no widths are known of this noise")
	}
	return shrink.Law{Diagonal: diagonal, OffDiagonal: off, Heavy: n.Law != privacy.GaussianNoise}, nil
}
