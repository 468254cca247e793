package finding

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/scaling"
)

// twins makes pairs of releases of one exact matrix under one rule: eight numbers of unlike spread and a category, two clear directions, and noise as
// releases have it, that of the second narrower. The exact matrix of the second has its first direction turned towards another one.
type twins struct {
	columns scaling.Columns
	scale   []float64
	mean    []float64
	exact   square // in units of the scales
	vectors [][]float64
	rng     *rand.Rand
}

func newTwins() *twins {
	t := &twins{columns: append(numbers(8), scaling.Column{Kind: scaling.Category, Levels: 4}), rng: rand.New(rand.NewPCG(5, 5))}
	d := t.columns.Features()
	t.exact = newSquare(d)
	for i := range d {
		t.scale = append(t.scale, 20+4*float64(min(i, 8)))
		t.mean = append(t.mean, 150*t.rng.NormFloat64())
		for j := range d {
			loads := func(k int) float64 {
				return [2][3]float64{{.8, .1, .1}, {.1, .7, .2}}[k][i%3] * [2][3]float64{{.8, .1, .1}, {.1, .7, .2}}[k][j%3]
			}
			t.exact.data[i*d+j] = loads(0) + loads(1)
			if i == j {
				t.exact.data[i*d+j] += .3
			}
		}
	}
	project(t.exact, t.columns)
	a := Solver{}.analyse(t.input(t.exact, 0, 1, 0), true)
	t.vectors = a.shown.vectors
	return t
}

// input is a release of a matrix in units of the scales. Noise is drawn at width drawn·tau and stated at width tau.
func (t *twins) input(m square, tau, n, drawn float64) *Input {
	in := plainInput(t.columns, func(i, j int) float64 { return 0 })
	in.Rows, in.Tau, in.MeanTau = 2000*n, max(tau, 1e-9), max(tau, 1e-9)/math.Sqrt(scaling.ConstantSquare)
	eta := make([]float64, m.n)
	for i := range eta {
		eta[i] = drawn * in.MeanTau * t.rng.NormFloat64()
		in.Mean[i] = n * t.mean[i]
	}
	y := newSquare(m.n)
	for i := range m.n {
		for j := range i + 1 {
			x := n*m.data[i*m.n+j]*t.scale[i]*t.scale[j] + drawn*in.Tau*t.rng.NormFloat64()*math.Sqrt(1+float64(b2i(i == j)))
			x -= (in.Mean[i]*eta[j] + eta[i]*in.Mean[j]) / in.Rows
			y.data[i*m.n+j], y.data[j*m.n+i] = x, x
		}
	}
	project(y, t.columns)
	in.Matrix = y.triangle()
	in.Scale, in.Floored = t.scale, make([]bool, len(t.columns))
	return in
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// turned is the exact matrix with its first direction turned towards another one by an angle.
func (t *twins) turned(towards int, angle float64) square {
	d := t.exact.n
	a, b := t.vectors[0], t.vectors[towards]
	q := newSquare(d)
	for i := range d {
		for j := range d {
			q.data[i*d+j] = (math.Cos(angle)-1)*(a[i]*a[j]+b[i]*b[j]) + math.Sin(angle)*(b[i]*a[j]-a[i]*b[j])
		}
		q.data[i*d+i]++
	}
	out := newSquare(d)
	for i := range d {
		for j := range d {
			out.data[i*d+j] = dot(q.row(i), t.exact.times(q.row(j)))
		}
	}
	return out
}

// What turns are tested by has the standard normal law where both matrices are the same but for their noise: the second has more rows, and the noise of
// its mean enters. Bounds are five standard deviations of the mean and of the variance.
func TestTurnsHaveTheirLaw(t *testing.T) {
	twins := newTwins()
	const draws = 4000
	sums := map[string]*[2]float64{}
	for range draws {
		one, two := twins.input(twins.exact, 4, 1, 1), twins.input(twins.exact, 3, 1.5, 1)
		x := Solver{}.both([2]*analysis{Solver{}.analyse(one, true), Solver{}.analyse(two, true)}, 2, false)
		for name, v := range map[string]float64{"between": x.between(0, 1), "away": x.away(0, x.gram()), "away, the second": x.away(1, x.gram())} {
			if sums[name] == nil {
				sums[name] = &[2]float64{}
			}
			sums[name][0] += v / draws
			sums[name][1] += v * v / draws
		}
	}
	for name, s := range sums {
		variance := s[1] - s[0]*s[0]
		t.Logf("%s: mean %.3f, variance %.3f", name, s[0], variance)
		if !(math.Abs(s[0]) < 5/math.Sqrt(draws)) || !(math.Abs(variance-1) < 5*math.Sqrt(2./draws)) {
			t.Errorf("%s: mean %.3f and variance %.3f, of a standard normal number", name, s[0], variance)
		}
	}
}

// Verdicts call the same matrix different in at most 5 % of 400 pairs (35 have a probability of 10⁻³ at 5 %), and find turns. Noise that is stated at two
// thirds of its width must not pass.
func TestTurns(t *testing.T) {
	twins := newTwins()
	const pairs = 400
	differ := func(towards int, angle, drawn float64) (out, turned, away int) {
		m := twins.turned(towards, angle)
		for range pairs {
			one, two := twins.input(twins.exact, 4, 1, drawn), twins.input(m, 3, 1, drawn)
			clusters := []Cluster{{Ranks: []int{0}}, {Ranks: []int{1}}}
			c, err := Solver{}.Compare(context.Background(), Stated{one, clusters}, Stated{two, clusters}, false)
			if err != nil || c.Clear != 2 {
				t.Fatalf("%+v, %v", c, err)
			}
			if c.Different {
				out++
			}
			for _, x := range c.Turned {
				switch {
				case x.Apart <= x.May || x.Direction > 1:
					t.Fatalf("%+v", x)
				case x.Towards < 0:
					away++
				default:
					turned++
				}
			}
		}
		return out, turned, away
	}
	if n, _, _ := differ(1, 0, 1); n > 35 {
		t.Errorf("%d of %d same matrices are called different", n, pairs)
	}
	if n, _, _ := differ(1, 0, 1.5); n <= 35 {
		t.Errorf("with wider noise than is stated, %d of %d same matrices are called different", n, pairs)
	}
	if n, turned, away := differ(1, .12, 1); n < pairs*9/10 || turned < pairs*9/10 || away > pairs/10 {
		t.Errorf("a turn towards the second direction is found in %d of %d: %d as that, %d as another", n, pairs, turned, away)
	}
	if n, turned, away := differ(6, .12, 1); n < pairs*9/10 || away < pairs*8/10 || turned > pairs/10 {
		t.Errorf("a turn away is found in %d of %d: %d as that, %d as another", n, pairs, away, turned)
	}
}
