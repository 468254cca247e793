package mechanism

import (
	"errors"
	"fmt"

	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// Gaussian adds exact discrete Gaussian noise to the integer second moment
// (Analyze Gauss of Dwork, Talwar, Thakurta and Zhang 2014, made symmetric and
// discrete) and releases the whole noisy matrix: every k, the spectrum and the
// trace are post-processing. Its claim is exact arithmetic. Proof: gaussian.md.
type Gaussian struct {
	p     Params
	width privacy.Gaussian
}

var _ Mechanism = (*Gaussian)(nil)

// NewGaussian calibrates the noise. It wants δ > 0, and returns an error where
// the noise would be too wide for 64-bit sums.
func NewGaussian(p Params) (*Gaussian, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	if p.Budget.Pure() {
		return nil, errors.New("mechanism: Gaussian noise needs δ > 0; for δ = 0 choose a mechanism with pure ε")
	}
	squared := privacy.FrobeniusSquared(p.Relation, uint64(p.Scale), uint64(p.RowsPerPerson))
	width, err := privacy.CalibrateGaussian(squared, entries(p.Dim), p.Budget)
	if err != nil {
		return nil, err
	}
	return &Gaussian{p: p, width: width}, nil
}

// entries is the size of a symmetric d×d matrix: d(d+1)/2.
func entries(d int) int { return d * (d + 1) / 2 }

// Cost is (ε,δ), and zCDP at the ρ that the integer σ attains.
func (g *Gaussian) Cost() privacy.Cost {
	return privacy.Cost{
		Epsilon:     g.width.Epsilon,
		Delta:       g.width.Delta,
		Rho:         g.width.Rho,
		Claim:       privacy.Exact,
		Assumptions: []string{"an ideal cryptographic generator, and no observer of the run time"},
	}
}

// Release draws one noisy second moment and decomposes it.
func (g *Gaussian) Release(m *moment.Matrix, src noise.Source) (*Released, error) {
	if err := g.p.fits(m); err != nil {
		return nil, err
	}
	noisy, err := g.noisy(m, src)
	if err != nil {
		return nil, err
	}
	g.p.progress(PhaseVectors, 0, 1)
	s2 := float64(g.p.Scale) * float64(g.p.Scale)
	at := 0
	values, vectors := eigen(g.p.Dim, func(i, j int) float64 { // in the order of noisy
		at++
		return float64(noisy[at-1]) / s2
	})
	g.p.progress(PhaseVectors, 1, 1)
	cost := g.Cost()
	return &Released{
		Cost:  cost,
		Parts: []privacy.Part{part("second moment", NameGaussian, cost)},
		Formula: fmt.Sprintf("S + symmetric discrete Gaussian noise, σ = %d on the diagonal, %d off it, in units of 1/s²; (ε,δ) by the %s route",
			g.width.Sigma, g.width.OffDiagonal, g.width.Route),
		basis:    vectors,
		spectrum: values,
		k:        g.p.K,
		ordered:  true,
	}, nil
}

// noisy returns the upper triangle of S + N, row by row. A sum that passed 64
// bits would wrap, which is a function of the exact sum: privacy does not
// depend on its not happening.
func (g *Gaussian) noisy(m *moment.Matrix, src noise.Source) ([]int64, error) {
	diagonal, err := noise.NewDiscreteGaussian(g.width.Sigma)
	if err != nil {
		return nil, err
	}
	off, err := noise.NewDiscreteGaussian(g.width.OffDiagonal)
	if err != nil {
		return nil, err
	}
	d := m.Dim()
	out := make([]int64, 0, entries(d))
	for i := range d {
		for j, x := range m.Row(i) {
			if j == 0 {
				out = append(out, x+diagonal.Draw(src))
			} else {
				out = append(out, x+off.Draw(src))
			}
		}
		g.p.progress(PhaseNoise, len(out), entries(d))
	}
	return out, nil
}
