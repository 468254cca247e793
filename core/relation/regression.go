package relation

import (
	"fmt"
	"math"
	"strings"

	"privatepca/core/eigen"
	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/words"
)

// strongEnough is the strength from which a block is inverted: below it the inverse is noise.
const strongEnough = 1.5

// Strength of q features is λ_min(Σ̃)/(2t√q), the least eigenvalue in units of the edge of the noise's spectrum.
func (m *Matrix) Strength(at []int) float64 {
	values := eigen.Values(symmetricOf(inUnits(m, at)))
	return values[len(values)-1] / (2 * edge(m, at))
}

// edge is t√q, half of the largest eigenvalue that the noise alone has. Where cells are missing at random, t is the root mean square of the entries'
// noise.
func edge(m *Matrix, at []int) float64 { return evenWidth(m, at) * math.Sqrt(float64(len(at))) }

func evenWidth(m *Matrix, at []int) float64 {
	if !m.missing || len(at) < 2 {
		return m.width
	}
	sum, pairs := 0., 0.
	for i, a := range at {
		for _, b := range at[:i] {
			f := factorOf(m, a, b)
			sum += f * f
			pairs++
		}
	}
	return m.width * math.Sqrt(sum/pairs)
}

// invertible refuses features of which the release shows too little to invert their covariance. mu and delta are the release's, for the advice.
func invertible(m *Matrix, at []int, advise Advice) error {
	var hidden []string
	for _, i := range at {
		if !m.Seen(i) {
			hidden = append(hidden, m.Features[i])
		}
	}
	if len(hidden) > 0 {
		return fault.New(fault.CodeRequest, fmt.Sprintf("Too little is seen of the spread of %s. Leave it out, or release with more people or a larger ε.", strings.Join(hidden, ", ")))
	}
	if s := m.Strength(at); !(s >= strongEnough) {
		return fault.New(fault.CodeRequest, fmt.Sprintf("The strength of these %d columns is %.2f, and below %.1f the inverse of their covariance is noise. %s", len(at), max(0, s), strongEnough, advice(m, at, s, advise)))
	}
	return nil
}

// Advice is what is known of a release's guarantee, to say which ε would do. Zeros say nothing.
type Advice struct{ Mu, Delta float64 }

// advice says what would do. The least eigenvalue is taken as it is seen, and at least as half of the mean variance where it is mostly noise.
func advice(m *Matrix, at []int, strength float64, known Advice) string {
	if strength < .5 { // the eigenvalue is mostly noise: a usual one, half of the mean variance
		strength = max(strength, .5*inUnits(m, at).trace()/float64(len(at))/(2*edge(m, at)))
	}
	times := strongEnough / max(strength, .01)
	if times <= 1 {
		times = strongEnough
	}
	text := fmt.Sprintf("Use fewer columns, or release with n from about %s", words.Thousands(math.Ceil(m.Rows*times/10)*10))
	if known.Mu > 0 && known.Delta > 0 {
		text += fmt.Sprintf(", or with ε from about %.2g", privacy.EpsilonForMu(known.Mu*times, known.Delta))
	}
	return text + "."
}

// A Regression is one of an outcome on predictors, by least squares.
type Regression struct {
	Outcome    string
	Predictors []string
	// Coefficients are in the features' own units, corrected to second order for the noise. Row is the outcome, Column the predictor.
	Coefficients []Value
	// Intercept is where all predictors are 0. It has no error.
	Intercept float64
	// R2 is the share of the outcome's variance that is explained.
	R2 Value
	// Strength is that of the predictors.
	Strength float64
}

// Regress is the regression of a feature on others. The noise of a moment matrix has mean 0, so unlike noise in predictors it does not shrink
// coefficients: least squares is biased in second order only, which is taken out (relation.md §5). It refuses predictors of strength below 1.5.
func (m *Matrix) Regress(outcome int, predictors []int, advise Advice) (*Regression, error) {
	q := len(predictors)
	if q == 0 {
		return nil, fault.New(fault.CodeRequest, "A regression needs a predictor.")
	}
	for i, p := range predictors {
		for _, other := range append(predictors[:i:i], outcome) {
			if p == other {
				return nil, fault.New(fault.CodeRequest, fmt.Sprintf("The column %s stands twice in the regression.", m.Features[p]))
			}
		}
	}
	if !m.Seen(outcome) {
		return nil, fault.New(fault.CodeRequest, fmt.Sprintf("Too little is seen of the spread of %s.", m.Features[outcome]))
	}
	if err := invertible(m, predictors, advise); err != nil {
		return nil, err
	}
	at := append(append([]int(nil), predictors...), outcome)
	s := inUnits(m, at)
	xx, xy := newSquare(q), make([]float64, q)
	for i := range q {
		copy(xx.row(i), s.row(i)[:q])
		xy[i] = s.at(i, q)
	}
	a, ok := xx.inverse()
	if !ok {
		return nil, fault.New(fault.CodeRequest, "The covariance of these predictors is not positive definite. Use fewer columns.")
	}
	z, syy := a.apply(xy), s.at(q, q)
	r2 := dot(xy, z) / syy
	t2 := evenWidth(m, at) * evenWidth(m, at)

	out := &Regression{Outcome: m.Features[outcome], Intercept: m.Mean[outcome], Strength: m.Strength(predictors)}
	better := unbiased(a, z, t2)
	unit := func(i int) float64 { return m.unit[at[i]] }
	inUnits := func(g square) square { // from units of h to own units
		for i := range at {
			for j := range at {
				g.set(i, j, g.at(i, j)/(unit(i)*unit(j)))
			}
		}
		return g
	}
	for k := range q {
		// dβ_k = A_k·(dΣ_xy − dΣ_xx·β)
		g := newSquare(q + 1)
		for i := range q {
			for j := range q {
				g.set(i, j, -(a.at(k, i)*z[j]+a.at(k, j)*z[i])/2)
			}
			g.setBoth(i, q, a.at(k, i)/2)
		}
		cut := m.Cut.relative() * spread(g, s)
		noise, people := errorsOf(m, at, inUnits(g))
		own := unit(q) / unit(k)
		out.Coefficients = append(out.Coefficients, valued(out.Outcome, m.Features[predictors[k]], better[k]*own, noise*own, people*own, cut*own))
		out.Predictors = append(out.Predictors, m.Features[predictors[k]])
		out.Intercept -= better[k] * own * m.Mean[predictors[k]]
	}
	g := newSquare(q + 1) // dR² = (2βᵀdΣ_xy − βᵀdΣ_xxβ − R²dΣ_yy)/Σ_yy
	for i := range q {
		for j := range q {
			g.set(i, j, -z[i]*z[j]/syy)
		}
		g.setBoth(i, q, z[i]/syy)
	}
	g.set(q, q, -r2/syy)
	cut := m.Cut.relative() * spread(g, s)
	noise, people := errorsOf(m, at, inUnits(g))
	fit := dot(better, better)
	r2 -= t2 * (a.trace()*(1+fit) + dot(better, a.apply(better))) / syy
	out.R2 = valued(out.Outcome, "R²", r2, noise, people, cut).within(0, 1)
	return out, nil
}

// unbiased is (I + t²(A² + tr A·A))⁻¹z: the mean of least squares is that times the truth, to second order in the noise.
func unbiased(a square, z []float64, t2 float64) []float64 {
	b, trace := a.times(a), a.trace()
	for i := range b.n {
		for j := range b.n {
			b.set(i, j, t2*(b.at(i, j)+trace*a.at(i, j)))
		}
		b.add(i, i, 1)
	}
	inverse, ok := b.inverse()
	if !ok { // A is positive definite, so this is
		return z
	}
	return inverse.apply(z)
}

// spread is √Σ_{i<j}(2G_ijS_ij)²: the error of a function where each covariance of two features is off by the same share, independently of the others.
func spread(g, s square) float64 {
	sum := 0.
	for i := range g.n {
		for j := range i {
			x := 2 * g.at(i, j) * s.at(i, j)
			sum += x * x
		}
	}
	return math.Sqrt(sum)
}

// Partial gives the partial correlations of features, each pair given all others. It refuses features of strength below 1.5.
func (m *Matrix) Partial(at []int, advise Advice) ([]Value, error) {
	if len(at) < 3 {
		return nil, fault.New(fault.CodeRequest, "Partial correlations need three columns or more.")
	}
	if err := invertible(m, at, advise); err != nil {
		return nil, err
	}
	s := inUnits(m, at)
	t, ok := s.inverse()
	if !ok {
		return nil, fault.New(fault.CodeRequest, "The covariance of these columns is not positive definite. Use fewer columns.")
	}
	var out []Value
	n := len(at)
	for i := range n {
		for j := range i {
			tii, tjj := t.at(i, i), t.at(j, j)
			root := math.Sqrt(tii * tjj)
			r := -t.at(i, j) / root
			g, own := newSquare(n), newSquare(n)
			for a := range n {
				for b := range n {
					x := (t.at(i, a)*t.at(j, b)+t.at(i, b)*t.at(j, a))/(2*root) +
						r/2*(t.at(i, a)*t.at(i, b)/tii+t.at(j, a)*t.at(j, b)/tjj)
					g.set(a, b, x)
					own.set(a, b, x/(m.unit[at[a]]*m.unit[at[b]]))
				}
			}
			noise, people := errorsOf(m, at, own)
			out = append(out, valued(m.Features[at[j]], m.Features[at[i]], r, noise, people, m.Cut.relative()*spread(g, s)).within(-1, 1))
		}
	}
	return out, nil
}
