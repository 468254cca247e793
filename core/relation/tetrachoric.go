package relation

import (
	"math"

	"privatepca/core/scaling"
)

// Tetrachoric is the correlation of the two normal values that would make two yes/no columns by passing a threshold (Pearson 1900): from the shares of
// yes and their covariance, the r at which Φ₂(h, k; r) = Σ̂ + p·p′. The second level of a category, or a number between 0 and 1, is the yes. It is not seen
// where a share is within four errors of 0 or 1, nor where no r gives the covariance.
func (m *Matrix) Tetrachoric(a, b int) Value {
	A, B := &m.Columns[a], &m.Columns[b]
	i, j, ok := yes(m, a), yes(m, b), a != b
	if i < 0 || j < 0 || !ok || !m.Seen(i) || !m.Seen(j) {
		return unseen(A.Name, B.Name)
	}
	p, q := m.Mean[i], m.Mean[j]
	if !inside(p, m.MeanError[i]) || !inside(q, m.MeanError[j]) {
		return unseen(A.Name, B.Name)
	}
	h, k := normalQuantile(p), normalQuantile(q)
	want := m.Covariance(i, j)
	r, ok := solveTetrachoric(h, k, want)
	if !ok {
		return unseen(A.Name, B.Name)
	}
	noise, people := errorsOf(m, []int{i, j}, entry(0, 1, 1))
	slope := 1 / density(h, k, r) // dr/dΣ
	// The shares have noise of their own, which moves the thresholds.
	moved := func(x, y float64) float64 {
		if s, ok := solveTetrachoric(x, y, want); ok {
			return s - r
		}
		return 0
	}
	byP, byQ := moved(normalQuantile(p+m.MeanError[i]), k), moved(h, normalQuantile(q+m.MeanError[j]))
	return valued(A.Name, B.Name, r, math.Sqrt(slope*slope*noise*noise+byP*byP+byQ*byQ), slope*people, m.Cut.Error(want)*slope).within(-1, 1)
}

// yes is the feature that is 1 for yes; −1 where the column is no yes/no.
func yes(m *Matrix, c int) int {
	x := &m.Columns[c]
	switch {
	case x.Kind == scaling.Category && x.size() == 2:
		return x.From + 1
	case x.Kind == scaling.Number && x.Low == 0 && x.High == 1:
		return x.From
	}
	return -1
}

func inside(p, e float64) bool { return p > 4*e && 1-p > 4*e }

// solveTetrachoric finds r with ∫₀ʳ φ₂(h, k; s) ds = covariance, by halving.
func solveTetrachoric(h, k, covariance float64) (float64, bool) {
	const most = .9999
	low, high := -most, most
	if !(covariance > excess(h, k, low)) || !(covariance < excess(h, k, high)) {
		return 0, false
	}
	for range 60 {
		if mid := (low + high) / 2; excess(h, k, mid) < covariance {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2, true
}

// excess is Φ₂(h, k; r) − Φ(h)Φ(k) = ∫₀ʳ φ₂(h, k; s) ds (Plackett 1954). With s = sin θ the integrand is smooth: Simpson's rule with 64 parts is exact
// to 1e-8 for |r| ≤ .99.
func excess(h, k, r float64) float64 {
	end := math.Asin(r)
	const parts = 64
	sum := 0.
	for i := range parts + 1 {
		sin, cos := math.Sincos(end * float64(i) / parts)
		w := 2.
		switch {
		case i == 0 || i == parts:
			w = 1
		case i%2 == 1:
			w = 4
		}
		sum += w * math.Exp(-(h*h+k*k-2*h*k*sin)/(2*cos*cos))
	}
	return sum * end / (3 * parts) / (2 * math.Pi)
}

// density is φ₂(h, k; r).
func density(h, k, r float64) float64 {
	c := 1 - r*r
	return math.Exp(-(h*h+k*k-2*h*k*r)/(2*c)) / (2 * math.Pi * math.Sqrt(c))
}

func normalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }
