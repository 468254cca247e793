//go:build js && wasm

package main

import (
	"hash/maphash"
	"io"
	"maps"
	"slices"
	"syscall/js"

	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/wasm/buffer"
	"privatepca/wasm/promise"
)

// A file reads a JavaScript File at any place. Each call into the browser takes milliseconds, so small reads
// share a block, and what is read from its start on comes in several blocks at a time.
//
// Chromium refuses to read on in a file that was touched since it was chosen. Firefox and WebKit do not, so each block
// that is read again must have the bytes that it had at first, and confirm reads all of them again: no text mixes two
// versions of a file.
type file struct {
	value js.Value
	size  int64
	block []byte // one, or several that follow each other
	at    int64  // of block; below 0 for none
	seed  maphash.Seed
	sums  map[int64]uint64 // of each block that was read, by its place
	own   js.Value         // a buffer that the browser fills
	fresh bool             // a block was read for the first time since all were confirmed
}

const (
	blockSize = 256 << 10
	mostAhead = 8 * blockSize // at a time
)

func newFile(v js.Value) *file {
	return &file{value: v, size: int64(v.Get("size").Float()), at: -1, seed: maphash.MakeSeed(), sums: map[int64]uint64{}}
}

var errChanged = advice.New(fault.CodeFile, fault.Moved)

// ReadAt implements io.ReaderAt.
func (f *file) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= f.size {
		return 0, io.EOF
	}
	wanted := int(min(int64(len(p)), f.size-off))
	for n := 0; n < wanted; {
		from := off + int64(n)
		if f.at < 0 || from < f.at || from >= f.at+int64(len(f.block)) {
			if err := f.load(from - from%blockSize); err != nil {
				return n, err
			}
		}
		n += copy(p[n:wanted], f.block[from-f.at:])
	}
	if wanted < len(p) {
		return wanted, io.EOF
	}
	return wanted, nil
}

// confirm reads every block again that was read so far, and returns errChanged where one has other bytes: the end of a
// text is given only when all of it was one file.
func (f *file) confirm() error {
	if !f.fresh || js.Global().Get("checksFiles").Truthy() { // wasm/worker.js says so
		return nil
	}
	for _, at := range slices.Sorted(maps.Keys(f.sums)) {
		if err := f.load(at); err != nil {
			return err
		}
	}
	f.fresh = false
	return nil
}

// load reads the block that begins at a multiple of blockSize. Where it follows what was read last, blocks behind it come with it, twice as
// many as the last time.
func (f *file) load(from int64) (err error) {
	defer func() {
		if recover() != nil { // the browser throws
			err = errChanged
		}
		if err != nil {
			f.at = -1
		}
	}()
	ahead := int64(blockSize)
	if f.at >= 0 && from == f.at+int64(len(f.block)) {
		ahead = min(2*int64(len(f.block)), mostAhead)
	}
	end := min(from+ahead, f.size)
	if int64(cap(f.block)) < end-from {
		f.block = make([]byte, ahead)
	}
	f.block = f.block[:end-from]
	if err := f.bring(f.value.Call("slice", float64(from), float64(end))); err != nil {
		return err
	}
	for n := int64(0); n < end-from; n += blockSize {
		sum := maphash.Bytes(f.seed, f.block[n:min(n+blockSize, end-from)])
		if before, known := f.sums[from+n]; !known {
			f.sums[from+n], f.fresh = sum, true
		} else if sum != before {
			return errChanged
		}
	}
	f.at = from
	return nil
}

// bring fills the block with a slice of the file: by a stream that fills a buffer of ours, where the browser has one, so that nothing is left
// for it to collect.
func (f *file) bring(slice js.Value) error {
	if !js.Global().Get("checksFiles").Truthy() {
		read := js.Global().Get("FileReaderSync").New().Call("readAsArrayBuffer", slice)
		if js.CopyBytesToGo(f.block, js.Global().Get("Uint8Array").New(read)) != len(f.block) {
			return errChanged
		}
		buffer.Free(read)
		return nil
	}
	if !f.own.Truthy() {
		f.own = js.Global().Get("ArrayBuffer").New(mostAhead)
	}
	reader := slice.Call("stream").Call("getReader", map[string]any{"mode": "byob"})
	for n := 0; n < len(f.block); {
		piece, ok := promise.Wait(reader.Call("read", js.Global().Get("Uint8Array").New(f.own)))()
		if !ok || piece.Get("done").Bool() {
			return errChanged
		}
		bytes := piece.Get("value")
		f.own = bytes.Get("buffer")
		n += js.CopyBytesToGo(f.block[n:], bytes)
	}
	promise.Ignore(reader.Call("cancel"))
	return nil
}
