package noise

import (
	"math"
	"math/big"
	"math/bits"
)

// An event of probability p is drawn by comparing p with a uniform number U in
// [0, 1) whose bits are drawn one word at a time. The first word, against bounds
// on p from 64-bit integer arithmetic, decides all but one draw in 2⁴⁵; where it
// does not, more words follow, against bounds in exact integer arithmetic of the
// same precision, until the two intervals are disjoint. So the probability is p
// itself and not an approximation: noise.md, Theorem 1.

// BernoulliExp returns true with probability exp(−num/den), exactly. It panics
// unless num ≥ 0 and den > 0; both may have any number of bits.
func BernoulliExp(src Source, num, den *big.Int) bool {
	if num.Sign() < 0 || den.Sign() <= 0 {
		panic("noise: exponent is not a ratio of a non-negative and a positive integer")
	}
	// exp(−γ) = exp(−1)^⌊γ⌋ · exp(−(γ−⌊γ⌋)); the loop ends at the first failure,
	// so its length does not grow with γ.
	whole, rest := new(big.Int).DivMod(num, den, new(big.Int))
	for one := big.NewInt(1); whole.Sign() > 0; whole.Sub(whole, one) {
		if !bernoulliE(src) {
			return false
		}
	}
	if rest.Sign() == 0 {
		return true
	}
	word := src.Uint64()
	fraction := new(big.Int).Lsh(rest, 64)
	if f := fraction.Quo(fraction, den).Uint64(); f < math.MaxUint64 {
		switch compareExp(word, f, 1) {
		case less:
			return true
		case notLess:
			return false
		}
	}
	return resolveExp(src, word, rest, den)
}

// inverseE is ⌊2⁶⁴/e⌋.
const inverseE = 0x5e2d58d8b3bcdf1a

// bernoulliE returns true with probability exp(−1), exactly.
func bernoulliE(src Source) bool {
	word := src.Uint64()
	if word == inverseE {
		return resolveExp(src, word, big.NewInt(1), big.NewInt(1))
	}
	return word < inverseE
}

// A verdict says what one word of U proves about U < exp(−x).
type verdict int

const (
	open verdict = iota
	less
	notLess
)

// compareExp compares the U that begins with word with exp(−x), for an x in
// [0, 1) of which only x ∈ [fraction, fraction+width]·2⁻⁶⁴ is known. It wants
// fraction + width < 2⁶⁴ and width < 2³².
func compareExp(word, fraction, width uint64) verdict {
	h := expNegative(fraction)
	margin := expError + width
	if word>>1 < h-margin { // U < (word>>1 + 1)·2⁻⁶³ ≤ (h−margin)·2⁻⁶³ ≤ exp(−x)
		return less
	}
	if word>>1 >= h+margin { // U ≥ (word>>1)·2⁻⁶³
		return notLess
	}
	return open
}

// expTerms is the degree of the Taylor polynomial in expNegative, and expError
// bounds the error, in units of 2⁻⁶³: noise.md, Lemma 2.
const (
	expTerms = 20
	expError = 8
)

// expNegative returns 2⁶³·exp(−x), x = fraction·2⁻⁶⁴, within expError, by Horner's
// rule 1 − x/1·(1 − x/2·(1 − …)) in integers.
func expNegative(fraction uint64) uint64 {
	const one = 1 << 63
	h := uint64(one)
	for k := uint64(expTerms); k > 0; k-- {
		high, _ := bits.Mul64(fraction, h)
		h = one - high/k
	}
	return h
}

// resolveExp reports whether U < exp(−num/den), num/den in [0, 1], for the U that
// begins with word, drawing more words of U as they are needed.
func resolveExp(src Source, word uint64, num, den *big.Int) bool {
	if num.Sign() == 0 {
		return true
	}
	u := new(big.Int).SetUint64(word)
	margin := big.NewInt(expError)
	for n := uint(64); ; n += 64 {
		// Compare with guard bits to spare: U·2ⁿ⁺⁶⁴ ∈ [u, u+1)·2⁶⁴.
		h := bigExpNegative(num, den, n+64)
		low := new(big.Int).Lsh(u, 64)
		high := new(big.Int).Add(u, big.NewInt(1))
		high.Lsh(high, 64)
		switch {
		case high.Cmp(new(big.Int).Sub(h, margin)) <= 0:
			return true
		case low.Cmp(new(big.Int).Add(h, margin)) >= 0:
			return false
		}
		u.Lsh(u, 64)
		u.Or(u, new(big.Int).SetUint64(src.Uint64()))
	}
}

// bigExpNegative returns 2ᵇ·exp(−num/den), num/den in [0, 1], within expError.
func bigExpNegative(num, den *big.Int, b uint) *big.Int {
	x := new(big.Int).Lsh(num, b)
	x.Quo(x, den)
	one := new(big.Int).Lsh(big.NewInt(1), b)
	h := new(big.Int).Set(one)
	// (b+1)! > 2ᵇ for b ≥ 2, so that this many terms leave less than one unit.
	for k := int64(b); k > 0; k-- {
		h.Mul(x, h).Rsh(h, b)
		h.Quo(h, big.NewInt(k))
		h.Sub(one, h)
	}
	return h
}
