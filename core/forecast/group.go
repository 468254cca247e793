package forecast

import (
	"errors"
	"math"

	"privatepca/core/privacy"
	"privatepca/core/scaling"
)

// What can be found by a release under the rule mean with equal columns, from public facts alone (forecast.md, section 8).

// inside is the mean squared length of a record that is cut at the typical length.
const inside = .8

// Columns says what a table has. The zero value says that it is not known.
type Columns struct {
	Numbers    int // one feature each
	Categories int // the other features, but those of lists, are their levels
	Lists      int // columns of several answers in a cell
	Items      int // features of lists
}

// Count is p.
func (c Columns) Count() int { return c.Numbers + c.Categories + c.Lists }

// validate returns an error for what d features cannot be.
func (c Columns) validate(features int) error {
	levels := features - c.Numbers - c.Items
	if c.Numbers < 0 || c.Categories < 0 || c.Lists < 0 || c.Count() < 1 || levels < c.Categories || c.Categories == 0 && levels > 0 || c.Items < c.Lists || c.Lists == 0 && c.Items > 0 {
		return errors.New("forecast: the columns are not those of the features")
	}
	return nil
}

// scaling are such columns as core/scaling has them, with about equally many levels each.
func (c Columns) scaling(features int) scaling.Columns {
	out := make(scaling.Columns, c.Numbers, c.Count())
	several := func(kind scaling.Kind, count, levels int) {
		for i := range count {
			out = append(out, scaling.Column{Kind: kind, Levels: levels*(i+1)/count - levels*i/count})
		}
	}
	several(scaling.Category, c.Categories, features-c.Numbers-c.Items)
	several(scaling.List, c.Lists, c.Items)
	return out
}

// A Group is the smallest group of columns that correlate by scaling.GroupCorrelation with each other and that a release usually finds: its direction
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
	kappa := scaling.Kappa(g.Edge)
	return .511 * g.Edge * math.Max(1, kappa*kappa) / math.Sqrt(float64(features))
}

// Poor reports whether to advise against a release: a group must have more than half of the columns to be found. Two columns are the
// smallest group, and never too large.
func (g Group) Poor() bool { return g.Size > math.Max(2, float64(g.Columns)/2) }

// aim is the size that advice is about: a quarter of the columns, or two.
func (g Group) aim() float64 { return math.Max(2, float64(g.Columns)/4) }

// facts are those of a release under the rule mean at ε: its sensitivities and widths are core/scaling's, so that a forecast is of what is drawn.
func (p Public) facts(epsilon float64) (scaling.Facts, error) {
	sigma, err := privacy.AnalyticGaussian(epsilon, p.Delta)
	if err != nil || !(p.Delta > 0) {
		return scaling.Facts{}, errors.New("forecast: the rule mean needs ε and δ above 0")
	}
	return scaling.Facts{
		Columns: p.Columns.scaling(p.Features), AddRemove: p.Relation == privacy.AddRemove, RowsPerPerson: p.RowsPerPerson, DesignEffect: p.DesignEffect,
		Weighted: p.MeanWeight > 0, Rows: 1, Mu: 1 / sigma,
	}, nil
}

// meanNoise are the widths of the noise of a release under the rule mean: of the second moment, and of a sum of n rows that its centre comes from.
func (p Public) meanNoise(f scaling.Facts, n float64) (matrix, sums float64) {
	if p.EarlierNoise == 0 {
		return f.MatrixNoise(), f.SumsNoise()
	}
	_, matrix = f.AgainNoise()
	return matrix, p.EarlierNoise * n
}

// counted is what n rows count as: n̂ of a release. Rows of weights count as their number times the mean weight over the largest, which is at most
// Kish's (Σω)²/Σω²: cautious for chance, exact for the noise (core/mechanism/sums.md).
func (p Public) counted(rows float64) float64 {
	if p.MeanWeight > 0 {
		return math.Max(1, rows*p.MeanWeight)
	}
	return rows
}

// Group is what a release of n rows at ε finds. It returns an error where columns, δ or n are not stated or out of range.
func (p Public) Group(rows, epsilon float64) (Group, error) {
	if err := p.grouped(rows); err != nil {
		return Group{}, err
	}
	f, err := p.facts(epsilon)
	if err != nil {
		return Group{}, err
	}
	n := p.counted(rows)
	matrix, _ := p.meanNoise(f, n)
	edge := scaling.Edge(f.Columns, matrix, n)
	return Group{Edge: edge, Size: scaling.Group(f, edge, n), Columns: p.Columns.Count()}, nil
}

func (p Public) grouped(rows float64) error {
	if !(rows >= 1 && rows <= 1e15) {
		return errors.New("forecast: the number of rows must be at least 1")
	}
	if !(p.DesignEffect >= 0 && p.DesignEffect <= 1e15) {
		return errors.New("forecast: the design effect is out of range")
	}
	if !(p.MeanWeight >= 0 && p.MeanWeight <= 1) {
		return errors.New("forecast: the mean weight of rows is not within the largest")
	}
	if !(p.EarlierNoise >= 0 && p.EarlierNoise <= 1e18) {
		return errors.New("forecast: the noise of the earlier release is out of range")
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
	wanted := square(scaling.GroupCorrelation * (g.aim() - 1))
	n := p.counted(rows)
	a, b := g.Edge*n, (square(scaling.GroupCorrelation*(g.Size-1))-square(g.Edge))*n
	moreRows = 2 * a * a / (math.Sqrt(b*b+4*a*a*wanted) - b) * (rows / n)
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

func square(x float64) float64 { return x * x }

// wider is 1 + δ̂²/r²: by how much the noise of the centre widens that of the matrix. δ̂ is the centre's error, r the typical length, both
// after division by the columns' deviations where columns are equal. noise is that of a mean, in units of the lattice. Of a number's half-range, variance
// is the assumed mean square of a deviation from its mean; spread is that of a category's levels together.
func (c Columns) wider(features int, noise, variance, spread float64, equal bool) float64 {
	s2 := noise * noise
	error2, length := 0.0, 0.0
	add := func(count int, features, variance, seen, settled float64) {
		if count == 0 {
			return
		}
		w2 := 1.0
		if equal {
			w2 = 1 / math.Max(variance, seen)
		}
		x, most := features*w2*s2, w2*settled
		error2 += float64(count) * x * most / (x + most)
		length += float64(count) * w2 * variance
	}
	const squares = 1/2.75 + 1.0 // the squares' noise, with a mean half way to a bound
	each := func(features, count int) float64 { return float64(features) / float64(max(1, count)) }
	levels, items := each(features-c.Numbers-c.Items, c.Categories), each(c.Items, c.Lists)
	add(c.Numbers, 1, variance, math.Sqrt(s2*squares), .25)
	add(c.Categories, levels, spread, 2*math.Sqrt(s2*levels), .3)
	add(c.Lists, items, items*variance/4, 2*math.Sqrt(s2*items), items/16) // of numbers of half the range
	return 1 + error2/length
}
