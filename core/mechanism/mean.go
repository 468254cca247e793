package mechanism

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// MeanParams are the public facts of the step that releases the mean of the features, from which
// directions are then measured (the norm rule sign). Sums are of integers q = round(s·e), each feature by itself.
type MeanParams struct {
	Dim   int // d
	Scale int // s
	// Spread is the largest ‖q − q′‖₂² of two records, Reach the largest ‖q − Base‖₂² of one: schema.Spread and
	// schema.Reach. No norm bound enters.
	Spread, Reach int64
	Base          []int64 // of length d
	Relation      privacy.Relation
	RowsPerPerson int // m, at least 1
}

// Counted reports whether the number of rows is private, so that it is released with the sum: under
// add/remove, and where a person may have several rows.
func (p MeanParams) Counted() bool { return p.Relation == privacy.AddRemove || p.RowsPerPerson > 1 }

// count is the weight a of the number of rows in the joint query: what makes the error of the mean least where
// the mean is as far from Base as half of Reach (mean.md).
func (p MeanParams) count() int64 {
	return max(1, int64(math.Round(math.Sqrt(float64(p.Reach))/math.Sqrt(math.Sqrt(float64(p.Dim))))))
}

// Squared is the squared ℓ₂ sensitivity of what is released: mean.md's Lemma.
func (p MeanParams) Squared() *big.Int {
	if !p.Counted() {
		return big.NewInt(p.Spread)
	}
	one := p.Reach + p.count()*p.count()
	if p.Relation == privacy.ReplaceOne {
		one = max(one, p.Spread)
	}
	m := big.NewInt(int64(p.RowsPerPerson))
	return m.Mul(m, m).Mul(m, big.NewInt(one))
}

// Query is the step as a part of a joint calibration, with its share of μ².
func (p MeanParams) Query(share float64) privacy.Query {
	return privacy.Query{Squared: p.Squared(), Coordinates: p.coordinates(), Share: share}
}

func (p MeanParams) coordinates() int {
	if p.Counted() {
		return p.Dim + 1
	}
	return p.Dim
}

// Validate returns an error, written from public parameters alone, for parameters out of range.
func (p MeanParams) Validate() error {
	switch {
	case p.Dim < 1 || len(p.Base) != p.Dim:
		return errors.New("mechanism: the mean has no features, or a base of another length")
	case p.Scale < 1 || p.Scale > moment.MaxScale:
		return fmt.Errorf("mechanism: scale %d is not in 1 … %d", p.Scale, moment.MaxScale)
	case p.Spread < 1 || p.Reach < 1:
		return errors.New("mechanism: no feature can vary")
	case p.RowsPerPerson < 1 || p.RowsPerPerson > maxRowsPerPerson:
		return fmt.Errorf("mechanism: %d rows for one person are not in 1 … %d", p.RowsPerPerson, maxRowsPerPerson)
	}
	return p.Relation.Validate()
}

// Mean releases the noisy mean of the features: exact discrete Gaussian noise on the exact integer sum and, where
// it is private, on the number of rows. Its claim is exact arithmetic. Proof: mean.md.
type Mean struct {
	p     MeanParams
	width privacy.Gaussian
}

// NewMean makes the step with noise that was calibrated for p.Squared.
func NewMean(p MeanParams, width privacy.Gaussian) (*Mean, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if width.Sigma < 1 {
		return nil, errors.New("mechanism: the mean's noise has no width")
	}
	return &Mean{p, width}, nil
}

// Part is what the step costs by itself.
func (m *Mean) Part() privacy.Part {
	return privacy.Part{
		Step: method.StepMean, Mechanism: NameGaussian,
		Epsilon: m.width.Epsilon, Delta: m.width.Delta, Rho: m.width.Rho, Claim: privacy.Exact,
	}
}

// Formula is what runs, in words and public numbers.
func (m *Mean) Formula() string {
	if m.p.Counted() {
		return fmt.Sprintf("mean: discrete Gaussian noise of σ = %d on the sum of features and on %d times the number of rows, in units of 1/s", m.width.Sigma, m.p.count())
	}
	return fmt.Sprintf("mean: discrete Gaussian noise of σ = %d on the sum of features, in units of 1/s", m.width.Sigma)
}

// Release draws the mean of the features, from the exact sum of q over that many rows. sigma is about the standard
// deviation of each feature's mean. Both are released. The mean is Base where there are no rows.
func (m *Mean) Release(sum []int64, rows int64, src noise.Source) (mean []float64, sigma float64, err error) {
	if len(sum) != m.p.Dim {
		panic("mechanism: a sum of another length")
	}
	draw, err := noise.NewDiscreteGaussian(m.width.Sigma)
	if err != nil {
		return nil, 0, err
	}
	n, base := float64(rows), make([]int64, m.p.Dim)
	if m.p.Counted() {
		base = m.p.Base
	}
	noisy := make([]float64, m.p.Dim)
	for i, x := range sum {
		noisy[i] = float64(x - rows*base[i] + draw.Draw(src)) // a sum beyond 64 bits wraps: post-processing
	}
	if m.p.Counted() {
		a := m.p.count()
		n = float64(a*rows+draw.Draw(src)) / float64(a)
	}
	n = math.Max(1, n)
	mean = make([]float64, m.p.Dim)
	for i, x := range noisy {
		mean[i] = (float64(base[i]) + x/n) / float64(m.p.Scale)
	}
	return mean, float64(m.width.Sigma) / (n * float64(m.p.Scale)), nil
}
