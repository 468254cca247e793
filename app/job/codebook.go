package job

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

// A Reading is a codebook's text while its preview is shown, and what the visitor said about its columns.
type Reading struct {
	name string
	text []byte
	told map[codebook.Heading]string
	host *Offered // whose bounds count as the site's; nil where somebody here chose it
}

// endsIn reports whether a file's name has one of these endings.
func endsIn(name string, endings ...string) bool {
	return slices.Contains(endings, strings.ToLower(path.Ext(name)))
}

func isWorkbook(name string) bool { return endsIn(name, ".xlsx", ".xlsm", ".ods") }

func isYAML(name string) bool { return endsIn(name, ".yaml", ".yml") }

// mostBook is how long a codebook may be, in bytes: a longer text is a table.
const mostBook = 1 << 20

// mayBeBook reports whether a file may be the open table's codebook: a short text.
func mayBeBook(f client.NamedFile) bool {
	return f.Size <= mostBook && endsIn(f.Name, ".csv", ".tsv", ".txt", ".xlsx", ".xlsm")
}

// readBook reads what describes the open file's columns, in any form that core/codebook knows. It shows what would be filled in, and
// fills in nothing.
func (t books) readBook(f client.NamedFile) {
	switch {
	case t.m.Worker.File == nil:
	case isWorkbook(f.Name) || isYAML(f.Name):
		t.do(effect.Describe{File: f, Done: func(text []byte, ok bool) effect.Msg {
			switch out := (bookText{name: f.Name, text: text}); {
			case ok:
				return out
			case isYAML(f.Name):
				out.wrong = f.Name + " could not be read as YAML: check its indentation and its quotes."
				return out
			default:
				out.wrong = f.Name + " could not be read as a workbook. Save its list of variables as CSV."
				return out
			}
		}})
	default:
		t.do(effect.ReadFile{File: f, Done: func(text []byte) effect.Msg { return bookText{name: f.Name, text: text} }})
	}
}

func (t books) bookText(msg bookText) {
	if msg.wrong != "" {
		t.unreadBook(msg.wrong)
		return
	}
	t.readBookText(msg.name, msg.text, nil)
}

// unreadBook says why a codebook was not read, and goes on with the next one that came with the table.
func (t books) unreadBook(why string) {
	t.m.Reading = nil
	t.note(strings.TrimSpace(t.m.Notice.Note + " " + why + " Nothing was changed."))
	t.nextBook()
}

// readBookText reads the text of a codebook that the site around the page gave, or somebody here where host is nil.
func (t books) readBookText(name string, text []byte, host *Offered) {
	if t.m.Worker.File != nil {
		t.preview(Reading{name: name, text: text, told: t.m.Keeping.columns(), host: host}, false)
	}
}

// preview reads a codebook. Again says that something was told about its columns.
func (t books) preview(r Reading, again bool) {
	about := schema.Table{File: t.m.Worker.File.Name, Columns: t.m.Worker.File.About.Columns}
	t.work(r.name, func(at func(float64)) effect.Msg {
		about.Pause = at
		book, err := codebook.Parse(r.text, codebook.Options{Table: about, Columns: r.told})
		return bookRead{r, book, err, again}
	}, nil)
}

// bookRead shows what a codebook would change, or says why it is none, or that it passes a limit.
func (t books) bookRead(msg bookRead) {
	r := msg.reading
	switch {
	case t.m.Worker.File == nil:
		return
	case msg.err != nil && msg.again:
		return
	case errors.Is(msg.err, codebook.ErrNone):
		t.unreadBook(r.name + " is no codebook: give a list of variables with a line of titles, or a Frictionless schema, CSVW, Croissant, DDI or the metadata of OpenDP. The template of this file’s columns shows the form.")
		return
	case msg.err != nil:
		t.unreadBook(r.name + " is not read: " + fault.Public(fault.CodeSchema, msg.err).Message)
		return
	}
	if r.host != nil && msg.book.Schema != nil {
		r.host.Stand(msg.book.Schema)
	}
	t.m.Reading, t.m.Book = &r, t.answers().Preview(r.name, msg.book)
	if !msg.again {
		t.focus("book")
	}
}

// tellBook says which column of a list states something; "" for none. The preview follows, and the next list whose columns
// are called so is read alike.
func (t books) tellBook(msg TellBook) {
	if t.m.Reading == nil {
		return
	}
	r := *t.m.Reading
	told := map[codebook.Heading]string{msg.Heading: msg.Title}
	for h, title := range r.told {
		if h != msg.Heading {
			told[h] = title
		}
	}
	r.told = told
	t.m.Reading = &r
	t.keepColumns(told)
	t.preview(r, true)
}

// columnsKey is under which the browser keeps which columns of a list state what.
const columnsKey = "codebook columns"

// columns are what is kept of that; nil for nothing.
func (k Keeping) columns() map[codebook.Heading]string {
	var told map[codebook.Heading]string
	if json.Unmarshal([]byte(k.texts[columnsKey]), &told) != nil {
		return nil
	}
	return told
}

func (t books) keepColumns(told map[codebook.Heading]string) {
	text, err := json.Marshal(told)
	if err != nil || len(text) > 16<<10 {
		return
	}
	k := &t.m.Keeping
	k.texts = with(k.texts, columnsKey, string(text)) // for this page's life at least
	if k.Stores && !k.Off {
		t.do(effect.PutText{Key: columnsKey, Text: string(text)})
	}
}

// with is a copy of texts, with another one.
func with(of map[string]string, key, text string) map[string]string {
	if of = maps.Clone(of); of == nil {
		return map[string]string{key: text}
	}
	maps.Copy(of, map[string]string{key: text})
	return of
}

// leaveBook fills in nothing more.
func (t books) leaveBook() {
	t.m.Book, t.m.Reading = nil, nil
	t.nextBook()
}

// nextBook shows the next description that came with the open table.
func (t books) nextBook() {
	b := &t.m.Beside
	if len(b.waiting) == 0 || t.m.Worker.File == nil || t.m.Book != nil {
		return
	}
	next := b.waiting[0]
	b.waiting = b.waiting[1:]
	if next.text != nil {
		t.readBookText(next.file.Name, next.text, next.host)
		return
	}
	t.readBook(next.file)
}

// seekSheet looks whether a sheet of the open workbook is a list of variables. Its name is all that the page is told.
func (t books) seekSheet() {
	f := t.m.Worker.File
	if t.m.Beside.Sheet = ""; len(f.About.Parts) < 2 {
		return
	}
	t.do(effect.Codebook{File: f.NamedFile, Table: f.About.Part, Done: func(sheet string, _ []byte, err error) effect.Msg {
		if err != nil {
			sheet = ""
		}
		return sheetFound{f.id, sheet}
	}})
}

// readSheet shows what the list of variables in the open workbook would fill in.
func (t books) readSheet() {
	f := t.m.Worker.File
	if f == nil || t.m.Beside.Sheet == "" {
		return
	}
	t.do(effect.Codebook{File: f.NamedFile, Table: f.About.Part, Most: effect.MostText, Done: func(sheet string, text []byte, err error) effect.Msg { return sheetRead{f.id, sheet, text, err} }})
}

func (t books) sheetRead(msg sheetRead) {
	switch {
	case !t.of(msg.of):
	case msg.err != nil || msg.sheet == "":
		t.note("The sheet could not be read. Save it as CSV. Nothing was changed.")
	default:
		t.m.Beside.Read = true
		t.readBookText("the sheet "+msg.sheet, msg.text, nil)
	}
}
