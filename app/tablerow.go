package app

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/view/ui"
	"privatepca/core/words"
)

// A columnRow draws one column of the list, again only where that changed. Its
// controls carry the column's index and their part of the answer; the table hears
// them all at once.
type columnRow struct {
	app.Compo
	At       int // place in the list
	I        int // index of the column
	Column   Column
	Person   bool // it names the person
	Received int  // how often its bounds were typed into: what is typed and taken back before a drawing is drawn, too
}

func (t *Table) row(at int) app.UI {
	i := t.list.shown[at]
	a := t.page.Columns()
	c := a.columns[i]
	return &columnRow{At: at, I: i, Column: c, Person: a.namesPerson(&c), Received: t.received[i]}
}

func (r *columnRow) Render() app.UI {
	browser.Pause()
	i, c := r.I, &r.Column
	selected := app.Input().ID(id("select", i)).Type("checkbox").Aria("label", "Select "+c.name).Checked(c.selected).DataSet("i", i).DataSet("part", "select")
	name := app.Th().Scope("row").Title(c.name).Body(app.Code().Text(c.name))
	class := ""
	if c.selected {
		class = "sel"
	}
	row := app.Tr().Class("item", class).Aria("rowindex", r.At+2)
	if r.Person {
		return row.Body(app.Td().Body(selected), name, app.Td().Text("–"),
			app.Td().ColSpan(2).Text("names the person"), app.Td().Class("opt").Text("–"), app.Td().Class("num opt").Text("0"), app.Td().Text("–"))
	}
	return row.Body(append(append([]app.UI{app.Td().Body(selected), name, app.Td().Body(kindSelect(c, i))}, r.bounds()...),
		app.Td().Class("opt").Text(treatment(c)),
		app.Td().Class("num opt").Text(featureCount(c)),
		app.Td().Body(state(c)),
	)...)
}

func id(part string, i int) string { return part + "-" + strconv.Itoa(i) }

func kindSelect(c *Column, i int) app.UI {
	option := func(k kind, text string) app.UI {
		return app.Option().Value(string(k)).Selected(c.kind == k).Text(text)
	}
	return app.Select().ID(id("type", i)).Aria("label", "Type of "+c.name).DataSet("i", i).DataSet("part", "type").Body(
		option(unset, "choose …"), option(number, "number"), option(category, "category"), option(leftOut, "leave out"))
}

// bounds are two cells for a number, one wide one otherwise.
func (r *columnRow) bounds() []app.UI {
	i, c := r.I, &r.Column
	bound := func(part, label, value string, wrong bool) app.UI {
		return app.Td().Class("num").Body(goapp.Line(id(part, i), value, nil).Received(r.Received).Class("b").Attr("inputmode", "decimal").
			Aria("label", label+" of "+c.name).Aria("invalid", wrong).Placeholder("?").DataSet("i", i).DataSet("part", part))
	}
	switch c.kind {
	case number:
		lo, loOK := parseNumber(c.min)
		hi, hiOK := parseNumber(c.max)
		crossed := loOK && hiOK && lo >= hi
		return []app.UI{bound("min", "Minimum", c.min, !loOK || crossed), bound("max", "Maximum", c.max, !hiOK || crossed)}
	case category:
		return []app.UI{app.Td().ColSpan(2).Class("levels").Body(
			app.Span().Text(levelsSummary(c.levels)), app.Text(" "),
			app.Button().ID(id("edit", i)).Type("button").Class("btn btn-s btn-quiet").Aria("label", "Edit the categories of "+c.name).
				DataSet("i", i).DataSet("part", "edit").Text("Edit"))}
	}
	return []app.UI{app.Td().ColSpan(2).Class("muted").Text("–")}
}

func levelsSummary(levels []string) string {
	switch n := len(levels); n {
	case 0:
		return "none yet"
	case 1, 2, 3:
		return fmt.Sprintf("%s: %s", words.Count(int64(n), "level"), words.Some(levels, 3))
	default:
		return fmt.Sprintf("%d levels: %s – %s", n, levels[0], levels[n-1])
	}
}

// treatment says what a missing value counts as.
func treatment(c *Column) string {
	switch c.kind {
	case number:
		return "midpoint"
	case category:
		return "no level"
	}
	return "–"
}

func featureCount(c *Column) string {
	if !c.takesPart() {
		return "–"
	}
	return words.Thousands(int64(c.features()))
}

// state is the origin of the bounds, or what is still wrong.
func state(c *Column) app.UI {
	switch {
	case c.kind == leftOut:
		return ui.Badge("left out")
	case c.fault != "":
		return app.Span().Class("badge none bad").Title(c.fault).Text(shortFault(c))
	}
	return ui.OriginBadge(c.from)
}

// shortFault fits into a badge; the whole sentence is its title.
func shortFault(c *Column) string {
	switch c.kind {
	case unset:
		return "no type"
	case category:
		if len(c.levels) == 0 {
			return "no levels"
		}
		return "levels?"
	}
	if c.min == "" || c.max == "" {
		return "no bounds"
	}
	return "bounds?"
}
