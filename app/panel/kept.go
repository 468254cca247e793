package panel

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/ui"
)

// A Kept is what can be done with kept answers.
type Kept struct {
	Exports   bool // there are some to export
	Forgotten bool // they were forgotten just now
	Off       bool // those about the open file are not kept, since they were forgotten
	Keeps     bool // the browser keeps texts for this page
}

// Buttons export and forget.
func (k Kept) Buttons(to *ui.Inbox) app.UI {
	var row []app.UI
	if k.Exports {
		row = append(row, to.Button("export-answers", "Export the answers", job.Do{Act: job.ExportAnswers}, "btn-s"))
	}
	switch {
	case k.Forgotten:
		row = append(row, app.Span().ID("forgotten").Attr("role", "status").Class("help").Text(language.Say("Forgotten: the browser keeps no answers now.")),
			to.Button("remember-answers", "Undo", job.Do{Act: job.RecallAnswers}, "btn-s"))
	case k.Off:
		row = append(row, to.Button("keep-answers", "Keep them again", job.Do{Act: job.KeepAnswers}, "btn-s"))
	case k.Keeps:
		row = append(row, to.Button("forget-answers", "Forget all kept answers", job.Do{Act: job.ForgetAnswers}, "btn-s", "btn-quiet"))
	}
	return app.Div().Class("row").Body(row...)
}
