package view

import (
	"fmt"
	"math"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/core/advice"
	"privatepca/core/fault"
)

// A sample is a bundled table with its schema, made up from a public model, with a question and a finished release, one of whose
// directions reads from low to high as stated: a test compares.
type sample struct {
	name, title, about string
	question           string
	low, high          string    // the surest feature at either end of the finished release's direction
	direction          int       // from 0
	clear              int       // how many directions of the finished release are clear
	bars               []float64 // its loadings that a reading names, the largest at the high end first
}

var samples = []sample{
	{
		"everyday-life", "Everyday life, a made-up survey", "4,812 people × 25 columns", "What separates comfortable households from stretched ones, and who is online?",
		"Worries about the rent", "Has savings for three months", 0, 3,
		[]float64{.34, .34, .34, -.33, -.33, -.34},
	},
	{"school-tests", "School tests, made up", "6,000 pupils × 12 tests", "Is talent one thing, or several?", "Mental arithmetic", "Essay", 2, 3, []float64{.40, .36, .35, -.34, -.36, -.38}},
	{"clinic-visits", "Clinic visits, made up", "4,000 patients × 12 columns", "What sets patients apart?", "Sex = female", "Height, cm", 1, 2, []float64{.65, .40, .39, -.24, -.40}},
	{"two-directions", "Synthetic, two directions", "5,000 × 10 numbers", "Does it find what was put in?", "x4", "x1", 0, 2, []float64{.40, .40, .33, -.29, -.38, -.39}},
}

// samplesPart shows the samples in one row: each can be tried and practised with, and its finished release is one click away.
func samplesPart(s *state.State) app.UI {
	return app.Section().Class("rule stack").Aria("label", "Samples").Body(
		app.Div().Class("row between").Body(app.H2().Text("Or start from a sample"), app.P().Class("help").Text("Each has a question that its directions answer.")),
		goapp.Deferred(func() app.UI { return app.Div().Class("samples").Body(sampleCards(s)...) }),
		app.P().Class("help").Text("All are made up by a program, and public. Practice shows exact answers beside private ones, and spends nothing. It opens a copy without the last record, so you can still make a release from the sample."))
}

func sampleCards(s *state.State) []app.UI {
	var out []app.UI
	for _, m := range samples {
		out = append(out, app.Article().Class("sample").Body(
			app.Raw(sketch(m.bars)),
			app.P().Class("poles").Body(app.B().Class("end-low").Text(m.low), app.B().Class("end-high").Text(m.high)),
			app.H3().Text(m.title), app.P().Class("small").Text(m.question), app.P().Class("help").Text(m.about),
			app.Div().Class("row").Body(enabled(s, app.Button().ID("sample-"+m.name).Type("button").Class("btn btn-s").Text("Try it").Aria("label", "Try it: "+m.title), func() { openSample(s, m) }, m.name),
				app.Button().ID("finished-"+m.name).Type("button").Class("btn btn-s btn-quiet").Text("Finished release").Aria("label", "Finished release: "+m.title).
					OnClick(func(app.Context, app.Event) { openFinished(s, m) }, m.name),
				enabled(s, app.Button().ID("practise-"+m.name).Type("button").Class("btn btn-s btn-quiet").Text("Practise").Aria("label", "Practise: "+m.title), func() { practiseSample(s, m) }, "practise "+m.name))))
	}
	return out
}

// sketch draws loadings as bars to either side of 0. The words under it say what they are.
func sketch(bars []float64) string {
	var b strings.Builder
	const zero, half, tall = 110.0, 100.0, 11
	fmt.Fprintf(&b, `<svg class="sketch" viewBox="0 0 220 %d" aria-hidden="true"><path class="ax" d="M110 0V%d"/>`, tall*len(bars)+2, tall*len(bars)+2)
	largest := 0.0
	for _, x := range bars {
		largest = max(largest, math.Abs(x))
	}
	for i, x := range bars {
		wide, class := math.Abs(x)/largest*half, "f-a"
		from := zero
		if x < 0 {
			class, from = "f-m", zero-wide
		}
		fmt.Fprintf(&b, `<rect class="%s" x="%.1f" y="%d" width="%.1f" height="8"/>`, class, from, 2+tall*i, wide)
	}
	return b.String() + "</svg>"
}

// practiseSample opens a sample for practice: each of its rows is a person.
func practiseSample(s *state.State, m sample) {
	s.PracticeNext = true
	fetchSample(s, m, practiceCopy)
}

// enabled is a button that waits for the worker.
func enabled(s *state.State, b app.HTMLButton, act func(), key string) app.UI {
	b = b.OnClick(func(app.Context, app.Event) { act() }, key)
	if !s.Ready() {
		return b.Disabled(true)
	}
	if app.IsClient {
		return b.Disabled(false)
	}
	return b
}

// openFinished shows a sample's finished release, as a document from a file.
func openFinished(s *state.State, m sample) {
	browser.FetchText("/web/samples/"+m.name+".release.json", func(text string, ok bool) {
		s.Screen.Post(func() {
			if !ok {
				s.Notice.Fault = state.Stopped(advice.New(fault.CodeSample, ""))
				s.Change()
				return
			}
			state.ShowFile(s, []byte(text))
		})
	})
}

// openSample fetches a bundled sample, which the service worker keeps for use
// without a network, and opens it as any other file.
func openSample(s *state.State, m sample) {
	fetchSample(s, m, func(name string, done func(client.NamedFile, bool)) {
		browser.FetchFile("/web/samples/"+name, name, done)
	})
}

// practiceCopy fetches a sample's table without its last record, so that the ledger does not take one for the other: practising with a
// sample never marks later releases of it, and a release never forbids to practise.
func practiceCopy(name string, done func(client.NamedFile, bool)) {
	browser.FetchText("/web/samples/"+name, func(text string, ok bool) {
		text = strings.TrimRight(text, "\n")
		text = text[:strings.LastIndexByte(text, '\n')+1]
		done(browser.NewFile("practice with "+name, text), ok)
	})
}

func fetchSample(s *state.State, m sample, fetch func(name string, done func(client.NamedFile, bool))) {
	failed := func() {
		s.Screen.Post(func() {
			s.Notice.Fault = state.Stopped(advice.New(fault.CodeSample, ""))
			s.Change()
		})
	}
	browser.FetchText("/web/samples/"+m.name+".schema.json", func(text string, ok bool) {
		if !ok {
			failed()
			return
		}
		fetch(m.name+".csv", func(f client.NamedFile, ok bool) {
			if !ok {
				failed()
				return
			}
			s.Screen.Post(func() { s.ChooseTable(f, []byte(text)) })
		})
	})
}
