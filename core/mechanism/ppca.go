package mechanism

import (
	"context"

	"privatepca/core/internal/bingham"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

// NamePPCA is the name of PPCA in documents, requests and files.
const NamePPCA = "ppca"

// PPCA is the paper's mechanism drawn exactly: the exponential mechanism with
// score tr(VᵀSV), whose output is matrix Bingham, with no Markov chain for any k.
// It releases one subspace; with a Core also the order of its directions and
// their eigenvalues. Proof: ppca.md.
type PPCA struct {
	p        Params
	subspace float64 // ε of the subspace
	core     *core   // nil where order and eigenvalues are not released
}

var _ Mechanism = (*PPCA)(nil)

// NewPPCA returns the mechanism. Its subspace is pure ε and leaves the
// Budget's δ unspent; a core is noised by discrete Gaussian noise where its own budget
// has a δ, else by discrete Laplace noise.
func NewPPCA(p Params) (*PPCA, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	if p.Sweeps == 0 {
		p.Sweeps = DefaultSweeps
	}
	m := &PPCA{p: p, subspace: p.Budget.Epsilon}
	if p.Core != (privacy.Budget{}) {
		var err error
		if m.core, err = newCore(p, p.Core); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// parts lists the steps of a release.
func (m *PPCA) parts() []privacy.Part {
	first := rangedCost(m.subspace, privacy.Idealised)
	if m.p.Cap > 0 {
		first.Claim = privacy.Conditional
	}
	law := scored(method.StepSubspace, privacy.Exponential, exponent(m.p, m.subspace))
	law.Directions = m.p.K
	if m.p.Cap > 0 {
		law.Proposals, law.Sweeps = m.p.Cap, m.p.Sweeps
	}
	parts := []privacy.Part{part(method.StepSubspace, NamePPCA, first, law)}
	if m.core != nil {
		parts = append(parts, m.core.part(nil))
	}
	return parts
}

// Cost composes subspace and core.
func (m *PPCA) Cost() privacy.Cost {
	delta := 0.0
	if m.core != nil {
		delta = m.core.cost.Delta
	}
	cost, err := privacy.Compose(m.parts(), delta)
	if err != nil {
		panic("mechanism: " + err.Error()) // the parts were split from a valid budget
	}
	return cost
}

// Release draws one subspace, exactly unless the public Cap is passed.
func (m *PPCA) Release(ctx context.Context, s *moment.Matrix, src noise.Source) (*Released, error) {
	if err := m.p.fits(s); err != nil {
		return nil, err
	}
	c := exponent(m.p, m.subspace)
	b, vectors, err := m.p.eigenbasis(ctx, s, c)
	if err != nil {
		return nil, err
	}
	frame, err := m.draw(ctx, b, src)
	if err != nil {
		return nil, err
	}
	basis := subspace.Canonical(fromEigenbasis(frame, vectors))
	out := &Released{
		Cost:  m.Cost(),
		Parts: m.parts(),
		basis: basis,
	}
	if m.core != nil {
		var law *privacy.Law
		out.basis, out.values, law = m.core.release(s, basis.Rounded(), src)
		out.ordered = true
		out.Parts[len(out.Parts)-1] = m.core.part(law)
	}
	return out, nil
}

// draw returns the frame, in the eigenbasis. Which branch drew it, and after how
// many proposals, is not reported: both depend on the records. Progress only says that
// it is alive.
func (m *PPCA) draw(ctx context.Context, b []float64, src noise.Source) ([][]float64, error) {
	alive := func() error { return m.p.progress(ctx, PhaseNoise, 0, 0) }
	frame, ok, err := bingham.NewMatrix(b, m.p.K).Draw(m.p.Cap, src, func(int) error { return alive() })
	if ok || err != nil {
		return frame, err
	}
	return bingham.Gibbs(b, m.p.K, m.p.Sweeps, src, func(int, int) error { return alive() })
}
