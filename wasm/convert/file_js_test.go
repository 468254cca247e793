package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"syscall/js"
	"testing"
)

// pieces is a file whose bytes are those of versions[0] for so many pieces, and then those of versions[1]: as in a browser
// that does not notice that a file was written over.
func pieces(versions [2][]byte, first int) js.Value {
	var blobs [2]any
	for i, data := range versions {
		bytes := js.Global().Get("Uint8Array").New(len(data))
		js.CopyBytesToJS(bytes, data)
		blobs[i] = js.Global().Get("Blob").New([]any{bytes})
	}
	return js.Global().Get("Function").New("one", "two", "first",
		"let n = 0; return { size: one.size, slice: (from, to) => (n++ < first ? one : two).slice(from, to) }").Invoke(blobs[0], blobs[1], first)
}

func random(seed uint64, n int) []byte {
	data, rng := make([]byte, n), rand.New(rand.NewPCG(seed, 1))
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	return data
}

// read reads pieces of odd lengths at odd places, some of them twice, and confirms them.
func read(t *testing.T, f *file, want []byte) error {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 3))
	for at := int64(0); at < f.size; {
		p := make([]byte, 1+rng.IntN(500_000))
		n, err := f.ReadAt(p, at)
		if err != nil && err != io.EOF {
			return err
		}
		if want != nil && !bytes.Equal(p[:n], want[at:at+int64(n)]) {
			t.Fatalf("%d bytes at %d are others", n, at)
		}
		at += int64(n) - int64(rng.IntN(max(1, n/2)))
		if err == io.EOF {
			break
		}
	}
	return f.confirm()
}

func TestFileIsReadAtAnyPlace(t *testing.T) {
	data := random(1, 3<<20+17)
	var f *file
	for _, filled := range []bool{true, false} { // by a stream that fills a buffer of ours, and by FileReaderSync
		js.Global().Set("checksFiles", filled)
		f = newFile(pieces([2][]byte{data, data}, 0))
		for range 2 {
			if err := read(t, f, data); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n, err := f.ReadAt(make([]byte, 100), f.size-10); n != 10 || err != io.EOF {
		t.Errorf("beyond the end: %d, %v", n, err)
	}
}

// A file that is written over with as many other bytes is an error wherever in its first reading that happens, also when
// no block is read twice.
func TestWrittenOverFileIsRefused(t *testing.T) {
	one := random(1, 3<<20)
	two := bytes.Clone(one)
	for i := range two {
		if i%1000 == 0 {
			two[i]++
		}
	}
	for first := 1; first < 8; first++ { // it is read in four pieces at least, and confirmed in four
		if err := read(t, newFile(pieces([2][]byte{one, two}, first)), nil); err != errChanged {
			t.Errorf("after %d pieces: %v", first, err)
		}
		f := newFile(pieces([2][]byte{one, two}, first))
		if _, err := f.ReadAt(make([]byte, len(one)), 0); err != nil || f.confirm() != errChanged {
			t.Errorf("after %d pieces, each read once: %v, or it is confirmed", first, err)
		}
	}
}
