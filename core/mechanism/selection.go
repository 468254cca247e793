package mechanism

import (
	"errors"
	"math"
	"math/big"

	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// What the two selections around a release share: the norm bound, and k.

// nameExponential is the mechanism of McSherry and Talwar (2007), as parts have it.
const nameExponential = "exponential"

// selected draws the index of one of the exponents γ = numerators/denominator with
// probability proportional to exp(−γ), exactly: a uniform index is kept with
// probability exp(−(γ − least)). Some index is kept for certain, so the expected
// number of tries is at most the number of exponents; how many it takes depends on the
// data and is seen in time alone.
func selected(numerators []*big.Int, denominator *big.Int, src noise.Source) int {
	least := numerators[0]
	for _, n := range numerators {
		if n.Cmp(least) < 0 {
			least = n
		}
	}
	for {
		i := int(noise.Below(src, uint64(len(numerators))))
		if noise.BernoulliExp(src, new(big.Int).Sub(numerators[i], least), denominator) {
			return i
		}
	}
}

// scaledLosses turns losses into ε·loss/(2·sensitivity), exactly.
func scaledLosses(losses []*big.Int, sensitivity *big.Int, epsilon float64) (numerators []*big.Int, denominator *big.Int) {
	rate := new(big.Rat).SetFloat64(epsilon)
	for _, l := range losses {
		numerators = append(numerators, new(big.Int).Mul(l, rate.Num()))
	}
	denominator = new(big.Int).Mul(rate.Denom(), sensitivity)
	return numerators, denominator.Lsh(denominator, 1)
}

// selectionPart is the cost of one selection: of bounded range ε.
// Its weights are exp(−c·loss), c = ε/(2Δ): of candidates that many, about a target in millionths, whose loss changes by at
// most the sensitivity in millionths.
func selectionPart(step string, epsilon float64, claim privacy.Claim, target int64, candidates int, sensitivity *big.Int) privacy.Part {
	change, _ := new(big.Float).SetInt(sensitivity).Float64()
	law := scored(step, privacy.Exponential, epsilon/(2*change/millionths))
	law.Target, law.Candidates = float64(target)/millionths, candidates
	return part(step, nameExponential, rangedCost(epsilon, claim), law)
}

// A share of a count or of the trace is held in millionths, so that scores are integers.
const millionths = 1_000_000

func inMillionths(x float64, name string) (int64, error) {
	n := math.RoundToEven(x * millionths)
	if !(n >= 1 && n < millionths) {
		return 0, errors.New("mechanism: the " + name + " must lie between 0.000001 and 0.999999")
	}
	return int64(n), nil
}

// shareSensitivity is the sensitivity, in millionths, of a sum over rows whose terms lie in
// an interval [−share, 1 − share] (times a row's length at most 1): m under
// replace-one, m·max(share, 1 − share) under add/remove. Proof: normbound.md.
func shareSensitivity(share int64, relation privacy.Relation, rows int) *big.Int {
	width := int64(millionths)
	if relation == privacy.AddRemove {
		width = max(share, millionths-share)
	}
	return big.NewInt(width * int64(rows))
}

func validateSelection(epsilon float64, relation privacy.Relation, rows int) error {
	if err := (privacy.Budget{Epsilon: epsilon}).Validate(); err != nil {
		return err
	}
	if rows < 1 || rows > maxRowsPerPerson {
		return errors.New("mechanism: the rows for one person are not in 1 … 65536")
	}
	return relation.Validate()
}
