package nuclear

import (
	"math"
	"math/big"
)

// The normaliser by a route that shares nothing with the sampler: de Bruijn's
// Pfaffian for the eigenvalues themselves, on the whole line and without the
// sign-sum identity, in multiple precision.

// pfaffianNormaliser returns Σ_k z^k·Z_k, where Z_k is the integral of
// ∏_{i<j}(λᵢ−λⱼ)·∏|λᵢ|^power·exp(−Σ|λᵢ|) over λ₁ > … > λ_d with k positive.
func pfaffianNormaliser(d int, z int64, power int) *big.Float {
	prec := uint(128 + 4*d)
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }
	zero, zz := number(0), number(float64(z))
	size := d + d%2
	a := make([][]*big.Float, size)
	for i := range a {
		a[i] = make([]*big.Float, size)
		for j := range a[i] {
			a[i][j] = number(0)
		}
	}
	parity := func(i int) float64 { return 1 - 2*float64(i%2) }
	for i := range d {
		for j := range d {
			// ∬ sgn(y−x) xⁱyʲ |xy|^power e^{−|x|−|y|} z^{[x>0]+[y>0]},
			// divided by (i+power)!·(j+power)!
			both := laterGamma(i+power, j+power, prec)
			entry := number(float64(z*z) - parity(i+j))
			entry.Mul(entry, both)
			a[i][j].Add(entry, new(big.Float).Mul(zz, number(parity(i)-parity(j))))
		}
		if d%2 == 1 {
			a[i][d] = number(float64(z) + parity(i))
			a[d][i] = new(big.Float).Neg(a[i][d])
		}
	}
	result := number(1)
	for k := 0; k < size; k += 2 { // skew elimination, largest pivot in row k
		p := k + 1
		for j := k + 1; j < size; j++ {
			if new(big.Float).Abs(a[k][j]).Cmp(new(big.Float).Abs(a[k][p])) > 0 {
				p = j
			}
		}
		if p != k+1 {
			a[k+1], a[p] = a[p], a[k+1]
			for _, row := range a {
				row[k+1], row[p] = row[p], row[k+1]
			}
			result.Neg(result)
		}
		pivot := a[k][k+1]
		if pivot.Cmp(zero) == 0 {
			return zero
		}
		result.Mul(result, pivot)
		for i := k + 2; i < size; i++ {
			f, g := new(big.Float).Quo(a[i][k+1], pivot), new(big.Float).Quo(a[i][k], pivot)
			for j := k + 2; j < size; j++ {
				a[i][j].Sub(a[i][j], new(big.Float).Mul(f, a[k][j]))
				a[i][j].Add(a[i][j], new(big.Float).Mul(g, a[k+1][j]))
			}
		}
	}
	factorial := new(big.Int)
	for i := range d {
		factorial.MulRange(1, int64(i+power))
		result.Mul(result, new(big.Float).SetPrec(prec).SetInt(factorial))
	}
	// The Pfaffian's order is ascending; reversing it gives this sign.
	if d/2%2 == 1 {
		result.Neg(result)
	}
	return result
}

// laterGamma is P(X < Y) − P(X > Y) for X ~ Gamma(i+1), Y ~ Gamma(j+1): X comes
// first if at least i+1 of i+j+1 fair coins fall to it.
func laterGamma(i, j int, prec uint) *big.Float {
	n := int64(i + j + 1)
	count, binomial := new(big.Int), new(big.Int)
	for k := int64(i + 1); k <= n; k++ {
		count.Add(count, binomial.Binomial(n, k))
	}
	p := new(big.Float).SetPrec(prec).SetInt(count)
	p.SetMantExp(p, 1-int(n))
	return p.Sub(p, new(big.Float).SetPrec(prec).SetInt64(1))
}

// logBig is the natural logarithm of |x|.
func logBig(x *big.Float) float64 {
	mantissa := new(big.Float)
	exponent := x.MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(math.Abs(m)) + float64(exponent)*math.Ln2
}

// positives returns P(k eigenvalues are positive), k = 0, …, d, from the
// Pfaffian at z = 0, …, d by Lagrange interpolation in rationals.
func positives(d int) []float64 {
	coefficient := make([]*big.Rat, d+1)
	for i := range coefficient {
		coefficient[i] = new(big.Rat)
	}
	for i := 0; i <= d; i++ {
		value, _ := pfaffianNormaliser(d, int64(i), 0).Rat(nil)
		basis := []*big.Rat{big.NewRat(1, 1)}
		for j := 0; j <= d; j++ {
			if j == i {
				continue
			}
			next := make([]*big.Rat, len(basis)+1) // basis·(z − j)/(i − j)
			for k := range next {
				next[k] = new(big.Rat)
			}
			for k, b := range basis {
				b.Mul(b, big.NewRat(1, int64(i-j)))
				next[k+1].Add(next[k+1], b)
				next[k].Sub(next[k], new(big.Rat).Mul(b, big.NewRat(int64(j), 1)))
			}
			basis = next
		}
		for k, b := range basis {
			coefficient[k].Add(coefficient[k], b.Mul(b, value))
		}
	}
	total := new(big.Rat)
	for _, c := range coefficient {
		total.Add(total, c)
	}
	p := make([]float64, d+1)
	for k, c := range coefficient {
		p[k], _ = new(big.Rat).Quo(c, total).Float64()
	}
	return p
}
