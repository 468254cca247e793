package privacy

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/language"
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
		return app.H2().Text(language.Say("Forecast"))
	case known:
		return app.H2().ID("found").Class("range").Aria("live", "polite").Body(ui.Rich(words.GroupHeadline(g.Least, columns, g.Against, p.Forecast.ManyLevels())...)...)
	}
	return app.H2().ID("expected").Class("range").Aria("live", "polite").Body(ui.Rich("Keeps ", words.Range(r.Low, r.Top), " of the structure.")...)
}

// expectation says the range of the chosen mechanism, and what would have to change where little is kept. Where next to nothing can be found the range is
// left out: most of such a share is what chance keeps.
func (p outlook) expectation() app.UI {
	m := p.Draft.Method()
	r, ok := p.Forecast.Range(&p.Draft, m)
	if !ok || m.Free() {
		return nil
	}
	var body []app.UI
	g, _, known := p.Forecast.Group(&p.Draft)
	if known && !g.Against {
		on := ""
		if p.depends(r) != "" {
			on = ", depending on how your data fall"
		}
		body = append(body, app.P().ID("expected").Body(ui.Rich("It keeps ", words.Range(r.Low, r.Top), " of the structure"+on+".")...))
	}
	if g.Against {
		body = append(body, app.Div().ID("against").Body(ui.Note("note-caution", "warn", app.P().Text(language.Say(words.Against(g.Rows, g.Epsilon))))))
	} else if p.warns() {
		epsilon, rows, features, _ := p.Forecast.Lacks(&p.Draft, m)
		body = append(body, app.Div().ID("lacking").Body(ui.Note("note-caution", "warn", app.P().Text(language.Say(words.Advice(r.High, p.Forecast.Got.Half, epsilon, features, rows))))))
	}
	return app.Div().Class("stack-s").Body(body...)
}

// warns reports whether a caution says how many records would do.
func (p outlook) warns() bool {
	m := p.Draft.Method()
	if _, ok := p.Forecast.Range(&p.Draft, m); !ok || m.Free() {
		return false
	}
	g, _, _ := p.Forecast.Group(&p.Draft)
	_, _, _, lacks := p.Forecast.Lacks(&p.Draft, m)
	return g.Against || lacks
}

// meaning says what the forecast means of correlations, categories and weights, and what its range depends on. It is folded, since few have to read it
// before they choose ε.
func (p outlook) meaning() app.UI {
	m := p.Draft.Method()
	r, ok := p.Forecast.Range(&p.Draft, m)
	if !ok || m.Free() {
		return nil
	}
	var body []app.UI
	says := func(id, text string) { body = append(body, app.P().ID(id).Class("help").Text(language.Say(text))) }
	if g, columns, known := p.Forecast.Group(&p.Draft); known {
		says("correlations-move", words.CorrelationNoise(g.Noise, columns))
		if p.Forecast.ManyLevels() {
			says("levels-need", words.LevelsNeedMore)
		}
		if of := p.Forecast.Facts; of.MeanWeight > 0 {
			says("weights-cost", words.WeightsCost(of.Records, of.MeanWeight))
		}
	}
	if draft.LevelsMayLead(&p.Draft) {
		says("levels-lead", words.LevelsMayLead)
	}
	if on := p.depends(r); on != "" {
		says("depends", "It depends on how your data fall: "+on+".")
	}
	if p.warns() {
		body = append(body, ui.Slot(p.enoughRecords()))
	}
	if len(body) == 0 {
		return nil
	}
	return app.Details().ID("meaning").Body(app.Summary().Text(language.Say("What this means")), app.Div().Class("stack-s").Body(body...))
}

// depends says which ends of the range which data have; "" where the ends are alike.
func (p outlook) depends(r forecast.Range) string {
	k := p.Forecast.Facts.Directions
	worst, best := condition(r.Worst, k), condition(r.Best, k)
	if worst == "" || best == "" || worst == best || words.PercentDown(r.Low) == words.PercentDown(r.Top) {
		return ""
	}
	return "the first share if " + worst + ", the second if " + best
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
		to.Files("earlier-input", ".json", func(files []effect.File) effect.Msg { return EarlierChosen{files} }), app.Label().For("earlier-input").Class("btn btn-s").Text(language.Say("Choose a release…")), ui.Slot(open),
		app.Span().ID("earlier-said").Class("help").Attr("role", "status").Text(language.Say(said)))
}

// enoughRecords answers whether there are enough records for an ε.
func (p outlook) enoughRecords() app.UI {
	if p.Forecast.Got == nil || p.Draft.Fault("epsilon") != "" {
		return nil
	}
	return app.P().ID("enough").Class("small").Body(append([]app.UI{app.B().Text(language.Say("Enough records? "))}, ui.Rich(p.enoughRuns()...)...)...)
}

func (p outlook) enoughRuns() []string {
	c, m := &p.Draft.Choices, p.Draft.Method()
	if m.Free() {
		return []string{"", "Records do not matter", " to a random subspace."}
	}
	n := p.Forecast.Facts.Records * p.Draft.Answers.RowsPerRecord()
	needed, known := p.Forecast.Enough(&p.Draft, m)
	hoped, hope := p.Forecast.Hoped(&p.Draft, m)
	if !known && !hope {
		return []string{"", "That cannot be said.", " " + m.Title + " has no forecast for these facts, or reaches the wanted share at no ε up to " + words.Three(draft.Epsilons[len(draft.Epsilons)-1]) + "."}
	}
	want := c.Wanted.Bare() + " %"
	needs := fmt.Sprintf("%s needs about %s records for %s", m.Title, words.RoundedUp(needed), want)
	if !known {
		needs = fmt.Sprintf("%s may not reach %s with any number of records", m.Title, want)
	}
	cautious := ""
	if r, ok := p.Forecast.Range(&p.Draft, m); ok && condition(r.Worst, p.Forecast.Facts.Directions) != "" {
		cautious = "if " + condition(r.Worst, p.Forecast.Facts.Directions) + ", "
	}
	have := "; you have " + words.Thousands(int64(n))
	at := fmt.Sprintf(" At ε = %s, ", c.Epsilon.Text())
	switch {
	case known && needed <= n:
		return []string{"", "Yes.", at + needs + have + ", which is " + words.Ratio(n/needed) + " that."}
	case !hope || hoped > n:
		more := ""
		if hope && (!known || words.RoundedUp(hoped) != words.RoundedUp(needed)) {
			more = fmt.Sprintf(" Even if few directions dominate, it needs about %s.", words.RoundedUp(hoped))
		}
		return []string{"", "Not for that.", at + cautious + needs + have + "." + more + " More ε, or fewer features, would help."}
	}
	return []string{"", "Perhaps.", at + cautious + needs + have + ". If few directions dominate, about " + words.RoundedUp(hoped) + " would do."}
}
