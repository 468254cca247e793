package noise

import (
	"errors"
	"math"
	"math/big"
	"math/bits"
)

// A DiscreteGaussian draws integers x with probability proportional to
// exp(−x²/(2σ²)) for an integer σ.
type DiscreteGaussian struct {
	laplace DiscreteLaplace // of scale σ
}

// NewDiscreteGaussian returns the distribution of the given σ, 1 to MaxScale.
func NewDiscreteGaussian(sigma uint64) (*DiscreteGaussian, error) {
	if sigma < 1 || sigma > MaxScale {
		return nil, errors.New("noise: σ of the discrete Gaussian is not in 1 … 2^60")
	}
	return &DiscreteGaussian{DiscreteLaplace{sigma}}, nil
}

// Draw returns a variate, exactly, by Algorithm 3 of Canonne, Kamath and Steinke
// (2020), except that the Laplace proposal has scale t = σ and not ⌊σ⌋+1: then
// their acceptance exp(−(|y| − σ²/t)²/(2σ²)) is exp(−(|y|−σ)²/(2σ²)).
//
// It is reduced modulo 2⁶⁴ as DiscreteLaplace.Draw is; up to σ = 2⁵⁸ a reduction
// has probability below 2⁻⁷⁰⁰.
func (g *DiscreteGaussian) Draw(src Source) int64 {
	return g.propose(src).value(g.laplace.scale)
}

// DrawBig returns a variate that is not reduced, for sums that pass 64 bits.
func (g *DiscreteGaussian) DrawBig(src Source) *big.Int {
	return g.propose(src).big(g.laplace.scale)
}

func (g *DiscreteGaussian) propose(src Source) proposal {
	for {
		if p := g.laplace.propose(src); g.accept(src, p) {
			return p
		}
	}
}

// accept returns true with probability exp(−γ), γ = (laps − 1 + offset/σ)²/2,
// exactly.
func (g *DiscreteGaussian) accept(src Source, p proposal) bool {
	whole, fraction, width, ok := exponent(p)
	if !ok {
		num, den := g.exactExponent(p)
		return BernoulliExp(src, num, den)
	}
	for range whole {
		if !bernoulliE(src) {
			return false
		}
	}
	word := src.Uint64()
	switch compareExp(word, fraction, width) {
	case less:
		return true
	case notLess:
		return false
	}
	num, den := g.exactExponent(p)
	num.Mod(num, den)
	return resolveExp(src, word, num, den)
}

// exponent returns bounds on accept's γ in fixed point:
// γ ∈ whole + [fraction, fraction+width]·2⁻⁶⁴, ⌊γ⌋ = whole. It reports false
// where the bounds leave ⌊γ⌋ open, or laps is beyond anything that occurs.
// noise.md, Lemma 3, counts the units.
func exponent(p proposal) (whole, fraction, width uint64, ok bool) {
	if p.laps == 0 { // γ = (1 − offset/σ)²/2
		square, _ := bits.Mul64(^p.fraction, ^p.fraction)
		return 0, square / 2, 2, true
	}
	// γ = n²/2 + n·f + f²/2 with n = laps − 1, f = offset/σ.
	n := p.laps - 1
	if n >= 1<<16 {
		return 0, 0, 0, false
	}
	width = n + 2
	square, _ := bits.Mul64(p.fraction, p.fraction)
	high, low := bits.Mul64(n, p.fraction)
	low, carry := bits.Add64(low, square/2, 0)
	high += carry
	low, carry = bits.Add64(low, n*n<<63, 0) // the half of an odd n²
	high += carry
	return high + n*n/2, low, width, low <= math.MaxUint64-width
}

// exactExponent returns accept's γ as a ratio of integers.
func (g *DiscreteGaussian) exactExponent(p proposal) (num, den *big.Int) {
	sigma := new(big.Int).SetUint64(g.laplace.scale)
	num = new(big.Int).SetUint64(p.laps)
	num.Mul(num, sigma)
	num.Add(num, new(big.Int).SetUint64(p.offset))
	num.Sub(num, sigma)
	num.Mul(num, num)
	den = new(big.Int).Mul(sigma, sigma)
	return num, den.Lsh(den, 1)
}
