package mechanism

import (
	"context"
	"testing"

	"privatepca/core/method"
	"privatepca/core/noise/noisetest"
)

// A context that ends during a release ends it at the next word of progress, of each phase and
// mechanism: nothing is released, and no more work is done.
func TestCancelledReleaseIsNone(t *testing.T) {
	m := spectrum(t, 1000, synthetic)
	for _, name := range method.Names() {
		p := params(m, 3, .5, 1e-6)
		p.Sweeps = 3
		if name == NameSULQ {
			p.Budget.Epsilon = 50 // its leading eigenvalues are to be real
		}
		words := 0 // until the release ends
		run := func(ctx context.Context, tell func()) (*Released, error) {
			p.Progress = func(Phase, int, int) { tell() }
			mech, err := New(name, p)
			if err != nil {
				t.Fatal(err)
			}
			return mech.Release(ctx, m, noisetest.New(3))
		}
		if out, err := run(t.Context(), func() { words++ }); err != nil || out == nil || words == 0 {
			t.Fatalf("%s: %v, %d words of progress", name, err, words)
		}
		for last := 1; last <= words; last += max(1, words/50) {
			ctx, cancel := context.WithCancel(t.Context())
			said := 0
			out, err := run(ctx, func() {
				if said++; said == last {
					cancel()
				}
			})
			if out != nil || err != context.Canceled || said != last {
				t.Errorf("%s, ended at word %d of %d: %v, %v, %d words", name, last, words, out, err, said)
			}
			cancel()
		}
	}
}
