package result

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// A compareHeading says what differs by more than the noise.
type compareHeading struct{ Side *report.SideBySide }

// Draw implements ui.Drawn.
func (h compareHeading) Draw(*ui.Inbox) app.UI {
	if h.Side == nil {
		return headline("Compare with other releases", "Up to six are laid side by side: other years, other mechanisms, another ε. Only the documents are read, and comparing is free.")
	}
	moved := h.Side.Moved()
	switch len(moved) {
	case 0:
		return headline(h.Side.Headline(), "")
	case 1:
		return headline("One feature differs: "+moved[0], h.Side.Headline()+".")
	}
	return headline(words.Count(len(moved), "feature")+" differ: "+words.Some(moved, 3), h.Side.Headline()+".")
}

// A comparison lays up to five other releases beside this one: what differs by more than the noise, the angle to each partner, the loadings side
// by side, and the principal angles.
type comparison struct {
	Of                         release.Edition
	With                       Compared
	LargeLoadings, LargeAngles release.Edition // what is enlarged, with its title; the zero one where it is not
}

// Draw implements ui.Drawn.
func (c comparison) Draw(to *ui.Inbox) app.UI {
	side := c.With.Side
	if side == nil {
		return app.Section().ID("compare").Class("stack-s").Aria("labelledby", "result-heading").Body(ui.Slot(measuredAs(c.Of.Document())),
			app.P().Class("help").Text(language.Say("A test says whether they are the same within the noise. It needs the same columns and bounds, measured the same way.")))
	}
	tables := []app.UI{tableView(to, "verdicts", "Same within the noise?", side.Verdicts(), named(c.Of.Document()), c.question(to))}
	if differ := side.Differences(); len(differ.Rows) > 0 {
		tables = append(tables, tableView(to, "differences", "What differs by more than the noise", differ, named(c.Of.Document()), nil))
	}
	var angles app.UI
	if f, ok := c.With.angles(c.Of.Document()); ok {
		angles = app.Details().ID("principal-angles").Body(app.Summary().Text(language.Say("Principal angles between the two subspaces")), framed(to, c.LargeAngles, named(c.Of.Document()), f, !c.LargeAngles.IsZero(), nil))
	}
	return app.Section().ID("compare").Class("stack-m").Aria("labelledby", "result-heading").Body(c.loadings(to), app.Div().Class("stack-m").Body(tables...), ui.Slot(angles))
}

// A compared lists the releases that are compared, and takes another one.
type compared struct {
	Of    release.Edition
	Title string
	With  Compared
}

// Draw implements ui.Drawn.
func (c compared) Draw(to *ui.Inbox) app.UI {
	d := c.Of.Document()
	items := []app.UI{app.Li().Body(app.B().Text(language.Say(c.Title)), ui.Badge("reference", "good"), app.Small().Text(language.Say(words.DayOf(d.Created)+" · ε = "+words.Cost(d.Privacy.Epsilon))))}
	if side := c.With.Side; side != nil {
		for i, m := range side.Matches {
			items = append(items, app.Li().Body(app.B().Text(language.Say(report.Title(m.Doc))), to.Button("take-out-"+strconv.Itoa(i+2), "Take out", TakeOut{i}, "btn-s", "btn-quiet").Aria("label", language.Say("Take out "+report.Title(m.Doc))),
				tested(&m), app.Small().Text(language.Say(strconv.Itoa(i+2)+" · "+m.About()))))
		}
	}
	return app.Div().Class("stack").Body(app.Section().Class("panel stack-s").Aria("labelledby", "releases-heading").Body(
		app.H2().ID("releases-heading").Class("eyebrow").Text(language.Say("Releases")), app.Ul().Class("releases").Body(items...),
		to.Files("compare-input", ".json", func(files []effect.File) effect.Msg { return OthersChosen{files} }).Multiple(true),
		app.Label().For("compare-input").Class("btn btn-s").Text(language.Say("Add a release (release.json)")),
		app.P().ID("compare-fault").Class("fault").Attr("role", "alert").Text(language.Say(c.With.Refused))),
		ui.Slot(c.help()))
}

// tested says whether a release is tested against the one in view. Why it is not stands below it.
func tested(m *report.Match) app.UI {
	if m.Tested() {
		return ui.Badge("tested", "good", "span")
	}
	return ui.Badge("shown, not tested", "none", "span")
}

// help says what the test is; nil where nothing is compared.
func (c compared) help() app.UI {
	if c.With.Side == nil {
		return nil
	}
	return app.P().Class("help").Text(language.Say(c.With.Side.Help()))
}

// loadings draws them side by side.
func (c comparison) loadings(to *ui.Inbox) app.UI {
	f, ok := c.With.beside()
	if !ok {
		return app.Div()
	}
	return framed(to, c.LargeLoadings, named(c.Of.Document()), f, !c.LargeLoadings.IsZero(), c.direction(to))
}

// measuredAs says which release can be tested against one that measured as it; nil for one that measured on its own.
func measuredAs(d *release.Document) app.UI {
	if d.Finding == nil || d.Finding.As == "" {
		return nil
	}
	return app.P().ID("compare-first").Body(app.Text(language.Say("This release measured as an earlier one. Choose that one, to test whether they differ: its document has the SHA-256 ")),
		app.Code().Class("hash").Text(d.Finding.As), app.Text("."))
}

// question asks who the people of the other releases are, where that makes a difference.
func (c comparison) question(to *ui.Inbox) app.UI {
	if !c.With.Side.Asks() {
		return nil
	}
	choice := func(id, text string, other bool) app.UI {
		return app.Label().Body(to.Radio(id, "compare-people", c.With.OtherPeople == other, AskPeople{other}), app.Text(language.Say(text)))
	}
	return app.Div().Body(app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", language.Say("Whose releases are compared")).Body(
		choice("compare-same", "The same people?", false), choice("compare-other", "Other people?", true)))
}

// direction chooses the one that is compared.
func (c comparison) direction(to *ui.Inbox) app.UI {
	k := c.With.Side.Directions()
	if k < 2 {
		return nil
	}
	found := report.Find(c.Of.Document())
	var options []ui.Option
	for i := range k {
		options = append(options, ui.Option{Value: strconv.Itoa(i), Text: directionName(found, i)})
	}
	return app.Div().Class("row small").Body(app.Label().For("beside-direction").Class("muted").Text(language.Say("Direction")),
		to.Choose("beside-direction", strconv.Itoa(c.With.direction()), options, func(v string) effect.Msg { return Besides{v} }).Class("select-s"))
}

// tableView frames a table that stands alone, with what chooses it, nil for nothing, and a way to save it.
func tableView(to *ui.Inbox, id, title string, t report.Table, names []string, choice app.UI) app.UI {
	return app.Div().ID(id).Class("stack-s").Body(
		app.Div().Class("row between").Body(app.H2().ID(id+"-heading").Class("as-h3").Text(language.Say(title)), ui.Slot(choice),
			to.Button("save-"+id+"-csv", "Save as CSV", SaveTable{id}, "btn-s", "btn-quiet").Aria("label", language.Say("Save as CSV: "+title))),
		app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", language.Say(title)).Body(app.Raw("<div>"+language.Markup(t.HTML(), names...)+"</div>")))
}
