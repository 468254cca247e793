package state

import (
	"strings"

	"privatepca/app/client"
	"privatepca/app/keep"
	"privatepca/core/codebook"
	"privatepca/core/plan"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// mostTogether is how many files one gesture may bring.
const mostTogether = 20

// Received takes files that came in one gesture, in any order: a release; or a table, what describes it, and a configuration. Which is which
// their contents say: JSON and XML are read by the page, since no table is written so; of what may be a table the worker reads the header
// alone. Where that does not tell them apart, the visitor is asked.
func (s *State) Received(files []client.NamedFile) {
	s.Beside.Which = nil
	if len(files) > mostTogether {
		s.Notice.Note = words.Count(int64(len(files)), "file") + " were given. Give one table, and what describes it. Nothing was opened."
		s.Change()
		return
	}
	sortFiles(s, files, gesture{})
}

// sortFiles reads what the page may read of the files, one after the other, and goes on when all are sorted.
func sortFiles(s *State, files []client.NamedFile, g gesture) {
	if len(files) == 0 {
		sorted(s, g)
		return
	}
	f, rest := files[0], files[1:]
	switch name := strings.ToLower(f.Name); {
	case strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".jsonld"):
		ReadText(s, f, func(text []byte) {
			switch d := (description{file: f, text: text}); {
			case strings.Contains(string(text[:min(len(text), 200)]), `"privatepca/release"`):
				ShowFile(s, text)
				return
			case plan.IsConfig(text) || keep.Is(text):
				g.adopts = append([]description{d}, g.adopts...)
			case isSchema(text):
				g.adopts = append(g.adopts, d)
			default:
				g.books = append(g.books, d)
			}
			sortFiles(s, rest, g)
		})
		return
	case strings.HasSuffix(name, ".xml") || isYAML(name):
		g.books = append(g.books, description{file: f})
	default:
		g.tables = append(g.tables, f)
	}
	sortFiles(s, rest, g)
}

// isSchema reports whether a JSON text is taken for a schema: also one that is none, so that its own reader says what is wrong with it.
func isSchema(text []byte) bool {
	form := codebook.FormOf(text)
	return form != codebook.Croissant && form != codebook.OpenDP
}

// sorted goes on with files whose kinds are known, or finds out which of several is the table.
func sorted(s *State, g gesture) {
	if len(g.adopts) > 1 && !isSchema(g.adopts[1].text) || len(g.adopts) > 1 && (plan.IsConfig(g.adopts[1].text) || keep.Is(g.adopts[1].text)) {
		s.Notice.Note = "Two configurations were given: " + g.adopts[0].file.Name + " and " + g.adopts[1].file.Name + ". Give the one that is meant. Nothing was opened."
		s.Change()
		return
	}
	if len(g.adopts) > 1 { // what further schemas say is compared with the first, and shown
		g.books = append(append([]description(nil), g.adopts[1:]...), g.books...)
		g.adopts = g.adopts[:1]
	}
	switch {
	case len(g.tables) == 0:
		withoutTable(s, g)
	case len(g.tables) == 1:
		withTable(s, g)
	case s.Worker.Client.Busy(): // with a table, which is not given up before it is known what these are
		askWhich(s, g)
	default:
		headers(s, g, 0, nil)
	}
}

// withTable opens the table with what came beside it.
func withTable(s *State, g gesture) {
	var text []byte
	if len(g.adopts) > 0 {
		text = g.adopts[0].text
	}
	s.Beside.waiting = append(s.Beside.waiting, g.books...)
	s.ChooseTable(g.tables[0], text)
}

// withoutTable takes descriptions over for the table that is open, or keeps them for the one that comes next.
func withoutTable(s *State, g gesture) {
	var text []byte
	if len(g.adopts) > 0 {
		text = g.adopts[0].text
	}
	s.Beside.waiting = append(s.Beside.waiting, g.books...)
	switch open := s.Worker.Opening; {
	case open != nil:
		if text != nil {
			open.late = text
		}
		s.Notice.Note = "That is taken over once the header of " + open.Name + " is read."
	case s.Worker.File != nil:
		if text != nil {
			s.Adopt(text)
		}
		if s.Notice.Fault == nil && s.Worker.Opening == nil {
			s.Screen.Go(ColumnsPath)
			nextBook(s)
		}
		return
	case text == nil:
		s.Notice.Note = "That describes a table. Now choose the table: the page then shows what would be filled in."
	case keep.Is(text):
		s.Notice.Note = "The answers are ready. Now choose the table that they are for."
	case plan.IsConfig(text):
		s.Notice.Note = "The configuration is kept. Now choose the table that it is for."
	default:
		s.Notice.Note = "That looks like a schema. The page uses it for the table that you choose next."
	}
	if s.Worker.Opening == nil && text != nil {
		s.Waiting = text
	}
	s.Change()
}

// headers has the worker read the header of each file that may be the table. Which of them are lists of variables, their titles say.
func headers(s *State, g gesture, i int, lists []bool) {
	if i == len(g.tables) {
		s.Worker.Closed = s.Worker.File != nil // the worker has another file now
		toldApart(s, g, lists)
		return
	}
	header(s, g.tables[i], "", nil, func(list bool) { headers(s, g, i+1, append(lists, list)) })
	s.Change()
}

// mostSheets is how many sheets of a workbook are looked at.
const mostSheets = 8

// header reports whether a file, or another of its parts, has the titles of a list of variables.
func header(s *State, f client.NamedFile, part string, parts []string, then func(list bool)) {
	s.Worker.open(f, Offered{}, part, nil, func() {
		about := s.Worker.Opening.About
		s.Worker.Opening = nil
		if part == "" && len(about.Parts) > 1 {
			for _, p := range about.Parts[:min(len(about.Parts), mostSheets)] {
				if p != about.Part {
					parts = append(parts, p)
				}
			}
		}
		if codebook.IsHead(about.Columns) || len(parts) == 0 {
			then(codebook.IsHead(about.Columns))
			return
		}
		header(s, f, parts[0], parts[1:], then)
	}, func(protocol.Error) { then(false) }) // it says so itself when it is opened
}

// toldApart goes on where one file is no list of variables, and asks otherwise.
func toldApart(s *State, g gesture, lists []bool) {
	var tables []client.NamedFile
	books := g.books
	for i, f := range g.tables {
		if lists[i] {
			books = append(books, description{file: f})
		} else {
			tables = append(tables, f)
		}
	}
	if len(tables) != 1 {
		askWhich(s, g)
		return
	}
	g.tables, g.books = tables, books
	withTable(s, g)
}

// askWhich asks the visitor which file is the table. Nothing was changed yet.
func askWhich(s *State, g gesture) {
	s.Beside.Which = &Which{Files: g.tables, given: g}
	s.Change()
	s.Screen.Drawn(func() { s.Screen.Focus("which") })
}

// ThisIsTheTable answers that the file of that number is the table, which the others describe where described is true. Else they are not read.
func ThisIsTheTable(s *State, i int, described bool) {
	w := s.Beside.Which
	if w == nil {
		return
	}
	s.Beside.Which = nil
	g := w.given
	if g.tables = []client.NamedFile{w.Files[i]}; described {
		for j, f := range w.Files {
			if j != i {
				g.books = append(g.books, description{file: f})
			}
		}
	}
	withTable(s, g)
}
