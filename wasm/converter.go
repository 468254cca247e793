//go:build js && wasm

package main

import (
	"encoding/json"
	"io"
	"syscall/js"

	"privatepca/core/pca"
	"privatepca/wasm/buffer"
	"privatepca/wasm/converted"
	"privatepca/wasm/session"
)

// convertedFile is a file at the other end of a port, where web/convert.wasm reads it.
type convertedFile struct {
	name      string
	size      int64 // as stored
	converted *converted.File
}

var _ session.Converted = (*convertedFile)(nil)

func newConverted(v js.Value) *convertedFile {
	return &convertedFile{v.Get("name").String(), int64(v.Get("size").Float()), converted.New(newConverterPort(v.Get("port")))}
}

func (f *convertedFile) Name() string { return f.name }
func (f *convertedFile) Size() int64  { return f.size }
func (f *convertedFile) Begin() error { return f.converted.Begin() }

// ReadAt refuses: the stored bytes are the converter's alone.
func (f *convertedFile) ReadAt([]byte, int64) (int, error) { return 0, pca.ErrChanged }

func (f *convertedFile) Format() string    { return f.converted.About.Format }
func (f *convertedFile) Parts() []string   { return f.converted.About.Parts }
func (f *convertedFile) LeftOut() []string { return f.converted.About.LeftOut }

func (f *convertedFile) Cells() bool { return f.converted.About.Cells }

func (f *convertedFile) Book() string { return f.converted.Book }

func (f *convertedFile) Text(part, hidden, encoding string) (io.ReadCloser, error) {
	return f.converted.Text(part, hidden, encoding)
}

// A converterPort is the worker's end of the port.
type converterPort struct {
	value   js.Value
	answers chan js.Value
	text    []byte // of the answer at hand
}

var _ converted.Link = (*converterPort)(nil)

func newConverterPort(v js.Value) *converterPort {
	p := &converterPort{value: v, answers: make(chan js.Value, 8)} // three are on their way at most
	v.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.answers <- args[0].Get("data")
		return nil
	}))
	return p
}

// Send implements converted.Link.
func (p *converterPort) Send(r converted.Request) {
	text, err := json.Marshal(r)
	if err != nil {
		panic("worker: a request cannot be encoded")
	}
	p.value.Call("postMessage", string(text))
}

// Receive implements converted.Link. While it waits the browser has its turn.
func (p *converterPort) Receive() (a converted.Answer, text []byte) {
	data := <-p.answers
	if err := json.Unmarshal([]byte(data.Get("head").String()), &a); err != nil {
		panic("worker: an answer of the converter is no JSON")
	}
	if sent := data.Get("data"); sent.Truthy() {
		bytes := js.Global().Get("Uint8Array").New(sent)
		if n := bytes.Length(); n > len(p.text) {
			p.text = make([]byte, n)
		}
		text = p.text[:js.CopyBytesToGo(p.text, bytes)]
		buffer.Free(sent)
	}
	return a, text
}
