package view

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// comparison lays up to five other releases beside this one: what differs by more than the noise, the angle to each partner, the loadings side
// by side, and the principal angles.
func (p *resultPage) comparison(d *release.Document) app.UI {
	s := p.s
	choose := app.Div().Class("row small").Body(
		app.Input().ID("compare-input").Type("file").Class("vh").Accept(".json").Multiple(true).OnChange(func(ctx app.Context, e app.Event) { otherChosen(s, ctx, e) }, "compare-input"),
		app.Label().For("compare-input").Class("btn btn-s").Text("Choose other releases (release.json)"))
	refused := app.P().ID("compare-fault").Class("fault").Attr("role", "alert").Text(s.Result.Refused)
	if len(s.Result.Others) == 0 {
		return app.Section().ID("compare").Class("fig compare").Body(app.H2().Text("Compare with other releases"), ui.Slot(measuredAs(d)),
			app.P().Class("help").Text("Compare up to six releases side by side: other mechanisms, other years, another ε. A test says whether they are the same within the noise. Only the documents are read, and comparing is free."),
			choose, refused)
	}
	beside := p.beside()
	matches := beside.Matches
	p.besides = min(p.besides, beside.Directions()-1)
	body := []app.UI{
		app.H2().Text("Compared with " + words.Count(len(matches), "other release") + ": " + beside.Headline()), choose, refused, p.others(matches),
		p.plain("beside", p.besideChoice(beside.Directions())),
		app.H3().Text("Same within the noise?"),
		p.questionChoice(beside),
		app.P().Class("help").Text(beside.Help()),
		tableView("verdicts", "Same within the noise", beside.Verdicts()),
	}
	if differ := beside.Differences(); len(differ.Rows) > 0 {
		body = append(body, app.H3().Text("What differs by more than the noise"), tableView("differences", "What differs", differ))
	}
	if f, ok := p.drawn("angles"); ok {
		body = append(body, p.saved(f))
	}
	return app.Section().ID("compare").Class("compare stack-s").Body(body...)
}

// measuredAs says which release can be tested against one that measured as it; nil for one that measured on its own.
func measuredAs(d *release.Document) app.UI {
	if d.Finding == nil || d.Finding.As == "" {
		return nil
	}
	return app.P().ID("compare-first").Body(app.Text("This release measured as an earlier one. Choose that one, to test whether they differ: its document has the SHA-256 "),
		app.Code().Class("hash").Text(d.Finding.As), app.Text("."))
}

// A compared is the release in view beside others, kept until one of them, or the question, is another.
type compared struct {
	doc    *release.Document
	others []*release.Document
	people bool
	side   *report.SideBySide
}

// beside lays the other releases beside the one in view.
func (p *resultPage) beside() *report.SideBySide {
	c := &p.compared
	d, others := p.s.Result.Document(), p.s.Result.Others
	if c.side != nil && c.doc == d && c.people == p.otherPeople && slices.Equal(c.others, others) {
		return c.side
	}
	var matches []report.Match
	for _, other := range others {
		if m, refused := report.Matched(d, other); refused == "" {
			matches = append(matches, m)
		}
	}
	question := release.SamePeople
	if p.otherPeople {
		question = release.OtherPeople
	}
	*c = compared{d, others, p.otherPeople, report.Beside(d, matches, question)}
	return c.side
}

// others lists the releases that are compared, each with a way to take it out.
func (p *resultPage) others(matches []report.Match) app.UI {
	var items []app.UI
	for i, m := range matches {
		items = append(items, app.Li().Body(app.Text(strconv.Itoa(i+2)+" · "+m.About()+" "), ui.Button("take-out-"+strconv.Itoa(i+2), "Take out", func() {
			p.s.Result.TakeOut(i)
			p.s.Change()
		}, "btn-s", "btn-quiet")))
	}
	return app.Ul().Class("help stack-s").Body(items...)
}

// questionChoice asks who the people of the other releases are, where that makes a difference.
func (p *resultPage) questionChoice(beside *report.SideBySide) app.UI {
	if !beside.Asks() {
		return app.Div().Class("slot")
	}
	choice := func(id, text string, other bool) app.UI {
		return app.Label().Body(ui.Radio(p.s, id, "compare-people", p.otherPeople == other, func() { p.otherPeople = other }), app.Text(text))
	}
	return app.Div().Class("row small").Body(app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", "Whose releases are compared").Body(
		choice("compare-same", "The same people?", false), choice("compare-other", "Other people?", true)))
}

func (p *resultPage) besideChoice(k int) app.UI {
	if k < 2 {
		return app.Div().Class("slot")
	}
	var options []ui.Option
	for i := range k {
		options = append(options, ui.Option{Value: strconv.Itoa(i), Text: strconv.Itoa(i + 1)})
	}
	return app.Div().Class("row small").Body(app.Label().For("beside-direction").Class("muted").Text("Direction"),
		ui.Choose(p.s, "beside-direction", strconv.Itoa(p.besides), options, func(v string) {
			if i, err := strconv.Atoi(v); err == nil {
				p.besides = i
			}
		}).Class("select-s"))
}

// tableView frames a table that stands alone, with a way to save it.
func tableView(id, label string, t report.Table) app.UI {
	return app.Div().ID(id).Class("stack-s").Body(
		app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", label).Body(app.Raw("<div>"+t.HTML()+"</div>")),
		app.Button().ID("save-"+id+"-csv").Type("button").Class("btn btn-s btn-quiet").Text("Save as CSV").Aria("label", "Save the table "+label+" as CSV").
			OnClick(func(app.Context, app.Event) { browser.Save(id+".csv", "text/csv", t.CSV()) }, fmt.Sprint(t.Rows)))
}

func otherChosen(s *state.State, ctx app.Context, e app.Event) {
	for _, f := range browser.Chosen(ctx.JSSrc()) {
		state.ReadText(s, f, func(text []byte) {
			s.Result.Compare(text, s.Screen.Pause)
			s.Change()
		})
	}
}
