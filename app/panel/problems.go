package panel

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/chart"
	"privatepca/core/plan"
	"privatepca/core/schema"
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
	more  int // columns beyond this one, with missing values too
}

// missing reports whether it is what the schema itself says of cells: they are empty, or hold a missing code. It is no problem unless the column is
// useless so.
func (p *problem) missing() bool { return p.Kind == "missing" && p.Column != "" && !p.useless() }

// useless reports whether a column is useless as it is read: most of its cells are not what it holds.
func (p *problem) useless() bool {
	return p.share > plan.UselessAbove && p.Column != "" && p.Kind != "alike-category"
}

// Problems is what was met in the file. It is for the curator only.
type Problems struct {
	Records        int64
	Irregularities []protocol.Irregularity
	Dialect        schema.Dialect // in which the file was read
	Busy           bool           // the values that match no level cannot be asked for now
}

// ranked ranks them: useless columns, then the largest share first. Missing values of all other columns are one, and the last.
func (p Problems) ranked() (list []problem) {
	var missing []problem
	for _, t := range p.Irregularities {
		one := problem{Irregularity: t}
		if p.Records > 0 {
			one.share = min(1, float64(t.Count)/float64(p.Records))
		}
		if one.missing() {
			missing = append(missing, one)
		} else {
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, byShare)
	if len(missing) > 0 {
		slices.SortStableFunc(missing, byShare)
		missing[0].more = len(missing) - 1
		list = append(list, missing[0])
	}
	return list
}

func byShare(a, b problem) int {
	if a.useless() != b.useless() {
		return map[bool]int{true: -1, false: 1}[a.useless()]
	}
	return cmp.Compare(b.share, a.share)
}

// ProblemsOf draws them; nil where there are none.
func ProblemsOf(to *ui.Inbox, p Problems) app.UI {
	if len(p.Irregularities) == 0 {
		return nil
	}
	return ui.Part(to, p)
}

// Draw implements ui.Drawn: one line above what it may change, and what it stands for when it is opened: by itself where more than half of a column cannot
// be used.
func (p Problems) Draw(to *ui.Inbox) app.UI {
	list := p.ranked()
	const most = 12
	useless := 0
	for useless < len(list) && list[useless].useless() {
		useless++
	}
	body := app.Details().ID("troubles").Class("met").Open(useless > 0)
	if useless > 0 {
		body.Class("bad")
	}
	n := len(list)
	if list[n-1].missing() {
		n--
	}
	rows := []app.UI{}
	for i := range list {
		if i < most || i == n {
			rows = append(rows, p.row(to, i, &list[i]))
		}
	}
	after := "Only you see this. It is not part of the release."
	if n > most {
		after = words.Count(int64(n-most), "smaller problem") + " not listed. " + after
	}
	head, says := "Problems found in the file:", " "+problemsLine(n, useless, list[0].share)
	if n == 0 {
		head, says = "No problems found in the file;", " some values are missing."
	}
	return body.Body(
		app.Summary().Body(ui.Icon("warn"), app.Span().Body(ui.Rich("", head, says)...)),
		app.Div().Class("stack-s").Body(
			app.Table().Class("plain data").Body(app.TBody().Body(rows...)),
			app.P().Class("help").Text(language.Say(after))))
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

// row is a problem with its share and the way to its column.
func (p Problems) row(to *ui.Inbox, i int, t *problem) app.UI {
	bar := fmt.Sprintf(`<svg class="sharebar" preserveAspectRatio="none" viewBox="0 0 100 6" aria-hidden="true"><rect class="f-g" width="100" height="6"/><rect class="%s" width="%s" height="6"/></svg>`,
		map[bool]string{true: "f-d", false: "f-i"}[t.useless()], chart.Px(max(1, 100*t.share)))
	var see app.UI
	dialect := p.Dialect
	switch {
	case t.Kind == "ending":
		dialect.End += int(t.Count)
		see = to.Button("leave-out-end", "Leave them out", job.Reread{Dialect: dialect}, "btn-s", "btn-quiet")
	case t.Kind == "alike-category":
		dialect.IgnoreCase = true
		see = to.Button(fmt.Sprintf("alike-%d", i), "Ignore case and blanks", job.Reread{Dialect: dialect}, "btn-s", "btn-quiet")
	case t.Column != "":
		see = to.Button(fmt.Sprintf("see-%d", i), "See the column", job.SeeColumn{Name: t.Column}, "btn-s", "btn-quiet").Aria("label", language.Say("See the column "+t.Column))
	}
	if t.Kind == "unknown-category" && t.Column != "" {
		see = app.Div().Class("row").Body(see, to.Button(fmt.Sprintf("unmatched-list-%d", i), "List the values", job.ListUnmatched{}, "btn-s", "btn-quiet").
			Disabled(p.Busy).Aria("label", language.Say("List the values that match no level")))
	}
	return app.Tr().Body(
		app.Td().Class("num").Body(app.Raw(bar), app.Text(language.Say(" "+share(t.share)))),
		app.Td().Class("word").Body(ui.Rich(irregularityRuns(t)...)...),
		app.Td().Body(see))
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
