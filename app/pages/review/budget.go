package review

import (
	"cmp"
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// budget shows which budget is charged, and what remains; nil where nothing is spent.
func budget(m Model, a Around, to *ui.Inbox) app.UI {
	of := m.Account
	switch b := of.Balance; {
	case m.Of.Draft.Method().Free():
		return nil
	case of.Lends():
		return app.Div().ID("budget").TabIndex(-1).Class("stack-s").Body(ui.Slot(panel.SharedOf(to, of, m.Of.Draft.Choices.Price(), m.After)), ui.Slot(refusal(m, a, to)))
	case of.PeopleOpen():
		return app.Div().ID("budget").TabIndex(-1).Body(a.People)
	case b != nil && b.Public:
		return charged(of, to, ui.Note("note-caution", "warn",
			app.P().Body(ui.Rich("", "This file was declared public.", " Nothing is debited, and the document says “not private”.")...)))
	}
	return charged(of, to, ui.Slot(firstUse(of, to)), ui.Slot(blockedNote(of, to)), ui.Slot(remains(m)), ui.Slot(refusal(m, a, to)))
}

// charged says which budget that is, and what there is to say of it.
func charged(of account.Model, to *ui.Inbox, more ...app.UI) app.UI {
	return app.Div().ID("budget").TabIndex(-1).Class("panel stack").Body(append([]app.UI{
		app.H2().Class("eyebrow").Text(language.Say("Which budget is charged")), ui.Slot(panel.Answered(to, of)), ui.Slot(populationField(of, to)), ui.Slot(knownAs(of.Balance)),
	}, more...)...)
}

func populationField(of account.Model, to *ui.Inbox) app.UI {
	if of.People == account.PeopleKnown {
		return nil
	}
	wrong := of.Fault("population")
	return app.Div().Class("field").Body(
		app.Label().For("population").Text(language.Say("Name of the population: the people whom these records are about")),
		ui.Invalid(to.Line("population", of.Name, func(text string) effect.Msg { return account.TypeName{Text: text} }).Class("w-full"), wrong, "population-fault"),
		ui.Fault("population-fault", wrong),
		app.P().Class("help").Text(language.Say("Releases about the same people add up. The name stays in this browser and is in no document.")),
	)
}

// knownAs says which budget a known name or file belongs to.
func knownAs(b *protocol.Balanced) app.UI {
	if b == nil || b.Name == "" {
		return nil
	}
	file := " (file " + b.Fingerprint + ")"
	switch {
	case b.KnownFile && b.KnownName:
		return app.P().ID("joins").Class("small").Text(language.Say("This file is known here" + file + "."))
	case b.KnownFile:
		return ui.Note("", "info", app.P().ID("joins").Body(ui.Rich("This file is known here as ", b.Name, file+": both names share its budget.")...))
	}
	return ui.Note("", "info", app.P().ID("joins").Body(ui.Rich("This file is new"+file+". It continues the budget of ", b.Name, ".")...))
}

// firstUse asks what is fixed when a population is first released from.
func firstUse(of account.Model, to *ui.Inbox) app.UI {
	if !of.IsNew() {
		return nil
	}
	wrong := of.Fault("cap-epsilon")
	help := "The most that all releases about these people may reveal. At a total of ε = 2, a 50 % guess about one person can become 88.1 % at most. You can lower the limit at any time. If you raise it, every later document states that."
	var delta app.UI
	if !of.Pure {
		delta = ui.Written("sum-delta", "δ of the sum", to.Line("sum-delta", of.SumDelta().Text(), func(text string) effect.Msg { return account.SetSumDelta{Text: text} }),
			of.Fault("sum-delta"), "For the whole sum, whatever the releases’ own δ are.")
	}
	accounting := func(id, text, small string, pure bool) app.UI {
		return app.Label().Class("choice").Body(to.Radio(id, "accounting", of.Pure == pure, account.AddUp{Pure: pure}), app.Span().Body(app.Text(language.Say(text)), app.Small().Text(language.Say(small))))
	}
	return app.Div().Class("stack-s").Body(
		app.Div().Class("field").Body(
			app.Label().For("cap-epsilon").Text(language.Say("Limit for this population (total ε)")),
			ui.Invalid(to.Line("cap-epsilon", of.CapTyped().Text(), func(text string) effect.Msg { return account.SetCap{Text: text} }).Class("w-m").Attr("inputmode", "decimal"), wrong, "cap-epsilon-fault"),
			ui.Fault("cap-epsilon-fault", wrong),
			app.P().Class("help").Text(language.Say(help))),
		app.Details().Body(app.Summary().Text(language.Say("How its releases add up")),
			app.FieldSet().Class("stack-s").Body(app.Legend().Class("vh").Text(language.Say("How its releases add up")),
				accounting("sum-pure", "Pure ε", "ε add up; only mechanisms without δ can be paid for.", true),
				accounting("sum-zcdp", "Gaussian differential privacy, stated at a fixed δ", "It grows more slowly than the sum of ε, and every mechanism is allowed. Pure releases alone cost no more than their sum.", false),
				ui.Slot(delta),
				app.P().Class("help").Text(language.Say("This is fixed by the first release.")))),
	)
}

// blockedNote says what a store that keeps nothing means, and asks for consent.
func blockedNote(of account.Model, to *ui.Inbox) app.UI {
	why := of.WhyBlocked()
	if why == "" {
		return nil
	}
	wrong := ""
	if !of.Consent {
		wrong = "Tick this to release without a kept ledger."
	}
	return ui.Note("note-caution", "warn",
		app.P().ID("blocked").Body(ui.Rich("", "The ledger cannot be kept.", " "+fault.Sentence(why)+" The page knows what is spent until it is closed or reloaded. After that nobody counts but you.")...),
		to.Tick("session-consent", "Count in this page only. I write down what was spent.", "", of.Consent, func(on bool) effect.Msg { return account.Agree{On: on} }),
		app.P().Class("help").Text(language.Say(wrong)))
}

// remains draws the budget before and after the release.
func remains(m Model) app.UI {
	b := m.Account.Balance
	if !m.Account.Fresh {
		if m.Busy != Idle || !m.Read {
			return app.P().Class("help").Text(language.Say("What is left is shown when the file has been read."))
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
		legend = append(legend, app.Li().Body(panel.Swatch("f-i"), app.Text(language.Say(" "+words.ThreeUp(b.Spent)+" spent by "+words.Count(int64(b.Releases), "release")))))
	}
	legend = append(legend, app.Li().Body(panel.Swatch("f-a"), app.Text(language.Say(" + "+words.ThreeUp(b.After-b.Spent)+" for this release of "+m.Of.Draft.Choices.Price()))))
	return app.Div().ID("remains").Class("stack-s").Body(
		app.Div().Class("row between").Body(
			app.P().Body(app.B().Text(language.Say("ε = "+words.ThreeUp(b.After))), app.Text(language.Say(" of "+words.Number(b.Cap)+at))),
			app.P().Class("muted").Text(language.Say(next))),
		panel.BudgetBar(b.Cap, b.Spent, b.After),
		app.Ul().Class("row small").Body(legend...),
		app.P().Class("help").Text(language.Say(cmp.Or(composed(b, m.Of.Draft.Budget()), panel.Together(b.After, b.Next, b.Cap)))),
	)
}

// composed says how the sum was made, and why the release adds another ε to it than its own.
func composed(b *protocol.Balanced, own privacy.Budget) string {
	switch {
	case b.Delta == 0:
		return ""
	case b.Releases == 0 && own.Delta != b.Delta && words.ThreeUp(b.After) != words.ThreeUp(own.Epsilon):
		at := "without a δ"
		if own.Delta > 0 {
			at = "at its own δ = " + words.Number(own.Delta)
		}
		return fmt.Sprintf("The release has ε = %s, %s. The sum is stated at δ = %s, where it counts as ε = %s.", words.ThreeUp(own.Epsilon), at, words.Number(b.Delta), words.ThreeUp(b.After))
	case b.Releases == 0:
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

// refusal says why the release does not fit, and what does.
func refusal(m Model, a Around, to *ui.Inbox) app.UI {
	of := m.Account
	why, most := "", 0.0
	switch {
	case of.RefusedNow():
		why, most = of.Balance.Refused, of.Balance.Most
	case of.Refusal != nil:
		why, most = of.Refusal.Message, of.Refusal.Most
	default:
		return nil
	}
	body := []app.UI{app.P().ID("refused").Attr("role", "alert").Body(ui.Rich("", "Refused.", " "+fault.Sentence(why)+" Nothing was drawn or spent.")...)}
	if most > 0 && words.ThreeDown(most) != m.Of.Draft.Choices.Epsilon.Text() {
		body = append(body, app.P().Text(language.Say("The most that this release can spend now is ε = "+words.ThreeDown(most)+".")),
			to.Button("set-epsilon", "Set ε = "+words.ThreeDown(most), account.Fit{Most: most}, "btn-s"))
	}
	body = append(body, app.P().Body(app.A().Href(a.Ledger).Text(language.Say("Open the ledger"))))
	return ui.Note("note-danger", "warn", body...)
}
