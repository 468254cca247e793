package nuclear

import (
	"errors"
	"math"
	"os"
	"testing"
)

func plan(t testing.TB, d int) *Plan {
	t.Helper()
	p, err := NewPlan(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func slow(t *testing.T) {
	t.Helper()
	if os.Getenv("PRIVATEPCA_SLOW") == "" {
		t.Skip("slow: run by make test-all")
	}
}

func TestNormaliserOfSmallDimensions(t *testing.T) {
	// Z₁, Z₂, … are rational; these are the Pfaffian's values written out.
	for i, z := range []float64{2, 3, 7, 153. / 4, 2619. / 4, 702675. / 16, 443626875. / 32, 6152581850625. / 256} {
		if got := plan(t, i+1).logZ.value(); math.Abs(got-math.Log(z)) > 1e-13*(1+math.Log(z)) {
			t.Errorf("d = %d: log Z = %.15g, want %.15g", i+1, got, math.Log(z))
		}
		if got := logBig(pfaffianNormaliser(i+1, 1, 0)); math.Abs(got-math.Log(z)) > 1e-14*(1+math.Log(z)) {
			t.Errorf("d = %d: Pfaffian %.15g, want %.15g", i+1, got, math.Log(z))
		}
	}
}

func TestNormaliserAgainstPfaffian(t *testing.T) {
	for _, d := range []int{9, 10, 11, 24, 33, 50} {
		want := logBig(pfaffianNormaliser(d, 1, 0))
		if got := plan(t, d).logZ.value(); math.Abs(got-want) > 1e-14*want {
			t.Errorf("d = %d: log Z = %.15g, Pfaffian %.15g", d, got, want)
		}
	}
}

func TestNormaliserAgainstPfaffianSlow(t *testing.T) {
	slow(t)
	for _, d := range []int{100, 151, 200} {
		want := logBig(pfaffianNormaliser(d, 1, 0))
		got := plan(t, d).logZ.value()
		t.Logf("d = %d: log Z = %.12f, off by %.1e", d, got, got-want)
		if math.Abs(got-want) > 1e-14*want {
			t.Errorf("d = %d: log Z = %.15g, Pfaffian %.15g", d, got, want)
		}
	}
}

func TestBiorthogonality(t *testing.T) {
	for _, d := range []int{2, 3, 12, 13, 80} {
		p := plan(t, d)
		for i := 0; i < p.m; i++ {
			for j := 0; j < p.m; j++ {
				inner := 0.0
				for k, w := range p.w {
					inner += w * p.phi.at(k, i) * p.psi.at(k, j)
				}
				want := 0.0
				if i == j {
					want = 1
				}
				if math.Abs(inner-want) > 1e-11 {
					t.Fatalf("d = %d: ∫ φ%d ψ%d = %g", d, i, j, inner)
				}
			}
		}
	}
}

func TestPlanRefusesDimensions(t *testing.T) {
	for _, d := range []int{-1, 0, MaxDimension + 1, 1 << 40} {
		if p, err := NewPlan(d, nil); err == nil || p != nil {
			t.Errorf("d = %d: no error", d)
		}
	}
}

func TestProgress(t *testing.T) {
	last, calls := 0, 0
	check := func(done, total int) error {
		if done <= last || done > total {
			t.Fatalf("progress %d of %d after %d", done, total, last)
		}
		calls++
		if last = done; done == total {
			last = 0
		}
		return nil
	}
	p, err := NewPlan(60, check)
	if err != nil || last != 0 || calls < 100 {
		t.Fatalf("the plan's progress ended at %d after %d calls (%v)", last, calls, err)
	}
	calls = 0
	if _, err := p.Matrix(1, newSource(1), check); err != nil || last != 0 || calls < 100 {
		t.Fatalf("the matrix's progress ended at %d after %d calls (%v)", last, calls, err)
	}
}

// An error of progress ends a plan and a draw wherever it comes, and nothing is drawn.
func TestProgressEnds(t *testing.T) {
	stop := errors.New("stop")
	p, err := NewPlan(60, nil)
	if err != nil {
		t.Fatal(err)
	}
	for last := 1; last <= steps; last += 7 {
		calls := 0
		until := func(done, _ int) error {
			if calls++; done < last {
				return nil
			}
			calls = 0
			return stop
		}
		if p, err := NewPlan(60, until); p != nil || err != stop || calls != 0 {
			t.Fatalf("a plan ended at %d of %d: %v, and %d calls more", last, steps, err, calls)
		}
		if n, err := p.Matrix(1, newSource(1), until); n != nil || err != stop || calls != 0 {
			t.Fatalf("a draw ended at %d of %d: %v, and %d calls more", last, steps, err, calls)
		}
	}
}
