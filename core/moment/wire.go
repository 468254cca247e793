package moment

import (
	"encoding/binary"
	"errors"
)

// ErrWire refuses bytes that are not a sum of the same shape, whole and unharmed.
var ErrWire = errors.New("moment: these bytes are not a sum of this shape")

// Bytes gives all that a has summed, for AddBytes of an accumulator elsewhere.
func (a *Accumulator) Bytes() []byte {
	a.flush()
	out := make([]byte, 0, 8*(4+len(a.sums)))
	for _, x := range []int64{int64(a.dim), int64(a.scale), a.records, a.trace} {
		out = binary.LittleEndian.AppendUint64(out, uint64(x))
	}
	for _, x := range a.sums {
		out = binary.LittleEndian.AppendUint64(out, uint64(x))
	}
	return out
}

// AddBytes adds what another accumulator, of the same dimension and scale, had summed
// when it gave its Bytes. It returns ErrWire where the bytes cannot be that (their
// trace does not fit their sums, among others), ErrFull where there are too many
// records; a then stays as it was.
func (a *Accumulator) AddBytes(b []byte) error {
	if len(b) != 8*(4+len(a.sums)) {
		return ErrWire
	}
	next := func() int64 {
		x := binary.LittleEndian.Uint64(b)
		b = b[8:]
		return int64(x)
	}
	dim, scale, records, trace := next(), next(), next(), next()
	if dim != int64(a.dim) || scale != int64(a.scale) || records < 0 {
		return ErrWire
	}
	if records > a.limit-a.records {
		return ErrFull
	}
	other := &Accumulator{dim: a.dim, scale: a.scale, records: records, limit: a.limit, trace: trace, sums: make([]int64, len(a.sums))}
	for i := range other.sums {
		other.sums[i] = next()
	}
	if other.diagonal() != trace || trace > records*scale*scale {
		return ErrWire
	}
	return a.Merge(other)
}

// diagonal is the trace of the sums.
func (a *Accumulator) diagonal() (trace int64) {
	for i := range a.dim {
		trace += a.sums[tileAt(panelsOf(a.dim), i/Tile, i/Tile)+i%Tile*Tile+i%Tile]
	}
	return trace
}
