package ledger

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/fault"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Around is what the page shows beside its model.
type Around struct {
	List   *protocol.Populations // nil while the ledger is read
	Unread string                // why it was not; "" for nothing
	Stays  account.Stays
	Busy   bool // a release or its reading is under way
}

// View draws the page.
func View(m Model, a Around, to *ui.Inbox) []app.UI {
	return []app.UI{
		panel.Heading("Ledger", "Every release about the same people adds up. The ledger keeps the sum. It refuses a release that would pass the limit."),
		app.Div().Aria("live", "polite").Body(ui.Slot(said(m, a, to))),
		ui.Slot(previewOf(m, to)),
		ui.Slot(finder(m, a, to)),
		app.Div().Class("split").Body(
			app.Div().ID("populations").Class("stack-l").Body(listed(m, a, to)...),
			ui.Part(to, keeping{a.Stays}),
		),
	}
}

func said(m Model, a Around, to *ui.Inbox) app.UI {
	switch why := cmp.Or(m.Fault, a.Unread); {
	case m.Doing != Nothing:
		body := []app.UI{app.P().ID("ledger-doing").Text(language.Say(m.Doing.String())), app.Progress().Aria("label", language.Say(m.Doing.String())).Class("grow")}
		if m.Doing == Reading && !a.Busy {
			body = append(body, to.Button("import-stop", "Stop", Stop{}, "btn-s"))
		}
		return ui.Note("", "info", body...)
	case why != "":
		return ui.Note("note-danger", "warn", app.P().ID("ledger-fault").Text(language.Say(why)))
	case m.Note != "":
		return ui.Note("", "check", app.P().ID("ledger-note").Text(language.Say(m.Note)))
	}
	return nil
}

func previewOf(m Model, to *ui.Inbox) app.UI {
	if m.Import.Preview == nil {
		return nil
	}
	return ui.Part(to, preview{*m.Import.Preview})
}

// finder finds populations where not all are listed.
func finder(m Model, a Around, to *ui.Inbox) app.UI {
	if a.List == nil || a.List.More == 0 && m.Find == "" && m.Found == "" {
		return nil
	}
	missing := ""
	if a.List.More > 0 {
		missing = words.Thousands(a.List.More) + " more populations are not listed. An export has all of them."
	}
	return app.Div().Class("stack-s").Body(
		app.Div().Class("row").Body(
			app.Label().For("find-population").Class("small").Text(language.Say("Population")),
			to.Line("find-population", m.Find, func(text string) effect.Msg { return FindTyped{text} }),
			to.Button("find-button", "Find", Search{}, "btn-s")),
		app.P().Class("help").Text(language.Say(missing)))
}

func listed(m Model, a Around, to *ui.Inbox) []app.UI {
	switch {
	case a.List == nil:
		return []app.UI{app.P().Class("muted").Attr("role", "status").Text(language.Say("Reading the ledger …"))}
	case a.List.Blocked != "":
		return []app.UI{ui.Note("note-caution", "warn", app.P().Body(ui.Rich("", "The ledger cannot be read here.", " "+fault.Sentence(a.List.Blocked)+
			" A release asks for your consent first. The page counts it until you close the page.")...))}
	}
	var out []app.UI
	for i := range a.List.Populations {
		out = append(out, ui.Part(to, populationOf(m, &a.List.Populations[i])))
	}
	if len(out) == 0 {
		return []app.UI{app.P().Class("muted").Text(language.Say("Nothing was released in this browser yet."))}
	}
	return out
}

// A keeping says how far the ledger is kept, and takes it out and in.
type keeping struct{ Stays account.Stays }

// Draw implements ui.Drawn.
func (k keeping) Draw(to *ui.Inbox) app.UI {
	kept := "This browser has not yet agreed to keep the ledger when it runs short of space. The page asks it at the first release."
	switch k.Stays {
	case account.Yes:
		kept = "This browser has agreed to keep the ledger. It is written to disk before each release, and shared by all tabs."
	case account.No:
		kept = "This browser may clear the ledger when it runs short of space. It is written to disk before each release, and shared by all tabs. Export it to be safe."
	}
	return app.Aside().Class("rail rail-2 stack").Aria("label", language.Say("Keeping the ledger")).Body(
		app.Div().Class("panel stack-s").Body(
			app.H2().Class("eyebrow").Text(language.Say("Is it kept?")),
			app.P().Class("small").Body(app.Text(language.Say(kept))),
			app.P().Class("help").Text(language.Say("The ledger knows only this browser. Another device, a private window or another site with this page starts from zero. Clearing site data deletes the ledger. Safari may delete it once you have used Safari on seven days without opening this page. In these cases you must add up the true total yourself.")),
			app.Div().Class("row").Body(
				to.Button("export-ledger", "Export", Export{}, "btn-s"),
				to.Files("import-input", ".json", func(files []effect.File) effect.Msg { return chosen(files) }),
				app.Label().For("import-input").Class("btn btn-s").Text(language.Say("Import"))),
			app.P().Class("help").Text(language.Say("An import adds missing entries and removes none. The page shows the changes first.")),
		),
		app.Div().Class("stack-s").Body(
			app.H2().Class("eyebrow").Text(language.Say("Limits")),
			app.P().Class("help").Text(language.Say("You can lower a limit at any time. If you raise it, or reset the count, the ledger records an entry and every later document states it.")),
		),
	)
}

// chosen is the first of some files.
func chosen(files []effect.File) FileChosen {
	if len(files) == 0 {
		return FileChosen{}
	}
	return FileChosen{files[0]}
}
