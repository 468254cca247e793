package account

import (
	"cmp"
	"encoding/json"
	"net/url"

	"privatepca/app/effect"
	"privatepca/app/lend"
	"privatepca/core/fault"
	"privatepca/core/words"
)

// A Lent is the budget that the site lends to all who open its table; the zero value is none. What was spent of it is for the site to say.
type Lent struct {
	Name string    // as the page around states it; "" for none
	Left lend.Left // as it last stood; the zero one while that is not known
	Why  string    // why the site's last answer was none, in a sentence; "" where it was one
	News string    // what others spent while the page was open; "" for nothing
}

type (
	// Lend says that the site around the page lends a budget of that name. The first one counts: no page takes a budget back.
	Lend struct{ Name string }
	// AskLeft asks how it stands. Own says that this page has spent of it since.
	AskLeft struct{ Own bool }
	// Stands has the answer.
	Stands struct {
		Of  effect.Reply
		Own bool
	}
	// Silent says why the site did not answer what it was asked.
	Silent struct{ Why string }
)

func (Lend) account()    {}
func (AskLeft) account() {}
func (Stands) account()  {}
func (Silent) account()  {}

// Lends reports whether the site's budget pays, and not one of the visitor's own.
func (m Model) Lends() bool { return m.Lent.Name != "" && !m.Public }

// lent takes what happens to the budget that the site lends.
func lent(m Model, msg Msg) (Model, []effect.Effect) {
	own := false
	switch msg := msg.(type) {
	case Lend:
		if m.Lent.Name != "" {
			return m, nil
		}
		m.Lent.Name = msg.Name
	case AskLeft:
		own = msg.Own
	case Silent:
		m.Lent.Why = msg.Why
		return m, nil
	case Stands:
		return m.stands(msg)
	}
	if m.Lent.Name == "" {
		return m, nil
	}
	path := lend.LeftPath + "?budget=" + url.QueryEscape(m.Lent.Name)
	return m, []effect.Effect{effect.AskSite{Path: path, Done: func(r effect.Reply) effect.Msg { return Stands{r, own} }}}
}

// stands takes how the budget stands, or why that is not known.
func (m Model) stands(msg Stands) (Model, []effect.Effect) {
	var left lend.Left
	if msg.Of.Status != lend.OK {
		m.Lent.Why = Unanswered(msg.Of)
		return m, nil
	}
	if json.Unmarshal([]byte(msg.Of.Text), &left) != nil || left.Budget == "" || !left.Known() || left.Accounting.Validate(left.Delta) != nil || left.Relation.Validate() != nil {
		m.Lent.Why = "The site’s answer about its budget cannot be read."
		return m, nil
	}
	if was := m.Lent.Left; was.Known() && !msg.Own && left.Releases > was.Releases {
		m.Lent.News = "Another visitor has just spent of it: " + words.ThreeUp(left.Spent) + " is spent now, it was " + words.ThreeUp(was.Spent) + "."
	}
	m.Lent.Left, m.Lent.Why = left, ""
	m.asked, m.Fresh = "", false
	return m.ask()
}

// Unanswered says why an answer of the site is none.
func Unanswered(r effect.Reply) string {
	said := lend.Refused{}
	json.Unmarshal([]byte(r.Text), &said) // what is no such answer, as a proxy's page, says nothing
	return fault.Sentence(cmp.Or(said.Message, "The site’s budget is out of reach."))
}

// Unit says in a sentence what the budget counts and the release does not; "" where they agree.
func (m Model) Unit() string {
	l := m.Lent.Left
	if !l.Known() || m.Release.Relation == "" {
		return ""
	}
	switch {
	case l.Relation != m.Release.Relation:
		return "This budget counts under the relation " + string(l.Relation) + ". Choose it under Privacy."
	case l.RowsPerPerson != max(1, m.Rows) || l.PersonColumn != m.Person:
		return "In this budget one person is " + words.Unit(l.RowsPerPerson, l.PersonColumn) + ". You said that one is " + words.Unit(max(1, m.Rows), m.Person) + "."
	}
	return ""
}

// Unlent says in a sentence why the site's budget cannot pay for the release now; "" where it may.
func (m Model) Unlent() string {
	switch l := m.Lent.Left; {
	case !m.Lends():
		return ""
	case !l.Known():
		return cmp.Or(m.Lent.Why, "The site is being asked how its budget stands.")
	case l.Next <= 0:
		return "Nothing is left of the site’s budget."
	}
	return m.Unit()
}

// leftOfSite is what is left of the site's budget, as ε.
func (m Model) leftOfSite() (l Left, ok bool) {
	of := m.Lent.Left
	if !of.Known() {
		return l, false
	}
	l = Left{of.Spent, of.Cap, of.Next}
	if of.Most > 0 {
		l.Next = min(l.Next, of.Most)
	}
	return l, true
}
