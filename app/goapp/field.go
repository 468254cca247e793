package goapp

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// What go-app does: it sets a control's value at each drawing that changes it, and runs the
// handler of an event when its turn comes. Why it hurts: a keystroke changes a text
// control at once, while its event waits until the page has been drawn; a drawing that
// wrote the state's text then would take the last keystrokes away, and the waiting events,
// which read the control, would never hold them. It also sets attributes in no order,
// which misplaces sliders. Upstream issue: none known. It can go when go-app writes a
// control only where the state's own value has changed since the control's last event.

// A Field is a text control, or a slider. All of the page's are Fields, since what
// stands in such a control changes at two ends. It is written by these rules:
//
//   - The control itself keeps the text that the state has last taken from it or given
//     to it, as its property "known". Where it holds another, it is ahead of the state.
//   - A control that is ahead is left alone: an event that holds it is on its way.
//   - One that is not is written only if the state says something else, which is then
//     the program's doing: a value that was proposed, imported, or set in bulk.
//
// Thus typing never writes, and the cursor stays where it is.
type Field struct {
	app.Compo
	Tag     string // "input" or "textarea"
	ID      string
	Text    string // what the state holds
	Attrs   []Attribute
	Receive func(string) // takes what was typed; nil where a parent listens, see Acknowledge
	Pressed func(string) // takes the names of keys as they are pressed; nil where nobody listens
	Times   int          // how often a parent received it: another number draws the field again, though its text is the old one

	first string // what it held when it was made; never changes, so that go-app writes it once
}

// An Attribute is one of a Field's element.
type Attribute struct {
	name  string
	value any
}

// Line is a line of text.
func Line(id, text string, receive func(string)) *Field {
	f := &Field{Tag: "input", ID: id, Text: text, Receive: receive}
	return f.Attr("type", "text").Attr("autocomplete", "off").Attr("spellcheck", "false")
}

// Lines is text of several lines.
func Lines(id, text string, rows int, receive func(string)) *Field {
	f := &Field{Tag: "textarea", ID: id, Text: text, Receive: receive}
	return f.Attr("rows", rows).Attr("spellcheck", "false")
}

// Keys has somebody told which keys are pressed in it.
func (f *Field) Keys(pressed func(key string)) *Field {
	f.Pressed = pressed
	return f
}

// Attr sets an attribute, the last one of a name counts; classes add up.
func (f *Field) Attr(name string, value any) *Field {
	f.Attrs = append(f.Attrs, Attribute{name, value})
	return f
}

// Aria sets an attribute aria-name.
func (f *Field) Aria(name string, value any) *Field { return f.Attr("aria-"+name, value) }

// Class adds a class.
func (f *Field) Class(name string) *Field { return f.Attr("class", name) }

// DataSet sets an attribute data-name.
func (f *Field) DataSet(name string, value any) *Field { return f.Attr("data-"+name, value) }

// Disabled says whether the control can be used.
func (f *Field) Disabled(on bool) *Field { return f.Attr("disabled", on) }

// Placeholder sets the text that stands in an empty control.
func (f *Field) Placeholder(text string) *Field { return f.Attr("placeholder", text) }

// Received says how often a parent received what was typed.
func (f *Field) Received(times int) *Field {
	f.Times = times
	return f
}

// OnMount puts a slider where it belongs: go-app sets attributes in no order, and a
// value that is set before the range and the step is rounded to others.
func (f *Field) OnMount(app.Context) {
	if control := f.JSValue(); control.Get("type").String() == "range" {
		give(control, f.Text)
	}
}

// Render implements app.Composer.
func (f *Field) Render() app.UI {
	switch {
	case !f.Mounted() || app.IsServer: // where nothing keeps a text of its own
		f.first = f.Text
	case app.IsClient:
		f.write(f.JSValue())
	}
	if f.Tag == "textarea" {
		return dress(app.Textarea(), f)
	}
	return dress(app.Input(), f)
}

// dress gives a control what its field says.
func dress[E interface {
	ID(string, ...any) E
	Attr(string, any) E
	OnInput(app.EventHandler, ...any) E
	OnKeyDown(app.EventHandler, ...any) E
}](control E, f *Field) E {
	control = control.ID(f.ID).Attr("value", f.first)
	for _, a := range f.Attrs {
		control = control.Attr(a.name, a.value)
	}
	if f.Receive != nil {
		control = control.OnInput(f.listen)
	}
	if f.Pressed != nil {
		control = control.OnKeyDown(f.press)
	}
	return control
}

func (f *Field) listen(ctx app.Context, _ app.Event) {
	control := ctx.JSSrc()
	text := control.Get("value").String()
	Acknowledge(control, text)
	f.Receive(text)
}

// press tells which key was pressed, unless the key is part of writing a letter.
func (f *Field) press(_ app.Context, e app.Event) {
	if !e.Get("isComposing").Truthy() {
		f.Pressed(e.Get("key").String())
	}
}

// write writes the control if that is called for. It does not let go of the thread,
// so nothing is typed between the look and the writing.
func (f *Field) write(control app.Value) {
	holds, known := control.Get("value").String(), strings.TrimSpace(f.first) // as go-app writes it
	if last := control.Get("known"); !last.IsUndefined() {
		known = last.String()
	}
	switch {
	case control.Get("id").String() != f.ID: // drawn again as another field
		give(control, f.Text)
	case holds != known: // ahead
	case strings.TrimSpace(holds) != strings.TrimSpace(f.Text): // answers are kept without the spaces around them
		give(control, f.Text)
	}
}

// give writes a control.
func give(control app.Value, text string) {
	control.Set("value", text)
	Acknowledge(control, control.Get("value").String()) // which a slider rounds
}

// Acknowledge notes the text that the state has taken from a control.
func Acknowledge(control app.Value, text string) { control.Set("known", text) }
