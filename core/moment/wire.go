package moment

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// ErrWire refuses bytes that are not a sum of the same shape, whole and unharmed.
var ErrWire = errors.New("moment: these bytes are not a sum of this shape")

// Bytes gives all that a has summed, for AddBytes of an accumulator elsewhere.
func (a *Accumulator) Bytes() []byte {
	a.flush()
	out := make([]byte, 0, 8*(5+len(a.sums)))
	for _, x := range []int64{int64(a.dim), int64(a.scale), a.records, a.trace, int64(a.form)} {
		out = binary.LittleEndian.AppendUint64(out, uint64(x))
	}
	for _, x := range a.sums {
		out = binary.LittleEndian.AppendUint64(out, uint64(x))
	}
	return out
}

// AddBytes adds what another accumulator, of the same dimension and scale, had summed
// when it gave its Bytes. It returns ErrWire where the bytes cannot be that (their
// trace and their form do not fit their sums, among others), ErrFull where there are too many
// records; a then stays as it was.
func (a *Accumulator) AddBytes(b []byte) error {
	if len(b) != 8*(5+len(a.sums)) {
		return ErrWire
	}
	next := func() int64 {
		x := binary.LittleEndian.Uint64(b)
		b = b[8:]
		return int64(x)
	}
	dim, scale, records, trace, form := next(), next(), next(), next(), next()
	if dim != int64(a.dim) || scale != int64(a.scale) || records < 0 {
		return ErrWire
	}
	if records > a.limit {
		return ErrFull
	}
	other := &Accumulator{dim: a.dim, scale: a.scale, records: records, limit: a.limit, trace: trace, form: uint64(form), probe: a.probe, sums: make([]int64, len(a.sums))}
	for i := range other.sums {
		other.sums[i] = next()
	}
	if other.diagonal() != trace || other.quadratic() != other.form || trace > records*scale*scale {
		return ErrWire
	}
	return a.Merge(other)
}

// AddMatrix adds a matrix of the same dimension and scale. It returns ErrFull, and leaves a as it was, where the two
// together have too many records; it panics when dimension or scale differ.
func (a *Accumulator) AddMatrix(m *Matrix) error {
	if a.dim != m.dim || a.scale != m.scale {
		panic("moment: adding a sum of different shape")
	}
	return a.addUpper(m.records, m.upper)
}

// AddUpper adds the sum of that many records that came from elsewhere: the rows of its upper triangle, diagonal first. It
// returns ErrWire where no records have it, as far as its entries show: S_ii ≥ 0, ΣS_ii ≤ n·s², S_ij² ≤ S_ii·S_jj. Then
// no entry is above n·s². It returns ErrFull where there are too many records. An error leaves a as it was.
func (a *Accumulator) AddUpper(records int64, upper []int64) error {
	if len(upper) != a.dim*(a.dim+1)/2 || records < 0 {
		return ErrWire
	}
	if records > a.limit {
		return ErrFull
	}
	most, trace := records*int64(a.scale)*int64(a.scale), int64(0)
	for i := range a.dim {
		x := upper[offset(a.dim, i)]
		if x < 0 || x > most-trace {
			return ErrWire
		}
		trace += x
	}
	for i := range a.dim {
		for j := i + 1; j < a.dim; j++ {
			x := upper[offset(a.dim, i)+j-i]
			if x > most || x < -most {
				return ErrWire
			}
			hi, lo := bits.Mul64(uint64(max(x, -x)), uint64(max(x, -x)))
			mostHi, mostLo := bits.Mul64(uint64(upper[offset(a.dim, i)]), uint64(upper[offset(a.dim, j)]))
			if hi > mostHi || hi == mostHi && lo > mostLo {
				return ErrWire
			}
		}
	}
	return a.addUpper(records, upper)
}

// addUpper adds a sum that was checked.
func (a *Accumulator) addUpper(records int64, upper []int64) error {
	if records > a.limit-a.records {
		return ErrFull
	}
	for i := range a.dim {
		for j := i; j < a.dim; j++ {
			x := upper[offset(a.dim, i)+j-i]
			a.sums[tileAt(panelsOf(a.dim), i/Tile, j/Tile)+i%Tile*Tile+j%Tile] += x
			if i == j {
				a.trace += x
				a.form += a.probe[i] * a.probe[i] * uint64(x)
			} else {
				a.form += 2 * a.probe[i] * a.probe[j] * uint64(x)
			}
		}
	}
	a.records += records
	return nil
}

// diagonal is the trace of the sums.
func (a *Accumulator) diagonal() (trace int64) {
	for i := range a.dim {
		trace += a.sums[tileAt(panelsOf(a.dim), i/Tile, i/Tile)+i%Tile*Tile+i%Tile]
	}
	return trace
}
