package state

import (
	"encoding/json"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/core/codebook"
	"privatepca/core/fault"
	"privatepca/core/schema"
)

// isWorkbook reports whether a file is a workbook, by its name.
func isWorkbook(name string) bool {
	ending := strings.ToLower(path.Ext(name))
	return ending == ".xlsx" || ending == ".xlsm" || ending == ".ods"
}

// isYAML reports whether a file is YAML, by its name.
func isYAML(name string) bool {
	ending := strings.ToLower(path.Ext(name))
	return ending == ".yaml" || ending == ".yml"
}

// ReadBook reads what describes the open file's columns, in any form that core/codebook knows. It shows what would be filled in, and
// fills in nothing.
func ReadBook(s *State, f client.NamedFile) {
	if s.Worker.File == nil {
		return
	}
	if !isWorkbook(f.Name) && !isYAML(f.Name) {
		ReadText(s, f, func(text []byte) { ReadBookText(s, f.Name, text) })
		return
	}
	s.Screen.Describe(f, effect.MostText, func(text []byte, err error) {
		switch {
		case err == nil:
			ReadBookText(s, f.Name, text)
		case isYAML(f.Name):
			unreadBook(s, f.Name+" could not be read as YAML: check its indentation and its quotes.")
		default:
			unreadBook(s, f.Name+" could not be read as a workbook. Save its list of variables as CSV.")
		}
	})
}

// unreadBook says why a codebook was not read, and goes on with the next one that came with the table.
func unreadBook(s *State, why string) {
	s.Reading = nil
	s.Notice.Note = strings.TrimSpace(s.Notice.Note + " " + why + " Nothing was changed.")
	s.Change()
	nextBook(s)
}

// ReadBookText reads the text of a codebook.
func ReadBookText(s *State, name string, text []byte) { readBook(s, name, text, nil) }

// readBook reads the text of a codebook that the site around the page gave, or somebody here where host is nil.
func readBook(s *State, name string, text []byte, host *Offered) {
	if s.Worker.File == nil {
		return
	}
	s.Reading = &Reading{name: name, text: text, told: rememberedColumns(&s.Keeping), host: host}
	if err := preview(s); err == errStopped {
		s.Reading = nil
		return
	} else if errors.Is(err, codebook.ErrNone) {
		unreadBook(s, name+" is no codebook: give a list of variables with a line of titles, or a Frictionless schema, CSVW, Croissant, DDI or the metadata of OpenDP. The template of this file’s columns shows the form.")
		return
	} else if err != nil {
		unreadBook(s, name+" is not read: "+fault.Public(fault.CodeSchema, err).Message)
		return
	}
	s.Screen.Drawn(func() { s.Screen.Focus("book") })
}

var errStopped = errors.New("state: the visitor stopped the reading")

// preview shows what the codebook at hand would change. An error says why it is none, or that it passes a limit.
func preview(s *State) error {
	about := schema.Table{File: s.Worker.File.Name, Columns: s.Worker.File.About.Columns}
	var book *codebook.Book
	var err error
	whole := work(s, s.Reading.name, func(at func(float64)) {
		about.Pause = at
		book, err = codebook.Parse(s.Reading.text, codebook.Options{Table: about, Columns: s.Reading.told})
	})
	switch {
	case !whole:
		return errStopped
	case err != nil:
		return err
	}
	if s.Reading.host != nil && book.Schema != nil {
		s.Reading.host.Stand(book.Schema)
	}
	s.Book = s.Draft.Answers.Preview(s.Reading.name, book)
	s.Change()
	return nil
}

// tellBook says which column of a list states something; "" for none. The preview follows, and the next list whose columns
// are called so is read alike.
func tellBook(s *State, h codebook.Heading, title string) {
	if s.Reading == nil {
		return
	}
	s.Reading.told = maps.Clone(s.Reading.told)
	if s.Reading.told == nil {
		s.Reading.told = map[codebook.Heading]string{}
	}
	s.Reading.told[h] = title
	rememberColumns(&s.Keeping, s.Reading.told)
	preview(s)
}

// columnsKey is under which the browser keeps which columns of a list state what.
const columnsKey = "codebook columns"

func rememberedColumns(k *Keeping) map[codebook.Heading]string {
	var told map[codebook.Heading]string
	if json.Unmarshal([]byte(k.texts[columnsKey]), &told) != nil {
		return nil
	}
	return told
}

func rememberColumns(k *Keeping, told map[codebook.Heading]string) {
	text, err := json.Marshal(told)
	if err != nil || len(text) > 16<<10 {
		return
	}
	if k.texts == nil {
		k.texts = map[string]string{}
	}
	k.texts[columnsKey] = string(text) // for this page's life at least
	if k.Store != nil && !k.Off {
		k.Store.Put(columnsKey, string(text), func(bool) {})
	}
}

// mostBook is how long a codebook may be, in bytes: a longer text is a table.
const mostBook = 1 << 20

// asCodebook gives what reads a short text as the open table's codebook; nil for any other file.
func asCodebook(s *State, f client.NamedFile) func() {
	ending := strings.ToLower(path.Ext(f.Name))
	if f.Size > mostBook || !slices.Contains([]string{".csv", ".tsv", ".txt", ".xlsx", ".xlsm"}, ending) {
		return nil
	}
	return func() { ReadBook(s, f) }
}

// leaveBook fills in nothing more.
func leaveBook(s *State) {
	s.Book, s.Reading = nil, nil
	s.Change()
	nextBook(s)
}

// nextBook shows the next description that came with the open table.
func nextBook(s *State) {
	b := &s.Beside
	if len(b.waiting) == 0 || s.Worker.File == nil || s.Book != nil {
		return
	}
	next := b.waiting[0]
	b.waiting = b.waiting[1:]
	if next.text != nil {
		readBook(s, next.file.Name, next.text, next.host)
		return
	}
	ReadBook(s, next.file)
}

// seekSheet looks whether a sheet of the open workbook is a list of variables. Its name is all that the page is told.
func seekSheet(s *State) {
	f := s.Worker.File
	if s.Beside.Sheet = ""; len(f.About.Parts) < 2 || s.AsCodebook == nil {
		return
	}
	s.Screen.Codebook(f.NamedFile, f.About.Part, 0, func(sheet string, _ []byte, err error) {
		if err == nil && s.Worker.File == f && sheet != "" {
			s.Beside.Sheet = sheet
			s.Change()
		}
	})
}

// ReadSheet shows what the list of variables in the open workbook would fill in.
func ReadSheet(s *State) {
	f := s.Worker.File
	if f == nil || s.Beside.Sheet == "" {
		return
	}
	s.Screen.Codebook(f.NamedFile, f.About.Part, effect.MostText, func(sheet string, text []byte, err error) {
		if s.Worker.File != f {
			return
		}
		if err != nil || sheet == "" {
			s.Notice.Note = "The sheet could not be read. Save it as CSV. Nothing was changed."
			s.Change()
			return
		}
		ReadBookText(s, "the sheet "+sheet, text)
	})
}
