package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/ui"
	"privatepca/core/report"
)

// Downloads hand out the document and its views.
type downloads struct {
	Replays bool // there is a configuration
	Framed  bool // another page shows this one, and of that no page is informed
}

// Draw implements ui.Drawn.
func (l downloads) Draw(to *ui.Inbox) app.UI {
	var config []byte
	if l.Replays {
		config = []byte{}
	}
	var items []app.UI
	for _, e := range report.Exports(config) {
		items = append(items, app.Li().Body(
			app.Span().Body(app.Code().Text(e.Name), app.Small().Text(e.About)),
			to.Button("download-"+e.ID, "", Download{e.ID}, "btn-s").Aria("label", "Download "+e.Name).Body(ui.Icon("down"))))
	}
	var blocked app.UI
	if l.Framed {
		blocked = app.P().Class("help").Text("If nothing is saved, the site around this frame forbids downloads. The frame’s attribute sandbox may lack allow-downloads. In Firefox and Safari the site’s own policy may lack frame-src blob:.")
	}
	return app.Div().Body(app.H2().Class("eyebrow").Text("Download"), app.Ul().Class("exports").Body(items...), blocked)
}
