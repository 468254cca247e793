package result

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// framed frames a figure of an edition, in which names of data stand, with its chart and its table to be saved, and, if it is large, a view of the picture that would be.
func framed(to *ui.Inbox, e release.Edition, names []string, f report.Figure, large bool, choices app.UI) app.UI {
	chart := panel.BothWidths(f.SVG, f.Wide)
	if large {
		w, h := report.SlideSize()
		chart = fmt.Sprintf(`<img class="slide" alt="%s" width="%d" height="%d" src="data:image/svg+xml,%s">`,
			report.Escape(f.Title+". "+f.Sentence), w, h, url.PathEscape(slide(e.Document(), f)))
	}
	fig := panel.Figure(f.ID, f.Title, f.Sentence, chart, f.Table.HTML(), panel.Head{Choices: choices, Tools: saves(to, f, large), Names: names}).Class("panel")
	if large { // the same element, so that the button keeps the focus
		fig.Class("enlarged")
	}
	return fig
}

// named are the names that stand in a document: of its features, columns and levels, what the curator calls them, and the directions.
func named(d *release.Document) (names []string) {
	if d == nil || language.Tag() == "en" { // nothing is said in other words
		return nil
	}
	names = append(names, d.FeatureNames...)
	names = append(names, release.Labels(d)...)
	for i := range d.Encoding.Fields {
		f := &d.Encoding.Fields[i]
		names = append(names, f.Title)
		for _, level := range f.Categories {
			names = append(names, level.Value, level.Label)
		}
	}
	if a := d.About; a != nil {
		names = append(names, a.Title, a.Author, a.Organisation, a.Licence, a.DOI, a.Notes)
		names = append(names, a.Directions...)
		names = append(names, a.Rotated...)
	}
	return names
}

// slide is a figure as a picture, in the language of the page.
func slide(d *release.Document, f report.Figure) string {
	return language.Markup(report.Slide(d, f), named(d)...)
}

// saves hands out what a figure shows: its table for a spreadsheet, and, once it is enlarged, the chart as a picture of a slide's size, with title and
// source. The buttons hold the figure's name alone: what they save is drawn of what is in view when they are pressed.
func saves(to *ui.Inbox, f report.Figure, large bool) app.UI {
	name := words.Lower(f.Title)
	button := func(kind, label string) app.UI {
		return to.Button("save-"+f.ID+"-"+strings.ToLower(kind), kind, Save{f.ID, kind}, "btn-s").Aria("label", language.Say(kind+": "+label))
	}
	text, then, more := "Enlarge, save", Enlarge{f.ID}, []app.UI(nil)
	if large {
		text, then = "Back", Enlarge{}
		more = []app.UI{button("PNG", "save the chart "+name), button("SVG", "save the chart "+name), button("CSV", "save the table "+name)}
	}
	return app.Div().Class("saves").Body(
		to.Button("enlarge-"+f.ID, text, then, "btn-s").Aria("pressed", large).Aria("label", language.Say(text+": "+name)),
		to.Button("copy-"+f.ID, "Copy", Save{f.ID, "Copy"}, "btn-s").Aria("label", language.Say("Copy as a table: "+name)).Title(language.Say("Copy as a table")), ui.Slot(more...))
}

// of is the edition as a figure depends on it: what is enlarged has the title in it, too.
func (m Model) of(id string) release.Edition {
	if m.Large == id {
		return m.Edition
	}
	return release.Content(m.Edition)
}

// enlarged is the edition for a figure of its own words; the zero one where that is not enlarged.
func (m Model) enlarged(id string) release.Edition {
	if m.Large == id {
		return m.Edition
	}
	return release.Edition{}
}

// A figure is one of an edition.
type figure struct {
	Of      release.Edition
	Picture report.Picture
	Large   bool
}

// Draw implements ui.Drawn.
func (f figure) Draw(to *ui.Inbox) app.UI { return f.with(to, nil) }

// with draws a figure with what chooses it in its head; nil for nothing.
func (f figure) with(to *ui.Inbox, choices app.UI) app.UI {
	drawn, ok := report.Draw(f.Of, f.Picture)
	if !ok {
		return app.Div()
	}
	return framed(to, f.Of, named(f.Of.Document()), drawn, f.Large, choices)
}

// pick chooses a direction, but for another one; below 0 for none.
func pick(to *ui.Inbox, d *release.Document, id, text string, now, other int, made func(string) effect.Msg) app.UI {
	found := report.Find(d)
	var options []ui.Option
	for i := range d.NumComponents {
		if i != other {
			options = append(options, ui.Option{Value: strconv.Itoa(i), Text: directionName(found, i)})
		}
	}
	return app.Span().Class("row").Body(app.Label().For(id).Class("muted").Text(language.Say(text)), to.Choose(id, strconv.Itoa(now), options, made).Class("select-s"))
}

// directionName is what a direction is called in a choice: its number, with its name or that it is noise.
func directionName(found *report.Finding, i int) string {
	number := strconv.Itoa(i + 1)
	if found.Standing(i) == report.Noise {
		return number + " (" + found.NoiseWord() + ")"
	}
	if name := found.Given(i); name != "" {
		return number + " " + words.Clip(name, 24)
	}
	return number
}
