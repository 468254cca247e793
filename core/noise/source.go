// Package noise draws the random variates that mechanisms are made of.
//
// Discrete variates (discrete Gaussian, discrete Laplace, Bernoulli) are exact:
// integer arithmetic on the bits of a Source, no floating-point rounding.
// Continuous variates (Uniform, Normal) are double precision and serve the
// samplers whose claim is "idealised numerics".
//
// The rule of this package: outside tests and experiments the only Source is
// the one that NewSource returns, the operating system's or the browser's
// cryptographic generator. Seeded sources live in noise/noisetest, which no
// shipped program imports.
package noise

import (
	"crypto/rand"
	"encoding/binary"
)

// A Source yields independent uniform 64-bit words.
type Source interface {
	Uint64() uint64
}

// bufferSize is what one call of the browser's getRandomValues may return at most.
const bufferSize = 64 << 10

// cryptoSource buffers crypto/rand: one call for each 8 bytes costs about a
// thousand times as much as the word itself. A word is wiped once it is used.
type cryptoSource struct {
	buf  [bufferSize]byte
	next int
}

// NewSource returns the cryptographic source. It is not safe for concurrent
// use. Like crypto/rand, it ends the program when the system has no randomness.
func NewSource() Source {
	return &cryptoSource{next: bufferSize}
}

func (s *cryptoSource) Uint64() uint64 {
	if s.next == bufferSize {
		rand.Read(s.buf[:]) // never returns an error since Go 1.24
		s.next = 0
	}
	word := s.buf[s.next : s.next+8]
	u := binary.LittleEndian.Uint64(word)
	clear(word)
	s.next += 8
	return u
}
