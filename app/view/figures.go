package view

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// saved frames a figure, with its chart and its table to be saved, and a view of the picture that would be.
func (p *resultPage) saved(f report.Figure, controls ...app.UI) app.UI {
	chart := bothWidths(f.SVG, f.Wide)
	large := p.large == f.ID
	if large {
		w, h := report.SlideSize()
		chart = fmt.Sprintf(`<img class="slide" alt="%s" width="%d" height="%d" src="data:image/svg+xml,%s">`,
			report.Escape(f.Title+". "+f.Sentence), w, h, url.PathEscape(report.Slide(p.s.Result.Document(), f)))
	}
	fig := figure(f.ID, f.Title, f.Sentence, chart, f.Table.HTML(), append([]app.UI{p.saves(f, large)}, controls...)...)
	if large {
		return app.Div().Class("enlarged").Body(fig)
	}
	return fig
}

// saves hands out the chart as a picture of a slide's size, with title and source, and the table for a spreadsheet. The buttons hold the figure's name
// alone: what they save is drawn of what is in view when they are pressed.
func (p *resultPage) saves(f report.Figure, large bool) app.UI {
	name := strings.ToLower(f.Title)
	button := func(kind, label string) app.UI {
		return app.Button().ID("save-"+f.ID+"-"+strings.ToLower(kind)).Type("button").Class("btn btn-s btn-quiet").
			Aria("label", label).Text(kind).OnClick(func(app.Context, app.Event) { p.save(f.ID, kind) }, f.ID+kind)
	}
	text := map[bool]string{false: "Enlarge", true: "Back"}[large]
	return app.Div().Class("row small saves").Body(
		app.Button().ID("enlarge-"+f.ID).Type("button").Class("btn btn-s btn-quiet").Aria("pressed", large).Aria("label", text+": "+name).Text(text).
			OnClick(func(app.Context, app.Event) {
				p.large = map[bool]string{false: f.ID}[large]
				p.s.Change()
			}, large),
		app.Span().Class("muted").Text("Save"),
		button("SVG", "Save the chart "+name+" as SVG"), button("PNG", "Save the chart "+name+" as PNG"), button("CSV", "Save the table "+name+" as CSV"))
}

// save saves a figure of what is in view now.
func (p *resultPage) save(id, kind string) {
	f, ok := p.drawn(id)
	if !ok {
		return
	}
	d := p.s.Result.Document()
	switch kind {
	case "SVG":
		browser.Save(f.ID+".svg", "image/svg+xml", []byte(report.Slide(d, f)))
	case "PNG":
		w, h := report.SlideSize()
		browser.SavePNG(f.ID+".png", report.Slide(d, f), w, h)
	case "CSV":
		browser.Save(f.ID+"-table.csv", "text/csv", f.Table.CSV())
	}
}

// drawn draws a figure of what is in view, by its name; ok is false where there is none.
func (p *resultPage) drawn(id string) (f report.Figure, ok bool) {
	e := p.s.Result.Edition
	if e.IsZero() {
		return report.Figure{}, false
	}
	switch id {
	case "beside":
		beside := p.beside()
		if p.besides >= beside.Directions() {
			return report.Figure{}, false
		}
		return beside.Loadings(p.besides), true
	case "angles":
		matches := p.beside().Matches
		if len(matches) == 0 {
			return report.Figure{}, false
		}
		f, refused := report.Compare(e.Document(), matches[len(matches)-1].Doc)
		return f, refused == ""
	case "scores":
		return p.scores()
	}
	return report.Draw(e, report.Picture{Kind: id, Direction: p.direction, Rows: p.rowsShown(e.Document()), Across: p.across, Up: p.up})
}

// figures are the charts of a release, each drawn in a task of its own. What a chart shows by default follows the noise test:
// where fewer than two directions stand clear there is no plane to draw.
func (p *resultPage) figures(d *release.Document) []app.UI {
	var out []app.UI
	add := func(draw func() app.UI) { out = append(out, ui.Slot(goapp.Deferred(draw))) }
	for _, id := range report.Pictures {
		switch id {
		case "loadings":
			add(func() app.UI { return p.loadings(d) })
		case "scree":
			if len(d.Spectrum) > 0 || len(d.ExplainedVariance) > 0 {
				add(func() app.UI { return p.plain(id) })
			}
		case "cumulative":
			if len(d.Spectrum) > 0 {
				add(func() app.UI { return p.plain(id) })
			}
		case "heatmap":
			add(func() app.UI { return p.plain(id, p.rowsChoice("heat-rows", d, false)) })
		case "circle":
			if report.HasPlane(d) {
				add(func() app.UI { return p.circle(d) })
			}
		}
	}
	add(func() app.UI { return p.comparison(d) })
	add(func() app.UI { return p.projection(d) })
	return out
}

// plain frames a figure by its name.
func (p *resultPage) plain(id string, controls ...app.UI) app.UI {
	f, ok := p.drawn(id)
	if !ok {
		return app.Div()
	}
	return p.saved(f, controls...)
}

// How many features are drawn.
const (
	moreRows = 60
	chunk    = 200 // rows of a long drawing that are drawn at once
)

func (p *resultPage) rowsShown(d *release.Document) int {
	switch p.rows {
	case "60", "all":
		return min(moreRows, d.NumFeatures)
	}
	return min(report.Rows, d.NumFeatures)
}

// rowsChoice sets how many features are drawn, where there are more than a few.
func (p *resultPage) rowsChoice(id string, d *release.Document, all bool) app.UI {
	if d.NumFeatures <= report.Rows {
		return app.Div().Class("slot")
	}
	choice := func(value, text string) app.UI {
		return app.Label().Body(ui.Radio(p.s, id+"-"+value, id, p.rows == value || p.rows == "" && value == "12" || p.rows == "all" && !all && value == "60",
			func() { p.rows = value }), app.Text(text))
	}
	body := []app.UI{choice("12", "12"), choice("60", strconv.Itoa(min(moreRows, d.NumFeatures)))}
	if all && d.NumFeatures > moreRows {
		body = append(body, choice("all", "Show all "+words.Thousands(int64(d.NumFeatures))))
	}
	return app.Div().Class("row small").Body(app.Span().Class("muted").Text("Features"),
		app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", "Features drawn").Body(body...))
}

// loadings draws the largest loadings of one direction.
func (p *resultPage) loadings(d *release.Document) app.UI {
	f, _ := p.drawn("loadings")
	body := []app.UI{p.directions(d), p.rowsChoice("rows", d, true)}
	if count := p.s.Result.Edition.Turnable(); count > 0 {
		body = append(body, ui.Tick(p.s, "rotate", "Rotate the "+strconv.Itoa(count)+" clear directions (varimax)", "", p.s.Result.Edition.Basis() == release.Varimax, func(on bool) {
			p.s.Decide(p.s.Result.Edition.Turn(map[bool]release.Basis{true: release.Varimax}[on]))
		}))
	}
	if p.rows != "all" {
		return p.saved(f, body...)
	}
	f.Wide = "" // the parts that follow have no wide drawing
	fig := p.saved(f, body...)
	more := []app.UI{fig}
	for from := p.rowsShown(d); from < d.NumFeatures; from += chunk {
		more = append(more, goapp.Deferred(func() app.UI {
			return app.Div().Class("fig more").Body(app.Raw(readable("Loadings", report.MoreLoadings(d, p.direction, from, from+chunk))))
		}))
	}
	return app.Div().Body(more...)
}

// directions chooses the direction to draw: a button each, or a field for many.
func (p *resultPage) directions(d *release.Document) app.UI {
	const most = 12
	k, found := d.NumComponents, report.Find(d)
	if k > most {
		shown := strconv.Itoa(p.direction + 1)
		if p.noSuch != nil { // an emptied field, above all
			shown = *p.noSuch
		}
		return app.Div().Class("row small").Body(app.Label().For("direction").Class("muted").Text("Direction"),
			ui.Input(p.s, "direction", shown, func(v string) {
				p.noSuch = &v
				if i, err := strconv.Atoi(strings.TrimSpace(v)); err == nil && i >= 1 && i <= k {
					p.direction, p.noSuch = i-1, nil
				}
			}).Class("w-s").Attr("inputmode", "numeric"))
	}
	var choices []app.UI
	for i := range k {
		choices = append(choices, app.Label().Body(
			ui.Radio(p.s, "direction-"+strconv.Itoa(i+1), "direction", i == p.direction, func() { p.direction = i }), app.Text(directionName(found, i))))
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

// circle draws the features in the plane of two directions.
func (p *resultPage) circle(d *release.Document) app.UI {
	p.across = min(p.across, d.NumComponents-1)
	if p.up == p.across || p.up >= d.NumComponents {
		p.up = (p.across + 1) % d.NumComponents
	}
	found := report.Find(d)
	pick := func(id, text string, now, other int, set func(int)) app.UI {
		var options []ui.Option
		for i := range d.NumComponents {
			if i != other {
				options = append(options, ui.Option{Value: strconv.Itoa(i), Text: directionName(found, i)})
			}
		}
		return app.Span().Class("row").Body(app.Label().For(id).Class("muted").Text(text),
			ui.Choose(p.s, id, strconv.Itoa(now), options, func(v string) {
				if i, err := strconv.Atoi(v); err == nil {
					set(i)
				}
			}).Class("select-s"))
	}
	return p.plain("circle", app.Div().Class("row small").Body(
		pick("circle-across", "Across", p.across, p.up, func(i int) { p.across = i }),
		pick("circle-up", "Upwards", p.up, p.across, func(i int) { p.up = i })))
}
