package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
	"privatepca/app/view/ui"
)

// saysItself reports whether the open file says something of its columns that nobody has looked at.
func saysItself(s *state.State) bool {
	return s.Worker.File != nil && s.Worker.File.About.Book != "" && s.Book == nil && s.Draft.Answers.Tally.Open > 0
}

// bookInside offers what a data file of SPSS or Stata says of its own columns. It is shown before it fills in anything.
func bookInside(s *state.State) app.UI {
	if s.Worker.File == nil || s.Worker.File.About.Book == "" {
		return nil
	}
	return ui.Note("", "info", app.P().ID("book-inside-says").Text("The file itself says what its columns are: labels, levels, dates. Bounds it has none. Where a program made levels from the records, they are not public: look at them."),
		ui.Button("book-inside", "Show what it would fill in", func() {
			state.ReadBookText(s, s.Worker.File.Name, []byte(s.Worker.File.About.Book))
		}, "btn-s"))
}
