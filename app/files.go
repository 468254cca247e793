package app

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/core/plan"
	"privatepca/core/words"
)

// maxText bounds what the page itself reads: a schema or a release, never records.
const maxText = 64 << 20

// filesChosen takes what the file picker gives.
func filesChosen(s *State, ctx app.Context, e app.Event) {
	s.received(browser.Chosen(ctx.JSSrc()))
}

// received sorts files by their names: JSON is a schema or a release, and read by
// the page; everything else is records, and only handed on.
func (s *State) received(files []client.NamedFile) {
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
		s.notice.note = "One table at a time, and one schema with it: " + words.Count(int64(len(files)), "file") + " were given. Nothing was opened."
		s.Change()
		return
	}
	if text == nil {
		if data != nil {
			s.chooseFile(*data, nil)
		}
		return
	}
	readText(s, *text, func(b []byte) {
		switch {
		case strings.Contains(string(b[:min(len(b), 200)]), `"privatepca/release"`):
			if s.show(b, 0, nil) {
				s.result.fromFile = true
				s.screen.Go("/result")
				s.screen.Later(s.check)
			}
		case data != nil:
			s.chooseFile(*data, b)
		case s.worker.file != nil:
			s.adopt(b)
			if s.notice.fault == nil {
				s.screen.Go("/columns")
			}
		case plan.IsConfig(b):
			s.waiting = b
			s.notice.note = "The configuration is kept. Now choose the table that it is for."
			s.Change()
		default:
			s.waiting = b
			s.notice.note = "That looks like a schema. It is kept, and used for the table you choose now."
			s.Change()
		}
	})
}

func (s *State) chooseFile(f client.NamedFile, schemaText []byte) {
	if schemaText == nil {
		schemaText = s.waiting
	}
	if schemaText == nil {
		schemaText = s.offered.Schema
	}
	s.waiting = nil
	s.open(f, schemaText, Offered{})
}

// readText reads a small file in the page.
func readText(s *State, f client.NamedFile, then func([]byte)) {
	s.screen.ReadText(f, maxText, func(text []byte, err error) {
		before := s.notice.fault
		switch {
		case f.Size > maxText:
			s.notice.fault = tooLong(f.Size)
		case err != nil:
			s.notice.fault = unreadable()
		default:
			then(text)
		}
		if s.notice.fault != nil && s.notice.fault != before {
			s.notice.fault.file = f.Name
			s.Change()
		}
	})
}
