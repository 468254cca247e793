package mechanism

import (
	"context"
	"math"
	"testing"

	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

// Noisy gives each entry of the lower triangle in its place, row by row, with noise of a few of its deviations: a million runs have one that fails.
func TestNoisyGivesTheLowerTriangle(t *testing.T) {
	const d = 5
	a := moment.NewAccumulator(d, testScale)
	for i := range d {
		q := make([]int16, d)
		for j := range i + 1 {
			q[j] = int16((j + 1) * testScale / 12)
		}
		for range 1 << (2 * i) * 100 {
			if err := a.Add(q); err != nil {
				t.Fatal(err)
			}
		}
	}
	m, err := New(NameGaussian, Params{Dim: d, Scale: testScale, K: 1, Budget: privacy.Budget{Epsilon: 50, Delta: 1e-6}, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
	if err != nil {
		t.Fatal(err)
	}
	g, matrix := m.(*Gaussian), a.Matrix()
	got, err := g.Noisy(context.Background(), matrix, noisetest.New(1))
	if err != nil || len(got) != d*(d+1)/2 {
		t.Fatalf("%d entries, %v", len(got), err)
	}
	most := 6 * float64(max(g.width.Sigma, g.width.OffDiagonal))
	before := math.Inf(-1)
	for i := range d {
		for j := range i + 1 {
			want := float64(matrix.Row(j)[i-j])
			if math.Abs(got[0]-want) > most {
				t.Errorf("row %d, column %d: %g, want %g ± %g", i, j, got[0], want, most)
			}
			if math.Abs(want-before) < 2*most {
				t.Fatalf("entries %g and %g are too alike to tell", before, want)
			}
			got, before = got[1:], want
		}
	}
}
