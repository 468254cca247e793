package forecast

import "math"

// PackingGapAsPublished returns 1−φ as the paper's lower bound states it,
//
//	1−φ = exp(−2·(ln 8 + ln(1+eᵈ))/(d−2)),  d ≥ 3:
//
// above 3.5e-5 at d = 3, above .12 at d = 100. It panics for d below 3.
//
// Its proof sets K = ⅛(1−φ)^(−(d−2)/2) where the packing lemma, on the sphere of
// ℝ^(d−1), gives ⅛(1−φ²)^(−(d−2)/2), which is fewer. PackingGap is what follows
// from the lemma.
func PackingGapAsPublished(d int) float64 {
	if d < 3 {
		panic("forecast: the lower bound is for d of at least 3")
	}
	x := float64(d)
	return math.Exp(-2 * (math.Log(8) + x + math.Log1p(math.Exp(-x))) / (x - 2))
}

// PackingGap returns the 1−φ at which the packing lemma gives K with ln(K−1) = d:
// 1−φ² is what PackingGapAsPublished returns, so that 1−φ is half of that and a
// little more. It panics for d below 3.
func PackingGap(d int) float64 {
	x := PackingGapAsPublished(d)
	return x / (1 + math.Sqrt(1-x))
}
