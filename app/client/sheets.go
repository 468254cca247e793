package client

import (
	"encoding/json"
	"errors"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/wasm/converted"
)

// Why the text of a codebook's sheets was not had.
var (
	ErrNoConverter = errors.New("client: the program that reads workbooks could not be fetched or compiled")
	ErrNoSheets    = errors.New("client: the workbook could not be read")
)

// Sheets gives the CSV text of each sheet of a workbook that describes a table: a public file, which is read in a converter of its own.
// It is never handed records. All texts together have at most so many bytes; what is beyond is left out. Then is
// called once, on the page's goroutine.
func (b *Browser) Sheets(f NamedFile, most int64, then func(texts [][]byte, err error)) {
	b.loadConverter(func(err error) {
		if err != nil {
			then(nil, ErrNoConverter)
			return
		}
		s := &sheets{worker: b.start(), most: most}
		over := false
		finish := func(err error) {
			if !over {
				over = true
				s.worker.Terminate()
				if s.heard != nil {
					s.heard.Release()
				}
				then(s.texts, err)
			}
		}
		ended := func(app.Value) { b.Deliver(func() { finish(ErrNoSheets) }) }
		s.worker.on("message", ended) // the only message that it sends here says that it has stopped
		s.worker.on("error", ended)
		channel := app.Window().Get("MessageChannel").New()
		s.port = channel.Get("port1")
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
		theirs := channel.Get("port2")
		s.worker.value.Call("postMessage", map[string]any{"start": true, "port": theirs, "file": f.Handle}, list(theirs))
		s.ask(converted.Request{Kind: converted.Open})
	})
}

// sheets are the sheets of a workbook while they are read.
type sheets struct {
	worker *worker
	port   app.Value
	heard  app.Func
	most   int64
	parts  []string // that are not read yet
	opened bool
	texts  [][]byte
}

func (s *sheets) ask(r converted.Request) {
	text, err := json.Marshal(r)
	if err != nil {
		panic("client: a request has no JSON form") // plain values
	}
	s.port.Call("postMessage", string(text))
}

// next takes an answer, and asks for what follows; it reports whether all is read.
func (s *sheets) next(a converted.Answer, text []byte) (done bool) {
	switch {
	case !s.opened:
		s.opened = true
		if s.parts = a.Parts; len(s.parts) == 0 {
			s.parts = []string{""} // the only one
		}
		return s.part()
	case len(text) == 0 && !a.End:
		s.ask(converted.Request{Kind: converted.More}) // a sheet begins
		return false
	}
	last := len(s.texts) - 1
	s.texts[last] = append(s.texts[last], text[:min(int64(len(text)), s.most)]...)
	s.most -= int64(len(text))
	switch {
	case s.most <= 0:
		return true
	case a.End:
		return s.part()
	}
	s.ask(converted.Request{Kind: converted.More})
	return false
}

// part begins the next sheet; it reports whether there is none.
func (s *sheets) part() (done bool) {
	if len(s.parts) == 0 {
		return true
	}
	s.texts = append(s.texts, nil)
	s.ask(converted.Request{Kind: converted.Text, Part: s.parts[0], Hidden: "read"})
	s.parts = s.parts[1:]
	return false
}
