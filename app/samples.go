package app

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// A sample is a bundled table with its schema, made up from a public model.
type sample struct{ name, title, about string }

var samples = []sample{
	{"two-directions", "Synthetic, two directions", "5,000 × 10 · schema included"},
	{"clinic-visits", "Clinic visits, made up", "4,000 × 12 · schema included"},
}

func sampleChips(s *session) []app.UI {
	var out []app.UI
	for _, m := range samples {
		b := app.Button().ID("sample-"+m.name).Type("button").Class("chip").
			Body(app.B().Text(m.title), app.Span().Text(m.about)).
			OnClick(func(app.Context, app.Event) { s.openSample(m) }, m.name)
		if !s.ready() {
			b.Disabled(true)
		} else if app.IsClient {
			b.Disabled(false)
		}
		out = append(out, b)
	}
	return out
}

// openSample fetches a bundled sample, which the service worker keeps for use
// without a network, and opens it as any other file.
func (s *session) openSample(m sample) {
	failed := func(app.Value) {
		s.deliver(func() {
			s.trouble = noSample()
			s.change()
		})
	}
	get := func(url, as string, then func(app.Value)) {
		client.Await(app.Window().Call("fetch", url), func(response app.Value) {
			if !response.Get("ok").Bool() {
				failed(nil)
				return
			}
			client.Await(response.Call(as), then, failed)
		}, failed)
	}
	get(client.At("/web/samples/"+m.name+".schema.json"), "text", func(text app.Value) {
		schemaText := []byte(text.String())
		get(client.At("/web/samples/"+m.name+".csv"), "blob", func(blob app.Value) {
			parts := app.Window().Get("Array").New()
			parts.Call("push", blob)
			f := app.Window().Get("File").New(parts, m.name+".csv")
			s.deliver(func() { s.chooseFile(f, schemaText) })
		})
	})
}
