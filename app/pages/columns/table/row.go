package table

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/goapp"
	"privatepca/app/ui"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// A row draws one column of the list, again only where that changed. Its
// controls carry the column's index and their part of the answer; the table hears
// them all at once.
type row struct {
	app.Compo
	At       int // place in the list
	I        int // index of the column
	Column   *draft.Column
	Selected bool
	Role     string // what a column says of its row that is no feature, in words; "" for nothing
	AsMean   bool   // a missing cell counts as the column's mean
	Received int    // how often its bounds were typed into: what is typed and taken back before a drawing is drawn, too
}

func (r *row) Render() app.UI {
	browser.Pause()
	i, c := r.I, r.Column
	selected := app.Input().ID(id("select", i)).Type("checkbox").Aria("label", "Select "+c.Name).Checked(r.Selected).DataSet("i", i).DataSet("part", "select")
	name := app.Th().Scope("row").Title(c.Name).Body(app.Code().Text(c.Name))
	if c.Name == "" {
		name = app.Th().Scope("row").Body(app.Span().Class("muted").Text("(no name)"))
	}
	if c.Label != "" {
		name = app.Th().Scope("row").Title(c.Name+": "+c.Label).Body(app.Code().Text(c.Name), app.Text(" "), app.Small().Class("muted").Text(c.Label))
	}
	class := ""
	if r.Selected {
		class = "sel"
	}
	row := app.Tr().Class("item", class).Aria("rowindex", r.At+2)
	if r.Role != "" {
		return row.Body(app.Td().Body(selected), name, app.Td().Text("–"),
			app.Td().ColSpan(2).Text(r.Role), app.Td().Class("opt").Text("–"), app.Td().Class("num opt").Text("0"), app.Td().Text("–"))
	}
	return row.Body(append(append([]app.UI{app.Td().Body(selected), name, app.Td().Body(kindSelect(c, i))}, r.bounds()...),
		app.Td().Class("opt").Text(treatment(c, r.AsMean)),
		app.Td().Class("num opt").Text(featureCount(c)),
		app.Td().Body(columnState(c), ui.Slot(moreButton(c, i))),
	)...)
}

func kindSelect(c *draft.Column, i int) app.UI {
	option := func(k draft.Kind, text string) app.UI {
		return app.Option().Value(string(k)).Selected(c.Kind == k).Text(text)
	}
	options := []app.UI{option(draft.Unset, "choose …")}
	for _, k := range kinds {
		options = append(options, option(k.kind, k.words))
	}
	options = append(options, app.Option().Value(asBoolean).Text("true or false"), option(draft.LeftOut, "leave out"))
	return app.Select().ID(id("type", i)).Aria("label", "Type of "+c.Name).DataSet("i", i).DataSet("part", "type").Body(options...)
}

// bounds are two cells for a number, one wide one otherwise.
func (r *row) bounds() []app.UI {
	i, c := r.I, r.Column
	hint, class := "?", "b"
	if c.Kind == draft.Date {
		hint, class = "2020-01-31", "b day"
	}
	bound := func(part, label string, value typed.Number) app.UI {
		wrong, describedBy := value.Why() != typed.Read || c.Crossed(), ""
		if wrong && c.Wrong() {
			describedBy = faultsID
		}
		return app.Td().Class("num").Body(goapp.Line(id(part, i), value.Text(), nil).Received(r.Received).Class(class).
			Aria("label", label+" of "+c.Name).Aria("invalid", wrong).Aria("describedby", describedBy).Placeholder(hint).DataSet("i", i).DataSet("part", part))
	}
	switch {
	case c.Bounded():
		return []app.UI{bound("min", "Minimum", c.Min), bound("max", "Maximum", c.Max)}
	case c.Kind == draft.Date:
		return []app.UI{app.Td().ColSpan(2).Class("muted").Text(string(c.Part))}
	case c.Levelled():
		return []app.UI{app.Td().ColSpan(2).Class("levels").Body(
			app.Span().Text(levelsSummary(worded(c))), app.Text(" "),
			app.Button().ID(id("edit", i)).Type("button").Class("btn btn-s btn-quiet").Aria("label", "Edit the categories of "+c.Name).
				DataSet("i", i).DataSet("part", "edit").Text("Edit"))}
	}
	return []app.UI{app.Td().ColSpan(2).Class("muted").Text("–")}
}

// worded are the levels, each by its label where it has one.
func worded(c *draft.Column) []string {
	if len(c.LevelLabels) == 0 {
		return c.Levels
	}
	out := make([]string, len(c.Levels))
	for i, level := range c.Levels {
		if out[i] = level; c.LevelLabels[level] != "" {
			out[i] = c.LevelLabels[level]
		}
	}
	return out
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

// treatment says what a missing value counts as: under a rule about a noisy mean, as that.
func treatment(c *draft.Column, asMean bool) string {
	switch {
	case c.TakesPart() && asMean:
		return "the mean"
	case c.Kind == draft.Category:
		return "no level"
	case !c.TakesPart():
		return "–"
	case c.Features() == 2:
		return "no point"
	case c.Kind == draft.Ordinal:
		return "middle"
	}
	return "midpoint"
}

func featureCount(c *draft.Column) string {
	if !c.TakesPart() {
		return "–"
	}
	return words.Thousands(int64(c.Features()))
}

// columnState is the origin of the bounds, or what is still wrong.
func columnState(c *draft.Column) app.UI {
	switch {
	case c.Kind == draft.LeftOut:
		return ui.Badge("left out")
	case c.Kind == draft.Unset: // nothing is wrong before somebody did something
		return ui.Badge("to do", "none")
	case c.Fault != "":
		return app.Span().Class("badge none bad").Title(c.Fault).Text(shortFault(c))
	}
	if c.Kind == draft.Date && !c.Bounded() {
		return ui.Badge("none needed")
	}
	if read := c.Reading(); read != "" {
		return app.Span().Body(ui.OriginBadge(c.From), app.Small().Class("read-as").Text(read))
	}
	return ui.OriginBadge(c.From)
}

// shortFault fits into a badge; the whole sentence is its title.
func shortFault(c *draft.Column) string {
	switch {
	case c.Levelled() && len(c.Levels) == 0:
		return "no levels"
	case c.Bounded() && (c.Min.IsZero() || c.Max.IsZero()):
		return "no bounds"
	case c.InDetails:
		return "details?"
	case c.Levelled():
		return "levels?"
	}
	return "bounds?"
}
