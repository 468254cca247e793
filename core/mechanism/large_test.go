package mechanism

import (
	"errors"
	"os"
	"testing"
	"time"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
)

// Every mechanism ends at d = 2000.
func TestTwoThousandFeatures(t *testing.T) {
	if os.Getenv("PRIVATEPCA_SLOW") == "" {
		t.Skip("slow: run by make test-all")
	}
	const d, n = 2000, 500
	sum := moment.NewAccumulator(d, testScale)
	src := noisetest.New(1)
	for range n {
		q := make([]int16, d)
		for range 20 {
			q[src.Uint64()%d] = 1800
		}
		if err := sum.Add(q); err != nil {
			t.Fatal(err)
		}
	}
	m := sum.Matrix()
	for _, name := range method.Names() {
		p := params(m, 2, 1, 1e-6)
		p.Cap = 200
		mech, err := New(name, p)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		start := time.Now()
		out, err := mech.Release(t.Context(), m, src)
		if errors.Is(err, ErrComplex) {
			t.Logf("%s: refused after %v", name, time.Since(start))
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if v, err := out.View(2); err != nil || v.Basis.OrthonormalError() > 1e-4 {
			t.Errorf("%s: %v", name, err)
		}
		t.Logf("%s: %v", name, time.Since(start))
	}
}
