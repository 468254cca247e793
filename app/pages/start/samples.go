package start

import (
	"fmt"
	"math"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/chart"
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

// cards show the samples in one row: each can be tried and practised with, and its finished release is one click away.
type cards struct{ Ready bool }

// Draw implements ui.Drawn.
func (c cards) Draw(to *ui.Inbox) app.UI {
	var out []app.UI
	button := func(id, text, title string, msg Msg, classes ...string) app.HTMLButton {
		return to.Button(id, text, msg, classes...).Aria("label", language.Say(text+": "+title))
	}
	for _, m := range samples {
		out = append(out, app.Article().Class("sample").Body(
			app.Raw(sketch(m.bars)),
			app.P().Class("poles").Body(app.B().Class("end-low").Text(language.Say(m.low)), app.B().Class("end-high").Text(language.Say(m.high))),
			app.H3().Text(language.Say(m.title)), app.P().Class("small").Text(language.Say(m.question)), app.P().Class("help").Text(language.Say(m.about)),
			app.Div().Class("row").Body(
				c.waits(button("sample-"+m.name, "Try it", m.title, Try{Sample: m.name}, "btn-s")),
				button("finished-"+m.name, "Finished release", m.title, Finish{m.name}, "btn-s", "btn-quiet"),
				c.waits(button("practise-"+m.name, "Practise", m.title, Try{m.name, true}, "btn-s", "btn-quiet")))))
	}
	return app.Div().Class("samples").Body(out...)
}

// waits is a button that waits for the worker.
func (c cards) waits(b app.HTMLButton) app.UI {
	if !c.Ready {
		return b.Disabled(true)
	}
	if app.IsClient {
		return b.Disabled(false)
	}
	return b
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
		fmt.Fprintf(&b, `<rect class="%s" x="%s" y="%d" width="%s" height="8"/>`, class, chart.Px(from), 2+tall*i, chart.Px(wide))
	}
	return b.String() + "</svg>"
}
