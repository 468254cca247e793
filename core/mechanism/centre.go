package mechanism

import (
	"errors"
	"fmt"
	"math/big"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// Centre releases the mean of the records, from which they are then measured:
// discrete noise on the exact integer sum, Gaussian where the budget has a δ, else
// Laplace. Its claim is exact arithmetic. Proof: centre.md.
type Centre struct {
	p     CentreParams
	cost  privacy.Cost
	name  string
	width uint64 // σ or scale
	draw  drawer
}

// CentreParams are the public choices of the step.
type CentreParams struct {
	Dim           int // d
	Scale         int // s, the radius of the unit ball in integers
	Budget        privacy.Budget
	Relation      privacy.Relation // replace-one: a mean is divided by n
	RowsPerPerson int              // 1: with more, the number of rows is private
	// Width is Gaussian noise that was calibrated together with other steps; nil calibrates for Budget.
	Width *privacy.Gaussian
}

// NewCentre calibrates the noise. It returns an error, written from public
// parameters alone, where the number of records is private, and for parameters out of
// range.
func NewCentre(p CentreParams) (*Centre, error) {
	switch {
	case p.Dim < 1:
		return nil, errors.New("mechanism: there is no feature to centre")
	case p.Scale < 1 || p.Scale > moment.MaxScale:
		return nil, fmt.Errorf("mechanism: scale %d is not in 1 … %d", p.Scale, moment.MaxScale)
	case p.Relation == privacy.AddRemove:
		return nil, errors.New("mechanism: a noisy mean divides by the number of records, which is private under add/remove: choose a public centre")
	case p.RowsPerPerson != 1:
		return nil, errors.New("mechanism: a noisy mean divides by the number of rows, which is private when a person may have several: choose a public centre")
	}
	if err := p.Relation.Validate(); err != nil {
		return nil, err
	}
	if err := p.Budget.Validate(); err != nil {
		return nil, err
	}
	c := &Centre{p: p}
	d, s := int64(p.Dim), int64(p.Scale)
	if p.Budget.Pure() {
		// ℓ₁: √d·2s, rounded up.
		scale, err := privacy.CalibrateLaplace(ceilRoot(big.NewInt(4*d*s*s)), p.Budget.Epsilon)
		if err != nil {
			return nil, err
		}
		draw, err := noise.NewDiscreteLaplace(scale)
		if err != nil {
			return nil, err
		}
		c.name, c.width, c.draw = NameLaplace, scale, draw
		c.cost = laplaceCost(p.Budget.Epsilon, big.NewInt(4*s*s), scale)
		return c, nil
	}
	// ℓ₂: 2s, squared.
	var g privacy.Gaussian
	if p.Width != nil {
		g = *p.Width
	} else {
		var err error
		if g, err = privacy.CalibrateGaussian(big.NewInt(4*s*s), p.Dim, p.Budget); err != nil {
			return nil, err
		}
	}
	draw, err := noise.NewDiscreteGaussian(g.Sigma)
	if err != nil {
		return nil, err
	}
	c.name, c.width, c.draw = NameGaussian, g.Sigma, draw
	c.cost = gaussianCost(privacy.Budget{Epsilon: g.Epsilon, Delta: g.Delta}, big.NewInt(4*s*s), g.Sigma, p.Dim)
	return c, nil
}

// ceilRoot is ⌈√x⌉.
func ceilRoot(x *big.Int) *big.Int {
	root := new(big.Int).Sqrt(x)
	if new(big.Int).Mul(root, root).Cmp(x) < 0 {
		root.Add(root, big.NewInt(1))
	}
	return root
}

// Part is what the step costs.
func (c *Centre) Part() privacy.Part {
	family := privacy.DiscreteGaussian
	if c.p.Budget.Pure() {
		family = privacy.DiscreteLaplace
	}
	return part(method.StepCentre, c.name, c.cost, discrete(method.StepCentre, family, c.width, 0))
}

// A CentreSum sums records exactly.
type CentreSum struct {
	scale   int64
	sum     []int64
	records int64
}

// Sum returns an empty sum.
func (c *Centre) Sum() *CentreSum {
	return &CentreSum{scale: int64(c.p.Scale), sum: make([]int64, c.p.Dim)}
}

// Add sums one record. It returns moment.ErrNorm, and leaves the sum as it was, for a
// record with Σq² > s²; it panics when the length is not d. Sums of 2⁴⁷ records fit.
func (t *CentreSum) Add(q []int16) error {
	if len(q) != len(t.sum) {
		panic("mechanism: a record of another length")
	}
	var norm int64
	for _, x := range q {
		norm += int64(x) * int64(x)
	}
	if norm > t.scale*t.scale {
		return moment.ErrNorm
	}
	for i, x := range q {
		t.sum[i] += int64(x)
	}
	t.records++
	return nil
}

// Release returns the noisy mean, in units of the ball's radius; zero where there
// are no records.
func (c *Centre) Release(t *CentreSum, src noise.Source) []float64 {
	mean := make([]float64, len(t.sum))
	for i, x := range t.sum {
		noisy := float64(x + c.draw.Draw(src)) // a sum beyond 64 bits wraps: post-processing
		if t.records > 0 {
			mean[i] = noisy / (float64(t.records) * float64(c.p.Scale))
		}
	}
	return mean
}
