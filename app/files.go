package app

import (
	"bytes"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// maxText bounds what the page itself reads: a schema or a release, never records.
const maxText = 64 << 20

// filesChosen takes what the file picker gives.
func (s *session) filesChosen(ctx app.Context, e app.Event) {
	files := take(ctx.JSSrc().Get("files"))
	ctx.JSSrc().Set("value", "") // so that the same file can be chosen again
	s.received(files)
}

// take copies a FileList, which the browser empties behind our back.
func take(list app.Value) []app.Value {
	files := make([]app.Value, list.Length())
	for i := range files {
		files[i] = list.Index(i)
	}
	return files
}

// received sorts files by their names: JSON is a schema or a release, and read by
// the page; everything else is records, and only handed on.
func (s *session) received(files []app.Value) {
	var data, text app.Value
	tables, texts := 0, 0
	for _, f := range files {
		if name := strings.ToLower(f.Get("name").String()); strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".jsonld") {
			text = f
			texts++
		} else {
			data = f
			tables++
		}
	}
	if tables > 1 || tables == 1 && texts > 1 {
		s.note = "One table at a time, and one schema with it: " + plural(int64(len(files)), "file") + " were given. Nothing was opened."
		s.change()
		return
	}
	if text == nil {
		if data != nil {
			s.chooseFile(data, nil)
		}
		return
	}
	s.readText(text, func(b []byte) {
		switch {
		case strings.Contains(string(b[:min(len(b), 200)]), `"privatepca/release"`):
			if s.show(b, 0) {
				s.result.fromFile, s.config = true, nil
				s.goTo("/result")
				s.later(s.verify)
			}
		case data != nil:
			s.chooseFile(data, b)
		case s.file != nil:
			s.adopt(b)
			if s.trouble == nil {
				s.goTo("/columns")
			}
		case isConfig(b):
			s.waiting = b
			s.note = "The configuration is kept. Now choose the table that it is for."
			s.change()
		default:
			s.waiting = b
			s.note = "That looks like a schema. It is kept, and used for the table you choose now."
			s.change()
		}
	})
}

func (s *session) chooseFile(f app.Value, schemaText []byte) {
	if schemaText == nil {
		schemaText = s.waiting
	}
	if schemaText == nil && s.host != nil {
		schemaText = s.host.schema.text
	}
	s.waiting = nil
	s.chosen(f, f.Get("name").String(), int64(f.Get("size").Float()), schemaText)
}

// readText reads a small file in the page.
func (s *session) readText(f app.Value, then func([]byte)) {
	name, size := f.Get("name").String(), int64(f.Get("size").Float())
	fail := func(t *trouble) {
		s.deliver(func() {
			t.file = name
			s.trouble = t
			s.change()
		})
	}
	failed := func(app.Value) { fail(unreadable()) }
	if size > maxText {
		fail(tooLong(size))
		return
	}
	client.Await(f.Call("arrayBuffer"), func(buffer app.Value) {
		s.deliver(func() {
			before := s.trouble
			then(contents(buffer))
			if s.trouble != nil && s.trouble != before {
				s.trouble.file = name
				s.change()
			}
		})
	}, failed)
}

// contents copies what the browser has read, without a mark of the byte order.
func contents(buffer app.Value) []byte {
	all := app.Window().Get("Uint8Array").New(buffer)
	b := make([]byte, all.Length())
	for at := 0; at < len(b); {
		breathe()
		end := min(at+1<<20, len(b))
		app.CopyBytesToGo(b[at:end], all.Call("subarray", at, end))
		at = end
	}
	return bytes.TrimPrefix(b, []byte("\ufeff"))
}

// download hands a text to the browser to save.
func download(name, kind string, text []byte) {
	bytes := app.Window().Get("Uint8Array").New(len(text))
	app.CopyBytesToJS(bytes, text)
	parts := app.Window().Get("Array").New()
	parts.Call("push", bytes)
	save(name, app.Window().Get("Blob").New(parts, map[string]any{"type": kind}))
}

// save hands a blob to the browser.
func save(name string, blob app.Value) {
	url := app.Window().Get("URL").Call("createObjectURL", blob)
	a := app.Window().Get("document").Call("createElement", "a")
	a.Set("href", url)
	a.Set("download", name)
	a.Call("click")
	app.Window().Call("setTimeout", app.FuncOf(func(app.Value, []app.Value) any {
		app.Window().Get("URL").Call("revokeObjectURL", url)
		return nil
	}), 10_000)
}
