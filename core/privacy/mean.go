package privacy

import (
	"math"
	"math/big"
)

// A MeanQuery is what the sensitivity of the noisy mean of the features depends on (core/mechanism/mean.md). Sums are of
// integers; Spread is the largest ‖q − q′‖₂² of two records, Reach the largest ‖q − base‖₂² of one: schema.Spread and
// schema.Reach. No norm bound enters.
type MeanQuery struct {
	Dim           int // d, at least 1
	Spread, Reach int64
	Relation      Relation
	RowsPerPerson int // m, at least 1
	// WeightUnit is, where rows have integer weights 0 … WeightUnit, the largest; 0 where each row counts once. A sum is then of weight·(q, …).
	WeightUnit int64
}

// Counted reports whether the number of rows, or the sum of their weights, is private, so that it is released with the sum: under
// add/remove, where a person may have several rows, and where rows have weights.
func (q MeanQuery) Counted() bool {
	return q.Relation == AddRemove || q.RowsPerPerson > 1 || q.WeightUnit > 0
}

// Weight is the weight a of the number of rows in the joint query: what makes the error of the mean least where
// the mean may be anywhere within Reach (mean.md).
func (q MeanQuery) Weight() int64 {
	return max(1, int64(math.Round(math.Sqrt(float64(q.Reach))/math.Sqrt(math.Sqrt(float64(q.Dim))))))
}

// Squared is the squared ℓ₂ sensitivity of what is released: mean.md's Lemma, and sums.md's on weights.
func (q MeanQuery) Squared() *big.Int {
	if !q.Counted() {
		return big.NewInt(q.Spread)
	}
	one := q.Reach + q.Weight()*q.Weight()
	if q.Relation == ReplaceOne {
		one = max(one, q.Spread)
	}
	m := big.NewInt(int64(q.RowsPerPerson))
	m.Mul(m, big.NewInt(max(1, q.WeightUnit)))
	return m.Mul(m, m).Mul(m, big.NewInt(one))
}

// Coordinates is how many variates are drawn.
func (q MeanQuery) Coordinates() int {
	if q.Counted() {
		return q.Dim + 1
	}
	return q.Dim
}

// Query is the step as a part of a joint calibration, with its share of μ².
func (q MeanQuery) Query(share float64) Query {
	return Query{Squared: q.Squared(), Coordinates: q.Coordinates(), Share: share}
}

// CountsSquared is the squared ℓ₂ sensitivity of counts of records, each multiplied by scale, where a record falls into one of them: scale²·m² where
// a person's m rows are added or removed, twice that where they are replaced. Where rows have integer weights, scale has the largest as a factor.
func CountsSquared(relation Relation, scale, rowsPerPerson uint64) *big.Int {
	out := new(big.Int).SetUint64(scale)
	out.Mul(out, new(big.Int).SetUint64(rowsPerPerson))
	out.Mul(out, out)
	if relation == ReplaceOne {
		out.Lsh(out, 1)
	}
	return out
}
