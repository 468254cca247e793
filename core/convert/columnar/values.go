package columnar

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/format"

	"privatepca/core/fault"
)

// Values are those of a page, or of a dictionary, as they are stored where that can be: a page stays in memory while its
// rows are written, and wide tables have thousands of them.
type values struct {
	n     int
	data  []byte   // one after another; of booleans a bit each
	fixed int      // bytes of each in data; 0 where that differs, or for bits
	ends  []uint32 // in data, of byte arrays that differ in length
	words []uint64 // of numbers that were stored in another way; else nil
}

// bytes gives value i of byte arrays.
func (v *values) bytes(i int) []byte {
	if v.ends == nil {
		return v.data[i*v.fixed : (i+1)*v.fixed]
	}
	return v.data[v.ends[i]:v.ends[i+1]]
}

// word gives the bits of value i of booleans, integers and floats.
func (v *values) word(i int) uint64 {
	switch {
	case v.words != nil:
		return v.words[i]
	case v.fixed == 8:
		return binary.LittleEndian.Uint64(v.data[8*i:])
	case v.fixed == 4:
		return uint64(binary.LittleEndian.Uint32(v.data[4*i:]))
	}
	return uint64(v.data[i/8] >> (i % 8) & 1)
}

// longest is how many bytes the text of a value takes, at most or nearly so.
func (v *values) longest() int {
	n := uint32(v.fixed)
	for i := range v.n {
		if v.ends == nil {
			break
		}
		n = max(n, v.ends[i+1]-v.ends[i])
	}
	return 2*int(n) + 64 // every character may be a quotation mark
}

// decode reads n values, once it has accounted for the memory that they take beside the page.
func (c *column) decode(e format.Encoding, page []byte, n int, u *unpacker) (*values, error) {
	kind, length := c.kind, c.length
	if n < 0 || length < 0 {
		return nil, errPage
	}
	beside := int64(0)
	switch e {
	case format.Plain:
		if kind == format.ByteArray {
			beside = 4 * int64(min(n, len(page)/4))
		}
	case format.RLE:
		beside = int64(n) / 8
	case format.ByteStreamSplit:
		beside = int64(len(page))
	case format.DeltaBinaryPacked:
		beside = 12 * int64(n)
	case format.DeltaLengthByteArray, format.DeltaByteArray:
		beside = 12*int64(n) + lengths(e, kind, length, page, n)
	}
	if beside > 0 {
		if err := c.hold(u, c.held+beside); err != nil {
			return nil, err
		}
	}
	v, err := decode(e, kind, length, page, n)
	if err == nil && c.mostBytes > 0 && v.ends != nil {
		for i := range v.n {
			if v.ends[i+1]-v.ends[i] > uint32(c.mostBytes) {
				return nil, fault.New(fault.CodeRecords, "A decimal of the Parquet file has more than 150 digits. Write the column as floating-point numbers.")
			}
		}
	}
	return v, err
}

// decode reads n values.
func decode(e format.Encoding, kind format.Type, length int, page []byte, n int) (*values, error) {
	if n < 0 || length < 0 {
		return nil, errPage
	}
	if n == 0 { // a page of nulls may have no packed bytes
		return &values{fixed: width(kind, length), ends: map[bool][]uint32{true: {0}}[kind == format.ByteArray]}, nil
	}
	switch e {
	case format.Plain:
		return plain(kind, length, page, n)
	case format.RLE: // of booleans
		if kind != format.Boolean || len(page) < 4 {
			return nil, errPage
		}
		h, err := newHybrid(page[4:], 1)
		if err != nil {
			return nil, err
		}
		packed, some := make([]byte, (n+7)/8), make([]uint32, 1024)
		for at := 0; at < n; at += len(some) {
			some = some[:min(len(some), n-at)]
			if err := h.read(some); err != nil {
				return nil, err
			}
			for i, bit := range some {
				packed[(at+i)/8] |= byte(bit) << ((at + i) % 8)
			}
		}
		return &values{n: n, data: packed}, nil
	case format.ByteStreamSplit:
		return split(kind, length, page, n)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray, format.DeltaByteArray:
		return deltas(e, kind, length, page, n)
	}
	return nil, errPage
}

// plain reads values as they are.
func plain(kind format.Type, length int, page []byte, n int) (*values, error) {
	size := width(kind, length)
	switch kind {
	case format.Boolean:
		if n > 8*len(page) {
			return nil, errPage
		}
		return &values{n: n, data: page}, nil
	case format.ByteArray:
		if n > len(page)/4 {
			return nil, errPage
		}
		v := &values{n: n, data: page[:0], ends: make([]uint32, 1, n+1)}
		for range n { // moved together in place
			if len(page) < 4 {
				return nil, errPage
			}
			size := binary.LittleEndian.Uint32(page)
			if page = page[4:]; uint64(size) > uint64(len(page)) {
				return nil, errPage
			}
			v.data = append(v.data, page[:size]...)
			v.ends, page = append(v.ends, uint32(len(v.data))), page[size:]
		}
		return v, nil
	}
	if size == 0 || n > len(page)/size {
		return nil, errPage
	}
	return &values{n: n, data: page, fixed: size}, nil
}

// width is how many bytes a value takes; 0 where that differs.
func width(kind format.Type, length int) int {
	switch kind {
	case format.Int32, format.Float:
		return 4
	case format.Int64, format.Double:
		return 8
	case format.Int96:
		return 12
	case format.FixedLenByteArray:
		return length
	}
	return 0
}

// split reads values whose first bytes stand together, then their second ones, and so on.
func split(kind format.Type, length int, page []byte, n int) (*values, error) {
	size := width(kind, length)
	if size == 0 || n != len(page)/size {
		return nil, errPage
	}
	data, err := new(bytestreamsplit.Encoding).DecodeFixedLenByteArray(nil, page, size)
	if err != nil {
		return nil, err
	}
	return plain(kind, length, data, n)
}

func widened[T int32 | int64](list []T) []uint64 {
	words := make([]uint64, len(list))
	for i, x := range list {
		words[i] = uint64(x)
	}
	return words
}
