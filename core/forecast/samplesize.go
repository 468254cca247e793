package forecast

import "math"

// The paper's bounds on the number n of records, each a vector of the unit ball of
// ℝᵈ, under the relation replace-one and for one direction, k = 1. ρ in (0, 1) is
// the correlation |⟨v̂,v₁⟩| that is wanted, Δ = λ₁−λ₂ the gap of the two largest
// eigenvalues of A = S/n. The functions panic for arguments outside what the theorems
// allow.

// PPCASufficient returns the n above which PPCA's direction has a correlation above ρ
// with probability at least 1−η (the paper's Theorem "sample complexity of PPCA"):
//
//	n > d/(εΔ(1−ρ)) · (4·log(1/η)/d + 2·log(8λ₁/((1−ρ²)Δ))).
func PPCASufficient(d int, epsilon, lambda1, gap, rho, eta float64) float64 {
	checkPPCA(d, epsilon, lambda1, gap, rho, eta)
	x := float64(d)
	return x / (epsilon * gap * (1 - rho)) *
		(4*math.Log(1/eta)/x + 2*math.Log(8*lambda1/((1-rho*rho)*gap)))
}

// PPCASufficientByProof returns the n that the last but one line of the theorem's
// proof needs, before 1−ρ² is bounded by 1−ρ and d−1 by d:
//
//	(nε/4)(1−ρ²)Δ > log(1/η) + (d−1)/2·log(8λ₁/((1−ρ²)Δ)).
//
// It proves the same, with down to half as many records.
func PPCASufficientByProof(d int, epsilon, lambda1, gap, rho, eta float64) float64 {
	checkPPCA(d, epsilon, lambda1, gap, rho, eta)
	width := (1 - rho*rho) * gap
	return 4 / (epsilon * width) * (math.Log(1/eta) + float64(d-1)/2*math.Log(8*lambda1/width))
}

func checkPPCA(d int, epsilon, lambda1, gap, rho, eta float64) {
	checkBound(d, epsilon, rho)
	if !(gap > 0 && gap <= lambda1 && lambda1 <= 1) {
		panic("forecast: 0 < Δ ≤ λ₁ ≤ 1 does not hold")
	}
	if !(eta > 0 && eta < 1) {
		panic("forecast: η is not in (0, 1)")
	}
}

func checkBound(d int, epsilon, rho float64) {
	if d < 2 {
		panic("forecast: fewer than two dimensions")
	}
	if !(epsilon > 0) {
		panic("forecast: ε is not positive")
	}
	if !(rho > 0 && rho < 1) {
		panic("forecast: ρ is not in (0, 1)")
	}
}

// NecessaryAsPublished returns the n below which no ε-differentially private method
// has an expected correlation above ρ on every data set with that gap (the paper's
// Theorem "sample complexity lower bound"):
//
//	n < d/(εΔ) · max(1, √((1−φ)/(80(1−ρ)))),
//
// φ of PackingGapAsPublished. It reports false where the theorem is silent: for
// d < 3, Δ > ½, or ρ < 1−(1−φ)/16.
func NecessaryAsPublished(d int, epsilon, gap, rho float64) (n float64, ok bool) {
	return necessary(d, epsilon, gap, rho, PackingGapAsPublished)
}

// Necessary is the same bound with the constant that its proof supports, PackingGap.
func Necessary(d int, epsilon, gap, rho float64) (n float64, ok bool) {
	return necessary(d, epsilon, gap, rho, PackingGap)
}

func necessary(d int, epsilon, gap, rho float64, packing func(int) float64) (float64, bool) {
	checkBound(d, epsilon, rho)
	if !(gap > 0) {
		panic("forecast: Δ is not positive")
	}
	if d < 3 || gap > 0.5 {
		return 0, false
	}
	room := packing(d)
	if 1-rho > room/16 {
		return 0, false
	}
	return float64(d) / (epsilon * gap) * max(1, math.Sqrt(room/(80*(1-rho)))), true
}
