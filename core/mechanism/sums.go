package mechanism

import (
	"errors"
	"fmt"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// NoisySums are the output of the first step of the norm rule mean, in units of the scale s: integers divided by it and, where rows have weights, by
// the largest.
type NoisySums struct {
	// Coordinates has the noisy sums of the features, the squares and the missing cells (core/schema/sums.go). Where the number of
	// rows is private they are measured from Base, and one more has the noisy number of rows times Weight/s. Where rows have weights, their sum
	// stands for that number, and is private.
	Coordinates []float64
	Weight      float64 // of the number of rows, in units of s; 0 where it is public
	Deviation   float64 // σ₁ of each coordinate's noise
}

// Sums is the first step of the norm rule mean: exact discrete Gaussian noise on the exact integer sums of features, squares and
// missing cells and, where it is private, on the number of rows. Its claim is exact arithmetic. Proof: sums.md.
type Sums struct {
	p     MeanParams
	width privacy.Gaussian
	draw  drawer
}

// NewSums makes the step with noise that was calibrated for p.Squared. p.Dim is the number of coordinates, without that of rows.
func NewSums(p MeanParams, width privacy.Gaussian) (*Sums, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	draw, err := noise.NewDiscreteGaussian(width.Sigma)
	if err != nil {
		return nil, err
	}
	return &Sums{p, width, draw}, nil
}

// Part is what the step costs by itself.
func (m *Sums) Part() privacy.Part {
	law := gaussianLaw(method.StepSums, m.width, false)
	if m.p.Counted() {
		law.Weight = uint64(m.p.Weight())
	}
	own := privacy.Budget{Epsilon: m.width.Epsilon, Delta: m.width.Delta}
	return part(method.StepSums, NameGaussian, gaussianCost(own, m.p.Squared(), m.width.Sigma, m.p.Coordinates()), law)
}

// Release draws noisy sums of that many rows; where rows have weights, sum and rows are the exact sums of weighted integers and of the weights.
func (m *Sums) Release(sum []int64, rows int64, src noise.Source) NoisySums {
	if len(sum) != m.p.Dim {
		panic("mechanism: a sum of another length")
	}
	s := float64(m.p.Scale) * float64(max(1, m.p.WeightUnit))
	out := NoisySums{Coordinates: make([]float64, m.p.Coordinates()), Deviation: float64(m.width.Sigma) / s}
	for i, x := range sum {
		if m.p.Counted() {
			x -= rows * m.p.Base[i]
		}
		out.Coordinates[i] = float64(x+m.draw.Draw(src)) / s // a sum beyond 64 bits wraps: post-processing
	}
	if m.p.Counted() {
		a := m.p.Weight()
		out.Weight = float64(a) / float64(m.p.Scale)
		out.Coordinates[len(sum)] = float64(a*rows+m.draw.Draw(src)) / s
	}
	return out
}

// LengthsParams are the public facts of the second step of the norm rule mean.
type LengthsParams struct {
	Bins          int // at least 1
	Scale         int // s: counts are multiplied by it before the noise
	Relation      privacy.Relation
	RowsPerPerson int // m, at least 1
	// WeightUnit is, where rows have integer weights 0 … WeightUnit, the largest: then counts are of weights. 0 where each row counts once.
	WeightUnit int64
}

// factor is what counts of one are multiplied by: the integer of a row of the largest weight.
func (p LengthsParams) factor() uint64 { return uint64(p.Scale) * uint64(max(1, p.WeightUnit)) }

func (p LengthsParams) validate() error {
	switch {
	case p.Bins < 1:
		return errors.New("mechanism: lengths are counted in no bins")
	case p.Scale < 1 || p.Scale > moment.MaxScale:
		return fmt.Errorf("mechanism: scale %d is not in 1 … %d", p.Scale, moment.MaxScale)
	case p.RowsPerPerson < 1 || p.RowsPerPerson > maxRowsPerPerson:
		return fmt.Errorf("mechanism: %d rows for one person are not in 1 … %d", p.RowsPerPerson, maxRowsPerPerson)
	case p.WeightUnit < 0 || p.WeightUnit > maxWeightUnit:
		return fmt.Errorf("mechanism: weights of rows up to %d", p.WeightUnit)
	}
	return p.Relation.Validate()
}

// Lengths is the second step of the norm rule mean: noisy counts of records by their length; or the number of rows of a release that measures as an
// earlier one. Its claim is exact arithmetic. Proof: sums.md.
type Lengths struct {
	p     LengthsParams
	step  string
	width privacy.Gaussian
	draw  drawer
}

// NewLengths makes the step with noise that was calibrated for privacy.CountsSquared.
func NewLengths(p LengthsParams, width privacy.Gaussian) (*Lengths, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	draw, err := noise.NewDiscreteGaussian(width.Sigma)
	if err != nil {
		return nil, err
	}
	return &Lengths{p, method.StepLengths, width, draw}, nil
}

// NewCount makes the step that releases the number of rows, or the sum of their weights, with noise that was calibrated for
// privacy.CountsSquared under add/remove, whatever the relation: a person who is replaced changes the number by at most m, too
// (sums.md, Lemma 3).
func NewCount(p LengthsParams, width privacy.Gaussian) (*Lengths, error) {
	p.Bins, p.Relation = 1, privacy.AddRemove
	l, err := NewLengths(p, width)
	if err == nil {
		l.step = method.StepCount
	}
	return l, err
}

// Part is what the step costs by itself.
func (l *Lengths) Part() privacy.Part {
	own := privacy.Budget{Epsilon: l.width.Epsilon, Delta: l.width.Delta}
	squared := privacy.CountsSquared(l.p.Relation, l.p.factor(), uint64(l.p.RowsPerPerson))
	return part(l.step, NameGaussian, gaussianCost(own, squared, l.width.Sigma, l.p.Bins), gaussianLaw(l.step, l.width, false))
}

// Release draws noisy counts, and the standard deviation σ₂ of each one's noise.
func (l *Lengths) Release(counts []int64, src noise.Source) (noisy []float64, deviation float64) {
	if len(counts) != l.p.Bins {
		panic("mechanism: another number of counts")
	}
	s, one := int64(l.p.Scale), float64(l.p.factor())
	noisy = make([]float64, len(counts))
	for i, n := range counts {
		noisy[i] = float64(s*n+l.draw.Draw(src)) / one
	}
	return noisy, float64(l.width.Sigma) / one
}
