//go:build js && wasm

package main

import (
	"hash/maphash"

	"privatepca/core/pca"
)

// blocks notices that a file has other bytes than at an earlier reading. It keeps a hash of
// each block of the file, under a key of its own: nobody who writes a file can aim at one.
type blocks struct {
	size int64 // of the file
	part int   // bytes at the start of each block that count
	hash maphash.Hash
	sums []uint64
	at   int64 // the next byte of the reading at hand; below 0 for one that did not begin at the start
}

// blockSize is in bytes: of 5 GB the hashes take 640 KB.
const blockSize = 64 << 10

// begin starts a reading at a byte of the file.
func (b *blocks) begin(off int64) {
	b.hash.Reset()
	if b.at = off; off != 0 {
		b.at = -1
	}
}

// add takes the bytes that come next. It returns pca.ErrChanged at the first block that was
// another at an earlier reading.
func (b *blocks) add(p []byte) error {
	for b.at >= 0 && len(p) > 0 {
		in := int(b.at % blockSize)
		n := min(len(p), blockSize-in)
		if in < b.part {
			b.hash.Write(p[:min(n, b.part-in)])
		}
		block := int(b.at / blockSize)
		b.at, p = b.at+int64(n), p[n:]
		if b.at%blockSize != 0 && b.at != b.size {
			continue
		}
		switch sum := b.hash.Sum64(); {
		case block == len(b.sums):
			b.sums = append(b.sums, sum)
		case b.sums[block] != sum:
			return pca.ErrChanged
		}
		b.hash.Reset()
	}
	return nil
}

// compared is for another reading, which is compared with all blocks of this one.
func (b *blocks) compared() blocks {
	other := blocks{size: b.size, part: b.part, sums: b.sums, at: -1}
	other.hash.SetSeed(b.hash.Seed())
	return other
}
