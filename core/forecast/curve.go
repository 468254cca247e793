package forecast

import (
	"math"

	"privatepca/core/method"
)

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
