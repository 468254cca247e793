package dataset

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"math/bits"

	"privatepca/core/schema"
)

// Contents recognises the records of a text that is written in a dialect, whatever their order, that of the columns and the columns'
// names: 64 hex digits, an HMAC-SHA-256 under the key. Two texts have the same if each record of one has its equal in the other, with
// as many copies. Records are equal if their cells are, in any order, where a cell counts without quotes, without spaces around it
// and, if it is written as a decimal, without the zeros at its end. Empty cells do not count, nor do cells beyond the header's.
//
// Texts with other records have the same only by chance, about 2⁻⁶⁴: each record is hashed to a word under the key, and two sums
// over all records, modulo 2⁶⁴, are signed with their number. The words are not cryptographic: who knows the key can write two texts
// that have the same. That would have one of them refused, or share its budget.
//
// It reads the whole text, and returns the reader's errors.
func Contents(src io.Reader, d schema.Dialect, key []byte) (string, error) {
	return Reading{}.Contents(src, d, key)
}

// Contents is package dataset's. In a worker the kernel takes a quarter of the time of Go's own loop (BenchmarkContents of wasm/kernel:
// .22 to .36), which took as long as all other reading of a table of twenty numbers.
func (by Reading) Contents(src io.Reader, d schema.Dialect, key []byte) (string, error) {
	r, err := NewReaderIn(src, d)
	if err != nil {
		return "", err
	}
	h := newContentsHash(key)
	err = h.addAll(r, by.Kernel)
	if err != nil {
		return "", err
	}
	return h.sign(key), nil
}

// addAll takes all records of a reader.
func (h *contentsHash) addAll(r *Reader, k *Kernel) error {
	var b *Batch
	if k != nil && k.Recognise != nil && r.quote == '"' {
		b = &Batch{
			Delimiter: r.delim, LineEnd: r.eol, Return: r.eol == '\n', Columns: len(r.header.Columns), maxRows: maxBatch,
			Marks: make([]uint32, max(batchMarks, 4*len(r.header.Columns))), Starts: make([]uint32, maxBatch+32), Odd: make([]byte, maxBatch+32),
			Words: [7]uint64{h.start, h.factor, h.first, h.second},
		}
	}
	look := func() { k.Recognise(b) }
	odd := func(row int) error {
		if row < 0 {
			h.add(&r.rec)
		}
		return nil
	}
	for byGo := 0; ; {
		if b != nil && byGo == 0 {
			more, err := k.batch(r, b, look, odd, h.takeEmpty)
			if err != nil {
				return err
			}
			if more {
				continue
			}
			byGo = r.byGo()
		}
		byGo = max(0, byGo-1)
		record, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		h.add(record)
	}
	if b != nil {
		h.records += b.Words[4]
		h.sum += b.Words[5]
		h.other += b.Words[6]
	}
	return nil
}

// A contentsHash sums words of records.
type contentsHash struct {
	start, factor, first, second uint64 // from the key
	records, sum, other          uint64
}

func newContentsHash(key []byte) *contentsHash {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("words of records"))
	k := mac.Sum(nil)
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(k[8*i:]) }
	return &contentsHash{start: word(0), factor: word(1) | 1, first: word(2), second: word(3)}
}

// add takes one record.
func (h *contentsHash) add(r *Record) {
	row, buf := uint64(0), r.buf
	for _, c := range r.cells[:min(r.n, len(r.cells))] {
		lo, hi := int(c.lo), int(c.hi)
		if lo < hi && (blank(buf[lo]) || blank(buf[hi-1]) || buf[hi-1] == '0') {
			for lo < hi && blank(buf[lo]) {
				lo++
			}
			cell := withoutZeros(trim(buf[lo:hi]))
			hi = lo + len(cell)
		}
		if lo < hi {
			row += scramble(h.cell(buf, lo, hi))
		}
	}
	h.records++
	h.sum += scramble(row ^ h.first)
	h.other += scramble(bits.RotateLeft64(row, 32) ^ h.second)
}

// takeEmpty takes back a record without a cell.
func (h *contentsHash) takeEmpty() {
	h.records--
	h.sum -= scramble(h.first)
	h.other -= scramble(h.second)
}

// cell is the word of buf[lo:hi], eight bytes at a time. A reader's buffer can be loaded beyond its text (padding).
func (h *contentsHash) cell(buf []byte, lo, hi int) uint64 {
	x := h.start ^ uint64(hi-lo)
	for ; hi-lo > 8; lo += 8 {
		x = (x ^ binary.LittleEndian.Uint64(buf[lo:])) * h.factor
		x ^= x >> 32
	}
	last := binary.LittleEndian.Uint64(buf[lo:]) & (1<<(8*(hi-lo)) - 1)
	return (x ^ last) * h.factor
}

// scramble is the finalizer of SplitMix64 (Steele, Lea, Flood 2014): one to one, and each bit of the result depends on all.
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// withoutZeros is a cell without the zeros at the end of its decimals: programs that save a table again leave them out.
func withoutZeros(cell []byte) []byte {
	if len(cell) < 3 || cell[len(cell)-1] != '0' || bytes.IndexByte(cell, '.') < 0 {
		return cell
	}
	marks := 0
	for i, c := range cell {
		switch {
		case c == '.':
			marks++
		case c < '0' || c > '9':
			if i > 0 || c != '-' && c != '+' {
				return cell
			}
		}
	}
	if marks != 1 {
		return cell
	}
	return bytes.TrimSuffix(bytes.TrimRight(cell, "0"), []byte("."))
}

// sign gives the sums under the key.
func (h *contentsHash) sign(key []byte) string {
	mac := hmac.New(sha256.New, append([]byte("records"), key...))
	for _, x := range []uint64{h.records, h.sum, h.other} {
		mac.Write(binary.LittleEndian.AppendUint64(nil, x))
	}
	return hex.EncodeToString(mac.Sum(nil))
}
