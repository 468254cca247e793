package view

import (
	"fmt"
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// PeoplePanel asks whether the people of the file have a budget already. Nothing is chosen beforehand, and the
// file's name plays no part. Where the ledger has no population there is nothing to ask.
func PeoplePanel(s *state.State) app.UI {
	a := s.Account()
	list := a.Populations()
	if len(list) == 0 || s.Draft.Known.Public {
		return nil
	}
	if a.People != account.PeopleUnset {
		return chargedLine(s)
	}
	choice := func(id string, act func(), text app.UI, more string) app.UI {
		return app.Label().Class("choice").Body(
			app.Input().ID(id).Type("radio").Name("people").OnChange(func(app.Context, app.Event) { act() }, id),
			app.Span().Body(text, app.Small().Text(more)))
	}
	var body []app.UI
	for i, p := range list {
		name := p.Names[0]
		runs := []app.UI{app.B().Text(name)}
		if same, of := s.Keeping.Overlap(name); same > 0 {
			runs = append(runs, app.Text(" "), ui.Badge(fmt.Sprintf("same column names: %s of %s", words.Thousands(int64(same)), words.Thousands(int64(of)))))
		}
		left := "nothing is left"
		switch {
		case a.Old:
			left = "What is left of their budget is being asked"
		case p.Cap == 0:
			left = "the count was reset, and the next release sets a limit anew"
		case p.Next > 0:
			left = nextOf(p)
		}
		body = append(body, choice(fmt.Sprintf("people-%d", i), func() { tellAccount(s, account.SamePeople{Name: name}) }, app.Span().Body(runs...),
			spentOf(p, a.Old)+left+"."))
	}
	more := "A new group, with a budget of its own. Nothing is spent yet."
	overlaps := s.Keeping.Overlaps(list)
	if overlaps {
		more += " Most columns have the names of an earlier file’s, so this answer will stand in the ledger and in every document about these people."
	}
	body = append(body, choice("people-other", func() {
		tellAccount(s, account.OtherPeople{Overlap: overlaps})
		s.Screen.Drawn(func() { browser.Focus("population") })
	}, app.B().Text("None of these: other people"), more))
	return app.FieldSet().ID("people").TabIndex(-1).Class("panel stack-s").Aria("busy", a.Wondering()).Body(
		append([]app.UI{
			app.Legend().Class("vh").Text("Are these the same people as in an earlier release?"),
			app.H2().Aria("hidden", "true").Text("Are these the same people as …?"),
			app.P().Class("help").Text("Releases about the same people add up, whatever the file is called. A budget is the most they may reveal together, as a number ε. If even some of the people may be the same, choose that group."),
		}, body...)...)
}

// tellAccount delivers a message to the account, and has what depends on it follow.
func tellAccount(s *state.State, msg account.Msg) {
	s.Models.Deliver(msg)
	s.Change()
}

// nextOf says how large the next release may be, where one may be at all.
func nextOf(p *protocol.Population) string {
	next := "up to ε = " + words.ThreeDown(p.Next) + " is left for the next release"
	if p.NextPure && p.Delta > 0 {
		next += ", which must have no δ"
	}
	return next
}

// spentOf begins what is said of a population's budget.
func spentOf(p *protocol.Population, old bool) string {
	if p.Cap == 0 || old {
		return ""
	}
	return "ε = " + words.ThreeUp(p.Spent) + " of " + words.Number(p.Cap) + " spent, "
}

// chargedLine says whose budget is charged, once that is answered.
func chargedLine(s *state.State) app.UI {
	a := s.Account()
	if a.People == account.PeopleUnset {
		return nil
	}
	text := []app.UI{app.Text("These are other people than those of earlier releases. Their budget is new.")}
	if a.Overlap {
		text = append(text, app.Text(" Documents will state this answer, because most columns have the names of an earlier file’s."))
	}
	if a.People == account.PeopleKnown {
		text = ui.Rich("The people are those of ", a.Name, ". The release is charged to their budget.")
	}
	if p := a.Charged(); p != nil && p.Cap > 0 && !a.Old {
		left := ". Nothing is left of it."
		if p.Next > 0 {
			left = ": " + nextOf(p) + "."
		}
		text = ui.Rich("The people are those of ", a.Name, ". The release is charged to their budget, of which ε = "+words.ThreeUp(p.Spent)+" of "+words.Number(p.Cap)+" is spent"+left)
	}
	return app.Div().ID("people-answered").Class("row between answered").Body(app.P().Body(text...),
		ui.Button("people-change", "Change", func() {
			tellAccount(s, account.AskPeople{})
			s.Screen.Drawn(func() { browser.Focus("people") })
		}, "btn-s", "btn-quiet"))
}

// leftMark draws on the axis of ε where the budget ends. What lies beyond it is grey.
func leftMark(s *state.State) app.UI {
	l, ok := s.Account().Left()
	if !ok || s.Draft.Method().Free() || s.Draft.Known.Public {
		return nil
	}
	const width = 640
	at := float64(0)
	if l.Next > 0 {
		at = width * min(1, max(0, (math.Log10(l.Next)-draft.SliderMin)/(draft.SliderMax-draft.SliderMin)))
	}
	return app.Raw(`<svg id="left-mark" class="left" preserveAspectRatio="none" viewBox="0 0 640 8" role="img" aria-label="The budget ends at epsilon ` + words.ThreeDown(l.Next) + `.">` +
		`<rect class="f-a flat" width="` + ui.Px(at) + `" height="8"/><rect class="f-g flat" x="` + ui.Px(at) + `" width="` + ui.Px(width-at) + `" height="8"/></svg>`)
}

// leftNote says what is left of the budget on step 3, and refuses more than that before it comes to spending.
func leftNote(s *state.State) app.UI {
	l, ok := s.Account().Left()
	switch {
	case s.Draft.Method().Free() || s.Draft.Known.Public:
		return nil
	case !ok && s.Account().PeopleOpen():
		return app.P().ID("left").Class("help").Body(app.Text("How much of a budget is left depends on whose it is: "),
			app.A().Href(browser.At(state.ColumnsPath)+"#people").Text("say whether these are the same people"), app.Text("."))
	case !ok:
		return nil
	case l.Next <= 0:
		return app.Div().ID("left").Body(ui.Note("note-caution", "warn", app.P().Text("Nothing is left of this budget: ε = "+words.ThreeUp(l.Spent)+" of "+words.Number(l.Cap)+" is spent. No release can be charged to it.")))
	}
	if p := s.Account().Charged(); p != nil && p.NextPure && s.Draft.Method().UsesDelta(s.Draft.Choices.ReleasesCore()) {
		return app.Div().ID("left").Body(ui.Note("note-caution", "warn", app.P().Text("Nothing is left of this budget for a release with a δ. Up to ε = "+words.ThreeDown(l.Next)+" is left for a mechanism without one.")))
	}
	text := "A new group starts with a limit of ε = " + words.Number(l.Cap) + ", which you set before the release."
	if s.Account().Charged() != nil || l.Spent > 0 {
		text = "Left of the budget: up to ε = " + words.ThreeDown(l.Next) + ", of " + words.Number(l.Cap) + "."
	}
	if s.Draft.Fault("epsilon") != "" || s.Draft.Budget().Epsilon <= l.Next {
		return app.P().ID("left").Class("help").Text(text)
	}
	return app.Div().ID("left").Body(ui.Note("note-caution", "warn",
		app.P().Body(ui.Rich("", "ε = "+s.Draft.Choices.Epsilon.Text()+" is more than is left.", " "+text)...),
		ui.Button("set-left", "Set ε = "+words.ThreeDown(l.Next), func() { state.SetEpsilon(s, l.Next) }, "btn-s")))
}

// leftFact is what is left of the budget, for the statement's column.
func leftFact(s *state.State) ui.Fact {
	l, ok := s.Account().Left()
	switch {
	case s.Draft.Method().Free() || s.Draft.Known.Public:
		return ui.Fact{}
	case !ok && s.Account().PeopleOpen():
		return ui.Says("Budget left", "say whose it is")
	case !ok:
		return ui.Fact{}
	case l.Next <= 0:
		return ui.Says("Budget left", "nothing")
	}
	return ui.Says("Budget left", "up to ε = "+words.ThreeDown(l.Next)+" of "+words.Number(l.Cap))
}
