package mechanism

import (
	"math"
	"math/big"
	"testing"

	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
)

// selectionLaw returns the probabilities that selected draws by, from their
// definition: ∝ exp(−rate·ε·loss/(2·sensitivity) − i·tilt); rate is 1 but in mutants.
func selectionLaw(losses []*big.Int, sensitivity *big.Int, epsilon, rate, tilt float64) []float64 {
	unit, _ := new(big.Float).SetInt(sensitivity).Float64()
	p := make([]float64, len(losses))
	least := math.Inf(1)
	for i, l := range losses {
		x, _ := new(big.Float).SetInt(l).Float64()
		p[i] = rate*epsilon*x/(2*unit) + float64(i)*tilt
		least = min(least, p[i])
	}
	sum := 0.0
	for i := range p {
		p[i] = math.Exp(least - p[i])
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// follows compares draws with a law: χ², refused beyond k + 2√(kx) + 2x with
// x = log 1e9 (Laurent and Massart 2000), false-rejection rate about 1e-9. Cells
// that expect fewer than 20 draws are pooled.
func follows(law []float64, draws int, draw func() int) bool {
	counts := make([]int, len(law))
	for range draws {
		counts[draw()]++
	}
	statistic, cells, rare, expectedRare := 0.0, 0, 0.0, 0.0
	for i, p := range law {
		expected := p * float64(draws)
		if expected < 20 {
			rare += float64(counts[i])
			expectedRare += expected
			continue
		}
		statistic += (float64(counts[i]) - expected) * (float64(counts[i]) - expected) / expected
		cells++
	}
	statistic += (rare - expectedRare) * (rare - expectedRare) / (20 + expectedRare)
	k, x := float64(cells), math.Log(1e9)
	return statistic <= k+2*math.Sqrt(k*x)+2*x
}

// worstLogRatio is max |log p/q|, what ε bounds.
func worstLogRatio(p, q []float64) float64 {
	worst := 0.0
	for i := range p {
		worst = max(worst, math.Abs(math.Log(p[i]/q[i])))
	}
	return worst
}

// The mutant spends ε where ε/2 belongs.
func TestSelectionLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	var losses []*big.Int
	for _, l := range []int64{31, 7, 0, 7, 12, 40, 90, 1000} {
		losses = append(losses, big.NewInt(1_000_000+l)) // what all have in common does not count
	}
	sensitivity := big.NewInt(3)
	for _, epsilon := range []float64{.01, .7, 5} {
		src := noisetest.New(11)
		gamma, unit := scaledLosses(losses, sensitivity, epsilon)
		draw := func() int { return selected(gamma, unit, src) }
		if !follows(selectionLaw(losses, sensitivity, epsilon, 1, 0), 60_000, draw) {
			t.Errorf("ε = %g: another law", epsilon)
		}
		if follows(selectionLaw(losses, sensitivity, epsilon, 2, 0), 60_000, draw) {
			t.Errorf("ε = %g: passes for ε in place of ε/2", epsilon)
		}
	}
	if got := selected(losses[:1], sensitivity, zeros{}); got != 0 {
		t.Errorf("of one choice, %d was drawn", got)
	}
}

// zeros is a source of zeros.
type zeros struct{}

var _ noise.Source = zeros{}

func (zeros) Uint64() uint64 { return 0 }
