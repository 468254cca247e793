package result

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// A comparison lays up to five other releases beside this one: what differs by more than the noise, the angle to each partner, the loadings side
// by side, and the principal angles.
type comparison struct {
	Of                         release.Edition
	With                       Compared
	LargeLoadings, LargeAngles release.Edition // what is enlarged, with its title; the zero one where it is not
}

// Draw implements ui.Drawn.
func (c comparison) Draw(to *ui.Inbox) app.UI {
	choose := app.Div().Class("row small").Body(
		to.Files("compare-input", ".json", func(files []effect.File) effect.Msg { return OthersChosen{files} }).Multiple(true),
		app.Label().For("compare-input").Class("btn btn-s").Text("Choose other releases (release.json)"))
	refused := app.P().ID("compare-fault").Class("fault").Attr("role", "alert").Text(c.With.Refused)
	side := c.With.Side
	if side == nil {
		return app.Section().ID("compare").Class("fig compare").Body(app.H2().Text("Compare with other releases"), ui.Slot(measuredAs(c.Of.Document())),
			app.P().Class("help").Text("Compare up to six releases side by side: other mechanisms, other years, another ε. A test says whether they are the same within the noise. Only the documents are read, and comparing is free."),
			choose, refused)
	}
	body := []app.UI{
		app.H2().Text("Compared with " + words.Count(len(side.Matches), "other release") + ": " + side.Headline()), choose, refused, c.others(to),
		c.loadings(to),
		app.H3().Text("Same within the noise?"),
		c.question(to),
		app.P().Class("help").Text(side.Help()),
		tableView(to, "verdicts", "Same within the noise", side.Verdicts()),
	}
	if differ := side.Differences(); len(differ.Rows) > 0 {
		body = append(body, app.H3().Text("What differs by more than the noise"), tableView(to, "differences", "What differs", differ))
	}
	if f, ok := c.With.angles(c.Of.Document()); ok {
		body = append(body, framed(to, c.LargeAngles, f, !c.LargeAngles.IsZero()))
	}
	return app.Section().ID("compare").Class("compare stack-s").Body(body...)
}

// loadings draws them side by side.
func (c comparison) loadings(to *ui.Inbox) app.UI {
	f, ok := c.With.beside()
	if !ok {
		return app.Div()
	}
	return framed(to, c.LargeLoadings, f, !c.LargeLoadings.IsZero(), c.direction(to))
}

// measuredAs says which release can be tested against one that measured as it; nil for one that measured on its own.
func measuredAs(d *release.Document) app.UI {
	if d.Finding == nil || d.Finding.As == "" {
		return nil
	}
	return app.P().ID("compare-first").Body(app.Text("This release measured as an earlier one. Choose that one, to test whether they differ: its document has the SHA-256 "),
		app.Code().Class("hash").Text(d.Finding.As), app.Text("."))
}

// others lists the releases that are compared, each with a way to take it out.
func (c comparison) others(to *ui.Inbox) app.UI {
	var items []app.UI
	for i, m := range c.With.Side.Matches {
		items = append(items, app.Li().Body(app.Text(strconv.Itoa(i+2)+" · "+m.About()+" "), to.Button("take-out-"+strconv.Itoa(i+2), "Take out", TakeOut{i}, "btn-s", "btn-quiet")))
	}
	return app.Ul().Class("help stack-s").Body(items...)
}

// question asks who the people of the other releases are, where that makes a difference.
func (c comparison) question(to *ui.Inbox) app.UI {
	if !c.With.Side.Asks() {
		return app.Div().Class("slot")
	}
	choice := func(id, text string, other bool) app.UI {
		return app.Label().Body(to.Radio(id, "compare-people", c.With.OtherPeople == other, AskPeople{other}), app.Text(text))
	}
	return app.Div().Class("row small").Body(app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", "Whose releases are compared").Body(
		choice("compare-same", "The same people?", false), choice("compare-other", "Other people?", true)))
}

// direction chooses the one that is compared.
func (c comparison) direction(to *ui.Inbox) app.UI {
	k := c.With.Side.Directions()
	if k < 2 {
		return app.Div().Class("slot")
	}
	var options []ui.Option
	for i := range k {
		options = append(options, ui.Option{Value: strconv.Itoa(i), Text: strconv.Itoa(i + 1)})
	}
	return app.Div().Class("row small").Body(app.Label().For("beside-direction").Class("muted").Text("Direction"),
		to.Choose("beside-direction", strconv.Itoa(c.With.direction()), options, func(v string) effect.Msg { return Besides{v} }).Class("select-s"))
}

// tableView frames a table that stands alone, with a way to save it.
func tableView(to *ui.Inbox, id, label string, t report.Table) app.UI {
	return app.Div().ID(id).Class("stack-s").Body(
		app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", label).Body(app.Raw("<div>"+t.HTML()+"</div>")),
		to.Button("save-"+id+"-csv", "Save as CSV", SaveTable{id}, "btn-s", "btn-quiet").Aria("label", "Save the table "+label+" as CSV"))
}
