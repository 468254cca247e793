package result

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/report"
)

// Downloads hand out the document and its views: three by their readers, the others one press away.
type downloads struct {
	Replays bool // there is a configuration
	Excel   bool // CSV files are for Excel
	Framed  bool // another page shows this one, and of that no page is informed
}

// Draw implements ui.Drawn.
func (l downloads) Draw(to *ui.Inbox) app.UI {
	var config []byte
	if l.Replays {
		config = []byte{}
	}
	item := func(reader string, e report.Export) app.UI {
		return app.Li().Body(
			app.Span().Body(app.B().Text(language.Say(reader)), app.Code().Text(e.Name), app.Small().Text(language.Say(e.About))),
			to.Button("download-"+e.ID, "", Download{e.ID}, "btn-s").Aria("label", language.Say("Download "+e.Name)).Body(ui.Icon("down")))
	}
	var items, others []app.UI
	all := report.Exports(config)
	readers := [][2]string{{"html", "For people: "}, {"csv", "For a spreadsheet: "}, {"json", "For programs: "}}
	for _, r := range readers {
		for _, e := range all {
			if e.ID == r[0] {
				items = append(items, item(r[1], e))
			}
		}
	}
	for _, e := range all {
		if !slices.ContainsFunc(readers, func(r [2]string) bool { return r[0] == e.ID }) {
			others = append(others, item("", e))
		}
	}
	var blocked app.UI
	if l.Framed {
		blocked = app.P().Class("help").Text(language.Say("If nothing is saved, the site around this frame forbids downloads. The frame’s attribute sandbox may lack allow-downloads. In Firefox and Safari the site’s own policy may lack frame-src blob:."))
	}
	return app.Section().ID("files").Class("files").Aria("labelledby", "files-heading").Body(app.H2().ID("files-heading").Class("eyebrow").Text(language.Say("Take it with you")),
		app.Ul().Class("exports").Body(items...),
		app.Details().ID("all-files").Body(app.Summary().Text(language.Say(fmt.Sprintf("All %d files", len(all)))), app.Ul().Class("exports").Body(others...)),
		to.Tick("for-excel", "CSV files are for Excel", "They begin with a mark by which Excel knows their letters. This holds for all tables.", l.Excel, func(on bool) effect.Msg { return ForExcel{on} }), ui.Slot(blocked))
}
