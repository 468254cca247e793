package columnar

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"privatepca/core/fault"
)

// An unpacker has what the columns of a table share while they read pages, one after another. Decoders are kept: making
// one for each page takes longer than the page.
type unpacker struct {
	stored         []byte   // a page as it stands in the file
	left           int64    // what may still be read and unpacked, in bytes
	held           int64    // bytes of memory that the columns' pages and dictionaries take
	levels, places []uint32 // of some rows
	words          []uint64 // of some cells

	src    bytes.Reader
	gzip   *gzip.Reader
	brotli *brotli.Reader
	zstd   *zstd.Decoder
}

// What all pages of a file may be read and unpack to, in bytes: so many times its size, once it has passed the first ones. It is four times what package
// convert lets a text have: a number of eight bytes has two characters at least. Each page counts for pageCost more; it takes 15 bytes or more itself.
// Row groups may name the same pages again and again, and pages may have no row: neither is bounded by what is written.
const (
	freely   = 4 << 30
	times    = 12_000
	pageCost = 64 << 10
)

func newUnpacker(rows int, size int64) *unpacker {
	return &unpacker{left: max(freely, times*size), levels: make([]uint32, rows), places: make([]uint32, rows), words: make([]uint64, rows)}
}

// sized gives a buffer so many bytes.
func sized(buffer *[]byte, size int) []byte {
	if cap(*buffer) < size {
		*buffer = make([]byte, size)
	}
	*buffer = (*buffer)[:size]
	return *buffer
}

// unpack gives what a page holds: so many bytes, which are within bounds, in a buffer.
func (u *unpacker) unpack(buffer *[]byte, codec format.CompressionCodec, stored []byte, size int) ([]byte, error) {
	if codec == format.Uncompressed {
		out := sized(buffer, len(stored))
		copy(out, stored)
		return out, nil
	}
	out := sized(buffer, size)
	if len(stored) == 0 && size == 0 { // of nulls alone
		return out, nil
	}
	u.src.Reset(stored)
	var err error
	switch codec {
	case format.Snappy:
		if n, err := snappy.DecodedLen(stored); err != nil || n != size {
			return nil, errPage
		}
		return snappy.Decode(out, stored)
	case format.Gzip:
		if u.gzip == nil {
			u.gzip, err = gzip.NewReader(&u.src)
		} else {
			err = u.gzip.Reset(&u.src)
		}
		if err != nil {
			return nil, err
		}
		_, err = io.ReadFull(u.gzip, out)
		return out, err
	case format.Brotli:
		if u.brotli == nil {
			u.brotli = brotli.NewReader(nil)
		}
		if err = u.brotli.Reset(&u.src); err != nil {
			return nil, err
		}
		_, err = io.ReadFull(u.brotli, out)
		return out, err
	case format.Zstd:
		if u.zstd == nil {
			u.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(MostPage), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true))
			if err != nil {
				return nil, err
			}
		}
		got, err := u.zstd.DecodeAll(stored, out[:0:size])
		if err != nil || len(got) != size {
			return nil, errPage
		}
		return out, nil
	case format.Lz4: // as Hadoop frames blocks, or without any frame
		if unframed(out, stored) {
			return out, nil
		}
		fallthrough
	case format.Lz4Raw:
		n, err := lz4.UncompressBlock(stored, out)
		if err != nil || n != size {
			return nil, errPage
		}
		return out, nil
	}
	return nil, fault.New(fault.CodeFile, "The Parquet file is packed by a method that is not known here (LZO). Write it again, packed by snappy or zstd.")
}

// unframed unpacks blocks of LZ4 as Hadoop's library frames them: of each its two lengths, unpacked and packed, in four bytes from the high end. It
// reports whether they are that, and as many bytes as out has.
func unframed(out, stored []byte) bool {
	at := 0
	for len(stored) >= 8 {
		size, packed := int64(binary.BigEndian.Uint32(stored)), int64(binary.BigEndian.Uint32(stored[4:]))
		if packed > int64(len(stored)-8) || size > int64(len(out)-at) {
			return false
		}
		n, err := lz4.UncompressBlock(stored[8:8+packed], out[at:at+int(size)])
		if err != nil || int64(n) != size {
			return false
		}
		at, stored = at+n, stored[8+packed:]
	}
	return len(stored) == 0 && at == len(out)
}
