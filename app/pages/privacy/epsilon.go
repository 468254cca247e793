package privacy

import (
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// promiseLine says what ε means, unless the encoding breaks it.
func (p outlook) promiseLine() app.UI {
	if w := panel.NotPrivate(&p.Draft); w != nil {
		return w
	}
	if p.Draft.Method().Free() {
		return app.P().ID("odds").Class("odds").Text(language.Say("No record is used, so the release says nothing about anybody. ε plays no part."))
	}
	return app.P().ID("odds").Class("odds").Attr("role", "status").Body(ui.Rich(panel.Odds(p.Draft.Budget(), p.Draft.Choices.Relation)...)...)
}

// epsilonSlider sets ε on a log scale.
func (p outlook) epsilonSlider(to *ui.Inbox) app.UI {
	c := &p.Draft.Choices
	tick := func(text string) app.UI { return app.Span().Text(language.Say(text)) }
	return app.Div().Class("axis").Body(
		app.Label().Class("vh").For("epsilon-slider").Text(language.Say("Privacy loss epsilon, log scale")),
		to.Line("epsilon-slider", words.Number(math.Round(c.Slider()*10)/10), func(v string) effect.Msg { return draft.SlideEpsilon{Position: v} }).Attr("type", "range").Attr("min", draft.SliderMin).Attr("max", draft.SliderMax).Attr("step", draft.SliderStep).Aria("valuetext", language.Say("epsilon "+c.Epsilon.Text())),
		p.leftMark(),
		app.Div().Class("ticks").Aria("hidden", "true").Body(tick("0.01"), tick("0.1"), tick("ε = 1"), tick("10")),
		app.Div().Class("ends").Body(app.Span().Text(language.Say("← more private")), app.Span().Text(language.Say("more accurate →"))),
	)
}

// epsilonWarning stands under an ε above 5.
func (p outlook) epsilonWarning() app.UI {
	if p.Draft.Fault("epsilon") != "" || p.Draft.Budget().Epsilon <= 5 {
		return nil
	}
	return app.Div().ID("epsilon-warning").Body(ui.Note("note-caution", "warn", app.P().Body(ui.Rich("", "ε above 5 promises little.",
		" A guess about one person may become near certainty. Most published guidance stays at or below 1, and rarely goes beyond 5.")...)))
}
