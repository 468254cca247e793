package mechanism

import (
	"context"
	"fmt"
	"math"
	"testing"

	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

// TestWidthsAreTheLaws: the stated widths are the standard deviations of what is drawn, of each law: an empty moment's noise,
// 24 × 24, over 60 draws. Mean squares within 12 % (more than six standard errors: a false rejection below 10⁻⁸).
func TestWidthsAreTheLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	const d, draws = 24, 60
	for _, name := range []string{NameGaussian, NameLaplace, NameNuclear, NameMODSULQ} {
		delta := 0.0
		if name == NameGaussian || name == NameMODSULQ {
			delta = 1e-6
		}
		m, err := New(name, Params{Dim: d, Scale: testScale, K: 2, Budget: privacy.Budget{Epsilon: 1, Delta: delta}, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
		if err != nil {
			t.Fatal(err)
		}
		src := noisetest.New(31)
		diagonal, off := 0.0, 0.0
		for range draws {
			r, err := m.Release(context.Background(), moment.NewAccumulator(d, testScale).Matrix(), src)
			if err != nil {
				t.Fatal(err)
			}
			law, err := widths(*r.Noise, d, testScale)
			if err != nil {
				t.Fatal(err)
			}
			for i := range d {
				x := r.spectrum.matrix.At(i, i) / law.Diagonal
				diagonal += x * x / (d * draws)
				for j := range i {
					x := r.spectrum.matrix.At(i, j) / law.OffDiagonal
					off += x * x / (d * (d - 1) / 2 * draws)
				}
			}
		}
		if math.Abs(diagonal-1) > .3 || math.Abs(off-1) > .12 {
			t.Errorf("%s: the mean squares are %.3f on the diagonal and %.3f off it", name, diagonal, off)
		}
	}
}

// TestShrunkViews: both sets of directions are given for every k, the spectrum stays that of what was released, and a smaller
// k is a prefix of a larger one.
func TestShrunkViews(t *testing.T) {
	const d = 30
	a := moment.NewAccumulator(d, testScale)
	q := make([]int16, d)
	for i := range 4000 { // six features vary much, the others hardly
		clear(q)
		q[i%6] = testScale / 2
		q[(i+1)%6] = int16(testScale / (2 + i%3))
		q[6+i%(d-6)] = testScale / 50
		if err := a.Add(q); err != nil {
			t.Fatal(err)
		}
	}
	m, err := New(NameGaussian, Params{Dim: d, Scale: testScale, K: 3, Budget: privacy.Budget{Epsilon: .1, Delta: 1e-6}, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Release(context.Background(), a.Matrix(), noisetest.New(5))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := r.View(4)
	if err != nil || plain.Other != nil || plain.Shrunk {
		t.Fatal(err, "a view before shrinkage has shrunk directions")
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := r.Shrink(ended, Shrinkage{Scale: testScale, K: 6}); err == nil || r.shrunk != nil {
		t.Error("a context that ended shrinks")
	}
	if err := r.Shrink(context.Background(), Shrinkage{Scale: testScale, K: 6}); err != nil {
		t.Fatal(err)
	}
	var before View
	for k := 1; k < d; k++ {
		v, err := r.View(k)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Basis) != k || len(v.Other) != k || len(v.Values) != k || len(v.Spectrum) != d || v.Spectrum[0] != plain.Spectrum[0] {
			t.Fatalf("k = %d: %+v", k, v)
		}
		own := v.Basis
		if v.Shrunk {
			own = v.Other
		}
		if k == 4 {
			for i := range own {
				for j := range own[i] {
					if own[i][j] != plain.Basis[i][j] {
						t.Fatal("the plain directions are others after shrinkage")
					}
				}
			}
		}
		if k > 1 {
			if v.Shrunk != before.Shrunk {
				t.Fatalf("k = %d: the set in use is another than at k − 1", k)
			}
			for i := range before.Basis {
				for j := range before.Basis[i] {
					if v.Basis[i][j] != before.Basis[i][j] {
						t.Fatalf("k = %d: direction %d is another than at k − 1", k, i+1)
					}
				}
			}
		}
		before = v
	}
	if v, _ := r.View(6); !v.Shrunk {
		t.Error("shrinkage is not recommended where six features of thirty vary")
	}
}

// Directions of pairs that stand clear of the noise stay as they were released, and the others are shrunk as elsewhere: the k-th decides.
func TestClearDirectionsOfPairsAreNotShrunk(t *testing.T) {
	const d = 60
	for _, c := range []struct {
		strong, k int
		pairs     bool // whether directions of pairs are shrunk
	}{{2, 2, false}, {2, 8, true}, {3, 4, true}} {
		t.Run(fmt.Sprintf("%d of %d", c.k, c.strong), func(t *testing.T) {
			a := moment.NewAccumulator(d, testScale)
			q := make([]int16, d)
			for i := range 6000 { // strong directions, and weak ones in few features
				clear(q)
				q[i%c.strong] = testScale / 2
				q[c.strong+i%6] = testScale / 8
				q[c.strong+(i+1)%6] = testScale / 8
				if err := a.Add(q); err != nil {
					t.Fatal(err)
				}
			}
			m, err := New(NameGaussian, Params{Dim: d, Scale: testScale, K: 3, Budget: privacy.Budget{Epsilon: .5, Delta: 1e-6}, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
			if err != nil {
				t.Fatal(err)
			}
			for pairs, want := range map[bool]bool{false: true, true: c.pairs} {
				t.Run(fmt.Sprint(pairs), func(t *testing.T) {
					r, err := m.Release(context.Background(), a.Matrix(), noisetest.New(5))
					if err != nil {
						t.Fatal(err)
					}
					if err := r.Shrink(context.Background(), Shrinkage{Scale: testScale, K: c.k, Pairs: pairs}); err != nil {
						t.Fatal(err)
					}
					if v, _ := r.View(c.k); v.Shrunk != want {
						t.Errorf("shrunk: %v", v.Shrunk)
					}
				})
			}
		})
	}
}

// Releases of a subspace alone cannot be shrunk.
func TestOnlyAMatrixIsShrunk(t *testing.T) {
	m, err := New(NameRandom, Params{Dim: 5, Scale: testScale, K: 2, Budget: privacy.Budget{Epsilon: 1}, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Release(context.Background(), moment.NewAccumulator(5, testScale).Matrix(), noisetest.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if r.Shrink(context.Background(), Shrinkage{Scale: testScale, K: 2}) == nil {
		t.Error("a random subspace was shrunk")
	}
}
