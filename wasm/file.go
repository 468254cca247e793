//go:build js && wasm

package main

import (
	"io"
	"syscall/js"

	"privatepca/wasm/session"
)

// file reads a JavaScript File by synchronous slices: only workers have
// FileReaderSync, and a worker that is reading has nothing else to do.
type file struct {
	value  js.Value
	reader js.Value
	name   string
	size   int64
}

var _ session.File = (*file)(nil)

func newFile(v js.Value) *file {
	return &file{
		value:  v,
		reader: js.Global().Get("FileReaderSync").New(),
		name:   v.Get("name").String(),
		size:   int64(v.Get("size").Float()),
	}
}

func (f *file) Name() string { return f.name }
func (f *file) Size() int64  { return f.size }

// ReadAt reads len(p) bytes at off. The browser throws when the file on disk is
// not the one that was chosen any more.
func (f *file) ReadAt(p []byte, off int64) (n int, err error) {
	defer func() {
		if recover() != nil {
			n, err = 0, session.ErrChanged
		}
	}()
	slice := f.value.Call("slice", float64(off), float64(off+int64(len(p))))
	bytes := js.Global().Get("Uint8Array").New(f.reader.Call("readAsArrayBuffer", slice))
	n = js.CopyBytesToGo(p, bytes)
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}
