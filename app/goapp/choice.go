package goapp

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// What go-app does: it runs the handler of an event when its turn comes, after drawings
// that were already due. Why it hurts: a drop-down list or a box changes at once, and a
// drawing may set it back before its event is read, which then holds the old choice.
// Upstream issue: none known. It can go when go-app reads a control in the browser's own
// event, or leaves alone a control whose event waits.
//
// So the choice is kept apart, as the control's property "chosen", until its event is
// read. Radio buttons need none of this: each one's event says by itself which was chosen.
// See Field for text.

// KeepChoices keeps choices for as long as the page lives, before any other listener.
func KeepChoices() {
	app.Window().Call("addEventListener", "change", app.FuncOf(func(_ app.Value, args []app.Value) any {
		control := args[0].Get("target")
		switch control.Get("type").String() {
		case "checkbox", "select-one":
			control.Set("chosen", current(control))
		}
		return nil
	}), true)
}

// Choice reads a choice, in the handler of its event: the value of a list, or whether a
// box is ticked.
func Choice(ctx app.Context) app.Value {
	control := ctx.JSSrc()
	defer control.Delete("chosen")
	if choice := control.Get("chosen"); !choice.IsUndefined() {
		return choice
	}
	return current(control) // two choices before the first event was read: it stood for both
}

func current(control app.Value) app.Value {
	if control.Get("type").String() == "checkbox" {
		return control.Get("checked")
	}
	return control.Get("value")
}

// WaitingChoice is a choice whose event still waits. The control is drawn with it: the
// next arrow key goes on from what the reader sees.
func WaitingChoice(id string) (choice app.Value, waits bool) {
	if app.IsServer {
		return nil, false
	}
	control := app.Window().GetElementByID(id)
	if !control.Truthy() {
		return nil, false
	}
	choice = control.Get("chosen")
	return choice, !choice.IsUndefined()
}
