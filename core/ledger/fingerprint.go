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

// A Fingerprint recognises a file by its bytes, where its key is known alone: HMAC-SHA-256 of
// each block, and of all the blocks' digests in their order. The blocks' digests are the
// Hasher's work.
type Fingerprint struct {
	key    []byte
	hasher Hasher
	block  []byte
}

// A Hasher computes the HMAC-SHA-256 of blocks under one key.
type Hasher interface {
	Add(block []byte) // one block of at most Block bytes, which is not kept
	Digests() []byte  // 32 bytes a block, in the blocks' order
}

// A plainHasher computes each digest at once.
type plainHasher struct {
	mac hash.Hash
	all []byte
}

// NewHasher returns a Hasher that computes in Go.
func NewHasher(key []byte) Hasher { return &plainHasher{mac: hmac.New(sha256.New, key)} }

func (h *plainHasher) Add(block []byte) {
	h.mac.Reset()
	h.mac.Write(block)
	h.all = h.mac.Sum(h.all)
}

func (h *plainHasher) Digests() []byte { return h.all }

// NewFingerprint returns the fingerprint of no bytes under a key, whose blocks go to a
// Hasher that newHasher makes.
func NewFingerprint(key []byte, newHasher func(key []byte) Hasher) *Fingerprint {
	return &Fingerprint{key: key, hasher: newHasher(append([]byte("block"), key...)), block: make([]byte, 0, Block)}
}

// Write takes the file's next bytes. It never fails.
func (f *Fingerprint) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		if len(f.block) == 0 && len(p) >= Block { // without a copy
			f.hasher.Add(p[:Block])
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
	f.hasher.Add(f.block)
	f.block = f.block[:0]
}

// Sum returns the fingerprint in 64 hex digits. Nothing may be written afterwards.
func (f *Fingerprint) Sum() string {
	if len(f.block) > 0 {
		f.close()
	}
	top := hmac.New(sha256.New, append([]byte("file"), f.key...))
	top.Write(f.hasher.Digests())
	return hex.EncodeToString(top.Sum(nil))
}

// Short is how a fingerprint is shown: 7d1e·40ab.
func Short(fingerprint string) string {
	if len(fingerprint) < 8 {
		return fingerprint
	}
	return fingerprint[:4] + "·" + fingerprint[4:8]
}
