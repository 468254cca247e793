package app

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// A field is a text control, or a slider. All of the page's are fields, since what
// stands in such a control changes at two ends. A keystroke changes it at once, while
// its event waits until the page has been drawn; a drawing that wrote the state's text
// then would take the last keystrokes away, and the waiting events, which read the
// control, would never tell of them. So a field is written by what follows:
//
//   - The control itself keeps the text that the state has last taken from it or given
//     to it, as its property "heard". Where it holds another, it is ahead of the state.
//   - A control that is ahead is left alone: an event that tells of it is on its way.
//   - One that is not is written only if the state says something else, which is then
//     the program's doing: a value that was proposed, imported, or set in bulk.
//
// Thus typing never writes, and the cursor stays where it is.
type field struct {
	app.Compo
	Tag   string // "input" or "textarea"
	ID    string
	Text  string // what the state holds
	Attrs []attribute
	Hear  func(string) // takes what was typed; nil where a parent listens, see took
	Times int          // how often a parent heard it: another number draws the field again, though its text is the old one

	first string // what it held when it was made; never changes, so that go-app writes it once
}

type attribute struct {
	name  string
	value any
}

// typed is a line of text.
func typed(id, text string, hear func(string)) *field {
	f := &field{Tag: "input", ID: id, Text: text, Hear: hear}
	return f.Attr("type", "text").Attr("autocomplete", "off").Attr("spellcheck", "false")
}

// lines is text of several lines.
func lines(id, text string, rows int, hear func(string)) *field {
	f := &field{Tag: "textarea", ID: id, Text: text, Hear: hear}
	return f.Attr("rows", rows).Attr("spellcheck", "false")
}

// Attr sets an attribute, the last word of a name counts; classes add up.
func (f *field) Attr(name string, value any) *field {
	f.Attrs = append(f.Attrs, attribute{name, value})
	return f
}

func (f *field) Aria(name string, value any) *field    { return f.Attr("aria-"+name, value) }
func (f *field) Class(name string) *field              { return f.Attr("class", name) }
func (f *field) DataSet(name string, value any) *field { return f.Attr("data-"+name, value) }
func (f *field) Disabled(on bool) *field               { return f.Attr("disabled", on) }
func (f *field) Placeholder(text string) *field        { return f.Attr("placeholder", text) }

// OnMount puts a slider where it belongs: go-app sets attributes in no order, and a
// value that is set before the range and the step is rounded to others.
func (f *field) OnMount(app.Context) {
	if control := f.JSValue(); control.Get("type").String() == "range" {
		give(control, f.Text)
	}
}

func (f *field) Render() app.UI {
	switch {
	case !f.Mounted():
		f.first = f.Text
	case app.IsClient:
		f.settle(f.JSValue())
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
}](control E, f *field) E {
	control = control.ID(f.ID).Attr("value", f.first)
	for _, a := range f.Attrs {
		control = control.Attr(a.name, a.value)
	}
	if f.Hear != nil {
		control = control.OnInput(f.listen)
	}
	return control
}

// Heard says how often a parent heard it.
func (f *field) Heard(times int) *field {
	f.Times = times
	return f
}

func (f *field) listen(ctx app.Context, _ app.Event) {
	control := ctx.JSSrc()
	text := control.Get("value").String()
	took(control, text)
	f.Hear(text)
}

// settle writes the control if that is called for. It does not let go of the thread,
// so nothing is typed between the look and the writing.
func (f *field) settle(control app.Value) {
	holds, known := control.Get("value").String(), strings.TrimSpace(f.first) // as go-app writes it
	if heard := control.Get("heard"); !heard.IsUndefined() {
		known = heard.String()
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
	took(control, control.Get("value").String()) // which a slider rounds
}

// took notes what the state took from a control.
func took(control app.Value, text string) { control.Set("heard", text) }
