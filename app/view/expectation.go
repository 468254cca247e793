package view

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/forecast"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/schema"
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
func headline(s *state.State) app.UI {
	m := s.Draft.Method()
	r, ok := s.Forecast().Range(&s.Draft, m)
	switch g, columns, known := s.Forecast().Group(&s.Draft); {
	case !ok || m.Free():
		return app.H2().Text("Forecast")
	case known:
		return app.H2().ID("found").Class("range").Aria("live", "polite").Body(ui.Rich(words.GroupHeadline(g.Least, columns, g.Against)...)...)
	}
	return app.H2().ID("expected").Class("range").Aria("live", "polite").Body(ui.Rich("Keeps ", words.Range(r.Low, r.Top), " of the structure.")...)
}

// expectation says the range of the chosen mechanism, and what would have to change where little is kept.
func expectation(s *state.State) app.UI {
	m := s.Draft.Method()
	r, ok := s.Forecast().Range(&s.Draft, m)
	if !ok || m.Free() {
		return nil
	}
	var body []app.UI
	if g, columns, ok := s.Forecast().Group(&s.Draft); ok {
		body = append(body, app.P().ID("expected").Body(ui.Rich("It keeps ", words.Range(r.Low, r.Top), " of the structure"+depends(s, r)+".")...),
			app.P().ID("correlations-move").Class("help").Text(words.CorrelationNoise(g.Noise, columns)))
		if g.Against {
			body = append(body, app.Div().ID("against").Body(ui.Note("note-caution", "warn", app.P().Text(words.Against(g.Rows, g.Epsilon)))))
		}
	} else if on := depends(s, r); on != "" {
		body = append(body, app.P().Class("help").Text("It depends on how your data fall: "+strings.TrimPrefix(on, ", depending on how your data fall: ")+"."))
	}
	if draft.LevelsMayLead(&s.Draft) {
		body = append(body, app.P().ID("levels-lead").Class("help").Text(words.LevelsMayLead))
	}
	if epsilon, rows, features, lacks := s.Forecast().Lacks(&s.Draft, m); lacks {
		body = append(body, app.Div().ID("lacking").Body(ui.Note("note-caution", "warn", app.P().Text(words.Advice(r.High, s.Forecast().Got.Half, epsilon, features, rows)))))
	}
	return app.Div().Class("stack-s").Body(body...)
}

func depends(s *state.State, r forecast.Range) string {
	k := s.Forecast().Facts.Directions
	worst, best := condition(r.Worst, k), condition(r.Best, k)
	if worst == "" || best == "" || worst == best || words.PercentDown(r.Low) == words.PercentDown(r.Top) {
		return ""
	}
	return ", depending on how your data fall: the first if " + worst + ", the second if " + best
}

// recommendation says which norm rule and mechanism to prefer at this ε, why, and what the next best would keep.
func recommendation(s *state.State) app.UI {
	ranked := s.Forecast().Ranked(&s.Draft)
	if len(ranked) == 0 || !draft.AboutMean(s.Draft.Answers.Rule) && !s.Draft.Answers.Mean {
		return nil
	}
	best, noisy := ranked[0], false
	for _, c := range ranked {
		noisy = noisy || c.Noise
	}
	text := fmt.Sprintf(", would keep %s. %s", words.Range(best.Low, best.Top), words.Why(best.Rule, noisy))
	if len(ranked) > 1 {
		next := ranked[1]
		text += fmt.Sprintf(" Next best: %s, %s.", named(next.Rule, next.Mechanism), words.Range(next.Low, next.Top))
	}
	if s.Draft.Answers.RuleOpen && s.Draft.Choices.MechanismOpen && chosenWay(s, best.Rule, best.Mechanism) {
		text += " It is used, unless you choose another."
	}
	line := ui.Rich("Recommended: ", named(best.Rule, best.Mechanism), text)
	var use app.UI
	if !chosenWay(s, best.Rule, best.Mechanism) && best.Rule != string(schema.Clip) {
		use = ui.Button("use-recommended", "Use it", func() { useWay(s, schema.NormRule(best.Rule), best.Mechanism) }, "btn-s").Aria("label", "Use "+named(best.Rule, best.Mechanism))
	}
	return app.Div().ID("recommended").Class("row").Body(app.P().Body(line...), ui.Slot(use))
}

// named is a norm rule and a mechanism in words.
func named(rule, mechanism string) string {
	what := map[string]string{string(schema.Mean): "equal columns about a private mean", string(schema.Sign): "a private mean", string(schema.Pairs): "pairs of rows", string(schema.Clip): "lengths kept about a private mean"}[rule]
	return what + ", " + method.Named(mechanism).Phrase + " noise"
}

// chosenWay reports whether the draft is that way already.
func chosenWay(s *state.State, rule, mechanism string) bool {
	return string(s.Draft.Answers.Rule) == rule && s.Draft.Choices.Mechanism == mechanism
}

// useWay changes the draft, and has the file read under the other norm rule.
func useWay(s *state.State, rule schema.NormRule, mechanism string) {
	tell(s, draft.ChooseWay{Rule: rule, Mechanism: mechanism})
	state.Effects{State: s}.Prepare()
}

// earlierRelease takes the public spectrum of an earlier release as the assumption.
func earlierRelease(s *state.State) app.UI {
	c := &s.Draft.Choices
	if c.Spectrum != draft.Earlier {
		return nil
	}
	in := app.Input().ID("earlier-input").Type("file").Class("vh").Accept(".json").OnChange(func(ctx app.Context, e app.Event) {
		if files := browser.Chosen(ctx.JSSrc()); len(files) > 0 {
			state.ReadText(s, files[0], func(text []byte) { state.AssumeRelease(s, files[0].Name, text) })
		}
	})
	said := "Choose a release.json of similar data. It is public, so you may use it here. Nothing of your file is used."
	if c.EarlierName != "" {
		said = c.EarlierName
	}
	var open app.UI
	if !s.Result().Edition.IsZero() {
		open = ui.Button("earlier-open", "Use the release that is open here", func() { state.AssumeRelease(s, "The open release", s.Result().Edition.Received()) }, "btn-s")
	}
	return app.Div().Class("row small").Body(
		in, app.Label().For("earlier-input").Class("btn btn-s").Text("Choose a release…"), ui.Slot(open),
		app.Span().ID("earlier-said").Class("help").Attr("role", "status").Text(said))
}
