package view

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/plan"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// kindsOfIrregularity words each kind of irregularity in a file. The rows were kept: n must not
// depend on values.
var kindsOfIrregularity = map[string]struct{ one, many string }{
	"unparsable":       {"value is not a number", "values are not numbers"},
	"unknown-category": {"value is not among the categories", "values are not among the categories"},
	"no-integer":       {"value is not a whole number", "values are not whole numbers"},
	"no-date":          {"value is not a date", "values are not dates"},
	"missing":          {"value is missing", "values are missing"},
	"short-row":        {"row has too few cells", "rows have too few cells"},
	"long-row":         {"row has too many cells", "rows have too many cells"},
	"outside":          {"value is outside the bounds", "values are outside the bounds"},
	"alike-category":   {"value would be among the categories if case and blanks were ignored", "values would be among the categories if case and blanks were ignored"},
	"ending":           {"line at the end may be no record: a total, a source or a note", "lines at the end may be no records: totals, sources or notes"},
}

// A problem is an irregularity with the share of all rows that it concerns.
type problem struct {
	protocol.Irregularity
	share float64
	more  int // columns beyond this one, with the same small problem
}

const (
	smallBelow = .05 // missing values of many columns, each below this share, are one line
)

// useless reports whether a column is useless as it is read: most of its cells are not what it holds.
func (p *problem) useless() bool {
	return p.share > plan.UselessAbove && p.Column != "" && p.Kind != "alike-category"
}

// problems ranks what was met in the file: useless columns, then the largest share first. Missing values of many columns that
// concern few rows each become one.
func problems(p *state.Prepared) (list []problem) {
	if p == nil {
		return nil
	}
	var few []problem
	for _, t := range p.Irregularities {
		one := problem{Irregularity: t}
		if p.Records > 0 {
			one.share = min(1, float64(t.Count)/float64(p.Records))
		}
		if t.Kind == "missing" && t.Column != "" && one.share < smallBelow {
			few = append(few, one)
		} else {
			list = append(list, one)
		}
	}
	if len(few) > 3 {
		slices.SortStableFunc(few, byShare)
		few[0].more = len(few) - 1
		few = few[:1]
	}
	list = append(list, few...)
	slices.SortStableFunc(list, byShare)
	return list
}

func byShare(a, b problem) int {
	if a.useless() != b.useless() {
		return map[bool]int{true: -1, false: 1}[a.useless()]
	}
	return cmp.Compare(b.share, a.share)
}

// Problems is one line above what it may change, and what it stands for when it is opened: by itself where more than half
// of a column cannot be used. For the curator only.
func Problems(s *state.State) app.UI {
	list := problems(s.Worker.Prepared)
	if len(list) == 0 {
		return nil
	}
	const most = 12
	useless := 0
	for useless < len(list) && list[useless].useless() {
		useless++
	}
	body := app.Details().ID("troubles").Class("met").Open(useless > 0)
	if useless > 0 {
		body.Class("bad")
	}
	rows := []app.UI{}
	for i := range list[:min(most, len(list))] {
		rows = append(rows, problemRow(s, i, &list[i]))
	}
	after := "Only you see this. It is not part of the release."
	if n := len(list) - most; n > 0 {
		after = words.Count(int64(n), "smaller problem") + " not listed. " + after
	}
	return body.Body(
		app.Summary().Body(ui.Icon("warn"), app.Span().Body(ui.Rich("", "Problems found in the file:", " "+problemsLine(len(list), useless, list[0].share))...)),
		app.Div().Class("stack-s").Body(
			app.Table().Class("plain data").Body(app.TBody().Body(rows...)),
			app.P().Class("help").Text(after)))
}

// problemsLine counts the problems, the worst first.
func problemsLine(n, useless int, largest float64) string {
	rest := n - useless
	switch {
	case useless > 0 && rest > 0:
		return fmt.Sprintf("%s useless as read, %s more to look at.", areColumns(useless), words.Thousands(int64(rest)))
	case useless > 0:
		return areColumns(useless) + " useless as read."
	case n == 1:
		return "1 to look at, in " + share(largest) + " of the rows."
	}
	return fmt.Sprintf("%s to look at, none in more than %s of the rows.", words.Thousands(int64(n)), share(largest))
}

func areColumns(n int) string {
	if n == 1 {
		return "one column is"
	}
	return words.Count(int64(n), "column") + " are"
}

// share writes a share of the rows; a small one is never none.
func share(x float64) string {
	if x < .01 {
		return "less than 1 %"
	}
	return words.Thousands(int64(100*x+.5)) + " %"
}

// problemRow is a problem with its share and the way to its column.
func problemRow(s *state.State, i int, t *problem) app.UI {
	bar := fmt.Sprintf(`<svg class="sharebar" preserveAspectRatio="none" viewBox="0 0 100 6" aria-hidden="true"><rect class="f-g" width="100" height="6"/><rect class="%s" width="%s" height="6"/></svg>`,
		map[bool]string{true: "f-d", false: "f-i"}[t.useless()], ui.Px(max(1, 100*t.share)))
	var see app.UI
	dialect := s.Worker.File.About.Dialect
	reread := func(id, text string) app.UI {
		return ui.Button(id, text, func() { s.ReadAs(s.Worker.File.About.Part, &dialect) }, "btn-s", "btn-quiet")
	}
	switch {
	case t.Kind == "ending":
		dialect.End += int(t.Count)
		see = reread("leave-out-end", "Leave them out")
	case t.Kind == "alike-category":
		dialect.IgnoreCase = true
		see = reread(fmt.Sprintf("alike-%d", i), "Ignore case and blanks")
	case t.Column != "":
		see = ui.Button(fmt.Sprintf("see-%d", i), "See the column", func() { seeColumn(s, t.Column) }, "btn-s", "btn-quiet").Aria("label", "See the column "+t.Column)
	}
	if t.Kind == "unknown-category" && t.Column != "" {
		see = app.Div().Class("row").Body(see, ui.Button(fmt.Sprintf("unmatched-list-%d", i), "List the values", func() {
			s.Screen.Go(state.ColumnsPath)
			state.ListUnmatched(s)
		}, "btn-s", "btn-quiet").Disabled(s.Worker.Job != nil || s.Worker.File.Listing()).Aria("label", "List the values that match no level"))
	}
	return app.Tr().Body(
		app.Td().Class("num").Body(app.Raw(bar), app.Text(" "+share(t.share))),
		app.Td().Class("word").Body(ui.Rich(irregularityRuns(t)...)...),
		app.Td().Body(see))
}

// seeColumn leads to a column among the answers.
func seeColumn(s *state.State, name string) {
	s.Seek = name
	s.Screen.Go(state.ColumnsPath)
	s.Screen.Drawn(func() { browser.Focus("columns") })
}

// irregularityRuns is one sentence, plain and emphasised runs in turn.
func irregularityRuns(t *problem) []string {
	phrase, known := kindsOfIrregularity[t.Kind]
	if !known {
		phrase.one, phrase.many = t.Kind, t.Kind
	}
	if t.more > 0 {
		return []string{"", words.Count(int64(t.more+1), "column") + " have missing values", ", at most " + share(t.share) + " each. " + treated(t) + "."}
	}
	what := words.Thousands(t.Count) + " " + phrase.many
	if t.Count == 1 {
		what = "1 " + phrase.one
	}
	if t.Column != "" {
		what += " in " + t.Column
	}
	rest := ""
	if t.FirstLine > 0 {
		rest = " (first at line " + words.Thousands(t.FirstLine) + ")"
	}
	if t.Treatment != "" {
		rest += ": " + t.Treatment
	}
	rest += "."
	if t.Kind == "outside" {
		rest += " Are they codes for no answer? Then state these among the missing values."
	}
	if t.share > .99 && t.Kind == "unparsable" {
		rest += " The whole column would be one constant. Is it a category, or written with another decimal mark?"
	}
	return []string{"", what, rest}
}

func treated(t *problem) string {
	if t.Treatment == "" {
		return "They are treated by the public rule"
	}
	return "Of these " + t.Treatment
}
