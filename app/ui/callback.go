package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/goapp"
)

// A Changer is called when a control has set its value.
type Changer interface{ Change() }

// An Option is one of a drop-down list: what its event gives, and what people read.
type Option struct{ Value, Text string }

// Choose is a drop-down list.
func Choose(s Changer, id, value string, options []Option, set func(string)) app.HTMLSelect {
	return app.Select().ID(id).Body(drawOptions(id, value, options)...).
		OnChange(func(ctx app.Context, e app.Event) {
			set(goapp.Choice(ctx).String())
			s.Change()
		}, id)
}

// drawOptions are the options of a list; a choice that was not read yet stands as it was made.
func drawOptions(id, value string, options []Option) []app.UI {
	var body []app.UI
	if choice, waits := goapp.WaitingChoice(id); waits {
		value = choice.String()
	}
	for _, o := range options {
		body = append(body, app.Option().Value(o.Value).Selected(o.Value == value).Text(o.Text))
	}
	return body
}

// Button acts on a click.
func Button(id, text string, act func(), classes ...string) app.HTMLButton {
	return app.Button().ID(id).Type("button").Class(append([]string{"btn"}, classes...)...).Text(text).
		OnClick(func(ctx app.Context, e app.Event) { act() }, id)
}

// Fault is the message under a control whose answer is wrong; empty text takes no room.
func Fault(id, text string) app.UI {
	return app.P().ID(id).Class("fault").Text(text)
}

// Invalid marks a control as wrong and points to its message.
func Invalid(in *goapp.Field, message, messageID string) *goapp.Field {
	return in.Aria("invalid", message != "").Aria("describedby", messageID)
}

// Written is a short text control with its label, its fault and a line of help.
func Written(id, label string, in *goapp.Field, wrong, help string) app.UI {
	return app.Div().Class("field").Body(
		app.Label().For(id).Text(label),
		Invalid(in.Class("w-m"), wrong, id+"-fault"),
		Fault(id+"-fault", wrong),
		app.P().Class("help").Text(help),
	)
}
