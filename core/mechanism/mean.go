package mechanism

import (
	"errors"
	"fmt"
	"math"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// MeanParams are the public facts of the step that releases the mean of the features, from which
// directions are then measured (the norm rule sign). Sums are of integers q = round(s·e), each feature by itself.
type MeanParams struct {
	privacy.MeanQuery
	Scale int     // s
	Base  []int64 // of length d: where sums are measured from if the number of rows is private
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
	if p.WeightUnit < 0 || p.WeightUnit > maxWeightUnit {
		return fmt.Errorf("mechanism: weights of rows up to %d", p.WeightUnit)
	}
	return p.Relation.Validate()
}

// maxWeightUnit keeps a row's share in a sum below 2⁴⁰.
const maxWeightUnit = 1 << 22

// Mean releases the noisy mean of the features: exact discrete Gaussian noise on the exact integer sum and, where
// it is private, on the number of rows. Its claim is exact arithmetic. Proof: mean.md.
type Mean struct {
	p     MeanParams
	width privacy.Gaussian
	draw  drawer
}

// NewMean makes the step with noise that was calibrated for p.Squared.
func NewMean(p MeanParams, width privacy.Gaussian) (*Mean, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	draw, err := noise.NewDiscreteGaussian(width.Sigma)
	if err != nil {
		return nil, err
	}
	return &Mean{p, width, draw}, nil
}

// Part is what the step costs by itself.
func (m *Mean) Part() privacy.Part {
	law := gaussianLaw(method.StepMean, m.width, false)
	if m.p.Counted() {
		law.Weight = uint64(m.p.Weight())
	}
	own := privacy.Budget{Epsilon: m.width.Epsilon, Delta: m.width.Delta}
	return part(method.StepMean, NameGaussian, gaussianCost(own, m.p.Squared(), m.width.Sigma, m.p.Coordinates()), law)
}

// Release draws the mean of the features, from the exact sum of q over that many rows. sigma is about the standard
// deviation of each feature's mean. Both are released. The mean is Base where there are no rows.
func (m *Mean) Release(sum []int64, rows int64, src noise.Source) (mean []float64, sigma float64) {
	if len(sum) != m.p.Dim {
		panic("mechanism: a sum of another length")
	}
	n, base := float64(rows), make([]int64, m.p.Dim)
	if m.p.Counted() {
		base = m.p.Base
	}
	noisy := make([]float64, m.p.Dim)
	for i, x := range sum {
		noisy[i] = float64(x - rows*base[i] + m.draw.Draw(src)) // a sum beyond 64 bits wraps: post-processing
	}
	if m.p.Counted() {
		a := m.p.Weight()
		n = float64(a*rows+m.draw.Draw(src)) / float64(a)
	}
	n = math.Max(1, n)
	mean = make([]float64, m.p.Dim)
	for i, x := range noisy {
		mean[i] = (float64(base[i]) + x/n) / float64(m.p.Scale)
	}
	return mean, float64(m.width.Sigma) / (n * float64(m.p.Scale))
}
