package table

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// panelOf is the panel that is open; false for none.
func panelOf(v View, a *draft.Answers) (p panel, open bool) {
	p = panel{At: v.Editing, Details: v.Details, Levels: v.Levels, Ticked: len(v.Ticked), TakesRows: draft.TakesRows(a)}
	switch {
	case v.Editing == editsTicked:
		return p, p.Ticked > 0
	case v.Editing < 0 || v.Editing >= len(a.Columns):
		return p, false
	}
	p.Column, p.Levels = a.Columns[v.Editing], ""
	return p, true
}

// Draw implements ui.Drawn.
func (p panel) Draw(to *ui.Inbox) app.UI {
	if p.At != editsTicked && p.Details {
		return p.details(to)
	}
	help := "List all that are possible, from public knowledge. A value that is not listed counts as no category."
	label := app.Label().For("levels").Class("label")
	if p.At == editsTicked {
		n := words.Count(int64(p.Ticked), "selected column")
		return app.Div().Class("bulk stack-s").Body(
			label.Text(language.Say("Categories of the "+n+", one a line")),
			to.Lines("levels", p.Levels, 6, func(lines string) effect.Msg { return TypeLevels{lines} }).Class("w-full"),
			app.Div().Class("row").Body(
				to.Button("levels-apply", "Apply to "+n, ApplyLevels{}, "btn-s"),
				to.Button("levels-cancel", "Cancel", Close{}, "btn-s", "btn-quiet"),
				app.Span().Class("help grow").Text(language.Say(help+" They become categories, whatever they were."))),
		)
	}
	c := p.Column
	if c.Kind == draft.Ordinal {
		help = "List all that are possible, from public knowledge. A value that is not listed counts as missing."
		label.Body(app.Text(language.Say("Levels of ")), app.Code().Text(c.Name), app.Text(language.Say(", from the lowest to the highest, one a line")))
	} else {
		label.Body(app.Text(language.Say("Categories of ")), app.Code().Text(c.Name), app.Text(language.Say(", one a line")))
	}
	return app.Div().Class("bulk stack-s").Body(
		label,
		to.Lines("levels", strings.Join(c.Levels, "\n"), 6, func(lines string) effect.Msg { return draft.SetLevels{Column: p.At, Lines: lines} }).Class("w-full"),
		app.Div().Class("row").Body(
			to.Button("levels-done", "Done", Close{}, "btn-s"),
			app.Span().Class("help grow").Text(language.Say(help+" "+sentence(c.Fault)))),
	)
}

// A bar sets many columns alike. It always stands there, so that ticking the first column does not move the others from under the pointer.
type bar struct {
	Ticked, Hidden int // columns that are ticked, and those of them that are not listed
	Kind           draft.Kind
	Least, Most    string
}

// Draw implements ui.Drawn.
func (b bar) Draw(to *ui.Inbox) app.UI {
	none := b.Ticked == 0
	text := func(id, label, value string, made func(string) effect.Msg) app.UI {
		return app.Label().Body(app.Text(language.Say(label+" ")), to.Line(id, value, made).Class("w-s").Disabled(none))
	}
	options := []ui.Option{{Value: "", Text: "as it is"}}
	for _, k := range kinds {
		options = append(options, ui.Option{Value: string(k.kind), Text: k.words})
	}
	count := words.Thousands(int64(b.Ticked)) + " selected"
	if b.Hidden > 0 {
		count += fmt.Sprintf(", %s not listed", words.Thousands(int64(b.Hidden)))
	}
	look := ""
	if none {
		look = "idle"
	}
	return app.Div().Class("bulk row", look).Body(
		app.B().Attr("role", "status").Text(language.Say(count)),
		app.Label().Body(app.Text(language.Say("Type ")), to.Choose("bulk-type", string(b.Kind), options, func(kind string) effect.Msg { return ChooseKind{kind} }).Disabled(none)),
		text("bulk-min", "Min", b.Least, func(text string) effect.Msg { return TypeLeast{text} }),
		text("bulk-max", "Max", b.Most, func(text string) effect.Msg { return TypeMost{text} }),
		to.Button("bulk-apply", fmt.Sprintf("Apply to %s", words.Thousands(int64(b.Ticked))), Apply{}, "btn-s").Disabled(none),
		to.Button("bulk-levels", "Categories …", EditTicked{}, "btn-s", "btn-quiet").Disabled(none),
		to.Button("bulk-out", "Leave out", LeaveOut{}, "btn-s", "btn-quiet").Disabled(none),
	)
}
