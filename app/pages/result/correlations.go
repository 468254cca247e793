package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/ui"
	"privatepca/core/release"
)

// Correlations say which answers go together, each with its errors: what the tab of that name shows of an edition, beside its heading.
type correlations struct{ Of release.Edition }

// A correlationsHeading is the tab's headline.
type correlationsHeading struct{ Of release.Edition }

// Draw implements ui.Drawn.
func (h correlationsHeading) Draw(*ui.Inbox) app.UI {
	return headline("Correlations: which answers go together", "")
}

// Draw implements ui.Drawn.
func (c correlations) Draw(*ui.Inbox) app.UI {
	says := "This release holds directions alone: correlations need the whole matrix."
	if f := c.Of.Document().Finding; f != nil && f.Matrix != nil {
		says = "This release holds the whole matrix, so its correlations cost nothing more."
	}
	return app.Section().ID("correlations").Class("stack-s").Body(app.P().Class("help").Text(says),
		app.P().Class("help").Body(app.Text("The command prints them, with three errors each: "), app.Code().Text("privatepca matrix release.json")))
}
