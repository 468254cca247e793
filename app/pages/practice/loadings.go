package practice

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/report"
	"privatepca/wasm/protocol"
)

// A loadings are the exact ones of a direction beside those of one draw of each mechanism, at most five.
type loadings struct {
	Features  []string
	Truth     *protocol.Truth
	Tries     []Experiment
	Direction int // from 0
}

// loadings are none where the worker has not read the table that the truth is of, or there is none.
func (m Model) loadings(t *Table) loadings {
	truth := m.exact()
	if truth == nil || len(truth.Directions) == 0 || t.Prepared == nil || len(t.Prepared.Features) != len(truth.Directions[0]) {
		return loadings{}
	}
	return loadings{t.Prepared.Features, truth, m.of(Try), min(m.Direction, len(truth.Directions)-1)}
}

// Draw implements ui.Drawn.
func (f loadings) Draw(to *ui.Inbox) app.UI {
	if f.Truth == nil {
		return app.Div()
	}
	var tries []report.Try
	for _, e := range f.Tries {
		if e.Draws != nil && len(e.Draws.First) > 0 && len(tries) < report.MostCompared-1 {
			tries = append(tries, report.Try{Name: method.Named(e.Ask.Mechanism).Title, Rows: e.Draws.First})
		}
	}
	var options []ui.Option
	for i := range f.Truth.Directions {
		options = append(options, ui.Option{Value: strconv.Itoa(i), Text: strconv.Itoa(i + 1)})
	}
	drawn := report.Exact(f.Features, f.Truth.Directions, tries, f.Direction)
	return app.Div().Body(
		app.Div().Class("row small").Body(app.Label().For("practice-direction").Class("muted").Text(language.Say("Direction")),
			to.Choose("practice-direction", strconv.Itoa(f.Direction), options, func(v string) effect.Msg { return Direct{v} }).Class("select-s")),
		publicFigure(drawn.ID, drawn.Title, drawn.Sentence, panel.BothWidths(drawn.SVG, drawn.Wide), drawn.Table))
}
