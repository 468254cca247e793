//go:build js && wasm

package main

import (
	"io"
	"syscall/js"

	"privatepca/core/pca"
	"privatepca/wasm/promise"
	"privatepca/wasm/session"
)

// file reads a JavaScript File as a stream, which the browser fills while the worker is
// busy with what came before. A stream goes on when the file on disk is deleted or written
// over, so after its last byte the browser is asked whether that is still the file that was
// chosen.
type file struct {
	value js.Value
	name  string
	size  int64

	reader js.Value // of the stream; undefined for none
	buffer js.Value // that the stream fills; undefined where the browser brings its own
	piece  js.Value // of the stream, read up to start
	start  int
	next   int64 // byte of the file, after those read
}

// streamBuffer is in bytes. The browser mostly has less than that ready.
const streamBuffer = 4 << 20

var _ session.File = (*file)(nil)

func newFile(v js.Value) *file {
	return &file{value: v, name: v.Get("name").String(), size: int64(v.Get("size").Float())}
}

func (f *file) Name() string { return f.name }
func (f *file) Size() int64  { return f.size }

// ReadAt reads len(p) bytes at off. Whoever reads on where the last call ended is given of
// the same stream; others, also those who begin again, of a new one.
func (f *file) ReadAt(p []byte, off int64) (n int, err error) {
	defer func() {
		if recover() != nil { // the browser throws
			n, err = 0, pca.ErrChanged
		}
		if err != nil {
			f.close()
		}
	}()
	if f.reader.IsUndefined() || off != f.next {
		f.close()
		f.open(off)
	}
	for n < len(p) {
		if f.start == f.piece.Length() {
			if !f.more() {
				return n, io.EOF
			}
			continue
		}
		some := js.CopyBytesToGo(p[n:], f.piece.Call("subarray", f.start))
		n, f.start, f.next = n+some, f.start+some, f.next+int64(some)
	}
	if f.next == f.size {
		f.close()
		f.confirm()
	}
	return n, nil
}

func (f *file) open(off int64) {
	stream := f.value.Call("slice", float64(off)).Call("stream")
	if f.reader = filling(stream); f.reader.Truthy() {
		f.buffer = js.Global().Get("ArrayBuffer").New(streamBuffer)
	} else {
		f.reader = stream.Call("getReader")
	}
	f.piece, f.start, f.next = js.Global().Get("Uint8Array").New(0), 0, off
}

// filling gives what fills a buffer of ours from a stream; undefined where the browser
// only brings its own.
func filling(stream js.Value) (reader js.Value) {
	defer func() { recover() }()
	return stream.Call("getReader", map[string]any{"mode": "byob"})
}

// more waits for the stream's next piece. It reports whether there is one.
func (f *file) more() bool {
	var asked js.Value
	if f.buffer.IsUndefined() {
		asked = f.reader.Call("read")
	} else {
		asked = f.reader.Call("read", js.Global().Get("Uint8Array").New(f.buffer))
	}
	read, ok := promise.Wait(asked)()
	if !ok {
		panic("worker: the file cannot be read")
	}
	if read.Get("done").Bool() {
		return false
	}
	f.piece, f.start = read.Get("value"), 0
	if !f.buffer.IsUndefined() {
		f.buffer = f.piece.Get("buffer")
	}
	return true
}

// confirm panics where the browser would not open the file any more.
func (f *file) confirm() {
	js.Global().Get("FileReaderSync").New().Call("readAsArrayBuffer", f.value.Call("slice", float64(f.size-1)))
}

func (f *file) close() {
	if !f.reader.IsUndefined() {
		promise.Ignore(f.reader.Call("cancel")) // where it failed, cancelling does, too
	}
	f.reader, f.buffer, f.piece, f.start, f.next = js.Undefined(), js.Undefined(), js.Undefined(), 0, 0
}
