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

// FewRecords describes the data sets of the lower bound's second case, n < d/(εΔ): a share of the records, at most d/(nε) and at most all, are
// copies of length·wᵢ, wᵢ of the packing, and the others are 0. Two of the sets differ in at most d/ε records, and wᵢ leads each by the
// gap share·length². Corrected is √(Δ/share), which is at most 1 and gives the gap Δ. The proof takes Δ/β with β = d/(nε), Published: its gap
// is Δ²/β, less than Δ; and for n < d/ε, where β > 1, there are not as many records. With Corrected the theorem stands as it is printed.
// It panics unless Δ is in (0, ½] and n in (0, d/(εΔ)).
func FewRecords(d int, epsilon, gap, n float64) (share, published, corrected float64) {
	beta := float64(d) / (n * epsilon)
	if !(gap > 0 && gap <= .5 && n > 0 && beta > gap) {
		panic("forecast: the second case is of few records")
	}
	share = math.Min(1, beta)
	return share, gap / beta, math.Sqrt(gap / share)
}

// ManyRecords describes those of its first case, n ≥ d/(εΔ): a share β = d/(nε) of the records are (y + wᵢ)/√2, y orthogonal to the packing, and the
// others length·y. Their gap is Δ, and the leading direction is cos·y + sin·wᵢ, sin² > β²/(4Δ²): the proof has β²/(5Δ²), and wᵢ with the wrong
// sign, which changes no inner product's size. It panics unless Δ is in (0, ½] and n at least d/(εΔ).
func ManyRecords(d int, epsilon, gap, n float64) (share, length, sine2 float64) {
	beta := float64(d) / (n * epsilon)
	if !(gap > 0 && gap <= .5 && beta > 0 && beta <= gap) {
		panic("forecast: the first case is of many records")
	}
	rest := math.Sqrt(gap*gap - beta*beta) // (1 − β)·m, m the squared length
	x := rest + gap
	return beta, math.Sqrt(rest / (1 - beta)), beta * beta / (beta*beta + x*x)
}
