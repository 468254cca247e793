package result

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
)

// Readings say each clear direction in words, beside its surest loadings. What is noise has no reading.
type readings struct {
	Of        release.Edition
	Direction int  // whose loadings are drawn below
	Noise     bool // what is noise is listed, too
}

// Draw implements ui.Drawn.
func (p readings) Draw(to *ui.Inbox) app.UI {
	d := p.Of.Document()
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
		list = append(list, p.row(to, found, r, i))
	}
	for i := found.Held(); i < min(d.NumComponents, most) && (i == found.Held() || p.Noise); i++ {
		list = append(list, p.noise(to, i))
	}
	return app.Section().ID("readings").Class("stack-s").Aria("labelledby", "readings-heading").Body(append(body, app.Div().Class("readings panel").Body(list...))...)
}

// row is one clear direction: its reading and its surest loadings.
func (p readings) row(to *ui.Inbox, found *report.Finding, r report.Reading, i int) app.UI {
	d := p.Of.Document()
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
		app.Div().Body(append([]app.UI{app.H3().Body(app.Span().Class("number").Text(strconv.Itoa(i+1)), app.Text(found.Heading(i))), p.name(to, i), app.P().Class("help").Text(found.Share(i))}, words...)...),
		app.Div().Class("portrait").Body(app.Raw("<div>"+portrait+"</div>")))
}

// name takes the curator's name of a direction.
func (p readings) name(to *ui.Inbox, i int) app.UI {
	id, of := "name-"+strconv.Itoa(i+1), p.Of.Directions()[i]
	return app.Div().Class("row small").Body(app.Label().For(id).Class("muted").Text("Name"),
		to.Line(id, p.Of.Document().Direction(i), func(text string) effect.Msg { return Name{of, text} }).Class("w-l").Attr("placeholder", "yours to choose"))
}

// noise says that a direction is within the noise, and draws its loadings only when asked to.
func (p readings) noise(to *ui.Inbox, i int) app.UI {
	d := p.Of.Document()
	said := "Noise. Its eigenvalue is what noise alone would show. Do not read it."
	if d.Finding != nil {
		said = "Not clear. Noise, chance or a single column would show as much. Do not read it."
	}
	if more := d.NumComponents - i - 1; more > 0 && !p.Noise && d.Finding != nil {
		said = "Not clear, nor " + map[bool]string{true: "is the next", false: "are the " + strconv.Itoa(more) + " after it"}[more == 1] + ". Noise, chance or a single column would show as much. Do not read them."
	} else if more > 0 && !p.Noise {
		said = "Noise: this and the " + map[bool]string{true: "next", false: strconv.Itoa(more) + " after it"}[more == 1] + " are what noise alone would show. Do not read them."
	}
	var button app.UI
	if !p.Noise || p.Direction != i {
		button = to.Button("show-noise-"+strconv.Itoa(i+1), "Show it anyway", ShowNoise{i}, "btn-s")
	}
	return app.Section().Class("reading noise").Body(
		app.P().Body(app.Span().Class("number").Text(strconv.Itoa(i+1)), app.Text(said)), ui.Slot(button))
}
