package privacy

import "math/big"

// The functions of this file evaluate exp, log and the normal tail to some
// thousand bits, as a judge of the double precision code. They are plain power
// series: slow, and nothing in common with what they judge.

const referenceBits = 2600

func real64(x float64) *big.Float { return new(big.Float).SetPrec(referenceBits).SetFloat64(x) }
func zero() *big.Float            { return new(big.Float).SetPrec(referenceBits) }

// negligible reports whether term no longer changes sum.
func negligible(term, sum *big.Float) bool {
	return term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-referenceBits
}

func bigExp(x *big.Float) *big.Float {
	const halvings = 20
	r := zero().SetMantExp(x, -halvings)
	sum, term := real64(1), real64(1)
	for k := 1.0; !negligible(term, sum); k++ {
		term.Mul(term, r).Quo(term, real64(k))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// bigLog is 2·artanh((m−1)/(m+1)) + e·log 2 for x = m·2ᵉ.
func bigLog(x *big.Float) *big.Float {
	series := func(m *big.Float) *big.Float {
		q := zero().Quo(zero().Sub(m, real64(1)), zero().Add(m, real64(1)))
		square, power, sum := zero().Mul(q, q), zero().Set(q), zero()
		if q.Sign() == 0 {
			return sum
		}
		for k := 1.0; ; k += 2 {
			term := zero().Quo(power, real64(k))
			sum.Add(sum, term)
			if negligible(term, sum) {
				return sum.Mul(sum, real64(2))
			}
			power.Mul(power, square)
		}
	}
	m := zero()
	e := x.MantExp(m)
	return zero().Add(series(m), zero().Mul(real64(float64(e)), series(real64(2))))
}

// bigPi is Machin's formula.
func bigPi() *big.Float {
	arctanInverse := func(n float64) *big.Float {
		power, sum := zero().Quo(real64(1), real64(n)), zero()
		for k := 0; ; k++ {
			term := zero().Quo(power, real64(float64(2*k+1)))
			if k%2 == 1 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			if negligible(term, sum) {
				return sum
			}
			power.Quo(power, real64(n*n))
		}
	}
	a, b := arctanInverse(5), arctanInverse(239)
	return a.Mul(a, real64(4)).Sub(a, b).Mul(a, real64(4))
}

var rootTwoPi = func() *big.Float {
	p := bigPi()
	return p.Sqrt(p.Mul(p, real64(2)))
}()

// bigPhi is Φ(y) = ½ + φ(y)·Σ y^(2n+1)/(2n+1)!!.
func bigPhi(y *big.Float) *big.Float {
	square := zero().Mul(y, y)
	term, sum := zero().Set(y), zero().Set(y)
	for k := 3.0; !negligible(term, sum); k += 2 {
		term.Mul(term, square).Quo(term, real64(k))
		sum.Add(sum, term)
	}
	density := bigExp(zero().Mul(square, real64(-.5)))
	density.Quo(density, rootTwoPi)
	return zero().Add(real64(.5), sum.Mul(sum, density))
}

// bigGaussianDelta is Balle and Wang's δ at σ = 1/theta and sensitivity 1.
func bigGaussianDelta(theta, epsilon *big.Float) *big.Float {
	a := zero().Mul(theta, real64(.5))
	b := zero().Quo(epsilon, theta)
	q := bigPhi(zero().Neg(zero().Add(a, b)))
	q.Mul(q, bigExp(epsilon))
	return zero().Sub(bigPhi(zero().Sub(a, b)), q)
}

// bigLogDelta is log of Canonne, Kamath and Steinke's δ at α = 1+x.
func bigLogDelta(x, rho, epsilon *big.Float) *big.Float {
	alpha := zero().Add(real64(1), x)
	exponent := zero().Sub(zero().Mul(alpha, rho), epsilon)
	exponent.Mul(exponent, x)
	shrink := zero().Mul(alpha, bigLog(zero().Quo(x, alpha)))
	return exponent.Sub(exponent, bigLog(x)).Add(exponent, shrink)
}
