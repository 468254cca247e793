package job

import (
	"path"
	"slices"
	"strings"

	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/keep"
	"privatepca/core/codebook"
	"privatepca/core/plan"
	"privatepca/core/words"
)

// Beside is what came with a table, or before it, to describe it.
type Beside struct {
	waiting []description // whose previews open one after the other, once a table is open
	Which   *Which        // files of which the visitor has to say what each is; nil for none
	Sheet   string        // a sheet of the open workbook that has the titles of a codebook; "" for none
	Read    bool          // that sheet was looked at: it is not offered again
}

// with has more descriptions wait.
func (b Beside) with(more ...description) Beside {
	b.waiting = append(slices.Clone(b.waiting), more...)
	return b
}

// A description is a codebook that was given with its table.
type description struct {
	file client.NamedFile
	text []byte   // what it holds, where that was read already; else nil
	host *Offered // the site around the page said it; nil where somebody here chose it
}

// A Which asks what several files are, any of which may be the table.
type Which struct {
	Files []client.NamedFile
	given gesture
}

// A gesture is files that came together, sorted by what they hold.
type gesture struct {
	adopts []description // a configuration, kept answers, schemas
	books  []description // other descriptions
	tables []client.NamedFile
}

// mostTogether is how many files one gesture may bring.
const mostTogether = 20

// received takes files that came in one gesture, in any order: a release; or a table, what describes it, and a configuration. Which is which
// their contents say: JSON and XML are read by the page, since no table is written so; of what may be a table the worker reads the header
// alone. Where that does not tell them apart, the visitor is asked.
func (t sorting) received(files []client.NamedFile) {
	t.m.Beside.Which = nil
	if len(files) > mostTogether {
		t.note(words.Count(int64(len(files)), "file") + " were given. Give one table, and what describes it. Nothing was opened.")
		return
	}
	t.sort(files, gesture{})
}

// sort reads what the page may read of the files, one after the other, and goes on when all are sorted.
func (t sorting) sort(files []client.NamedFile, g gesture) {
	for i, f := range files {
		switch name := strings.ToLower(f.Name); {
		case strings.HasSuffix(name, ".json") || strings.HasSuffix(name, ".jsonld"):
			rest := files[i+1:]
			t.do(effect.ReadFile{File: f, Done: func(text []byte) effect.Msg { return sorted{g, f, text, rest} }})
			return
		case strings.HasSuffix(name, ".xml") || isYAML(name):
			g.books = append(slices.Clone(g.books), description{file: f})
		default:
			g.tables = append(slices.Clone(g.tables), f)
		}
	}
	t.sorted(g)
}

// sortText sorts a file by its text, and goes on with the rest.
func (t sorting) sortText(msg sorted) {
	g, d := msg.g, description{file: msg.file, text: msg.text}
	switch text := msg.text; {
	case strings.Contains(string(text[:min(len(text), 200)]), `"privatepca/release"`):
		documents(t).showFile(text, msg.file.Name)
		return
	case plan.IsConfig(text) || keep.Is(text):
		g.adopts = append([]description{d}, g.adopts...)
	case isSchema(text, t.pause):
		g.adopts = append(slices.Clone(g.adopts), d)
	default:
		g.books = append(slices.Clone(g.books), d)
	}
	t.sort(msg.rest, g)
}

// isSchema reports whether a JSON text is taken for a schema: also one that is none, so that its own reader says what is wrong with it.
func isSchema(text []byte, pause func()) bool {
	form := codebook.FormOfWith(text, pause)
	return form != codebook.Croissant && form != codebook.OpenDP
}

// sorted goes on with files whose kinds are known, or finds out which of several is the table.
func (t sorting) sorted(g gesture) {
	if len(g.adopts) > 1 && (!isSchema(g.adopts[1].text, t.pause) || plan.IsConfig(g.adopts[1].text) || keep.Is(g.adopts[1].text)) {
		t.note("Two configurations were given: " + g.adopts[0].file.Name + " and " + g.adopts[1].file.Name + ". Give the one that is meant. Nothing was opened.")
		return
	}
	if len(g.adopts) > 1 { // what further schemas say is compared with the first, and shown
		g.books = slices.Concat(g.adopts[1:], g.books)
		g.adopts = g.adopts[:1]
	}
	switch {
	case len(g.tables) == 0:
		t.withoutTable(g)
	case len(g.tables) == 1:
		t.withTable(g)
	case t.m.World.Busy: // with a table, which is not given up before it is known what these are
		t.askWhich(g)
	default:
		t.headings(headings{g: g})
	}
}

// adopted is the text that is taken over at once; nil for none.
func (g gesture) adopted() []byte {
	if len(g.adopts) == 0 {
		return nil
	}
	return g.adopts[0].text
}

// withTable opens the table with what came beside it.
func (t sorting) withTable(g gesture) {
	t.m.Beside = t.m.Beside.with(g.books...)
	t.chooseTable(g.tables[0], g.adopted())
}

// withoutTable takes descriptions over for the table that is open, or keeps them for the one that comes next.
func (t sorting) withoutTable(g gesture) {
	text := g.adopted()
	t.m.Beside = t.m.Beside.with(g.books...)
	switch open := t.m.Worker.Opening; {
	case open != nil:
		if text != nil {
			late := *open
			late.late = text
			t.m.Worker.Opening = &late
		}
		t.note("That is taken over once the header of " + open.Name + " is read.")
		return
	case t.m.Worker.File != nil:
		name := ""
		if text != nil {
			name = g.adopts[0].file.Name
		}
		opening(t).adopt(told{text, nil}, described{name})
		return
	case text == nil:
		t.note("That describes a table. Now choose the table: the page then shows what would be filled in.")
	case keep.Is(text):
		t.note("The answers are ready. Now choose the table that they are for.")
	case plan.IsConfig(text):
		t.note("The configuration is kept. Now choose the table that it is for.")
	default:
		t.note("That looks like a schema. The page uses it for the table that you choose next.")
	}
	if text != nil {
		t.m.Waiting = text
	}
}

// described shows the columns that were described, and the next description.
func (t sorting) described(msg described) {
	if f := t.m.Notice.Fault; f != nil && f.File == "" {
		t.named(msg.file)
	}
	if t.m.Notice.Fault == nil && t.m.Worker.Opening == nil {
		t.visit(ColumnsPath)
		books(t).nextBook()
	}
}

// headings are being read of the files that may be the table: which of them are lists of variables, their titles say.
type headings struct {
	g     gesture
	lists []bool   // of the files before this one
	part  string   // of this one, whose header is read; "" for the first
	parts []string // that are still to be looked at
}

// mostSheets is how many sheets of a workbook are looked at.
const mostSheets = 8

// headings has the worker read the header of the file that is next.
func (t sorting) headings(h headings) {
	if len(h.lists) == len(h.g.tables) {
		t.m.Worker.Closed = t.m.Worker.File != nil // the worker has another file now
		t.toldApart(h)
		return
	}
	opening(t).read(h.g.tables[len(h.lists)], Offered{}, header{part: h.part, list: &h})
}

// headingsOf takes the header of one, and looks at the other parts of it where it is no list.
func (t sorting) headingsOf(h headings) {
	about := t.m.Worker.Opening.About
	t.m.Worker.Opening = nil
	if h.part == "" && len(about.Parts) > 1 {
		for _, p := range about.Parts[:min(len(about.Parts), mostSheets)] {
			if p != about.Part {
				h.parts = append(slices.Clone(h.parts), p)
			}
		}
	}
	if codebook.IsHead(about.Columns) || len(h.parts) == 0 {
		t.listed(h, codebook.IsHead(about.Columns))
		return
	}
	h.part, h.parts = h.parts[0], h.parts[1:]
	t.headings(h)
}

// listed notes whether a file is a list of variables, and goes on with the next one.
func (t sorting) listed(h headings, list bool) {
	t.headings(headings{g: h.g, lists: append(slices.Clone(h.lists), list)})
}

// toldApart goes on where one file is no list of variables, and asks otherwise.
func (t sorting) toldApart(h headings) {
	var tables []client.NamedFile
	g := h.g
	for i, f := range h.g.tables {
		if h.lists[i] {
			g.books = append(slices.Clone(g.books), description{file: f})
		} else {
			tables = append(tables, f)
		}
	}
	if len(tables) != 1 {
		t.askWhich(h.g)
		return
	}
	g.tables = tables
	t.withTable(g)
}

// askWhich asks the visitor which file is the table. Nothing was changed yet.
func (t sorting) askWhich(g gesture) {
	t.m.Beside.Which = &Which{Files: g.tables, given: g}
	t.focus("which")
}

// thisIsTheTable answers that the file of that number is the table, which the others describe where described is true. Else they are not read.
func (t sorting) thisIsTheTable(i int, described bool) {
	w := t.m.Beside.Which
	if w == nil {
		return
	}
	t.m.Beside.Which = nil
	g := w.given
	if g.tables = []client.NamedFile{w.Files[i]}; described {
		for j, f := range w.Files {
			if j != i {
				g.books = append(slices.Clone(g.books), description{file: f})
			}
		}
	}
	t.withTable(g)
}

// noneOfThem answers that no file is opened.
func (t sorting) noneOfThem() {
	if t.m.Beside.Which != nil {
		t.m.Beside.Which = nil
		t.note("Nothing was opened.")
	}
}

// chooseTable opens a table, with the schema that came with it or was kept for it, and else with what a parent page
// offered. While another one is open that has answers, it asks first.
func (t sorting) chooseTable(f client.NamedFile, schemaText []byte) {
	if schemaText == nil {
		schemaText = t.m.Waiting
	}
	t.m.Waiting = nil
	if t.m.Worker.File == nil || t.m.kept().Empty() {
		opening(t).open(f, schemaText, t.m.Offered)
		return
	}
	t.m.Second = &Second{File: f, text: schemaText, came: t.m.Offered, Book: mayBeBook(f)}
	t.focus("second")
}

// replace opens the second table in place of the first. The answers about the first are kept.
func (t sorting) replace() {
	second := t.m.Second
	if second == nil {
		return
	}
	keeper(t).save()
	t.m.Second = nil
	opening(t).open(second.File, second.text, second.came)
}

// keepFirst leaves everything as it was.
func (t sorting) keepFirst() {
	t.noneOfThem()
	if t.m.Second == nil {
		return
	}
	t.m.Second, t.m.PracticeNext, t.m.Beside.waiting = nil, false, nil
	t.note("Nothing was changed: " + t.m.Worker.File.Name + " is still open.")
}

// nameOf names a population after a file.
func nameOf(file string) string {
	name := path.Base(file)
	for _, ext := range []string{".gz", ".csv", ".tsv", ".txt"} {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}
