package kernel

import (
	"encoding/binary"
	"math"
)

// tables are those of parse.
func tables() []byte {
	t := make([]byte, 0, tableSize)
	t = append(t, make([]byte, 16)...)
	for range 16 {
		t = append(t, 0xff)
	}
	for point := range 17 {
		for i := range 16 {
			if i <= point && point < 16 {
				i-- // none for the first: zero
			}
			t = append(t, byte(i))
		}
	}
	for _, sign := range []float64{1, -1} {
		for point := range 17 {
			ten := sign
			for range max(0, 15-point) {
				ten *= 10 // exact
			}
			t = binary.LittleEndian.AppendUint64(t, math.Float64bits(ten))
		}
	}
	return t
}
