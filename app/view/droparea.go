package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/ui"
)

// dropArea is where a file is dropped or chosen. It is slim, and its button not the main one, where there is something to continue.
func dropArea(s *state.State) app.UI {
	slim := canContinue(s)
	label, title := "Choose a file", "Drop a table: one row per record"
	if slim {
		title = "Another table: one row per record"
	}
	if !s.Ready() {
		label = "Starting …"
	}
	in := app.Input().ID("file-input").Type("file").Class("vh").Multiple(true).
		Accept(browser.Endings(".csv,.tsv,.tab,.txt,.gz,.json,.jsonld,.xml,.yaml,.yml,.parquet,.xlsx,.xlsm,.sav,.zsav,.dta,.zip,.zst")).Aria("describedby", "drop-help").OnChange(func(ctx app.Context, e app.Event) { filesChosen(s, ctx, e) }, "file-input")
	choose := app.Label().For("file-input").Class("btn")
	if !slim {
		choose.Class("btn-main")
	}
	if !s.Ready() {
		in.Disabled(true)
		choose.Class("waiting")
	} else if app.IsClient {
		in.Disabled(false)
	}
	area := app.Div().Class("drop")
	if slim {
		area.Class("slim")
	}
	return area.Body(
		app.H2().Text(title),
		app.P().Class("formats").Body(app.Span().Text("CSV"), app.Text(" "), app.Span().Text("TSV"), app.Text(" "), app.Span().Text("Excel .xlsx"), app.Text(" "), app.Span().Text("Parquet"), app.Text(" "), app.Span().Text("SPSS"), app.Text(" "), app.Span().Text("Stata"), app.Text(" "), app.Span().Text("gzip"), app.Text(" "), app.Span().Text("zip")),
		in, choose.Text(label),
		ui.Slot(openNote(s)),
		app.P().ID("drop-help").Class("small muted").Body(app.Text("Opening a file uses no privacy budget and publishes nothing. Any length. A codebook or schema may come with it. Or drop a "), app.Code().Text("release.json"), app.Text(" to view, check or compare it.")),
		pasteArea(s),
	)
}

// pasteArea takes text in place of a file. It becomes a file at once, in the browser:
// the page does not read it.
func pasteArea(s *state.State) app.UI {
	return app.Details().Class("paste").Body(app.Summary().Text("or paste text"),
		app.Div().Class("stack-s").Body(
			app.Label().For("paste").Class("label").Text("A table with a header line"),
			app.Textarea().ID("paste").Class("w-full").Rows(6).Attr("spellcheck", "false"),
			ui.Button("paste-button", "Read this text", func() { takePaste(s) }, "btn-s")))
}
