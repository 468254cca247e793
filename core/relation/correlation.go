package relation

import "math"

// Correlation is Pearson's r of two features. It is not seen where the spread of one of them is not.
func (m *Matrix) Correlation(i, j int) Value {
	row, column := m.Features[i], m.Features[j]
	if i == j {
		if !m.Seen(i) {
			return unseen(row, column)
		}
		return valued(row, column, 1, 0, 0, 0)
	}
	if !m.Seen(i) || !m.Seen(j) {
		return unseen(row, column)
	}
	i, j = min(i, j), max(i, j) // the same to the last digit in either order
	vi, vj := m.Covariance(i, i), m.Covariance(j, j)
	s := math.Sqrt(vi * vj)
	r := m.Covariance(i, j) / s
	noise, people := pairErrors(m, i, j, -r/(2*vi), 1/(2*s), -r/(2*vj))
	return valued(row, column, r, noise, people, m.Cut.Error(r)).within(-1, 1)
}

// CovarianceOf is the covariance of two features, in their own units, with the error of the noise alone: the cut moves a standard deviation by up to
// 6 %, and the chance of people needs each column's kurtosis, which nobody released.
func (m *Matrix) CovarianceOf(i, j int) Value {
	g := entry(0, 1, 1)
	at := []int{i, j}
	if i == j {
		g, at = entry(0, 0, 1), at[:1]
	}
	noise, _ := errorsOf(m, at, g)
	v := valued(m.Features[i], m.Features[j], m.Covariance(i, j), noise, 0, 0)
	v.People, v.Cut = math.NaN(), math.NaN()
	return v
}

// Related reports whether two features belong to different columns: levels of one column exclude each other, which says nothing.
func (m *Matrix) Related(i, j int) bool { return m.column[i] != m.column[j] }

// EffectiveRows is n_e, the number of people at which chance alone would make correlations of these features as uncertain as they are: 1/n_e is
// k₄/n′ and the mean squared noise of r. It is for programs that ask for one number; their tests of fit are not to be read.
func (m *Matrix) EffectiveRows(at []int) float64 {
	sum, pairs := 0., 0
	for i, a := range at {
		for _, b := range at[:i] {
			if v := m.Covariance(a, a) * m.Covariance(b, b); m.Seen(a) && m.Seen(b) && v > 0 {
				sum += entryNoise(m, a, b) / v
				pairs++
			}
		}
	}
	if pairs == 0 {
		return 1
	}
	return 1 / (chance(m) + sum/float64(pairs))
}
