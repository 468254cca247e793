package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/state"
)

// A sample is a bundled table with its schema, made up from a public model.
type sample struct{ name, title, about string }

var samples = []sample{
	{"two-directions", "Synthetic, two directions", "5,000 × 10 · schema included"},
	{"clinic-visits", "Clinic visits, made up", "4,000 × 12 · schema included"},
}

func sampleChips(s *state.State) []app.UI {
	var out []app.UI
	for _, m := range samples {
		b := app.Button().ID("sample-"+m.name).Type("button").Class("chip").
			Body(app.B().Text(m.title), app.Span().Text(m.about)).
			OnClick(func(app.Context, app.Event) { openSample(s, m) }, m.name)
		if !s.Ready() {
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
func openSample(s *state.State, m sample) {
	failed := func() {
		s.Screen.Post(func() {
			s.Notice.Fault = state.NoSample()
			s.Change()
		})
	}
	browser.FetchText("/web/samples/"+m.name+".schema.json", func(text string, ok bool) {
		if !ok {
			failed()
			return
		}
		browser.FetchFile("/web/samples/"+m.name+".csv", m.name+".csv", func(f client.NamedFile, ok bool) {
			if !ok {
				failed()
				return
			}
			s.Screen.Post(func() { s.ChooseTable(f, []byte(text)) })
		})
	})
}
