//go:build js && wasm

package indexeddb

import (
	"bytes"
	"testing"
	"time"

	"privatepca/core/ledger"
)

// The browser's digests are the bits of those computed here.
func TestTheBrowserHashesTheSame(t *testing.T) {
	key := []byte("key of 32 bytes, as an install's.")
	browser, here := NewHasher(key), ledger.NewHasher(key)
	if _, ok := browser.(*hasher); !ok {
		t.Fatal("this browser does not hash")
	}
	for _, n := range []int{0, 1, 1000, ledger.Block} {
		block := bytes.Repeat([]byte{byte(n), 7}, n)[:n]
		here.Add(block)
		browser.Add(block)
		clear(block) // what it needs it has
	}
	if got, want := browser.Digests(), here.Digests(); len(want) != 4*32 || !bytes.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestFingerprintSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("a measurement")
	}
	sums := map[string]string{}
	for name, h := range map[string]func(key []byte) ledger.Hasher{"browser": NewHasher, "Go": ledger.NewHasher} {
		f := ledger.NewFingerprint([]byte("key"), h)
		start := time.Now()
		chunk := bytes.Repeat([]byte{1}, 64<<10)
		for range 1024 {
			f.Write(chunk)
		}
		written := time.Since(start)
		sums[name] = f.Sum()
		t.Logf("%s: 64 MiB in %v, of which the writer waits %v", name, time.Since(start), written)
	}
	if sums["browser"] != sums["Go"] {
		t.Errorf("fingerprints %s and %s", sums["browser"], sums["Go"])
	}
}
