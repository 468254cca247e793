package app

import (
	"errors"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
)

// maxText bounds what the page itself reads: a schema or a release, never records.
const maxText = 64 << 20

// filesChosen takes what the file picker gives.
func (s *session) filesChosen(ctx app.Context, e app.Event) {
	s.received(browser.Chosen(ctx.JSSrc()))
}

// received sorts files by their names: JSON is a schema or a release, and read by
// the page; everything else is records, and only handed on.
func (s *session) received(files []client.NamedFile) {
	var data, text *client.NamedFile
	tables, texts := 0, 0
	for i := range files {
		f := &files[i]
		if name := strings.ToLower(f.Name); strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".jsonld") {
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
			s.chooseFile(*data, nil)
		}
		return
	}
	s.readText(*text, func(b []byte) {
		switch {
		case strings.Contains(string(b[:min(len(b), 200)]), `"privatepca/release"`):
			if s.show(b, 0) {
				s.result.fromFile, s.config = true, nil
				s.goTo("/result")
				s.later(s.verify)
			}
		case data != nil:
			s.chooseFile(*data, b)
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

func (s *session) chooseFile(f client.NamedFile, schemaText []byte) {
	if schemaText == nil {
		schemaText = s.waiting
	}
	if schemaText == nil && s.host != nil {
		schemaText = s.host.schema.text
	}
	s.waiting = nil
	s.chosen(f, schemaText)
}

// readText reads a small file in the page.
func (s *session) readText(f client.NamedFile, then func([]byte)) {
	browser.ReadText(f, maxText, s.deliver, func(text []byte, err error) {
		before := s.trouble
		switch {
		case errors.Is(err, browser.ErrTooLong):
			s.trouble = tooLong(f.Size)
		case err != nil:
			s.trouble = unreadable()
		default:
			then(text)
		}
		if s.trouble != nil && s.trouble != before {
			s.trouble.file = f.Name
			s.change()
		}
	})
}
