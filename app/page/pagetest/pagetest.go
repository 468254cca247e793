//go:build !js

package pagetest

import (
	"net/url"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/goapp"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/ui"
)

// A Visit is a page in view, with what a visitor does to it.
type Visit struct {
	*page.Page
	Screen *tabtest.Screen // the browser, which keeps what it was asked for
	State  *tabtest.State

	t       testing.TB
	shown   app.Composer
	at      string // its address
	engine  app.ClientDispatcher
	worker  *tabtest.Worker
	texts   *tabtest.Texts // that the browser keeps; nil where nobody asks
	heard   int            // how many requests the worker has answered, or was left with
	began   int            // how many workers have said that they are ready
	unheld  bool           // what is drawn is not compared, to save time
	changed string         // the messages at which a value was changed in place
}

// At visits the page at an address, in a state of tabtest.
func At(t testing.TB, s *tabtest.State, path string) *Visit {
	t.Helper()
	screen := s.Screen
	v := &Visit{Page: s.Page, Screen: screen, State: s, t: t}
	screen.OnDraw(v.Draw)
	to := v.Inbox()
	to.Choice = func(ctx app.Context) app.Value { return ctx.JSSrc() }
	to.Spot = func(ctx app.Context, _ app.Event) (ui.Spot, bool) {
		c, _ := ctx.JSSrc().(chosen)
		return c.spot, c.spot.Width > 0
	}
	to.Chosen = func(source app.Value) []client.NamedFile { return source.(chosen).files }
	v.watch(page.Update)
	v.To(path)
	t.Cleanup(func() { v.engine.Close() })
	return v
}

// An update takes a message, as page.Update does.
type update = func(page.Model, effect.Msg, func()) (page.Model, []effect.Effect)

// watch has an update take the messages, and notes where it changes a value in place.
func (v *Visit) watch(taken update) {
	v.Handle = func(m page.Model, msg effect.Msg, pause func()) (page.Model, []effect.Effect) {
		before := fingerprint(m)
		next, effects := taken(m, msg, pause)
		if fingerprint(m) != before {
			v.changed = strings.TrimSpace(v.changed + " " + typeOf(msg))
		}
		return next, effects
	}
}

// To goes to another page.
func (v *Visit) To(path string) {
	v.t.Helper()
	if v.engine != nil {
		v.engine.Close()
	}
	v.shown, v.at = v.Page.At(path), path
	v.engine = app.NewClientTester(v.shown)
	v.engine.Nav(&url.URL{Path: path})
	v.Settle()
}

// Settle has what changed drawn, and holds the page to its rules.
func (v *Visit) Settle() {
	v.t.Helper()
	v.engine.Consume()
	v.engine.Consume() // what was mounted is drawn twice
	if v.changed != "" {
		v.t.Fatalf("a value was changed in place at %s", v.changed)
	}
	if v.unheld {
		return
	}
	if got, want := v.HTML(), v.fresh(); got != want {
		v.t.Fatalf("what is drawn again is not what a fresh page shows:\n%s", difference(got, want))
	}
}

// HTML is the page in view, as HTML with the attributes of each element in order.
func (v *Visit) HTML() string { return text(v.shown) }

// Says reports whether the page in view has that text, as HTML.
func (v *Visit) Says(text string) bool { return strings.Contains(v.HTML(), text) }

// fresh is the same page, drawn anew.
func (v *Visit) fresh() string {
	c := v.Again(v.shown)
	engine := app.NewClientTester(c)
	defer engine.Close()
	return text(c)
}

// Has reports whether the page in view has an element of that id.
func (v *Visit) Has(id string) bool { return v.find(id) != nil }

// Press clicks the button, or chooses the radio button, of that id. It reports whether there is one that can be pressed.
func (v *Visit) Press(id string) bool {
	v.t.Helper()
	return v.fire(id, "click", nil) || v.fire(id, "change", chosen{})
}

// Point clicks at a place in a drawing that stands in the element of that id.
func (v *Visit) Point(id string, at ui.Spot) bool {
	v.t.Helper()
	return v.fire(id, "click", chosen{spot: at})
}

// Choose chooses the value of a list.
func (v *Visit) Choose(id, value string) bool {
	v.t.Helper()
	return v.fire(id, "change", chosen{text: value})
}

// Tick ticks a box, or takes its tick away.
func (v *Visit) Tick(id string, on bool) bool {
	v.t.Helper()
	return v.fire(id, "change", chosen{on: on})
}

// Give chooses files.
func (v *Visit) Give(id string, files ...client.NamedFile) bool {
	v.t.Helper()
	return v.fire(id, "change", chosen{files: files})
}

// Type writes a text into a field, in place of what stands there.
func (v *Visit) Type(id, text string) bool {
	v.t.Helper()
	var field *goapp.Field
	walk(v.shown, func(e app.UI) {
		if f, ok := e.(*goapp.Field); ok && f.ID == id && f.Receive != nil {
			field = f
		}
	})
	if field == nil {
		return false
	}
	v.engine.Emit(field, func() {
		if field.Receive != nil { // else it was drawn again meanwhile, as one that its table listens to
			field.Receive(text)
		}
	})
	v.Settle()
	return true
}

// A Control is what a visitor can use now.
type Control struct {
	ID, Tag, Type string
	Values        []string // of a list
}

// used reports whether something is clicked or chosen in an element. Letters are typed into a Field.
func used(e app.UI) bool {
	h := handlers(e)
	return h["click"] != nil || h["change"] != nil
}

// Controls lists what can be used now, in the order of the page.
func (v *Visit) Controls() (list []Control) {
	walk(v.shown, func(e app.UI) {
		if f, ok := e.(*goapp.Field); ok {
			list = append(list, Control{ID: f.ID, Tag: "field"})
			return
		}
		if id := attribute(e, "id"); id != "" && !off(e) && used(e) {
			c := Control{ID: id, Tag: strings.TrimPrefix(strings.ToLower(typeOf(e)), "*app.html"), Type: attribute(e, "type")}
			walk(e, func(o app.UI) {
				if value := attribute(o, "value"); value != "" {
					c.Values = append(c.Values, value)
				}
			})
			list = append(list, c)
		}
	})
	return list
}
