package panel

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/report"
	"privatepca/core/words"
)

// BothWidths holds a drawing for wide pages and the same for narrow ones; the style sheet shows one of them.
func BothWidths(narrow, wide string) string {
	if wide == "" {
		return narrow
	}
	return `<div><div class="on-narrow">` + narrow + `</div><div class="on-wide">` + wide + `</div></div>` // one element: go-app mounts the first
}

// Readable is a drawing whose marks are read by keyboard and touch, too (browser.ReadMarks). The line for what is read is part of it: it
// goes when another drawing comes. A drawing without titles stays as it is.
func Readable(title, chart string) string {
	if !strings.Contains(chart, "<title>") {
		return chart
	}
	return `<div class="marks" tabindex="0" role="group" aria-label="` + report.Escape(title) + `: arrow keys read its values">` + chart + `<p class="said" role="status"></p></div>`
}

// Views chooses between a drawing and its table. Prefix begins the ids of the two; "" for none.
func Views(id, of, prefix string) app.UI {
	view := func(value, text string, checked bool) app.UI {
		in := app.Input().Type("radio").Name("view-"+id).Attr("value", value).Checked(checked)
		if prefix != "" {
			in.ID(prefix + value)
		}
		return app.Label().Body(in, app.Text(language.Say(text)))
	}
	return app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", language.Say("View of "+of)).Body(view("chart", "Chart", true), view("table", "Table", false))
}

// A Head is what stands in a figure's head beside its title: what chooses what is drawn, and what hands it out; nil for nothing.
type Head struct {
	Choices, Tools app.UI
	Names          []string // of somebody's data, which no language changes
}

// Figure frames a drawing, its table, and one sentence that reads it, "" where that stands beside the figure.
func Figure(id, title, sentence string, chart, table string, head Head, controls ...app.UI) app.HTMLFigure {
	body := []app.UI{
		app.FigCaption().Body(app.H2().Text(language.Say(title)), ui.Slot(head.Choices), app.Div().Class("figtools").Body(Views(id, words.Lower(title), ""), ui.Slot(head.Tools))),
		app.P().Class("help").Text(language.Say(sentence)),
	}
	body = append(body, controls...)
	body = append(body,
		app.Div().Class("as-chart").Body(app.Raw(language.Markup(Readable(title, chart), head.Names...))),
		app.Div().Class("as-table").TabIndex(0).Attr("role", "region").Aria("label", language.Say(title+", table")).Body(app.Raw(language.Markup(table, head.Names...))))
	return app.Figure().ID(id).Class("fig").Body(body...)
}
