package app

import (
	"fmt"
	"math"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/release"
	"privatepca/core/schema"
)

const screeShown = 12 // eigenvalues that are drawn; the document holds all

// figure frames a drawing, its table, and one sentence that reads it.
func figure(id, title, sentence string, chart, table string, controls ...app.UI) app.UI {
	view := func(value, text string, checked bool) app.UI {
		return app.Label().Body(app.Input().Type("radio").Name("view-"+id).Attr("value", value).Checked(checked), app.Text(text))
	}
	body := []app.UI{
		app.FigCaption().Body(app.H2().Text(title),
			app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", "View of "+strings.ToLower(title)).Body(view("chart", "Chart", true), view("table", "Table", false))),
		app.P().Class("help").Text(sentence),
	}
	body = append(body, controls...)
	body = append(body,
		app.Div().Class("as-chart").Body(app.Raw(chart)),
		app.Div().Class("as-table").TabIndex(0).Attr("role", "region").Aria("label", title+", table").Body(app.Raw(table)))
	return app.Figure().ID(id).Class("fig").Body(body...)
}

// scree draws the released eigenvalues: all d of a whole matrix, or the k of a core.
func scree(d *release.Document) app.UI {
	values := d.Spectrum
	if len(values) == 0 {
		values = d.ExplainedVariance
	}
	if len(values) == 0 {
		return nil
	}
	shown := values[:min(screeShown, len(values))]
	count := "All released eigenvalues."
	if len(shown) < len(values) {
		count = "The first " + plural(int64(len(shown)), "released eigenvalue") + " of " + thousands(int64(len(values))) + "."
	}
	sentence := count + " They carry the noise of the release; small ones may fall below zero. " + eigenvalueNote(d)
	return figure("scree", "Scree", sentence, screeChart(shown, d.NumComponents, eigenvalueUnit(d)), screeTable(shown))
}

// eigenvalueNote says what eigenvalues are not.
func eigenvalueNote(d *release.Document) string {
	switch {
	case d.Encoding.NormRule == string(schema.Pairs):
		return "They are shares of the pairs’ directions, not variances."
	case d.Encoding.Centre == string(schema.CentreNone):
		return "They are second moments about zero, not variances: the mean is part of them."
	}
	return "They are second moments about the stated centre."
}

// eigenvalueUnit names the axis.
func eigenvalueUnit(d *release.Document) string {
	switch d.VarianceUnit {
	case release.PerPair:
		return "Eigenvalue per pair, share of 1"
	case release.SumOfPairs:
		return "Eigenvalue, sum over pairs"
	case release.Sum:
		return "Eigenvalue, sum of encoded units squared"
	}
	return "Eigenvalue per person, encoded units squared"
}

func screeChart(values []float64, k int, unit string) string {
	top, bottom := 0.0, 0.0
	for _, v := range values {
		top, bottom = math.Max(top, v), math.Min(bottom, v)
	}
	step := niceStep((top - bottom) / 4)
	lo, hi := math.Floor(bottom/step)*step, math.Ceil(top/step)*step
	y := func(v float64) float64 { return 184 - (v-lo)/(hi-lo)*162 }
	x := func(i int) float64 {
		if len(values) == 1 {
			return 169
		}
		return 52 + float64(i)*243/float64(len(values)-1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="sm" viewBox="0 0 310 210" role="img" aria-label="Scree of the released eigenvalues: the first is %s, the last shown %s.">`, short(values[0]), short(values[len(values)-1]))
	b.WriteString(`<text x="0" y="11">` + unit + `</text>`)
	for v := lo; v <= hi+step/2; v += step {
		class := "g"
		if math.Abs(v) < step/2 {
			class = "ax"
		}
		fmt.Fprintf(&b, `<path class="%s" d="M42 %sH310"/><text class="e" x="37" y="%s">%s</text>`, class, px(y(v)), px(y(v)+4), tickLabel(v, step))
	}
	for i, v := range values {
		if i < k {
			fmt.Fprintf(&b, `<circle class="f-a" cx="%s" cy="%s" r="4"/>`, px(x(i)), px(y(v)))
		} else {
			fmt.Fprintf(&b, `<circle class="open" cx="%s" cy="%s" r="3.5"/>`, px(x(i)), px(y(v)))
		}
		if i == 0 || (i+1)%4 == 0 || i == len(values)-1 && (i+1)%4 > 1 {
			fmt.Fprintf(&b, `<text class="c" x="%s" y="202">%d</text>`, px(x(i)), i+1)
		}
	}
	return b.String() + "</svg>"
}

func screeTable(values []float64) string {
	var b strings.Builder
	b.WriteString(`<table class="plain data"><thead><tr><th scope="col">Direction</th><th scope="col">Eigenvalue</th></tr></thead><tbody>`)
	for i, v := range values {
		fmt.Fprintf(&b, `<tr><th scope="row">%d</th><td>%s</td></tr>`, i+1, short(v))
	}
	return b.String() + "</tbody></table>"
}

// niceStep rounds up to 1, 2 or 5 times a power of ten.
func niceStep(x float64) float64 {
	if !(x > 0) {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if x <= m*unit*(1+1e-9) {
			return m * unit
		}
	}
	return 10 * unit
}

// tickLabel writes a tick with the digits that its step needs.
func tickLabel(v, step float64) string {
	if math.Abs(v) < step/2 {
		return "0"
	}
	if step >= 1e5 || step < 1e-4 {
		return short(v)
	}
	digits := int(math.Max(0, -math.Floor(math.Log10(step)+1e-9)))
	return strings.Replace(fmt.Sprintf("%.*f", digits, v), "-", "−", 1)
}
