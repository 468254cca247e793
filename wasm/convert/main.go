//go:build js && wasm

// Command convert gives a file of another format to the worker as CSV text. It is a program of its own, fetched for
// such a file alone and before the file is handed over, and runs in a web worker under the worker's policy: the
// browser refuses it any connection, and worker.js leaves it nothing that stores.
//
// It speaks to one worker, over a port, and to nobody else: wasm/converted has the other end. The worker sets the
// pace: for each "more" it is given one chunk.
package main

import (
	"encoding/json"
	"io"
	"runtime/debug"
	"syscall/js"

	"privatepca/core/codebook"
	"privatepca/core/convert"
	"privatepca/core/convert/description"
	"privatepca/core/convert/workbook"
	"privatepca/core/fault"
	"privatepca/wasm/converted"
)

// mostHeap is what the collector keeps the heap within where it can, in bytes. Go's own rule lets it grow to twice what is in use.
const mostHeap = 160 << 20

func main() {
	debug.SetMemoryLimit(mostHeap)
	self := js.Global()
	port, f := self.Get("port"), newFile(self.Get("file"))
	requests := make(chan converted.Request, 4)
	port.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var r converted.Request
		if json.Unmarshal([]byte(args[0].Get("data").String()), &r) == nil {
			requests <- r
		}
		return nil
	}))
	c := &converter{file: f}
	for r := range requests {
		head, text := c.answer(r)
		encoded, err := json.Marshal(head)
		if err != nil {
			panic("convert: an answer cannot be encoded")
		}
		message := map[string]any{"head": string(encoded)}
		if len(text) == 0 {
			port.Call("postMessage", message)
			continue
		}
		bytes := js.Global().Get("Uint8Array").New(len(text))
		js.CopyBytesToJS(bytes, text)
		buffer := bytes.Get("buffer")
		message["data"] = buffer
		port.Call("postMessage", message, []any{buffer})
	}
}

// A converter answers requests about one file.
type converter struct {
	file   *file
	source *convert.Source
	text   io.ReadCloser // at hand; nil for none
	buf    [converted.Chunk]byte
}

// answer gives the answer to a request, and a chunk of text. A defect that panics is answered without its message,
// which could hold anything.
func (c *converter) answer(r converted.Request) (head converted.Answer, text []byte) {
	defer func() {
		if recover() != nil {
			head, text = converted.Answer{Fault: fault.New(fault.CodeFile, "The file could not be converted: it is damaged in a way that is not known here. Save it as CSV.")}, nil
		}
	}()
	head, text, err := c.handle(r)
	if err != nil {
		return converted.Answer{Fault: fault.Of(err)}, nil
	}
	return head, text
}

func (c *converter) handle(r converted.Request) (converted.Answer, []byte, error) {
	switch r.Kind {
	case converted.Open:
		source, err := convert.Open(c.file, c.file.size)
		if err != nil {
			return converted.Answer{}, nil, err
		}
		c.source = source
		return converted.Answer{Format: string(source.Format), Parts: source.Parts, LeftOut: source.LeftOut, Cells: source.Cells()}, nil, nil
	case converted.Text:
		if c.text != nil {
			c.text.Close()
		}
		var err error
		c.source.Encoding = r.Encoding
		c.source.Hidden, c.source.How = workbook.Hidden(r.Hidden), "see Hidden rows and columns, where it says how the file is read."
		if c.text, err = c.source.Text(r.Part); err != nil {
			return converted.Answer{}, nil, err
		}
		about, err := c.book()
		return converted.Answer{Book: about}, nil, err
	case converted.Describe:
		var err error
		c.text, err = description.Open(c.file, c.file.size, r.Part)
		return converted.Answer{}, nil, err
	case converted.Codebook:
		sheet, found, err := description.Sheet(c.source, r.Part)
		if err != nil || !found {
			return converted.Answer{}, nil, err
		}
		c.source.Hidden = "read" // a codebook has no records
		c.text, err = c.source.Text(sheet)
		return converted.Answer{Parts: []string{sheet}}, nil, err
	}
	n, err := io.ReadFull(c.text, c.buf[:])
	if err == io.EOF || err == io.ErrUnexpectedEOF && n > 0 {
		if err := c.file.confirm(); err != nil {
			return converted.Answer{}, nil, err
		}
		return converted.Answer{End: true}, c.buf[:n], nil
	}
	return converted.Answer{}, c.buf[:n], err
}

// book is what an SPSS or Stata file says of its columns, as a schema; "" for another file.
func (c *converter) book() (string, error) {
	list, err := c.source.Variables()
	if list == nil || err != nil {
		return "", err
	}
	book, err := codebook.FromVariables(list)
	if err != nil {
		return "", nil // of more variables than a codebook has: the table is read without
	}
	return string(book.Schema.Encode()), nil
}
