package relation

import (
	"math"
	"slices"

	"privatepca/core/eigen"
	"privatepca/core/fault"
)

// Twin is the covariance of some features made positive semidefinite: in units of h, where the noise is even, eigenvalues are projected on those from 0
// on with the same sum (one constant is taken from all, and what is below 0 is 0), which is the nearest such matrix of the same trace. It has no
// intervals: the projection makes a bias, which the law does not know.
func (m *Matrix) Twin(at []int) [][]float64 {
	values, vectors := eigen.All(symmetricOf(inUnits(m, at)))
	out := make([][]float64, len(at))
	for i := range out {
		out[i] = make([]float64, len(at))
	}
	for k, w := range onSimplex(values) {
		if w == 0 {
			continue
		}
		for i, a := range at {
			for j, b := range at {
				out[i][j] += w * vectors[k][i] * vectors[k][j] * m.unit[a] * m.unit[b]
			}
		}
	}
	return out
}

// onSimplex is the nearest point with entries from 0 on and the same sum (Held, Wolfe and Crowder 1974). A sum below 0 counts as 0.
func onSimplex(values []float64) []float64 {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	total := 0.
	for _, x := range sorted {
		total += x
	}
	total = max(total, 0)
	sum, shift := 0., sorted[0]-total
	for i, x := range sorted {
		sum += x
		if s := (sum - total) / float64(i+1); x > s {
			shift = s
		}
	}
	out := make([]float64, len(values))
	for i, x := range values {
		out[i] = max(0, x-shift)
	}
	return out
}

// CorrelationsOf are those of a covariance: NaN where a variance is not above 0.
func CorrelationsOf(covariance [][]float64) [][]float64 {
	out := make([][]float64, len(covariance))
	for i, row := range covariance {
		out[i] = make([]float64, len(row))
		for j, x := range row {
			v := row[i] * covariance[j][j]
			switch {
			case !(row[i] > 0) || !(covariance[j][j] > 0):
				out[i][j] = math.NaN()
			case i == j:
				out[i][j] = 1
			default:
				out[i][j] = x / math.Sqrt(v)
			}
		}
	}
	return out
}

// TwinTable is the table of the positive semidefinite covariance, or of its correlations, of some features: values without errors. Features that are not seen
// are left out of correlations, which then have empty cells.
func (m *Matrix) TwinTable(of Of, at []int) (*Table, error) {
	if len(at) == 0 {
		return nil, fault.New(fault.CodeRequest, "There is no column.")
	}
	twin := m.Twin(at)
	if of == Correlation {
		twin = CorrelationsOf(twin)
	}
	t := &Table{Of: of}
	for i, a := range at {
		t.Names = append(t.Names, m.Features[a])
		for j, b := range at[:i+1] {
			x := twin[i][j]
			if of == Correlation && (i == j || !m.Seen(a) || !m.Seen(b)) {
				continue
			}
			v := unseen(m.Features[b], m.Features[a])
			v.Seen, v.Value = true, x
			t.Values = append(t.Values, v)
		}
	}
	t.Notes = append(privacyNotes(m), "The nearest positive semidefinite matrix: its values have no intervals.")
	return t, nil
}
