package mechanism

import (
	"context"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// What the mechanisms that release a whole noisy second moment share: gaussian,
// nuclear, laplace, modsulq.

// entries is the size of the upper triangle of a d×d matrix: d(d+1)/2.
func entries(d int) int { return d * (d + 1) / 2 }

// A drawer draws integer noise.
type drawer interface {
	Draw(src noise.Source) int64
}

// perturb returns the upper triangle of S + N, row by row, N drawn entry by
// entry. A sum that passed 64 bits would wrap, which is a function of the exact
// sum: privacy does not depend on its not happening.
func (p Params) perturb(ctx context.Context, m *moment.Matrix, diagonal, off drawer, src noise.Source) ([]float64, error) {
	d := m.Dim()
	out := make([]float64, 0, entries(d))
	for i := range d {
		for j, x := range m.Row(i) {
			draw := off
			if j == 0 {
				draw = diagonal
			}
			out = append(out, float64(x+draw.Draw(src)))
		}
		if err := p.progress(ctx, PhaseNoise, len(out), entries(d)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// whole decomposes a released matrix, whose upper triangle is noisy: every k,
// the spectrum and the trace follow from it. Law is that of the noise.
func (p Params) whole(ctx context.Context, noisy []float64, name string, cost privacy.Cost, law *privacy.Law) (*Released, error) {
	if err := p.progress(ctx, PhaseVectors, 0, 1); err != nil {
		return nil, err
	}
	s2 := float64(p.Scale) * float64(p.Scale)
	at := 0
	spectrum := newSpectral(p.Solver, symmetric(p.Dim, func(i, j int) float64 { // asks in the order of noisy
		at++
		return noisy[at-1] / s2
	}))
	spectrum.leading(p.K)
	if err := p.progress(ctx, PhaseVectors, 1, 1); err != nil {
		return nil, err
	}
	return &Released{
		Cost:     cost,
		Parts:    []privacy.Part{part(method.StepSecondMoment, name, cost, law)},
		Noise:    law.Noise(),
		spectrum: spectrum,
	}, nil
}
