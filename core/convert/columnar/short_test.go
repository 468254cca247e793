package columnar

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/parquet-go/parquet-go/format"
)

// A short way gives the cells that the writer writes, or leaves them to it; those of few digits it gives.
func TestShortWaysWriteTheSameCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	integers := []uint64{0, 9, 10, 99, 100, 999, 1000, math.MaxUint64, 1 << 63}
	floats := []float64{0, math.Copysign(0, -1), 1, 9.99, 10, 999.99, 1000, 0.01, 0.005, 0.015, 0.1, 100.1, 0.07, 1.1, 2.675, 0.29, 0.57, -1, -0.5, 1e-300, 1e300, 1 / 3., math.NaN(), math.Inf(1), math.Inf(-1), 1.0000000000000002, math.Nextafter(0.29, 1)}
	for n := range 100_000 { // each hundredth, its neighbours, and others
		x := float64(n) / 100
		floats = append(floats, x, math.Nextafter(x, 0), math.Nextafter(x, 1e9), rng.Float64()*1000)
		integers = append(integers, uint64(rng.IntN(2000)), rng.Uint64())
	}
	words := make([]uint64, len(floats))
	for _, c := range []struct {
		name string
		kind format.Type
		size int
		list []uint64
	}{
		{"64 bits", format.Int64, 8, integers}, {"32 bits", format.Int32, 4, integers}, {"floats", format.Double, 8, bitsOf(floats)},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := &values{n: len(c.list), fixed: c.size}
			for _, x := range c.list {
				v.data = append(v.data, binary.LittleEndian.AppendUint64(nil, x)[:c.size]...)
			}
			for _, v := range []*values{v, {n: v.n, words: wordsOf(v)}} {
				got := words[:v.n-1]
				shortOf(c.kind)(got, v, 1)
				write, given := plainWriter(c.kind), 0
				for i, word := range got {
					want := append(write(nil, v, i+1), ',')
					var line [8]byte
					binary.LittleEndian.PutUint64(line[:], word)
					if word == 0 {
						continue
					}
					if given++; string(line[:line[7]]) != string(want) {
						t.Fatalf("%q where the writer has %q", line[:line[7]], want)
					}
				}
				if given < v.n/5 {
					t.Errorf("%d of %d are short", given, v.n)
				}
			}
		})
	}
}

// Numbers of up to three digits, and hundredths below 1,000, have a short way, and no others.
func TestWhatIsShort(t *testing.T) {
	for x, want := range map[float64]bool{0: true, 999: true, 0.05: true, 999.99: true, 0.005: false, 1000: false, -1: false} {
		t.Run(strconv.FormatFloat(x, 'g', -1, 64), func(t *testing.T) {
			if (shortFloat(x) != 0) != want {
				t.Errorf("as a float: %t", !want)
			}
			if n := uint64(int64(x)); x == math.Trunc(x) && (shortInteger(n) != 0) != want {
				t.Errorf("as an integer: %t", !want)
			}
		})
	}
}

func bitsOf(list []float64) (bits []uint64) {
	for _, x := range list {
		bits = append(bits, math.Float64bits(x))
	}
	return bits
}

func wordsOf(v *values) (words []uint64) {
	for i := range v.n {
		words = append(words, v.word(i))
	}
	return words
}
