package scaling

import (
	"math"
	"slices"
)

// centre computes ĉ: numbers are shrunk together (James and Stein, 1961) and kept in [−1, 1]; a category's means are brought to
// the nearest point of the simplex, a cycle's into the unit disc, a list's into [0, 1]. It rounds to six decimals.
func (m *Means) centre(columns Columns) {
	c := slices.Clone(m.Mean)
	var numbers []int
	noise := 0. // mean of (s/q̂)² over numbers
	for i, b := range columns.Blocks() {
		part := c[b.From:b.To]
		switch columns[i].Kind {
		case Number:
			numbers = append(numbers, b.From)
			sd := m.Noise / m.Present[i]
			noise += sd * sd
		case Category:
			copy(part, simplex(part))
		case Cycle:
			if length := math.Hypot(part[0], part[1]); length > 1 {
				part[0], part[1] = part[0]/length, part[1]/length
			}
		case List:
			for at, x := range part {
				part[at] = clip(x, 0, 1)
			}
		}
	}
	shrink(c, numbers, noise)
	for i, x := range c {
		c[i] = roundSix(x)
	}
	m.Centre = c
}

// shrink draws the numbers' means towards their average by James and Stein's factor, of which the positive part is taken,
// and into [−1, 1]. noise is the sum of the variances of the means. Four or fewer are left as they are.
func shrink(c []float64, numbers []int, noise float64) {
	k := float64(len(numbers))
	average, spread := 0., 0.
	for _, at := range numbers {
		average += c[at] / k
	}
	for _, at := range numbers {
		spread += (c[at] - average) * (c[at] - average)
	}
	for _, at := range numbers {
		if k > 4 {
			keep := 0.
			if spread > 0 {
				keep = max(0, 1-(k-3)*(noise/k)/spread)
			}
			c[at] = average + keep*(c[at]-average)
		}
		c[at] = clip(c[at], -1, 1)
	}
}

// simplex returns the point of the simplex (entries from 0 on that add up to 1) that is nearest to y
// (Held, Wolfe and Crowder, 1974).
func simplex(y []float64) []float64 {
	sorted := slices.Clone(y)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	sum, shift := 0., sorted[0]-1
	for i, u := range sorted {
		sum += u
		if s := (sum - 1) / float64(i+1); u > s {
			shift = s
		}
	}
	out := make([]float64, len(y))
	for i, x := range y {
		out[i] = max(0, x-shift)
	}
	return out
}

func clip(x, low, high float64) float64 { return min(high, max(low, x)) }

// roundSix rounds to six decimals. It returns no negative zero.
func roundSix(x float64) float64 { return math.RoundToEven(x*1e6)/1e6 + 0 }
