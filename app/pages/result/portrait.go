package result

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/core/chart"
	"privatepca/core/report"
	"privatepca/core/words"
)

// portrait draws the strongest loadings of a direction, those of the high end first, each beside its label in full: high ones to the right, low ones to
// the left, with their intervals. reach is what the longest bar stands for.
func portrait(bars []report.End, reach float64) app.UI {
	var list []app.UI
	for _, b := range bars {
		side, size, low, high := "high", b.Value, b.Low, b.High
		if b.Value < 0 {
			side, size, low, high = "low", -b.Value, -b.High, -b.Low
		}
		at := func(v float64) string { return chart.Px(200 * min(1, max(0, v/reach))) }
		said := fmt.Sprintf("%s, 95 %% interval %s to %s", words.Signed(b.Value, 3), words.Signed(b.Low, 3), words.Signed(b.High, 3))
		list = append(list, app.Li().Class(side).Body(
			app.Span().Text(b.Label),
			app.Raw(language.Markup(fmt.Sprintf(`<svg viewBox="0 0 200 12" preserveAspectRatio="none" role="img" aria-label="%s"><title>%s: %s</title><rect class="%s" y="1" width="%s" height="10"/><path class="wh" vector-effect="non-scaling-stroke" d="M%s 6H%s"/></svg>`,
				said, report.Escape(b.Label), said, map[string]string{"high": "f-a", "low": "f-m"}[side], at(size), at(low), at(high)), b.Label))))
	}
	return app.Ul().Class("portrait").Body(list...)
}
