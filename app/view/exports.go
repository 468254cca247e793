package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/frame"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/report"
)

// downloads hands out the document and its views.
func downloads(s *state.State, f *frame.Frame) app.UI {
	var items []app.UI
	for _, e := range report.Exports(s.Result.Config) {
		items = append(items, app.Li().Body(
			app.Span().Body(app.Code().Text(e.Name), app.Small().Text(e.About)),
			app.Button().ID("download-"+e.ID).Type("button").Class("btn btn-s").Aria("label", "Download "+e.Name).Body(ui.Icon("down")).
				OnClick(func(app.Context, app.Event) { save(s, e.ID) }, e.ID)))
	}
	var blocked app.UI
	if f != nil && browser.Framed() { // of which no page is informed
		blocked = app.P().Class("help").Text("If nothing is saved, the site around this frame forbids downloads. The frame’s attribute sandbox may lack allow-downloads. In Firefox and Safari the site’s own policy may lack frame-src blob:.")
	}
	return app.Div().Body(app.H2().Class("eyebrow").Text("Download"), app.Ul().Class("exports").Body(items...), blocked)
}

// save saves one file of the edition that is in view now.
func save(s *state.State, id string) {
	for _, e := range report.Exports(s.Result.Config) {
		if e.ID == id && !s.Result.Edition.IsZero() {
			browser.Save(e.Name, e.Media, e.Bytes(s.Result.Edition))
		}
	}
}
