package moment

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, d := range []int{1, 2, 3, 7, 40} {
		rows := records(rng, 700, d, 500)
		whole := sum(t, d, 500, rows).Matrix()
		a, b := sum(t, d, 500, rows[:300]), sum(t, d, 500, rows[300:])
		if err := a.AddBytes(b.Bytes()); err != nil {
			t.Fatal(err)
		}
		if !equal(a.Matrix(), whole) {
			t.Errorf("d = %d: another sum over the wire", d)
		}
	}
}

func TestBytesRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	rows := records(rng, 300, 5, 500)
	good := sum(t, 5, 500, rows).Bytes()
	for name, change := range map[string]func(b []byte) []byte{
		"cut short":        func(b []byte) []byte { return b[:len(b)-8] },
		"another shape":    func(b []byte) []byte { b[0]++; return b },
		"another scale":    func(b []byte) []byte { b[8]++; return b },
		"negative records": func(b []byte) []byte { b[23] = 0x80; return b },
		"another trace":    func(b []byte) []byte { b[24]++; return b },
		"another sum":      func(b []byte) []byte { b[32]++; return b },
		"too few records":  func(b []byte) []byte { b[16], b[17] = 0, 0; return b },
	} {
		t.Run(name, func(t *testing.T) {
			a := sum(t, 5, 500, rows)
			before := a.Matrix()
			if a.AddBytes(change(append([]byte(nil), good...))) != ErrWire {
				t.Errorf("%s: not refused", name)
			}
			if !equal(a.Matrix(), before) {
				t.Errorf("%s: the sum has changed", name)
			}
		})
	}
	filled := sum(t, 5, 500, rows)
	filled.limit = 2 * filled.records
	if err := filled.AddBytes(good); err != nil {
		t.Errorf("as many records as fit: %v", err)
	}
	longest := NewAccumulator(2, 500) // whose trace is n·s²
	if err := longest.Add([]int16{500, 0}); err != nil {
		t.Fatal(err)
	}
	if err := longest.AddBytes(longest.Bytes()); err != nil {
		t.Errorf("records of the largest length: %v", err)
	}
	full := sum(t, 5, 500, rows)
	full.limit = full.records
	if full.AddBytes(good) != ErrFull {
		t.Error("too many records are added")
	}
}

// Up to its limits a matrix is taken: a diagonal of 0, a trace of n·s², as many records as fit; one record more is refused.
func TestAddUpperAtItsLimits(t *testing.T) {
	const s = 100
	sum := NewAccumulator(2, s)
	if err := sum.AddUpper(1, []int64{s * s, 0, 0}); err != nil {
		t.Errorf("a trace of n·s² beside a diagonal of 0: %v", err)
	}
	if err := sum.AddUpper(1, []int64{s*s - 1, 0, 2}); !errors.Is(err, ErrWire) {
		t.Errorf("a trace above n·s²: %v", err)
	}
	if err := sum.AddUpper(1, []int64{20, 20, 20}); err != nil {
		t.Errorf("an entry as large as its row and its column allow: %v", err)
	}
	empty := NewAccumulator(2, s)
	if err := empty.AddUpper(empty.limit+1, []int64{0, 0, 0}); !errors.Is(err, ErrFull) {
		t.Errorf("more records than fit: %v", err)
	}
	if err := empty.AddUpper(empty.limit, []int64{0, 0, 0}); err != nil {
		t.Errorf("as many records as fit: %v", err)
	}
}

// A matrix that was written down is added as the records were; what no records give is refused and changes nothing.
func TestAddUpper(t *testing.T) {
	const d, s = 7, 100
	rng := rand.New(rand.NewPCG(3, 3))
	one, other, both := NewAccumulator(d, s), NewAccumulator(d, s), NewAccumulator(d, s)
	for i := range 90 {
		q := make([]int16, d)
		for j := range q {
			q[j] = int16(rng.IntN(75) - 37)
		}
		a := one
		if i%3 == 0 {
			a = other
		}
		if err := errors.Join(a.Add(q), both.Add(q)); err != nil {
			t.Fatal(err)
		}
	}
	want := both.Matrix().Digest()
	sum := NewAccumulator(d, s)
	if err := errors.Join(sum.AddMatrix(one.Matrix()), sum.AddUpper(30, other.Matrix().upper)); err != nil || sum.Matrix().Digest() != want {
		t.Fatal(err)
	}
	for name, change := range map[string]func(upper []int64, records *int64){
		"a negative diagonal":        func(u []int64, _ *int64) { u[0] = -1 },
		"a trace above n·s²":         func(_ []int64, n *int64) { *n = 1 },
		"an entry above its row":     func(u []int64, _ *int64) { u[1] = u[0] + u[d] },
		"the smallest integer":       func(u []int64, _ *int64) { u[1] = math.MinInt64 },
		"an entry beside a zero":     func(u []int64, _ *int64) { u[0], u[1] = 0, 1 },
		"fewer than no records":      func(_ []int64, n *int64) { *n = -1 },
		"records that overflow":      func(_ []int64, n *int64) { *n = math.MaxInt64 },
		"a diagonal that overflows":  func(u []int64, _ *int64) { u[0] = math.MaxInt64 },
		"two that overflow together": func(u []int64, _ *int64) { u[0], u[d] = math.MaxInt64, math.MaxInt64 },
	} {
		t.Run(name, func(t *testing.T) {
			upper, records := slices.Clone(other.Matrix().upper), int64(30)
			change(upper, &records)
			if err := sum.AddUpper(records, upper); err == nil {
				t.Errorf("%s was taken", name)
			}
		})
	}
	if err := sum.AddUpper(1, make([]int64, 3)); !errors.Is(err, ErrWire) {
		t.Error(err)
	}
	if sum.Matrix().Digest() != want {
		t.Error("what was refused changed the sum")
	}
}

// Records as long as they may be are taken over the wire, and so are none.
func TestWireAtItsLimits(t *testing.T) {
	const s = 100
	full := NewAccumulator(3, s)
	for _, q := range [][]int16{{s, 0, 0}, {0, -s, 0}, {60, 0, 80}} {
		t.Run(fmt.Sprint(q), func(t *testing.T) {
			if err := full.Add(q); err != nil {
				t.Fatal(err)
			}
		})
	}
	sum := NewAccumulator(3, s)
	if err := sum.AddBytes(full.Bytes()); err != nil || !equal(sum.Matrix(), full.Matrix()) {
		t.Errorf("three records of length s: %v", err)
	}
	if err := sum.AddBytes(NewAccumulator(3, s).Bytes()); err != nil || sum.Matrix().Records() != 3 {
		t.Errorf("no records: %v", err)
	}
	if err := sum.AddUpper(0, make([]int64, 6)); err != nil || sum.Matrix().Records() != 3 {
		t.Errorf("a matrix of no records: %v", err)
	}
}
