package shrink

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// plainFit is fit with each vertex written out, in O(n³) several times.
func plainFit(z Matrix, b Block) {
	vertices := b.plainVertices()
	n := len(vertices)
	// Cholesky factor of the Gram matrix ⟨v_a v_aᵀ, v_b v_bᵀ⟩ = (v_a·v_b)², by rows. Vertices may be
	// parallel (two levels, about their centre): those that add nothing are left out.
	lower := make([][]float64, 0, n)
	var kept [][]float64
	var right []float64
	for _, v := range vertices {
		row := make([]float64, len(kept)+1)
		size := square(dot(v, v))
		rest, target := size, b.plainForm(z, v)
		for i, w := range kept {
			x := square(dot(v, w))
			for j := range i {
				x -= row[j] * lower[i][j]
			}
			row[i] = x / lower[i][i]
			rest -= row[i] * row[i]
			target -= row[i] * right[i]
		}
		if rest <= 1e-9*size || size == 0 {
			continue
		}
		row[len(kept)] = math.Sqrt(rest)
		right = append(right, target/row[len(kept)])
		kept, lower = append(kept, v), append(lower, row)
	}
	weights := make([]float64, len(kept))
	for i := len(kept) - 1; i >= 0; i-- {
		x := right[i]
		for j := i + 1; j < len(kept); j++ {
			x -= lower[j][i] * weights[j]
		}
		weights[i] = x / lower[i][i]
	}
	for i := range len(b.Centre) {
		for j := i; j < len(b.Centre); j++ {
			sum := 0.0
			for a, v := range kept {
				sum += weights[a] * v[i] * v[j]
			}
			z.Set(b.From+i, b.From+j, sum)
		}
	}
}

func (b Block) plainVertices() [][]float64 {
	out := make([][]float64, 0, len(b.Centre)+1)
	for a := range len(b.Centre) {
		v := make([]float64, len(b.Centre))
		for i, c := range b.Centre {
			v[i] = -c
		}
		v[a]++
		out = append(out, v)
	}
	if !b.Imputed {
		v := make([]float64, len(b.Centre))
		for i, c := range b.Centre {
			v[i] = -c
		}
		out = append(out, v)
	}
	return out
}

func (b Block) plainForm(z Matrix, v []float64) float64 {
	sum := 0.0
	for i, x := range v {
		sum += x * x * z.At(b.From+i, b.From+i)
		for j := i + 1; j < len(v); j++ {
			sum += 2 * x * v[j] * z.At(b.From+i, b.From+j)
		}
	}
	return sum
}

// centresOf have n levels: equal shares, random ones, one level with nearly or all of it, none of it, and too little to sum to 1.
func centresOf(n int, rng *rand.Rand) map[string][]float64 {
	out := map[string][]float64{}
	for _, name := range []string{"none", "equal", "random", "half", "nearly one", "one", "too little"} {
		out[name] = make([]float64, n)
	}
	total := 0.0
	for i := range n {
		out["equal"][i] = 1 / float64(n)
		out["random"][i] = rng.ExpFloat64()
		total += out["random"][i]
		out["too little"][i] = 1e-6 * float64(1+i%3)
	}
	for i := range n {
		out["random"][i] /= total
	}
	for name, share := range map[string]float64{"half": .5, "nearly one": 1 - 2e-6, "one": 1} {
		out[name][n/2] = share
		out[name][0] += (1 - share) / 2
		out[name][n-1] += (1 - share) / 2
	}
	return out
}

// The closed forms give the fit that is written out.
func TestFitIsThePlainOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for _, n := range []int{1, 2, 3, 5, 40} {
		for name, c := range centresOf(n, rng) {
			for _, imputed := range []bool{true, false} {
				b := Block{From: 1, Centre: c, Imputed: imputed}
				z := NewMatrix(n + 3)
				for i := range z.Upper {
					z.Upper[i] = rng.NormFloat64()
				}
				got, want := Matrix{z.D, append([]float64(nil), z.Upper...)}, Matrix{z.D, append([]float64(nil), z.Upper...)}
				fit(got, b)
				plainFit(want, b)
				largest := 0.0
				for i := range got.Upper {
					largest = max(largest, math.Abs(got.Upper[i]-want.Upper[i]))
				}
				if !(largest <= 1e-9) {
					t.Errorf("%d levels, centre %s, imputed %t: %g apart", n, name, imputed, largest)
				}
			}
		}
	}
}

func BenchmarkBlocks(b *testing.B) {
	for _, n := range []int{256, 750} {
		b.Run(fmt.Sprintf("levels=%d", n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(8, 2))
			z := NewMatrix(2 * n)
			for i := range z.Upper {
				z.Upper[i] = rng.NormFloat64()
			}
			c := centresOf(n, rng)["random"]
			for b.Loop() {
				Blocks(z, []Block{{0, c, true}, {n, c, true}})
			}
		})
	}
}
