package state

import (
	"strings"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/plan"
	"privatepca/core/release"
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
			ShowFile(s, b)
		case data != nil:
			s.ChooseTable(*data, b)
		case s.Worker.Opening != nil:
			s.Worker.Opening.late = b
			s.Notice.Note = "That is taken over once the header of " + s.Worker.Opening.Name + " is read."
			s.Change()
		case s.Worker.File != nil:
			s.Adopt(b)
			if s.Notice.Fault == nil && s.Worker.Opening == nil {
				s.Screen.Go(ColumnsPath)
			}
		case draft.IsKept(b):
			s.Waiting = b
			s.Notice.Note = "The answers are ready. Now choose the table that they are for."
			s.Change()
		case plan.IsConfig(b):
			s.Waiting = b
			s.Notice.Note = "The configuration is kept. Now choose the table that it is for."
			s.Change()
		default:
			s.Waiting = b
			s.Notice.Note = "That looks like a schema. The page uses it for the table that you choose next."
			s.Change()
		}
	})
}

// ShowFile puts a document from a file in view, and checks it.
func ShowFile(s *State, text []byte) {
	var d *release.Document
	var err error
	if !work(s, "the release", func(at func(float64)) { d, err = release.DecodeWith(text, unknown(at)) }) {
		return
	}
	if shown(s, d, err, text, 0, nil) {
		s.Result.FromFile = true
		s.Screen.Go(ResultPath)
		s.Screen.Later(s.Check)
	}
}

// ChooseTable opens a table, with the schema that came with it or was kept for it, and else with what a parent page
// offered. While another one is open that has answers, it asks first.
func (s *State) ChooseTable(f client.NamedFile, schemaText []byte) {
	if schemaText == nil {
		schemaText = s.Waiting
	}
	s.Waiting = nil
	if !asks(s) {
		s.Open(f, schemaText, s.Offered)
		return
	}
	s.Second = &Second{File: f, text: schemaText, came: s.Offered}
	if s.AsCodebook != nil {
		s.Second.AsBook = s.AsCodebook(f)
	}
	s.Change()
	s.Screen.Drawn(func() { s.Screen.Focus("second") })
}

// ReadText reads a small file in the page.
func ReadText(s *State, f client.NamedFile, then func([]byte)) {
	s.Screen.ReadText(f, maxText, func(text []byte, err error) {
		before := s.Notice.Fault
		switch {
		case f.Size > maxText:
			s.Notice.Note, s.Notice.Fault = "", tooLong(f.Size) // a note of what was done before would stand above it
		case err != nil:
			s.Notice.Note, s.Notice.Fault = "", unreadable()
		default:
			then(text)
		}
		if s.Notice.Fault != nil && s.Notice.Fault != before {
			s.Notice.Fault.File = f.Name
			s.Change()
		}
	})
}
