package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/report"
)

// loadings draws the exact loadings of a direction beside those of one draw of each mechanism, at most five.
func (p *practicePage) loadings(t *state.Practice) app.UI {
	s := p.s
	if t.Truth == nil || len(t.Truth.Directions) == 0 || s.Worker.Prepared == nil || len(s.Worker.Prepared.Features) != len(t.Truth.Directions[0]) {
		return app.Div()
	}
	var tries []report.Try
	for _, try := range t.Tries {
		if try.Draws != nil && len(try.Draws.First) > 0 && len(tries) < report.MostCompared-1 {
			tries = append(tries, report.Try{Name: method.Named(try.Mechanism).Title, Rows: try.Draws.First})
		}
	}
	k := len(t.Truth.Directions)
	p.direction = min(p.direction, k-1)
	f := report.Exact(s.Worker.Prepared.Features, t.Truth.Directions, tries, p.direction)
	var options []ui.Option
	for i := range k {
		options = append(options, ui.Option{Value: strconv.Itoa(i), Text: strconv.Itoa(i + 1)})
	}
	return app.Div().Body(
		app.Div().Class("row small").Body(app.Label().For("practice-direction").Class("muted").Text("Direction"),
			ui.Choose(s, "practice-direction", strconv.Itoa(p.direction), options, func(v string) {
				if i, err := strconv.Atoi(v); err == nil {
					p.direction = i
				}
			}).Class("select-s")),
		publicFigure(f.ID, f.Title, f.Sentence, bothWidths(f.SVG, f.Wide), f.Table))
}
