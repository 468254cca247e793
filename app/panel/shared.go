package panel

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/lend"
	"privatepca/app/ui"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// A Shared is the budget that the site around the page lends to all who open its table.
type Shared struct {
	Name   string
	Left   lend.Left // the zero one while that is not known
	Why    string    // why the site's last answer was none; "" where it was one
	News   string    // what others spent
	Unlent string    // why it cannot pay now; "" where it may
	Price  string    // of the release that is described
	After  float64   // the ε that will be spent with it; 0 while that is not known
}

// SharedOf is the budget that pays for the release that is described; nil where the site lends none.
func SharedOf(to *ui.Inbox, a account.Model, price string, after float64) app.UI {
	if !a.Lends() || a.Free {
		return nil
	}
	return ui.Part(to, Shared{a.Lent.Name, a.Lent.Left, a.Lent.Why, a.Lent.News, a.Unlent(), price, after})
}

// Draw implements ui.Drawn.
func (s Shared) Draw(to *ui.Inbox) app.UI {
	body := []app.UI{
		app.Div().Class("row between").Body(app.H2().Text(language.Say("This site’s budget for these people")), ui.Badge("shared by all visitors")),
		app.P().Class("small").ID("shared-name").Text(s.Name),
	}
	l := s.Left
	if l.Known() {
		figure := func(id, number, of string) app.UI {
			return app.P().Body(app.B().ID(id).Text(language.Say(number)), app.Text(language.Say(" "+of)))
		}
		body = append(body,
			app.Div().Class("row between").Body(
				figure("shared-cap", typed.Of(l.Cap).Text(), "in all"),
				figure("shared-spent", words.ThreeUp(l.Spent), "spent, by "+words.Count(int64(l.Releases), "release")),
				figure("shared-next", words.ThreeDown(l.Next), "left for one release")),
			BudgetBar(l.Cap, l.Spent, s.After), ui.Slot(s.takes()),
			app.P().ID("shared-unit").Class("help").Text(language.Say("It counts "+words.Unit(l.RowsPerPerson, l.PersonColumn)+" as one person, under the relation "+string(l.Relation)+". When you press Release, the site is asked to set ε aside before anything is drawn. It learns what is spent and when, and nothing of the records.")))
	}
	switch {
	case l.Known() && l.Next <= 0:
		body = append(body, ui.Note("note-caution", "warn", app.P().ID("shared-empty").Body(ui.Rich("", "Nothing more can be released about these people here.", " The site decides whether it ever raises the limit; a raised limit is stated in every later release.")...)))
	case s.Why != "":
		body = append(body, ui.Note("note-caution", "warn", app.P().ID("shared-why").Attr("role", "alert").Text(language.Say(s.Why))))
	case s.Unlent != "":
		body = append(body, ui.Note("note-caution", "warn", app.P().ID("shared-unlent").Text(language.Say(s.Unlent))))
	case s.News != "":
		body = append(body, ui.Note("", "info", app.P().ID("shared-news").Text(language.Say(s.News+" Nothing of yours was lost."))))
	}
	if s.Why != "" || l.Known() {
		body = append(body, to.Button("shared-again", "Ask again", account.AskLeft{}, "btn-s", "btn-quiet"))
	}
	return app.Section().ID("shared").TabIndex(-1).Class("panel stack-s").Body(body...)
}

// takes says what the release takes of the budget; nil while that is not known.
func (s Shared) takes() app.UI {
	if s.After <= 0 || s.Left.Next <= 0 {
		return nil
	}
	return app.P().ID("shared-takes").Class("small").Text(language.Say("This release takes " + s.Price + ": ε = " + words.ThreeUp(s.After) + " of " + typed.Of(s.Left.Cap).Text() + " is spent then. Totals grow more slowly than a plain sum."))
}

// A Waiting is what was set aside for releases, and what became of them.
type Waiting struct{ Of []Reserved }

// A Reserved is one of them.
type Reserved struct {
	ID, Price, Why        string
	Drawn, Signed, InView bool
}

// WaitingOf lists them; nil for none. InView is the id of the release in view.
func WaitingOf(to *ui.Inbox, list []job.Reserved, inView string) app.UI {
	var of []Reserved
	for _, r := range list {
		one := Reserved{r.ID, "ε = " + words.ThreeUp(r.Epsilon), r.Why, r.Drawn, r.Signed, r.ID == inView}
		if !one.Signed || !one.InView { // of that one the document tells
			of = append(of, one)
		}
	}
	if len(of) == 0 {
		return nil
	}
	return ui.Part(to, Waiting{of})
}

// Draw implements ui.Drawn.
func (w Waiting) Draw(to *ui.Inbox) app.UI {
	var list []app.UI
	for _, r := range w.Of {
		text, button := r.Price+" is set aside, or may be, for a release that was not drawn. The same release takes it up, and spends nothing more.", app.UI(nil)
		switch {
		case r.Signed:
			text, button = "A release of "+r.Price+" has the site’s receipt now.", to.Button("open-"+r.ID, "Open it", job.OpenEntry{Entry: r.ID}, "btn-s")
		case r.Drawn && r.Why == "":
			text = "The site is asked for the receipt of a release of " + r.Price + "."
		case r.Drawn:
			text, button = "A release of "+r.Price+" has no receipt of the site yet. "+r.Why, to.Button("settle-"+r.ID, "Ask for the receipt again", job.Settle{ID: r.ID}, "btn-s")
		}
		list = append(list, app.Div().Class("row between").Body(app.P().Text(language.Say(text)), ui.Slot(button)))
	}
	return app.Div().ID("waiting").Class("note").Attr("role", "status").Body(ui.Icon("info"), app.Div().Class("grow stack-s").Body(list...))
}
