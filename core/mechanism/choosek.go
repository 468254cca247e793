package mechanism

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"privatepca/core/eigen"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// ChooseK chooses the number of directions before a subspace is released: about
// as many as hold a stated share of the trace, by the exponential mechanism. Its
// claim is idealised numerics. Proof: choosek.md.
type ChooseK struct {
	p      ChooseKParams
	target int64 // in millionths
}

// ChooseKParams are the public choices of the step.
type ChooseKParams struct {
	Dim           int // d
	Scale         int // s
	Most          int // k is chosen from 1 … Most; below d
	Target        float64
	Epsilon       float64
	Relation      privacy.Relation
	RowsPerPerson int          // m, at least 1
	Solver        eigen.Solver // the zero value decomposes in Go
}

// NewChooseK returns the step. It returns an error, written from public parameters
// alone, for parameters out of range; Target lies in (0, 1) and is kept in millionths.
func NewChooseK(p ChooseKParams) (*ChooseK, error) {
	target, err := inMillionths(p.Target, "share of the trace")
	switch {
	case err != nil:
		return nil, err
	case p.Scale < 1 || p.Scale > moment.MaxScale:
		return nil, fmt.Errorf("mechanism: scale %d is not in 1 … %d", p.Scale, moment.MaxScale)
	case p.Most < 1 || p.Most >= p.Dim:
		return nil, fmt.Errorf("mechanism: k is to be chosen from 1 … %d, but must be below d = %d", p.Most, p.Dim)
	}
	if err := validateSelection(p.Epsilon, p.Relation, p.RowsPerPerson); err != nil {
		return nil, err
	}
	return &ChooseK{p: p, target: target}, nil
}

// Part is what the step costs.
func (c *ChooseK) Part() privacy.Part {
	return selectionPart(method.StepChoiceOfK, c.p.Epsilon, privacy.Idealised, c.target, c.p.Most,
		shareSensitivity(c.target, c.p.Relation, c.p.RowsPerPerson))
}

// Release draws k. It returns an error, before drawing, when the matrix has not
// the public shape that the step was made for.
func (c *ChooseK) Release(m *moment.Matrix, src noise.Source) (int, error) {
	if m.Dim() != c.p.Dim || m.Scale() != c.p.Scale {
		return 0, errors.New("mechanism: the choice of k was made for a matrix of another shape")
	}
	values := c.p.Solver.Values(symmetric(m.Dim(), func(i, j int) float64 { return float64(m.At(i, j)) }))
	trace := int64(0)
	for i := range m.Dim() {
		trace += m.At(i, i)
	}
	sensitivity := shareSensitivity(c.target, c.p.Relation, c.p.RowsPerPerson)
	sensitivity.Mul(sensitivity, big.NewInt(int64(c.p.Scale)*int64(c.p.Scale)))
	gamma, unit := scaledLosses(c.losses(values, trace), sensitivity, c.p.Epsilon)
	return 1 + selected(gamma, unit, src), nil
}

// losses are |Σ_{i≤k}λᵢ − τ·trace| for k = 1 … Most, in units of 1/s², in millionths.
func (c *ChooseK) losses(values []float64, trace int64) []*big.Int {
	want := new(big.Int).Mul(big.NewInt(trace), big.NewInt(c.target))
	losses := make([]*big.Int, c.p.Most)
	top := 0.0
	for k := range losses {
		top += values[k]
		x := big.NewInt(int64(math.RoundToEven(top))) // below 2⁶¹
		x.Mul(x, big.NewInt(millionths))
		x.Sub(x, want)
		losses[k] = x.Abs(x)
	}
	return losses
}
