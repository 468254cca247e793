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

// A pair is two combinations q and v of free directions, with M times each: the functional qᵀXv of the noise.
type pair struct{ q, mq, v, mv []float64 }

// scaled is the variance of qᵀX'v, X' the noise of M with that of the scales: M changes by −½(δM + Mδ) where the scale s_B² of each loose
// column changes by the share δ_B. With x = Aq, y = Av, and u_B = −½Σ_{a in B}(q_a(Mv)_a + (Mq)_a v_a), by the column's public weight,
//
//	Var(qᵀXv) + 2τ²Σ_a((q_av_a + u_a)² − (q_av_a)²)·A_a⁴ + τ_m²Σ_a((γ_xy_a + γ_yx_a + 2u_ag_aA_a²/n̂)² − (γ_xy_a + γ_yx_a)²).
func (x *axes) scaled(p pair) float64 {
	one, two := x.direction(x.spectrum, p.q), x.direction(x.spectrum, p.v)
	diagonal, mean := 0., 0.
	for i, column := range x.loose {
		b, u := x.blocks[column], 0.
		for at := b.From; at < b.To; at++ {
			u -= .5 * (p.q[at]*p.mv[at] + p.mq[at]*p.v[at])
		}
		u /= x.weight[x.loose[i]]
		for at := b.From; at < b.To; at++ {
			diagonal += u * (2*p.q[at]*p.v[at] + u) * x.fourth[at]
			w, z := one.mean*two.x[at]+two.mean*one.x[at], 2*u*x.in.Mean[at]*x.second[at]/x.in.Rows
			mean += z * (2*w + z)
		}
	}
	return x.variance(&one, &two) + 2*x.in.Tau*x.in.Tau*diagonal + x.in.MeanTau*x.in.MeanTau*mean
}

// turn is the largest standard deviation of noise that turns directions i and j in their plane: of X'_ij, or of ½(X'_ii − X'_jj), which makes
// their gap, the same functional of (v_i ± v_j)/√2.
func (x *axes) turnNoise(i, j int) float64 {
	v, w := x.vectors[i], x.vectors[j]
	mv, mw := make([]float64, x.d), make([]float64, x.d)
	sum, msum, diff, mdiff := make([]float64, x.d), make([]float64, x.d), make([]float64, x.d), make([]float64, x.d)
	for l := range v {
		mv[l], mw[l] = x.values[i]*v[l], x.values[j]*w[l]
		sum[l], diff[l] = (v[l]+w[l])*math.Sqrt2/2, (v[l]-w[l])*math.Sqrt2/2
		msum[l], mdiff[l] = (mv[l]+mw[l])*math.Sqrt2/2, (mv[l]-mw[l])*math.Sqrt2/2
	}
	return math.Sqrt(max(0, x.scaled(pair{v, mv, w, mw}), x.scaled(pair{sum, msum, diff, mdiff})))
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
