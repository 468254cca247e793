package passes

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/schema"
)

// A Room is how many bytes of rows may be kept, by all readers of a table together. It is safe for concurrent use.
type Room struct{ left atomic.Int64 }

// NewRoom is room for that many bytes.
func NewRoom(bytes int64) *Room {
	r := new(Room)
	r.left.Store(bytes)
	return r
}

// Rows are rows of the lattice that stay in memory until a release has been drawn. One reader adds them.
type Rows struct {
	room   *Room
	width  int
	blocks [][]int16
	rows   int64
	over   bool
}

// block is how many integers a block has: large ones, so that memory is not moved as it grows.
const block = 1 << 18

// NewRows keeps rows of the schema's lattice, in that room.
func NewRows(s *schema.Schema, room *Room) *Rows {
	return &Rows{room: room, width: dataset.NewLattice(s).Width()}
}

// Add keeps a row, where there is room for it and all before.
func (k *Rows) Add(row []int16) {
	if k.over {
		return
	}
	last := len(k.blocks) - 1
	if last < 0 || len(k.blocks[last])+k.width > cap(k.blocks[last]) {
		size := max(block, k.width)
		if k.room.left.Add(-2*int64(size)) < 0 {
			k.Forget()
			k.over = true
			return
		}
		k.blocks = append(k.blocks, make([]int16, 0, size))
		last++
	}
	k.blocks[last] = append(k.blocks[last], row...)
	k.rows++
}

// Whole reports whether every row that was added is here.
func (k *Rows) Whole() bool { return !k.over && k.width > 0 }

// Size is how many bytes that many rows take.
func (k *Rows) Size(rows int64) int64 { return rows * 2 * int64(k.width) }

// Len is how many rows are kept.
func (k *Rows) Len() int64 { return k.rows }

// Forget overwrites the rows.
func (k *Rows) Forget() {
	if k == nil {
		return
	}
	for _, b := range k.blocks {
		clear(b)
	}
	k.blocks, k.rows = nil, 0
}

// Each gives every row to f. It stops at f's first error, and where ctx ends. It tells progress how many more were given.
func (k *Rows) Each(ctx context.Context, progress func(more int64), f func(row []int16) error) error {
	for _, b := range k.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		done := int64(0)
		for at := 0; at < len(b); at += k.width {
			if err := f(b[at : at+k.width : at+k.width]); err != nil {
				return err
			}
			done++
		}
		progress(done)
	}
	return ctx.Err()
}

// A Store has the rows that the readers of one table have kept, wherever they are.
type Store interface {
	// SumPass sums a pass over the rows. Progress is told how many are done, by one goroutine at a time. ErrLost says that some are gone.
	SumPass(ctx context.Context, s *schema.Schema, p Pass, kernel moment.Kernel, progress func(rows int64)) (*Sum, error)
	Len() int64
	Forget()
}

// ErrLost says that a store has lost rows that it kept: the table has to be read again.
var ErrLost = errors.New("passes: rows that were kept are gone")

var _ Store = Kept(nil)

// A Kept has the rows that the readers of one table have kept, each its own.
type Kept []*Rows

// Forget overwrites all rows.
func (k Kept) Forget() {
	for _, r := range k {
		r.Forget()
	}
}

// Whole reports whether all rows are here.
func (k Kept) Whole() bool {
	for _, r := range k {
		if !r.Whole() {
			return false
		}
	}
	return true
}

// Len is how many rows are kept.
func (k Kept) Len() (n int64) {
	for _, r := range k {
		n += r.Len()
	}
	return n
}

// SumPass sums a pass over the rows, each reader's in a goroutine of its own.
func (k Kept) SumPass(ctx context.Context, s *schema.Schema, p Pass, kernel moment.Kernel, progress func(rows int64)) (*Sum, error) {
	var mu sync.Mutex
	var done int64
	more := func(n int64) {
		mu.Lock()
		defer mu.Unlock()
		done += n
		progress(done)
	}
	sums, errs := make([]*Sum, len(k)), make([]error, len(k))
	var working sync.WaitGroup
	for i, rows := range k {
		var err error
		if sums[i], err = New(s, p, kernel); err != nil {
			return nil, err
		}
		one := func() {
			defer func() {
				if recover() != nil { // its text may hold a cell
					errs[i] = errors.New("passes: a panic")
				}
			}()
			errs[i] = rows.Each(ctx, more, sums[i].Add)
		}
		if i == len(k)-1 { // this goroutine's own: a kernel of a browser has one place to work in
			one()
		} else {
			working.Go(one)
		}
	}
	working.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	for _, other := range sums[1:] {
		if err := sums[0].Merge(other); err != nil {
			return nil, err
		}
	}
	return sums[0], nil
}
