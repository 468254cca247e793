// Package columns is step 2: what is public about the file. Its table of columns is a package of its own.
package columns

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/pages/columns/table"
	"privatepca/core/codebook"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Model is what a visitor looks at. It is of one visit.
type Model struct {
	Table table.View
	Asked bool // the way on was tried while answers were missing

	NoBook bool // there is no codebook: the sheet that looks like one is not offered any more

	// What was open on this visit stays open:
	Book  bool // what takes a codebook
	Rows  bool // weights or clusters of rows, where any were stated
	Unit  bool // who one person is, until one choice answers it
	Kinds bool // how people are compared, where that asks for more than a choice
}

// Arrived is the page as a visit begins, with the columns that have a text in their names; "" for all. Another visit's ticks stay.
func Arrived(m Model, d *draft.Draft, find string) Model {
	return Model{Table: table.Fresh(&d.Answers, find, m.Table.Ticked)}
}

// Seen is the page after a draft was shown on it.
func Seen(m Model, d *draft.Draft) Model {
	a := &d.Answers
	m.Rows = m.Rows || rowsStated(a)
	m.Unit = a.UnitFault() != "" || hints(a) || m.Unit && a.Unit != draft.UnitRow // what a schema says of the person must be seen
	m.Kinds = m.Kinds || !draft.AboutMean(a.Rule)                                 // which asks how long a record may be
	return m
}

// rowsStated reports whether weights or clusters of rows are stated.
func rowsStated(a *draft.Answers) bool { return a.RowWeight.On || a.DesignEffect.Why() != typed.Empty }

// hints reports whether a schema says who one person is, and nobody has taken that over.
func hints(a *draft.Answers) bool {
	return a.PersonHint != "" && (a.Unit != draft.UnitColumn || a.PersonColumn != a.PersonHint)
}

// A Msg says what happened on this page, beside answers (draft.Msg) and what is done to the table (table.Msg).
type Msg interface{ columns() }

type (
	// Onward says that the next page is wanted.
	Onward struct{}
	// ReadAs says how the file is to be read: which part of it, and in which dialect; nil for a new guess.
	ReadAs struct {
		Part    string
		Dialect *schema.Dialect
	}
	// BookChosen has a codebook.
	BookChosen struct{ Files []effect.File }
	// UseBook takes the list that stands in its field.
	UseBook struct{}
	// BookTyped has it as a file.
	BookTyped struct{ File effect.File }
	// TellBook says which column of a list states something.
	TellBook struct {
		Heading codebook.Heading
		Title   string
	}
	// OpenBook shows what takes a codebook.
	OpenBook struct{}
	// HaveNone says that there is no codebook, or another than the sheet that is offered.
	HaveNone struct{}
	// Template saves the list of the columns to fill in, as a workbook or as CSV.
	Template struct{ Workbook bool }
)

func (Onward) columns()     {}
func (ReadAs) columns()     {}
func (BookChosen) columns() {}
func (UseBook) columns()    {}
func (BookTyped) columns()  {}
func (TellBook) columns()   {}
func (OpenBook) columns()   {}
func (HaveNone) columns()   {}
func (Template) columns()   {}

// Update takes what happened. Names are those of the file's columns.
func Update(m Model, d *draft.Draft, names []string, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case Onward:
		lacks := d.Answers.MissingAnswers()
		if m.Asked = len(lacks) > 0; m.Asked {
			if i, ok := lacks[0].Column(); ok {
				return UpdateTable(m, d, "", table.Reveal{Column: i})
			}
			return m, []effect.Effect{effect.Focus{ID: lacks[0].ID}}
		}
		return m, []effect.Effect{effect.Tell{Msg: job.Do{Act: job.GoOn}}}
	case ReadAs:
		return m, []effect.Effect{effect.Tell{Msg: job.ReadAs(msg)}}
	case BookChosen:
		if len(msg.Files) == 1 {
			return m, []effect.Effect{effect.Tell{Msg: job.ReadBook{File: msg.Files[0]}}}
		}
	case OpenBook:
		m.Book, m.NoBook = true, true
		return m, []effect.Effect{effect.Focus{ID: "codebook"}}
	case HaveNone:
		m.NoBook = true
		return m, []effect.Effect{effect.Focus{ID: "codebook"}}
	case UseBook:
		return m, []effect.Effect{effect.TakeText{ID: "book-paste", Done: func(f effect.File) effect.Msg { return BookTyped{f} }}}
	case BookTyped:
		msg.File.Name = "what was pasted"
		return m, []effect.Effect{effect.Tell{Msg: job.ReadBook(msg)}}
	case TellBook:
		return m, []effect.Effect{effect.Tell{Msg: job.TellBook(msg)}}
	case Template:
		list := codebook.Template(d.Answers.Schema(), names)
		if msg.Workbook {
			return m, []effect.Effect{effect.Save{Name: "codebook.xlsx", Media: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", Text: codebook.Workbook(list)}}
		}
		return m, []effect.Effect{effect.Save{Name: "codebook.csv", Media: "text/csv", Text: codebook.CSV(list)}}
	}
	return m, nil
}

// UpdateTable takes what was done to the table, of a file of that name.
func UpdateTable(m Model, d *draft.Draft, file string, msg table.Msg) (next Model, effects []effect.Effect) {
	m.Table, effects = table.Update(m.Table, &d.Answers, file, msg)
	return m, effects
}

// After is what an answer leads to on this page.
func After(msg draft.Msg) []effect.Effect {
	switch msg := msg.(type) {
	case draft.SetUnit:
		if msg.Unit == draft.UnitRow { // which answers it whole: it is one sentence from then on
			return []effect.Effect{effect.Focus{ID: "who-said"}}
		}
	case draft.UsePersonHint:
		return []effect.Effect{effect.Focus{ID: "rows-per-person"}}
	case draft.FillIn:
		n, labels := msg.Book.Filled(msg.Replace), len(msg.Book.Labels)
		said := fmt.Sprintf("%s filled in from %s.", words.Count(int64(n), "column"), msg.Book.Name)
		if more := len(msg.Book.Partly); more > 0 {
			said += fmt.Sprintf(" %s got a type alone, without bounds or levels.", words.Count(int64(more), "column"))
		}
		if out := msg.Book.Out; len(out) > 0 {
			said += " Left out, since they only tell records apart: " + words.Some(out, 4) + "."
		}
		said += " Undo takes it back."
		if n+len(msg.Book.Partly)+len(msg.Book.Out) == 0 && labels > 0 {
			said = fmt.Sprintf("Labels of %s taken from %s. Undo takes it back.", words.Count(int64(labels), "column"), msg.Book.Name)
		}
		return []effect.Effect{effect.Tell{Msg: job.Say{Text: said}}, effect.Tell{Msg: job.Do{Act: job.LeaveBook}}, effect.Focus{ID: "note"}}
	}
	return nil
}

// An Around is what the page shows beside its model.
type Around struct {
	Draft       draft.Draft
	File        string          // its name
	About       protocol.Opened // what is known of it
	InDoubt     bool            // the curator has to say that it is read as it is meant
	Opening     string          // the file whose header is on its way; "" for none
	First       *protocol.Looked
	Unmatched   *protocol.Unmatching
	Read        *protocol.Prepared // the file as it was last read; nil before
	Book        *draft.Book        // a codebook that was read, and what it would change; nil for none
	Telling     bool               // its columns can be told
	Sheet       string             // a sheet of the workbook that lists variables; "" for none
	SheetRead   bool               // it was looked at: it is not offered any more
	Recommended schema.NormRule
	Changes     int // that can be taken back
	Kept        Kept
	Start       string // address of the first page
	Endings     string // of files that may be codebooks

	People, Rail app.UI // of pages that are no models yet; nil for none
}
