package noise

import (
	"bytes"
	"crypto/rand"
	"encoding/binary"
	"io"
	"testing"
)

// TestSourceIsBuffered replaces the system's generator by a counter and expects
// its bytes back in order, each once, read a buffer at a time and wiped after use.
func TestSourceIsBuffered(t *testing.T) {
	const words = 5 * bufferSize / 8 / 2
	var stream bytes.Buffer
	for i := range uint64(words + bufferSize/8) {
		stream.Write(binary.LittleEndian.AppendUint64(nil, i+1))
	}
	reads := 0
	system := rand.Reader
	rand.Reader = readerFunc(func(p []byte) (int, error) {
		reads++
		return io.ReadFull(&stream, p)
	})
	defer func() { rand.Reader = system }()

	src := NewSource().(*cryptoSource)
	for i := range uint64(words) {
		if got := src.Uint64(); got != i+1 {
			t.Fatalf("word %d of the stream came as %d", i+1, got)
		}
	}
	if reads != 3 {
		t.Errorf("%d reads for 2.5 buffers", reads)
	}
	if used := src.buf[:src.next]; !bytes.Equal(used, make([]byte, len(used))) {
		t.Error("used words are not wiped")
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestSourceDoesNotRepeat draws through several buffers; two of the words agree
// with probability below 2⁻³⁴.
func TestSourceDoesNotRepeat(t *testing.T) {
	src := NewSource()
	seen := make(map[uint64]bool)
	for range 3 * bufferSize / 8 {
		w := src.Uint64()
		if seen[w] {
			t.Fatal("a word came twice")
		}
		seen[w] = true
	}
	if allocs := testing.AllocsPerRun(bufferSize/4, func() { src.Uint64() }); allocs != 0 {
		t.Errorf("%v allocations a word", allocs)
	}
}
