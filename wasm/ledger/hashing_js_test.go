package ledger

import (
	"bytes"
	"testing"
	"time"
)

// The browser's digests are the bits of those computed here.
func TestTheBrowserHashesTheSame(t *testing.T) {
	key := []byte("key of 32 bytes, as an install's.")
	browser, here := newHashing(key), newPlainHashing(key)
	if _, ok := browser.(*browserHashing); !ok {
		t.Fatal("this browser does not hash")
	}
	for _, n := range []int{0, 1, 1000, Block} {
		block := bytes.Repeat([]byte{byte(n), 7}, n)[:n]
		here.add(block)
		browser.add(block)
		clear(block) // what it needs it has
	}
	if got, want := browser.digests(), here.digests(); len(want) != 4*32 || !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestFingerprintSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("a measurement")
	}
	for name, h := range map[string]hashing{"browser": newHashing([]byte("key")), "Go": newPlainHashing([]byte("key"))} {
		f := NewFingerprint([]byte("key"))
		f.hash = h
		start := time.Now()
		chunk := bytes.Repeat([]byte{1}, 64<<10)
		for range 1024 {
			f.Write(chunk)
		}
		written := time.Since(start)
		f.Sum()
		t.Logf("%s: 64 MiB in %v, of which the writer waits %v", name, time.Since(start), written)
	}
}
