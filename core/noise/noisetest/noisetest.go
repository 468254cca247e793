// Package noisetest has seeded sources for tests and experiments. No shipped
// program may import it; a test of the import rule says so.
package noisetest

import (
	"encoding/binary"
	"math/rand/v2"
)

// New returns a reproducible source: ChaCha8 keyed by seed.
func New(seed uint64) *rand.ChaCha8 {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return rand.NewChaCha8(key)
}
