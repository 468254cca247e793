package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/goapp"
	"privatepca/app/language"
)

// An Inbox takes the messages of a page's controls. A control holds its message, not what is done: go-app keeps the handler that it has where the new
// one has the same code and scope, whatever it closes over. So the scope of each handler here is its message as text, and none is ever another's.
type Inbox struct {
	Deliver func(effect.Msg)
	Spot    func(app.Context, app.Event) (at Spot, ok bool) // where an event is in a drawing
	Choice  func(app.Context) app.Value                     // what was chosen in a control, in the handler of its event
	Chosen  func(app.Value) []client.NamedFile

	Counts     func(e app.Event, button string) bool // whether the click on a button that must be deliberate counts
	TypePhrase func(text string)                     // takes what is typed for it

	Pause func() // gives the browser its turn; nil for never

	Parts int // how often a part was drawn, so far
}

// Rest gives the browser its turn, where the task at hand has lasted long.
func (to *Inbox) Rest() {
	if to.Pause != nil {
		to.Pause()
	}
}

// scope is a message as text.
func scope(msg effect.Msg) string { return fmt.Sprintf("%T %+v", msg, msg) }

// send is a handler that delivers a message, with its scope.
func (to *Inbox) send(msg effect.Msg) (app.EventHandler, string) {
	return func(app.Context, app.Event) { to.Deliver(msg) }, scope(msg)
}

// Button is a button that sends a message.
func (to *Inbox) Button(id, text string, msg effect.Msg, classes ...string) app.HTMLButton {
	handler, of := to.send(msg)
	return app.Button().ID(id).Type("button").Class(append([]string{"btn"}, classes...)...).Text(language.Say(text)).OnClick(handler, of)
}

// Radio is one choice of a group.
func (to *Inbox) Radio(id, group string, checked bool, msg effect.Msg) app.HTMLInput {
	handler, of := to.send(msg)
	return app.Input().ID(id).Type("radio").Name(group).Checked(checked).OnChange(handler, of)
}

// Line is a line of text. The maker is given what was typed.
func (to *Inbox) Line(id, value string, made func(text string) effect.Msg) *goapp.Field {
	return goapp.Line(id, value, func(text string) { to.Deliver(made(text)) })
}

// Lines is text of several lines.
func (to *Inbox) Lines(id, value string, rows int, made func(text string) effect.Msg) *goapp.Field {
	return goapp.Lines(id, value, rows, func(text string) { to.Deliver(made(text)) })
}

// Number is a short text control with its fault and a line of help, for a number that is neither negative nor written with an
// exponent: a phone shows its pad of digits, which on some has neither sign nor letter.
func (to *Inbox) Number(id, label, value string, made func(text string) effect.Msg, wrong, help string) app.UI {
	return Written(id, label, to.Line(id, value, made).Attr("inputmode", "decimal"), wrong, help)
}

// Toggle is a button that is pressed or not.
func (to *Inbox) Toggle(text string, pressed bool, msg effect.Msg, class string) app.HTMLButton {
	handler, of := to.send(msg)
	return app.Button().Type("button").Class(class).Aria("pressed", pressed).Text(language.Say(text)).OnClick(handler, of)
}

// Again is a radio button that sends a message also where it is pressed already: no change event tells of that.
func (to *Inbox) Again(radio app.HTMLInput, msg effect.Msg) app.HTMLInput {
	handler, of := to.send(msg)
	return radio.OnClick(handler, of)
}

// Keys has a line of text send a message when the Enter key is pressed in it, and another when the Escape key is.
func (to *Inbox) Keys(line *goapp.Field, enter, escape effect.Msg) *goapp.Field {
	return line.Keys(func(key string) {
		switch key {
		case "Enter":
			to.Deliver(enter)
		case "Escape":
			to.Deliver(escape)
		}
	})
}

// A Spot is a place in a drawing: how wide that is, and how far from its left and its top, in its own units.
type Spot struct{ Width, X, Y float64 }

// Pointing has a click in a drawing that stands in the element send a message. The maker is given where it was.
func (to *Inbox) Pointing(id string, made func(at Spot) effect.Msg) app.HTMLDiv {
	return app.Div().ID(id).OnClick(func(ctx app.Context, e app.Event) {
		if at, ok := to.Spot(ctx, e); ok {
			to.Deliver(made(at))
		}
	}, scope(made(Spot{})))
}

// Choose is a drop-down list. The maker is given the value that was chosen.
func (to *Inbox) Choose(id, value string, options []Option, made func(value string) effect.Msg) app.HTMLSelect {
	return app.Select().ID(id).Body(drawOptions(id, value, options)...).
		OnChange(func(ctx app.Context, _ app.Event) { to.Deliver(made(to.Choice(ctx).String())) }, scope(made("")))
}

// Tick is a box to tick, with a line of help.
func (to *Inbox) Tick(id, text, help string, on bool, made func(on bool) effect.Msg) app.UI {
	if choice, waits := goapp.WaitingChoice(id); waits {
		on = choice.Bool()
	}
	said := app.Span().Text(language.Say(text))
	if help != "" {
		said = app.Span().Body(app.Text(language.Say(text)), app.Small().Text(language.Say(help)))
	}
	return app.Label().Class("choice").Body(app.Input().ID(id).Type("checkbox").Checked(on).
		OnChange(func(ctx app.Context, _ app.Event) { to.Deliver(made(to.Choice(ctx).Bool())) }, scope(made(false))), said)
}

// Files is a control that chooses files. The maker is given them; it holds nothing else, since handles have no text.
func (to *Inbox) Files(id, accept string, made func([]client.NamedFile) effect.Msg) app.HTMLInput {
	return app.Input().ID(id).Type("file").Class("vh").Accept(accept).
		OnChange(func(ctx app.Context, _ app.Event) {
			if files := to.Chosen(ctx.JSSrc()); len(files) > 0 {
				to.Deliver(made(files))
			}
		}, scope(made(nil)))
}
