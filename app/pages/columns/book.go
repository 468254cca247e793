package columns

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/codebook"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A sheet offers the sheet of a workbook that lists variables, before anything else is asked: it answers nearly all.
type sheet struct {
	Name string // "" for none
}

// sheet is the name of the sheet that is offered: until it was used, or the visitor has another or none.
func (m Model) sheet(in *Around) string {
	if m.NoBook || in.SheetRead || in.Book != nil || in.Draft.Answers.Tally.Open == 0 {
		return ""
	}
	return in.Sheet
}

// Draw implements ui.Drawn.
func (s sheet) Draw(to *ui.Inbox) app.UI {
	if s.Name == "" {
		return ui.Slot()
	}
	name := "“" + words.Clip(s.Name, 40) + "”"
	return ui.Slot(app.Div().ID("book-sheet").Class("bookcard").Body(ui.Icon("book"), app.Div().Class("stack-s").Body(
		app.H2().Text(language.Say("This workbook has a sheet "+name+". Use it?")),
		app.P().Class("small").Text(language.Say("It has the titles of a list of variables. You see the changes before they are made.")),
		app.Div().Class("row").Body(
			to.Button("book-sheet-read", "Use the sheet "+name, job.Do{Act: job.ReadSheet}, "btn-main"),
			to.Button("book-sheet-other", "Choose or paste another", OpenBook{}),
			to.Button("book-sheet-none", "I have none", HaveNone{}, "btn-quiet")))))
}

// A book fills in columns from a codebook, after it has shown what that would change.
type book struct {
	Book    *draft.Book // that was read; nil for none
	Telling bool        // which of its columns states what can be told
	File    string
	Columns int // of the file
	Filled  int // columns that a codebook or a schema states
	Open    bool
	Inside  bool   // the open file says something of its columns
	Endings string // of files that may be codebooks
}

func bookOf(m Model, in *Around) book {
	t := &in.Draft.Answers.Tally
	return book{
		Book: in.Book, Telling: in.Telling, File: in.File, Columns: len(in.Draft.Answers.Columns), Filled: t.From[schema.FromSchema],
		Open: in.Book != nil || (m.Book || in.About.Book != "") && t.Open > 0, Inside: in.About.Book != "", Endings: in.Endings,
	}
}

// Draw implements ui.Drawn.
func (k book) Draw(to *ui.Inbox) app.UI {
	said, open := []app.UI{app.Text(language.Say("Fill in from a codebook"))}, "Open"
	if k.Filled > 0 {
		said, open = append([]app.UI{ui.Icon("check")}, ui.Said(" A **codebook** or schema filled in **"+words.Count(int64(k.Filled), "column")+"**.")...), "Change"
	}
	return panel.Fold("codebook", open, said,
		app.Div().Class("stack-s").Body(
			k.preview(to),
			app.P().Class("help").Text(language.Say("A list of variables as a workbook or CSV (name, label, type, min, max, levels, missing), Frictionless, CSVW, Croissant, DDI, or the metadata of OpenDP or SmartNoise. Use what is published about the table, not the table itself.")),
			k.inside(to),
			app.Div().Class("row").Body(
				to.Files("book-input", k.Endings, func(files []effect.File) effect.Msg { return BookChosen{files} }),
				app.Label().For("book-input").Class("btn btn-s").Text(language.Say("Choose a codebook")),
				to.Button("book-template", "Template of these columns (CSV)", Template{}, "btn-s"),
				to.Button("book-template-xlsx", "Template (Excel)", Template{Workbook: true}, "btn-s")),
			app.Details().ID("book-pasting").Body(app.Summary().Text(language.Say("Or paste the list from a spreadsheet")), app.Div().Class("stack-s").Body(
				app.Label().For("book-paste").Class("label").Text(language.Say("The list, with its line of titles")),
				app.Textarea().ID("book-paste").Class("w-full").Rows(3).Attr("spellcheck", "false"),
				to.Button("book-paste-read", "Read this list", UseBook{}, "btn-s"))),
		)).Open(k.Open)
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
				options = append(options, ui.Option{Value: title, Text: language.Keep(words.Clip(title, 40))})
			}
		}
		id := "book-" + string(h)
		asks = append(asks, app.Label().For(id).Body(app.Text(language.Say(string(h)+" ")), to.Choose(id, b.Columns[h], options, func(title string) effect.Msg { return TellBook{h, title} })))
	}
	return app.Details().ID("book-columns").Open(b.Unread).Body(app.Summary().Text(language.Say("Which column of the list states what")),
		app.Div().Class("row").Attr("role", "group").Aria("label", language.Say("Columns of the list")).Body(asks...))
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
		says = append(says, app.Li().ID("book-other").Text(language.Say("None of what it describes is a column of "+words.Clip(k.File, 60)+": it belongs to another table. Nothing is filled in.")))
	}
	if b.Unread {
		says = append(says, app.Li().Text(language.Say("Its titles do not say which column has the names. Say so below.")))
	}
	add(b.Fills, "to fill in")
	add(b.Partly, "to get a type alone, without bounds or levels")
	add(b.Out, "to leave out, since they only tell records apart")
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
	add(b.Unlisted, "not in the codebook")
	add(b.Absent, "that this file does not have")
	for _, note := range b.Notes {
		says = append(says, app.Li().Class("note").Text(language.Say(words.Clip(note, 300))))
	}
	for i, p := range b.Problems {
		if i == 5 {
			says = append(says, app.Li().Text(language.Say("And "+words.Count(int64(len(b.Problems)-i), "more problem")+".")))
			break
		}
		says = append(says, app.Li().Text(language.Say(words.Clip(p.String(), 300))))
	}
	buttons := []app.UI{to.Button("book-fill", "Fill in what is open", draft.FillIn{Book: b}, "btn-s btn-main").Disabled(len(b.Fills)+len(b.Partly)+len(b.Out)+len(b.Labels) == 0)}
	if len(b.Conflicts) > 0 {
		buttons = append(buttons, to.Button("book-replace", "Fill in and replace", draft.FillIn{Book: b, Replace: true}, "btn-s"))
	}
	buttons = append(buttons, to.Button("book-leave", "Leave all as it is", job.Do{Act: job.LeaveBook}, "btn-s btn-quiet"))
	return app.Div().ID("book").TabIndex(-1).Class("panel stack-s").Body(
		app.P().Body(ui.Rich("", "What "+words.Clip(b.Name, 60)+" would change.", " Nothing is filled in yet.")...),
		k.tally(), app.Ul().Body(says...), ui.Slot(k.columns(to)), app.Div().Class("row").Body(buttons...))
}

// tally counts the columns of the file by what the codebook says of them. Its numbers add up to all of them.
func (k book) tally() app.UI {
	b := k.Book
	var boxes []app.UI
	for _, one := range []struct {
		n    int
		says string
		some bool // shown where there are some
	}{
		{len(b.Fills), "filled in", false},
		{len(b.Partly), "get a type alone", true},
		{len(b.Out), "left out", true},
		{b.Same, "answered so already", false},
		{len(b.Conflicts), "answered otherwise, your choice", false},
		{len(b.Unlisted), "not in the codebook", false},
		{max(0, k.Columns-len(b.Fills)-len(b.Partly)-len(b.Out)-b.Same-len(b.Conflicts)-len(b.Unlisted)), "described without a type", true},
	} {
		if one.some && one.n == 0 {
			continue
		}
		boxes = append(boxes, app.Div().Body(app.B().Text(language.Say(words.Thousands(int64(one.n)))), app.Text(" "), app.Span().Text(language.Say(one.says))))
	}
	return app.Div().Class("tally").Body(boxes...)
}

// inside offers what a data file of SPSS or Stata says of its own columns. It is shown before it fills in anything.
func (k book) inside(to *ui.Inbox) app.UI {
	if !k.Inside {
		return nil
	}
	return ui.Note("", "info", app.P().ID("book-inside-says").Text(language.Say("The file itself says what its columns are: labels, levels, dates. It has no bounds. Where a program made levels from the records, they are not public: look at them.")),
		to.Button("book-inside", "Show what it would fill in", job.Do{Act: job.ReadInside}, "btn-s"))
}
