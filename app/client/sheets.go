package client

import (
	"encoding/json"
	"errors"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/wasm/converted"
)

// Why the text of a description was not had.
var (
	ErrNoConverter = errors.New("client: the program that reads workbooks and YAML could not be fetched or compiled")
	ErrNoSheets    = errors.New("client: the workbook, or the YAML, could not be read")
)

// Describe gives the text of a file that describes a table: of a workbook its list of variables, YAML as JSON. It is a public file, which is
// read in a converter of its own; that is never handed records. Of the text at most so many bytes are given. Then is called once, on the
// page's goroutine.
func (b *Browser) Describe(f NamedFile, most int64, then func(text []byte, err error)) {
	b.ask(f, most, []converted.Request{{Kind: converted.Describe, Part: f.Name}}, func(_ string, text []byte, err error) { then(text, err) })
}

// Codebook finds the sheet of a table's workbook that is a list of variables, beside the sheet of the table: "" for none. Where most is 0 its
// name is given alone, and nothing of what it holds.
func (b *Browser) Codebook(f NamedFile, table string, most int64, then func(sheet string, text []byte, err error)) {
	b.ask(f, most, []converted.Request{{Kind: converted.Open}, {Kind: converted.Codebook, Part: table}}, then)
}

// ask begins a text by requests, and reads it.
func (b *Browser) ask(f NamedFile, most int64, first []converted.Request, then func(sheet string, text []byte, err error)) {
	b.loadConverter(func(err error) {
		if err != nil {
			then("", nil, ErrNoConverter)
			return
		}
		s := &description{worker: b.start(), most: most, first: first, sought: len(first) > 1}
		over := false
		finish := func(err error) {
			if !over {
				over = true
				s.worker.Terminate()
				if s.heard != nil {
					s.heard.Release()
				}
				then(s.sheet, s.text, err)
			}
		}
		ended := func(app.Value) { b.Deliver(func() { finish(ErrNoSheets) }) }
		s.worker.on("message", ended) // the only message that it sends here says that it has stopped
		s.worker.on("error", ended)
		s.port = b.converters.start(s.worker, f.Handle)
		s.heard = app.FuncOf(func(_ app.Value, args []app.Value) any {
			data := args[0].Get("data")
			var a converted.Answer
			if json.Unmarshal([]byte(data.Get("head").String()), &a) != nil || a.Fault != nil {
				b.Deliver(func() { finish(ErrNoSheets) })
				return nil
			}
			var text []byte
			if buffer := data.Get("data"); buffer.Truthy() {
				bytes := app.Window().Get("Uint8Array").New(buffer)
				text = make([]byte, bytes.Length())
				app.CopyBytesToGo(text, bytes)
			}
			b.Deliver(func() {
				if !over && s.next(a, text) {
					finish(nil)
				}
			})
			return nil
		})
		s.port.Set("onmessage", s.heard)
		s.begin()
	})
}

// A description is a text while it is read.
type description struct {
	worker *worker
	port   app.Value
	heard  app.Func
	most   int64
	first  []converted.Request // that are not sent yet
	sought bool                // a sheet, which there may be none of
	begun  bool
	sheet  string
	text   []byte
}

func (s *description) ask(r converted.Request) {
	text, err := json.Marshal(r)
	if err != nil {
		panic("client: a request has no JSON form") // plain values
	}
	s.port.Call("postMessage", string(text))
}

// begin sends the next request.
func (s *description) begin() {
	s.ask(s.first[0])
	s.first = s.first[1:]
}

// next takes an answer, and asks for what follows; it reports whether all is read.
func (s *description) next(a converted.Answer, text []byte) (done bool) {
	switch {
	case len(s.first) > 0:
		s.begin()
		return false
	case !s.begun: // the text begins
		s.begun = true
		if len(a.Parts) > 0 {
			s.sheet = a.Parts[0]
		}
		if s.most == 0 || s.sought && s.sheet == "" {
			return true
		}
		s.ask(converted.Request{Kind: converted.More})
		return false
	}
	s.text = append(s.text, text[:min(int64(len(text)), s.most)]...)
	if s.most -= int64(len(text)); s.most <= 0 || a.End {
		return true
	}
	s.ask(converted.Request{Kind: converted.More})
	return false
}
