package mechanism

import (
	"errors"
	"math"
	"math/big"
	"sort"
	"strconv"

	"privatepca/core/method"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// NormBound releases a norm bound: about a stated quantile of the lengths of the
// records, by the exponential mechanism on a public grid. Its claim is exact
// arithmetic. Proof: normbound.md.
type NormBound struct {
	p        NormBoundParams
	quantile int64     // in millionths
	grid     []float64 // ascending
}

// NormBoundParams are the public choices of the step.
type NormBoundParams struct {
	Most          float64 // a length that no record passes, whatever it holds: the grid's largest value
	Quantile      float64 // share of the records that are to stay unclipped, in (0, 1); kept in millionths
	Epsilon       float64
	Relation      privacy.Relation
	RowsPerPerson int // m, at least 1
}

// The grid is geometric: gridSize values, each gridRatio of the next larger one, over
// 8 octaves up to Most. Before any record is looked at, a value is e^(1/gridTilt) times as
// likely as the next larger one, e² times an octave: among bounds that cut the same
// records off the smaller has less noise.
const (
	gridSize  = method.NormBounds
	gridRatio = 0.99459942348363318 // 2^(−1/128)
	gridTilt  = 64
)

// NewNormBound returns the step. It returns an error, written from public parameters
// alone, for parameters out of range.
func NewNormBound(p NormBoundParams) (*NormBound, error) {
	quantile, err := inMillionths(p.Quantile, "quantile")
	if err != nil {
		return nil, err
	}
	if !(p.Most > 0 && p.Most <= math.MaxFloat64) {
		return nil, errors.New("mechanism: the largest norm bound must be positive and finite")
	}
	if err := validateSelection(p.Epsilon, p.Relation, p.RowsPerPerson); err != nil {
		return nil, err
	}
	b := &NormBound{p: p, quantile: quantile, grid: make([]float64, gridSize)}
	for i, r := gridSize-1, p.Most; i >= 0; i, r = i-1, r*gridRatio {
		b.grid[i], _ = strconv.ParseFloat(strconv.FormatFloat(r, 'g', 6, 64), 64)
	}
	return b, nil
}

// Part is what the step costs.
func (b *NormBound) Part() privacy.Part {
	return selectionPart(method.StepNormBound, b.p.Epsilon, privacy.Exact, b.quantile, gridSize,
		shareSensitivity(b.quantile, b.p.Relation, b.p.RowsPerPerson))
}

// NormCounts counts records by length.
type NormCounts struct {
	grid []float64
	upTo []int64 // records of a length in (grid[i−1], grid[i]]; the last also has those above
	all  int64
}

// Counts returns an empty count.
func (b *NormBound) Counts() *NormCounts {
	return &NormCounts{grid: b.grid, upTo: make([]int64, len(b.grid))}
}

// Add counts a record of the given length. Every value, NaN and Inf too, falls into exactly one bin, so
// a record changes exactly one bin, as normbound.md has it.
func (c *NormCounts) Add(norm float64) {
	i := sort.SearchFloat64s(c.grid, norm)
	c.upTo[min(i, len(c.grid)-1)]++
	c.all++
}

// Release draws a norm bound from the grid.
func (b *NormBound) Release(c *NormCounts, src noise.Source) float64 {
	gamma, unit := b.exponents(c)
	return b.grid[selected(gamma, unit, src)]
}

// exponents are ε·loss/(2·sensitivity) + i/gridTilt.
func (b *NormBound) exponents(c *NormCounts) (numerators []*big.Int, denominator *big.Int) {
	losses := make([]*big.Int, len(b.grid))
	below := int64(0)
	for i, n := range c.upTo {
		below += n
		losses[i] = b.loss(below, c.all)
	}
	gamma, unit := scaledLosses(losses, shareSensitivity(b.quantile, b.p.Relation, b.p.RowsPerPerson), b.p.Epsilon)
	for i, x := range gamma {
		x.Mul(x, big.NewInt(gridTilt))
		x.Add(x, new(big.Int).Mul(unit, big.NewInt(int64(i))))
	}
	return gamma, unit.Mul(unit, big.NewInt(gridTilt))
}

// loss is |below − τ·all|, in millionths.
func (b *NormBound) loss(below, all int64) *big.Int {
	x := new(big.Int).Mul(big.NewInt(below), big.NewInt(millionths))
	x.Sub(x, new(big.Int).Mul(big.NewInt(all), big.NewInt(b.quantile)))
	return x.Abs(x)
}
