package nuclear

import (
	"math"
	"testing"

	"privatepca/core/noise"
)

// An independent check of everything at once: a random-walk Metropolis chain on
// the entries of symmetric 3×3 matrices, whose target exp(−‖N‖_*) needs no Weyl
// formula and no sampler of this package. Batch means give its error; |z| ≤ 5
// fails by chance with probability 6e-7 for each statistic if batches are
// independent and normal.
func TestMetropolisOnMatrices(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	compareWithChain(t, 4000, 800)
}

func TestMetropolisOnMatricesSlow(t *testing.T) {
	slow(t)
	compareWithChain(t, 500000, 50000)
}

func compareWithChain(t *testing.T, draws, batch int) {
	t.Helper()
	const batches = 400
	chain := make([][]float64, len(statisticNames))
	src := newSource(21)
	state := [6]float64{1, 0, 0, 0, 0, -1}
	norm := nuclearNorm(state)
	for b := -1; b < batches; b++ { // the first batch is burn-in
		mean := make([]float64, len(statisticNames))
		for range batch {
			next := state
			for i := range next {
				next[i] += 1.3 * noise.Normal(src)
			}
			if n := nuclearNorm(next); noise.Exponential(src) > n-norm {
				state, norm = next, n
			}
			for i, v := range statistics(state) {
				mean[i] += v / float64(batch)
			}
		}
		for i, v := range mean {
			if b >= 0 {
				chain[i] = append(chain[i], v)
			}
		}
	}
	exact := make([][]float64, len(statisticNames))
	p := plan(t, 3)
	for range draws {
		n, err := p.Matrix(1, src, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range statistics([6]float64{n[0], n[1], n[2], n[4], n[5], n[8]}) {
			exact[i] = append(exact[i], v)
		}
	}
	for i, name := range statisticNames {
		a, seA := meanError(chain[i])
		b, seB := meanError(exact[i])
		z := (a - b) / math.Hypot(seA, seB)
		t.Logf("%-14s chain %.4f ± %.4f, exact sampler %.4f ± %.4f, z = %.1f", name, a, seA, b, seB, z)
		if !(math.Abs(z) <= limit) {
			t.Errorf("%s: z = %.1f", name, z)
		}
	}
}

var statisticNames = []string{"‖N‖_*", "λ₁", "‖N‖_F", "N₁₁²", "N₁₂²", "|N₂₃|", "N₁₁N₃₃", "three of one sign", "max|Nᵢⱼ|"}

// statistics of the matrix with upper triangle a, row by row.
func statistics(a [6]float64) []float64 {
	l := eigenvalues3(a)
	sameSign := 0.0
	if l[0] < 0 || l[2] > 0 {
		sameSign = 1
	}
	frobenius := math.Sqrt(l[0]*l[0] + l[1]*l[1] + l[2]*l[2])
	largest := 0.0
	for _, v := range a {
		largest = math.Max(largest, math.Abs(v))
	}
	return []float64{nuclearNorm(a), l[0], frobenius, a[0] * a[0], a[1] * a[1], math.Abs(a[4]), a[0] * a[5], sameSign, largest}
}

func nuclearNorm(a [6]float64) float64 {
	l := eigenvalues3(a)
	return math.Abs(l[0]) + math.Abs(l[1]) + math.Abs(l[2])
}

// eigenvalues3 returns the descending eigenvalues by the trigonometric formula.
func eigenvalues3(a [6]float64) [3]float64 {
	mean := (a[0] + a[3] + a[5]) / 3
	x, y, z := a[0]-mean, a[3]-mean, a[5]-mean
	off := a[1]*a[1] + a[2]*a[2] + a[4]*a[4]
	p := math.Sqrt((x*x + y*y + z*z + 2*off) / 6)
	det := x*(y*z-a[4]*a[4]) - a[1]*(a[1]*z-a[4]*a[2]) + a[2]*(a[1]*a[4]-y*a[2])
	angle := math.Acos(math.Max(-1, math.Min(1, det/(2*p*p*p)))) / 3
	first := mean + 2*p*math.Cos(angle)
	last := mean + 2*p*math.Cos(angle+2*math.Pi/3)
	return [3]float64{first, 3*mean - first - last, last}
}
