package finding

import (
	"context"
	"math"

	"privatepca/core/scaling"
)

// test counts the eigenvalues of K = M − n̂βhhᵀ above the level, h = (g/‖g‖)/s, β = u·(min(1, δ̂/R) − u)₊, u = ‖g‖/n̂. The error of
// the centre, times lengths of records that vary, makes such a direction at most (finding.md §3).
func (a *analysis) test(ctx context.Context, progress Progress) (Test, error) {
	level, err := a.level(ctx, progress)
	if err != nil {
		return Test{}, err
	}
	t := Test{Tested: true, Level: level}
	t.CentreError = scaling.CentreError(a.in.Columns, a.in.Weight, a.in.Present, a.in.SumsNoise)
	length := math.Sqrt(dot(a.in.Mean, a.in.Mean))
	u := length / a.in.Rows
	t.Centre = u * max(0, min(1, t.CentreError/a.in.Radius)-u)
	k := a.tested.m
	if t.Centre > 0 {
		k = square{a.d, append([]float64(nil), k.data...)}
		h := make([]float64, a.d)
		for i, g := range a.in.Mean {
			h[i] = g / length / a.scale[i]
		}
		for i := range a.d {
			c, row := a.in.Rows*t.Centre*h[i], k.row(i)
			for j := range row {
				row[j] -= c * h[j]
			}
		}
	}
	t.Corrected = a.Eigen.Values(k.symmetric())
	if t.CentreError > 2*a.in.Radius {
		t.Tested, t.Reason = false, NoisyCentre
		return t, nil
	}
	for t.Clear < len(a.tested.values) && t.Corrected[t.Clear] > level.Level {
		t.Clear++
	}
	for i := range t.Clear {
		t.Shown = append(t.Shown, a.quotient(k, a.shown.vectors[i]) > level.Level)
	}
	return t, nil
}

// quotient is xᵀKx/xᵀx, where x is the combination of M's features that the shown direction v is: x = c∘v, c the root of public weights.
func (a *analysis) quotient(k square, v []float64) float64 {
	x := append([]float64(nil), v...)
	for i, w := range a.in.Columns.Spread(a.shown.weight) {
		x[i] *= math.Sqrt(w)
	}
	return dot(x, k.times(x)) / dot(x, x)
}
