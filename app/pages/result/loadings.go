package result

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// A loadingsHeading says which figure of the loadings is drawn.
type loadingsHeading struct{ Figure string }

// Draw implements ui.Drawn.
func (h loadingsHeading) Draw(*ui.Inbox) app.UI {
	if h.Figure == "heatmap" {
		return headline("Heat map: which question belongs where", "")
	}
	return headline("Loadings: what each direction is made of", "")
}

// A chooser chooses the figure, and the direction whose loadings are drawn: a button each, or a field for many.
type chooser struct {
	Of     release.Edition
	Figure string
	Now    int
	Wrong  bool
	Typed  string
}

// Draw implements ui.Drawn.
func (c chooser) Draw(to *ui.Inbox) app.UI {
	choice := func(figure, text string) app.UI {
		return app.Label().Body(to.Radio("figure-"+figure, "figure", c.Figure == figure, ShowFigure{figure}), app.Text(language.Say(text)))
	}
	var directions app.UI
	if c.Figure == "loadings" {
		directions = c.directions(to)
	}
	return app.Div().Class("row between").Body(
		app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", language.Say("Figure")).Body(choice("loadings", "Bars"), choice("heatmap", "Heat map")), ui.Slot(directions))
}

func (c chooser) directions(to *ui.Inbox) app.UI {
	const most = 12
	k, now, found := c.Of.K(), min(c.Now, c.Of.K()-1), report.Find(c.Of.Document())
	if k > most {
		shown := strconv.Itoa(now + 1)
		if c.Wrong { // an emptied field, above all
			shown = c.Typed
		}
		return app.Div().Class("row small").Body(app.Label().For("direction").Class("muted").Text(language.Say("Direction")),
			to.Line("direction", shown, func(text string) effect.Msg { return DirectTyped{text} }).Class("w-s").Attr("inputmode", "numeric"))
	}
	var choices []app.UI
	for i := range k {
		choices = append(choices, app.Label().Body(to.Radio("direction-"+strconv.Itoa(i+1), "direction", i == now, Direct{i}), app.Text(language.Say(directionName(found, i)))))
	}
	return app.Div().Class("row small").Body(app.Span().Class("muted").Text(language.Say("Direction")),
		app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", language.Say("Direction")).Body(choices...))
}

// Choices hold for every figure of a release: how many features are drawn, what intervals are about, and whether directions are turned.
type choices struct {
	Of     release.Edition
	Rows   string
	Figure string
}

// Draw implements ui.Drawn.
func (c choices) Draw(to *ui.Inbox) app.UI {
	d := c.Of.Document()
	body := []app.UI{app.H2().ID("drawn-heading").Class("eyebrow").Text(language.Say("What is drawn")), ui.Slot(rowsChoice(to, d, c.Rows, c.Figure)), ui.Slot(c.intervals(to))}
	if count := c.Of.Turnable(); count > 0 {
		body = append(body, to.Tick("rotate", "Rotate the "+strconv.Itoa(count)+" clear directions (varimax)", "", c.Of.Basis() == release.Varimax, func(on bool) effect.Msg {
			return Turn{map[bool]release.Basis{true: release.Varimax}[on]}
		}))
	}
	return app.Section().ID("drawn").Class("panel stack-s").Aria("labelledby", "drawn-heading").Body(append(body, app.P().Class("help").Text(language.Say("This holds in every tab, picture and file.")))...)
}

// intervals chooses what intervals are about, where a document has both kinds; else nil.
func (c choices) intervals(to *ui.Inbox) app.UI {
	d := c.Of.Document()
	if !release.BothKinds(d) {
		return nil
	}
	choice := func(id string, kind release.Intervals, text string) app.UI {
		return app.Label().Body(to.Radio(id, "intervals", d.Kind() == kind, Read{kind}), app.Text(language.Say(text)))
	}
	return app.Div().Class("stack-s small").Body(app.Span().Class("muted").Text(language.Say("Intervals for")),
		app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", language.Say("Intervals for")).Body(
			choice("intervals-people", release.PeopleLikeThese, "people like these"), choice("intervals-table", release.ThisTable, "this table")))
}

// rowsChoice sets how many features are drawn, where there are more than a few; else nil.
func rowsChoice(to *ui.Inbox, d *release.Document, rows, figure string) app.UI {
	if d.NumFeatures <= report.Rows {
		return nil
	}
	all := figure == "loadings"
	choice := func(value, text string) app.UI {
		return app.Label().Body(to.Radio("rows-"+value, "rows", rows == value || rows == "" && value == "12" || rows == "all" && !all && value == "60", ShowRows{value}), app.Text(language.Say(text)))
	}
	body := []app.UI{choice("12", "12"), choice("60", strconv.Itoa(min(moreRows, d.NumFeatures)))}
	if all && d.NumFeatures > moreRows {
		body = append(body, choice("all", "all "+words.Thousands(int64(d.NumFeatures))))
	}
	return app.Div().Class("stack-s small").Body(app.Span().Class("muted").Text(language.Say("Features")),
		app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", language.Say("Features drawn")).Body(body...))
}

// A howToRead lists what a reader of the loadings has to know.
type howToRead struct{ Of release.Edition }

// Draw implements ui.Drawn.
func (r howToRead) Draw(*ui.Inbox) app.UI {
	list := []app.UI{
		app.Li().Text(language.Say("Features at the same end tend to be high together.")),
		app.Li().Text(language.Say("Long against short: compare with the hatched band, not with 0.")),
	}
	for _, note := range release.Notes(r.Of.Document()) {
		list = append(list, app.Li().Text(language.Say(note)))
	}
	return app.Section().Class("panel stack-s").Aria("labelledby", "read-heading").Body(app.H2().ID("read-heading").Class("eyebrow").Text(language.Say("How to read it")),
		app.Ul().ID("finding-notes").Class("small marked stack-s").Body(list...))
}

// shows is the figure that the tab draws.
func (m Model) shows() string {
	if m.Figure == "" {
		return "loadings"
	}
	return m.Figure
}

// loadingsOf is that figure.
func loadingsOf(m Model) ui.Drawn {
	id := m.shows()
	fig := figure{m.of(id), m.picture(id), m.Large == id}
	if id == "loadings" {
		return loadings{fig, m.Rows}
	}
	return fig
}

// Loadings are the largest of one direction.
type loadings struct {
	figure
	Rows string
}

// Draw implements ui.Drawn.
func (l loadings) Draw(to *ui.Inbox) app.UI {
	e, d, p := l.Of, l.Of.Document(), l.Picture
	drawn, _ := report.Draw(e, p)
	if l.Rows != "all" {
		return app.Div().Body(framed(to, e, named(l.Of.Document()), drawn, l.Large, nil))
	}
	drawn.Wide = "" // the parts that follow have no wide drawing
	more := []app.UI{framed(to, e, named(l.Of.Document()), drawn, l.Large, nil)}
	for from := p.Rows; from < d.NumFeatures; from += chunk {
		more = append(more, ui.Part(to, moreLoadings{release.Content(e), p.Direction, from}))
	}
	return app.Div().Body(more...)
}

// moreLoadings are the following rows of a long drawing.
type moreLoadings struct {
	Of              release.Edition
	Direction, From int
}

// Draw implements ui.Drawn.
func (l moreLoadings) Draw(*ui.Inbox) app.UI {
	return app.Div().Class("fig more").Body(app.Raw(language.Markup(panel.Readable("Loadings", report.MoreLoadings(l.Of.Document(), l.Direction, l.From, l.From+chunk)), named(l.Of.Document())...)))
}
