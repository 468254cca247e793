package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"testing"

	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

// ν of a matrix of integers is the largest sum of the absolute products of one row with all.
func TestNorm2(t *testing.T) {
	for _, c := range []struct {
		w    [][]int64
		want int64
	}{
		{[][]int64{{0, 0}}, 0},
		{[][]int64{{3, 4}}, 25},
		{[][]int64{{2, 0}, {1, 3}}, 12}, // 4 + 2, 2 + 10
		{[][]int64{{1, 3}, {-2, 0}}, 12},
	} {
		if got := norm2(c.w); got.Cmp(big.NewInt(c.want)) != 0 {
			t.Errorf("%v: %v, want %d", c.w, got, c.want)
		}
	}
}

// The volumes of a ball's parts by the number of positive coordinates, as shares of the largest: C(L,j)/(j!(L−j)!).
func TestOrthants(t *testing.T) {
	for levels, want := range map[int][]float64{1: {1, 1}, 2: {.25, 1, .25}, 3: {1. / 9, 1, 1, 1. / 9}, 4: {1. / 36, 4. / 9, 1, 4. / 9, 1. / 36}} {
		t.Run(fmt.Sprint(levels), func(t *testing.T) {
			weights, total := orthants(levels)
			sum := 0.0
			for j, x := range want {
				sum += x
				if len(weights) != len(want) || math.Abs(weights[j]-x) > 1e-12 {
					t.Fatalf("%d levels: %v, want %v", levels, weights, want)
				}
			}
			if math.Abs(total-sum) > 1e-12 {
				t.Errorf("%d levels: the sum is %v, want %v", levels, total, sum)
			}
		})
	}
}

// Noise has heavier tails than Gaussian noise, or is Gaussian.
func TestWhichNoiseIsHeavy(t *testing.T) {
	for name, heavy := range map[string]bool{NameGaussian: false, NameLaplace: true, NameNuclear: true} {
		t.Run(name, func(t *testing.T) {
			p := params(spectrum(t, 100, synthetic), 2, 1, 0)
			if name == NameGaussian {
				p.Budget.Delta = 1e-6
			}
			m, err := New(name, p)
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Release(t.Context(), spectrum(t, 100, synthetic), noisetest.New(3))
			if err != nil {
				t.Fatal(err)
			}
			if law, err := widths(*r.Noise, p.Dim, p.Scale); err != nil || law.Heavy != heavy {
				t.Errorf("%s: %+v, %v", name, law, err)
			}
			if got := r.MaxK(); got != p.Dim-1 {
				t.Errorf("%s: k up to %d of %d features", name, got, p.Dim)
			}
		})
	}
	whole := &Released{basis: subspace.Basis{{1, 0}, {0, 1}}}
	if got := whole.MaxK(); got != 1 {
		t.Errorf("k up to %d where all of two features were drawn", got)
	}
}

// SULQ's μ is that of its σ on all d² entries.
func TestCostOfSULQ(t *testing.T) {
	p := params(spectrum(t, 100, synthetic), 2, 20, 1e-6)
	q, err := NewSULQ(p)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := q.Cost().Mu, privacy.GaussianMu(p.frobenius(), q.sigma, p.Dim*p.Dim); got != want || want == privacy.GaussianMu(p.frobenius(), q.sigma, 1) {
		t.Errorf("μ = %v, want %v, and another one than of a single entry", got, want)
	}
}

// Coordinates in an eigenbasis are those of the features, turned.
func TestFromEigenbasis(t *testing.T) {
	vectors := subspace.Basis{{.6, .8}, {-.8, .6}}
	got := fromEigenbasis([][]float64{{1, 0}, {.5, 2}}, vectors)
	want := [][]float64{{.6, .8}, {.5*.6 - 2*.8, .5*.8 + 2*.6}}
	for r := range want {
		for j := range want[r] {
			if math.Abs(got[r][j]-want[r][j]) > 1e-15 {
				t.Errorf("%v, want %v", got, want)
			}
		}
	}
}

// Norm bounds to choose from have six digits.
func TestNormBoundsHaveSixDigits(t *testing.T) {
	b, err := NewNormBound(NormBoundParams{Most: math.Pi, Quantile: .9, Epsilon: 1, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range b.grid {
		if six, _ := strconv.ParseFloat(strconv.FormatFloat(r, 'g', 6, 64), 64); six != r {
			t.Fatalf("%v has more than six digits", r)
		}
	}
	if most := b.grid[len(b.grid)-1]; most != 3.14159 {
		t.Errorf("the largest is %v", most)
	}
}
