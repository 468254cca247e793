package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/wasm/protocol"
)

// hiddenQuestion asks what becomes of rows and columns that the open sheet hides; nil where it hides none, or that was answered.
func hiddenQuestion(s *state.State) app.UI {
	about := &s.Worker.File.About
	if about.Dialect.Hidden != "" || !slices.Contains(about.Doubts, protocol.DoubtHidden) {
		return nil
	}
	answer := func(id, text, hidden string) app.UI {
		return ui.Button(id, text, func() {
			next := s.Worker.File.About.Dialect
			next.Hidden = hidden
			s.ReadAs(s.Worker.File.About.Part, &next)
		}, "btn-s")
	}
	return ui.Note("note-caution", "warn", app.P().ID("hidden-question").Text("This sheet hides rows or columns, by hand, by a filter or in a collapsed group. Are they part of the table? People who withdrew are often hidden. Nothing is read to its end before you say it."),
		answer("hidden-skip", "Leave them out", "skip"), answer("hidden-read", "Read them", "read"))
}

// saysItself reports whether the open file says something of its columns that nobody has looked at.
func saysItself(s *state.State) bool {
	return s.Worker.File != nil && s.Worker.File.About.Book != "" && s.Book == nil && s.Draft.Answers.Tally.Open > 0
}

// bookInside offers what a data file of SPSS or Stata says of its own columns. It is shown before it fills in anything.
func bookInside(s *state.State) app.UI {
	if s.Worker.File == nil || s.Worker.File.About.Book == "" {
		return nil
	}
	return ui.Note("", "info", app.P().ID("book-inside-says").Text("The file itself says what its columns are: labels, levels, dates. It has no bounds. Where a program made levels from the records, they are not public: look at them."),
		ui.Button("book-inside", "Show what it would fill in", func() {
			state.ReadBookText(s, s.Worker.File.Name, []byte(s.Worker.File.About.Book))
		}, "btn-s"))
}
