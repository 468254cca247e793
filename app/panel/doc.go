// Package panel has what several pages draw: headings, statements, the frame of a figure, what ε promises, and the words that are explained. It knows
// no page.
package panel

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
)

// Heading opens a page.
func Heading(title, lead string) app.UI {
	return app.Div().Class("head").Body(app.H1().TabIndex(-1).Text(language.Say(title)), app.P().Class("lead").Text(language.Say(lead)))
}
