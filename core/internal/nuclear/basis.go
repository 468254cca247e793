package nuclear

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// orthonormal tabulates the first count orthonormal functions
// x^parity·(polynomial in x²)·e^{−x} on (0, ∞), by the Stieltjes procedure in
// x², and returns minus the sum of the logarithms of their leading
// coefficients. Each node carries its own exponent, or e^{−x} would underflow
// long before the polynomials have grown.
func (p *Plan) orthonormal(parity, count int) (*matrix, sum) {
	table := newMatrix(len(p.x), count)
	var logLead sum
	current := make([]float64, len(p.x))
	previous := make([]float64, len(p.x))
	value := make([]float64, len(p.x))
	exponent := make([]float64, len(p.x))
	for i, x := range p.x {
		current[i] = math.Pow(x, float64(parity))
		exponent[i] = -x
	}
	for j := 0; j < count; j++ {
		square := 0.0
		for i, v := range current {
			value[i] = v * math.Exp(exponent[i])
			square += p.w[i] * value[i] * value[i]
		}
		norm := math.Sqrt(square)
		// The norm divides this function and all later ones.
		logLead.add(float64(count-j) * math.Log(norm))
		alpha := 0.0 // ∫ x² f_j²
		for i, x := range p.x {
			value[i] /= norm
			current[i] /= norm
			table.set(i, j, value[i])
			alpha += p.w[i] * value[i] * value[i] * x * x
		}
		beta := norm
		if j == 0 {
			beta = 0
		}
		for i, x := range p.x {
			next := (x*x-alpha)*current[i] - beta*previous[i]
			previous[i], current[i] = current[i], next
			if math.Abs(next) > 0x1p300 {
				current[i] *= 0x1p-300
				previous[i] *= 0x1p-300
				exponent[i] += 300 * math.Ln2
			}
		}
	}
	return table, logLead
}

// integrateTails fills tail and whole, panel by panel from the right.
func (p *Plan) integrateTails(meter *meter) error {
	q := p.rule.q
	p.tail = newMatrix(len(p.x), p.n)
	p.whole = make([]float64, p.n)
	for k := p.panels() - 1; k >= 0; k-- {
		for i := 0; i < q; i++ {
			copy(p.tail.row(k*q+i), p.whole)
		}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, p.half(k), p.rule.right.general(), p.b.part(k*q, q).general(), 1, p.tail.part(k*q, q).general())
		for l := k * q; l < (k+1)*q; l++ {
			floats.AddScaled(p.whole, p.w[l], p.b.row(l))
		}
		if err := meter.advance(float64(q * q * p.n)); err != nil {
			return err
		}
	}
	return nil
}

// gram returns the n×n matrix whose absolute determinant is the integral of
// det φ(A)·det b(B) over interlacing A and B: (5). Its rows are ∫ φᵢ(x)·∫_x^∞ b_j
// and, for odd d, first the whole integrals of the b_j.
func (p *Plan) gram(meter *meter) (*matrix, error) {
	g, first := newMatrix(p.n, p.n), p.n-p.m
	if first == 1 {
		copy(g.row(0), p.whole)
	}
	if p.m == 0 {
		return g, nil
	}
	q := p.rule.q
	weighted := newMatrix(q, p.m)
	for k := 0; k < len(p.x); k += q {
		for l := range q {
			floats.ScaleTo(weighted.row(l), p.w[k+l], p.phi.row(k+l))
		}
		blas64.Gemm(blas.Trans, blas.NoTrans, 1, weighted.general(), p.tail.part(k, q).general(), 1, g.part(first, p.m).general())
		if err := meter.advance(float64(q * p.m * p.n)); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// biorthogonalise sets ψ, the combinations of the tails with ∫ φᵢψ_j = [i = j]
// and, for odd d, ψ_j(0) = 0: (4). There a Householder reflection that sends
// the vector of whole integrals to a multiple of e₁ leaves m combinations that
// vanish at 0.
func (p *Plan) biorthogonalise(gram *matrix, meter *meter) error {
	if p.m == 0 {
		return nil
	}
	v := make([]float64, p.n) // I − vvᵀ is the reflection, none for even d
	first := p.n - p.m
	if first == 1 {
		copy(v, p.whole)
		v[0] += math.Copysign(math.Sqrt(floats.Dot(v, v)), v[0])
		scale := math.Sqrt(2 / floats.Dot(v, v))
		for j := range v {
			v[j] *= scale
		}
	}
	reflect := func(row, out []float64) {
		s := floats.Dot(v, row)
		for j := range out {
			out[j] = row[first+j] - s*v[first+j]
		}
	}
	g := newMatrix(p.m, p.m)
	for i := 0; i < p.m; i++ {
		reflect(gram.row(first+i), g.row(i))
	}
	dual := factor(g).inverse(blas.NoTrans)
	p.psi = newMatrix(len(p.x), p.m)
	const together = 16 // divides the nodes of a panel
	reflected := newMatrix(together, p.m)
	for k := 0; k < len(p.x); k += together {
		for l := range together {
			reflect(p.tail.row(k+l), reflected.row(l))
		}
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, reflected.general(), dual.general(), 0, p.psi.part(k, together).general())
		if err := meter.advance(float64(together * p.m * p.n)); err != nil {
			return err
		}
	}
	p.findReach()
	return nil
}
