// Package moment sums records into the exact integer second moment.
//
// A record is an integer vector q with Σq² ≤ s², s the scale: the unit ball,
// quantised. The sum S = Σ q qᵀ is exact, so it is the same bits for any order,
// chunking and number of parts, on every machine; and the norm of every vector
// is checked in integers before it is summed, so the sensitivity of S is a fact
// of integer arithmetic: replacing one vector changes S by at most √2·s² in the
// Frobenius norm, adding one by at most s².
//
// The rule of this package: a Matrix is made by an Accumulator alone, and an
// Accumulator takes only vectors it has checked, and sums of another Accumulator.
package moment

import (
	"errors"
	"fmt"
)

// MaxScale is the largest scale: the largest at which a 32-bit lane holds the
// products of 32 rows, which is what makes a sum fast (see LaneRows).
const MaxScale = 1<<13 - 1

// headroom bounds every entry of a sum: |S_ij| ≤ n·s² < 2⁶¹, so that a sum and
// noise of up to three times its size still fit int64 together.
const headroom = 1 << 61

var (
	// ErrNorm refuses a record outside the ball of radius s.
	ErrNorm = errors.New("moment: a record is longer than the scale")
	// ErrFull refuses a record that could make an entry overflow.
	ErrFull = errors.New("moment: too many records for exact 64-bit sums")
)

// A Matrix is the second moment of n records: symmetric, d×d, positive
// semidefinite, trace at most n·s². It does not change.
type Matrix struct {
	dim, scale int
	records    int64
	upper      []int64 // rows of the upper triangle, diagonal first
}

// Dim returns d, the length of a record.
func (m *Matrix) Dim() int { return m.dim }

// Scale returns s: the unit ball's radius in integers.
func (m *Matrix) Scale() int { return m.scale }

// Records returns n, the number of records summed.
func (m *Matrix) Records() int64 { return m.records }

// At returns S_ij.
func (m *Matrix) At(i, j int) int64 {
	if i > j {
		i, j = j, i
	}
	return m.upper[offset(m.dim, i)+j-i]
}

// Row returns S_ii … S_i,d−1, the part of row i in the upper triangle. The
// caller must not change it.
func (m *Matrix) Row(i int) []int64 {
	at := offset(m.dim, i)
	return m.upper[at : at+m.dim-i : at+m.dim-i]
}

// offset is where row i of a packed upper triangle starts.
func offset(dim, i int) int { return i*dim - i*(i-1)/2 }

// An Accumulator sums records. It is not safe for concurrent use: give each
// worker its own and Merge them.
type Accumulator struct {
	dim, scale int
	records    int64
	limit      int64 // records that fit the headroom

	kernel       Kernel
	sums         []int64 // by tiles
	panels, rows []int16
	filled       int   // rows in the block
	trace        int64 // Σ‖q‖², to check the diagonal of the sums by
	probe        []uint64
	form         uint64 // Σ(rᵀq)² modulo 2⁶⁴, r the probe, to check all of them by: it is rᵀSr

	// Room for a sparse record. With 128-bit instructions and more entries than
	// d/12 the block is faster.
	entries []entry
	skip    int // records not to be looked at as sparse
}

// NewAccumulator returns an empty sum of d-vectors at scale s. It panics unless
// 1 ≤ d and 1 ≤ s ≤ MaxScale.
func NewAccumulator(d, s int) *Accumulator { return NewAccumulatorWith(nil, d, s) }

// NewAccumulatorWith is NewAccumulator with another kernel, which Check has passed; a nil one
// is this processor's own.
func NewAccumulatorWith(k Kernel, d, s int) *Accumulator {
	if k == nil {
		k = fastest()
	}
	if d < 1 || s < 1 || s > MaxScale {
		panic(fmt.Sprintf("moment: dimension %d, scale %d", d, s))
	}
	return &Accumulator{
		dim:     d,
		scale:   s,
		limit:   (headroom - 1) / (int64(s) * int64(s)),
		kernel:  k,
		sums:    make([]int64, sumsOf(d)),
		panels:  make([]int16, Stride(d)*BlockRows),
		rows:    make([]int16, Stride(d)*BlockRows),
		probe:   probe(d),
		entries: make([]entry, d/12),
	}
}

// Add sums one record. A record with Σq² > s² is refused with ErrNorm, one too
// many with ErrFull; a refused record leaves the sum as it was. It panics when
// the length is not d.
func (a *Accumulator) Add(q []int16) error {
	if len(q) != a.dim {
		panic(fmt.Sprintf("moment: a record of length %d, not %d", len(q), a.dim))
	}
	entries, sparse := a.sparse(q)
	var norm int64
	var dot uint64
	if sparse {
		for _, e := range entries {
			norm += e.value * e.value
			dot += a.probe[e.at] * uint64(e.value)
		}
	} else {
		norm, dot = square(q), product(a.probe, q)
	}
	if norm > int64(a.scale)*int64(a.scale) {
		return ErrNorm
	}
	if a.records == a.limit {
		return ErrFull
	}
	a.records++
	a.trace += norm
	a.form += dot * dot
	if sparse {
		a.addSparse(entries)
		return nil
	}
	copy(a.rows[a.filled*Stride(a.dim):], q)
	a.filled++
	if a.filled == BlockRows {
		a.flush()
	}
	return nil
}

// Merge adds all that b has summed; b stays as it is. It returns ErrFull, and
// leaves a as it was, where the two together have too many records; it panics
// when dimension or scale differ.
func (a *Accumulator) Merge(b *Accumulator) error {
	if a.dim != b.dim || a.scale != b.scale {
		panic("moment: merging sums of different shape")
	}
	if a.records > a.limit-b.records {
		return ErrFull
	}
	b.flush() // b may be a
	for i, x := range b.sums {
		a.sums[i] += x
	}
	a.records += b.records
	a.trace += b.trace
	a.form += b.form
	return nil
}

// Matrix returns the sum of all records so far.
func (a *Accumulator) Matrix() *Matrix {
	a.flush()
	upper := make([]int64, 0, a.dim*(a.dim+1)/2)
	for i := range a.dim {
		for j := i; j < a.dim; j++ {
			upper = append(upper, a.sums[tileAt(panelsOf(a.dim), i/Tile, j/Tile)+i%Tile*Tile+j%Tile])
		}
	}
	if a.diagonal() != a.trace || a.quadratic() != a.form {
		panic("moment: the sums are wrong") // of a kernel that passed its check and failed later
	}
	return &Matrix{dim: a.dim, scale: a.scale, records: a.records, upper: upper}
}
