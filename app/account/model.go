package account

import (
	"cmp"
	"strconv"
	"strings"

	"privatepca/app/draft"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Model is what the page knows of the ledger and of the budget that pays.
type Model struct {
	About

	List   *protocol.Populations // of the ledger, as it last said; nil before
	Old    bool                  // a worker ended meanwhile that may have spent: what the list says of budgets is not known
	Unread string                // why the ledger was not listed; "" for nothing
	Stays  Stays                 // what the browser said about its storage

	People   People // which of the ledger's these people are
	Overlap  bool   // they were said to be others, although columns agree
	File     string // the open file's name, by which the ledger is asked whether it knows the file
	KeptName string // of the population that a file with this header was charged to; "" for none

	Name     string       // of the population, as typed
	Cap      typed.Number // as typed, where it was:
	CapSet   bool
	Pure     bool         // its releases add up as pure ε
	Delta    typed.Number // at which the sum is stated otherwise, as typed, where it was:
	DeltaSet bool

	Shown   bool               // the page that shows it has been in view
	asked   string             // the release that the ledger was asked about
	Balance *protocol.Balanced // what it said of the release; nil while that is not known
	Fresh   bool               // it said so about asked
	Settled bool               // it was asked whether it knows the open file
	before  standing           // of a balance that a worker took along when it ended

	Pressed   string          // what was to be released when the button was pressed before Settled; "" for nothing
	Refusal   *protocol.Error // of the last release that was asked for
	Blocked   string          // why the browser keeps no ledger, as a release met it
	Consent   bool            // to a ledger that ends with the page
	Temporary string          // the ledger that ends with the page, for workers to come

	Lent Lent // the budget that the site around the page lends, if it does
}

// About is what the account knows of the draft, the table and the worker.
type About struct {
	Release protocol.Release // what is described, without its budget; the zero one while nothing can be asked about it
	Ready   bool             // the ledger can be asked about it: the file is read, and the worker is free
	Epsilon float64          // of the release
	Delta   typed.Number     // as typed
	Free    bool             // it costs nothing
	Public  bool             // its file was declared public
	Most    float64          // the limit of the site around the page; 0 for none
	Rows    int              // that one person has at most, as described
	Person  string           // the column that names the person; "" for none
}

// Stays is what the browser said about its storage, when it runs short of it.
type Stays int

// The answers.
const (
	Unsaid Stays = iota
	Yes
	No
)

// People is the answer to whether the people of the open file have a budget already. Releases about the
// same people add up, whatever the file is called, so no answer is chosen beforehand.
type People int

// The answers.
const (
	PeopleUnset People = iota // not said yet
	PeopleKnown               // those of a population of the ledger: Model.Name
	PeopleOther               // none of these
)

// standing is what stays true of a balance without its amounts.
type standing struct {
	named   bool   // the population has an account
	blocked string // why the browser keeps no ledger
}

// suggestedCap is the cap that a population starts with unless another is typed: it
// keeps a 50 % guess about one person right 88.1 % of the time at most.
const suggestedCap = 2

// CapTyped is the cap, or the suggestion where the release fits into it.
func (m Model) CapTyped() typed.Number {
	switch {
	case m.CapSet:
		return m.Cap
	case m.Epsilon > suggestedCap:
		return typed.Number{}
	case m.Most > 0 && m.Most < suggestedCap:
		return typed.Of(m.Most)
	}
	return typed.Of(suggestedCap)
}

// SumDelta is the δ at which a new population's sum is stated.
func (m Model) SumDelta() typed.Number {
	switch {
	case m.DeltaSet:
		return m.Delta
	case m.About.Delta.Or(0) > 0:
		return m.About.Delta
	}
	return typed.ReadNumber("1e-6")
}

// IsNew reports whether the population may have no account yet.
func (m Model) IsNew() bool {
	if m.Lends() {
		return false
	}
	if m.Balance == nil {
		return !m.before.named
	}
	return m.Balance.Name == ""
}

// WhyBlocked says why the browser keeps no ledger; "" where it does.
func (m Model) WhyBlocked() string {
	if m.Balance == nil {
		return cmp.Or(m.before.blocked, m.Blocked)
	}
	return cmp.Or(m.Balance.Blocked, m.Blocked)
}

// Fault says what is wrong with the answer of a control; "" for nothing.
func (m Model) Fault(control string) string {
	if f := m.refused(control); f != nil {
		return advice.Page(f)
	}
	return ""
}

// refused refuses the answer of a control. The cap and the δ of the sum are asked for while the population may be new.
func (m Model) refused(control string) *fault.Error {
	suggested := strconv.Itoa(suggestedCap)
	switch control {
	case "people":
		if m.PeopleOpen() {
			return advice.Refuse("people", fault.Needed)
		}
	case "shared":
		if why := m.Unlent(); why != "" {
			return fault.New(fault.CodeBudget, why)
		}
	case "population":
		if m.Lends() {
			return nil
		}
		if m.PeopleOpen() {
			return m.refused("people")
		}
		if strings.TrimSpace(m.Name) == "" {
			return advice.Refuse("population", fault.Needed)
		}
	case "cap-epsilon":
		if !m.IsNew() {
			return nil
		}
		switch x, ok := m.CapTyped().Value(); {
		case ok && m.Most > 0 && x > m.Most:
			return advice.Refuse("limit", fault.Above, words.Number(m.Most))
		case ok && x > privacy.MaxEpsilon:
			return advice.Refuse("limit", fault.OutOfRange, suggested)
		case m.CapTyped().Why() == typed.TwoWays:
			return draft.Unread("limit", "The limit", m.CapTyped(), fault.Needed)
		case !ok || x < privacy.MinEpsilon:
			return advice.Refuse("limit", fault.Needed, suggested)
		}
	case "sum-delta":
		if x, ok := m.SumDelta().Value(); m.IsNew() && !m.Pure && (!ok || x < privacy.MinDelta || x >= 1) {
			return cmp.Or(draft.Unread("sum_delta", "δ", m.SumDelta(), fault.OutOfRange), advice.Refuse("sum_delta", fault.OutOfRange))
		}
	}
	return nil
}

// FirstFault is the control whose answer is wrong; "" for none, and where nothing is spent.
func (m Model) FirstFault() string {
	if m.Free {
		return ""
	}
	for _, control := range []string{"shared", "people", "population", "cap-epsilon", "sum-delta"} {
		if m.refused(control) != nil {
			return control
		}
	}
	if m.WhyBlocked() != "" && !m.Consent && !m.Lends() {
		return "session-consent"
	}
	return ""
}

// Terms is the budget of a request; nil where nothing is spent.
func (m Model) Terms() *protocol.Budget {
	if m.Free {
		return nil
	}
	if l := m.Lent.Left; m.Lends() && l.Known() { // the site keeps count, so that no consent is asked where this browser does not
		return &protocol.Budget{Population: l.Budget, Cap: l.Cap, Delta: l.Delta, Accounting: l.Accounting, Session: m.WhyBlocked() != ""}
	}
	name := strings.TrimSpace(m.Name)
	if m.PeopleOpen() { // nothing is charged to it: it asks whether the file is known
		name = m.File
	}
	b := &protocol.Budget{
		Population: name, Cap: m.CapTyped().Or(0),
		Session: m.WhyBlocked() != "" && m.Consent, Overlap: m.Overlap,
	}
	if !m.Pure {
		b.Delta = m.SumDelta().Or(0)
	}
	return b
}

// Wondering reports whether the ledger is still to say if it knows the file whose people are asked for.
func (m Model) Wondering() bool {
	return m.Shown && !m.Settled && m.PeopleOpen() && !m.Free
}

// RefusedNow reports whether the ledger is known to refuse the release.
func (m Model) RefusedNow() bool { return m.Fresh && m.Balance.Refused != "" }

// PeopleOpen reports whether the question is to be asked, and has no answer yet. Of a file that was declared public nothing is
// charged; of one that the ledger knows it is no question.
func (m Model) PeopleOpen() bool {
	return m.People == PeopleUnset && !m.Public && !m.Lends() && len(m.Populations()) > 0
}

// Populations are those that a release may be charged to; none before the ledger was read.
func (m Model) Populations() (out []*protocol.Population) {
	if m.List == nil {
		return nil
	}
	for i := range m.List.Populations {
		if p := &m.List.Populations[i]; len(p.Names) > 0 && !p.Public {
			out = append(out, p)
		}
	}
	return out
}

// Charged is the population that was chosen; nil for a new one, and while none is chosen.
func (m Model) Charged() *protocol.Population {
	if m.People != PeopleKnown {
		return nil
	}
	chosen := words.Folded(m.Name)
	for _, p := range m.Populations() {
		for _, name := range p.Names {
			if words.Folded(name) == chosen {
				return p
			}
		}
	}
	return nil
}

// A Left is what is left of a budget, as ε. Next is the largest single release that fits, 0 for none.
type Left struct{ Spent, Cap, Next float64 }

// Left is what is left of the budget that is charged; false while it is not said whose it is, or not known what was spent.
func (m Model) Left() (l Left, ok bool) {
	if m.Lends() {
		return m.leftOfSite()
	}
	if m.PeopleOpen() {
		return l, false
	}
	if p := m.Charged(); p != nil && p.Cap > 0 {
		return Left{p.Spent, p.Cap, p.Next}, !m.Old
	}
	if b := m.Balance; b != nil && b.Name != "" && b.Cap > 0 { // a file or a name that the ledger knows
		return Left{b.Spent, b.Cap, b.Most}, true
	}
	most := m.CapTyped().Or(0)
	return Left{0, most, most}, most > 0 && (m.Balance != nil || !m.before.named)
}
