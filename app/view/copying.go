package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/core/chart"
)

// copyButton puts the table of a figure on the clipboard, as a spreadsheet takes it. The table is asked for when the button is pressed: it is
// that of what is then in view.
func copyButton(s *state.State, id, name string, table func() (chart.Table, bool)) app.UI {
	return app.Button().ID("copy-"+id).Type("button").Class("btn btn-s btn-quiet").Aria("label", "Copy as a table: "+name).Text("Copy as a table").
		OnClick(func(ctx app.Context, _ app.Event) {
			t, ok := table()
			if !ok {
				return
			}
			browser.Copy(t.TSV(), func(copied bool) {
				ctx.Dispatch(func(app.Context) {
					s.Notice.Note = "The table is on the clipboard: paste it into a spreadsheet."
					if !copied {
						s.Notice.Note = "The browser does not let this page use the clipboard. Save the table as CSV, or choose Table and copy it from there."
					}
					s.Change()
				})
			})
		}, id)
}
