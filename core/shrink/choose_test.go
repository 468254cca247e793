package shrink

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
)

func gonumTop(a Matrix, k int) [][]float64 {
	v, _ := top(dense(a), k)
	out := make([][]float64, k)
	for j := range k {
		out[j] = make([]float64, a.D)
		for i := range a.D {
			out[j][i] = v.At(i, k-1-j)
		}
	}
	return out
}

// shares are what Y's own directions, the shrunk ones, the chosen ones and the better of both keep of the best
// energy, as means over draws of the noise. The deviation is the standard error of chosen − plain.
type shares struct{ plain, shrunk, chosen, best, deviation float64 }

func measure(t *testing.T, c truth, level float64, draws int, rng *rand.Rand) (m shares) {
	t.Helper()
	return measureBy(t, c, level, draws, rng, func(y Matrix, law Law, k int) (bool, error) { return Choose(y, law, k, nil, gonumTop, nil) })
}

func measureBy(t *testing.T, c truth, level float64, draws int, rng *rand.Rand, choose func(y Matrix, law Law, k int) (bool, error)) (m shares) {
	t.Helper()
	_, best := top(c.s, c.k)
	d := c.s.SymmetricDim()
	sigma := 2 * level * best / (float64(c.k) * math.Sqrt(float64(d)))
	law := Law{Diagonal: sigma, OffDiagonal: sigma / math.Sqrt2}
	n, squares := float64(draws), 0.0
	for range draws {
		y := noisy(c.s, sigma, rng)
		v, _ := top(dense(y), c.k)
		plain := share(c.s, v, best)
		z, err := Entries(y, law, nil)
		if err != nil {
			t.Fatal(err)
		}
		v, _ = top(dense(z), c.k)
		shrunk := share(c.s, v, best)
		wins, err := choose(y, law, c.k)
		if err != nil {
			t.Fatal(err)
		}
		chosen := plain
		if wins {
			chosen = shrunk
		}
		squares += square(chosen-plain) / n
		m.plain, m.shrunk, m.chosen, m.best = m.plain+plain/n, m.shrunk+shrunk/n, m.chosen+chosen/n, m.best+max(plain, shrunk)/n
	}
	m.deviation = math.Sqrt(squares / n)
	return m
}

// TestChoice looks at the choice from both sides, on tables' spectra, flat ones, rotated ones and single directions,
// with little noise and much. It may lose .012 of the energy on average
// over draws, beyond two standard errors, and it must win most of what shrinkage
// wins where features differ. The noise is seeded: the test is the same each time.
func TestChoice(t *testing.T) {
	draws := map[int]int{5: 5, 16: 15, 30: 10}
	if os.Getenv("PRIVATEPCA_SLOW") != "" {
		draws = map[int]int{5: 5, 16: 60, 30: 40, 100: 10, 300: 2}
	}
	for d, n := range draws {
		t.Run(fmt.Sprint(d), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(d), 1))
			for _, c := range truths(d, rng) {
				for _, level := range []float64{.02, .1, .3, 1} {
					m := measure(t, c, level, n, rng)
					t.Logf("d = %3d, %-22s, noise %.2f: %.3f plain, %.3f shrunk, %.3f chosen", d, c.name, level, m.plain, m.shrunk, m.chosen)
					if m.chosen < m.plain-.012-2*m.deviation {
						t.Errorf("d = %d, %s, noise %g: the choice keeps %.3f, no shrinkage %.3f", d, c.name, level, m.chosen, m.plain)
					}
					uneven := c.name == "rare levels" || c.name == "diagonal"
					if uneven && d >= 30 && level >= .1 && level <= .3 && m.shrunk > m.plain+.01 && m.chosen-m.plain < .7*(m.shrunk-m.plain) {
						t.Errorf("d = %d, %s, noise %g: the choice wins %.3f of %.3f", d, c.name, level, m.chosen-m.plain, m.shrunk-m.plain)
					}
				}
			}
		})
	}
}

// TestShrinkageWithoutTheChoiceLoses keeps the test above honest: there are spectra on which shrinking always would lose.
func TestShrinkageWithoutTheChoiceLoses(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	c := truth{"one direction, rotated", rotate(factors(30, 1, func(i int) float64 { return 1 / math.Sqrt(1+float64(i)) }, rng), rng), 1}
	if m := measure(t, c, .3, 12, rng); m.shrunk > m.plain-.05 || m.chosen < m.plain-.012 {
		t.Errorf("plain %.3f, shrunk %.3f, chosen %.3f", m.plain, m.shrunk, m.chosen)
	}
}

// TestChoiceUnderOtherNoise: without independent halves the diagonal decides, for k of 2 and more: it stands out where few features
// vary, and does not on a rotated matrix in much noise.
func TestChoiceUnderOtherNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	rare := func(i int) float64 {
		if i%5 == 0 {
			return 1
		}
		return .1
	}
	uneven := factors(60, 6, rare, rng)
	for name, c := range map[string]struct {
		truth truth
		sigma float64
		want  bool
	}{
		"uneven":              {truth{s: uneven}, .005, true},
		"rotated, much noise": {truth{s: rotate(uneven, rng)}, .5, false},
	} {
		t.Run(name, func(t *testing.T) {
			y := noisy(c.truth.s, c.sigma, rng)
			for k, want := range map[int]bool{1: false, 2: c.want, 4: c.want} {
				t.Run(fmt.Sprint(k), func(t *testing.T) {
					wins, err := Choose(y, Law{Diagonal: c.sigma, OffDiagonal: c.sigma / math.Sqrt2, Heavy: true}, k, nil, gonumTop, nil)
					if err != nil || wins != want {
						t.Errorf("%s, k = %d: %v, %v", name, k, wins, err)
					}
				})
			}
		})
	}
}

// The choice from the diagonal, on the same tables: it may lose .03 of the energy beyond two standard errors, and wins nearly all that shrinkage wins
// where features differ.
func TestChoiceFromDiagonal(t *testing.T) {
	draws := map[int]int{30: 6}
	if os.Getenv("PRIVATEPCA_SLOW") != "" {
		draws = map[int]int{30: 20, 100: 6}
	}
	for d, n := range draws {
		rng := rand.New(rand.NewPCG(uint64(d), 2))
		for _, c := range truths(d, rng) {
			for _, level := range []float64{.02, .3, 1} {
				m := measureBy(t, c, level, n, rng, func(y Matrix, law Law, k int) (bool, error) { return ChooseFromDiagonal(y, law, k, gonumTop, nil) })
				t.Logf("d = %3d, %-22s, noise %.2f: %.3f plain, %.3f shrunk, %.3f chosen", d, c.name, level, m.plain, m.shrunk, m.chosen)
				if m.chosen < m.plain-.03-2*m.deviation {
					t.Errorf("d = %d, %s, noise %g: the choice keeps %.3f, no shrinkage %.3f", d, c.name, level, m.chosen, m.plain)
				}
				uneven := c.name == "rare levels" || c.name == "diagonal"
				if uneven && d >= 30 && level == .3 && m.shrunk > m.plain+.01 && m.chosen-m.plain < .9*(m.shrunk-m.plain) {
					t.Errorf("d = %d, %s, noise %g: the choice wins %.3f of %.3f", d, c.name, level, m.chosen-m.plain, m.shrunk-m.plain)
				}
			}
		}
	}
	if wins, err := ChooseFromDiagonal(NewMatrix(15), Law{Diagonal: 1, OffDiagonal: .7}, 2, gonumTop, nil); err != nil || wins {
		t.Errorf("15 features: %v, %v", wins, err)
	}
	if _, err := ChooseFromDiagonal(NewMatrix(20), Law{Diagonal: 1, OffDiagonal: .7, Heavy: true}, 2, gonumTop, nil); err == nil {
		t.Error("noise that is not Gaussian is accepted")
	}
}
