package schema

import (
	"math"
	"math/rand/v2"
	"testing"
)

// mixed has numbers of uneven bounds and categories of two and three levels.
func mixed() *Schema {
	return New(
		Field{Name: "a", Kind: Number, Minimum: -1, Maximum: 3},
		Field{Name: "b", Kind: Category, Enum: []string{"x", "y"}},
		Field{Name: "c", Kind: Number, Minimum: 5, Maximum: 6},
		Field{Name: "d", Kind: Category, Enum: []string{"p", "q", "r"}},
	)
}

// corners are the quantised records that hold the bounds of numbers, and each level or none.
func corners(s *Schema) [][]int64 {
	all := [][]int64{{}}
	for i := range s.Fields {
		f := &s.Fields[i]
		var values [][]int64
		if f.Kind == Number {
			lo, hi := f.Ends(s.Scaling)
			values = [][]int64{{lo}, {hi}}
		} else {
			for l := range f.D() + 1 {
				v := make([]int64, f.D())
				if l < f.D() {
					v[l] = Scale
				}
				values = append(values, v)
			}
		}
		var next [][]int64
		for _, a := range all {
			for _, v := range values {
				next = append(next, append(append([]int64{}, a...), v...))
			}
		}
		all = next
	}
	return all
}

// TestSpreadAndReach searches all corners: distances are convex, so these hold the largest.
func TestSpreadAndReach(t *testing.T) {
	for _, scaling := range []Scaling{MaxAbs, Affine} {
		s := mixed()
		s.Scaling = scaling
		distance := func(a, b []int64) (sum int64) {
			for i := range a {
				sum += (a[i] - b[i]) * (a[i] - b[i])
			}
			return sum
		}
		var spread, reach int64
		for _, a := range corners(s) {
			reach = max(reach, distance(a, s.Base()))
			for _, b := range corners(s) {
				spread = max(spread, distance(a, b))
			}
		}
		if got := s.Spread(); got != spread {
			t.Errorf("%s: Spread is %d, found %d", scaling, got, spread)
		}
		if got := s.Reach(); got != reach {
			t.Errorf("%s: Reach is %d, found %d", scaling, got, reach)
		}
	}
}

// TestSettle: the result is a mean that records can have, a possible mean stays, and no point of a fine grid on
// the simplex is nearer.
func TestSettle(t *testing.T) {
	s := mixed()
	possible := []float64{.25, .5, .5, .9, .2, .3, .5}
	got := append([]float64(nil), possible...)
	s.Settle(got, .01)
	for i := range got {
		if math.Abs(got[i]-possible[i]) > 1e-9 {
			t.Errorf("feature %d: %g became %g", i, possible[i], got[i])
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		mean := make([]float64, s.D())
		for i := range mean {
			mean[i] = 3 * rng.NormFloat64()
		}
		was := append([]float64(nil), mean...)
		s.Settle(mean, 1)
		if mean[0] < -1./3 || mean[0] > 1 || mean[3] < 5./6-1e-6 || mean[3] > 1 {
			t.Fatalf("numbers are %g and %g", mean[0], mean[3])
		}
		if sum := mean[4] + mean[5] + mean[6]; math.Abs(sum-1) > 3e-6 || min(mean[4], mean[5], mean[6]) < 0 {
			t.Fatalf("shares %v", mean[4:])
		}
		distance := func(p []float64) (sum float64) {
			for i := range p {
				sum += (p[i] - was[4+i]) * (p[i] - was[4+i])
			}
			return sum
		}
		best := distance(mean[4:])
		for i := 0; i <= 20; i++ {
			for j := 0; i+j <= 20; j++ {
				if p := []float64{float64(i) / 20, float64(j) / 20, float64(20-i-j) / 20}; distance(p) < best-1e-4 {
					t.Fatalf("%v is nearer to %v than %v", p, was[4:], mean[4:])
				}
			}
		}
	}
}

// James and Stein's rule has a smaller error than the noisy mean itself where there are many numbers.
func TestSettleDrawsNumbersTogether(t *testing.T) {
	var fields []Field
	for i := range 12 {
		fields = append(fields, Field{Name: string(rune('a' + i)), Kind: Number, Minimum: -1, Maximum: 1})
	}
	s := New(fields...)
	rng := rand.New(rand.NewPCG(3, 4))
	const sigma = .1
	plain, drawn := 0.0, 0.0
	for range 400 {
		truth, mean := make([]float64, 12), make([]float64, 12)
		for i := range truth {
			truth[i] = .2 + .1*rng.NormFloat64()
			mean[i] = truth[i] + sigma*rng.NormFloat64()
			plain += (mean[i] - truth[i]) * (mean[i] - truth[i])
		}
		s.Settle(mean, sigma)
		for i := range truth {
			drawn += (mean[i] - truth[i]) * (mean[i] - truth[i])
		}
	}
	if drawn > .75*plain {
		t.Errorf("the squared error is %.3f of the noisy mean's", drawn/plain)
	}
}
