package panel

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A Described is the release as it is described. Version counts the changes of it: a draft that is changed in place would be an equal one.
type Described struct {
	Draft   draft.Draft
	Version int
}

// A Rail is the column beside the pages that lead to a release: the statement so far, and what it is about.
type Rail struct {
	Described
	Account account.Model
	File    string
	Title   string
	Help    string // "" for none
}

// Draw implements ui.Drawn.
func (r Rail) Draw(*ui.Inbox) app.UI {
	d := &r.Draft
	var claim ui.Fact
	holds, people := "", ""
	if d.Choices.Seen {
		claim = ui.Fact{Term: "Claim", Value: ui.ClaimBadge(d.Claim())}
		if d.Decided() {
			holds = Gives(d)
		}
	}
	if n := d.Persons(); n > 0 { // public, once the file has been read
		people = words.Thousands(n) + ", public"
	}
	var help app.UI
	if r.Help != "" {
		help = app.P().Class("help").Text(language.Say(r.Help))
	}
	return app.Aside().Class("rail stack").Aria("label", language.Say(r.Title)).Body(
		app.Div().Class("statement").Body(app.P().Class("eyebrow").Text(language.Say(r.Title)), Said(d.Statement()), ui.Facts(
			claim,
			ui.Says("Releases", holds),
			ui.Says("Budget left", left(r.Account)),
			ui.Says("File", r.File),
			ui.Says("People n", people),
			ui.Says("Features d", words.Thousands(int64(d.Answers.Tally.Features))),
			ui.Says(LengthOf(d)),
			ui.Says("Bounds", bounds(&d.Answers.Tally)),
		)), help)
}

// left is what is left of the budget.
func left(a account.Model) string {
	l, ok := a.Left()
	switch {
	case a.Free || a.Public:
		return ""
	case !ok && a.PeopleOpen():
		return "say whose it is"
	case !ok:
		return ""
	case l.Next <= 0:
		return "nothing"
	}
	if Together(l.Spent, l.Next, l.Cap) != "" {
		return "up to ε = " + words.ThreeDown(l.Next) + ": with ε = " + words.ThreeUp(l.Spent) + " spent, that makes " + words.Number(l.Cap)
	}
	return "up to ε = " + words.ThreeDown(l.Next) + " of " + words.Number(l.Cap)
}

// LengthOf says how long a record may be.
func LengthOf(d *draft.Draft) (term, value string) {
	a := &d.Answers
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
	switch {
	case d.DrawsBound():
		return "Norm bound R", "private, " + words.ThreePercent(a.NormShare.Value()) + " of ε"
	case a.Fault("norm_bound") != "" || a.Tally.Features == 0:
		return "", ""
	case a.Bound.IsZero() || a.NormPrivate:
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

func bounds(t *draft.Tally) string {
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
