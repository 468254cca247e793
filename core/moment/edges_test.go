package moment

import "testing"

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
		if panics(func() { NewAccumulator(c.d, c.s) }) == c.is {
			t.Errorf("dimension %d, scale %d: taken is not %t", c.d, c.s, c.is)
		}
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
		if err := full.Add(q); err != nil {
			t.Fatal(err)
		}
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
