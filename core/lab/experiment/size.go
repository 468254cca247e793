package experiment

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"privatepca/core/mechanism"
)

// Utility against n: the paper's Figures 3 and 4.

const (
	sizeEpsilon = .1
	paperDelta  = .01
	smallDelta  = 1e-6
)

// sizes of the subsets. The paper's are not legible from its text; these span what
// its figures must have: a few per cent of the records up to all.
var sizes = map[string][]int{
	"kddcup":       {10_000, 20_000, 50_000, 100_000, 200_000, 494_021},
	"census":       {10_000, 25_000, 50_000, 100_000, 199_523},
	"localization": {10_000, 20_000, 50_000, 100_000, 164_860},
	"insurance":    {2000, 4000, 6000, 8000, 9822},
}

// A bout is how often a contestant draws from each subset. The paper drew 10 times by
// PPCA and 100 times by MOD-SULQ and at random.
type bout struct {
	contestant
	draws int
}

func (r *Run) bouts(s *set) []bout {
	many, few := r.pick(100, 5), r.pick(10, 3)
	if s.d > 300 { // an eigendecomposition a draw is dear there
		many, few = r.pick(20, 1), r.pick(4, 1)
	}
	return []bout{
		{contestant{nonPrivate, 0}, 1},
		{contestant{mechanism.NamePPCA, 0}, r.pick(10, 3)},
		{contestant{mechanism.NameMODSULQ, paperDelta}, many},
		{contestant{mechanism.NameRandom, 0}, r.pick(100, 20)},
		{contestant{mechanism.NameGaussian, smallDelta}, few},
		{contestant{mechanism.NameNuclear, 0}, few},
		{contestant{mechanism.NameLaplace, 0}, few},
		{contestant{mechanism.NameSequential, 0}, few},
	}
}

// sizeResult holds q_F by contestant of one subset.
type sizeResult struct {
	Energies map[string][]float64
	Capped   int
}

func (r *Run) sizeCell(s *set, n, subsetNumber int) (sizeResult, error) {
	bouts := r.bouts(s)
	var key strings.Builder
	fmt.Fprintf(&key, "size/%s/%s/n=%d/%d", s.name, s.digest, n, subsetNumber)
	for _, b := range bouts {
		fmt.Fprintf(&key, "/%s×%d", b.label(), b.draws)
	}
	return cell(r, key.String(), func(src *rand.ChaCha8) (sizeResult, error) {
		rec, err := r.records(s)
		if err != nil {
			return sizeResult{}, err
		}
		a := newArena(rec.moment(subset(rec.n, n, src)), s.k)
		out := sizeResult{Energies: map[string][]float64{}}
		for _, b := range bouts {
			e, err := a.energies(b.contestant, sizeEpsilon, b.draws, src)
			if err != nil {
				return out, err
			}
			out.Energies[b.name] = e
		}
		out.Capped = a.capped
		return out, nil
	})
}
