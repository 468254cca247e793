package mechanism

import (
	"context"
	"fmt"
	"math/big"

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
	scale, err := privacy.CalibrateLaplace(laplaceSensitivity(int64(p.Dim), reach.Mul(reach, reach), p.Relation), p.Budget.Epsilon)
	if err != nil {
		return nil, err
	}
	return &Laplace{p: p, scale: scale}, nil
}

// laplaceSensitivity bounds the ℓ₁ norm of the change of an integer d×d upper
// triangle, diagonal included, when one person's rows have ‖·‖² of at most the
// square root of square together (laplace.md): its square root times
// √((d²+3d)/2) for replace-one, (d+1)/2 for add/remove; rounded up.
func laplaceSensitivity(d int64, square *big.Int, relation privacy.Relation) *big.Int {
	x := new(big.Int)
	if relation == privacy.ReplaceOne {
		x.Mul(square, big.NewInt(d*d+3*d)) // even
		x.Rsh(x, 1)
	} else {
		x.Mul(square, big.NewInt((d+1)*(d+1)))
		x.Add(x, big.NewInt(3))
		x.Rsh(x, 2)
	}
	root := new(big.Int).Sqrt(x)
	if new(big.Int).Mul(root, root).Cmp(x) < 0 {
		root.Add(root, big.NewInt(1))
	}
	return root
}

// Cost is pure ε, hence ε²/2-zCDP.
func (l *Laplace) Cost() privacy.Cost {
	return privacy.Cost{
		Epsilon:     l.p.Budget.Epsilon,
		Rho:         privacy.PureRho(l.p.Budget.Epsilon),
		Claim:       privacy.Exact,
		Assumptions: []string{idealGenerator},
	}
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
	formula := fmt.Sprintf("S + N, N symmetric discrete Laplace of scale %d on the upper triangle, in units of 1/s²", l.scale)
	noisy, err := l.p.perturb(ctx, m, draw, draw, src)
	if err != nil {
		return nil, err
	}
	return l.p.whole(ctx, noisy, NameLaplace, formula, l.Cost(), privacy.Noise{
		Law: privacy.LaplaceNoise, Diagonal: float64(l.scale), OffDiagonal: float64(l.scale),
	})
}
