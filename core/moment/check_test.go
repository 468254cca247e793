package moment

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// filled has the sum of some records of both kinds, dense and sparse.
func filledWith(t *testing.T, random *rand.Rand, d, n int) *Accumulator {
	t.Helper()
	a := NewAccumulator(d, MaxScale)
	for i := range n {
		q := make([]int16, d)
		for j := range q {
			if i%2 == 0 || j%17 == i%17 {
				q[j] = int16(random.IntN(2*600) - 600)
			}
		}
		if err := a.Add(q); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// One entry of the sum that is not the records' is found, wherever it stands: by Matrix, which panics, and in the bytes of another worker.
func TestEveryEntryIsChecked(t *testing.T) {
	const seed = 41
	random := rand.New(rand.NewPCG(seed, 0))
	for _, d := range []int{1, 2, 7, 16, 33} {
		a := filledWith(t, random, d, 300)
		a.Matrix()
		for i := range d {
			for j := i; j < d; j++ {
				at := tileAt(panelsOf(d), i/Tile, j/Tile) + i%Tile*Tile + j%Tile
				wrong := int64(1) << random.IntN(62)
				a.sums[at] += wrong
				if err := NewAccumulator(d, MaxScale).AddBytes(a.Bytes()); !errors.Is(err, ErrWire) {
					t.Errorf("d = %d: bytes with a wrong entry %d, %d are taken: %v", d, i, j, err)
				}
				panics := func() (wrong bool) {
					defer func() { wrong = recover() != nil }()
					a.Matrix()
					return false
				}()
				if !panics {
					t.Errorf("d = %d: a sum with a wrong entry %d, %d is given out", d, i, j)
				}
				a.sums[at] -= wrong
			}
		}
		a.Matrix()
	}
}

// The check goes with the sums: through merging, bytes, and rows that come from elsewhere.
func TestCheckGoesWithTheSums(t *testing.T) {
	random := rand.New(rand.NewPCG(42, 0))
	a, b := filledWith(t, random, 20, 100), filledWith(t, random, 20, 57)
	if err := a.Merge(b); err != nil {
		t.Fatal(err)
	}
	c := NewAccumulator(20, MaxScale)
	if err := c.AddBytes(a.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := c.AddUpper(int64(157), a.Matrix().upper); err != nil {
		t.Fatal(err)
	}
	if err := c.AddMatrix(b.Matrix()); err != nil {
		t.Fatal(err)
	}
	if c.Matrix().Records() != 157*2+57 {
		t.Errorf("%d records", c.Matrix().Records())
	}
}

// A record of another length is a defect of the program, and ends it.
func TestRecordsOfAnotherLength(t *testing.T) {
	for _, q := range [][]int16{{1}, {1, 2, 3}} {
		t.Run(fmt.Sprint(q), func(t *testing.T) {
			panics := func() (wrong bool) {
				defer func() { wrong = recover() != nil }()
				return NewAccumulator(2, MaxScale).Add(q) == nil && false
			}()
			if !panics {
				t.Errorf("a record of length %d is taken for one of 2", len(q))
			}
		})
	}
}

// The probe is SplitMix64 started at 1, made odd: the wanted numbers are those of the generator's reference code.
func TestProbeIsTheStatedGenerator(t *testing.T) {
	want := []uint64{0x910a2dec89025cc1, 0xbeeb8da1658eec67, 0xf893a2eefb32555e | 1, 0x71c18690ee42c90b}
	for d := range len(want) + 1 {
		if got := probe(d); !slices.Equal(got, want[:d]) {
			t.Errorf("d = %d: %x, want %x", d, got, want[:d])
		}
	}
	// All are odd, and no two of many are equal.
	many := probe(10_000)
	for i, r := range many {
		if r%2 == 0 {
			t.Fatalf("number %d is even: %x", i, r)
		}
	}
	slices.Sort(many)
	if len(slices.Compact(many)) != 10_000 {
		t.Error("two numbers of the probe are equal")
	}
}
