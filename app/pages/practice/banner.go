package practice

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/ui"
)

// CopyMark follows whatever is copied from practice mode.
const CopyMark = "Not private: exact numbers of data declared public (Private PCA, practice mode)."

// A Banner marks every page while the open table is declared public.
type Banner struct {
	Here       bool // the page is this one
	ForSession bool
	To         string // the address that it leads to: of this page, or the one to leave it for
}

// Draw implements ui.Drawn.
func (b Banner) Draw(*ui.Inbox) app.UI {
	words := []string{"", "This file is declared public.", " A release from it is not private, and says so."}
	where := app.A().ID("to-practice").Class("btn btn-s").Href(b.To).Text("Practise")
	if b.Here {
		words = []string{"", "Practice mode.", " You declared this data public. Numbers here are exact and not private; they cannot be exported as a release."}
		if b.ForSession {
			words[2] += " This browser keeps no ledger, so the declaration ends with this tab."
		}
		where = app.A().ID("leave-practice").Class("btn btn-s").Href(b.To).Text("Leave practice")
	}
	return app.Div().ID("practice-banner").Class("practice row between").Attr("role", "note").Body(app.P().Body(ui.Rich(words...)...), where)
}
