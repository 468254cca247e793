package finding

import "math"

// edge is the edge of noise and chance off the blocks for many features, in place of simulated draws:
//
//	√(D² + 4r/(n't')) + 3τ·max 1/s²,     D = min over w > max b of τ·w·√(Σ b/(w − b)),  b = 1/s².
//
// D is the upper edge of the spectrum of A·N·A, A = diag(1/s), N symmetric with independent entries of variance τ²: by Dyson's equation
// (Ajanki, Erdős and Krüger, 2017) it is where w ↦ z(w) turns. The last term stands for the edge's deviation. chance is 1/√(n't'), t' over all columns.
func (a *analysis) edge(chance float64) float64 {
	b := make([]float64, a.d)
	most := 0.
	for i, s := range a.scale {
		b[i] = 1 / (s * s)
		most = max(most, b[i])
	}
	noise := func(w float64) float64 { // square of w·√(Σ b/(w − b))
		sum := 0.
		for _, x := range b {
			sum += x / (w - x)
		}
		return w * w * sum
	}
	// The square is convex in w, since each w²b/(w−b) = b(w + b + b²/(w−b)) is. At 2·most it is at most 4·most·Σb, and at w at least
	// w·Σb. So its minimum lies between most and 4·most.
	low, high := most, 4*most
	for range 200 {
		third := (high - low) / 3
		if noise(low+third) < noise(high-third) {
			high -= third
		} else {
			low += third
		}
	}
	dyson := a.in.Tau * math.Sqrt(noise(low+(high-low)/2))
	return math.Sqrt(dyson*dyson+4*float64(a.in.Columns.Rank())*chance*chance) + 3*a.in.Tau*most
}
