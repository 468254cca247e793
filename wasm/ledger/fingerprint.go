package ledger

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// Block is how many bytes a fingerprint takes at once. Chromium takes twice as long for each
// of a block four times as large.
const Block = 256 << 10

// A Fingerprint recognises a file by its bytes, in this browser alone: HMAC-SHA-256 of
// each block, and of all the blocks' digests in their order, under the install's key.
// The blocks' digests are computed by the browser where it can (see hashing).
type Fingerprint struct {
	key   []byte
	hash  hashing
	block []byte
}

// A hashing gives the HMAC-SHA-256 of blocks.
type hashing interface {
	add(block []byte) // does not keep it
	digests() []byte  // of all blocks, one behind the other
}

// A plainHashing computes them at once.
type plainHashing struct {
	mac hash.Hash
	all []byte
}

func newPlainHashing(key []byte) *plainHashing {
	return &plainHashing{mac: hmac.New(sha256.New, key)}
}

func (h *plainHashing) add(block []byte) {
	h.mac.Reset()
	h.mac.Write(block)
	h.all = h.mac.Sum(h.all)
}

func (h *plainHashing) digests() []byte { return h.all }

// NewFingerprint returns one of no bytes.
func NewFingerprint(key []byte) *Fingerprint {
	return &Fingerprint{key: key, hash: newHashing(append([]byte("block"), key...)), block: make([]byte, 0, Block)}
}

// Write takes the file's next bytes. It never fails.
func (f *Fingerprint) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if len(f.block) == 0 && len(p) >= Block { // without a copy
			f.hash.add(p[:Block])
			p = p[Block:]
			continue
		}
		take := min(len(p), Block-len(f.block))
		f.block = append(f.block, p[:take]...)
		p = p[take:]
		if len(f.block) == Block {
			f.close()
		}
	}
	return n, nil
}

func (f *Fingerprint) close() {
	f.hash.add(f.block)
	f.block = f.block[:0]
}

// Sum returns the fingerprint in 64 hex digits. Nothing may be written afterwards.
func (f *Fingerprint) Sum() string {
	if len(f.block) > 0 {
		f.close()
	}
	top := hmac.New(sha256.New, append([]byte("file"), f.key...))
	top.Write(f.hash.digests())
	return hex.EncodeToString(top.Sum(nil))
}

// Short is how a fingerprint is shown: 7d1e·40ab.
func Short(fingerprint string) string {
	if len(fingerprint) < 8 {
		return fingerprint
	}
	return fingerprint[:4] + "·" + fingerprint[4:8]
}
