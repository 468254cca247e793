package panel

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A People asks whether the people of the file have a budget already. Nothing is chosen beforehand, and the
// file's name plays no part.
type People struct {
	Of       []charged
	Overlaps bool // most columns have the names of a file that was charged to one of them
	Waits    bool // the ledger is still to say whether it knows the file
}

// A charged is a population that the release may be charged to.
type charged struct {
	name, same, left string
}

// PeopleOf asks, or says whose budget is charged, once that is answered; nil where the ledger has no population, so that there is nothing to ask.
// Overlap counts the columns of the open file whose names a file has that was charged to a population.
func PeopleOf(to *ui.Inbox, a account.Model, overlap func(population string) (same, of int)) app.UI {
	switch {
	case len(a.Populations()) == 0 || a.Public || a.Lends():
		return nil
	case a.People != account.PeopleUnset:
		return Answered(to, a)
	}
	return ui.Part(to, people(a, overlap))
}

func people(a account.Model, overlap func(population string) (same, of int)) People {
	p := People{Waits: a.Wondering()}
	for _, of := range a.Populations() {
		c := charged{name: of.Names[0], left: leftOf(of, a.Old)}
		if same, all := overlap(c.name); same > 0 {
			c.same = fmt.Sprintf("same column names: %s of %s", words.Thousands(int64(same)), words.Thousands(int64(all)))
		}
		for _, name := range of.Names {
			same, all := overlap(name)
			p.Overlaps = p.Overlaps || same > 0 && 2*same >= all
		}
		p.Of = append(p.Of, c)
	}
	return p
}

// Draw implements ui.Drawn.
func (p People) Draw(to *ui.Inbox) app.UI {
	choice := func(id string, msg account.Msg, text app.UI, more string) app.UI {
		return app.Label().Class("choice").Body(to.Radio(id, "people", false, msg), app.Span().Body(text, app.Small().Text(language.Say(more))))
	}
	body := []app.UI{
		app.Legend().Class("vh").Text(language.Say("Are these the same people as in an earlier release?")),
		app.H2().Aria("hidden", "true").Text(language.Say("Are these the same people as …?")),
		app.P().Class("help").Text(language.Say("Releases about the same people add up, whatever the file is called. A budget is the most they may reveal together, as a number ε. If even some of the people may be the same, choose that group.")),
	}
	for i, c := range p.Of {
		runs := []app.UI{app.B().Text(c.name)}
		if c.same != "" {
			runs = append(runs, app.Text(" "), ui.Badge(c.same))
		}
		body = append(body, choice(fmt.Sprintf("people-%d", i), account.SamePeople{Name: c.name}, app.Span().Body(runs...), c.left))
	}
	more := "A new group, with a budget of its own. Nothing is spent yet."
	if p.Overlaps {
		more += " Most columns have the names of an earlier file’s, so this answer will stand in the ledger and in every document about these people."
	}
	body = append(body, choice("people-other", account.OtherPeople{Overlap: p.Overlaps}, app.B().Text(language.Say("None of these: other people")), more))
	return app.FieldSet().ID("people").TabIndex(-1).Class("panel stack-s").Aria("busy", p.Waits).Body(body...)
}

// leftOf says what is left of a population's budget; Old says that it is not known.
func leftOf(p *protocol.Population, old bool) string {
	switch spent := "ε = " + words.ThreeUp(p.Spent) + " of " + words.Number(p.Cap) + " spent, "; {
	case old:
		return "What is left of their budget is being asked."
	case p.Cap == 0:
		return "the count was reset, and the next release sets a limit anew."
	case p.Next > 0:
		return spent + nextOf(p) + "."
	default:
		return spent + "nothing is left."
	}
}

// nextOf says how large the next release may be, where one may be at all.
func nextOf(p *protocol.Population) string {
	next := "up to ε = " + words.ThreeDown(p.Next) + " is left for the next release"
	if p.NextPure && p.Delta > 0 {
		next += ", which must have no δ"
	}
	return next
}

// Together says why the next release may have more than what the limit and what is spent differ by; "" where it may not.
func Together(spent, next, limit float64) string {
	if spent <= 0 || spent+next <= limit*1.001 { // or by what rounding makes
		return ""
	}
	return fmt.Sprintf("Releases together reveal less than the sum of their ε: %s and then %s make ε = %s.", words.ThreeUp(spent), words.ThreeDown(next), words.Number(limit))
}

// Answered says whose budget is charged, once that is answered; nil while it is not.
func Answered(to *ui.Inbox, a account.Model) app.UI {
	runs := []string{"These are other people than those of earlier releases. Their budget is new."}
	p := a.Charged()
	switch {
	case a.People == account.PeopleUnset:
		return nil
	case a.People == account.PeopleKnown && p != nil && p.Cap > 0 && !a.Old:
		left := ". Nothing is left of it."
		if p.Next > 0 {
			left = ": " + nextOf(p) + "."
		}
		runs = []string{"The people are those of ", a.Name, ". The release is charged to their budget, of which ε = " + words.ThreeUp(p.Spent) + " of " + words.Number(p.Cap) + " is spent" + left}
	case a.People == account.PeopleKnown:
		runs = []string{"The people are those of ", a.Name, ". The release is charged to their budget."}
	case a.Overlap:
		runs[0] += " Documents will state this answer, because most columns have the names of an earlier file’s."
	}
	return ui.Part(to, answered{runs})
}

// An answered says whose budget is charged, in plain and bold runs, and takes the answer back.
type answered struct{ Said []string }

// Draw implements ui.Drawn.
func (a answered) Draw(to *ui.Inbox) app.UI {
	return app.Div().ID("people-answered").Class("row between answered").Body(app.P().Body(ui.Rich(a.Said...)...),
		to.Button("people-change", "Change", account.AskPeople{}, "btn-s", "btn-quiet"))
}
