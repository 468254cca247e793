package ledger

import (
	"bytes"
	"testing"
	"time"
)

// The browser's digests are the bits of those computed here.
func TestTheBrowserHashesTheSame(t *testing.T) {
	key := []byte("key of 32 bytes, as an install's.")
	browser, here := newHashing(key), hashHere(key)
	for _, n := range []int{0, 1, 1000, Block} {
		block := bytes.Repeat([]byte{byte(n), 7}, n)[:n]
		digest := browser(block)
		clear(block) // what it needs it has
		want := here(bytes.Repeat([]byte{byte(n), 7}, n)[:n])()
		if !bytes.Equal(digest(), want) {
			t.Errorf("%d bytes: another digest", n)
		}
	}
}

func TestFingerprintSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("a measurement")
	}
	for name, make := range map[string]func([]byte) hashing{"browser": newHashing, "Go": hashHere} {
		f := NewFingerprint([]byte("key"))
		f.hash = make([]byte("key"))
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
