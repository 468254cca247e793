package privacy

import "math/big"

// quoUp returns the least float64 not below num/den.
func quoUp(num, den *big.Int) float64 {
	q := new(big.Float).SetPrec(53).SetMode(big.ToPositiveInf)
	f, _ := q.Quo(new(big.Float).SetInt(num), new(big.Float).SetInt(den)).Float64()
	return f
}

// ceil returns the least integer not below r.
func ceil(r *big.Rat) *big.Int {
	quotient, remainder := new(big.Int).DivMod(r.Num(), r.Denom(), new(big.Int))
	if remainder.Sign() > 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	return quotient
}

// ceilSqrt returns the least integer whose square is not below n.
func ceilSqrt(n *big.Int) *big.Int {
	root := new(big.Int).Sqrt(n)
	if new(big.Int).Mul(root, root).Cmp(n) < 0 {
		root.Add(root, big.NewInt(1))
	}
	return root
}
