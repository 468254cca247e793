package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// Around is what the page shows beside its model.
type Around struct {
	Here    []Released // what was released on this device, the latest first
	Reopens bool       // the one that was in view at the last visit is on its way
	Framed  bool       // another page shows this one
	Start   string     // the address of the first page
	Base    string     // the address of this one
	Hand    app.UI     // hands the release to the site around a frame; nil for none
}

// View draws a tab of the page.
func View(m Model, tab Tab, a Around, to *ui.Inbox) []app.UI {
	if m.Edition.IsZero() {
		if a.Reopens {
			return []app.UI{app.Div().Class("stack").Body(panel.Heading("Opening the release", "It was in view at the last visit, and is read from this browser’s ledger."))}
		}
		return []app.UI{app.Div().Class("stack").Body(
			panel.Heading("No release is in view", "A release appears here. A document from an earlier one, release.json, can be dropped on any page."),
			ui.Slot(releasedHere(a.Here, to)),
			app.P().Body(app.A().Class("btn btn-main").Href(a.Start).Text(language.Say("Start with a file"))))}
	}
	of := release.Content(m.Edition)
	var main, rail []app.UI
	heading, label := ui.Drawn(resultHeading{of, Failing(m.Checks)}), "Statement and files"
	part := func(d ui.Drawn) app.UI { return ui.Slot(ui.Part(to, d)) } // each in a place that it keeps
	switch tab {
	case TabResult:
		main = []app.UI{part(howMany{of, m.of(m.spread()), m.picture(m.spread()), m.Large == m.spread()}), part(cards{of, m.Renaming}), part(cannot{of})}
		rail = []app.UI{part(statement{of}), ui.Slot(a.Hand), part(about{m.Edition.Imprint(), m.Writing, m.Entry != ""}), part(downloads{m.Config != nil, m.Excel, a.Framed})}
	case TabLoadings:
		heading, label = loadingsHeading{m.shows()}, "What is drawn"
		main = []app.UI{part(chooser{of, m.shows(), m.Direction, m.Wrong, m.Typed}), part(loadingsOf(m))}
		rail = []app.UI{part(choices{of, m.Rows, m.shows()}), part(howToRead{of})}
	case TabMap:
		heading, label = mapHeading{of, m.picture("circle")}, "How to read it"
		main, rail = []app.UI{part(circle{figure{m.of("circle"), m.picture("circle"), m.Large == "circle"}}), part(levelsIn(m))}, []app.UI{part(mapReading{of, m.picture("circle"), a.Base})}
	case TabCorrelations:
		heading, label = correlationsHeading{m.Relations.Pairs, m.Relations.Refused}, "A pair, and what is drawn"
		in, beside := correlationsIn(m)
		for _, p := range in {
			main = append(main, part(p))
		}
		for _, p := range beside {
			rail = append(rail, part(p))
		}
	case TabCompare:
		heading, label = compareHeading{m.Compared.Side}, "Releases compared"
		main = []app.UI{part(comparison{of, m.Compared, m.enlarged("beside"), m.enlarged("angles")})}
		rail = []app.UI{part(compared{of, report.Title(m.Document()), m.Compared})}
	case TabApply:
		heading, label = applyHeading{of, m.Applied.Rows}, "What is placed"
		main, rail = []app.UI{part(projection{m.of("scores"), m.Applied, m.Large == "scores"})}, []app.UI{part(placing{of, m.Applied})}
	case TabCheck:
		heading, label = checkHeading{m.Checks}, "What no check can tell"
		main, rail = []app.UI{part(verification{of, m.Checks})}, []app.UI{part(limits{})}
	}
	return []app.UI{
		ui.Part(to, views{tab, a.Base}),
		app.Div().Class("head r-head").Body(ui.Part(to, bylineOf(m, tab)), ui.Part(to, heading)),
		app.Div().Class("split").Body(app.Div().Class("stack-m").Body(main...), app.Aside().Class("rail rail-still stack").Aria("label", language.Say(label)).Body(rail...)),
	}
}

// Views lead to the tabs.
type views struct {
	In   Tab
	Base string
}

// Draw implements ui.Drawn.
func (v views) Draw(*ui.Inbox) app.UI {
	var list []app.UI
	for _, t := range Tabs() {
		a := app.A().Href(v.Base + t.below()).Text(language.Say(t.Name()))
		if t == v.In {
			a.Aria("current", "page")
		}
		list = append(list, a)
	}
	return app.Nav().Class("views").Aria("label", language.Say("Views of the result")).Body(list...)
}

// A byline says above a heading which release it is about.
type byline struct {
	Title    string // "" for none
	Says     string // what else is known of it
	FromFile bool
	Edits    bool // what is written about it can be changed here
}

// bylineOf is that of a tab.
func bylineOf(m Model, tab Tab) byline {
	d, imprint := m.Document(), m.Edition.Imprint()
	b := byline{Title: imprint.Title, FromFile: m.FromFile, Edits: tab == TabResult}
	switch {
	case tab != TabResult:
		b.Says = words.Count(d.NumComponents, "direction") + " of " + words.Count(d.NumFeatures, "feature")
	case b.Title == "":
		b.Says = "the report would be headed “" + report.Title(d) + "”"
	default:
		b.Says = language.Say(words.DayOf(d.Created))
		for _, s := range []string{imprint.Licence, imprint.Organisation, imprint.Author} {
			if s != "" {
				b.Says = s + " · " + b.Says
			}
		}
	}
	return b
}

// Draw implements ui.Drawn.
func (b byline) Draw(to *ui.Inbox) app.UI {
	title, edit := b.Title, "Edit"
	if title == "" {
		title, edit = "No title yet", "Give it one"
	}
	says := " · " + b.Says
	if b.FromFile {
		says += " · from a document"
	}
	var button app.UI
	if b.Edits {
		button = to.Button("about-open", edit, WriteAbout{true}, "btn-s", "btn-quiet")
	}
	return app.Div().Class("byline").Body(app.B().Text(language.Say(title)), app.Text(language.Say(says)), ui.Slot(button))
}
