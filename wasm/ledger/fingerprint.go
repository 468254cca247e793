package ledger

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// Block is how many bytes a fingerprint takes at once.
const Block = 1 << 20

// A Fingerprint recognises a file by its bytes, in this browser alone: HMAC-SHA-256 of
// each block, and of all the blocks' digests in their order, under the install's key.
// The blocks' digests are computed beside the reading where the browser can (see hashing).
type Fingerprint struct {
	key     []byte
	hash    hashing
	block   []byte
	digests []func() []byte
}

// A hashing gives the HMAC-SHA-256 of a block, which it does not keep, when it is called
// for: it may be at work until then.
type hashing func(block []byte) (digest func() []byte)

// hashHere computes it at once.
func hashHere(key []byte) hashing {
	mac := hmac.New(sha256.New, key)
	return func(block []byte) func() []byte {
		mac.Reset()
		mac.Write(block)
		sum := mac.Sum(nil)
		return func() []byte { return sum }
	}
}

// NewFingerprint returns one of no bytes.
func NewFingerprint(key []byte) *Fingerprint {
	return &Fingerprint{key: key, hash: newHashing(append([]byte("block"), key...)), block: make([]byte, 0, Block)}
}

// Write takes the file's next bytes. It never fails.
func (f *Fingerprint) Write(p []byte) (int, error) {
	n := len(p)
	for len(p) > 0 {
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
	f.digests = append(f.digests, f.hash(f.block))
	f.block = f.block[:0]
}

// Sum returns the fingerprint in 64 hex digits. Nothing may be written afterwards.
func (f *Fingerprint) Sum() string {
	if len(f.block) > 0 {
		f.close()
	}
	top := hmac.New(sha256.New, append([]byte("file"), f.key...))
	for _, digest := range f.digests {
		top.Write(digest())
	}
	return hex.EncodeToString(top.Sum(nil))
}

// Short is how a fingerprint is shown: 7d1e·40ab.
func Short(fingerprint string) string {
	if len(fingerprint) < 8 {
		return fingerprint
	}
	return fingerprint[:4] + "·" + fingerprint[4:8]
}
