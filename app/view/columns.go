package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/app/view/table"
	"privatepca/core/codebook"
	"privatepca/core/schema"
)

// columnsPage is step 2: what is public about the file.
type columnsPage struct {
	page
	asked bool // the way on was tried while answers were missing
	rows  bool // weights or clusters of rows were stated on this visit: their panel stays open
	unit  bool // who one person is was open on this visit
	kinds bool // the way of comparing asks for more than a choice, or did on this visit
}

// Draw implements Page.
func (p *columnsPage) Draw() []app.UI {
	s := p.s
	if s.Worker.File == nil {
		return parts(noFile(s))
	}
	return parts(
		heading("Say what is public", "Who one person is, how people are compared, and the range of each column. None of it is read from your records: the largest value there belongs to a person."),
		app.Div().Class("split").Body(
			app.Div().Class("stack-m").Body(
				ui.Slot(People(s, p.site.To)),
				folds(
					goapp.Deferred(func() app.UI { return dialectPanel(s) }),
					goapp.Deferred(func() app.UI { return bookPanel(s) }),
					goapp.Deferred(func() app.UI { return p.unitFold() }),
					goapp.Deferred(func() app.UI { return p.kindsFold() }),
					goapp.Deferred(func() app.UI { return ui.Slot(p.rowsPanel()) }),
					goapp.Deferred(func() app.UI { return missingPanel(s) }),
				),
				app.Div().Class("stack-s").Body(
					app.H2().ID("columns").TabIndex(-1).Text("Columns and their bounds"),
					ui.Slot(namesNote(s.Worker.File.About.Columns)),
					table.New(tableOf{s}, s.Version),
					boundsLegend(),
					goapp.Deferred(func() app.UI { return ui.Slot(unmatchedPanel(s)) }),
				),
				goapp.Deferred(func() app.UI { return keptPanel(s) }),
			),
			Rail(s, p.site.To, "The statement so far", "Your answers complete this sentence. The release contains it word for word."),
		),
		goapp.Deferred(p.bar),
	)
}

// bar leads on, or says what is missing.
func (p *columnsPage) bar() app.UI {
	s := p.s
	lacks := s.Draft.Answers.MissingAnswers()
	text := app.P().ID("lacks").Class("help")
	switch len(lacks) {
	case 0:
		text.Text("Nothing is spent yet.")
	default:
		runs := []app.UI{app.Text("Missing: ")}
		for i, l := range lacks {
			if i > 0 {
				runs = append(runs, app.Text(", "))
			}
			runs = append(runs, app.A().Href("#"+l.ID).Text(l.Text))
		}
		text.Body(append(runs, app.Text("."))...)
	}
	if p.asked && len(lacks) > 0 {
		text.Class("alarm").Attr("role", "alert")
	}
	return app.Div().Class("bar").Body(text,
		ui.Button("undo", "Undo", s.Undo, "btn-quiet").Title("Takes the last answer back (Ctrl Z)").Disabled(s.Keeping.History.Changes() == 0),
		app.A().Class("btn").Href(browser.At(state.StartPath)).Text("Back"),
		ui.Button("to-privacy", "Choose the privacy", p.next, "btn-main").Disabled(s.Worker.Opening != nil))
}

func (p *columnsPage) next() {
	s := p.s
	lacks := s.Draft.Answers.MissingAnswers()
	if len(lacks) == 0 {
		p.asked = false
		s.Notice.Note = ""
		if s.Stated() != nil {
			s.Screen.Go(state.PrivacyPath)
		}
		return
	}
	p.asked = true
	s.Change()
	browser.Focus(lacks[0].ID)
}

func boundsLegend() app.UI {
	item := func(p schema.Provenance, text string) app.UI {
		return app.Li().Body(ui.OriginBadge(p), app.Text(text))
	}
	return app.Details().Body(app.Summary().Text("What “bounds from” means"), app.Ul().Class("help stack-s").Body(
		item(schema.FromSchema, " a file that describes the data, such as a published dictionary."),
		item(schema.Typed, " entered by you, from general knowledge."),
		item(schema.FromHost, " said by the site around this page. You did not choose it, and the release would say so."),
		item(schema.FromData, " computed from the records, as a schema file says of itself. Not private, and the release would say so."),
	))
}

// tableOf is a State as the table of columns sees it.
type tableOf struct{ *state.State }

func (t tableOf) Tell(msg draft.Msg)               { tell(t.State, msg) }
func (t tableOf) Columns() *draft.Answers          { return &t.Draft.Answers }
func (t tableOf) File() any                        { return t.Worker.File }
func (t tableOf) FileName() string                 { return t.Worker.File.Name }
func (t tableOf) Receive(files []client.NamedFile) { t.Received(files) }
func (t tableOf) Paste(columns []string, part, text string) {
	from := codebook.Min
	if part == "max" {
		from = codebook.Max
	}
	state.PasteRows(t.State, columns, from, text)
}
func (t tableOf) Note(text string) { t.Notice.Note = text }
func (t tableOf) Seek() string {
	name := t.State.Seek
	t.State.Seek = "" // once
	return name
}
func (t tableOf) Focus(id string) { t.Screen.Drawn(func() { browser.Focus(id) }) }
