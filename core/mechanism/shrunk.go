package mechanism

import (
	"context"
	"errors"

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
	Most   int            // shrinkage is judged for each k up to here, below d
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
	y := shrink.NewMatrix(d)
	for i := range d {
		for j := i; j < d; j++ {
			y.Set(i, j, r.spectrum.matrix.At(i, j))
		}
	}
	y = shrink.Blocks(y, s.Blocks)
	solve := func(a shrink.Matrix, k int) [][]float64 {
		_, vectors := r.spectrum.solver.Top(dense(a), k)
		return vectors
	}
	most := max(1, min(s.Most, d-1))
	var ended error
	wins, err := shrink.Choose(y, law, most, solve, func(float64) {
		if ended == nil {
			ended = step()
		}
	})
	if err := errors.Join(err, ended); err != nil {
		return err
	}
	z, err := shrink.Entries(y, law, nil)
	if err != nil {
		return err
	}
	if err := step(); err != nil {
		return err
	}
	spectrum := newSpectral(r.spectrum.solver, dense(z))
	spectrum.leading(most)
	r.shrunk = &shrunk{spectrum, wins}
	return step()
}

// PhaseShrink is the shrinkage of a released matrix.
const PhaseShrink Phase = "shrink"

// shrunk is a released matrix after shrinkage.
type shrunk struct {
	spectrum *spectral
	wins     []bool // by k − 1: the shrunk directions are expected to hold more
}

// recommended reports whether the shrunk directions are.
func (s *shrunk) recommended(k int) bool { return s.wins[min(k, len(s.wins))-1] }

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
