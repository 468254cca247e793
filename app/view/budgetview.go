package view

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/panel"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/fault"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// budgetPanel shows which budget is charged, and what remains.
func budgetPanel(s *state.State) app.UI {
	if s.Draft.Method().Free() {
		return nil
	}
	b := s.Account().Balance
	if s.Account().PeopleOpen() {
		return app.Div().ID("budget").TabIndex(-1).Body(PeoplePanel(s))
	}
	body := []app.UI{app.H2().Class("eyebrow").Text("Which budget is charged"), ui.Slot(chargedLine(s)), ui.Slot(populationField(s)), ui.Slot(knownAs(s))}
	if b != nil && b.Public {
		return app.Div().ID("budget").TabIndex(-1).Class("panel stack").Body(append(body, ui.Note("note-caution", "warn",
			app.P().Body(ui.Rich("", "This file was declared public.", " Nothing is debited, and the document says “not private”.")...)))...)
	}
	body = append(body, ui.Slot(firstUse(s)), ui.Slot(blockedNote(s)), ui.Slot(remainsPanel(s)), ui.Slot(refusalNote(s)))
	return app.Div().ID("budget").TabIndex(-1).Class("panel stack").Body(body...)
}

func populationField(s *state.State) app.UI {
	if s.Account().People == account.PeopleKnown {
		return nil
	}
	wrong := s.Account().Fault("population")
	return app.Div().Class("field").Body(
		app.Label().For("population").Text("Name of the population: the people whom these records are about"),
		ui.Invalid(ui.Input(s, "population", s.Account().Name, func(v string) {
			s.Models.Deliver(account.NameTyped{Text: v})
		}).Class("w-full"), wrong, "population-fault"),
		ui.Fault("population-fault", wrong),
		app.P().Class("help").Text("Releases about the same people add up. The name stays in this browser and is in no document."),
	)
}

// knownAs says which budget a known name or file belongs to.
func knownAs(s *state.State) app.UI {
	b := s.Account().Balance
	if b == nil || b.Name == "" {
		return nil
	}
	file := " (file " + b.Fingerprint + ")"
	switch {
	case b.KnownFile && b.KnownName:
		return app.P().ID("joins").Class("small").Text("This file is known here" + file + ".")
	case b.KnownFile:
		return ui.Note("", "info", app.P().ID("joins").Body(ui.Rich("This file is known here as ", b.Name, file+": both names share its budget.")...))
	}
	return ui.Note("", "info", app.P().ID("joins").Body(ui.Rich("This file is new"+file+". It continues the budget of ", b.Name, ".")...))
}

// firstUse asks what is fixed when a population is first released from.
func firstUse(s *state.State) app.UI {
	if !s.Account().IsNew() {
		return nil
	}
	wrong := s.Account().Fault("cap-epsilon")
	help := "The most that all releases about these people may reveal. At a total of ε = 2, a 50 % guess about one person can become 88.1 % at most. You can lower the limit at any time. If you raise it, every later document states that."
	pure := s.Account().Pure
	var delta app.UI
	if !pure {
		delta = ui.TinyNumber(s, "sum-delta", "δ of the sum", s.Account().SumDelta().Text(), func(v string) {
			s.Models.Deliver(account.SetSumDelta{Text: v})
		}, s.Account().Fault("sum-delta"), "For the whole sum, whatever the releases’ own δ are.")
	}
	accounting := func(id, text, small string, on, set bool) app.UI {
		return app.Label().Class("choice").Body(
			ui.Radio(s, id, "accounting", on, func() {
				s.Models.Deliver(account.AddUp{Pure: set})
			}),
			app.Span().Body(app.Text(text), app.Small().Text(small)))
	}
	return app.Div().Class("stack-s").Body(
		app.Div().Class("field").Body(
			app.Label().For("cap-epsilon").Text("Limit for this population (total ε)"),
			ui.Invalid(ui.Input(s, "cap-epsilon", s.Account().CapTyped().Text(), func(v string) {
				s.Models.Deliver(account.SetCap{Text: v})
			}).Class("w-m").Attr("inputmode", "decimal"), wrong, "cap-epsilon-fault"),
			ui.Fault("cap-epsilon-fault", wrong),
			app.P().Class("help").Text(help)),
		app.Details().Body(app.Summary().Text("How its releases add up"),
			app.FieldSet().Class("stack-s").Body(app.Legend().Class("vh").Text("How its releases add up"),
				accounting("sum-pure", "Pure ε", "ε add up; only mechanisms without δ can be paid for.", pure, true),
				accounting("sum-zcdp", "Gaussian differential privacy, stated at a fixed δ", "It grows more slowly than the sum of ε, and every mechanism is allowed. Pure releases alone cost no more than their sum.", !pure, false),
				ui.Slot(delta),
				app.P().Class("help").Text("This is fixed by the first release."))),
	)
}

// blockedNote says what a store that keeps nothing means, and asks for consent.
func blockedNote(s *state.State) app.UI {
	why := s.Account().WhyBlocked()
	if why == "" {
		return nil
	}
	wrong := ""
	if !s.Account().Consent {
		wrong = "Tick this to release without a kept ledger."
	}
	return ui.Note("note-caution", "warn",
		app.P().ID("blocked").Body(ui.Rich("", "The ledger cannot be kept.", " "+fault.Sentence(why)+" The page knows what is spent until it is closed or reloaded. After that nobody counts but you.")...),
		app.Label().Class("choice").Body(
			app.Input().ID("session-consent").Type("checkbox").Checked(s.Account().Consent).OnChange(func(ctx app.Context, e app.Event) {
				tellAccount(s, account.Agree{On: goapp.Choice(ctx).Bool()})
			}),
			app.Span().Text("Count in this page only. I write down what was spent.")),
		app.P().Class("help").Text(wrong))
}

// remainsPanel draws the budget before and after the release.
func remainsPanel(s *state.State) app.UI {
	b := s.Account().Balance
	if !s.Account().Fresh {
		if s.Worker.Job != nil || s.Worker.Prepared == nil {
			return app.P().Class("help").Text("What is left is shown when the file has been read.")
		}
		return nil
	}
	if b.Refused != "" || b.After == 0 {
		return nil
	}
	at := ", pure"
	if b.Delta > 0 {
		at = ", for the fixed δ = " + words.Number(b.Delta)
	}
	next := "next release: none fits"
	if b.Next > 0 {
		next = "next release: up to ε = " + words.ThreeDown(b.Next)
	}
	var legend []app.UI
	if b.Spent > 0 {
		legend = append(legend, app.Li().Body(panel.Swatch("f-i"), app.Text(" "+words.ThreeUp(b.Spent)+" spent by "+words.Count(int64(b.Releases), "release"))))
	}
	legend = append(legend, app.Li().Body(panel.Swatch("f-a"), app.Text(" + "+words.ThreeUp(b.After-b.Spent)+" for this release of "+s.Draft.Choices.Price())))
	return app.Div().ID("remains").Class("stack-s").Body(
		app.Div().Class("row between").Body(
			app.P().Body(app.B().Text("ε = "+words.ThreeUp(b.After)), app.Text(" of "+words.Number(b.Cap)+at)),
			app.P().Class("muted").Text(next)),
		panel.BudgetBar(b.Cap, b.Spent, b.After),
		app.Ul().Class("row small").Body(legend...),
		app.P().Class("help").Text(composed(b)),
	)
}

// composed says how the sum was made.
func composed(b *protocol.Balanced) string {
	switch {
	case b.Releases == 0 || b.Delta == 0:
		return ""
	case b.AfterMu > 0 && b.After < b.Plain*(1-1e-9):
		return fmt.Sprintf("Releases compose: μ² = %s + %s, so μ = %s, which is ε = %s. Plain adding would say %s.",
			words.ThreeUp(b.SpentMu*b.SpentMu), words.ThreeUp(b.AfterMu*b.AfterMu-b.SpentMu*b.SpentMu), words.ThreeUp(b.AfterMu), words.ThreeUp(b.After), words.ThreeUp(b.Plain))
	case b.AfterRho > 0 && b.After < b.Plain*(1-1e-9):
		return fmt.Sprintf("Releases compose: ρ = %s + %s = %s, which is ε = %s. Plain adding would say %s.",
			words.ThreeUp(b.SpentRho), words.ThreeUp(b.AfterRho-b.SpentRho), words.ThreeUp(b.AfterRho), words.ThreeUp(b.After), words.ThreeUp(b.Plain))
	}
	return ""
}

// refusalNote says why the release does not fit, and what does.
func refusalNote(s *state.State) app.UI {
	b := s.Account().Balance
	why, most := "", 0.0
	switch {
	case s.Account().RefusedNow():
		why, most = b.Refused, b.Most
	case s.Account().Refusal != nil:
		why, most = s.Account().Refusal.Message, s.Account().Refusal.Most
	default:
		return nil
	}
	body := []app.UI{app.P().ID("refused").Attr("role", "alert").Body(ui.Rich("", "Refused.", " "+fault.Sentence(why)+" Nothing was drawn or spent.")...)}
	if most > 0 && words.ThreeDown(most) != s.Draft.Choices.Epsilon.Text() {
		body = append(body, app.P().Text("The most that this release can spend now is ε = "+words.ThreeDown(most)+"."),
			ui.Button("set-epsilon", "Set ε = "+words.ThreeDown(most), func() { state.SetEpsilon(s, most) }, "btn-s"))
	}
	body = append(body, app.P().Body(app.A().Href(browser.At("/ledger")).Text("Open the ledger")))
	return ui.Note("note-danger", "warn", body...)
}
