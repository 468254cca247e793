package state

import (
	"strings"

	"privatepca/wasm/protocol"
)

// Populations are those that can be chosen.
func (a *Account) Populations() []*protocol.Population { return a.populations() }

// SamePeople answers that the people are those of a population.
func (a *Account) SamePeople(name string) { answerPeople(a, PeopleKnown, name) }

// OtherPeople answers that they are none of the populations'. The new population's name is still to be typed. overlap says that the
// header tells otherwise (Keeping.Overlaps): the ledger and all documents then state the answer.
func (a *Account) OtherPeople(overlap bool) {
	a.Overlap = overlap
	answerPeople(a, PeopleOther, "")
}

// AskPeopleAgain takes the answer back.
func (a *Account) AskPeopleAgain() { answerPeople(a, PeopleUnset, "") }

func answerPeople(a *Account, p People, name string) {
	a.People, a.Name, a.Balance, a.Refusal, a.Pressed = p, name, nil, nil, ""
	a.Overlap = a.Overlap && p == PeopleOther
	a.Stale()
	a.Ask()
	a.changed()
}

// Charged is the population that was chosen; nil for a new one, and while none is chosen.
func (a *Account) Charged() *protocol.Population {
	if a.People != PeopleKnown {
		return nil
	}
	for _, p := range a.populations() {
		for _, name := range p.Names {
			if strings.EqualFold(strings.TrimSpace(name), strings.TrimSpace(a.Name)) {
				return p
			}
		}
	}
	return nil
}

// A Left is what is left of a budget, as ε. Next is the largest single release that fits, 0 for none.
type Left struct{ Spent, Cap, Next float64 }

// Left is what is left of the budget that is charged; false while it is not said whose it is.
func (a *Account) Left() (l Left, ok bool) {
	if a.PeopleOpen() {
		return l, false
	}
	if p := a.Charged(); p != nil && p.Cap > 0 {
		return Left{p.Spent, p.Cap, p.Next}, true
	}
	if b := a.Balance; b != nil && b.Name != "" && b.Cap > 0 { // a file or a name that the ledger knows
		return Left{b.Spent, b.Cap, b.Most}, true
	}
	most := a.CapTyped().Or(0)
	return Left{0, most, most}, most > 0
}
