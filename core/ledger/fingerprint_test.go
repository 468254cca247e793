package ledger

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"
)

// A fingerprint is the HMAC of the blocks' HMACs, computed here from the whole file at once, however the file's bytes are handed over; it differs where
// any byte of any block does.
func TestFingerprintIsThatOfAllBlocks(t *testing.T) {
	key := []byte("a key")
	mac := func(key string, text []byte) []byte {
		h := hmac.New(sha256.New, []byte(key))
		h.Write(text)
		return h.Sum(nil)
	}
	fingerprint := func(file []byte, piece int) string {
		f := NewFingerprint(key, NewHasher)
		for p := range slices.Chunk(file, piece) {
			if n, err := f.Write(p); n != len(p) || err != nil {
				t.Fatalf("%d of %d bytes, %v", n, len(p), err)
			}
		}
		return f.Sum()
	}
	for _, size := range []int{0, 1, 5000, Block - 1, Block, Block + 1, 2 * Block, 3*Block + 777} {
		file := make([]byte, size)
		for i := range file {
			file[i] = byte(i*i>>7 + i)
		}
		var digests []byte
		for block := range slices.Chunk(file, Block) {
			digests = append(digests, mac("block"+string(key), block)...)
		}
		want := hex.EncodeToString(mac("file"+string(key), digests))
		for _, piece := range []int{999, Block / 2, Block - 1, Block, Block + 1, 2*Block + 5, 5 * Block} {
			if got := fingerprint(file, piece); got != want {
				t.Errorf("%d bytes, %d at a time: %s, want %s", size, piece, got, want)
			}
		}
		for at := size - 1; at > 0; at -= Block / 2 {
			other := bytes.Clone(file)
			other[at]++
			if fingerprint(other, 2*Block) == want {
				t.Errorf("%d bytes: the byte %d does not count", size, at)
			}
		}
	}
}

// A store in memory computes as it is told to, and in Go where it is told nothing.
func TestHasherOfAStore(t *testing.T) {
	m := NewMemory()
	plain := m.Hasher([]byte("k"))
	plain.Add([]byte("text"))
	own := NewHasher([]byte("k"))
	own.Add([]byte("text"))
	if !bytes.Equal(plain.Digests(), own.Digests()) || len(own.Digests()) != 32 {
		t.Errorf("%x, want %x", plain.Digests(), own.Digests())
	}
	asked := 0
	m.Hash = func(key []byte) Hasher { asked++; return NewHasher(key) }
	if m.Hasher([]byte("k")); asked != 1 {
		t.Errorf("its hasher was asked for %d times", asked)
	}
}
