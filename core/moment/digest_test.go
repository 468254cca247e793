package moment

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"testing"
)

// The digest is of the stated bytes, also where these are more than one buffer.
func TestDigest(t *testing.T) {
	for _, d := range []int{1, 3, 70} {
		a := NewAccumulator(d, 8191)
		q := make([]int16, d)
		for i := range q {
			q[i] = int16(i%40 - 20)
		}
		if err := a.Add(q); err != nil {
			t.Fatal(err)
		}
		m := a.Matrix()
		var text bytes.Buffer
		for _, x := range []int64{int64(d), 8191, 1} {
			binary.Write(&text, binary.LittleEndian, x)
		}
		for i := range d {
			for j := i; j < d; j++ {
				binary.Write(&text, binary.LittleEndian, m.At(i, j))
			}
		}
		sum := sha256.Sum256(text.Bytes())
		if got := m.Digest(); got != hex.EncodeToString(sum[:]) {
			t.Errorf("d = %d: %s", d, got)
		}
		if err := a.Add(make([]int16, d)); err != nil {
			t.Fatal(err)
		}
		if a.Matrix().Digest() == m.Digest() {
			t.Errorf("d = %d: another number of records has the same digest", d)
		}
	}
}
