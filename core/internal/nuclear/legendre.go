package nuclear

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// rule holds what is needed to work with polynomials of degree < q on [−1, 1]
// through their values at the q Gauss-Legendre nodes.
type rule struct {
	q           int
	node        []float64 // ascending
	weight      []float64 // of Gauss-Legendre quadrature
	barycentric []float64 // weights of barycentric interpolation
	right       *matrix   // right[i][k]: ∫ from node i to 1 of the k-th Lagrange polynomial
	ratio       []float64 // n/(n+1): P_{n+1}(t) = t·P_n(t) + n/(n+1)·(t·P_n(t) − P_{n−1}(t))
	legendre    *matrix   // legendre[n][k]: n-th Legendre coefficient of the k-th Lagrange polynomial
}

func newRule(q int) *rule {
	r := &rule{
		q: q, node: make([]float64, q), weight: make([]float64, q), barycentric: make([]float64, q),
		ratio: make([]float64, q+1),
		right: newMatrix(q, q), legendre: newMatrix(q, q),
	}
	for i := range r.node {
		r.node[i], r.weight[i] = gaussNode(q, i)
		// Wang, Xiang 2012: (−1)^i √((1−tᵢ²)wᵢ) up to a common factor.
		r.barycentric[i] = math.Sqrt((1 - r.node[i]*r.node[i]) * r.weight[i])
		if i%2 == 1 {
			r.barycentric[i] = -r.barycentric[i]
		}
	}
	for k := 0; k < q; k++ {
		// Discrete orthogonality: the rule is exact for P_n times degree < q.
		for n, p := range legendreAt(r.node[k], q-1) {
			r.legendre.set(n, k, (float64(n)+0.5)*r.weight[k]*p)
		}
	}
	for n := range r.ratio {
		r.ratio[n] = float64(n) / float64(n+1)
	}
	tail := make([]float64, q)
	for i := 0; i < q; i++ {
		p := legendreAt(r.node[i], q)
		tail[0] = 1 - r.node[i]
		for n := 1; n < q; n++ {
			tail[n] = (p[n-1] - p[n+1]) / float64(2*n+1)
		}
		for n, v := range tail {
			floats.AddScaled(r.right.row(i), v, r.legendre.row(n))
		}
	}
	return r
}

// gaussNode returns the i-th node and weight of the q-point rule, by Newton's
// method on P_q. The nodes of gonum's quad.Legendre are the same (a test compares them), but
// its tables are 38 KB of the worker, compressed: a thirtieth of it, for these lines.
func gaussNode(q, i int) (x, w float64) {
	x = -math.Cos(math.Pi * (float64(i) + 0.75) / (float64(q) + 0.5))
	for range 20 {
		p := legendreAt(x, q)
		slope := float64(q) * (x*p[q] - p[q-1]) / (x*x - 1)
		dx := p[q] / slope
		x -= dx
		w = 2 / ((1 - x*x) * slope * slope)
		if math.Abs(dx) < 1e-16 {
			break
		}
	}
	return x, w
}

// legendreAt returns P₀(t), …, P_n(t).
func legendreAt(t float64, n int) []float64 {
	p := make([]float64, n+1)
	p[0] = 1
	if n > 0 {
		p[1] = t
	}
	for j := 2; j <= n; j++ {
		p[j] = (float64(2*j-1)*t*p[j-1] - float64(j-1)*p[j-2]) / float64(j)
	}
	return p
}

// lagrange fills l with the values at t of the Lagrange polynomials.
func (r *rule) lagrange(t float64, l []float64) {
	total := 0.0
	for i, ti := range r.node {
		if t == ti {
			clear(l)
			l[i] = 1
			return
		}
		l[i] = r.barycentric[i] / (t - ti)
		total += l[i]
	}
	for i := range l {
		l[i] /= total
	}
}

// series is a polynomial on [−1, 1], and its integral from −1, by their
// Legendre coefficients.
type series struct {
	f, integral []float64
	rule        *rule
}

func (r *rule) fit(values []float64) series {
	c := make([]float64, r.q+2) // two zeros at the end
	r.legendre.mulVec(values, c)
	// ∫ from −1 to t of P_n is (P_{n+1} − P_{n−1})/(2n+1), and P₁ + P₀ for n = 0.
	integral := make([]float64, r.q+1)
	integral[0] = c[0] - c[1]/3
	for n := 1; n <= r.q; n++ {
		integral[n] = c[n-1]/float64(2*n-1) - c[n+1]/float64(2*n+3)
	}
	return series{c[:r.q+1], integral, r}
}

// eval returns the value f at t and the integral F over [−1, t].
func (s series) eval(t float64) (f, F float64) {
	p0, p1 := 1.0, t
	f, F = s.f[0], s.integral[0]
	integral, ratio := s.integral[1:], s.rule.ratio[1:]
	for n, c := range s.f[1:] {
		f += c * p1
		F += integral[n] * p1
		tp := t * p1
		p0, p1 = p1, tp+ratio[n]*(tp-p0)
	}
	return f, F
}

// quantile returns t in [lo, hi] whose integral over [lo, t] is u, by Newton's
// method safeguarded with bisection.
func (s series) quantile(lo, hi, u float64) float64 {
	// Newton's error after a step h is of the order h².
	const smallStep, smallBracket = 1e-9, 1e-16
	_, base := s.eval(lo)
	u += base
	t := 0.5 * (lo + hi)
	for hi-lo > smallBracket {
		f, F := s.eval(t)
		if F < u {
			lo = t
		} else {
			hi = t
		}
		next := 0.5 * (lo + hi)
		if newton := t - (F-u)/f; newton > lo && newton < hi {
			next = newton
			if math.Abs(next-t) < smallStep {
				return next
			}
		}
		if next == lo || next == hi {
			return next
		}
		t = next
	}
	return t
}
