package table

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/schema"
)

var parts = [...]struct {
	part  schema.Part
	words string
}{
	{schema.Days, "the day, as a number of days"},
	{schema.Year, "the year"},
	{schema.Month, "the month, January lowest"},
	{schema.Weekday, "the weekday, Monday lowest"},
	{schema.MonthCycle, "the month, as a cycle: two features"},
	{schema.WeekdayCycle, "the weekday, as a cycle: two features"},
}

var formatWords = map[string]string{
	schema.ISO: "2020-01-31, a time after it or not", "%d.%m.%Y": "31.01.2020", "%d/%m/%Y": "31/01/2020", "%m/%d/%Y": "01/31/2020", "%Y/%m/%d": "2020/01/31", "%Y%m%d": "20200131",
	"%Y-%m": "2020-01, the month alone", "%d-%b-%Y": "31-Jan-2020", "%b %d, %Y": "January 31, 2020", "%m/%d/%Y %I:%M %p": "01/31/2020 1:05 PM",
}

// details takes a column's missing codes, its weight, and what its type asks for besides.
func (p panel) details(to *ui.Inbox) app.UI {
	c := p.Column
	set := func(of draft.Detail) func(string) effect.Msg {
		return func(text string) effect.Msg { return draft.SetDetail{Column: p.At, Of: of, Text: text} }
	}
	field := func(id, label, help string, control app.UI) app.UI {
		return app.Div().Class("field").Body(app.Label().For(id).Text(language.Say(label)), control, app.P().Class("help").Text(language.Say(help)))
	}
	var body []app.UI
	if c.Kind == draft.Date {
		list := []ui.Option{}
		for _, p := range parts {
			list = append(list, ui.Option{Value: string(p.part), Text: p.words})
		}
		body = append(body, field("detail-part", "What of the date counts", "A cycle puts December beside January: it is the cosine and the sine of the angle.",
			to.Choose("detail-part", string(c.Part), list, set(draft.DatePart))))
		list = nil
		for _, f := range append([]string{schema.ISO}, schema.Formats[:]...) {
			list = append(list, ui.Option{Value: f, Text: formatWords[f]})
		}
		if formatWords[c.Format] == "" {
			list = append(list, ui.Option{Value: c.Format, Text: language.Keep(c.Format)})
		}
		body = append(body, field("detail-format", "How its dates are written", "Another cell is no date, and counts as missing.",
			to.Choose("detail-format", c.Format, list, set(draft.DateFormat))))
		body = append(body, field("detail-format-other", "Or another format", "Of %Y %m %d %H %M %S; %b for a month’s name; %I with %p for AM and PM; %y(1930) for two digits of the years 1930 to 2029.",
			to.Line("detail-format-other", c.Format, set(draft.DateFormat)).Class("w-m")))
	}
	if c.Kind == draft.Ordinal {
		body = append(body, field("detail-scores", "Scores of its levels, from the lowest, one a line", "Without them the levels are equally spaced.",
			to.Lines("detail-scores", c.Scores.Text(), 4, set(draft.LevelScores)).Class("w-m")))
	}
	if c.Bounded() && c.Kind != draft.Date {
		list := []ui.Option{{Value: "/", Text: "as the table’s"}, {Value: "/.", Text: language.Keep("1234.5")}, {Value: "/,", Text: language.Keep("1234,5")}, {Value: "./,", Text: language.Keep("1.234,5")}, {Value: ",/.", Text: language.Keep("1,234.5")}, {Value: " /,", Text: language.Keep("1 234,5")}, {Value: "'/.", Text: language.Keep("1'234.5")}}
		now := c.Grouping + "/" + c.Decimal
		if !slices.ContainsFunc(list, func(o ui.Option) bool { return o.Value == now }) {
			list = append(list, ui.Option{Value: now, Text: "as stated now"})
		}
		around := map[[2]bool]string{{true, false}: "around", {true, true}: "both", {false, true}: "parentheses"}[[2]bool{c.Around, c.Parentheses}]
		body = append(body,
			field("detail-marks", "How its numbers are written", "Where this column has other marks than the rest of the table.",
				to.Choose("detail-marks", now, list, set(draft.NumberMarks))),
			field("detail-around", "What stands around a number", "Such as %, € or kg. Without this a cell that holds more than a number is none.",
				to.Choose("detail-around", around, []ui.Option{{Value: "", Text: "makes the cell no number"}, {Value: "around", Text: "is left away"}, {Value: "both", Text: "is left away; parentheses are a minus"}, {Value: "parentheses", Text: "parentheses are a minus"}}, set(draft.Surrounding))))
	}
	if c.Kind == draft.Category {
		body = append(body, field("detail-separator", "Several in a cell, separated by", "Such as ; between the answers of one person. Each category is then a number 0 or 1. Empty where a cell holds one.",
			to.Line("detail-separator", c.Separator, set(draft.Separator)).Class("w-s")))
	}
	body = append(body,
		field("detail-missing", "Cells of this column that mean “no value”, one a line", "Such as -9 or refused. They stand in place of the table’s list; an empty cell always means no value.",
			to.Lines("detail-missing", c.Missing.Text(), 3, set(draft.OwnMissing)).Class("w-m")),
		field("detail-weight", "Weight, from 0.001 to 1", "All features of the column are multiplied by it: at 0.5 it counts half as much. Empty is 1.",
			to.Line("detail-weight", c.Weight.Text(), set(draft.Weight)).Class("w-s").Attr("inputmode", "decimal")))
	if p.TakesRows || c.Complete {
		body = append(body, to.Tick("detail-complete", "No cell of this column is missing", "A public promise, from general knowledge: its missing cells then need not be counted, which leaves more of the budget. One that is missing all the same counts as the middle of the bounds.",
			c.Complete, func(on bool) effect.Msg { return draft.SetComplete{Column: p.At, On: on} }))
	}
	return app.Div().ID("details-panel").Class("bulk stack-s").Body(
		app.P().Class("label").Body(app.Text(language.Say("More about ")), app.Code().Text(c.Name)),
		app.Div().Class("cols-2").Body(body...),
		app.Div().Class("row").Body(to.Button("details-done", "Done", Close{}, "btn-s"), app.Span().Class("help grow").Text(language.Say(sentence(c.Fault)))))
}

// A panel takes the categories of one column, or of all that are ticked, or what few columns state besides.
type panel struct {
	At        int           // index of the column, or editsTicked
	Column    *draft.Column // nil for all that are ticked
	Details   bool
	Levels    string // as typed for all that are ticked
	Ticked    int    // columns
	TakesRows bool   // the norm rule takes weights of rows, and promises that a column is complete
}

// sentence makes a sentence of a fault, "" of none.
func sentence(fault string) string {
	if fault == "" {
		return ""
	}
	return strings.ToUpper(fault[:1]) + fault[1:] + "."
}
