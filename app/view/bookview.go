package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/codebook"
	"privatepca/core/words"
)

// bookPanel fills in columns from a codebook, after it has shown what that would change.
func bookPanel(s *state.State) app.UI {
	var sheet app.UI
	if s.Beside.Sheet != "" {
		sheet = app.P().ID("book-sheet").Body(append(ui.Rich("The sheet ", words.Clip(s.Beside.Sheet, 60), " of this workbook has the titles of a list of variables. "),
			ui.Button("book-sheet-read", "Show what it would fill in", func() { state.ReadSheet(s) }, "btn-s btn-main"))...)
	}
	return fold("codebook", "Open", []app.UI{app.Text("Fill in from a codebook")},
		app.Div().Class("stack-s").Body(
			ui.Slot(sheet),
			app.P().Class("help").Text("A list of variables as a workbook or CSV (name, label, type, min, max, levels, missing), Frictionless, CSVW, Croissant, DDI, or the metadata of OpenDP or SmartNoise. Use what is published about the table, not the table itself."),
			bookInside(s),
			app.Div().Class("row").Body(
				app.Input().ID("book-input").Type("file").Class("vh").Accept(browser.Endings(".csv,.tsv,.txt,.xlsx,.xlsm,.json,.jsonld,.xml,.yaml,.yml")).OnChange(func(ctx app.Context, _ app.Event) {
					if files := browser.Chosen(ctx.JSSrc()); len(files) == 1 {
						state.ReadBook(s, files[0])
					}
				}, "book-input"),
				app.Label().For("book-input").Class("btn btn-s").Text("Choose a codebook"),
				ui.Button("book-template", "Template of these columns (CSV)", func() {
					browser.Save("codebook.csv", "text/csv", codebook.CSV(template(s)))
				}, "btn-s"),
				ui.Button("book-template-xlsx", "Template (Excel)", func() {
					browser.Save("codebook.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", codebook.Workbook(template(s)))
				}, "btn-s")),
			app.Div().Class("stack-s").Body(
				app.Label().For("book-paste").Class("label").Text("Or paste the list from a spreadsheet, with its line of titles"),
				app.Textarea().ID("book-paste").Class("w-full").Rows(3).Attr("spellcheck", "false"),
				ui.Button("book-paste-read", "Read this list", func() {
					if f, ok := browser.TakeText("book-paste"); ok {
						f.Name = "what was pasted"
						state.ReadBook(s, f)
					}
				}, "btn-s")),
			goapp.Deferred(func() app.UI { return bookPreview(s) }),
		)).Open(s.Book != nil || s.Beside.Sheet != "" || saysItself(s))
}

// template is the list of the open file's columns to fill in.
func template(s *state.State) [][]string {
	return codebook.Template(s.Draft.Answers.Schema(), s.Worker.File.About.Columns)
}

// bookColumns asks which columns of a list state what.
func bookColumns(s *state.State) app.UI {
	b := s.Book
	if s.Reading == nil || len(b.Titles) == 0 {
		return nil
	}
	var asks []app.UI
	for _, h := range codebook.Headings() {
		options := []app.UI{app.Option().Value("").Selected(b.Columns[h] == "").Text("–")}
		for _, title := range b.Titles[:min(len(b.Titles), 200)] {
			if title != "" {
				options = append(options, app.Option().Value(title).Selected(b.Columns[h] == title).Text(words.Clip(title, 40)))
			}
		}
		id := "book-" + string(h)
		asks = append(asks, app.Label().For(id).Body(app.Text(string(h)+" "), app.Select().ID(id).Body(options...).
			OnChange(func(ctx app.Context, _ app.Event) { state.TellBook(s, h, goapp.Choice(ctx).String()) }, id)))
	}
	return app.Details().ID("book-columns").Open(b.Unread).Body(app.Summary().Text("Which column of the list states what"),
		app.Div().Class("row").Attr("role", "group").Aria("label", "Columns of the list").Body(asks...))
}

// mostConflicts is how many columns are listed with both answers.
const mostConflicts = 12

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
	if b.OfAnotherTable() {
		says = append(says, app.Li().ID("book-other").Text("None of what it describes is a column of "+words.Clip(s.Worker.File.Name, 60)+": it belongs to another table. Nothing is filled in."))
	}
	if b.Unread {
		says = append(says, app.Li().Text("Its titles do not say which column has the names. Say so below."))
	}
	add(b.Fills, "to fill in")
	add(b.Labels, "to label")
	var otherwise []string
	for _, c := range b.Conflicts {
		otherwise = append(otherwise, c.Column)
	}
	add(otherwise, "answered otherwise here")
	for i, c := range b.Conflicts {
		if i == mostConflicts {
			break
		}
		says = append(says, app.Li().Class("conflict").Body(ui.Rich("", c.Column, ": "+words.Clip(c.Here, 120)+" here, "+words.Clip(c.There, 120)+" there.")...))
	}
	add(b.Absent, "that this file does not have")
	if b.Same > 0 {
		says = append(says, app.Li().Text(words.Count(int64(b.Same), "column")+" answered so already."))
	}
	for _, note := range b.Notes {
		says = append(says, app.Li().Class("note").Text(words.Clip(note, 300)))
	}
	for i, p := range b.Problems {
		if i == 5 {
			says = append(says, app.Li().Text("And "+words.Count(int64(len(b.Problems)-i), "more problem")+"."))
			break
		}
		says = append(says, app.Li().Text(words.Clip(p.String(), 300)))
	}
	buttons := []app.UI{ui.Button("book-fill", "Fill in what is open", func() { state.FillIn(s, false) }, "btn-s btn-main").Disabled(len(b.Fills)+len(b.Labels) == 0)}
	if len(b.Conflicts) > 0 {
		buttons = append(buttons, ui.Button("book-replace", "Fill in and replace", func() { state.FillIn(s, true) }, "btn-s"))
	}
	buttons = append(buttons, ui.Button("book-leave", "Leave all as it is", s.LeaveBook, "btn-s btn-quiet"))
	return app.Div().ID("book").TabIndex(-1).Class("panel stack-s").Body(
		app.P().Body(ui.Rich("What ", words.Clip(b.Name, 60), " would change. Nothing is filled in yet.")...),
		app.Ul().Body(says...), ui.Slot(bookColumns(s)), app.Div().Class("row").Body(buttons...))
}
