package result

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// A correlationsHeading counts the pairs that are sure, or says why nothing can be told.
type correlationsHeading struct {
	Pairs   *relation.Pairs
	Refused string
}

// Draw implements ui.Drawn.
func (h correlationsHeading) Draw(*ui.Inbox) app.UI {
	switch {
	case h.Refused != "":
		return headline("Correlations: none can be told", h.Refused)
	case h.Pairs == nil:
		return headline("Correlations: which answers go together", "They are being computed from the released matrix.")
	}
	count, how, _ := strings.Cut(h.Pairs.Note(), ". ")
	return headline("Correlations: "+words.Lower(count), how)
}

// correlationsIn are the parts of the tab, and of its rail.
func correlationsIn(m Model) (main, rail []ui.Drawn) {
	r, of := m.Relations, release.Content(m.Edition)
	if r.Pairs == nil {
		return nil, nil
	}
	row, column := r.pair()
	return []ui.Drawn{
			correlationMap{m.of("correlations"), r.Pairs, r.look(), m.Large == "correlations"},
			surePairs{of, r.Pairs},
			pairList{of, r.Pairs, r.Find, listedFirst + r.Listed},
			regression{m.of("coefficients"), r.Pairs, r.Outcome, r.columnOf(r.Outcome), r.predictors(), r.Search, m.Large == "coefficients"},
		}, []ui.Drawn{
			pairTold{of, r.Pairs, row, column},
			correlationChoices{len(r.Pairs.Matrix.Columns), r.Columns, r.ByFile, report.Find(m.Document()).Held() > 0, len(relation.MissingIn(r.Pairs.Matrix)) > 0, r.Random},
			correlationReading{of, r.Pairs, r.Random},
		}
}

// A correlationMap is the picture. A click on a cell tells its pair.
type correlationMap struct {
	Of    release.Edition
	Pairs *relation.Pairs
	Look  report.Look
	Large bool
}

// Draw implements ui.Drawn.
func (c correlationMap) Draw(to *ui.Inbox) app.UI {
	f := report.Correlations(c.Of.Document(), c.Pairs, c.Look)
	return to.Pointing("correlation-cells", func(at ui.Spot) effect.Msg { return PointAt{at} }).Body(framed(to, c.Of, named(c.Of.Document()), f, c.Large, nil))
}

// A pairTold tells one pair, with its three errors.
type pairTold struct {
	Of          release.Edition
	Pairs       *relation.Pairs
	Row, Column string
}

// Draw implements ui.Drawn.
func (p pairTold) Draw(to *ui.Inbox) app.UI {
	d := p.Of.Document()
	names, labels := report.Columns(d, p.Pairs.Matrix)
	choice := func(id, text, now, other string, made func(string) effect.Msg) app.UI {
		var options []ui.Option
		for i, name := range names {
			if name != other {
				options = append(options, ui.Option{Value: name, Text: language.Keep(labels[i])})
			}
		}
		return asked(id, text, to.Choose(id, now, options, made).Class("grow"))
	}
	told, ok := report.PairTold(d, p.Pairs, p.Row, p.Column)
	if !ok { // a single column has none
		return app.Div()
	}
	body := []app.UI{
		choice("pair-row", "Column", p.Row, p.Column, func(v string) effect.Msg { return PickPair{v, p.Column} }),
		choice("pair-column", "With", p.Column, p.Row, func(v string) effect.Msg { return PickPair{p.Row, v} }),
	}
	for _, line := range told.Lines {
		body = append(body, app.P().Class("small").Text(language.Say(line)))
	}
	var levels app.UI
	if t := report.LevelsTold(d, p.Pairs, p.Row, p.Column); len(t.Rows) > 0 {
		levels = app.Details().ID("pair-levels").Body(app.Summary().Text(language.Say("Its levels, one by one")), tableOf("levels-table", "Levels", t, named(p.Of.Document())))
	}
	var errors []ui.Fact
	for _, row := range told.Table.Rows {
		errors = append(errors, ui.Says(row[0], row[1]))
	}
	return section("pair", told.Title, append(body, app.Div().ID("pair-errors").Body(ui.Facts(errors...)), ui.Slot(levels))...)
}

// section is a panel with a heading, which has its name.
func section(id, heading string, body ...app.UI) app.UI {
	return app.Section().ID(id).Class("panel stack-s").Aria("labelledby", id+"-heading").Body(append([]app.UI{app.H2().ID(id + "-heading").Text(language.Say(heading))}, body...)...)
}

// asked is a control behind what it is for.
func asked(id, text string, control app.UI) app.UI {
	return app.Div().Class("row small").Body(app.Label().For(id).Class("muted").Text(language.Say(text)), control)
}

// tableOf draws a table that scrolls by itself; nil for one without rows.
func tableOf(id, label string, t report.Table, names []string) app.UI {
	if len(t.Rows) == 0 {
		return nil
	}
	return app.Div().ID(id).Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", language.Say(label+", table")).Body(app.Raw("<div>" + language.Markup(t.HTML(), names...) + "</div>"))
}

// surePairs are sentences of the pairs that are sure.
type surePairs struct {
	Of    release.Edition
	Pairs *relation.Pairs
}

// Draw implements ui.Drawn.
func (s surePairs) Draw(*ui.Inbox) app.UI {
	const most = 6
	told := report.SurePairs(s.Of.Document(), s.Pairs, most)
	if len(told.Lines) == 0 {
		return app.Div()
	}
	var list []app.UI
	for _, line := range told.Lines {
		list = append(list, app.Li().Text(language.Say(line)))
	}
	rest := ""
	if more := s.Pairs.Sure - len(told.Lines); more > 0 {
		rest = words.Count(more, "more pair") + map[bool]string{true: " is", false: " are"}[more == 1] + " sure: the table below has them."
	}
	return section("sure", "The surest pairs", app.Ul().Class("marked stack-s").Body(list...), app.P().Class("help").Text(language.Say(rest)))
}

// A pairList lists pairs by how many errors they are from 0.
type pairList struct {
	Of    release.Edition
	Pairs *relation.Pairs
	Find  string
	Most  int
}

// Draw implements ui.Drawn.
func (l pairList) Draw(to *ui.Inbox) app.UI {
	t, found := report.FindPairs(l.Of.Document(), l.Pairs, l.Find, l.Most)
	says := words.Count(found, "pair") + ", those first that are the most errors from 0."
	if found == 0 {
		says = "No pair has these words in its columns."
	}
	var more app.UI
	if found > len(t.Rows) {
		more = to.Button("pairs-more", "Show more", ListMore{}, "btn-s")
	}
	return app.Details().ID("pairs").Class("panel stack-s").Body(app.Summary().Text(language.Say("All "+words.Count(len(l.Pairs.Order), "pair")+", as a table")),
		asked("pairs-find", "Find columns", to.Line("pairs-find", l.Find, func(text string) effect.Msg { return FindPairs{text} }).Class("w-l").Attr("type", "search")),
		app.P().Class("help").Text(language.Say(says)),
		ui.Slot(tableOf("pairs-table", "All pairs", t, named(l.Of.Document()))),
		app.Div().Class("row small").Body(ui.Slot(more), to.Button("save-pairs-csv", "Save all as CSV", SaveTable{"pairs"}, "btn-s", "btn-quiet")))
}

// A regression explains an outcome by predictors, where their strength allows it.
type regression struct {
	Of         release.Edition
	Pairs      *relation.Pairs
	Outcome    string
	Own        string   // the column of the outcome, which is no predictor
	Predictors []string // that are chosen
	Search     string
	Large      bool
}

// mostOffered is how many columns are offered as predictors at a time.
const mostOffered = 12

// Draw implements ui.Drawn.
func (r regression) Draw(to *ui.Inbox) app.UI {
	d, m := r.Of.Document(), r.Pairs.Matrix
	body := []app.UI{
		app.P().Class("help").Text(language.Say("A regression by the released matrix, which costs nothing more. Noise does not shrink its coefficients. Whether the matrix shows enough of the predictors is their strength: below 1.5 nothing is told.")),
		asked("outcome", "Outcome", to.Choose("outcome", r.Outcome, r.outcomes(), func(v string) effect.Msg { return Explain{v} })),
		r.offer(to),
	}
	told := report.Regressed(d, m, r.Outcome, r.Predictors)
	if r.Outcome != "" && len(r.Predictors) > 0 {
		body = append(body, app.H3().ID("strength").Text(language.Say(told.Title)))
	}
	if told.Refused != "" {
		body = append(body, app.P().ID("regression-refused").Class("fault").Attr("role", "status").Text(language.Say(told.Refused)))
	}
	for _, line := range told.Lines {
		body = append(body, app.P().Text(language.Say(line)))
	}
	if len(told.Table.Rows) > 0 {
		if f, ok := report.RegressionFigure(d, m, r.Outcome, r.Predictors); ok {
			body = append(body, framed(to, r.Of, named(r.Of.Document()), f, r.Large, nil))
		}
		body = append(body, tableOf("regression-table", "Regression", told.Table, named(r.Of.Document())), saveBar(to, "regression", "the regression"), ui.Slot(r.partial(to)))
	}
	return section("regression", "Outcome and predictors", body...)
}

// outcomes are the features that can be explained.
func (r regression) outcomes() []ui.Option {
	options := []ui.Option{{Value: "", Text: "choose one"}}
	for i, name := range r.Pairs.Matrix.Features {
		options = append(options, ui.Option{Value: name, Text: language.Keep(report.Label(r.Of.Document(), i))})
	}
	return options
}

// offer lists the columns that can be predictors, and shows those that are chosen and the first of those that a search finds.
func (r regression) offer(to *ui.Inbox) app.UI {
	names, labels := report.Columns(r.Of.Document(), r.Pairs.Matrix)
	var list []app.UI
	offered, left := 0, 0
	for i, name := range names {
		chosen := slices.Contains(r.Predictors, name)
		show := chosen
		if fits := strings.Contains(strings.ToLower(labels[i]+" "+name), strings.ToLower(strings.TrimSpace(r.Search))); !chosen && fits && name != r.Own {
			if show = offered < mostOffered; show {
				offered++
			} else {
				left++
			}
		}
		// Each stands in its place, also unseen: a browser keeps what was ticked where it was ticked.
		list = append(list, app.Div().Hidden(!show).Body(to.Tick("predictor-"+strconv.Itoa(i+1), language.Keep(labels[i]), "", chosen, func(on bool) effect.Msg { return Predict{name, on} })))
	}
	rest := ""
	if left > 0 {
		rest = words.Count(left, "more column") + ": find them by a word."
	}
	return app.FieldSet().ID("predictors").Class("stack-s").Body(app.Legend().Class("muted small").Text(language.Say("Predictors")),
		asked("predictors-find", "Find columns", to.Line("predictors-find", r.Search, func(text string) effect.Msg { return FindPredictors{text} }).Class("w-l").Attr("type", "search")),
		app.Div().Class("cols-2 near").Body(list...), app.P().Class("help").Text(language.Say(rest)))
}

// partial tells the partial correlations of the outcome and its predictors; nil for fewer than three columns.
func (r regression) partial(to *ui.Inbox) app.UI {
	told := report.PartialTold(r.Of.Document(), r.Pairs.Matrix, append([]string{r.Outcome}, r.Predictors...))
	if told.Refused != "" && len(r.Predictors) < 2 {
		return nil
	}
	body := []app.UI{app.Summary().Text(language.Say("Partial correlations: each pair given all others"))}
	if told.Refused != "" {
		body = append(body, app.P().Class("fault").Text(language.Say(told.Refused)))
	} else {
		body = append(body, tableOf("partial-table", "Partial correlations", told.Table, named(r.Of.Document())), saveBar(to, "partial", "the partial correlations"))
	}
	return app.Details().ID("partial").Body(body...)
}

// saveBar saves and copies a table that stands alone.
func saveBar(to *ui.Inbox, id, what string) app.UI {
	return app.Div().Class("row small").Body(
		to.Button("save-"+id+"-csv", "Save as CSV", SaveTable{id}, "btn-s", "btn-quiet").Aria("label", language.Say("Save as CSV: "+what)),
		to.Button("copy-"+id, "Copy as a table", Save{id, "Copy"}, "btn-s", "btn-quiet").Aria("label", language.Say("Copy as a table: "+what)))
}

// correlationChoices choose how many columns are drawn, in which order, and what a missing cell counts as.
type correlationChoices struct {
	Columns int
	Count   string
	ByFile  bool
	Ordered bool // there are clear directions to order by
	Missing bool // there are missing cells
	Random  bool // they are taken to be missing at random
}

// Draw implements ui.Drawn.
func (c correlationChoices) Draw(to *ui.Inbox) app.UI {
	seg := func(label string, list ...app.UI) app.UI {
		return app.Div().Class("row small").Body(app.Span().Class("muted").Text(language.Say(label)), app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", language.Say(label)).Body(list...))
	}
	body := []app.UI{app.H2().ID("drawn-heading").Class("eyebrow").Text(language.Say("What is drawn"))}
	if c.Columns > report.UsualColumns {
		count := func(value, text string) app.UI {
			on := c.Count == value || c.Count == "" && value == "16" || c.Count == "all" && value == "60" && c.Columns <= moreRows
			return app.Label().Body(to.Radio("columns-"+value, "columns-drawn", on, ShowColumns{value}), app.Text(language.Say(text)))
		}
		list := []app.UI{count("16", "16"), count("60", strconv.Itoa(min(moreRows, c.Columns)))}
		if c.Columns > moreRows {
			list = append(list, count("all", "all "+words.Thousands(c.Columns)))
		}
		body = append(body, seg("Columns", list...))
	}
	if c.Ordered {
		order := func(id, text string, byFile bool) app.UI {
			return app.Label().Body(to.Radio(id, "columns-order", c.ByFile == byFile, OrderColumns{byFile}), app.Text(language.Say(text)))
		}
		body = append(body, seg("Order", order("order-direction", "by direction", false), order("order-file", "as in the file", true)))
	}
	if c.Missing {
		counts := func(id, text string, atRandom bool) app.UI {
			return app.Label().Body(to.Radio(id, "missing-cells", c.Random == atRandom, CountMissing{atRandom}), app.Text(language.Say(text)))
		}
		body = append(body, seg("A missing cell", counts("missing-mean", "is its column’s mean", false), counts("missing-random", "is missing at random", true)))
	}
	return app.Section().ID("drawn").Class("panel stack-s").Aria("labelledby", "drawn-heading").Body(append(body, app.P().Class("help").Text(language.Say("Press a cell, or choose two columns, to see a pair with its errors.")))...)
}

// A correlationReading says how correlations are read.
type correlationReading struct {
	Of     release.Edition
	Pairs  *relation.Pairs
	Random bool // cells are taken to be missing at random
}

// Draw implements ui.Drawn.
func (r correlationReading) Draw(*ui.Inbox) app.UI {
	list := []app.UI{app.Li().Text(language.Say("1: always high together. −1: one is high where the other is low. 0: not related."))}
	for _, note := range r.Pairs.Matrix.Notes(relation.Association) {
		list = append(list, app.Li().Text(language.Say(note)))
	}
	if hidden := report.HiddenColumns(r.Of.Document(), r.Pairs); hidden != "" {
		list = append(list, app.Li().Text(language.Say(hidden)))
	}
	command := "privatepca matrix -of association release.json"
	if r.Random {
		command = "privatepca matrix -of association -missing at-random release.json"
	}
	return app.Section().Class("panel stack-s").Aria("labelledby", "read-heading").Body(app.H2().ID("read-heading").Class("eyebrow").Text(language.Say("How to read it")),
		app.Ul().ID("correlation-notes").Class("small marked stack-s").Body(list...),
		app.P().Class("help").Body(app.Text(language.Say("The command prints the same numbers, to the last digit: ")), app.Code().Text(command)))
}

// Levels stand on the map's directions, where a category is chosen.
type levels struct {
	Of         release.Edition
	Pairs      *relation.Pairs
	Chosen     string
	Across, Up int
	Large      bool
}

// levelsIn is that part of the map.
func levelsIn(m Model) levels {
	p := m.picture("circle")
	return levels{m.of("levels"), m.Relations.Pairs, m.Relations.Levels, p.Across, p.Up, m.Large == "levels"}
}

// Draw implements ui.Drawn.
func (l levels) Draw(to *ui.Inbox) app.UI {
	if l.Pairs == nil || !report.HasPlane(l.Of.Document()) {
		return app.Div()
	}
	names, labels := report.Categories(l.Of.Document(), l.Pairs.Matrix)
	if len(names) == 0 {
		return app.Div()
	}
	options := []ui.Option{{Value: "", Text: "none"}}
	for i, name := range names {
		options = append(options, ui.Option{Value: name, Text: language.Keep(labels[i])})
	}
	choose := asked("map-levels", "Levels of a category", to.Choose("map-levels", l.Chosen, options, func(v string) effect.Msg { return ShowLevels{v} }))
	f, ok := report.Levels(l.Of.Document(), l.Pairs.Matrix, l.Chosen, l.Across, l.Up)
	if !ok {
		return app.Section().Class("panel stack-s").Body(choose, app.P().Class("help").Text(language.Say("Where the people of each level lie on average on these directions. This costs nothing more.")))
	}
	return framed(to, l.Of, named(l.Of.Document()), f, l.Large, choose)
}
