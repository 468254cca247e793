package finding

import (
	"math"

	"privatepca/core/scaling"
)

// A direction is q with what its variances need: x = q∘A, |x|², and gᵀx/n̂.
type direction struct {
	x            []float64
	square, mean float64
}

func (a *analysis) direction(s *spectrum, q []float64) direction {
	d := direction{x: make([]float64, a.d)}
	for i, v := range q {
		d.x[i] = v / s.divisor[i]
	}
	d.square = dot(d.x, d.x)
	d.mean = dot(d.x, a.in.Mean) / a.in.Rows
	return d
}

// directions are those of all free eigenvectors.
func (a *analysis) directions(s *spectrum) []direction {
	all := make([]direction, len(s.vectors))
	for j, v := range s.vectors {
		all[j] = a.direction(s, v)
	}
	return all
}

// variance is that of qᵀXv, X the noise of M, to first order X = A(N − (gηᵀ + ηgᵀ)/n̂)A:
//
//	τ²(|x|²|y|² + (x·y)²) + τ_m²(γ_x²|y|² + γ_y²|x|² + 2γ_xγ_y·x·y),    x = Aq, y = Av, γ_x = gᵀx/n̂.
func (a *analysis) variance(q, v *direction) float64 {
	xy := dot(q.x, v.x)
	t2, m2 := a.in.Tau*a.in.Tau, a.in.MeanTau*a.in.MeanTau
	return t2*(q.square*v.square+xy*xy) + m2*(q.mean*q.mean*v.square+v.mean*v.mean*q.square+2*q.mean*v.mean*xy)
}

// turning is the standard deviation of the noise that turns directions i and j in their plane, with that of the scales: the larger one of X'_ij
// and ½(X'_ii − X'_jj), which makes their gap. X' is the noise of M where scales have noise: M changes by −½(ΔM + MΔ) where the scale s_B² of each
// loose column changes by the share Δ_B. For a functional Σ_ab t_ab X_ab with diagonal t_aa, u_B = −Σ_{a in B} (tM)_aa, and z_a half of what it
// makes of η_a, so
//
//	Var + 2τ²Σ_a((t_aa + u_B)² − t_aa²)·A_a⁴ + τ_m²Σ_a((z_a + 2u_B·g_aA_a²/n̂)² − z_a²).
//
// With v, w the directions and x, y = Av, Aw:
//
//	X_ij:             t_aa = v_aw_a,          u_B = −½(λ_i + λ_j)·Σ v_aw_a,         z_a = γ_iy_a + γ_jx_a
//	½(X_ii − X_jj):   t_aa = ½(v_a² − w_a²),  u_B = −½·Σ(λ_iv_a² − λ_jw_a²),        z_a = γ_ix_a − γ_jy_a,
//	                  Var = τ²(½(|x|⁴ + |y|⁴) − (x·y)²) + τ_m²(γ_i²|x|² + γ_j²|y|² − 2γ_iγ_j x·y).
func (x *axes) turning(i, j int) float64 {
	v, w, a, b := x.vectors[i], x.vectors[j], &x.all[i], &x.all[j]
	li, lj := x.values[i], x.values[j]
	t2, m2 := x.in.Tau*x.in.Tau, x.in.MeanTau*x.in.MeanTau
	xy := dot(a.x, b.x)
	off := x.variance(a, b)
	gap := t2*(.5*(a.square*a.square+b.square*b.square)-xy*xy) + m2*(a.mean*a.mean*a.square+b.mean*b.mean*b.square-2*a.mean*b.mean*xy)
	for _, column := range x.loose {
		block := x.blocks[column]
		var uo, ug float64
		for k := block.From; k < block.To; k++ {
			uo -= .5 * (li + lj) * v[k] * w[k]
			ug -= .5 * (li*v[k]*v[k] - lj*w[k]*w[k])
		}
		uo, ug = uo/x.weight[column], ug/x.weight[column]
		for k := block.From; k < block.To; k++ {
			mean := 2 * x.in.Mean[k] * x.second[k] / x.in.Rows
			off += 2*t2*uo*(2*v[k]*w[k]+uo)*x.fourth[k] + m2*mean*uo*(2*(a.mean*b.x[k]+b.mean*a.x[k])+mean*uo)
			gap += 2*t2*ug*(v[k]*v[k]-w[k]*w[k]+ug)*x.fourth[k] + m2*mean*ug*(2*(a.mean*a.x[k]-b.mean*b.x[k])+mean*ug)
		}
	}
	return math.Sqrt(max(0, off, gap))
}

// total is the sum of variances over all pairs of free directions. With Π the projection on them, A constant within a column,
// and y = ΠAg/n̂, it is
//
//	τ²((tr ΠA²)² + tr(ΠA²)²) + τ_m²(2|y|²·tr ΠA² + 2|Ay|²).
func (a *analysis) total(s *spectrum) float64 {
	trace, squares := 0., 0.
	y := make([]float64, a.d)
	for i, b := range a.blocks {
		free := float64(b.Size())
		if a.in.Columns[i].Kind == scaling.Category {
			free--
		}
		x := 1 / (s.divisor[b.From] * s.divisor[b.From])
		trace += free * x
		squares += free * x * x
		for at := b.From; at < b.To; at++ {
			y[at] = a.in.Mean[at] / s.divisor[at] / a.in.Rows
		}
	}
	y = projected(y, a.in.Columns)
	once, twice := 0., 0.
	for i, v := range y {
		once += v * v
		twice += v * v / (s.divisor[i] * s.divisor[i])
	}
	t2, m2 := a.in.Tau*a.in.Tau, a.in.MeanTau*a.in.MeanTau
	return t2*(trace*trace+squares) + m2*2*(once*trace+twice)
}

// phi is φ, how much larger the fourth moments of records are than those of a normal law with the same second moment:
//
//	φ = max(1, K/(1 + 2‖M‖²/(tr M)²)),   K = Σc·Σcℓ⁴/(Σcℓ²)²,   ℓ = min(1, middle/R),
//
// c the used counts of lengths. ‖M‖² is lessened by its noise, to (tr M)²/r at least.
func (a *analysis) phi() float64 {
	two, four := 0., 0.
	for i, c := range a.histogram.Shares() {
		l := min(1, a.histogram.Middle(i)/a.in.Radius)
		two += c * l * l
		four += c * l * l * l * l
	}
	squares := 0.
	for _, x := range a.tested.m.data {
		squares += x * x
	}
	trace := a.tested.trace()
	squares = max(squares-a.total(a.tested), trace*trace/float64(max(1, len(a.tested.values))))
	return max(1, four/(two*two)/(1+2*squares/max(trace*trace, 1e-12)))
}

// valueErrors are the standard errors of the first m eigenvalues that are shown.
func (a *analysis) valueErrors(all []direction, m int) []float64 {
	errors := make([]float64, m)
	for i := range errors {
		errors[i] = math.Sqrt(a.variance(&all[i], &all[i]))
	}
	return errors
}
