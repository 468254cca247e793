package moment

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"testing"
)

// panics reports whether f does.
func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

// The least shape and the largest scale are taken; what is beyond, and sums of another shape, is a defect of the caller.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		d, s int
		is   bool
	}{{1, 1, true}, {1, MaxScale, true}, {2, 1, true}, {0, 1, false}, {1, 0, false}, {1, MaxScale + 1, false}} {
		t.Run(fmt.Sprint(c.d, c.s), func(t *testing.T) {
			if panics(func() { NewAccumulator(c.d, c.s) }) == c.is {
				t.Errorf("dimension %d, scale %d: taken is not %t", c.d, c.s, c.is)
			}
		})
	}
	own := NewAccumulator(3, 10)
	for _, other := range []*Accumulator{NewAccumulator(4, 10), NewAccumulator(3, 11)} {
		if !panics(func() { own.Merge(other) }) {
			t.Errorf("a sum of dimension %d and scale %d is merged into one of 3 and 10", other.dim, other.scale)
		}
		if !panics(func() { own.AddMatrix(other.Matrix()) }) {
			t.Errorf("a matrix of dimension %d and scale %d is added to one of 3 and 10", other.dim, other.scale)
		}
	}
}

// Records of exactly the largest norm, and no records at all, are sums that another may have.
func TestSumsAtTheirBounds(t *testing.T) {
	full := NewAccumulator(2, 5)
	for _, q := range [][]int16{{3, 4}, {-5, 0}, {0, 5}} {
		t.Run(fmt.Sprint(q), func(t *testing.T) {
			if err := full.Add(q); err != nil {
				t.Fatal(err)
			}
		})
	}
	a := NewAccumulator(2, 5)
	if err := a.AddBytes(full.Bytes()); err != nil || a.Matrix().Digest() != full.Matrix().Digest() {
		t.Errorf("records of norm s: %v", err)
	}
	none := NewAccumulator(2, 5)
	if err := none.AddUpper(0, []int64{0, 0, 0}); err != nil || none.Matrix().Records() != 0 {
		t.Errorf("a sum of no records: %v", err)
	}
	if err := none.AddUpper(-1, []int64{0, 0, 0}); err != ErrWire {
		t.Errorf("a sum of −1 records: %v", err)
	}
}

// As many records are taken as keep n·s² below 2⁶¹, and not one more, at every scale.
func TestLimitIsTheLargestThatFits(t *testing.T) {
	bound := new(big.Int).Lsh(big.NewInt(1), 61)
	for s := 1; s <= MaxScale; s++ {
		square, limit := big.NewInt(int64(s)*int64(s)), NewAccumulator(1, s).limit
		fits := func(n int64) bool { return new(big.Int).Mul(big.NewInt(n), square).Cmp(bound) < 0 }
		if !fits(limit) || fits(limit+1) {
			t.Fatalf("scale %d: the limit is %d", s, limit)
		}
	}
}

// Sums of as many records as fit are taken from elsewhere, one more is refused, and so are those that fit alone but not beside what is
// there; what is refused changes nothing.
func TestRecordsFromElsewhereAtTheLimit(t *testing.T) {
	const s = 3
	limit := NewAccumulator(1, s).limit
	for _, c := range []struct {
		own, other int64
		want       error
	}{{0, limit, nil}, {0, limit + 1, ErrFull}, {1, limit - 1, nil}, {1, limit, ErrFull}, {limit, 0, nil}, {limit, 1, ErrFull}} {
		t.Run(fmt.Sprint(c.own, c.other), func(t *testing.T) {
			// Records of nothing but zeros, so that every number of them has the same sums.
			wire := NewAccumulator(1, s).Bytes()
			binary.LittleEndian.PutUint64(wire[16:], uint64(c.other))
			for way, add := range map[string]func(a *Accumulator) error{
				"bytes":    func(a *Accumulator) error { return a.AddBytes(wire) },
				"rows":     func(a *Accumulator) error { return a.AddUpper(c.other, []int64{0}) },
				"a matrix": func(a *Accumulator) error { return a.AddMatrix(&Matrix{1, s, c.other, []int64{0}}) },
				"a sum": func(a *Accumulator) error {
					return a.Merge(&Accumulator{dim: 1, scale: s, records: c.other, sums: []int64{0}})
				},
			} {
				t.Run(way, func(t *testing.T) {
					a := NewAccumulator(1, s)
					a.records = c.own
					want := c.own
					if c.want == nil {
						want += c.other
					}
					if err := add(a); err != c.want || a.Matrix().Records() != want {
						t.Errorf("%s of %d records beside %d: %v, then %d", way, c.other, c.own, err, a.Matrix().Records())
					}
				})
			}
		})
	}
}

// A sum may be merged into itself, with a block that is filled in part: every record then counts twice.
func TestMergeWithItself(t *testing.T) {
	a := NewAccumulator(2, 5)
	for range BlockRows + 3 {
		if err := a.Add([]int16{3, -4}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Merge(a); err != nil {
		t.Fatal(err)
	}
	const n = 2 * (BlockRows + 3)
	if m := a.Matrix(); m.Records() != n || m.At(0, 0) != 9*n || m.At(0, 1) != -12*n || m.At(1, 1) != 16*n {
		t.Errorf("%d records, %d, %d, %d", m.Records(), m.At(0, 0), m.At(0, 1), m.At(1, 1))
	}
}

// A matrix and its bytes ask for the memory that their entries need, and for no more.
func TestRoomIsExact(t *testing.T) {
	for _, d := range []int{1, 2, 3, 10, 47, 150} {
		a := NewAccumulator(d, 5)
		if upper := a.Matrix().upper; len(upper) != d*(d+1)/2 || cap(upper) != len(upper) {
			t.Errorf("d = %d: a matrix of %d entries has room for %d", d, len(upper), cap(upper))
		}
		if b := a.Bytes(); len(b) != 8*(5+len(a.sums)) || cap(b) != len(b) {
			t.Errorf("d = %d: %d bytes in room for %d", d, len(b), cap(b))
		}
	}
}
