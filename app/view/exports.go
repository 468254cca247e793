package view

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/frame"
	"privatepca/app/state"
	"privatepca/app/view/ui"
	"privatepca/core/report"
	"privatepca/core/words"
)

// An export is one file that a release can be taken away as.
type export struct {
	id, name, about, kind string
	bytes                 func() []byte
}

// exportsOf are views of one document: each holds what was released, and no more.
func exportsOf(s *state.State) []export {
	r := &s.Result
	d := r.Document
	list := []export{
		{"download-json", "release.json", "Everything, with its statement · " + words.Bytes(int64(len(r.Bytes))), "application/json", r.Text},
		{"download-csv", "loadings.csv", "Tidy: component, feature, loading; intervals and labels where there are any", "text/csv", d.CSV},
		{"download-npy", "components.npy", "Loadings for numpy.load, k × d", "application/octet-stream", d.NPY},
		{"download-python", "release.py", "Loader in scikit-learn’s manner, with transform", "text/x-python", d.Python},
		{"download-r", "release.R", "Loader in prcomp’s manner, with predict", "text/plain", d.R},
		{"download-html", "report.html", "Statement, charts and tables, in one file", "text/html", func() []byte { return report.HTML(d) }},
	}
	if s.Result.Config != nil {
		list = append(list, export{"download-config", "config.json", "Replays the run: drop it here with the table", "application/json", func() []byte { return s.Result.Config }})
	}
	return list
}

// downloads hands out the document and its views.
func downloads(s *state.State, f *frame.Frame) app.UI {
	r := &s.Result
	var items []app.UI
	for _, e := range exportsOf(s) {
		items = append(items, app.Li().Body(
			app.Span().Body(app.Code().Text(e.name), app.Small().Text(e.about)),
			app.Button().ID(e.id).Type("button").Class("btn btn-s").Aria("label", "Download "+e.name).Body(ui.Icon("down")).
				OnClick(func(app.Context, app.Event) { browser.Save(e.name, e.kind, e.bytes()) }, e.id, fmt.Sprintf("%p", r.Document))))
	}
	var blocked app.UI
	if f != nil && browser.Framed() { // of which no page is informed
		blocked = app.P().Class("help").Text("If nothing is saved, the site around this frame forbids downloads. The frame’s attribute sandbox may lack allow-downloads. In Firefox and Safari the site’s own policy may lack frame-src blob:.")
	}
	return app.Div().Body(app.H2().Class("eyebrow").Text("Download"), app.Ul().Class("exports").Body(items...), blocked)
}
