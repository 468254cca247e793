package columns

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/codebook"
	"privatepca/core/words"
)

// A book fills in columns from a codebook, after it has shown what that would change.
type book struct {
	Book    *draft.Book // that was read; nil for none
	Telling bool        // which of its columns states what can be told
	Sheet   string      // a sheet of the workbook that lists variables; "" for none
	File    string
	Open    bool   // the open file says something of its columns that nobody has looked at
	Inside  bool   // it says something of them
	Endings string // of files that may be codebooks
}

// Draw implements ui.Drawn.
func (k book) Draw(to *ui.Inbox) app.UI {
	var sheet app.UI
	if k.Sheet != "" {
		sheet = app.P().ID("book-sheet").Body(append(ui.Rich("The sheet ", words.Clip(k.Sheet, 60), " of this workbook has the titles of a list of variables. "),
			to.Button("book-sheet-read", "Show what it would fill in", panel.Wanted{Act: effect.ReadSheet}, "btn-s btn-main"))...)
	}
	return panel.Fold("codebook", "Open", []app.UI{app.Text("Fill in from a codebook")},
		app.Div().Class("stack-s").Body(
			ui.Slot(sheet),
			app.P().Class("help").Text("A list of variables as a workbook or CSV (name, label, type, min, max, levels, missing), Frictionless, CSVW, Croissant, DDI, or the metadata of OpenDP or SmartNoise. Use what is published about the table, not the table itself."),
			k.inside(to),
			app.Div().Class("row").Body(
				to.Files("book-input", k.Endings, func(files []effect.File) effect.Msg { return BookChosen{files} }),
				app.Label().For("book-input").Class("btn btn-s").Text("Choose a codebook"),
				to.Button("book-template", "Template of these columns (CSV)", Template{}, "btn-s"),
				to.Button("book-template-xlsx", "Template (Excel)", Template{Workbook: true}, "btn-s")),
			app.Div().Class("stack-s").Body(
				app.Label().For("book-paste").Class("label").Text("Or paste the list from a spreadsheet, with its line of titles"),
				app.Textarea().ID("book-paste").Class("w-full").Rows(3).Attr("spellcheck", "false"),
				to.Button("book-paste-read", "Read this list", UseBook{}, "btn-s")),
			k.preview(to),
		)).Open(k.Book != nil || k.Sheet != "" || k.Open)
}

// columns asks which columns of a list state what.
func (k book) columns(to *ui.Inbox) app.UI {
	b := k.Book
	if !k.Telling || len(b.Titles) == 0 {
		return nil
	}
	var asks []app.UI
	for _, h := range codebook.Headings() {
		options := []ui.Option{{Value: "", Text: "–"}}
		for _, title := range b.Titles[:min(len(b.Titles), 200)] {
			if title != "" {
				options = append(options, ui.Option{Value: title, Text: words.Clip(title, 40)})
			}
		}
		id := "book-" + string(h)
		asks = append(asks, app.Label().For(id).Body(app.Text(string(h)+" "), to.Choose(id, b.Columns[h], options, func(title string) effect.Msg { return TellBook{h, title} })))
	}
	return app.Details().ID("book-columns").Open(b.Unread).Body(app.Summary().Text("Which column of the list states what"),
		app.Div().Class("row").Attr("role", "group").Aria("label", "Columns of the list").Body(asks...))
}

// mostConflicts is how many columns are listed with both answers.
const mostConflicts = 12

// preview says what a codebook would change.
func (k book) preview(to *ui.Inbox) app.UI {
	b := k.Book
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
		says = append(says, app.Li().ID("book-other").Text("None of what it describes is a column of "+words.Clip(k.File, 60)+": it belongs to another table. Nothing is filled in."))
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
	buttons := []app.UI{to.Button("book-fill", "Fill in what is open", draft.FillIn{Book: b}, "btn-s btn-main").Disabled(len(b.Fills)+len(b.Labels) == 0)}
	if len(b.Conflicts) > 0 {
		buttons = append(buttons, to.Button("book-replace", "Fill in and replace", draft.FillIn{Book: b, Replace: true}, "btn-s"))
	}
	buttons = append(buttons, to.Button("book-leave", "Leave all as it is", panel.Wanted{Act: effect.LeaveBook}, "btn-s btn-quiet"))
	return app.Div().ID("book").TabIndex(-1).Class("panel stack-s").Body(
		app.P().Body(ui.Rich("What ", words.Clip(b.Name, 60), " would change. Nothing is filled in yet.")...),
		app.Ul().Body(says...), ui.Slot(k.columns(to)), app.Div().Class("row").Body(buttons...))
}

// inside offers what a data file of SPSS or Stata says of its own columns. It is shown before it fills in anything.
func (k book) inside(to *ui.Inbox) app.UI {
	if !k.Inside {
		return nil
	}
	return ui.Note("", "info", app.P().ID("book-inside-says").Text("The file itself says what its columns are: labels, levels, dates. It has no bounds. Where a program made levels from the records, they are not public: look at them."),
		to.Button("book-inside", "Show what it would fill in", panel.Wanted{Act: effect.ReadInside}, "btn-s"))
}
