package columnar

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
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

// decode reads n values.
func decode(e format.Encoding, kind format.Type, length int, page []byte, n int) (*values, error) {
	if n < 0 || length < 0 {
		return nil, errPage
	}
	switch e {
	case format.Plain:
		return plain(kind, length, page, n)
	case format.RLE: // of booleans
		if kind != format.Boolean || len(page) < 4 {
			return nil, errPage
		}
		if n > MostPage {
			return nil, errPage
		}
		h, err := newHybrid(page[4:], 1)
		if err != nil {
			return nil, err
		}
		bits := make([]uint32, n)
		err = h.read(bits)
		return &values{n: n, words: widened(bits)}, err
	case format.ByteStreamSplit:
		return split(kind, length, page, n)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray, format.DeltaByteArray:
		return deltas(e, kind, page, n)
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

// deltas reads integers, or byte arrays by their lengths, as differences.
func deltas(e format.Encoding, kind format.Type, page []byte, n int) (*values, error) {
	if stated, ok := stated(page); !ok || stated != uint64(n) { // the library takes memory for what is stated
		return nil, errPage
	}
	v := &values{n: n}
	var err error
	switch {
	case e == format.DeltaBinaryPacked && kind == format.Int32:
		var list []int32
		list, err = new(delta.BinaryPackedEncoding).DecodeInt32(nil, page)
		v.words = widened(list)
	case e == format.DeltaBinaryPacked && kind == format.Int64:
		var list []int64
		list, err = new(delta.BinaryPackedEncoding).DecodeInt64(nil, page)
		v.words = widened(list)
	case e == format.DeltaLengthByteArray && kind == format.ByteArray:
		v.data, v.ends, err = new(delta.LengthByteArrayEncoding).DecodeByteArray(nil, page, nil)
	case e == format.DeltaByteArray && kind == format.ByteArray:
		v.data, v.ends, err = new(delta.ByteArrayEncoding).DecodeByteArray(nil, page, nil)
	default:
		return nil, errPage
	}
	if err == nil && len(v.words) < n && len(v.ends) < n+1 {
		err = errPage
	}
	return v, err
}

// stated is how many values a block of differences says that it has, the third number of its head.
func stated(page []byte) (n uint64, ok bool) {
	for range 3 {
		x, size := binary.Uvarint(page)
		if size <= 0 {
			return 0, false
		}
		n, page = x, page[size:]
	}
	return n, true
}

func widened[T int32 | int64 | uint32](list []T) []uint64 {
	words := make([]uint64, len(list))
	for i, x := range list {
		words[i] = uint64(x)
	}
	return words
}
