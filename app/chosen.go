package app

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// A drop-down list or a box changes at once, too, while its event waits (see field). A
// drawing may set it back meanwhile, so the choice is kept apart, as the control's
// property "chosen", until its event is read. Radio buttons need none of this: each
// one's event says by itself which was chosen.

// keepChoices does so for as long as the page lives, before any other listener.
func keepChoices() {
	app.Window().Call("addEventListener", "change", app.FuncOf(func(_ app.Value, args []app.Value) any {
		control := args[0].Get("target")
		switch control.Get("type").String() {
		case "checkbox", "select-one":
			control.Set("chosen", standing(control))
		}
		return nil
	}), true)
}

// chosen reads a choice, in the handler of its event.
func chosen(ctx app.Context) app.Value {
	control := ctx.JSSrc()
	defer control.Delete("chosen")
	if choice := control.Get("chosen"); !choice.IsUndefined() {
		return choice
	}
	return standing(control) // two choices before the first event was read: it told of both
}

func standing(control app.Value) app.Value {
	if control.Get("type").String() == "checkbox" {
		return control.Get("checked")
	}
	return control.Get("value")
}

// unread is a choice whose event still waits. The control is drawn so: the next arrow
// key goes on from what the reader sees.
func unread(id string) (choice app.Value, waits bool) {
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
