package panel

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
)

// Folds holds parts that are a sentence each until they are opened.
func Folds(parts ...app.UI) app.UI { return app.Div().Class("folds").Body(parts...) }

// FoldWarns is the line of a part whose answer cannot stand.
func FoldWarns(why string) []app.UI {
	return []app.UI{ui.Icon("warn"), app.Text(language.Say(" " + why))}
}

// Fold is a part of a page that is answered, or answered as usual: its answer is a sentence, and opening it, by the word "open", shows the questions.
// Whether it is open is the reader's: nothing of the page closes it, and what must not be missed stands outside of it, or opens it.
func Fold(id, open string, said []app.UI, body ...app.UI) app.HTMLDetails {
	return app.Details().ID(id).Class("fold").Body(
		app.Summary().ID(id+"-said").Body(app.Span().Body(said...), app.Span().Class("fold-open").Text(language.Say(open))),
		app.Div().Class("stack").Body(body...))
}
