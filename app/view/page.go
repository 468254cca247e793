package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/frame"
	"privatepca/app/panel"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// A Site is what the pages of one tab share, that are no models yet.
type Site struct {
	State *state.State
	Frame *frame.Frame // of a parent page; nil on a page of its own
	To    *ui.Inbox    // takes the messages of what they draw of app/panel
}

// Guard is what lets clicks count in a frame; nil outside one.
func (site *Site) Guard() *frame.Guard {
	if site.Frame == nil {
		return nil
	}
	return site.Frame.Guard
}

// A Page is one that is no model yet. It is made for a visit.
type Page interface {
	Draw() []app.UI // what stands in the frame of every page
	Arrive()        // the page came into view
}

// A page is what these pages share: their site.
type page struct {
	s    *state.State
	site *Site
}

func newPage(site *Site) page { return page{s: site.State, site: site} }

// Arrive does nothing.
func (page) Arrive() {}

func parts(list ...app.UI) []app.UI { return list }

// Instead takes a page's place: a question about the files that were given, or that the page may not be shown here. It is nil for the page itself.
func Instead(s *state.State) []app.UI {
	switch {
	case s.Unlisted != "":
		return turnedAway(s)
	case s.Notice.Fault != nil:
		return nil
	case s.Beside.Which != nil:
		return []app.UI{whichView(s)}
	case s.Second != nil:
		return []app.UI{secondView(s)}
	}
	return nil
}

// Unready takes the place of a page that needs a file, and answers about its columns; nil where both are there.
func Unready(s *state.State) []app.UI {
	switch {
	case s.Worker.File == nil:
		return parts(NoFile(s))
	case len(s.Draft.Answers.MissingAnswers()) > 0:
		return parts(notYet(s))
	}
	return nil
}

// NoFile stands for a page that has nothing to show yet. A file can be chosen here, too.
func NoFile(s *state.State) app.UI {
	lead := "The page keeps no records. After a reload the file must be chosen again."
	if kept, ok := s.Keeping.Answered(); ok {
		lead = "The page keeps no records, so choose the file again. Your " + words.Count(int64(kept.Answered), "answer") + " about columns are kept, and you come back to this step."
	}
	return app.Div().Class("stack").Body(
		panel.Heading("No file is open", lead),
		dropArea(s),
		app.P().Body(app.A().ID("to-start").Href(browser.At(state.StartPath)).Text("Back to the start")),
	)
}

// notYet stands for a page whose predecessors lack an answer.
func notYet(s *state.State) app.UI {
	var items []app.UI
	for _, l := range s.Draft.Answers.MissingAnswers() {
		items = append(items, app.Li().Text(l.Text))
	}
	return app.Div().Class("stack").Body(
		panel.Heading("Some answers are still missing", "What is public must be said before anything is computed."),
		app.Ul().Class("missing stack-s").Body(items...),
		app.P().Body(app.A().ID("to-columns").Class("btn btn-main").Href(browser.At(state.ColumnsPath)).Text("Back to the columns")),
	)
}
