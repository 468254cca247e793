package forecast

import "math"

// Earlier are the assumptions that an earlier release of similar data makes: its leading eigenvalues as shares of the
// total, with what they leave spread evenly over the other features, or falling as 1/i. The truth is taken to lie
// between. It returns an error as OwnShares does.
func Earlier(leading []float64, d int) ([]Assumption, error) {
	even, err := OwnShares(leading, d)
	if err != nil {
		return nil, err
	}
	out := []Assumption{{RestEven, even}}
	left, weights := 1.0, 0.0
	for _, x := range leading {
		left -= x
	}
	rest := d - len(leading)
	for i := range rest {
		weights += 1 / float64(i+1)
	}
	if rest < 2 || left <= 0 {
		return out, nil
	}
	falling := append([]float64(nil), even...)
	most := even[len(leading)-1] // nothing of the rest is stronger than the last that stood clear
	for i := range rest {
		w := 1 / float64(i+1)
		x := math.Min(most, left*w/weights)
		falling[len(leading)+i] = x
		left, weights = math.Max(0, left-x), weights-w
	}
	return append(out, Assumption{RestFalling, scaled(falling)}), nil
}
