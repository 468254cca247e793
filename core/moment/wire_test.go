package moment

import (
	"math/rand/v2"
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
		a := sum(t, 5, 500, rows)
		before := a.Matrix()
		if a.AddBytes(change(append([]byte(nil), good...))) != ErrWire {
			t.Errorf("%s: not refused", name)
		}
		if !equal(a.Matrix(), before) {
			t.Errorf("%s: the sum has changed", name)
		}
	}
	full := sum(t, 5, 500, rows)
	full.limit = full.records
	if full.AddBytes(good) != ErrFull {
		t.Error("too many records are added")
	}
}
