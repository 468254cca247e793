package privacy

import "math"

// A Selection is a step without δ beside Gaussian steps: the choice of a norm bound, of k, a subspace. Nothing is known of its
// loss but its ε, so the worst case is taken (calibration.md, section 8).
type Selection struct {
	Epsilon float64
	// BoundedRange: the log-ratios of its probabilities lie in one interval of length ε for each pair of neighbours,
	// as those of the exponential mechanism. Else they lie in [−ε, ε].
	BoundedRange bool
}

// Rho is the zCDP of the selection.
func (s Selection) Rho() float64 {
	if s.BoundedRange {
		return BoundedRangeRho(s.Epsilon)
	}
	return PureRho(s.Epsilon)
}

// Mu is the Gaussian differential privacy of the selection.
func (s Selection) Mu() float64 {
	if s.BoundedRange {
		return BoundedRangeMu(s.Epsilon)
	}
	return PureMu(s.Epsilon)
}

// An atom is a value of the privacy loss and its probability under the first of two neighbours.
type atom struct{ loss, weight float64 }

// pieces is into how many pieces of e^loss the loss of a selection of bounded range is cut. The bound rises by
// less than ε/2000 with 16.
const pieces = 16

// atoms is a law of the loss that dominates the selection's: its δ at every ε is no smaller.
func (s Selection) atoms() []atom {
	e := s.Epsilon
	if e <= 0 {
		return []atom{{0, 1}}
	}
	if !s.BoundedRange { // randomised response
		p := 1 / (1 + math.Exp(-e))
		return []atom{{e, p * (1 + lossError)}, {-e, (1 - p) + lossError}}
	}
	// δ(x) = (1 − e^((x−ε)/2))²/(1 − e^(−ε)) on [−ε, ε], interpolated linearly in e^x between x_j = −ε + jh.
	h := 2 * e / pieces
	u := func(j int) float64 { return math.Exp((float64(j)*h - 2*e) / 2) }
	scale := -1 / math.Expm1(-e) // 1/(1 − e^(−ε))
	out := make([]atom, 0, pieces+1)
	total := 0.0
	for j := pieces; j >= 1; j-- {
		var weight float64
		if j == pieces {
			below := u(j - 1)
			weight = scale * -math.Expm1(-h/2) / (1 + below)
		} else {
			below, at, above := u(j-1), u(j), u(j+1)
			weight = scale * 2 * at * at * below * math.Expm1(h) / ((below + at) * (at + above))
		}
		total += weight
		out = append(out, atom{-e + float64(j)*h, weight * (1 + lossError)})
	}
	return append(out, atom{-e, max(0, 1-total) + lossError})
}

// dominating is the law of the loss of several selections together.
func dominating(selections []Selection) []atom {
	out := []atom{{0, 1}}
	for _, s := range selections {
		var next []atom
		for _, a := range out {
			for _, b := range s.atoms() {
				next = append(next, atom{addUp(a.loss, b.loss), a.weight * b.weight * (1 + lossError)})
			}
		}
		out = next
	}
	return out
}

// besideDelta is an upper bound on the δ at ε of Gaussian noise, under which neighbours are theta standard deviations
// apart, together with a loss of that law.
func besideDelta(theta, epsilon float64, beside []atom) float64 {
	sum := 0.0
	for _, a := range beside {
		sum += a.weight * hockeyStick(theta, epsilon-a.loss)
	}
	return sum * (1 + lossError)
}

// hockeyStick is gaussianDelta for an ε of either sign: δ(−ε) = 1 − e^(−ε)(1 − δ(ε)) for a law of the loss that is the same
// with the neighbours exchanged.
func hockeyStick(theta, epsilon float64) float64 {
	if epsilon >= 0 {
		return gaussianDelta(theta, epsilon)
	}
	return (-math.Expm1(epsilon) + math.Exp(epsilon)*gaussianDelta(theta, -epsilon)) * (1 + lossError)
}
