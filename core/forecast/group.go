package forecast

import (
	"errors"
	"math"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

// What can be found by a release under the rule mean with equal columns, from public facts alone (forecast.md, section 8).

// The release has three Gaussian steps, calibrated together. Each has a share of μ².
const (
	sumsShare    = .20 // of the sums that centre and scales come from
	lengthsShare = .03 // of the counts of lengths
	matrixShare  = .77 // of the second moment

	// constantSquare is a², the square of the constant feature: records have length √(1 + a²) at most.
	constantSquare = .03
	// inside is the mean squared length of a record that is cut at the typical length.
	inside = .8
)

// Columns says what a table has. The zero value says that it is not known.
type Columns struct {
	Numbers    int // one feature each
	Categories int // the other features are their levels
}

// Count is p.
func (c Columns) Count() int { return c.Numbers + c.Categories }

// validate returns an error for what d features cannot be.
func (c Columns) validate(features int) error {
	levels := features - c.Numbers
	if c.Numbers < 0 || c.Categories < 0 || c.Count() < 1 || levels < c.Categories || c.Categories == 0 && levels > 0 {
		return errors.New("forecast: the columns are not those of the features")
	}
	return nil
}

// Correlation is that of a group's columns with each other, as they stand in the table: cut at their bounds, and skewed as they are.
const Correlation = .4

// A Group is the smallest group of columns that correlate by Correlation with each other and that a release usually finds: its direction
// stands clear of what unrelated columns would show.
type Group struct {
	Edge    float64 // E, the noise's largest eigenvalue, forecast in units of one column
	Size    float64 // g, at least 1; a group of ⌈g⌉ columns is usually found
	Columns int     // p
}

// Least is how many columns a group needs.
func (g Group) Least() int { return max(2, int(math.Ceil(math.Min(g.Size, 1e9)-1e-9))) }

// CorrelationNoise is about the standard deviation that the noise alone gives to a correlation of two numbers, of d features:
// .51·E·max(1, κ²)/√d, which is 1.5·P/(nμ) for P columns where κ is at most 1. The noise of an entry is τR²/(nφ), R = κr; where most records are cut φ is
// about κ², where few are it is 1. Measured over it, by releases of nine tables of numbers or yes/no: .80 to 1.16, and 1.6 for columns of unequal variances,
// whose mean is over those of small spread too (core/relation, TestCorrelationNoiseIsForecast).
func (g Group) CorrelationNoise(features int) float64 {
	kappa := radius(g.Edge)
	return .511 * g.Edge * math.Max(1, kappa*kappa) / math.Sqrt(float64(features))
}

// Poor reports whether to advise against a release: a group must have more than half of the columns to be found. Two columns are the
// smallest group, and never too large.
func (g Group) Poor() bool { return g.Size > math.Max(2, float64(g.Columns)/2) }

// aim is the size that advice is about: a quarter of the columns, or two.
func (g Group) aim() float64 { return math.Max(2, float64(g.Columns)/4) }

// effect is the rows for one independent row: the design effect, at least the rows of a person.
func (p Public) effect() float64 {
	return math.Max(math.Max(1, p.DesignEffect), float64(p.RowsPerPerson))
}

// edge is E for noise of that standard deviation off the diagonal, E = 2τ√d·p/(.8n): the largest eigenvalue of d×d symmetric noise, divided
// by a column's share of the trace .8n.
func (p Public) edge(tau, rows float64) float64 {
	return 2 * tau * math.Sqrt(float64(p.Features)) * float64(p.Columns.Count()) / (inside * rows)
}

// tau is the width of the second moment's noise off the diagonal.
func (p Public) tau(epsilon float64) (float64, error) {
	m := method.Best(false) // its steps are Gaussian, and calibrated together
	width, ok := m.Width(method.Setting{
		Features: p.Features, Directions: p.Directions, Epsilon: epsilon, Delta: p.Delta, Relation: p.Relation, RowsPerPerson: p.RowsPerPerson,
	})
	if !ok {
		return 0, errors.New("forecast: the rule mean needs ε and δ above 0")
	}
	return width * (1 + constantSquare) / math.Sqrt(matrixShare), nil
}

// chance is 4d·(design effect)/.8, which n divides: the edge of what unrelated columns of n independent rows correlate by, squared.
func (p Public) chance() float64 { return 4 * float64(p.Features) * p.effect() / inside }

// radius is κ, the length at which records are cut, in typical lengths: more where the noise is small.
func radius(edge float64) float64 {
	return math.Min(1.5, .85*math.Max(1, math.Pow(.5/edge, .25)))
}

// Group is what a release of n rows at ε finds. Of rows with weights, n is the number of rows times a public guess of the mean weight over the
// largest that is allowed. It returns an error where columns, δ or n are not stated or out of range.
func (p Public) Group(rows, epsilon float64) (Group, error) {
	if err := p.grouped(rows); err != nil {
		return Group{}, err
	}
	tau, err := p.tau(epsilon)
	if err != nil {
		return Group{}, err
	}
	g := Group{Edge: p.edge(tau, rows), Columns: p.Columns.Count()}
	g.Size = 1 + math.Sqrt(g.Edge*g.Edge+p.chance()/rows)/Correlation
	return g, nil
}

func (p Public) grouped(rows float64) error {
	if !(rows >= 1 && rows <= 1e15) {
		return errors.New("forecast: the number of rows must be at least 1")
	}
	if !(p.DesignEffect >= 0 && p.DesignEffect <= 1e15) {
		return errors.New("forecast: the design effect is out of range")
	}
	return p.Columns.validate(p.Features)
}

// Enough is how many rows at that ε, or which ε with that many rows, bring a group to a quarter of the columns, or to two where that is more.
// Epsilon is 0 where no ε up to 1,000 does: chance between so few rows is then too large.
func (p Public) Enough(rows, epsilon float64) (moreRows, moreEpsilon float64, err error) {
	g, err := p.Group(rows, epsilon)
	if err != nil {
		return 0, 0, err
	}
	// (.4(g−1))² = A²y² + By, y = 1/n: a quadratic in y.
	wanted := Correlation * (g.aim() - 1)
	wanted *= wanted
	a, b := g.Edge*rows, p.chance()
	moreRows = 2 * a * a / (math.Sqrt(b*b+4*a*a*wanted) - b)
	small := func(epsilon float64) bool {
		at, err := p.Group(rows, epsilon)
		return err == nil && at.Size <= g.aim()
	}
	lo, hi := epsilon, 1000.0
	switch {
	case small(lo):
		return moreRows, lo, nil
	case lo >= hi || !small(hi):
		return moreRows, 0, nil
	}
	for hi/lo > 1+1e-9 {
		if mid := math.Sqrt(lo * hi); small(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return moreRows, hi, nil
}

// wider is 1 + δ̂²/r²: by how much the noise of the centre widens that of the matrix. δ̂ is the centre's error, r the typical length, both
// after division by the columns' deviations where columns are equal. Of a number's half-range, variance is the assumed mean square of a deviation
// from its mean; spread is that of a category's levels together.
func (c Columns) wider(features int, sums, rows, variance, spread float64, equal bool) float64 {
	levels := 0.0
	if c.Categories > 0 {
		levels = float64(features-c.Numbers) / float64(c.Categories)
	}
	reach := 4*float64(c.Numbers) + 2*float64(c.Categories)
	s2 := sums * sums * reach / rows / rows // of the noise on a mean, squared
	noise, length := 0.0, 0.0
	add := func(count int, features, variance, seen, settled float64) {
		w2 := 1.0
		if equal {
			w2 = 1 / math.Max(variance, seen)
		}
		x, most := features*w2*s2, w2*settled
		noise += float64(count) * x * most / (x + most)
		length += float64(count) * w2 * variance
	}
	const squares = 1/2.75 + 1.0 // the squares' noise, with a mean half way to a bound
	add(c.Numbers, 1, variance, math.Sqrt(s2*squares), .25)
	if c.Categories > 0 {
		add(c.Categories, levels, spread, 2*math.Sqrt(s2*levels), .3)
	}
	return 1 + noise/length
}

// sums is the width of the first step's noise, for squared sensitivity 1.
func (p Public) sums(epsilon float64) (float64, error) {
	sigma, err := privacy.AnalyticGaussian(epsilon, p.Delta)
	return sigma * float64(p.RowsPerPerson) / math.Sqrt(sumsShare), err
}
