package result

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// framed frames a figure of an edition, with its chart and its table to be saved, and, if it is large, a view of the picture that would be.
func framed(to *ui.Inbox, e release.Edition, f report.Figure, large bool, controls ...app.UI) app.UI {
	chart := panel.BothWidths(f.SVG, f.Wide)
	if large {
		w, h := report.SlideSize()
		chart = fmt.Sprintf(`<img class="slide" alt="%s" width="%d" height="%d" src="data:image/svg+xml,%s">`,
			report.Escape(f.Title+". "+f.Sentence), w, h, url.PathEscape(report.Slide(e.Document(), f)))
	}
	fig := panel.Figure(f.ID, f.Title, f.Sentence, chart, f.Table.HTML(), append([]app.UI{saves(to, f, large)}, controls...)...)
	if large {
		return app.Div().Class("enlarged").Body(fig)
	}
	return fig
}

// saves hands out the chart as a picture of a slide's size, with title and source, and the table for a spreadsheet. The buttons hold the figure's name
// alone: what they save is drawn of what is in view when they are pressed.
func saves(to *ui.Inbox, f report.Figure, large bool) app.UI {
	name := words.Lower(f.Title)
	button := func(kind, label string) app.UI {
		return to.Button("save-"+f.ID+"-"+strings.ToLower(kind), kind, Save{f.ID, kind}, "btn-s", "btn-quiet").Aria("label", label)
	}
	text, then := "Enlarge", Enlarge{f.ID}
	if large {
		text, then = "Back", Enlarge{}
	}
	return app.Div().Class("row small saves").Body(
		to.Button("enlarge-"+f.ID, text, then, "btn-s", "btn-quiet").Aria("pressed", large).Aria("label", text+": "+name),
		app.Span().Class("muted").Text("Save"),
		button("SVG", "Save the chart "+name+" as SVG"), button("PNG", "Save the chart "+name+" as PNG"), button("CSV", "Save the table "+name+" as CSV"),
		to.Button("copy-"+f.ID, "Copy as a table", Save{f.ID, "Copy"}, "btn-s", "btn-quiet").Aria("label", "Copy as a table: "+name))
}

// of is the edition as a figure depends on it: what is enlarged has the title in it, too.
func (m Model) of(id string) release.Edition {
	if m.Large == id {
		return m.Edition
	}
	return release.Content(m.Edition)
}

// figures are the charts of a release, each drawn in a task of its own. What a chart shows by default follows the noise test:
// where fewer than two directions stand clear there is no plane to draw.
func figures(m Model, to *ui.Inbox) []app.UI {
	d := m.Document()
	var out []app.UI
	add := func(of ui.Drawn) { out = append(out, ui.Slot(ui.Part(to, of))) }
	for _, id := range report.Pictures {
		fig := figure{m.of(id), m.picture(id), m.Large == id}
		switch id {
		case "loadings":
			add(loadings{fig, m.Rows, m.Wrong, m.Typed})
		case "scree":
			if len(d.Spectrum) > 0 || len(d.ExplainedVariance) > 0 {
				add(fig)
			}
		case "cumulative":
			if len(d.Spectrum) > 0 {
				add(fig)
			}
		case "heatmap":
			add(heatMap{fig, m.Rows})
		case "circle":
			if report.HasPlane(d) {
				add(circle{fig})
			}
		}
	}
	add(comparison{release.Content(m.Edition), m.Compared, m.enlarged("beside"), m.enlarged("angles")})
	add(projection{m.of("scores"), m.Applied, m.Large == "scores"})
	return out
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
func (f figure) Draw(to *ui.Inbox) app.UI { return f.with(to) }

// with draws a figure with controls.
func (f figure) with(to *ui.Inbox, controls ...app.UI) app.UI {
	drawn, ok := report.Draw(f.Of, f.Picture)
	if !ok {
		return app.Div()
	}
	return framed(to, f.Of, drawn, f.Large, controls...)
}

// A heatMap is that figure, with how many features it draws.
type heatMap struct {
	figure
	Rows string
}

// Draw implements ui.Drawn.
func (h heatMap) Draw(to *ui.Inbox) app.UI {
	return h.with(to, rowsChoice(to, "heat-rows", h.Of.Document(), h.Rows, false))
}

// rowsChoice sets how many features are drawn, where there are more than a few.
func rowsChoice(to *ui.Inbox, id string, d *release.Document, rows string, all bool) app.UI {
	if d.NumFeatures <= report.Rows {
		return app.Div().Class("slot")
	}
	choice := func(value, text string) app.UI {
		return app.Label().Body(to.Radio(id+"-"+value, id, rows == value || rows == "" && value == "12" || rows == "all" && !all && value == "60", ShowRows{value}), app.Text(text))
	}
	body := []app.UI{choice("12", "12"), choice("60", strconv.Itoa(min(moreRows, d.NumFeatures)))}
	if all && d.NumFeatures > moreRows {
		body = append(body, choice("all", "Show all "+words.Thousands(int64(d.NumFeatures))))
	}
	return app.Div().Class("row small").Body(app.Span().Class("muted").Text("Features"),
		app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", "Features drawn").Body(body...))
}

// Loadings are the largest of one direction, with what chooses them.
type loadings struct {
	figure
	Rows  string
	Wrong bool
	Typed string
}

// Draw implements ui.Drawn.
func (l loadings) Draw(to *ui.Inbox) app.UI {
	e, d, p := l.Of, l.Of.Document(), l.Picture
	drawn, _ := report.Draw(e, p)
	body := []app.UI{l.directions(to), rowsChoice(to, "rows", d, l.Rows, true)}
	if count := e.Turnable(); count > 0 {
		body = append(body, to.Tick("rotate", "Rotate the "+strconv.Itoa(count)+" clear directions (varimax)", "", e.Basis() == release.Varimax, func(on bool) effect.Msg {
			return Turn{map[bool]release.Basis{true: release.Varimax}[on]}
		}))
	}
	if l.Rows != "all" {
		return framed(to, e, drawn, l.Large, body...)
	}
	drawn.Wide = "" // the parts that follow have no wide drawing
	more := []app.UI{framed(to, e, drawn, l.Large, body...)}
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
	return app.Div().Class("fig more").Body(app.Raw(panel.Readable("Loadings", report.MoreLoadings(l.Of.Document(), l.Direction, l.From, l.From+chunk))))
}

// directions chooses the direction to draw: a button each, or a field for many.
func (l loadings) directions(to *ui.Inbox) app.UI {
	const most = 12
	k, now, found := l.Of.K(), l.Picture.Direction, report.Find(l.Of.Document())
	if k > most {
		shown := strconv.Itoa(now + 1)
		if l.Wrong { // an emptied field, above all
			shown = l.Typed
		}
		return app.Div().Class("row small").Body(app.Label().For("direction").Class("muted").Text("Direction"),
			to.Line("direction", shown, func(text string) effect.Msg { return DirectTyped{text} }).Class("w-s").Attr("inputmode", "numeric"))
	}
	var choices []app.UI
	for i := range k {
		choices = append(choices, app.Label().Body(to.Radio("direction-"+strconv.Itoa(i+1), "direction", i == now, Direct{i}), app.Text(directionName(found, i))))
	}
	return app.Div().Class("row small").Body(app.Span().Class("muted").Text("Direction"),
		app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", "Direction").Body(choices...))
}

// directionName is what a direction is called in a choice: its number, and that it is noise.
func directionName(found *report.Finding, i int) string {
	if found.Standing(i) == report.Noise {
		return strconv.Itoa(i+1) + " (" + found.NoiseWord() + ")"
	}
	return strconv.Itoa(i + 1)
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
	return app.Span().Class("row").Body(app.Label().For(id).Class("muted").Text(text), to.Choose(id, strconv.Itoa(now), options, made).Class("select-s"))
}

// A circle has the features in the plane of two directions.
type circle struct{ figure }

// Draw implements ui.Drawn.
func (c circle) Draw(to *ui.Inbox) app.UI {
	d, p := c.Of.Document(), c.Picture
	return c.with(to, app.Div().Class("row small").Body(
		pick(to, d, "circle-across", "Across", p.Across, p.Up, func(v string) effect.Msg { return ShowAcross{v} }),
		pick(to, d, "circle-up", "Upwards", p.Up, p.Across, func(v string) effect.Msg { return ShowUp{v} })))
}
