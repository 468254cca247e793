package release

import (
	"math"
	"math/bits"
	"strings"
	"testing"
)

// units has the first k unit vectors of n features as directions.
func units(k, n int) *Document {
	d := &Document{NumComponents: k, NumFeatures: n, Components: make([][]float64, k)}
	for i := range d.Components {
		d.Components[i] = make([]float64, n)
		d.Components[i][i] = 1
	}
	return d
}

// Two rows may overlap by 10⁻⁴, and no more; so may the square of a length differ from 1.
func TestRowsOverlapUpToTheLimit(t *testing.T) {
	for overlap, holds := range map[float64]bool{1e-4: true, -1e-4: true, math.Nextafter(1e-4, 1): false, math.Nextafter(-1e-4, -1): false} {
		d := &Document{NumComponents: 2, NumFeatures: 3, Components: [][]float64{{1, 0, 0}, {overlap, math.Sqrt(1 - 1e-8), 0}}}
		e, ok, why := orthonormalError(d)
		if ok != holds || math.Abs(e-1e-4) > 1e-12 || !ok && why != "rows 1 and 2 of components are not orthonormal" {
			t.Errorf("%v: %v, %v, %q", overlap, e, ok, why)
		}
	}
}

// Each two rows are compared up to 150 million multiplications, k²n/2 of them, and random sums beyond; which was done is said.
func TestWhichRowsAreCompared(t *testing.T) {
	for n, each := range map[int]bool{1200: true, 1201: false} {
		d := units(500, n)
		if c := verifyRows(d); !c.Holds || strings.Contains(c.Detail, "six decimals") != each || strings.Contains(c.Detail, "random combinations") == each {
			t.Errorf("500 × %d: %+v", n, c)
		}
		d.Components[1][0] = .5
		_, ok, why := orthonormalError(d)
		if ok || strings.HasPrefix(why, "rows 1 and 2 of") != each || strings.Contains(why, "to the others") == each {
			t.Errorf("500 × %d, overlapping: %v, %q", n, ok, why)
		}
	}
}

// The limit of random sums is that of single products up to 500 rows, and grows with the root of their number. A row whose squared length
// is off by a errs by a in each sum.
func TestLimitOfRandomSums(t *testing.T) {
	for _, c := range []struct {
		k, n  int
		limit float64
	}{{500, 1201, 1e-4}, {1125, 1125, 1.5e-4}} {
		for factor, holds := range map[float64]bool{.9995: true, 1.0005: false} {
			d := units(c.k, c.n)
			d.Components[7][7] = math.Sqrt(1 + factor*c.limit)
			e, ok, why := orthonormalError(d)
			if ok != holds || math.Abs(e/(factor*c.limit)-1) > 1e-9 || !ok && why != "row 8 of components is not orthonormal to the others" {
				t.Errorf("%d rows, an error of %v: %v, %v, %q", c.k, factor*c.limit, e, ok, why)
			}
		}
	}
}

// The signs are the lowest bits of splitmix64.
func TestSignsAreSplitmix(t *testing.T) {
	state := uint64(0)
	shifted := func(z uint64, n int) uint64 { return z ^ bits.RotateLeft64(z, -n)&(1<<(64-n)-1) }
	times := func(a, b uint64) uint64 { _, low := bits.Mul64(a, b); return low }
	next := func() uint64 {
		state, _ = bits.Add64(state, 0x9e3779b97f4a7c15, 0)
		return shifted(times(shifted(times(shifted(state, 30), 0xbf58476d1ce4e5b9), 27), 0x94d049bb133111eb), 31)
	}
	state = 1234567
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} { // as published
		if got := next(); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	}
	for _, seed := range []uint64{0, 1, 1 << 63, 0xdeadbeef} {
		s, sum := signSource(seed), 0.0
		state = seed
		for i := range 1000 {
			want := 1.0
			if next()%2 == 1 {
				want = -1
			}
			got := s.next()
			if got != want {
				t.Fatalf("seed %d, sign %d: %v", seed, i+1, got)
			}
			sum += got
		}
		if math.Abs(sum) > 150 { // 4.7 standard deviations
			t.Errorf("seed %d: the signs add up to %v", seed, sum)
		}
	}
}

// Every number of a document changes its signs: its last bit and its sign do, and so do those of two numbers together.
func TestSignsHangOnEveryNumber(t *testing.T) {
	rows := [][]float64{{.6, .8, 0, .1}, {0, .25, 1, -.3}, {.5, .7, -.9, 1e-6}}
	seen := map[signSource]string{*signs(rows): "as they are"}
	see := func(what string) {
		t.Helper()
		s := *signs(rows)
		if before, ok := seen[s]; ok {
			t.Errorf("%s gives the signs of %s", what, before)
		}
		seen[s] = what
	}
	at := func(n int) *float64 { return &rows[n/4][n%4] }
	for a := range 12 {
		x := *at(a)
		*at(a) = math.Float64frombits(math.Float64bits(x) ^ 1)
		see("the last bit of a number")
		for b := range a + 1 {
			y := *at(b)
			*at(a), *at(b) = -x, -y
			if a == b {
				*at(a) = -x
			}
			see("the sign of two")
			*at(a), *at(b) = x, y
		}
		*at(a) = x
	}
}
