package ledger

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// Block is how many bytes a fingerprint takes at once.
const Block = 1 << 20

// A Fingerprint recognises a file by its bytes, in this browser alone: HMAC-SHA-256 of
// each block, and of all the blocks' digests in their order, under the install's key.
// Blocks are independent, so that several workers may share them.
type Fingerprint struct {
	key    []byte
	block  hash.Hash
	filled int // bytes of block
	top    hash.Hash
}

// NewFingerprint returns one of no bytes.
func NewFingerprint(key []byte) *Fingerprint {
	return &Fingerprint{key: key, block: hmac.New(sha256.New, append([]byte("block"), key...)), top: hmac.New(sha256.New, append([]byte("file"), key...))}
}

// Write takes the file's next bytes. It never fails.
func (f *Fingerprint) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
		take := min(len(p), Block-f.filled)
		f.block.Write(p[:take])
		p = p[take:]
		if f.filled += take; f.filled == Block {
			f.close()
		}
	}
	return n, nil
}

func (f *Fingerprint) close() {
	f.top.Write(f.block.Sum(nil))
	f.block.Reset()
	f.filled = 0
}

// Sum returns the fingerprint in 64 hex digits. Nothing may be written afterwards.
func (f *Fingerprint) Sum() string {
	if f.filled > 0 {
		f.close()
	}
	return hex.EncodeToString(f.top.Sum(nil))
}

// Short is how a fingerprint is shown: 7d1e·40ab.
func Short(fingerprint string) string {
	if len(fingerprint) < 8 {
		return fingerprint
	}
	return fingerprint[:4] + "·" + fingerprint[4:8]
}
