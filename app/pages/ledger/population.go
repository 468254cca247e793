package ledger

import (
	"cmp"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A population is one that shares a budget.
type population struct {
	Of        *protocol.Population
	Cap       typed.Number // as typed, or as it stands
	Resetting bool         // its reset is to be confirmed
}

func populationOf(m Model, p *protocol.Population) population {
	name := panel.TitleOf(p)
	limit, changed := m.Caps[name]
	if !changed {
		limit = typed.Of(p.Cap)
	}
	return population{p, limit, m.Resetting == name}
}

// Draw implements ui.Drawn.
func (v population) Draw(to *ui.Inbox) app.UI {
	p, title := v.Of, panel.TitleOf(v.Of)
	body := []app.UI{app.Div().Class("row between").Body(app.H2().Text(title), app.Code().Class("muted").Text(words.Some(p.Fingerprints, 2)))}
	var also, public, sum app.UI
	if len(p.Names) > 1 {
		also = app.P().Class("help").Text(language.Say("Also called " + words.List(p.Names[1:]) + "."))
	}
	if p.Public {
		public = ui.Note("note-caution", "warn", app.P().Text(language.Say("A file was declared public. Its documents say “not private” and charge no budget.")))
	}
	if p.Relation != "" {
		sum = sumOf(p)
	} else if len(p.Names) > 0 {
		sum = app.P().Class("help").Text(language.Say("The count was reset. The next release sets the limit and the accounting anew. Every later document states the reset."))
	}
	body = append(body, ui.Slot(also), ui.Slot(public), ui.Slot(sum))
	body = append(body, entryTable(p, title, to))
	if p.Relation != "" {
		body = append(body, capForm(title, v.Cap, to), v.resetForm(title, to))
	}
	return app.Section().Class("stack").Aria("label", language.Say(title)).DataSet("population", title).Body(body...)
}

func sumOf(p *protocol.Population) app.UI {
	if p.Refusal != "" {
		return ui.Note("note-danger", "warn", app.P().Text(language.Say("Nothing more can be released: "+words.Lower(fault.Sentence(p.Refusal))+" Reset this budget to go on.")))
	}
	at := ", pure"
	if p.Delta > 0 {
		at = " at δ = " + words.Number(p.Delta)
	}
	next := "next release: none fits"
	if p.Next > 0 {
		next = "next release: up to ε = " + words.ThreeDown(p.Next)
		switch {
		case p.NextPure && p.Delta > 0:
			next += ", without δ"
		case p.Delta > 0:
			next += ", Gaussian"
		}
	}
	how := "One person is " + words.Unit(p.RowsPerPerson, p.PersonColumn) + "; relation " + p.Relation + "."
	composed := ""
	if spent, plain := words.ThreeUp(p.Spent), words.ThreeUp(p.Plain); p.Delta > 0 && spent != plain {
		switch {
		case p.Rho > 0:
			composed = "Composed as ρ = " + words.ThreeUp(p.Rho) + " (zero-concentrated). Plain adding would say " + plain + "."
		case p.Mu > 0:
			composed = "Composed as μ = " + words.ThreeUp(p.Mu) + " (Gaussian differential privacy). Plain adding would say " + plain + "."
		}
	}
	var marks []string
	if p.Overlaps > 0 {
		marks = append(marks, "its people were said to be others than those of an earlier release with the same column names")
	}
	if p.Raises > 0 {
		marks = append(marks, "the limit was raised "+panel.HowOften(p.Raises))
	}
	if p.Resets > 0 {
		marks = append(marks, "the count was reset "+panel.HowOften(p.Resets))
	}
	var stated app.UI
	if len(marks) > 0 {
		stated = app.P().Class("help").Text(language.Say("Stated in every later document: " + words.List(marks) + "."))
	}
	return app.Div().Class("panel stack-s").Body(
		app.Div().Class("row between").Body(
			app.P().Body(app.B().Text(language.Say("ε = "+words.ThreeUp(p.Spent))), app.Text(language.Say(" of "+words.Number(p.Cap)+at))),
			app.P().Class("muted").Text(language.Say(next))),
		panel.BudgetBar(p.Cap, p.Spent, p.Spent),
		app.P().Class("help").Text(language.Say(strings.TrimSpace(cmp.Or(composed, panel.Together(p.Spent, p.Next, p.Cap))+" "+how))),
		stated,
	)
}

// entryTable lists a population's entries, the latest first.
func entryTable(p *protocol.Population, title string, to *ui.Inbox) app.UI {
	head := func(text, class string) app.UI { return app.Th().Scope("col").Class(class).Text(language.Say(text)) }
	var rows []app.UI
	for i := len(p.Entries) - 1; i >= 0; i-- {
		rows = append(rows, entryRow(&p.Entries[i], to))
	}
	earlier := ""
	if p.Earlier > 0 {
		earlier = entries(p.Earlier) + " before these are not shown. An export contains all of them."
	}
	table := app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", language.Say("Entries of "+title)).Body(
		app.Table().Body(
			app.THead().Body(app.Tr().Body(head("When", ""), head("Mechanism", ""), head("ε", "num"), head("δ", "num"), head("ρ", "num"), head("State", ""), head("Document", ""))),
			app.TBody().Body(rows...)))
	return app.Div().Class("stack-s").Body(table, app.P().Class("help").Text(language.Say(earlier)))
}

func entryRow(e *protocol.LedgerEntry, to *ui.Inbox) app.UI {
	num := func(text string) app.UI { return app.Td().Class("num").Text(language.Say(text)) }
	what, epsilon, delta, rho := method.Phrase(e.Mechanism), words.Cost(e.Epsilon), words.Cost(e.Delta), "–"
	if e.Rho > 0 {
		rho = words.ThreeUp(e.Rho)
	}
	document := app.UI(app.Text("–"))
	var mark app.UI
	switch e.Kind {
	case "spend":
		mark = ui.Badge("no document, stays spent", "warn")
		if e.Document {
			mark = ui.Badge("released", "good")
			document = to.Button("view-"+e.ID, "View", Show{e.ID}, "btn-s", "btn-quiet")
		}
		if e.Claim == "not private" {
			what += ", not private"
		}
	case "refused":
		mark = ui.Badge("refused: over the limit")
	default:
		what, delta, rho = "–", "–", "–"
		epsilon = map[bool]string{true: words.Number(e.Cap), false: "–"}[e.Cap > 0]
		mark = ui.Badge(map[string]string{"open": "first limit", "cap": "new limit", "reset": "reset", "public": "declared public", "settled": "document given", "revoked": "revoked"}[e.Kind])
	}
	if e.Void {
		mark = app.Span().Body(mark, app.Text(" "), ui.Badge("before a reset"))
	}
	return app.Tr().DataSet("kind", e.Kind).Body(app.Th().Scope("row").Text(language.Say(panel.When(e.Time))), app.Td().Text(language.Say(what)),
		num(epsilon), num(delta), num(rho), app.Td().Body(mark), app.Td().Body(document))
}

// capForm changes a limit.
func capForm(name string, limit typed.Number, to *ui.Inbox) app.UI {
	id := "cap-" + slug(name)
	return app.Div().Class("row").Body(
		app.Label().For(id).Class("small").Text(language.Say("Limit (total ε)")),
		to.Line(id, limit.Text(), func(text string) effect.Msg { return CapTyped{name, text} }).Class("w-s").Attr("inputmode", "decimal"),
		to.Button(id+"-set", "Set the limit", SetCap{name}, "btn-s"),
		app.Span().Class("help").Text(language.Say("Lowering is free. Every later document states that you raised it.")),
	)
}

// resetForm asks twice.
func (v population) resetForm(name string, to *ui.Inbox) app.UI {
	id := resetID(name)
	if !v.Resetting {
		return app.Div().Body(to.Button(id, "Reset …", AskReset{name}, "btn-s", "btn-danger"))
	}
	return ui.Note("note-danger", "warn",
		app.P().Body(ui.Rich("", "What was released stays released.", " A reset only stops counting it. Every later document about "+name+" states the reset, and how many releases it leaves out.")...),
		app.Div().Class("row").Body(
			to.Button(id+"-confirm", "Reset the count of "+name, Reset{name}, "btn-s", "btn-danger"),
			to.Button(id+"-keep", "Keep it", AskReset{}, "btn-s")))
}
