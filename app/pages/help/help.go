// Package help is the page of help: it explains the words, goes through an example, and says what an attacker can learn.
package help

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// A Model is what the page shows.
type Model struct {
	Theme  string // that was chosen: one of the browser's themes
	Framed bool   // the site around the frame has the theme
}

// A Msg says what happened on this page.
type Msg interface{ help() }

// SetTheme says that a theme was chosen.
type SetTheme struct{ Theme string }

func (SetTheme) help() {}

// Update takes what happened.
func Update(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case SetTheme:
		m.Theme = msg.Theme
		return m, []effect.Effect{effect.ApplyTheme(msg)}
	}
	return m, nil
}

// View draws the page.
func View(m Model, to *ui.Inbox) []app.UI {
	link := func(id, text string) app.UI { return app.Li().Body(app.A().Href("#" + id).Text(language.Say(text))) }
	return []app.UI{
		panel.Heading("Help", "This page explains each question, shows an example from beginning to end, and says what an attacker can learn from a release."),
		app.Nav().Aria("label", language.Say("On this page")).Body(app.Ul().Class("row").Body(
			link("words", "What is asked"), link("all-words", "All words"), link("example", "A worked example"), link("attack", "What an attacker can learn"))),
		app.Div().Class("stack-l prose").Body(ui.Part(to, panel.Asked{}), ui.Part(to, worked{}), ui.Part(to, attack{}), ui.Part(to, panel.Words{}), ui.Slot(themeOf(m, to))),
	}
}

// themes are the browser's.
var themes = []ui.Option{{Value: "auto", Text: "as the system has it"}, {Value: "light", Text: "light"}, {Value: "dark", Text: "dark"}}

// themeOf is the choice of a theme, where it is this site's.
func themeOf(m Model, to *ui.Inbox) app.UI {
	if m.Framed {
		return nil
	}
	return ui.Part(to, theme{m.Theme})
}

// A theme is the choice of one.
type theme struct{ Theme string }

// Draw implements ui.Drawn.
func (t theme) Draw(to *ui.Inbox) app.UI {
	return app.Div().Class("field").Body(app.Label().For("theme").Text(language.Say("Theme of these pages")),
		to.Choose("theme", t.Theme, themes, func(v string) effect.Msg { return SetTheme{v} }).Class("w-l"))
}

// exampleRelease was released by this program from the bundled sample "Clinic visits,
// made up", with the answers that it states.
//
//go:embed example.release.json
var exampleRelease []byte

var example = sync.OnceValue(func() *release.Document {
	d, err := release.Decode(exampleRelease)
	if err != nil {
		panic("app: the example of the help page: " + err.Error())
	}
	return d
})

// worked shows what was answered, what came out, and how to read it.
type worked struct{}

// Draw implements ui.Drawn.
func (worked) Draw(*ui.Inbox) app.UI {
	d := example()
	item := func(runs ...string) app.UI { return app.Li().Body(ui.Rich(append([]string{""}, runs...)...)...) }
	return app.Section().Class("stack").Body(
		app.H2().ID("example").TabIndex(-1).Text(language.Say("A worked example")),
		app.P().Text(language.Say(fmt.Sprintf("The sample “Clinic visits, made up” on the first page: %s patients, one row each, in %s that become %s. You can follow it with the same answers; the noise will be another, the picture nearly the same.",
			words.Thousands(int64(d.N)), words.Count(int64(len(d.Encoding.Fields)), "column"), words.Count(int64(d.NumFeatures), "feature")))),
		app.H3().Text(language.Say("What was answered")),
		app.Ul().Class("stack-s").Body(
			item("Who is one person?", " Each row is a different person: a patient has one row in this sample."),
			item("The directions of what?", " Of correlations: every column counts equally, a category as one column. That is what the page recommends."),
			item("Bounds:", " all from the sample’s schema, such as heights that no patient can be outside of. None was read from the records."),
			item("ε = "+words.Cost(d.Privacy.Epsilon)+", δ = "+words.Cost(d.Privacy.Delta)+", k = "+fmt.Sprint(d.NumComponents)+":", " and the mechanism "+method.Named(d.Privacy.Mechanism).Title+", which the page recommends where a δ is allowed."),
		),
		app.H3().Text(language.Say("What came out")),
		exampleTable(d),
		app.H3().Text(language.Say("How to read it")),
		app.Ul().Class("stack-s").Body(exampleReading(d)...),
		app.P().Class("help").Text(language.Say("This table and the statement left the worker, with the noisy means, spreads and counts of lengths that were paid for, and the noisy matrix from which all is computed. No record left it, and no exact number but the public one of patients.")),
	)
}

// exampleTable lists the loadings, a row for each feature.
func exampleTable(d *release.Document) app.UI {
	head := []app.UI{app.Th().Scope("col").Text(language.Say("Feature"))}
	for i := range d.Components {
		head = append(head, app.Th().Scope("col").Class("num").Text(language.Say(fmt.Sprintf("Direction %d", i+1))))
	}
	var rows []app.UI
	for j, name := range d.FeatureNames {
		cells := []app.UI{app.Th().Scope("row").Body(app.Code().Text(name))}
		for i := range d.Components {
			cells = append(cells, app.Td().Class("num").Text(language.Say(words.Signed(d.Loadings(i)[j], 2))))
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	return app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", language.Say("Loadings of the example")).Body(
		app.Table().Class("data").Body(app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...)))
}

// exampleReading puts the loadings into sentences.
func exampleReading(d *release.Document) []app.UI {
	var out []app.UI
	for i := range d.Components {
		direction := d.Loadings(i)
		order := make([]int, len(direction))
		for j := range order {
			order[j] = j
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch x, y := math.Abs(direction[a]), math.Abs(direction[b]); {
			case x > y:
				return -1
			case x < y:
				return 1
			}
			return 0
		})
		body := ui.Rich("", fmt.Sprintf("Direction %d", i+1), " is made up mostly of ")
		for at, j := range order[:min(3, len(order))] {
			body = append(body, app.Text(language.Say([]string{"", ", ", " and "}[at])), app.Code().Text(report.Label(d, j)), app.Text(language.Say(" ("+words.Signed(direction[j], 2)+")")))
		}
		out = append(out, app.Li().Body(append(body, app.Text(language.Say(". Features of the same sign rise together along it, those of opposite signs against each other; those near 0 play no part.")))...))
	}
	return append(out,
		app.Li().Text(language.Say("Both directions relate columns: tables whose columns have nothing to do with each other show one in fewer than 1 of 100 releases. Smoking, activity and region play no part in them.")),
		app.Li().Text(language.Say("A direction has no sign of its own: reversed, it is the same direction. Loadings as small as the noise mean nothing. The chart of the result shows the size of the noise.")),
		app.Li().Body(append(ui.Rich("", "For each patient:", " "), ui.Rich(panel.Odds(privacy.Budget{Epsilon: d.Privacy.Epsilon, Delta: d.Privacy.Delta}, d.Privacy.Relation)...)...)...))
}

// attack says in plain words what is promised against whom.
type attack struct{}

// Draw implements ui.Drawn.
func (attack) Draw(*ui.Inbox) app.UI {
	item := func(head, text string) app.UI { return app.Li().Body(ui.Rich("", head, " "+text)...) }
	return app.Section().Class("stack").Body(
		app.H2().ID("attack").TabIndex(-1).Text(language.Say("What an attacker can learn")),
		app.P().Text(language.Say("Suppose the worst case. An attacker has the release, this program, every typed answer, and the records of everybody but you. They want to know one thing about you.")),
		app.Ul().Class("stack-s").Body(
			item("About you, next to nothing beyond what they knew.", "Had your data been anything else, the same release would have come out with almost the same probability: at most e^ε times as likely, plus δ. Their guess about you moves by no more than the page says beside ε."),
			item("No skill helps.", "The bound holds for any computation, any other knowledge, and any time to come. It comes from the noise, not from a secret."),
			item("About people like you, what the release is for.", "If the directions show that smokers here have high blood pressure, that can be held against a smoker, in the file or not. It is a fact about the group, which your own record hardly changed."),
			item("Releases add up.", "Two releases about the same people may reveal up to the sum of both. The ledger counts on this device. It does not know of other copies of the file."),
		),
		app.H3().Text(language.Say("What is not promised")),
		app.Ul().Class("stack-s").Body(
			item("From whoever holds the file, nothing is hidden.", "They see line numbers, counts and run times while the page reads it."),
			item("Answers are not checked.", "If one person has more rows than you say, a bound was copied from the file, or its first row is a record and not the names, the promise is weaker than it reads. A bound that a schema itself calls computed from the data makes the release “not private”."),
			item("The machine is trusted.", "A hostile browser or extension could read the file before this page does."),
			item("Some proofs stop at rounding.", "Each release says which: “exact” is proven for the integers that were computed, “idealised numerics” for real numbers."),
		),
	)
}
