package privacy

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// Draw implements ui.Drawn.
func (p outlook) Draw(to *ui.Inbox) app.UI {
	c := &p.Draft.Choices
	in := to.Line("epsilon", c.Epsilon.Text(), func(v string) effect.Msg { return draft.SetEpsilon{Text: v} }).Attr("inputmode", "decimal")
	var enough app.UI
	if !p.warns() {
		enough = p.enoughRecords()
	}
	return app.Div().Class("panel stack fc").Body(
		app.Div().Class("row between fc-head").Body(
			p.headline(),
			app.Div().Class("eps").Body(app.Label().For("epsilon").Text(language.Say("Privacy loss ε")), ui.Invalid(in, p.Draft.Fault("epsilon"), "epsilon-fault"))),
		ui.Fault("epsilon-fault", p.Draft.Fault("epsilon")),
		ui.Slot(p.expectation()),
		p.forecastFigure(to),
		p.promiseLine(),
		ui.Slot(p.epsilonWarning()),
		ui.Slot(enough),
		app.Div().Class("row row-links").Body(panel.Explain("epsilon"), ui.Slot(p.meaning()),
			app.Details().ID("assumed").Body(
				app.Summary().Text(language.Say("What is assumed, and which ε would do")),
				app.Div().Class("stack").Body(assumed(p).assumptionControls(to), ui.Slot(assumed(p).paperBounds())))),
	)
}

// forecastFigure is the chart, its table and the slider below them. Before there is a
// forecast its place says why.
func (p outlook) forecastFigure(to *ui.Inbox) app.UI {
	var drawing, table app.UI
	if p.Forecast.Got == nil {
		drawing = app.P().ID("no-forecast").Class("help empty-chart").Attr("role", "status").Text(language.Say(p.noForecast()))
		table = app.P().Class("help").Text(language.Say("There is no forecast yet."))
	} else {
		m := p.Draft.Method()
		epsilon := draft.PartOf(&p.Draft, p.Draft.DirectionsPart(m))
		share, known := p.Forecast.Share(&p.Draft, m)
		said, at := words.Percent(share), []float64{share}
		if r, ok := p.Forecast.Range(&p.Draft, m); ok { // the marks stand where what is said does, not on the line
			said, at = words.ShortRange(r.Low, r.Top), []float64{r.Low, r.Top}
		}
		wide, narrow, listed := p.drawn(epsilon, at, said, known, p.forecastSentence(), to)
		drawing = app.Div().Body(app.Raw(language.Markup(wide)), app.Raw(language.Markup(narrow)))
		table = app.Raw(language.Markup(listed))
	}
	return app.Figure().ID("forecast").Class("fig").Aria("busy", p.Forecast.Waiting).Body(
		app.FigCaption().Body(
			app.Span().Class("help").Text(language.Say(p.forecastHint())),
			panel.Views("forecast", "the forecast", "forecast-")),
		app.Div().Class("as-chart").Body(drawing),
		app.Div().Class("as-table").TabIndex(0).Attr("role", "region").Aria("label", language.Say("Forecast, table")).Body(table),
		p.epsilonSlider(to),
	)
}

func (p outlook) forecastHint() string {
	hint := forecastAxis + ". Drag the handle under the chart."
	if _, ok := p.Forecast.Range(&p.Draft, p.Draft.Method()); ok && !p.Draft.Method().Free() {
		hint = forecastAxis + ". Dark: the cautious range, which the mark states. Line: the middle of what is assumed."
	}
	switch {
	case p.Forecast.Got == nil:
		return "Drag the handle to choose ε."
	case p.Draft.Method().Refuses:
		return hint + " " + p.Draft.Method().Title + "’s line is of what it keeps where it does not refuse; where little is kept it mostly refuses."
	case p.Draft.DirectionsPart(p.Draft.Method()) < 1:
		return hint + " The mark stands where " + p.Draft.Method().Title + "’s part of ε does."
	}
	return hint
}

// noForecast says why the chart is empty.
func (p outlook) noForecast() string {
	if _, err := p.Draft.Facts(); err != nil {
		return err.Error()
	}
	if p.Forecast.Fault != "" {
		return p.Forecast.Fault
	}
	return "The forecast is being made."
}

// forecastSentence reads the chart to whom it is not seen.
func (p outlook) forecastSentence() string {
	var parts []string
	for _, m := range p.drawnMethods() {
		if r, ok := p.Forecast.Range(&p.Draft, m); ok {
			parts = append(parts, lineName(m)+" "+words.Range(r.Low, r.Top))
		} else if v, ok := p.Forecast.Share(&p.Draft, m); ok {
			parts = append(parts, lineName(m)+" "+words.Percent(v))
		}
	}
	text := "Expected share of the structure kept against epsilon, from 0.01 to 10."
	if len(parts) > 0 {
		text += " At epsilon " + words.Three(p.Draft.Budget().Epsilon) + ": " + strings.Join(parts, ", ") + "."
	}
	return text
}

// spectra are the assumed spectra, as the page calls them.
var spectra = []ui.Option{
	{Value: draft.Several, Text: "several shapes"},
	{Value: "one-strong", Text: "one strong direction, slow tail"},
	{Value: "steep", Text: "steep: each ¾ of the one before"},
	{Value: "power-law", Text: "slow decay: 1, ½, ⅓, …"},
	{Value: "equal", Text: "k equal directions, flat rest"},
	{Value: "nearly-flat", Text: "nearly flat"},
	{Value: "paper", Text: "the paper’s synthetic data"},
	{Value: draft.Earlier, Text: "an earlier release’s…"},
	{Value: draft.Own, Text: "my own…"},
}

// assumptionControls are what the forecast takes for granted, and what it can solve.
func (p assumed) assumptionControls(to *ui.Inbox) app.UI {
	c := &p.Draft.Choices
	n := to.Line("forecast-n", c.Records.Text(), func(v string) effect.Msg { return draft.SetRecords{Text: v} }).Class("w-m num").Attr("inputmode", "numeric").Aria("describedby", "forecast-fault")
	if public := p.Draft.Persons(); public > 0 {
		n = n.Placeholder(words.Thousands(public))
	}
	row := []app.UI{
		app.Label().For("spectrum").Class("muted").Text(language.Say("Assumed spectrum")),
		to.Choose("spectrum", c.Spectrum, spectra, func(v string) effect.Msg { return draft.SetSpectrum{Name: v} }).Class("w-l"),
	}
	if p.Draft.Answers.Rule == schema.Clip {
		row = append(row, app.Label().For("typical").Class("muted").Text(language.Say("Typical record")),
			to.Choose("typical", c.Typical.Text(), []ui.Option{{Value: "1", Text: "as long as R"}, {Value: "0.7", Text: "0.7 of R long"}, {Value: "0.5", Text: "half of R long"}, {Value: "0.3", Text: "0.3 of R long"}, {Value: "0.1", Text: "a tenth of R long"}},
				func(v string) effect.Msg { return draft.SetTypical{Text: v} }))
	}
	row = append(row, app.Span().Class("row nowrap").Body(app.Label().For("forecast-n").Class("muted").Text(language.Say(p.recordsLabel())), n))
	if w := p.Draft.Answers.RowWeight.Stated(); w != nil {
		in := to.Line("forecast-weight", c.MeanWeight.Text(), func(v string) effect.Msg { return draft.SetMeanWeight{Text: v} }).Class("w-m num").Attr("inputmode", "decimal").Aria("describedby", "forecast-fault").
			Placeholder(language.Say(words.Three(w.Maximum * plan.UsualMeanWeight)))
		row = append(row, app.Span().Class("row nowrap").Body(app.Label().For("forecast-weight").Class("muted").Text(language.Say("Mean weight of rows, about")), in))
	}
	var shares app.UI
	if c.Spectrum == draft.Own {
		shares = app.Div().Class("row small").Body(
			app.Label().For("own-spectrum").Class("muted").Text(language.Say("Shares of the leading directions, %")),
			to.Line("own-spectrum", c.Shares.Text(), func(v string) effect.Msg { return draft.SetShares{Text: v} }).Class("w-l").Aria("describedby", "forecast-fault"),
			app.Span().Class("help").Text(language.Say("The rest is spread evenly.")))
	}
	return app.Div().Class("stack-s").Body(
		app.Div().Class("row small").Body(row...),
		ui.Slot(shares),
		ui.Slot(p.earlierRelease(to)),
		app.P().ID("forecast-fault").Class("fault").Text(language.Say(p.assumptionFault())),
		app.P().Class("help").Text(language.Say(p.recordsHelp())),
		p.solverRow(to),
	)
}

// assumptionFault says what is wrong with what was typed.
func (p assumed) assumptionFault() string {
	if p.Draft.Choices.Records.Why() != typed.Empty {
		if _, err := draft.ForecastRecords(&p.Draft); err != nil {
			return err.Error()
		}
	}
	if _, err := draft.MeanWeight(&p.Draft); err != nil {
		return err.Error()
	}
	if p.Draft.Choices.Spectrum == draft.Own {
		if _, err := p.Draft.Choices.OwnShares(p.Draft.Answers.Tally.Features); err != nil {
			return err.Error()
		}
	}
	return ""
}

func (p assumed) recordsLabel() string {
	if p.Draft.Answers.Unit == draft.UnitRow {
		return "Records n"
	}
	return "Rows, about"
}

func (p assumed) recordsHelp() string {
	switch {
	case p.Draft.Choices.Relation == privacy.AddRemove:
		return "n stays private, so the count in your file is not used here: type what anyone could know."
	case p.Draft.Answers.Unit == draft.UnitRows:
		return "The number of rows is private, because one person may have several. Type a number that anyone could know."
	case p.Draft.Answers.Unit == draft.UnitColumn && p.Draft.Persons() > 0:
		return "Empty: one row for each of " + words.Count(p.Draft.Persons(), "person") + ", whose number is public. The count of rows is private."
	case p.Draft.Persons() > 0:
		return "Empty: " + words.Thousands(p.Draft.Persons()) + ", which is public where one person is replaced. Type another to see what more records would buy."
	}
	return "Type n, or wait until the file has been read. The number of people is public where one person is replaced."
}

// solverRow turns a wanted accuracy into an ε.
func (p assumed) solverRow(to *ui.Inbox) app.UI {
	c, m := &p.Draft.Choices, p.Draft.Method()
	in := to.Line("want", c.Wanted.Text(), func(v string) effect.Msg { return draft.SetWanted{Text: v} }).Class("w-s num").Attr("inputmode", "decimal")
	wrong := draft.WantedFault(&c.Assumptions)
	answer, use := "", app.UI(nil)
	if e, ok := p.solved(m); ok {
		answer = "ε = " + e
		use = to.Button("use-epsilon", "Use", draft.SetEpsilon{Text: e}, "btn-s").Aria("label", language.Say("Use epsilon "+e))
	} else if wrong == "" && p.Forecast.Got != nil && p.Forecast.Facts.Wanted == c.WantedShare() {
		answer = "not reached up to ε = " + words.Three(draft.Epsilons[len(draft.Epsilons)-1])
	}
	return app.Div().Class("row small").Body(
		app.Label().For("want").Class("muted").Text(language.Say("Solve ε for")),
		ui.Invalid(in, wrong, "want-fault"),
		app.Span().Class("muted").Text(language.Say("of the optimum at the cautious end, by "+m.Title+":")),
		app.B().ID("want-epsilon").Attr("role", "status").Text(language.Say(answer)), ui.Slot(use),
		app.Span().ID("want-fault").Class("fault").Text(language.Say(wrong)),
	)
}

// solved is the ε at which a mechanism reaches the wanted share, rounded up, as typed.
func (p assumed) solved(m method.Method) (string, bool) {
	e, part := p.Forecast.Reaches(&p.Draft, m), p.Draft.DirectionsPart(m)
	if e == 0 || m.Free() || !(part > 0) {
		return "", false
	}
	return words.TwoUp(e / part), true
}

// paperBounds are what the paper proves of the number of records.
func (p assumed) paperBounds() app.UI {
	if p.Forecast.Got == nil {
		return nil
	}
	return app.Details().Body(app.Summary().Text(language.Say("The paper’s sample-size bounds")), p.boundsTable())
}

// boundsTable has the paper's theorems in numbers of records, at the chosen ε.
func (p assumed) boundsTable() app.UI {
	o := p.Forecast
	want := p.Draft.Choices.Wanted.Bare()
	if p.Draft.Choices.WantedShare() == 0 {
		want = "90"
	}
	row := func(what string, values []float64) app.UI {
		text := "says nothing here"
		if p.Draft.Fault("epsilon") == "" && len(values) == len(draft.Epsilons) {
			if i, _ := forecast.Place(p.Draft.Budget().Epsilon); values[i] > 0 && values[i+1] > 0 {
				text = words.RoundedUp(forecast.AtLog(values, p.Draft.Budget().Epsilon) * p.Draft.Answers.RowsPerRecord())
			}
		}
		return app.Tr().Body(app.Th().Scope("row").Text(language.Say(what)), app.Td().Class("num").Text(language.Say(text)))
	}
	return app.Div().ID("bounds").Class("stack-s").Body(
		app.Table().Class("plain data").Body(
			app.Caption().Class("help").Text(language.Say("For a correlation of "+want+" % with the true first direction, at ε = "+p.Draft.Choices.Epsilon.Text())),
			app.THead().Body(app.Tr().Body(app.Th().Scope("col").Text(language.Say("Bound")), app.Th().Scope("col").Class("num").Text(language.Say("Records n")))),
			app.TBody().Body(
				row("No pure-ε method does with fewer, on every data set", o.Got.Bounds.Necessary),
				row("PPCA is enough from, 9 times of 10", o.Got.Bounds.Sufficient),
				row("MOD-SULQ needs at least, on some data set", o.Got.Bounds.MODSULQ))),
		app.P().Class("help").Text(language.Say("The bounds are proven for k = 1, one row per person, one person replaced, and the assumed spectrum. They are rough. PPCA needs about five times fewer records than its bound. The lower bounds hold only for correlations near 1.")))
}
