package mechanism

import (
	"context"
	"math/big"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// NameLaplace is the name of Laplace in documents, requests and files.
const NameLaplace = "laplace"

// Laplace adds exact discrete Laplace noise to the upper triangle of the integer
// second moment and releases the whole noisy matrix, under pure ε. Its claim is
// exact arithmetic. Proof: laplace.md.
type Laplace struct {
	p     Params
	scale uint64
}

var _ Mechanism = (*Laplace)(nil)

// NewLaplace calibrates the noise; a budget's δ is left unspent. It returns an
// error where the noise would be too wide for 64-bit sums.
func NewLaplace(p Params) (*Laplace, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	reach := big.NewInt(int64(p.Scale) * int64(p.Scale) * int64(p.RowsPerPerson))
	scale, err := privacy.CalibrateLaplace(laplaceSensitivity(int64(p.Dim), int64(p.nonzero()), reach.Mul(reach, reach), p.Relation), p.Budget.Epsilon)
	if err != nil {
		return nil, err
	}
	return &Laplace{p: p, scale: scale}, nil
}

// nonzero is how many features of a record can be other than 0.
func (p Params) nonzero() int {
	if p.Nonzero == 0 {
		return p.Dim
	}
	return p.Nonzero
}

// laplaceSensitivity bounds the ℓ₁ norm of the change of an integer d×d upper triangle, diagonal included, when one person's
// rows have ‖·‖² of at most the square root of square together, and each row at most z features that are not 0 (laplace.md): the
// square root times min(√((d²+3d)/2), z+1) for replace-one, (z+1)/2 for add/remove; rounded up.
func laplaceSensitivity(d, z int64, square *big.Int, relation privacy.Relation) *big.Int {
	x := new(big.Int)
	if relation == privacy.ReplaceOne {
		x.Mul(square, big.NewInt(min((d*d+3*d)/2, (z+1)*(z+1)))) // d²+3d is even
	} else {
		x.Mul(square, big.NewInt((z+1)*(z+1)))
		x.Add(x, big.NewInt(3))
		x.Rsh(x, 2)
	}
	return ceilRoot(x)
}

// Cost is pure ε, and zCDP at the ρ of all coordinates together.
func (l *Laplace) Cost() privacy.Cost {
	return laplaceCost(l.p.Budget.Epsilon, l.p.frobenius(), l.scale)
}

// Release draws one noisy second moment and decomposes it.
func (l *Laplace) Release(ctx context.Context, m *moment.Matrix, src noise.Source) (*Released, error) {
	if err := l.p.fits(m); err != nil {
		return nil, err
	}
	draw, err := noise.NewDiscreteLaplace(l.scale)
	if err != nil {
		return nil, err
	}
	noisy, err := l.p.perturb(ctx, m, draw, draw, src)
	if err != nil {
		return nil, err
	}
	return l.p.whole(ctx, noisy, NameLaplace, l.Cost(), discrete(method.StepSecondMoment, privacy.DiscreteLaplace, l.scale, l.scale))
}
