package bingham

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"privatepca/core/noise"
)

// A Matrix draws exactly from the matrix Bingham law on the Stiefel manifold:
// density ∝ exp(tr VᵀBV) on orthonormal d×k matrices V, B = diag(b). There is
// no Markov chain: a proposal is built column by column from vector Bingham
// laws and accepted or rejected with probabilities that bingham.md derives.
// Exact means in real arithmetic: the implementation rounds, and its log
// acceptance probabilities carry errors, below 1e-9 where tested.
//
// A Matrix does not change and may be used by several goroutines.
type Matrix struct {
	d, k  int
	steps []tilt // of the shorter of the problem and its dual
}

// NewMatrix prepares exact draws for eigenvalues b, finite, not increasing and
// spread over at most 1e12, and k columns, 1 ≤ k ≤ d; else it panics. It costs
// some d contour integrals a column, several times that where the cheaper of
// two bounds promises little.
func NewMatrix(b []float64, k int) *Matrix {
	check(b, k)
	short, n := shorter(b, k)
	m := &Matrix{len(b), k, plan(short, n, false)}
	if p := predicted(m.steps); p < worthTwo {
		if two := plan(short, n, true); predicted(two) > p {
			m.steps = two
		}
	}
	return m
}

// worthTwo is the predicted log acceptance under which planning a second slope
// costs less than the proposals that it saves one draw. (The prediction is
// cautious, by a factor of up to a hundred or so where the spectrum is flat.)
const worthTwo = -5

func predicted(steps []tilt) float64 {
	sum := 0.0
	for _, s := range steps {
		sum += s.predict
	}
	return sum
}

// Draw returns k orthonormal columns of length d in the eigenbasis of B,
// rotated on the right by a Haar matrix. With limit > 0 it makes at most that
// many proposals and reports false when none was accepted, an event whose
// probability depends on b: the caller must not disclose it, but finish by
// Gibbs. Given that one was accepted the law is the matrix Bingham law, as it
// is without a limit (limit ≤ 0).
//
// After each rejected proposal progress, if not nil, is called with how many there were; an error
// of it ends the draw and is returned.
func (m *Matrix) Draw(limit int, src noise.Source, progress func(proposals int) error) (v [][]float64, ok bool, err error) {
	p := newProposer(m.d, m.steps)
	for n := 1; !p.propose(src); n++ {
		if progress != nil {
			if err := progress(n); err != nil {
				return nil, false, err
			}
		}
		if n == limit {
			return nil, false, nil
		}
	}
	v = restore(p.v, m.d, m.k)
	Rotate(v, src)
	return v, true, nil
}

// proposer holds the working memory of proposals.
type proposer struct {
	d, k  int
	steps []tilt
	v     [][]float64 // column j lives on coordinates j, …, d−1
	form  *restriction
	sd    []float64
	gy    [][]float64
}

func newProposer(d int, steps []tilt) *proposer {
	k := len(steps)
	return &proposer{d: d, k: k, steps: steps, v: newFrame(d, k), form: newRestriction(d, k), sd: make([]float64, d), gy: newFrame(d, k)}
}

// propose draws the columns from the last to the first and reports whether the
// proposal is accepted. The factor of a step is decided before its column is
// drawn, since it depends on the later columns only.
func (p *proposer) propose(src noise.Source) bool {
	left := noise.Exponential(src) // −log of the uniform number to beat
	for j := p.k - 1; j >= 0; j-- {
		cost, t := p.acceptance(j)
		if left -= cost; left < 0 {
			return false
		}
		p.column(j, t, src)
	}
	return true
}

// acceptance returns −log of the acceptance factor of step j, and the saddle.
func (p *proposer) acceptance(j int) (cost, t float64) {
	s := &p.steps[j]
	later := p.v[j+1:]
	p.form.set(p.k-j, s.gap[1:], later, j+1)
	t, k2 := p.form.seek(s.t0)
	if len(later) == 0 {
		return 0, t
	}
	cost = s.bound - p.form.logC(t, k2, s.bend)
	for l, v := range later {
		fl := s.f[1+l]
		for i, f := range s.f[1+l:] {
			x := v[j+1+l+i]
			cost += x * x * (fl - f)
		}
	}
	return cost, t
}

// column draws column j exactly: vector Bingham, where coordinate j stands for
// k−j coordinates of equal eigenvalue and the rest is orthogonal to the later
// columns.
func (p *proposer) column(j int, t float64, src noise.Source) {
	s := &p.steps[j]
	later := p.v[j+1:]
	r := p.k - j
	q := float64(p.d - j)
	v := p.v[j][j:]
	sd := p.sd[:len(v)]
	for i, g := range s.gap {
		sd[i] = 1 / math.Sqrt(t+g)
	}
	for a, y := range later {
		for i := range v {
			p.gy[a][i] = y[j+i] / (t + s.gap[i])
		}
	}
	coef := p.form.small[:len(later)]
	for {
		own := 0.0
		for range r {
			z := noise.Normal(src)
			own += z * z
		}
		v[0] = math.Sqrt(own) * sd[0]
		for i := 1; i < len(v); i++ {
			v[i] = noise.Normal(src) * sd[i]
		}
		for a, y := range later {
			coef[a] = floats.Dot(y[j+1:], v[1:])
		}
		solve(p.form.g, len(later), coef)
		for a := range later {
			floats.AddScaled(v[1:], -coef[a], p.gy[a][1:len(v)])
		}
		n2, w := 0.0, 0.0
		for i, x := range v {
			x *= x
			n2 += x
			w += x * (t + s.gap[i])
		}
		if accept(w/n2, q, src) {
			break
		}
	}
	for range 2 { // rounding only
		for _, y := range later {
			floats.AddScaled(v, -floats.Dot(y[j:], v), y[j:])
		}
		floats.Scale(1/math.Sqrt(floats.Dot(v, v)), v)
	}
}
