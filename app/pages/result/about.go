package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/ui"
	"privatepca/core/release"
)

// About asks for what makes a release recognisable: it stands in the document, in pictures and in the report, outside what is claimed.
type about struct{ Imprint release.Imprint }

// Draw implements ui.Drawn.
func (a about) Draw(to *ui.Inbox) app.UI {
	field := func(of Field, label string) app.UI {
		id := "about-" + string(of)
		return app.Div().Class("field").Body(app.Label().For(id).Text(label),
			to.Line(id, *of.of(&a.Imprint), func(text string) effect.Msg { return Write{of, text} }).Class("w-full"))
	}
	return app.Details().ID("about").Class("panel").Body(app.Summary().Text("About this release: title, author, labels"),
		app.Div().Class("stack-s").Body(
			app.P().Class("help").Text("You write this. The release, the pictures and the report contain it. It is outside the claim, and you can change it at any time."),
			field(Title, "Title"), field(Author, "Author"), field(Organisation, "Organisation"), field(Licence, "Licence"), field(DOI, "DOI"), field(Notes, "Notes for readers"),
			app.Label().For("about-labels").Class("label").Text("Labels of variables and levels"),
			app.Textarea().ID("about-labels").Class("w-full").Rows(4).Attr("spellcheck", "false").Aria("describedby", "about-labels-help"),
			app.P().ID("about-labels-help").Class("help").Text("One a line: the name, a tab or =, the label. A level is written name=level. Paste two columns of a spreadsheet."),
			to.Button("about-labels-set", "Use these labels", UseLabels{}, "btn-s"),
		))
}
