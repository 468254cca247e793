//go:build js && wasm

package main

import (
	"io"
	"syscall/js"

	"privatepca/core/dataset"
	"privatepca/core/schema"
)

// decodedPiece is how many bytes the browser decodes at once.
const decodedPiece = 256 << 10

// A decoded text is given as UTF-8 by the browser's TextDecoder, which has the tables of all encodings of the standard. It is decoded piece by piece:
// what a piece ends within waits for the next one.
type decoded struct {
	src     io.Reader
	e       schema.Encoding
	decoder js.Value
	bytes   js.Value // a Uint8Array of decodedPiece
	buffer  []byte
	rest    string
	err     error // that ended the source
}

// decode is pca.Machine.Decode.
func decode(src io.Reader, e schema.Encoding) io.Reader { return &decoded{src: src, e: e} }

// Read implements io.Reader.
func (d *decoded) Read(p []byte) (n int, err error) {
	defer func() {
		if recover() != nil { // the browser throws: it has no such decoder
			n, err = 0, dataset.Untabled(d.e)
		}
	}()
	if d.buffer == nil {
		d.decoder = js.Global().Get("TextDecoder").New(string(d.e))
		d.buffer, d.bytes = make([]byte, decodedPiece), js.Global().Get("Uint8Array").New(decodedPiece)
	}
	for d.rest == "" {
		if d.err != nil {
			return 0, d.err
		}
		n, err := d.src.Read(d.buffer)
		js.CopyBytesToJS(d.bytes, d.buffer[:n])
		d.rest = d.decoder.Call("decode", d.bytes.Call("subarray", 0, n), map[string]any{"stream": err == nil}).String()
		d.err = err
	}
	n = copy(p, d.rest)
	d.rest = d.rest[n:]
	return n, nil
}
