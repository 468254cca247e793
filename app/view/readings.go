package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
)

// readings says each clear direction in words, beside its surest loadings. What is noise has no reading.
func (p *resultPage) readings(d *release.Document) app.UI {
	found := report.Find(d)
	if !found.Tested() {
		return app.Div()
	}
	const most = 12 // more are in the loadings
	body := []app.UI{
		app.H2().ID("readings-heading").Text("What they say"),
		app.P().Class("help").Text("The page composes each sentence from the surest loadings. “High” and “low” do not mean better or worse. " + found.Test()),
	}
	var list []app.UI
	for i := range min(found.Held(), most) {
		r, ok := found.Read(i)
		if !ok {
			continue
		}
		list = append(list, p.readingRow(d, found, r, i))
	}
	for i := found.Held(); i < min(d.NumComponents, most) && (i == found.Held() || p.noiseToo); i++ {
		list = append(list, p.noiseRow(d, i))
	}
	return app.Section().ID("readings").Class("stack-s").Aria("labelledby", "readings-heading").Body(append(body, app.Div().Class("readings panel").Body(list...))...)
}

// readingRow is one clear direction: its reading and its surest loadings.
func (p *resultPage) readingRow(d *release.Document, found *report.Finding, r report.Reading, i int) app.UI {
	var words []app.UI
	if r.Unread != "" || len(r.Mixed) > 0 || len(r.High)+len(r.Low) == 0 {
		words = append(words, app.P().Text(r.Sentence()))
	} else {
		if r.Plane != "" {
			words = append(words, app.P().Class("help").Text(r.Plane))
		}
		for _, end := range []struct {
			name, class string
			labels      []string
		}{{"High end", "end-high", r.High}, {"Low end", "end-low", r.Low}} {
			if len(end.labels) > 0 {
				words = append(words, app.P().Class("end").Body(app.B().Class(end.class).Text(end.name), app.Span().Text(strings.Join(end.labels, ", "))))
			}
		}
	}
	if alone := r.Alone(); alone != "" && len(r.Mixed) == 0 {
		words = append(words, app.P().Class("help").Text(alone))
	}
	portrait, _ := report.Portrait(d, i)
	return app.Section().Class("reading").Body(
		app.Div().Body(append([]app.UI{app.H3().Body(app.Span().Class("number").Text(strconv.Itoa(i+1)), app.Text(found.Heading(i))), nameField(p.s, d, i), app.P().Class("help").Text(found.Share(i))}, words...)...),
		app.Div().Class("portrait").Body(app.Raw("<div>"+portrait+"</div>")))
}

// nameField takes the curator's name of a direction.
func nameField(s *state.State, d *release.Document, i int) app.UI {
	id, of := "name-"+strconv.Itoa(i+1), s.Result.Edition.Directions()[i]
	return app.Div().Class("row small").Body(app.Label().For(id).Class("muted").Text("Name"),
		ui.Input(s, id, d.Direction(i), func(v string) {
			s.Decide(s.Result.Edition.Name(of, v))
		}).Class("w-l").Attr("placeholder", "yours to choose"))
}

// noiseRow says that a direction is within the noise, and draws its loadings only when asked to.
func (p *resultPage) noiseRow(d *release.Document, i int) app.UI {
	said := "Noise. Its eigenvalue is what noise alone would show. Do not read it."
	if d.Finding != nil {
		said = "Not clear. Noise, chance or a single column would show as much. Do not read it."
	}
	if more := d.NumComponents - i - 1; more > 0 && !p.noiseToo && d.Finding != nil {
		said = "Not clear, nor " + map[bool]string{true: "is the next", false: "are the " + strconv.Itoa(more) + " after it"}[more == 1] + ". Noise, chance or a single column would show as much. Do not read them."
	} else if more > 0 && !p.noiseToo {
		said = "Noise: this and the " + map[bool]string{true: "next", false: strconv.Itoa(more) + " after it"}[more == 1] + " are what noise alone would show. Do not read them."
	}
	var button app.UI
	if !p.noiseToo || p.direction != i {
		button = ui.Button("show-noise-"+strconv.Itoa(i+1), "Show it anyway", func() {
			p.noiseToo, p.direction = true, i
			p.s.Change()
		}, "btn-s")
	}
	return app.Section().Class("reading noise").Body(
		app.P().Body(app.Span().Class("number").Text(strconv.Itoa(i+1)), app.Text(said)), ui.Slot(button))
}
