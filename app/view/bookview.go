package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/view/ui"
	"privatepca/core/words"
)

// bookPanel fills in columns from a codebook, after it has shown what that would change.
func bookPanel(s *state.State) app.UI {
	return app.Details().ID("codebook").Open(s.Book != nil).Body(
		app.Summary().Text("Fill in from a codebook"),
		app.Div().Class("stack-s").Body(
			app.P().Class("help").Text("A list of variables as CSV: name, type, min, max, levels, missing; commas, semicolons or tabs. Take it from what is published about the table, not from the table."),
			app.Div().Class("row").Body(
				app.Input().ID("book-input").Type("file").Class("vh").Accept(".csv,.tsv,.txt").OnChange(func(ctx app.Context, _ app.Event) {
					if files := browser.Chosen(ctx.JSSrc()); len(files) == 1 {
						state.ReadBook(s, files[0])
					}
				}, "book-input"),
				app.Label().For("book-input").Class("btn btn-s").Text("Choose a codebook"),
				ui.Button("book-template", "Download a template of these columns", func() {
					browser.Save("codebook.csv", "text/csv", s.Draft.Answers.Schema().EncodeCodebook(s.Worker.File.About.Columns))
				}, "btn-s")),
			goapp.Deferred(func() app.UI { return bookPreview(s) }),
		))
}

// bookPreview says what a codebook would change.
func bookPreview(s *state.State) app.UI {
	b := s.Book
	if b == nil {
		return app.Div()
	}
	var says []app.UI
	add := func(list []string, what string) {
		if len(list) > 0 {
			says = append(says, app.Li().Body(ui.Rich("", words.Count(int64(len(list)), "column"), " "+what+": "+words.Some(list, 6)+".")...))
		}
	}
	add(b.Fills, "to fill in")
	add(b.Conflicts, "answered otherwise here")
	add(b.Absent, "that this file does not have")
	if b.Same > 0 {
		says = append(says, app.Li().Text(words.Count(int64(b.Same), "column")+" answered so already."))
	}
	for i, p := range b.Problems {
		if i == 5 {
			says = append(says, app.Li().Text("And "+words.Count(int64(len(b.Problems)-i), "more problem")+"."))
			break
		}
		says = append(says, app.Li().Text(words.Clip(p.String(), 300)))
	}
	buttons := []app.UI{ui.Button("book-fill", "Fill in what is open", func() { state.FillIn(s, false) }, "btn-s btn-main").Disabled(len(b.Fills) == 0)}
	if len(b.Conflicts) > 0 {
		buttons = append(buttons, ui.Button("book-replace", "Fill in and replace", func() { state.FillIn(s, true) }, "btn-s"))
	}
	buttons = append(buttons, ui.Button("book-leave", "Leave all as it is", s.LeaveBook, "btn-s btn-quiet"))
	return app.Div().ID("book").TabIndex(-1).Class("panel stack-s").Body(
		app.P().Body(ui.Rich("What ", words.Clip(b.Name, 60), " would change. Nothing is filled in yet.")...),
		app.Ul().Body(says...), app.Div().Class("row").Body(buttons...))
}
