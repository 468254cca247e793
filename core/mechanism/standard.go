package mechanism

import (
	"context"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

// Noisy draws one noisy second moment, as Release does, and returns its lower triangle, row by row, in integers: for the norm rule mean, whose
// directions are functions of it and of what was released before (core/finding).
func (g *Gaussian) Noisy(ctx context.Context, m *moment.Matrix, src noise.Source) ([]float64, error) {
	upper, err := g.noisy(ctx, m, src)
	if err != nil {
		return nil, err
	}
	d := m.Dim()
	lower := make([]float64, 0, len(upper))
	for i := range d {
		for j := range i + 1 {
			lower = append(lower, upper[j*d-j*(j-1)/2+i-j])
		}
	}
	return lower, nil
}

// noisy draws the upper triangle.
func (g *Gaussian) noisy(ctx context.Context, m *moment.Matrix, src noise.Source) ([]float64, error) {
	if err := g.p.fits(m); err != nil {
		return nil, err
	}
	diagonal, err := noise.NewDiscreteGaussian(g.width.Sigma)
	if err != nil {
		return nil, err
	}
	off, err := noise.NewDiscreteGaussian(g.width.OffDiagonal)
	if err != nil {
		return nil, err
	}
	return g.p.perturb(ctx, m, diagonal, off, src)
}

// Directions are what follows from a noisy second moment that Noisy drew.
type Directions struct {
	Basis    subspace.Basis // all directions, in order
	Values   []float64      // their eigenvalues
	Spectrum []float64      // of all d, descending
	Scale    []float64      // what features are divided by; nil for nothing
	Shrunk   *ShrunkDirections
}

// ShrunkDirections are those of the same matrix after shrinkage (core/shrink).
type ShrunkDirections struct {
	Basis  subspace.Basis
	Values []float64
	Used   bool // they are expected to hold more, by the k that was asked
}

// Found is the release of directions that were computed from what Noisy drew.
func (g *Gaussian) Found(d Directions) *Released {
	law := gaussianLaw(method.StepSecondMoment, g.width, true)
	return &Released{
		Cost: g.Cost(), Parts: []privacy.Part{part(method.StepSecondMoment, NameGaussian, g.Cost(), law)}, Noise: law.Noise(),
		basis: d.Basis, values: d.Values, all: d.Spectrum, scale: d.Scale, second: d.Shrunk, ordered: true,
	}
}
