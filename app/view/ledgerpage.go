package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// ledgerPage lists what was spent on this device.
type ledgerPage struct {
	page
	fresh bool // it was made for this visit, and not drawn before
}

// visitLedger forgets what an earlier visit left, before the first drawing: what is clicked or typed as soon as something
// is seen would otherwise be forgotten with it.
func visitLedger(at page) *ledgerPage {
	p := &ledgerPage{page: at, fresh: true}
	p.forget()
	return p
}

func (p *ledgerPage) Arrive() {
	if !p.fresh {
		p.forget()
	}
	p.fresh = false
	p.s.Ledger.Read()
}

func (p *ledgerPage) forget() {
	p.s.Ledger.List = nil // what stood there may be old
	p.s.Ledger.Note, p.s.Ledger.Fault, p.s.Ledger.Resetting, p.s.Ledger.Find, p.s.Ledger.Pending = "", "", "", "", state.Import{}
}

// Draw implements Page.
func (p *ledgerPage) Draw() []app.UI {
	s := p.s
	return parts(
		heading("Ledger", "Every release about the same people adds up. The ledger keeps the sum. It refuses a release that would pass the limit."),
		app.Div().Aria("live", "polite").Body(ui.Slot(ledgerNote(s))),
		ui.Slot(importPanel(&s.Ledger)),
		ui.Slot(searchForm(&s.Ledger)),
		app.Div().Class("split").Body(
			app.Div().ID("populations").Class("stack-l").Body(populationList(s)...),
			keepingPanel(s),
		),
	)
}

func ledgerNote(s *state.State) app.UI {
	switch b := &s.Ledger; {
	case b.Doing != "":
		body := []app.UI{app.P().ID("ledger-doing").Text(b.Doing), app.Progress().Aria("label", b.Doing).Class("grow")}
		if b.Doing == state.ReadingEntries && s.Worker.Job == nil {
			body = append(body, ui.Button("import-stop", "Stop", func() { state.StopImport(s) }, "btn-s"))
		}
		return ui.Note("", "info", body...)
	case b.Fault != "":
		return ui.Note("note-danger", "warn", app.P().ID("ledger-fault").Text(b.Fault))
	case b.Note != "":
		return ui.Note("", "check", app.P().ID("ledger-note").Text(b.Note))
	}
	return nil
}

func populationList(s *state.State) []app.UI {
	list := s.Ledger.List
	switch {
	case list == nil:
		return []app.UI{app.P().Class("muted").Attr("role", "status").Text("Reading the ledger …")}
	case list.Blocked != "":
		return []app.UI{ui.Note("note-caution", "warn", app.P().Body(ui.Rich("", "The ledger cannot be read here.", " "+fault.Sentence(list.Blocked)+
			" A release asks for your consent first. The page counts it until you close the page.")...))}
	}
	var out []app.UI
	for i := range list.Populations {
		pop := &list.Populations[i]
		out = append(out, goapp.Deferred(func() app.UI { return populationView(s, pop) }))
	}
	if len(out) == 0 {
		return []app.UI{app.P().Class("muted").Text("Nothing was released in this browser yet.")}
	}
	return out
}

func populationView(s *state.State, p *protocol.Population) app.UI {
	title := titleOf(p)
	body := []app.UI{app.Div().Class("row between").Body(app.H2().Text(title), app.Code().Class("muted").Text(words.Some(p.Fingerprints, 2)))}
	var also, public, sum app.UI
	if len(p.Names) > 1 {
		also = app.P().Class("help").Text("Also called " + words.List(p.Names[1:]) + ".")
	}
	if p.Public {
		public = ui.Note("note-caution", "warn", app.P().Text("A file was declared public. Its documents say “not private” and charge no budget."))
	}
	if p.Relation != "" {
		sum = populationSum(s, p)
	} else if len(p.Names) > 0 {
		sum = app.P().Class("help").Text("The count was reset. The next release sets the limit and the accounting anew. Every later document states the reset.")
	}
	body = append(body, ui.Slot(also), ui.Slot(public), ui.Slot(sum))
	body = append(body, entryTable(s, p, title))
	if p.Relation != "" {
		body = append(body, capForm(s, title, p), resetForm(s, title))
	}
	return app.Section().Class("stack").Aria("label", title).DataSet("population", title).Body(body...)
}

func populationSum(s *state.State, p *protocol.Population) app.UI {
	if p.Refusal != "" {
		return ui.Note("note-danger", "warn", app.P().Text("Nothing more can be released: "+words.Lower(fault.Sentence(p.Refusal))+" Reset this budget to go on."))
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
	if p.Delta > 0 && p.Mu > 0 && p.Spent < p.Plain*(1-1e-9) {
		how = "Composed as μ = " + words.ThreeUp(p.Mu) + " (Gaussian differential privacy). Plain adding would say " + words.ThreeUp(p.Plain) + ". " + how
	}
	if p.Delta > 0 && p.Rho > 0 && p.Spent < p.Plain*(1-1e-9) {
		how = "Composed as ρ = " + words.ThreeUp(p.Rho) + " (zero-concentrated). Plain adding would say " + words.ThreeUp(p.Plain) + ". " + how
	}
	var marks []string
	if p.Overlaps > 0 {
		marks = append(marks, "its people were said to be others than those of an earlier release with the same column names")
	}
	if p.Raises > 0 {
		marks = append(marks, "the limit was raised "+howOften(p.Raises))
	}
	if p.Resets > 0 {
		marks = append(marks, "the count was reset "+howOften(p.Resets))
	}
	var stated app.UI
	if len(marks) > 0 {
		stated = app.P().Class("help").Text("Stated in every later document: " + words.List(marks) + ".")
	}
	return app.Div().Class("panel stack-s").Body(
		app.Div().Class("row between").Body(
			app.P().Body(app.B().Text("ε = "+words.ThreeUp(p.Spent)), app.Text(" of "+words.Number(p.Cap)+at)),
			app.P().Class("muted").Text(next)),
		budgetBar(p.Cap, p.Spent, p.Spent),
		app.P().Class("help").Text(how),
		stated,
	)
}

// entryTable lists a population's entries, the latest first.
func entryTable(s *state.State, p *protocol.Population, title string) app.UI {
	head := func(text, class string) app.UI { return app.Th().Scope("col").Class(class).Text(text) }
	var rows []app.UI
	for i := len(p.Entries) - 1; i >= 0; i-- {
		rows = append(rows, entryRow(s, &p.Entries[i]))
	}
	earlier := ""
	if p.Earlier > 0 {
		earlier = state.Entries(p.Earlier) + " before these are not shown. An export contains all of them."
	}
	table := app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", "Entries of "+title).Body(
		app.Table().Body(
			app.THead().Body(app.Tr().Body(head("When", ""), head("Mechanism", ""), head("ε", "num"), head("δ", "num"), head("ρ", "num"), head("State", ""), head("Document", ""))),
			app.TBody().Body(rows...)))
	return app.Div().Class("stack-s").Body(table, app.P().Class("help").Text(earlier))
}

func entryRow(s *state.State, e *protocol.LedgerEntry) app.UI {
	num := func(text string) app.UI { return app.Td().Class("num").Text(text) }
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
			document = ui.Button("view-"+e.ID, "View", func() { s.Ledger.Open(e.ID) }, "btn-s", "btn-quiet")
		}
		if e.Claim == "not private" {
			what += ", not private"
		}
	case "refused":
		mark = ui.Badge("refused: over the limit")
	default:
		what, delta, rho = "–", "–", "–"
		epsilon = map[bool]string{true: words.Number(e.Cap), false: "–"}[e.Cap > 0]
		mark = ui.Badge(map[string]string{"open": "first limit", "cap": "new limit", "reset": "reset", "public": "declared public"}[e.Kind])
	}
	if e.Void {
		mark = app.Span().Body(mark, app.Text(" "), ui.Badge("before a reset"))
	}
	return app.Tr().DataSet("kind", e.Kind).Body(app.Th().Scope("row").Text(when(e.Time)), app.Td().Text(what),
		num(epsilon), num(delta), num(rho), app.Td().Body(mark), app.Td().Body(document))
}

// capForm changes a limit.
func capForm(s *state.State, name string, p *protocol.Population) app.UI {
	id := "cap-" + slug(name)
	return app.Div().Class("row").Body(
		app.Label().For(id).Class("small").Text("Limit (total ε)"),
		ui.Input(s, id, s.Ledger.CapOf(p, name).Text(), func(v string) { s.Ledger.TypeCap(name, v) }).Class("w-s").Attr("inputmode", "decimal"),
		ui.Button(id+"-set", "Set the limit", func() { s.Ledger.SetCap(name) }, "btn-s"),
		app.Span().Class("help").Text("Lowering is free. Every later document states that you raised it."),
	)
}

// resetForm asks twice.
func resetForm(s *state.State, name string) app.UI {
	id := "reset-" + slug(name)
	if s.Ledger.Resetting != name {
		return app.Div().Body(ui.Button(id, "Reset …", func() {
			s.Ledger.Resetting = name
			s.Change()
			s.Screen.Drawn(func() { browser.Focus(id + "-confirm") })
		}, "btn-s", "btn-danger"))
	}
	return ui.Note("note-danger", "warn",
		app.P().Body(ui.Rich("", "What was released stays released.", " A reset only stops counting it. Every later document about "+name+" states the reset, and how many releases it leaves out.")...),
		app.Div().Class("row").Body(
			ui.Button(id+"-confirm", "Reset the count of "+name, func() { s.Ledger.Reset(name) }, "btn-s", "btn-danger"),
			ui.Button(id+"-keep", "Keep it", func() {
				s.Ledger.Resetting = ""
				s.Change()
			}, "btn-s")))
}

// slug makes an id of a name.
func slug(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(name))
}

// keepingPanel says how far the ledger is kept, and takes it out and in.
func keepingPanel(s *state.State) app.UI {
	kept := "This browser has not yet agreed to keep the ledger when it runs short of space. The page asks it at the first release."
	switch s.Ledger.Kept {
	case "yes":
		kept = "This browser has agreed to keep the ledger. It is written to disk before each release, and shared by all tabs."
	case "no":
		kept = "This browser may clear the ledger when it runs short of space. It is written to disk before each release, and shared by all tabs. Export it to be safe."
	}
	in := app.Input().ID("import-input").Type("file").Class("vh").Accept(".json").OnChange(func(ctx app.Context, e app.Event) {
		if files := browser.Chosen(ctx.JSSrc()); len(files) > 0 {
			state.ReadLedger(s, files[0])
		}
	})
	return app.Aside().Class("rail rail-2 stack").Aria("label", "Keeping the ledger").Body(
		app.Div().Class("panel stack-s").Body(
			app.H2().Class("eyebrow").Text("Is it kept?"),
			app.P().Class("small").Body(app.Text(kept)),
			app.P().Class("help").Text("The ledger knows only this browser. Another device, a private window or another site with this page starts from zero. Clearing site data deletes the ledger. Safari may delete it once you have used Safari on seven days without opening this page. In these cases you must add up the true total yourself."),
			app.Div().Class("row").Body(
				ui.Button("export-ledger", "Export", s.Ledger.Export, "btn-s"),
				in, app.Label().For("import-input").Class("btn btn-s").Text("Import")),
			app.P().Class("help").Text("An import adds missing entries and removes none. The page shows the changes first."),
		),
		app.Div().Class("stack-s").Body(
			app.H2().Class("eyebrow").Text("Limits"),
			app.P().Class("help").Text("You can lower a limit at any time. If you raise it, or reset the count, the ledger records an entry and every later document states it."),
		),
	)
}
