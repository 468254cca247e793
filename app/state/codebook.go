package state

import (
	"errors"
	"fmt"
	"strings"

	"privatepca/app/client"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// ReadBook reads a list of variables for the open file. It shows what would be filled in, and fills in nothing.
func ReadBook(s *State, f client.NamedFile) {
	if s.Worker.File == nil {
		return
	}
	ReadText(s, f, func(text []byte) {
		parsed, err := schema.ParseCodebook(text)
		if parsed == nil {
			s.Notice.Note = f.Name + " is no codebook: its first line has to name the columns name, and type, min, max or levels. The template of this file’s columns shows the form. Nothing was changed."
			s.Change()
			return
		}
		var problems schema.Problems
		errors.As(err, &problems)
		s.Book = s.Draft.Answers.Preview(f.Name, parsed, problems)
		s.Change()
		s.Screen.Drawn(func() { s.Screen.Focus("book") })
	})
}

// mostBook is how long a codebook may be, in bytes: a longer text is a table.
const mostBook = 1 << 20

// asCodebook gives what reads a short text as the open table's codebook; nil for any other file.
func asCodebook(s *State, f client.NamedFile) func() {
	name := strings.ToLower(f.Name)
	if f.Size > mostBook || !strings.HasSuffix(name, ".csv") && !strings.HasSuffix(name, ".tsv") && !strings.HasSuffix(name, ".txt") {
		return nil
	}
	return func() { ReadBook(s, f) }
}

// FillIn takes over what the codebook says; where replace is true, also in place of other answers.
func FillIn(s *State, replace bool) {
	if s.Book == nil {
		return
	}
	n := s.Draft.Answers.Fill(s.Book, replace)
	s.Notice.Note = fmt.Sprintf("%s filled in from %s. Undo takes it back.", words.Count(int64(n), "column"), s.Book.Name)
	s.Book = nil
	s.Change()
}

// LeaveBook fills in nothing.
func (s *State) LeaveBook() {
	s.Book = nil
	s.Change()
}
