package dataset

import (
	"cmp"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/schema"
)

// pairsMemory bounds the rows that ReadPairs holds at a time, in bytes.
const pairsMemory = 256 << 20

// ReadPairs is Reading.ReadPairs by this package alone.
func ReadPairs(open func() io.Reader, s *schema.Schema, seed [32]byte, each func(q []int16) error) (*Summary, error) {
	return Reading{}.ReadPairs(open, s, seed, each)
}

// ReadPairs pairs the rows that count uniformly at random and gives, for each
// pair, the quantised u = (e−e′)/‖e−e′‖ to each; zero where the rows are encoded
// alike. Of an odd number of rows one, uniformly random, is in no pair and
// contributes nothing. The vector is reused; its order tells nothing of the rows'.
//
// Each row gets a 64-bit key from the ChaCha8 stream of seed; rows are paired in
// the order of their keys. The pairing so depends on seed and on the number of rows,
// and on no value, nor on how the file is sorted (ENCODING.md). Seed must come from a
// cryptographic source and be used once.
//
// Rows are held in a compact form, at most 256 MiB of them; open gives the file
// from its start once for every so many rows, each of which is read once more.
func (r Reading) ReadPairs(open func() io.Reader, s *schema.Schema, seed [32]byte, each func(q []int16) error) (*Summary, error) {
	if s.NormRule != schema.Pairs {
		panic("dataset: the schema's rule is not that of pairs")
	}
	p := pairing{reading: r, seed: seed, memory: pairsMemory, mask: math.MaxUint64, each: each}
	return p.read(open, s)
}

// A pairing reads a file as often as it takes: each time it holds the rows whose
// keys lie between two bounds, sorts them and gives out pairs.
type pairing struct {
	reading Reading
	seed    [32]byte
	memory  int    // bytes
	mask    uint64 // of the keys; all ones but in tests
	each    func(q []int16) error

	held  rows
	ties  *rand.Rand
	spare []uint64 // the row without a partner so far, which goes before the next group; nil for none
	q     []int16
	parts []component
}

func (p *pairing) read(open func() io.Reader, s *schema.Schema) (*Summary, error) {
	var sum *Summary
	for lo, last := uint64(0), uint64(math.MaxUint64); ; {
		keys := rand.NewChaCha8(p.seed)
		var tied [32]byte
		keys.Read(tied[:])
		if sum == nil {
			p.ties = rand.New(rand.NewChaCha8(tied))
		}
		var enc *Encoder
		now, err := p.reading.walk(open(), s, false, func(w *walker) error {
			e := w.encoder
			if enc == nil {
				enc = e
				p.begin(e)
			}
			key := keys.Uint64() & p.mask
			if inside := lo <= key && key <= last; inside || sum == nil {
				w.read() // the first reading counts irregularities for all rows
				if inside {
					last = p.hold(e, key, lo, last)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if sum == nil {
			sum = now
		} else if now.Records != sum.Records || now.Rows != sum.Rows {
			return nil, &fault.Error{
				Code: fault.CodeFile, Message: "The file changed while it was read: choose it again.",
				Expected: "the same records at each reading", Found: "another number of them",
			}
		}
		if enc != nil { // else no row counts
			if err := p.give(enc); err != nil {
				return nil, err
			}
		}
		if last == math.MaxUint64 {
			return sum, nil
		}
		// The next group is as large as is likely to fit.
		share := 0.9 * float64(p.held.most) / float64(sum.Rows) * 0x1p64
		lo = last + 1
		last = math.MaxUint64
		if share < float64(last-lo) {
			last = lo + uint64(share)
		}
	}
}

// begin empties the rows held.
func (p *pairing) begin(e *Encoder) {
	width := 1 + len(e.numbers) + (len(e.categories)+3)/4
	if p.held.width == 0 {
		p.held.width = width
		p.held.most = max(2, p.memory/(8*width+8))
		p.q = make([]int16, e.d)
	}
	p.held.n = 0
}

// hold keeps the row that e has just read. Where that is one too many, it lowers
// the last key of the group, and drops the rows above, until there is room.
func (p *pairing) hold(e *Encoder, key, lo, last uint64) uint64 {
	p.held.pack(e, key)
	for p.held.n > p.held.most && last > lo {
		last = lo + (last-lo)/2
		p.held.drop(last)
	}
	return last
}

// give gives out the pairs of the rows held, in the order of their keys.
func (p *pairing) give(e *Encoder) error {
	order := p.held.order(p.ties)
	for _, i := range order {
		row := p.held.row(int(i))
		if p.spare == nil {
			p.spare = row
			continue
		}
		e.encodePair(p.spare, row, p)
		p.spare = nil
		if err := p.each(p.q); err != nil {
			return err
		}
	}
	p.spare = slices.Clone(p.spare) // the rows held are overwritten by the next group
	return nil
}

// A component is one feature of a pair's difference that need not be zero.
type component struct {
	feature int
	x       float64
}

// encodePair writes the pair's vector to p.q: Σq² ≤ schema.Scale².
func (e *Encoder) encodePair(a, b []uint64, p *pairing) {
	parts, norm2 := p.parts[:0], 0.0
	for i := range e.numbers {
		if x := math.Float64frombits(a[1+i]) - math.Float64frombits(b[1+i]); x != 0 {
			parts = append(parts, component{e.numbers[i].feature, x})
			norm2 += float64(x * x)
		}
	}
	for i := range e.categories {
		c := &e.categories[i]
		one, other := levelIn(a, len(e.numbers), i), levelIn(b, len(e.numbers), i)
		if one == other {
			continue
		}
		if one >= 0 {
			parts = append(parts, component{c.feature + one, c.weight})
			norm2 += float64(c.weight * c.weight)
		}
		if other >= 0 {
			parts = append(parts, component{c.feature + other, -c.weight})
			norm2 += float64(c.weight * c.weight)
		}
	}
	p.parts = parts
	clear(p.q)
	if norm2 < shortest {
		return
	}
	g := e.scale / math.Sqrt(norm2)
	var sum int64
	for _, part := range parts {
		v := int16(math.RoundToEven(float64(part.x * g)))
		p.q[part.feature] = v
		sum += int64(v) * int64(v)
	}
	limit := int64(e.scale) * int64(e.scale)
	for _, part := range parts {
		if sum <= limit {
			return
		}
		old, v := int64(p.q[part.feature]), int16(float64(part.x*g))
		p.q[part.feature] = v
		sum += int64(v)*int64(v) - old*old
	}
	if sum > limit {
		panic("dataset: a truncated pair is longer than its scale") // ENCODING.md proves that it is not
	}
}

// rows are held in blocks, each row as words: its key, the features of its number
// columns, the levels of its category columns, four to a word.
type rows struct {
	width  int
	most   int
	n      int
	blocks [][]uint64
}

const rowsPerBlock = 1 << 12

func (r *rows) row(i int) []uint64 {
	at := i % rowsPerBlock * r.width
	return r.blocks[i/rowsPerBlock][at : at+r.width : at+r.width]
}

// pack appends the row that e has just read.
func (r *rows) pack(e *Encoder, key uint64) {
	if r.n == len(r.blocks)*rowsPerBlock {
		r.blocks = append(r.blocks, make([]uint64, rowsPerBlock*r.width))
	}
	row := r.row(r.n)
	r.n++
	row[0] = key
	for i := range e.numbers {
		row[1+i] = math.Float64bits(e.numbers[i].value)
	}
	levels := row[1+len(e.numbers):]
	clear(levels)
	for i := range e.categories {
		// 0 is for no level; a level is below schema.MaxD < 2¹⁶.
		levels[i/4] |= uint64(max(0, e.categories[i].level+1)) << (i % 4 * 16)
	}
}

// levelIn is the level of category column i in a packed row; negative for none.
func levelIn(row []uint64, numbers, i int) int {
	return int(row[1+numbers+i/4]>>(i%4*16)&0xffff) - 1
}

// drop drops the rows whose key is above last.
func (r *rows) drop(last uint64) {
	n := 0
	for i := range r.n {
		if row := r.row(i); row[0] <= last {
			copy(r.row(n), row)
			n++
		}
	}
	r.n = n
}

// order gives the rows in the order of their keys; those of equal keys are shuffled. The
// keys are sorted beside the rows: these are far apart in memory.
func (r *rows) order(ties *rand.Rand) []int32 {
	type place struct {
		key uint64
		row int32
	}
	places := make([]place, r.n)
	for i := range places {
		places[i] = place{r.row(i)[0], int32(i)}
	}
	slices.SortFunc(places, func(a, b place) int {
		switch {
		case a.key < b.key:
			return -1
		case a.key > b.key:
			return 1
		}
		return cmp.Compare(a.row, b.row)
	})
	order := make([]int32, r.n)
	for i, p := range places {
		order[i] = p.row
	}
	for at := 0; at < len(places); {
		end := at + 1
		for end < len(places) && places[end].key == places[at].key {
			end++
		}
		run := order[at:end]
		ties.Shuffle(len(run), func(i, j int) { run[i], run[j] = run[j], run[i] })
		at = end
	}
	return order
}
