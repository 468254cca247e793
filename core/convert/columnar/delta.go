package columnar

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/format"
)

// deltas reads integers, or byte arrays by their lengths, as differences.
func deltas(e format.Encoding, kind format.Type, length int, page []byte, n int) (*values, error) {
	integers := page
	if e != format.DeltaBinaryPacked {
		var ok bool
		if integers, page, ok = packed(page, n); !ok {
			return nil, errPage
		}
	} else if whole, _, ok := packed(page, n); !ok || len(whole) == 0 { // the library takes memory for what is stated
		return nil, errPage
	}
	v := &values{n: n}
	switch {
	case e == format.DeltaBinaryPacked && kind == format.Int32:
		list, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, integers)
		v.words = widened(list)
		return v, enough(err, len(list), n)
	case e == format.DeltaBinaryPacked && kind == format.Int64:
		list, err := new(delta.BinaryPackedEncoding).DecodeInt64(nil, integers)
		v.words = widened(list)
		return v, enough(err, len(list), n)
	case e == format.DeltaLengthByteArray && kind == format.ByteArray:
		sizes, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, integers)
		if err := enough(err, len(sizes), n); err != nil {
			return nil, err
		}
		return v, v.join(make([]int32, n), sizes, page, 0)
	case e == format.DeltaByteArray && (kind == format.ByteArray || kind == format.FixedLenByteArray):
		prefixes, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, integers)
		if err := enough(err, len(prefixes), n); err != nil {
			return nil, err
		}
		second, rest, ok := packed(page, n)
		if !ok {
			return nil, errPage
		}
		sizes, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, second)
		if err := enough(err, len(sizes), n); err != nil {
			return nil, err
		}
		if kind == format.ByteArray {
			length = 0
		}
		return v, v.join(prefixes, sizes, rest, length)
	}
	return nil, errPage
}

func enough(err error, have, n int) error {
	if err == nil && have < n {
		return errPage
	}
	return err
}

// join makes each text of the beginning of the one before and of its own bytes; each has length bytes, or 0 for any. That all of them fit
// was found out before.
func (v *values) join(prefixes, sizes []int32, own []byte, length int) error {
	total := int64(0)
	for i := range prefixes {
		total += int64(prefixes[i]) + int64(sizes[i])
	}
	if total < 0 || total > mostHeld {
		return errPage
	}
	v.data, v.ends = make([]byte, 0, total), make([]uint32, 1, len(sizes)+1)
	for i, size := range sizes {
		last := v.data[v.ends[max(0, i-1)]:]
		prefix := prefixes[i]
		if i == 0 && prefix != 0 || prefix < 0 || size < 0 || int(prefix) > len(last) || int(size) > len(own) {
			return errPage
		}
		v.data = append(append(v.data, last[:prefix]...), own[:size]...)
		v.ends, own = append(v.ends, uint32(len(v.data))), own[size:]
		if length > 0 && int(prefix+size) != length {
			return errPage
		}
	}
	if length > 0 {
		v.fixed, v.ends = length, nil
	}
	return nil
}

// lengths adds up the texts that are stored as differences: how much memory they take is found out before any is taken. It is 0 for a page
// that decode refuses.
func lengths(e format.Encoding, kind format.Type, length int, page []byte, n int) int64 {
	if e == format.DeltaLengthByteArray {
		return int64(len(page))
	}
	if kind == format.FixedLenByteArray {
		return int64(n) * int64(length)
	}
	prefixes, rest, ok := packed(page, n)
	if !ok {
		return 0
	}
	list, err := new(delta.BinaryPackedEncoding).DecodeInt32(nil, prefixes)
	if err != nil {
		return 0
	}
	total := int64(len(rest))
	for _, prefix := range list {
		total += max(0, int64(prefix))
	}
	return total
}

// mostStated is the most values of a block of differences: what a decoder takes for them is small.
const mostStated = 16 << 20

// packed finds where a block of n differences ends (Parquet's DELTA_BINARY_PACKED), without decoding it.
func packed(page []byte, n int) (block, rest []byte, ok bool) {
	rest = page
	number := func() (x uint64) {
		x, size := binary.Uvarint(rest)
		if size <= 0 {
			ok, rest = false, nil
			return 0
		}
		rest = rest[size:]
		return x
	}
	ok = true
	size, parts, stated := number(), number(), number()
	number() // the first value
	if !ok || parts == 0 || size > 1<<20 || size%parts != 0 || size/parts%8 != 0 || stated != uint64(n) || n > mostStated {
		return nil, nil, false
	}
	each := size / parts
	for left := max(0, n-1); left > 0 && ok; {
		number() // the least difference
		if uint64(len(rest)) < parts {
			return nil, nil, false
		}
		widths := rest[:parts]
		rest = rest[parts:]
		for _, bits := range widths {
			if left <= 0 {
				break
			}
			if bits > 64 {
				return nil, nil, false
			}
			rest = rest[min(uint64(len(rest)), each/8*uint64(bits)):] // a writer may leave out what nobody reads of the last part
			left -= int(each)
		}
	}
	return page[:len(page)-len(rest)], rest, ok
}
