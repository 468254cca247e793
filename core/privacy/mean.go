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
}

// Counted reports whether the number of rows is private, so that it is released with the sum: under
// add/remove, and where a person may have several rows.
func (q MeanQuery) Counted() bool { return q.Relation == AddRemove || q.RowsPerPerson > 1 }

// Weight is the weight a of the number of rows in the joint query: what makes the error of the mean least where
// the mean may be anywhere within Reach (mean.md).
func (q MeanQuery) Weight() int64 {
	return max(1, int64(math.Round(math.Sqrt(float64(q.Reach))/math.Sqrt(math.Sqrt(float64(q.Dim))))))
}

// Squared is the squared ℓ₂ sensitivity of what is released: mean.md's Lemma.
func (q MeanQuery) Squared() *big.Int {
	if !q.Counted() {
		return big.NewInt(q.Spread)
	}
	one := q.Reach + q.Weight()*q.Weight()
	if q.Relation == ReplaceOne {
		one = max(one, q.Spread)
	}
	m := big.NewInt(int64(q.RowsPerPerson))
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
// a person's m rows are added or removed, twice that where they are replaced.
func CountsSquared(relation Relation, scale, rowsPerPerson uint64) *big.Int {
	out := new(big.Int).SetUint64(scale)
	out.Mul(out, new(big.Int).SetUint64(rowsPerPerson))
	out.Mul(out, out)
	if relation == ReplaceOne {
		out.Lsh(out, 1)
	}
	return out
}
