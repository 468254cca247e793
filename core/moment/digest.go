package moment

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Digest is the SHA-256 of the sum, in 64 hex digits: equal for two matrices where dimension,
// scale, number of records and every entry are. What is hashed is d, s and n and then the
// rows of the upper triangle, diagonal first, each as a little-endian 64-bit integer.
//
// It is computed from the records exactly, so it is not private: anyone who knows all records but
// one can try out the last one.
func (m *Matrix) Digest() string {
	h := sha256.New()
	buffer := make([]byte, 0, 8*1024)
	add := func(x int64) {
		buffer = binary.LittleEndian.AppendUint64(buffer, uint64(x))
		if len(buffer) == cap(buffer) {
			h.Write(buffer)
			buffer = buffer[:0]
		}
	}
	add(int64(m.dim))
	add(int64(m.scale))
	add(m.records)
	for _, x := range m.upper {
		add(x)
	}
	h.Write(buffer)
	return hex.EncodeToString(h.Sum(nil))
}
