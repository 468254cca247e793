package nuclear

import "math"

// rule holds what is needed to work with polynomials of degree < q on [−1, 1]
// through their values at the q Gauss-Legendre nodes.
type rule struct {
	q           int
	node        []float64 // ascending
	weight      []float64 // of Gauss-Legendre quadrature
	barycentric []float64 // weights of barycentric interpolation
	right       *matrix   // right[i][k]: ∫ from node i to 1 of the k-th Lagrange polynomial
	legendre    *matrix   // legendre[n][k]: n-th Legendre coefficient of the k-th Lagrange polynomial
}

func newRule(q int) *rule {
	r := &rule{
		q: q, node: make([]float64, q), weight: make([]float64, q), barycentric: make([]float64, q),
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
	tail := make([]float64, q)
	for i := 0; i < q; i++ {
		p := legendreAt(r.node[i], q)
		tail[0] = 1 - r.node[i]
		for n := 1; n < q; n++ {
			tail[n] = (p[n-1] - p[n+1]) / float64(2*n+1)
		}
		for n, v := range tail {
			axpy(v, r.legendre.row(n), r.right.row(i))
		}
	}
	return r
}

// gaussNode returns the i-th node and weight of the q-point rule, by Newton's
// method on P_q.
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

// series is a polynomial on [−1, 1] by its Legendre coefficients.
type series []float64

func (r *rule) fit(values []float64) series {
	c := make(series, r.q)
	r.legendre.mulVec(values, c)
	return c
}

// eval returns the value f at t and the integral F over [−1, t].
func (c series) eval(t float64) (f, F float64) {
	p0, p1 := 1.0, t
	f, F = c[0], c[0]*(t+1)
	for n := 1; n < len(c); n++ {
		p2 := (float64(2*n+1)*t*p1 - float64(n)*p0) / float64(n+1)
		f += c[n] * p1
		F += c[n] * (p2 - p0) / float64(2*n+1)
		p0, p1 = p1, p2
	}
	return f, F
}

// quantile returns t in [lo, hi] whose integral over [lo, t] is u, by Newton's
// method safeguarded with bisection.
func (c series) quantile(lo, hi, u float64) float64 {
	_, base := c.eval(lo)
	u += base
	t := 0.5 * (lo + hi)
	for range 100 {
		f, F := c.eval(t)
		if F < u {
			lo = t
		} else {
			hi = t
		}
		next := 0.5 * (lo + hi)
		if newton := t - (F-u)/f; newton > lo && newton < hi {
			next = newton
		}
		if math.Abs(next-t) < 1e-16 || next == lo || next == hi {
			return next
		}
		t = next
	}
	return t
}
