//go:build js && wasm

package main

import (
	"io"
	"syscall/js"

	"privatepca/core/pca"
	"privatepca/wasm/buffer"
	"privatepca/wasm/promise"
	"privatepca/wasm/session"
)

// file reads a JavaScript File as a stream, which the browser fills while the worker is
// busy with what came before. A stream goes on when the file on disk is deleted or written
// over, so after its last byte the browser is asked whether that is still the file that was
// chosen.
//
// Chromium then compares the file's time of change. Firefox notices only a file that is
// shorter or gone, WebKit none of the same length and time. There every byte of the first whole
// reading is compared with another one (Compare) before anything is drawn: a file that was
// written over halfway is an error, and no document mixes two. In every browser a later reading
// is compared with the first, where the browser checks by a sixteenth of each block.
type file struct {
	value  js.Value
	name   string
	size   int64
	blocks blocks
	whole  bool  // it was read to its end
	same   bool  // what was read to its end is found to be one file
	again  *file // the reading that Compare goes on with; nil for none

	opened bool
	reader js.Value // of a stream that fills a buffer of ours; undefined where the browser has none
	buffer js.Value // that the stream fills
	piece  js.Value // of the file, read up to start
	start  int
	next   int64 // byte of the file, after those read

	// Without such a stream, pieces are asked for one by one, the next while this one is worked on.
	asked int64                   // the next byte to ask for
	ahead func() (js.Value, bool) // waits for the piece that was asked for; nil for none
}

// streamBuffer is in bytes, and the length of a piece where pieces are asked for. A stream
// mostly has less than that ready.
const streamBuffer = 4 << 20

var _ session.Comparer = (*file)(nil)

func newFile(v js.Value) *file {
	f := &file{value: v, name: v.Get("name").String(), size: int64(v.Get("size").Float())}
	f.blocks = blocks{size: f.size, part: blockSize, at: -1}
	if browserChecksFiles() {
		f.blocks.part = blockSize / 16
	}
	return f
}

// browserChecksFiles reports whether the browser refuses to read on in a file that was
// touched since it was chosen: wasm/worker.js says so, before it takes away what shows it.
func browserChecksFiles() bool { return js.Global().Get("checksFiles").Truthy() }

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
		if err == pca.ErrChanged { // many who read take no error beside all that they asked for
			n = 0
		}
	}()
	if n, err = f.fill(p, off); err != nil || f.next != f.size {
		return n, err
	}
	f.close()
	f.confirm()
	if f.blocks.at == f.size { // from the start; a second reading of the same bytes compares as well
		f.same = f.same || f.whole || browserChecksFiles()
		f.whole = true
	}
	return n, err
}

// fill reads len(p) bytes at off from the stream.
func (f *file) fill(p []byte, off int64) (n int, err error) {
	if !f.opened || off != f.next {
		f.close()
		f.open(off)
		f.blocks.begin(off)
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
	return n, f.blocks.add(p)
}

// Compare implements session.Comparer: it reads the file once more, and compares it with the blocks of the first whole reading.
func (f *file) Compare(on func() bool) (done bool, err error) {
	defer func() {
		if recover() != nil { // the browser throws
			done, err = false, pca.ErrChanged
		}
		if err != nil && f.again != nil {
			f.again.close()
			f.again = nil
		}
	}()
	if f.same {
		return true, nil
	}
	if !f.whole {
		return false, pca.ErrChanged // nobody asks before
	}
	if f.again == nil {
		f.again = &file{value: f.value, size: f.size, blocks: f.blocks.compared()}
	}
	buffer := make([]byte, min(f.size, 1<<20))
	for f.again.next < f.size {
		if !on() {
			return false, nil
		}
		at := f.again.next
		if _, err := f.again.fill(buffer[:min(f.size-at, int64(len(buffer)))], at); err != nil {
			return false, pca.ErrChanged
		}
	}
	f.again.close()
	f.again = nil
	f.confirm()
	f.same = true
	return true, nil
}

func (f *file) open(off int64) {
	f.opened, f.piece, f.start, f.next, f.asked = true, js.Global().Get("Uint8Array").New(0), 0, off, off
	// Firefox fills buffers in pieces so small that asking for slices took a third less time. WebKit has no such stream, and
	// reads a file whole into memory once a stream of it is made: what asks is a stream of nothing.
	if !browserChecksFiles() {
		return
	}
	if probe := filling(js.Global().Get("Blob").New()); probe.Truthy() {
		promise.Ignore(probe.Call("cancel"))
		f.reader = filling(f.value.Call("slice", float64(off)))
		f.buffer = js.Global().Get("ArrayBuffer").New(streamBuffer)
	}
}

// filling gives what fills a buffer of ours from a blob's stream; undefined where the browser
// only brings its own.
func filling(blob js.Value) (reader js.Value) {
	defer func() { recover() }()
	return blob.Call("stream").Call("getReader", map[string]any{"mode": "byob"})
}

// ask asks for the next piece.
func (f *file) ask() func() (js.Value, bool) {
	end := min(f.size, f.asked+streamBuffer)
	piece, length := f.value.Call("slice", float64(f.asked), float64(end)), int(end-f.asked)
	f.asked = end
	wait := promise.Wait(piece.Call("arrayBuffer"))
	return func() (js.Value, bool) {
		bytes, ok := wait()
		return bytes, ok && bytes.Get("byteLength").Int() == length // of a file that was cut off there may be less
	}
}

// nextPiece waits for a piece that was asked for. It reports whether there is one.
func (f *file) nextPiece() bool {
	if f.ahead == nil && f.asked == f.size {
		return false
	}
	if f.ahead == nil {
		f.ahead = f.ask()
	}
	bytes, ok := f.ahead()
	f.ahead = nil
	if !ok {
		panic("worker: the file cannot be read")
	}
	if f.asked < f.size {
		f.ahead = f.ask()
	}
	buffer.Free(f.piece.Get("buffer"))
	f.piece, f.start = js.Global().Get("Uint8Array").New(bytes), 0
	return true
}

// more waits for the file's next piece. It reports whether there is one.
func (f *file) more() bool {
	if f.reader.IsUndefined() {
		return f.nextPiece()
	}
	read, ok := promise.Wait(f.reader.Call("read", js.Global().Get("Uint8Array").New(f.buffer)))()
	if !ok {
		panic("worker: the file cannot be read")
	}
	if read.Get("done").Bool() {
		return false
	}
	f.piece, f.start = read.Get("value"), 0
	f.buffer = f.piece.Get("buffer")
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
	f.opened, f.ahead, f.reader, f.buffer, f.piece, f.start, f.next = false, nil, js.Undefined(), js.Undefined(), js.Undefined(), 0, 0
}
