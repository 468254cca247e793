package privacy

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// What the forecast says in sentences: the range and what it depends on, what to prefer and why, and what is lacking. All stands
// before any budget goes.

// conditions say of an assumed spectrum what it means of the data.
func condition(spectrum string, k int) string {
	switch spectrum {
	case "one-strong":
		return "one direction is strong"
	case "steep":
		return "each direction is ¾ of the one before"
	case "power-law":
		return "directions decay slowly"
	case "equal":
		if k == 1 {
			return "one direction stands out from a flat rest"
		}
		return fmt.Sprintf("%d directions are equally strong", k)
	case "rest-even":
		return "what the earlier release leaves open is even"
	case "rest-falling":
		return "what the earlier release leaves open falls slowly"
	}
	return ""
}

// headline says what the release can be expected to show: which groups of columns, or else how much of the structure.
func (p outlook) headline() app.UI {
	m := p.Draft.Method()
	r, ok := p.Forecast.Range(&p.Draft, m)
	switch g, columns, known := p.Forecast.Group(&p.Draft); {
	case !ok || m.Free():
		return app.H2().Text("Forecast")
	case known:
		return app.H2().ID("found").Class("range").Aria("live", "polite").Body(ui.Rich(words.GroupHeadline(g.Least, columns, g.Against, p.Forecast.ManyLevels())...)...)
	}
	return app.H2().ID("expected").Class("range").Aria("live", "polite").Body(ui.Rich("Keeps ", words.Range(r.Low, r.Top), " of the structure.")...)
}

// expectation says the range of the chosen mechanism, and what would have to change where little is kept.
func (p outlook) expectation() app.UI {
	m := p.Draft.Method()
	r, ok := p.Forecast.Range(&p.Draft, m)
	if !ok || m.Free() {
		return nil
	}
	var body []app.UI
	if g, columns, ok := p.Forecast.Group(&p.Draft); ok {
		body = append(body, app.P().ID("expected").Body(ui.Rich("It keeps ", words.Range(r.Low, r.Top), " of the structure"+p.depends(r)+".")...),
			app.P().ID("correlations-move").Class("help").Text(words.CorrelationNoise(g.Noise, columns)))
		if p.Forecast.ManyLevels() {
			body = append(body, app.P().ID("levels-need").Class("help").Text(words.LevelsNeedMore))
		}
		if of := p.Forecast.Facts; of.MeanWeight > 0 {
			body = append(body, app.P().ID("weights-cost").Class("help").Text(words.WeightsCost(of.Records, of.MeanWeight)))
		}
		if g.Against {
			body = append(body, app.Div().ID("against").Body(ui.Note("note-caution", "warn", app.P().Text(words.Against(g.Rows, g.Epsilon)))))
		}
	} else if on := p.depends(r); on != "" {
		body = append(body, app.P().Class("help").Text("It depends on how your data fall: "+strings.TrimPrefix(on, ", depending on how your data fall: ")+"."))
	}
	if draft.LevelsMayLead(&p.Draft) {
		body = append(body, app.P().ID("levels-lead").Class("help").Text(words.LevelsMayLead))
	}
	if epsilon, rows, features, lacks := p.Forecast.Lacks(&p.Draft, m); lacks {
		body = append(body, app.Div().ID("lacking").Body(ui.Note("note-caution", "warn", app.P().Text(words.Advice(r.High, p.Forecast.Got.Half, epsilon, features, rows)))))
	}
	return app.Div().Class("stack-s").Body(body...)
}

func (p outlook) depends(r forecast.Range) string {
	k := p.Forecast.Facts.Directions
	worst, best := condition(r.Worst, k), condition(r.Best, k)
	if worst == "" || best == "" || worst == best || words.PercentDown(r.Low) == words.PercentDown(r.Top) {
		return ""
	}
	return ", depending on how your data fall: the first if " + worst + ", the second if " + best
}

// earlierRelease takes the public spectrum of an earlier release as the assumption.
func (p assumed) earlierRelease(to *ui.Inbox) app.UI {
	c := &p.Draft.Choices
	if c.Spectrum != draft.Earlier {
		return nil
	}
	said := "Choose a release.json of similar data. It is public, so you may use it here. Nothing of your file is used."
	if c.EarlierName != "" {
		said = c.EarlierName
	}
	var open app.UI
	if p.Released {
		open = to.Button("earlier-open", "Use the release that is open here", AssumeOpen{}, "btn-s")
	}
	return app.Div().Class("row small").Body(
		to.Files("earlier-input", ".json", func(files []effect.File) effect.Msg { return EarlierChosen{files} }), app.Label().For("earlier-input").Class("btn btn-s").Text("Choose a release…"), ui.Slot(open),
		app.Span().ID("earlier-said").Class("help").Attr("role", "status").Text(said))
}
