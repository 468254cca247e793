package columns

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
)

// A Kept says what is kept of the answers, and lets them be exported and forgotten.
type Kept struct {
	Why  string // they are not kept; "" where they are
	None bool   // the browser keeps nothing for this page, as in a frame, where nothing is amiss
	panel.Kept
}

// Draw implements ui.Drawn.
func (k Kept) Draw(to *ui.Inbox) app.UI {
	buttons := k.Buttons(to)
	if k.Why == "" {
		return panel.Fold("answers", "Export or forget", []app.UI{app.Text(language.Say("Your answers are kept in this browser as you type."))},
			app.P().ID("kept").Class("help").Text(language.Say("They are kept by the names of the columns. A file with the same names opens with them. Answers are public by definition; the records are not kept.")), buttons)
	}
	body := []app.UI{app.H2().Class("eyebrow").Text(language.Say("Your answers"))}
	if k.None {
		body = append(body, app.P().ID("not-kept").Class("help").Text(language.Say(k.Why)))
	} else {
		body = append(body, ui.Note("note-caution", "warn", app.P().ID("not-kept").Text(language.Say(k.Why))))
	}
	return app.Div().Class("panel stack-s").Body(append(body, buttons)...)
}
