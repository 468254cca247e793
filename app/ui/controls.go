package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/goapp"
	"privatepca/app/language"
)

// An Option is one of a drop-down list: what its event gives, and what people read.
type Option struct{ Value, Text string }

// drawOptions are the options of a list; a choice that was not read yet stands as it was made.
func drawOptions(id, value string, options []Option) []app.UI {
	var body []app.UI
	if choice, waits := goapp.WaitingChoice(id); waits {
		value = choice.String()
	}
	for _, o := range options {
		body = append(body, app.Option().Value(o.Value).Selected(o.Value == value).Text(language.Say(o.Text)))
	}
	return body
}

// Fault is the message under a control whose answer is wrong; empty text takes no room.
func Fault(id, text string) app.UI {
	return app.P().ID(id).Class("fault").Text(language.Say(text))
}

// Invalid marks a control as wrong and points to its message.
func Invalid(in *goapp.Field, message, messageID string) *goapp.Field {
	return in.Aria("invalid", message != "").Aria("describedby", messageID)
}

// Written is a short text control with its label, its fault and a line of help.
func Written(id, label string, in *goapp.Field, wrong, help string) app.UI {
	return app.Div().Class("field").Body(
		app.Label().For(id).Text(language.Say(label)),
		Invalid(in.Class("w-m"), wrong, id+"-fault"),
		Fault(id+"-fault", wrong),
		app.P().Class("help").Text(language.Say(help)),
	)
}
