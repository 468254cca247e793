package relation_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"privatepca/core/internal/madeup"
	"privatepca/core/relation"
)

// Of tables whose columns have nothing to do with each other, fewer than 5 of 100 releases name a pair as sure. In the short list the seeds are fixed;
// by chance it would fail at most once in 1,000 choices of them.
func TestUnrelatedPairsAreNotSure(t *testing.T) {
	few := []string{"fair coins", "yes/no at .4 %", "log-normal, σ = 1.5", "mixed with categories", "8 categories of 30 levels", "common length, one or three", "20 equal rows a person"}
	wrong, all, tested := 0, 0, 0
	for _, maker := range madeup.Null() {
		if *thorough == 0 && !slices.Contains(few, maker.Name) {
			continue
		}
		for _, w := range []struct {
			n       int
			epsilon float64
		}{{1500, 1}, {1500, 8}, {20000, 3}} {
			if *thorough == 0 && w.n > 1500 {
				continue
			}
			t.Run(fmt.Sprintf("%s, %d/%g", maker.Name, w.n, w.epsilon), func(t *testing.T) {
				named, pairs := 0, 0
				for r := range releases(1) {
					p := relation.AllPairs(world{epsilon: w.epsilon}.matrix(t, maker.Draw(w.n, uint64(r)+77), uint64(r)+7), nil)
					pairs += p.Tested
					if p.Sure > 0 {
						named++
					}
				}
				t.Logf("%d of %d name a pair, of %d tested", named, releases(1), pairs)
				wrong, all, tested = wrong+named, all+releases(1), tested+pairs
			})
		}
	}
	most := .05*float64(all) + 3.1*math.Sqrt(.05*.95*float64(all))
	t.Logf("%d of %d releases name a pair; %d pairs were tested", wrong, all, tested)
	if float64(wrong) > most || tested == 0 {
		t.Errorf("%d of %d releases of unrelated columns name a pair as sure; %d pairs were tested", wrong, all, tested)
	}
}

// Planted pairs are sure, and nearly all that is sure was planted: of 40 items of four factors.
func TestPlantedPairsAreSure(t *testing.T) {
	for _, c := range []struct {
		n       int
		epsilon float64
		least   float64 // share of the pairs with |r| ≥ .2 that is found
	}{{2000, 3, .3}, {10000, 3, .95}} {
		t.Run(fmt.Sprintf("%d/%g", c.n, c.epsilon), func(t *testing.T) {
			w := world{maker: "40 Likert items", n: c.n, epsilon: c.epsilon}
			whole, table := w.table(3)
			truth := exact(whole)
			p := relation.AllPairs(w.matrix(t, table, 3), nil)
			found, strong, wrong := 0, 0, 0
			for i := range p.All {
				pair := &p.All[i]
				r := truth[pair.A][pair.B] / math.Sqrt(truth[pair.A][pair.A]*truth[pair.B][pair.B])
				if math.Abs(r) >= .2 {
					strong++
					if pair.Sure {
						found++
					}
				}
				if pair.Sure && r*pair.Value.Value < 0 {
					wrong++
				}
			}
			t.Logf("%d of %d pairs from .2 on are sure, %d in all; %d of another sign", found, strong, p.Sure, wrong)
			if strong == 0 || float64(found) < c.least*float64(strong) || wrong > 0 {
				t.Errorf("%d of %d strong pairs are sure, %d have another sign", found, strong, wrong)
			}
		})
	}
}
