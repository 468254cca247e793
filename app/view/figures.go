package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/view/ui"
	"privatepca/core/method"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// savedFigure frames a figure, with its chart to be saved.
func savedFigure(s *state.State, f report.Figure, controls ...app.UI) app.UI {
	return figure(f.ID, f.Title, f.Sentence, f.SVG, f.Table.HTML(), append([]app.UI{saves(s, f)}, controls...)...)
}

// saves hands out the chart as a file of its own.
func saves(s *state.State, f report.Figure) app.UI {
	button := func(kind string, save func()) app.UI {
		return app.Button().ID("save-"+f.ID+"-"+strings.ToLower(kind)).Type("button").Class("btn btn-s btn-quiet").
			Aria("label", "Save the chart "+strings.ToLower(f.Title)+" as "+kind).Text(kind).
			OnClick(func(app.Context, app.Event) { save() }, f.SVG)
	}
	return app.Div().Class("row small saves").Body(app.Span().Class("muted").Text("Save the chart"),
		button("SVG", func() { browser.Save(f.ID+".svg", "image/svg+xml", []byte(report.Standalone(f.SVG))) }),
		button("PNG", func() {
			w, h := report.Size(f.SVG)
			browser.SavePNG(f.ID+".png", report.Standalone(f.SVG), w, h)
		}))
}

// figures are the charts of a release, each drawn in a task of its own.
func (p *resultPage) figures(d *release.Document) []app.UI {
	out := []app.UI{ui.Slot(goapp.Deferred(func() app.UI {
		if f, ok := report.Scree(d); ok {
			return savedFigure(p.s, f)
		}
		return app.Div()
	})), ui.Slot(goapp.Deferred(func() app.UI {
		if f, ok := report.Cumulative(d); ok {
			return savedFigure(p.s, f)
		}
		return app.Div()
	}))}
	if len(d.Spectrum) == 0 && len(d.ExplainedVariance) == 0 {
		out = nil
	} else if len(d.Spectrum) == 0 {
		out = out[:1]
	}
	out = append(out, goapp.Deferred(func() app.UI { return p.loadings(d) }), goapp.Deferred(func() app.UI {
		return savedFigure(p.s, report.HeatMap(d, p.rowsShown(d)), p.rowsChoice("heat-rows", d, false))
	}))
	if d.NumComponents > 1 {
		out = append(out, goapp.Deferred(func() app.UI { return p.circle(d) }))
	}
	return append(out, goapp.Deferred(func() app.UI { return p.comparison(d) }))
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
	f := report.Loadings(d, p.direction, p.rowsShown(d))
	body := []app.UI{p.directions(d.NumComponents), p.rowsChoice("rows", d, true)}
	fig := savedFigure(p.s, f, body...)
	if p.rows != "all" {
		return fig
	}
	more := []app.UI{fig}
	for from := p.rowsShown(d); from < d.NumFeatures; from += chunk {
		more = append(more, goapp.Deferred(func() app.UI {
			return app.Div().Class("fig more").Body(app.Raw(report.MoreLoadings(d, p.direction, from, from+chunk)))
		}))
	}
	return app.Div().Body(more...)
}

// directions chooses the direction to draw: a button each, or a field for many.
func (p *resultPage) directions(k int) app.UI {
	const most = 12
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
			ui.Radio(p.s, "direction-"+strconv.Itoa(i+1), "direction", i == p.direction, func() { p.direction = i }), app.Text(i+1)))
	}
	return app.Div().Class("row small").Body(app.Span().Class("muted").Text("Direction"),
		app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", "Direction").Body(choices...))
}

// circle draws the features in the plane of two directions.
func (p *resultPage) circle(d *release.Document) app.UI {
	p.across = min(p.across, d.NumComponents-1)
	if p.up == p.across || p.up >= d.NumComponents {
		p.up = (p.across + 1) % d.NumComponents
	}
	pick := func(id, text string, now, other int, set func(int)) app.UI {
		var options []ui.Option
		for i := range d.NumComponents {
			if i != other {
				options = append(options, ui.Option{Value: strconv.Itoa(i), Text: strconv.Itoa(i + 1)})
			}
		}
		return app.Span().Class("row").Body(app.Label().For(id).Class("muted").Text(text),
			ui.Choose(p.s, id, strconv.Itoa(now), options, func(v string) {
				if i, err := strconv.Atoi(v); err == nil {
					set(i)
				}
			}).Class("select-s"))
	}
	return savedFigure(p.s, report.Circle(d, p.across, p.up), app.Div().Class("row small").Body(
		pick("circle-across", "Across", p.across, p.up, func(i int) { p.across = i }),
		pick("circle-up", "Upwards", p.up, p.across, func(i int) { p.up = i })))
}

// comparison asks for a second release, and draws the angles between the two.
func (p *resultPage) comparison(d *release.Document) app.UI {
	s := p.s
	choose := app.Div().Class("row small").Body(
		app.Input().ID("compare-input").Type("file").Class("vh").Accept(".json").OnChange(func(ctx app.Context, e app.Event) { otherChosen(s, ctx, e) }, "compare-input"),
		app.Label().For("compare-input").Class("btn btn-s").Text("Choose another release.json"))
	var f report.Figure
	refused := ""
	switch {
	case s.Result.Other == nil:
	case s.Result.Other.Document == nil:
		refused = s.Result.Other.Refused
	default:
		f, refused = report.Compare(d, s.Result.Other.Document)
	}
	if f.SVG == "" {
		return app.Section().ID("compare").Class("fig compare").Body(app.H2().Text("Compare with another release"),
			app.P().Class("help").Text("Principal angles tell how alike two subspaces are: two mechanisms, two years, two ε. Nothing is read but the two documents."),
			choose, app.P().ID("compare-fault").Class("fault").Attr("role", "alert").Text(refused))
	}
	return savedFigure(s, f, app.P().Class("help").Text(fmt.Sprintf("Compared with: %s, ε = %s, k = %d, released %s.",
		method.Phrase(s.Result.Other.Document.Privacy.Mechanism), words.Six(s.Result.Other.Document.Privacy.Epsilon), s.Result.Other.Document.NumComponents, s.Result.Other.Document.Created)), choose)
}

func otherChosen(s *state.State, ctx app.Context, e app.Event) {
	if files := browser.Chosen(ctx.JSSrc()); len(files) > 0 {
		state.ReadText(s, files[0], func(text []byte) {
			s.Result.Compare(text)
			s.Change()
		})
	}
}
