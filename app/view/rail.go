package view

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/goapp"
	"privatepca/app/panel"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// RailPanel is the column beside the pages that lead to a release.
func RailPanel(s *state.State, title string, more ...app.UI) app.UI {
	return goapp.Deferred(func() app.UI {
		body := []app.UI{app.P().Class("eyebrow").Text(title), panel.Said(s.Draft.Statement()), railFacts(s)}
		return app.Aside().Class("rail stack").Aria("label", title).Body(
			append([]app.UI{app.Div().Class("statement").Body(body...)}, more...)...)
	})
}

func railFacts(s *state.State) app.UI {
	a, c := &s.Draft.Answers, &s.Draft.Choices
	var claim ui.Fact
	if c.Seen {
		claim = ui.Fact{Term: "Claim", Value: ui.ClaimBadge(s.Draft.Claim())}
	}
	holds := ""
	if c.Seen && s.Draft.Decided() {
		holds = gives(s)
	}
	return ui.Facts(
		claim,
		ui.Says("Releases", holds),
		leftFact(s),
		ui.Says("File", s.Worker.File.Name),
		ui.Says("People n", recordsFact(s)),
		ui.Says("Features d", words.Thousands(int64(a.Tally.Features))),
		ui.Says(lengthFact(s)),
		ui.Says("Bounds", boundsFact(s)),
	)
}

// recordsFact says n where it is public, once the file has been read.
func recordsFact(s *state.State) string {
	if n := s.Draft.Persons(); n > 0 {
		return words.Thousands(n) + ", public"
	}
	return ""
}

func lengthFact(s *state.State) (term, value string) {
	a := &s.Draft.Answers
	switch a.Rule {
	case schema.Unit:
		return "Length", "every record scaled to 1"
	case schema.Pairs:
		return "Records", "differences of random pairs"
	case schema.Mean:
		return "Records", "distances from the mean, cut"
	case schema.Sign:
		return "Records", "directions from the mean"
	}
	if s.Draft.DrawsBound() {
		return "Norm bound R", "private, " + words.ThreePercent(a.NormShare.Value()) + " of ε"
	}
	if a.Fault("norm_bound") != "" || a.Tally.Features == 0 {
		return "", ""
	}
	if a.Bound.IsZero() || a.NormPrivate {
		return "Norm bound R", words.Three(draft.AlwaysFits(a)) + ", always fits"
	}
	return "Norm bound R", fmt.Sprintf("%s, %s", a.Bound.Text(), originWord(a.BoundFrom))
}

func originWord(p schema.Provenance) string {
	switch p {
	case schema.FromSchema:
		return "schema"
	case schema.FromHost:
		return "by the portal"
	}
	return string(p)
}

func boundsFact(s *state.State) string {
	t := &s.Draft.Answers.Tally
	var parts []string
	for _, p := range []schema.Provenance{schema.FromSchema, schema.Typed, schema.FromHost, schema.FromData} {
		if n := t.From[p]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", words.Thousands(int64(n)), originWord(p)))
		}
	}
	if t.Open > 0 {
		parts = append(parts, words.Thousands(int64(t.Open))+" missing")
	}
	return words.List(parts)
}
