package experiment

import (
	"context"

	"privatepca/core/internal/bingham"
	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// A contestant is a mechanism at a δ. The names are those of documents; non-private is PCA.
type contestant struct {
	name  string
	delta float64
}

const nonPrivate = "non-private"

// pure reports whether the guarantee is pure ε.
func (c contestant) pure() bool { return !method.Named(c.name).NeedsDelta() }

// guarantee in words.
func (c contestant) guarantee() string {
	switch {
	case c.name == nonPrivate:
		return "none"
	case method.Named(c.name).Free():
		return "no data used"
	case c.pure():
		return "pure ε"
	}
	return "(ε, " + power(c.delta) + ")"
}

// label of a line: the name, with its δ.
func (c contestant) label() string {
	if c.pure() {
		return c.name
	}
	return c.name + " δ=" + power(c.delta)
}

// colours of the lines, the same in every figure.
var colours = map[string]int{
	nonPrivate: 0, mechanism.NamePPCA: 1, mechanism.NameMODSULQ: 2, mechanism.NameRandom: 3,
	mechanism.NameGaussian: 4, mechanism.NameNuclear: 5, mechanism.NameLaplace: 6, mechanism.NameSequential: 7,
}

// mostProposals of the exact sampler for one draw. Past it the Gibbs sampler draws,
// as ppca does under its public cap; how often is stated beside the figures.
const mostProposals = 2000

// An arena holds what draws from one second moment share.
type arena struct {
	m       *moment.Matrix
	k       int
	values  []float64      // of A
	vectors subspace.Basis // of A
	capped  int            // draws of ppca that Gibbs finished
	plans   map[float64]*bingham.Matrix
}

func newArena(m *moment.Matrix, k int) *arena {
	values, vectors := decompose(m)
	return &arena{m: m, k: k, values: values, vectors: vectors, plans: map[float64]*bingham.Matrix{}}
}

// optimum is q_F of PCA.
func (a *arena) optimum() float64 { return sum(a.values[:a.k]) }

// draw releases once and returns the basis. The replace-one relation is the paper's.
func (a *arena) draw(c contestant, epsilon float64, src noise.Source) (subspace.Basis, error) {
	switch c.name {
	case nonPrivate:
		return a.vectors[:a.k], nil
	case mechanism.NamePPCA:
		return a.ppca(epsilon, src), nil
	}
	m, err := mechanism.New(c.name, mechanism.Params{
		Dim: a.m.Dim(), Scale: schema.Scale, K: a.k, RowsPerPerson: 1, Relation: privacy.ReplaceOne,
		Budget: privacy.Budget{Epsilon: epsilon, Delta: c.delta},
	})
	if err != nil {
		return nil, err
	}
	out, err := m.Release(context.Background(), a.m, src)
	if err != nil {
		return nil, err
	}
	v, err := out.View(a.k)
	return v.Basis, err
}

// ppca is mechanism.PPCA with the eigendecomposition and the sampler's plan shared by
// draws of the same ε, which are most of its time: the same law, and from the same
// source the same subspace.
func (a *arena) ppca(epsilon float64, src noise.Source) subspace.Basis {
	b := make([]float64, len(a.values))
	for i, v := range a.values {
		b[i] = epsilon / 2 * float64(a.m.Records()) * v
	}
	if a.plans[epsilon] == nil {
		a.plans[epsilon] = bingham.NewMatrix(b, a.k)
	}
	frame, ok, _ := a.plans[epsilon].Draw(mostProposals, src, nil)
	if !ok {
		a.capped++
		frame, _ = bingham.Gibbs(b, a.k, mechanism.DefaultSweeps, src, nil)
	}
	out := make(subspace.Basis, a.k)
	for r, column := range frame {
		out[r] = make([]float64, len(b))
		for i, x := range column {
			for j, y := range a.vectors[i] {
				out[r][j] += x * y
			}
		}
	}
	return out
}

// energies are q_F of that many draws.
func (a *arena) energies(c contestant, epsilon float64, draws int, src noise.Source) ([]float64, error) {
	out := make([]float64, draws)
	for i := range out {
		v, err := a.draw(c, epsilon, src)
		if err != nil {
			return nil, err
		}
		out[i] = energy(v, a.m)
	}
	return out, nil
}
