package noise

import (
	"math"
	"testing"
)

// chiSquare compares draws with the probabilities of cells numbered from 0 and
// returns the statistic and a limit that it passes with probability about 1e-9
// if the draws follow the law (Laurent and Massart 2000: χ²_k exceeds
// k + 2√(kx) + 2x with probability at most e^(−x)). Cells are pooled from the
// right until 20 draws are expected in each.
func chiSquare(counts []int, probability []float64) (statistic, limit float64) {
	n := 0
	for _, c := range counts {
		n += c
	}
	cells, observed, expected := 0, 0.0, 0.0
	for i := len(counts) - 1; i >= 0; i-- {
		observed += float64(counts[i])
		expected += float64(n) * probability[i]
		if expected >= 20 {
			statistic += (observed - expected) * (observed - expected) / expected
			cells++
			observed, expected = 0, 0
		}
	}
	if expected > 0 { // what is left joins the last cell, slightly against the law
		statistic += (observed - expected) * (observed - expected) / (20 + expected)
	}
	k, x := float64(cells), math.Log(1e9)
	return statistic, k + 2*math.Sqrt(k*x) + 2*x
}

// tally counts n draws in cells lo … hi, the outermost of which take all beyond.
func tally(n int, lo, hi int64, draw func() int64) []int {
	counts := make([]int, hi-lo+1)
	for range n {
		counts[min(max(draw(), lo), hi)-lo]++
	}
	return counts
}

// law returns the probabilities of lo … hi under the given weights, which must
// be negligible beyond.
func law(lo, hi int64, weight func(x float64) float64) []float64 {
	p := make([]float64, hi-lo+1)
	sum := 0.0
	for i := range p {
		p[i] = weight(float64(lo + int64(i)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// script is a Source that plays back words, and fails the test beyond them.
type script struct {
	t     *testing.T
	words []uint64
}

func (s *script) Uint64() uint64 {
	if len(s.words) == 0 {
		s.t.Fatal("more randomness drawn than scripted")
	}
	w := s.words[0]
	s.words = s.words[1:]
	return w
}
