package table

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/goapp"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/schema"
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
	Read     string // how the file's values fit; "" before they were read
	Received int    // how often its bounds were typed into: what is typed and taken back before a drawing is drawn, too
}

func (r *row) Render() app.UI {
	browser.Pause()
	i, c := r.I, r.Column
	selected := app.Input().ID(id("select", i)).Type("checkbox").Aria("label", language.Say("Select "+c.Name)).Checked(r.Selected).DataSet("i", i).DataSet("part", "select")
	name := app.Th().Scope("row").Title(titled(c)).Body(r.name())
	class := ""
	if r.Selected {
		class = "sel"
	}
	row := app.Tr().Class("item", class).Aria("rowindex", r.At+2)
	if r.Role != "" {
		return row.Body(app.Td().Body(selected), name, app.Td().Text("–"), app.Td().Text(language.Say(r.Role)), app.Td().Class("mine").Text("–"), app.Td().Text("–"))
	}
	read := r.Read
	if read == "" || !c.TakesPart() {
		read = "–"
	}
	return row.Body(app.Td().Body(selected), name, app.Td().Body(kindSelect(c, i)), r.bounds(), app.Td().Class("mine").Text(language.Say(read)), app.Td().Body(columnState(c)))
}

// titled is a column's name, and its label.
func titled(c *draft.Column) string {
	if c.Label == "" {
		return c.Name
	}
	return c.Name + ": " + c.Label
}

// name is the label above the name of a column, which opens what few columns state.
func (r *row) name() app.UI {
	c, i := r.Column, r.I
	var said []app.UI
	if c.Label != "" {
		said = append(said, app.Span().Class("lbl").Text(c.Label))
	}
	more := ""
	if c.Details.MoreThanCodes() {
		more = " · more stated"
	}
	said = append(said, app.Code().Text(cmp.Or(c.Name, language.Say("(no name)"))+language.Say(more)))
	if !c.TakesPart() || r.Role != "" {
		return app.Div().Class("named").Body(said...)
	}
	says := strings.TrimSpace(c.Label+" "+cmp.Or(c.Name, "(no name)")) + more
	return app.Button().ID(id("more", i)).Type("button").Class("named rown").Aria("label", language.Say(says+": missing codes, weight and more")).
		DataSet("i", i).DataSet("part", "more").Body(said...)
}

func kindSelect(c *draft.Column, i int) app.UI {
	option := func(k draft.Kind, text string) app.UI {
		return app.Option().Value(string(k)).Selected(c.Kind == k).Text(language.Say(text))
	}
	options := []app.UI{option(draft.Unset, "choose …")}
	for _, k := range kinds {
		options = append(options, option(k.kind, k.words))
	}
	options = append(options, app.Option().Value(asBoolean).Text(language.Say("true or false")), option(draft.LeftOut, "leave out"))
	return app.Select().ID(id("type", i)).Aria("label", language.Say("Type of "+c.Name)).DataSet("i", i).DataSet("part", "type").Body(options...)
}

// bounds are what is stated of a column's values: the ends of its range, or its levels.
func (r *row) bounds() app.UI {
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
		text := value.Text()
		if c.From != schema.Typed { // nobody types there
			text = language.Say(text)
		}
		return goapp.Line(id(part, i), text, nil).Received(r.Received).Class(class).
			Aria("label", language.Say(label+" of "+c.Name)).Aria("invalid", wrong).Aria("describedby", describedBy).Placeholder(language.Say(hint)).DataSet("i", i).DataSet("part", part)
	}
	switch {
	case c.Bounded():
		return app.Td().Class("range").Body(app.Div().Body(bound("min", "Minimum", c.Min), app.Span().Text(language.Say("to")), bound("max", "Maximum", c.Max)))
	case c.Kind == draft.Date:
		return app.Td().Class("muted").Text(language.Say(string(c.Part)))
	case c.Levelled():
		return app.Td().Class("levels").Body(app.Div().Body(
			app.Span().Text(language.Say(levelsSummary(worded(c)))), app.Text(" "),
			app.Button().ID(id("edit", i)).Type("button").Class("btn btn-s btn-quiet").Aria("label", language.Say("Edit the categories of "+c.Name)).
				DataSet("i", i).DataSet("part", "edit").Text(language.Say("Edit"))))
	}
	return app.Td().Class("muted").Text("–")
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

// columnState is the origin of the bounds, or what is still wrong.
func columnState(c *draft.Column) app.UI {
	switch {
	case c.Kind == draft.LeftOut:
		return ui.Badge("left out")
	case c.Kind == draft.Unset: // nothing is wrong before somebody did something
		return ui.Badge("to do", "none")
	case c.Fault != "":
		return app.Span().Class("badge none bad").Title(language.Say(c.Fault)).Text(language.Say(shortFault(c)))
	}
	if c.Kind == draft.Date && !c.Bounded() {
		return ui.Badge("none needed")
	}
	if read := c.Reading(); read != "" {
		return app.Span().Body(ui.OriginBadge(c.From), app.Small().Class("read-as").Text(language.Say(read)))
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

// faultsID is the element that says what is wrong with answers.
const faultsID = "column-faults"
