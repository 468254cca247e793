package moment

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"testing/quick"
)

// records draws n vectors of length d inside the ball of radius s: a few large
// entries, or all of them smaller.
func records(rng *rand.Rand, n, d, s int) [][]int16 {
	out := make([][]int16, n)
	for r := range out {
		q := make([]int16, d)
		if rng.IntN(2) == 0 {
			small := int(float64(s) / math.Sqrt(float64(d)))
			for i := range q {
				q[i] = int16(rng.IntN(2*small+1) - small)
			}
		} else {
			left := int64(s) * int64(s)
			for range rng.IntN(d) + 1 {
				i := rng.IntN(d)
				x := int64(rng.IntN(2*s+1) - s)
				if q[i] == 0 && x*x <= left {
					q[i] = int16(x)
					left -= x * x
				}
			}
		}
		out[r] = q
	}
	return out
}

// reference sums with big integers, one entry at a time.
func reference(rows [][]int16, i, j int) *big.Int {
	sum := new(big.Int)
	for _, q := range rows {
		sum.Add(sum, big.NewInt(int64(q[i])*int64(q[j])))
	}
	return sum
}

func sum(t *testing.T, d, s int, rows [][]int16) *Accumulator {
	t.Helper()
	a := NewAccumulator(d, s)
	for _, q := range rows {
		if err := a.Add(q); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

func equal(a, b *Matrix) bool {
	if a.Dim() != b.Dim() || a.Scale() != b.Scale() || a.Records() != b.Records() {
		return false
	}
	for i := range a.Dim() {
		for j := range a.Dim() {
			if a.At(i, j) != b.At(j, i) {
				return false
			}
		}
	}
	return true
}

func TestSumIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, d := range []int{1, 2, 3, 4, 5, 10, 31} {
		for _, n := range []int{0, 1, BlockRows - 1, BlockRows, BlockRows + 1, 1000} {
			rows := records(rng, n, d, MaxScale)
			m := sum(t, d, MaxScale, rows).Matrix()
			for i := range d {
				for j := range d {
					if want := reference(rows, i, j); want.Int64() != m.At(i, j) {
						t.Fatalf("d=%d n=%d: entry %d,%d is %d, want %v", d, n, i, j, m.At(i, j), want)
					}
				}
			}
			if m.Records() != int64(n) {
				t.Fatalf("%d records, want %d", m.Records(), n)
			}
		}
	}
}

// The same bits for any order, any chunking and any number of parts.
func TestOrderChunksAndPartsDoNotMatter(t *testing.T) {
	const s = 8191
	property := func(seed uint64, size uint16, dim, parts uint8) bool {
		rng := rand.New(rand.NewPCG(seed, 2))
		d, n, p := int(dim)%40+1, int(size)%2000, int(parts)%8+1
		rows := records(rng, n, d, s)
		want := sum(t, d, s, rows).Matrix()

		rng.Shuffle(n, func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		workers := make([]*Accumulator, p)
		for i := range workers {
			workers[i] = NewAccumulator(d, s)
		}
		for _, q := range rows {
			w := workers[rng.IntN(p)]
			if err := w.Add(q); err != nil {
				t.Error(err)
			}
			if rng.IntN(100) == 0 {
				w.Matrix() // a look in between flushes a part of a block
			}
		}
		for _, w := range workers[1:] {
			if err := workers[0].Merge(w); err != nil {
				t.Error(err)
			}
		}
		return equal(want, workers[0].Matrix())
	}
	if err := quick.Check(property, &quick.Config{MaxCount: 60}); err != nil {
		t.Error(err)
	}
}

func TestLongRecordsAreRefused(t *testing.T) {
	a := NewAccumulator(2, 5)
	if err := a.Add([]int16{3, 4}); err != nil {
		t.Errorf("a record on the sphere: %v", err)
	}
	if err := a.Add([]int16{4, 4}); !errors.Is(err, ErrNorm) {
		t.Errorf("a record outside the ball: %v", err)
	}
	if err := a.Add([]int16{5, 1}); !errors.Is(err, ErrNorm) {
		t.Errorf("a record of Σq² = s² + 1: %v", err)
	}
	if err := NewAccumulator(2, MaxScale).Add([]int16{1, -MaxScale}); !errors.Is(err, ErrNorm) {
		t.Errorf("a record of Σq² = s² + 1 at the largest scale: %v", err)
	}
	if err := a.Add([]int16{-32768, 0}); !errors.Is(err, ErrNorm) {
		t.Errorf("the most negative entry: %v", err)
	}
	m := a.Matrix()
	if m.Records() != 1 || m.At(0, 0) != 9 || m.At(0, 1) != 12 || m.At(1, 1) != 16 {
		t.Errorf("a refused record left a trace: %+v", m)
	}
}

func TestOverflowIsRefusedBefore(t *testing.T) {
	const s = MaxScale
	a, b := NewAccumulator(1, s), NewAccumulator(1, s)
	a.records = a.limit - 1
	a.sums[0] = a.records * s * s
	a.trace, a.form = a.sums[0], a.probe[0]*a.probe[0]*uint64(a.sums[0])
	if err := b.Add([]int16{s}); err != nil {
		t.Fatal(err)
	}
	if err := a.Add([]int16{-s}); err != nil {
		t.Fatalf("the last record that fits: %v", err)
	}
	before := a.Matrix()
	if err := a.Add([]int16{0}); !errors.Is(err, ErrFull) {
		t.Errorf("one record too many: %v", err)
	}
	if err := a.Merge(b); !errors.Is(err, ErrFull) {
		t.Errorf("one part too many: %v", err)
	}
	if !equal(before, a.Matrix()) {
		t.Error("a refused record left a trace")
	}
	if got := before.At(0, 0); got <= 0 || got >= headroom {
		t.Errorf("the fullest sum is %d, outside (0, 2⁶¹)", got)
	}
}

// The sensitivities of MATH: of all pairs tried none passes √2·s² (replace-one).
func TestSensitivityOfReplacingOneRecord(t *testing.T) {
	const d, s = 4, 100
	rng := rand.New(rand.NewPCG(3, 3))
	worst := 0.0
	for range 2000 {
		pair := records(rng, 2, d, s)
		x, y := sum(t, d, s, pair[:1]).Matrix(), sum(t, d, s, pair[1:]).Matrix()
		square := 0.0
		for i := range d {
			for j := range d {
				diff := float64(x.At(i, j) - y.At(i, j))
				square += diff * diff
			}
		}
		worst = max(worst, square)
	}
	if bound := 2.0 * s * s * s * s; worst > bound || worst < bound/2 {
		t.Errorf("worst squared change %.4g, want within [½, 1] of the bound %.4g", worst, bound)
	}
}

func BenchmarkAdd(b *testing.B) {
	for _, shape := range []struct{ d, nonzero int }{{116, 116}, {150, 150}, {513, 513}, {513, 40}} {
		rng := rand.New(rand.NewPCG(4, 4))
		rows := make([][]int16, 1024)
		for r := range rows {
			rows[r] = make([]int16, shape.d)
			for _, i := range rng.Perm(shape.d)[:shape.nonzero] {
				rows[r][i] = int16(1 + rng.IntN(300))
			}
		}
		b.Run(fmt.Sprintf("d=%d/nonzero=%d", shape.d, shape.nonzero), func(b *testing.B) {
			a := NewAccumulator(shape.d, MaxScale)
			for i := range b.N {
				if err := a.Add(rows[i%len(rows)]); err != nil {
					b.Fatal(err)
				}
			}
			macs := float64(b.N) * float64(shape.d*(shape.d+1)/2)
			b.ReportMetric(macs/b.Elapsed().Seconds()/1e9, "GMAC/s")
		})
	}
}

// A kernel that fails after it was accepted is noticed by the trace.
func TestWrongSumsAreNoticed(t *testing.T) {
	a := NewAccumulator(3, 10)
	a.kernel = func(d int, sums []int64, panels, rows []int16) {}
	for range BlockRows {
		if err := a.Add([]int16{1, 2, 3}); err != nil {
			t.Fatal(err)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a matrix was made of sums that a kernel lost")
		}
	}()
	a.Matrix()
}
