package state

import (
	"strings"

	"privatepca/app/client"
	"privatepca/core/plan"
	"privatepca/core/words"
)

// Received sorts files by their names: JSON is a schema or a release, and read by
// the page; everything else is records, and only handed on.
func (s *State) Received(files []client.NamedFile) {
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
		s.Notice.Note = "One table at a time, and one schema with it: " + words.Count(int64(len(files)), "file") + " were given. Nothing was opened."
		s.Change()
		return
	}
	if text == nil {
		if data != nil {
			s.ChooseTable(*data, nil)
		}
		return
	}
	ReadText(s, *text, func(b []byte) {
		switch {
		case strings.Contains(string(b[:min(len(b), 200)]), `"privatepca/release"`):
			if s.Show(b, 0, nil) {
				s.Result.FromFile = true
				s.Screen.Go(ResultPath)
				s.Screen.Later(s.Check)
			}
		case data != nil:
			s.ChooseTable(*data, b)
		case s.Worker.File != nil:
			s.Adopt(b)
			if s.Notice.Fault == nil {
				s.Screen.Go(ColumnsPath)
			}
		case plan.IsConfig(b):
			s.Waiting = b
			s.Notice.Note = "The configuration is kept. Now choose the table that it is for."
			s.Change()
		default:
			s.Waiting = b
			s.Notice.Note = "That looks like a schema. It is kept, and used for the table you choose now."
			s.Change()
		}
	})
}

// ChooseTable opens a table, with the schema that came with it, was kept for it, or that a
// parent page offered.
func (s *State) ChooseTable(f client.NamedFile, schemaText []byte) {
	if schemaText == nil {
		schemaText = s.Waiting
	}
	if schemaText == nil {
		schemaText = s.Offered.Schema
	}
	s.Waiting = nil
	s.Open(f, schemaText, Offered{})
}

// ReadText reads a small file in the page.
func ReadText(s *State, f client.NamedFile, then func([]byte)) {
	s.Screen.ReadText(f, maxText, func(text []byte, err error) {
		before := s.Notice.Fault
		switch {
		case f.Size > maxText:
			s.Notice.Fault = tooLong(f.Size)
		case err != nil:
			s.Notice.Fault = unreadable()
		default:
			then(text)
		}
		if s.Notice.Fault != nil && s.Notice.Fault != before {
			s.Notice.Fault.File = f.Name
			s.Change()
		}
	})
}
