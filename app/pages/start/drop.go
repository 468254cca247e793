package start

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/ui"
)

// Endings are those of the files that the page can take.
const Endings = ".csv,.tsv,.tab,.txt,.gz,.json,.jsonld,.xml,.yaml,.yml,.parquet,.xlsx,.xlsm,.sav,.zsav,.dta,.zip,.zst"

// A Drop is where a file is dropped or chosen. It is slim, and its button not the main one, where there is something to continue.
type Drop struct {
	Ready   bool // a file can be chosen
	Slim    bool
	Loose   bool   // the page came from a host without headers, and not from what the browser stored of it
	Endings string // that the control for files offers
}

// Draw implements ui.Drawn.
func (d Drop) Draw(to *ui.Inbox) app.UI {
	label, title := "Choose a file", "Drop a table: one row per record"
	if d.Slim {
		title = "Another table: one row per record"
	}
	if !d.Ready {
		label = "Starting …"
	}
	in := to.Files("file-input", d.Endings, func(files []effect.File) effect.Msg { return job.Received{Files: files} }).Multiple(true).Aria("describedby", "drop-help")
	choose := app.Label().For("file-input").Class("btn")
	if !d.Slim {
		choose.Class("btn-main")
	}
	if !d.Ready {
		in.Disabled(true)
		choose.Class("waiting")
	} else if app.IsClient {
		in.Disabled(false)
	}
	area := app.Div().Class("drop")
	if d.Slim {
		area.Class("slim")
	}
	return area.Body(
		app.H2().Text(language.Say(title)),
		app.P().Class("formats").Body(app.Span().Text(language.Say("CSV")), app.Text(" "), app.Span().Text(language.Say("TSV")), app.Text(" "), app.Span().Text(language.Say("Excel .xlsx")), app.Text(" "), app.Span().Text(language.Say("Parquet")), app.Text(" "), app.Span().Text(language.Say("SPSS")), app.Text(" "), app.Span().Text(language.Say("Stata")), app.Text(" "), app.Span().Text(language.Say("gzip")), app.Text(" "), app.Span().Text(language.Say("zip"))),
		in, choose.Text(language.Say(label)),
		ui.Slot(d.looseNote()),
		app.P().ID("drop-help").Class("small muted").Body(app.Text(language.Say("Opening a file uses no privacy budget and publishes nothing. Any length. A codebook or schema may come with it. Or drop a ")), app.Code().Text("release.json"), app.Text(language.Say(" to view, check or compare it."))),
		// Pasted text becomes a file at once, in the browser: the page does not read it.
		app.Details().Class("paste").Body(app.Summary().Text(language.Say("or paste text")),
			app.Div().Class("stack-s").Body(
				app.Label().For("paste").Class("label").Text(language.Say("A table with a header line")),
				app.Textarea().ID("paste").Class("w-full").Rows(6).Attr("spellcheck", "false"),
				to.Button("paste-button", "Read this text", Paste{d.Ready}, "btn-s"))))
}

// looseNote says what a page can do that came from a host without headers and not from what the browser stored of it: the page cannot forbid it itself.
func (d Drop) looseNote() app.UI {
	if !d.Loose {
		return nil
	}
	return ui.Note("note-caution", "warn", app.P().ID("not-stored").Body(ui.Rich("", "This visit is less closed than others.",
		" The site’s host sends no security headers, and the page did not come from your browser’s own copy, which has them. Your records are kept in by the worker’s rules. But a harmful script in this page could pass on what you type or release: by leaving the page, by a window, or by WebRTC. Reload the page. If this note stays, as in a private window or after a forced reload, use another browser window, or a site that sends headers.")...))
}
