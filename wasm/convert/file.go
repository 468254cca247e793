//go:build js && wasm

package main

import (
	"io"
	"syscall/js"

	"privatepca/core/fault"
)

// A file reads a JavaScript File at any place. Each call into the browser takes milliseconds, so small reads
// share a block.
type file struct {
	value js.Value
	size  int64
	block []byte
	at    int64 // of block
}

const blockSize = 256 << 10

func newFile(v js.Value) *file { return &file{value: v, size: int64(v.Get("size").Float())} }

var errChanged = fault.New(fault.CodeFile, "The file changed or vanished while it was read. Nothing was released. Choose it again.")

// ReadAt implements io.ReaderAt.
func (f *file) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= f.size {
		return 0, io.EOF
	}
	wanted := int(min(int64(len(p)), f.size-off))
	for n := 0; n < wanted; {
		from := off + int64(n)
		if from < f.at || from >= f.at+int64(len(f.block)) {
			if err := f.load(from); err != nil {
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

// load reads the block from a place on.
func (f *file) load(from int64) (err error) {
	defer func() {
		if recover() != nil { // the browser throws
			err = errChanged
		}
	}()
	end := min(from+blockSize, f.size)
	buffer := js.Global().Get("FileReaderSync").New().Call("readAsArrayBuffer", f.value.Call("slice", float64(from), float64(end)))
	if f.block == nil {
		f.block = make([]byte, blockSize)
	}
	f.block = f.block[:end-from]
	if js.CopyBytesToGo(f.block, js.Global().Get("Uint8Array").New(buffer)) != len(f.block) {
		f.block = f.block[:0]
		return errChanged
	}
	f.at = from
	return nil
}
