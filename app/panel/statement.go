package panel

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/core/release"
)

// Said draws a statement.
func Said(st release.Statement) app.UI {
	var runs []app.UI
	for _, seg := range st.Segments() {
		switch {
		case seg.Blank:
			runs = append(runs, app.Span().Class("blank").Text(seg.Text))
		case seg.Value:
			runs = append(runs, app.B().Text(seg.Text))
		default:
			runs = append(runs, app.Text(seg.Text))
		}
	}
	said := app.P().ID("statement").Class("said").Body(runs...)
	if language.Tag() == "en" {
		return said
	}
	said.Attr("lang", "en") // the document's own words
	if slices.ContainsFunc(st.Segments(), func(s release.Segment) bool { return s.Blank }) {
		return said
	}
	return app.Div().Class("stack-s").Body(app.P().Class("said").Text(language.Say(st.String())), said.Class("said", "original"))
}
