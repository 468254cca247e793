package forecast

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

// A Curve is what one mechanism can be expected to keep at each ε of a grid.
type Curve struct {
	Mechanism string
	// Shares are of the optimal energy Σ_{i≤k} λᵢ, in [0, 1]; nil where the mechanism
	// cannot run on the facts.
	Shares []float64
	// Widths are the noise's scale at each ε: the share depends on n and ε through
	// width/n alone, so that n·Widths[j]/Widths[i] records keep at ε_j what n keep at
	// ε_i.
	Widths []float64
}

// Curves forecasts every mechanism, in the order of method.All, at every ε. It returns an error for facts that are
// out of range or an ε that calibration does not take.
func Curves(f Facts, epsilons []float64) ([]Curve, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	for _, e := range epsilons {
		if err := (privacy.Budget{Epsilon: e}).Validate(); err != nil {
			return nil, err
		}
	}
	s := newSpectral(f)
	all := method.All()
	out := make([]Curve, len(all))
	for i, m := range all {
		out[i].Mechanism = m.Name
		if j := slices.IndexFunc(all[:i], func(other method.Method) bool { return other.Name == m.SameLaw }); j >= 0 {
			out[i].Shares, out[i].Widths = out[j].Shares, out[j].Widths
			continue
		}
		for _, e := range epsilons {
			w, ok := m.Width(f.at(e))
			if !ok {
				out[i].Shares, out[i].Widths = nil, nil
				break
			}
			out[i].Widths = append(out[i].Widths, w)
			out[i].Shares = append(out[i].Shares, s.share(m.Curve, w/f.Records))
		}
	}
	return out, nil
}

// Share forecasts one mechanism at one ε, and reports whether it can run on the facts.
// It returns an error as Curves does, and for an unknown mechanism.
func Share(f Facts, mechanism string, epsilon float64) (share float64, ok bool, err error) {
	if err := f.Validate(); err != nil {
		return 0, false, err
	}
	if err := (privacy.Budget{Epsilon: epsilon}).Validate(); err != nil {
		return 0, false, err
	}
	m, ok := method.Of(mechanism)
	if !ok {
		return 0, false, fmt.Errorf("forecast: %q is not one of %s", mechanism, strings.Join(method.Names(), ", "))
	}
	w, ok := m.Width(f.at(epsilon))
	if !ok {
		return 0, false, nil
	}
	return newSpectral(f).share(m.Curve, w/f.Records), true, nil
}

// Where returns the ε, between the grid's, at which a rising curve first reaches the
// wanted share, by linear interpolation in log ε; false where it does not reach it.
func Where(epsilons, shares []float64, wanted float64) (epsilon float64, ok bool) {
	for i, s := range shares {
		if s < wanted {
			continue
		}
		if i == 0 {
			return epsilons[0], true
		}
		t := (wanted - shares[i-1]) / (s - shares[i-1])
		return epsilons[i-1] * math.Pow(epsilons[i]/epsilons[i-1], t), true
	}
	return 0, false
}

// A spectral is an assumed spectrum made ready.
type spectral struct {
	lines   []line
	d       float64
	k       int
	trace   float64
	optimum float64
}

func newSpectral(f Facts) *spectral {
	s := &spectral{lines: lines(f.Spectrum, f.Directions), d: float64(len(f.Spectrum)), k: f.Directions}
	for i, x := range f.Spectrum {
		s.trace += x
		if i < f.Directions {
			s.optimum += x
		}
	}
	return s
}

// share is the expected share of the optimal energy for noise of that width on A.
func (s *spectral) share(curve method.Curve, width float64) float64 {
	floor := float64(s.k) / s.d * s.trace
	var energy float64
	switch curve {
	case method.Floor:
		energy = floor
	case method.Entries:
		v := s.d * width * width
		energy = (&noisy{s.lines, s.d, semicircle{v}, 2 * math.Sqrt(v)}).kept(s.k)
	case method.NuclearBall:
		a := math.Pi / 2 * s.d * width
		energy = (&noisy{s.lines, s.d, ullman{a}, a}).kept(s.k)
	case method.Exponent:
		energy = width * exponential(s.exponents(width), s.k)
	case method.OneByOne:
		energy = width * deflation(s.exponents(width), s.k)
	default:
		panic("forecast: unknown curve")
	}
	return min(1, max(energy, floor)/s.optimum)
}

// exponents are the lines of B = cS.
func (s *spectral) exponents(width float64) []line {
	out := make([]line, len(s.lines))
	for i, l := range s.lines {
		out[i] = line{l.value / width, l.count}
	}
	return out
}
