package columnar

import (
	"bytes"
	"compress/gzip"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"

	"privatepca/core/fault"
)

// unpack gives what a page holds: so many bytes, which are within bounds.
func unpack(codec format.CompressionCodec, stored []byte, size int) ([]byte, error) {
	if codec == format.Uncompressed {
		return stored, nil
	}
	out := make([]byte, size)
	switch codec {
	case format.Snappy:
		if n, err := snappy.DecodedLen(stored); err != nil || n != size {
			return nil, errPage
		}
		return snappy.Decode(out, stored)
	case format.Gzip:
		z, err := gzip.NewReader(bytes.NewReader(stored))
		if err != nil {
			return nil, err
		}
		_, err = io.ReadFull(z, out)
		return out, err
	case format.Brotli:
		_, err := io.ReadFull(brotli.NewReader(bytes.NewReader(stored)), out)
		return out, err
	case format.Zstd:
		z, err := zstd.NewReader(bytes.NewReader(stored), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(MostPage), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, err
		}
		defer z.Close()
		_, err = io.ReadFull(z, out)
		return out, err
	case format.Lz4Raw:
		n, err := lz4.UncompressBlock(stored, out)
		if err != nil || n != size {
			return nil, errPage
		}
		return out, nil
	}
	return nil, fault.New(fault.CodeFile, "The Parquet file is packed by a method that is not known here (LZO, or LZ4 as older programs wrote it). Write it again, packed by snappy or zstd.")
}
