package columnar

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
)

// Values are those of a page, or of a dictionary: numbers as their bits, all else as bytes.
type values struct {
	n     int
	words []uint64 // of booleans, integers, and floats
	data  []byte   // of byte arrays, one after another
	ends  []uint32 // in data; nil where all are of one length
	fixed int      // that length
}

// bytes gives value i of byte arrays.
func (v *values) bytes(i int) []byte {
	if v.ends == nil {
		return v.data[i*v.fixed : (i+1)*v.fixed]
	}
	return v.data[v.ends[i]:v.ends[i+1]]
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
		bits, err := hybrid(page[4:], 1, n)
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
		v := &values{n: n, words: make([]uint64, n)}
		for i := range v.words {
			v.words[i] = uint64(page[i/8] >> (i % 8) & 1)
		}
		return v, nil
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
	case format.FixedLenByteArray, format.Int96:
		if size == 0 || n > len(page)/size {
			return nil, errPage
		}
		return &values{n: n, data: page, fixed: size}, nil
	}
	if n > len(page)/size {
		return nil, errPage
	}
	v := &values{n: n, words: make([]uint64, n)}
	for i := range v.words {
		if size == 4 {
			v.words[i] = uint64(binary.LittleEndian.Uint32(page[4*i:]))
		} else {
			v.words[i] = binary.LittleEndian.Uint64(page[8*i:])
		}
	}
	return v, nil
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

func widened[T int32 | int64](list []T) []uint64 {
	words := make([]uint64, len(list))
	for i, x := range list {
		words[i] = uint64(x)
	}
	return words
}

// hybrid reads n numbers of so many bits from runs of one number and groups of eight packed ones (Parquet's RLE).
func hybrid(src []byte, bits, n int) ([]int32, error) {
	if bits > 32 || n < 0 || n > MostPage {
		return nil, errPage
	}
	out := make([]int32, 0, n)
	size := (bits + 7) / 8
	for len(out) < n {
		head, read := binary.Uvarint(src)
		if read <= 0 {
			return nil, errPage
		}
		src = src[read:]
		if head&1 == 0 {
			if len(src) < size {
				return nil, errPage
			}
			var x uint32
			for i := range size {
				x |= uint32(src[i]) << (8 * i)
			}
			src = src[size:]
			for range min(head>>1, uint64(n-len(out))) {
				out = append(out, int32(x))
			}
			continue
		}
		packed := uint64(len(src))
		if groups := head >> 1; groups < packed && groups*uint64(bits) < packed {
			packed = groups * uint64(bits)
		}
		out = unpackBits(out, src[:packed], bits, n)
		if bits > 0 && packed < head>>1*uint64(bits) && len(out) < n {
			return nil, errPage
		}
		if src = src[packed:]; bits == 0 {
			for len(out) < n {
				out = append(out, 0)
			}
		}
	}
	return out, nil
}

// unpackBits appends numbers of so many bits, the lowest first, until there are n.
func unpackBits(out []int32, src []byte, bits, n int) []int32 {
	var word uint64
	have := 0
	for _, b := range src {
		word |= uint64(b) << have
		for have += 8; have >= bits && len(out) < n && bits > 0; have -= bits {
			out = append(out, int32(word&(1<<bits-1)))
			word >>= bits
		}
		if len(out) == n {
			break
		}
	}
	return out
}
