package scaling

import "math"

// least is the smallest variance of a column, in units of its bounds, that a weight makes up for.
const least = 1e-4

// weigh computes w = 1/√(variance), so that each column's part of a record has length 1 on average. A variance that cannot be
// told from noise, or is below a quarter of the mean of its kind, is taken for that: it would blow up noise (scaling.md §3).
// The column's public weight multiplies w.
func (m *Means) weigh(columns Columns) {
	spread := m.spreads(columns)
	w := make([]float64, len(columns))
	for i, c := range columns {
		w[i] = c.PublicWeight() / math.Sqrt(spread[i])
	}
	m.Weight = columns.Spread(w)
}

// spreads returns the variance of each column, with its floors.
func (m *Means) spreads(columns Columns) []float64 {
	spread := make([]float64, len(columns))
	m.Posterior = shrunkVariances(m.Variance, m.VarianceNoise)
	mean := [List + 1]float64{} // by kind; of a list for one feature
	number := 0
	for i, b := range columns.Blocks() {
		k := columns[i].Kind
		if k == Number {
			spread[i] = m.Posterior[number]
			number++
		} else {
			spread[i] = max(m.trace(k, b, i), 2*m.Noise*math.Sqrt(float64(b.Size())))
		}
		mean[k] += spread[i] / unitOf(k, b) / float64(columns.Count(k))
	}
	for i, b := range columns.Blocks() {
		k := columns[i].Kind
		floor := max(.25*mean[k]*unitOf(k, b), least)
		if k == Number {
			spread[i] = min(1, max(spread[i], floor, m.VarianceNoise))
		} else {
			spread[i] = max(spread[i], floor)
		}
	}
	return spread
}

// unitOf is the number of features by which a column of the kind is compared with others of it.
func unitOf(k Kind, b Block) float64 {
	if k == List {
		return float64(b.Size())
	}
	return 1
}

// trace is q̂ times the variance of all features of an answered cell of a category, a cycle or a list: Σ ĉ(1 − ĉ), and of a
// cycle 1 − ‖ĉ‖² + 2(s/q̂)², within [0, 1]. A released mean is longer than the true one by 2(s/q̂)², squared and on average.
func (m *Means) trace(k Kind, b Block, column int) float64 {
	sum := 0.
	c := m.Centre[b.From:b.To]
	if k == Cycle {
		sd := m.Noise / m.Present[column]
		sum = clip(1-c[0]*c[0]-c[1]*c[1]+2*sd*sd, 0, 1)
	} else {
		for _, x := range c {
			sum += x * (1 - x)
		}
	}
	return sum * m.Present[column]
}

// shrunkVariances returns the posterior means of two and more variances; a single one is at least its noise.
func shrunkVariances(v []float64, noise float64) []float64 {
	if len(v) == 1 {
		return []float64{max(v[0], noise)}
	}
	return posteriorMeans(v, noise)
}
