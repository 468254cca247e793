package nuclear

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"privatepca/core/noise"
)

// ChargedGap is η: every draw that is handed out has |log q − log p| ≤ η, where
// p is the density of the law and q the density of the numbers that the sampler
// computed with. The mechanism charges 2η of ε for it (nuclear.md, §7).
const ChargedGap = 1e-8

// maxRefused draws in a row beyond ChargedGap mean that the numerics are
// broken: in millions of draws none was refused.
const maxRefused = 20

var errCertificate = errors.New("nuclear: the certificate of the noise failed repeatedly")

// Eigenvalues draws λ₁ > … > λ_d with density ∏_{i<j}(λᵢ−λⱼ)·exp(−Σ|λᵢ|)/Z_d:
// the spectrum of a symmetric matrix with density ∝ exp(−‖N‖_*). It returns
// them with their certificate, gap = log q − log p, |gap| ≤ ChargedGap; divide
// by c for exp(−c‖N‖_*). The error, after repeated failure of the certificate,
// depends on src and d alone. O(d³).
func (p *Plan) Eigenvalues(src noise.Source) (lambda []float64, gap float64, err error) {
	return p.certified(src, nil)
}

func (p *Plan) certified(src noise.Source, meter *meter) ([]float64, float64, error) {
	for range maxRefused {
		lambda, gap, err := p.draw(src, meter)
		if err != nil {
			return nil, 0, err
		}
		if math.Abs(gap) <= ChargedGap { // false for NaN
			return lambda, gap, nil
		}
	}
	return nil, 0, errCertificate
}

// draw is one draw with its certificate, whatever that is.
func (p *Plan) draw(src noise.Source, meter *meter) (lambda []float64, gap float64, err error) {
	var log sum // of q, then of q/p
	a, err := p.drawA(src, &log, meter)
	if err != nil {
		return nil, 0, err
	}
	b, err := p.drawB(src, a, &log, meter)
	if err != nil {
		return nil, 0, err
	}
	lambda = b
	for _, at := range a {
		lambda = append(lambda, at.x)
	}
	descending(lambda)
	if err := drawSigns(src, lambda, &log, meter); err != nil {
		return nil, 0, err
	}
	descending(lambda)
	subtractLogDensity(lambda, &log)
	log.addSum(p.logZ)
	return lambda, log.value(), nil
}

// subtractLogDensity subtracts Σ_{i<j} log(λᵢ−λⱼ) − Σ|λᵢ| from s.
func subtractLogDensity(lambda []float64, s *sum) {
	for i, x := range lambda {
		s.add(math.Abs(x))
		product, exponent := 1.0, 0
		for _, y := range lambda[i+1:] {
			product *= x - y
			if product > 0x1p900 || product < 0x1p-900 {
				f, e := math.Frexp(product)
				product, exponent = f, exponent+e
			}
		}
		s.add(-math.Log(product))
		s.add(-float64(exponent) * math.Ln2)
	}
}

func descending(x []float64) {
	slices.SortFunc(x, func(a, b float64) int { return cmp.Compare(b, a) })
}

// eigenvaluesWork is how many multiplications a draw takes.
func (p *Plan) eigenvaluesWork() float64 {
	d, m, n := float64(p.d), float64(p.m), float64(p.n)
	return m*m*(2*float64(p.reach)+2*m) + n*n*n + d*d*d/6
}
