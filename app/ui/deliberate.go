package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/goapp"
	"privatepca/app/language"
)

// A Phrase is what a visitor of a frame types before a button counts: what the button does, and a number that the site around cannot read. The zero
// Phrase stands outside of a frame, where every click counts.
type Phrase struct {
	Button, Box string // ids of the button, and of what must be in plain view
	Words       string // to be typed; "" outside of a frame
	Typed       string
	Refusal     string // why a click did not count; "" for nothing
}

// Deliberate is a button that counts only where the visitor has typed what it does. The browser's own event says whether it counts, before the message
// is sent.
func (to *Inbox) Deliberate(p Phrase, does string, button app.HTMLButton, msg effect.Msg) app.UI {
	return to.Boxed(p, does, button.ID(p.Button).Type("button").OnClick(func(_ app.Context, e app.Event) {
		if to.Counts(e, p.Button) {
			to.Deliver(msg)
		}
	}, scope(msg)))
}

// Boxed is a deliberate button in its box, with the sentence and the field, all of which must be in plain view. Outside of a frame it is the button alone.
func (to *Inbox) Boxed(p Phrase, does string, button app.UI) app.UI {
	if p.Words == "" {
		return button
	}
	return app.Div().ID(p.Box).Class("panel stack-s deliberate").Body(
		app.Div().Class("field").Body(
			app.Label().For("typed-phrase").Body(Rich("This button "+does+". To do so, type ", language.Keep(p.Words))...),
			goapp.Line("typed-phrase", p.Typed, to.TypePhrase).Class("w-m").Attr("autocapitalize", "none").Attr("spellcheck", "false"),
		),
		button,
		app.P().Class("help").Text(language.Say("Another site shows this frame and could cover parts of it. It can neither read the number nor type for you. If other words stand around this box, do not type.")),
	)
}

// Refused says why a click did not count; nil where it did.
func (p Phrase) Refused() app.UI {
	if p.Refusal == "" {
		return nil
	}
	return app.P().ID("not-deliberate").Class("fault").Attr("role", "alert").Text(language.Say(p.Refusal))
}
