package state

import (
	"cmp"
	"encoding/json"
	"path"
	"strconv"
	"strings"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/privacy"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// An Account is what the page knows of the budget that a release is paid from. What was
// spent is for the worker's ledger to say.
type Account struct {
	draft   *draft.Draft
	worker  *Worker
	changed func()               // draws what changed
	failed  func(protocol.Error) // shows an error that stands in the way
	settled func()               // follows the ledger's word on whether it knows the open file

	populations func() []*protocol.Population // that the ledger has; a release may be charged to one of them

	People   People // which of them these people are
	Overlap  bool   // they were said to be others, although Keeping.Overlaps
	file     string // the open file's name, by which the ledger is asked whether it knows the file
	KeptName string // of the population that a file with this header was charged to; "" for none

	Name  string        // of the population, as typed
	Cap   *typed.Number // nil while it is the suggestion
	Pure  bool          // its releases add up as pure ε
	Delta *typed.Number // at which the sum is stated otherwise; nil while it is the release's

	Shown   bool               // the page that shows it has been in view
	asked   string             // the release that the ledger was asked about
	Balance *protocol.Balanced // what it last said; nil while it has not
	Fresh   bool               // it said so about asked
	Settled bool               // it was asked whether it knows the open file

	Pressed   string          // what was to be released when the button was pressed before Settled; "" for nothing
	Refusal   *protocol.Error // of the last release that was asked for
	blocked   string          // why the browser keeps no ledger, as a release met it
	Consent   bool            // to a ledger that ends with the page
	Temporary string          // the ledger that ends with the page, for workers to come
}

// suggestedCap is the cap that a population starts with unless another is typed: it
// keeps a 50 % guess about one person right 88.1 % of the time at most.
const suggestedCap = 2

// beginAccount forgets the account of the file before, and names the population after the file.
// The temporary ledger stays.
func beginAccount(a *Account, file string) {
	name := path.Base(file)
	for _, ext := range []string{".gz", ".csv", ".tsv", ".txt"} {
		name = strings.TrimSuffix(name, ext)
	}
	*a = Account{draft: a.draft, worker: a.worker, populations: a.populations, changed: a.changed, failed: a.failed, settled: a.settled, Name: name, file: name, Temporary: a.Temporary}
}

// CapTyped is the cap, or the suggestion where the release fits into it.
func (a *Account) CapTyped() typed.Number {
	switch {
	case a.Cap != nil:
		return *a.Cap
	case a.draft.Budget().Epsilon <= suggestedCap:
		if most := a.draft.Limits.Epsilon; most != nil && *most < suggestedCap {
			return typed.Of(*most)
		}
		return typed.Of(suggestedCap)
	}
	return typed.Number{}
}

// SumDelta is the δ at which a new population's sum is stated.
func (a *Account) SumDelta() typed.Number {
	if a.Delta != nil {
		return *a.Delta
	}
	if d := a.draft.Choices.Delta; d.Or(0) > 0 {
		return d
	}
	return typed.ReadNumber("1e-6")
}

// IsNew reports whether the population may have no account yet.
func (a *Account) IsNew() bool {
	b := a.Balance
	return b == nil || b.Name == ""
}

// WhyBlocked says why the browser keeps no ledger; "" where it does.
func (a *Account) WhyBlocked() string {
	if b := a.Balance; b != nil && b.Blocked != "" {
		return b.Blocked
	}
	return a.blocked
}

// SetCap takes the cap as typed.
func SetCap(a *Account, text string) { n := typed.ReadNumber(text); a.Cap = &n }

// SetSumDelta takes the δ of the sum as typed.
func SetSumDelta(a *Account, text string) { n := typed.ReadNumber(text); a.Delta = &n }

// Fault says what is wrong with the answer of a control; "" for nothing.
func (a *Account) Fault(control string) string {
	if f := a.refused(control); f != nil {
		return advice.Page(f)
	}
	return ""
}

// refused refuses the answer of a control. The cap and the δ of the sum are asked for while the population may be new.
func (a *Account) refused(control string) *fault.Error {
	suggested := strconv.Itoa(suggestedCap)
	switch control {
	case "people":
		if a.PeopleOpen() {
			return advice.Refuse("people", fault.Needed)
		}
	case "population":
		if a.PeopleOpen() {
			return a.refused("people")
		}
		if strings.TrimSpace(a.Name) == "" {
			return advice.Refuse("population", fault.Needed)
		}
	case "cap-epsilon":
		if !a.IsNew() {
			return nil
		}
		switch x, ok := a.CapTyped().Value(); {
		case ok && a.draft.Limits.Epsilon != nil && x > *a.draft.Limits.Epsilon:
			return advice.Refuse("limit", fault.Above, words.Number(*a.draft.Limits.Epsilon))
		case ok && x > privacy.MaxEpsilon:
			return advice.Refuse("limit", fault.OutOfRange, suggested)
		case a.CapTyped().Why() == typed.TwoWays:
			return draft.Unread("limit", "The limit", a.CapTyped(), fault.Needed)
		case !ok || x < privacy.MinEpsilon:
			return advice.Refuse("limit", fault.Needed, suggested)
		}
	case "sum-delta":
		if x, ok := a.SumDelta().Value(); a.IsNew() && !a.Pure && (!ok || x < privacy.MinDelta || x >= 1) {
			return cmp.Or(draft.Unread("sum_delta", "δ", a.SumDelta(), fault.OutOfRange), advice.Refuse("sum_delta", fault.OutOfRange))
		}
	}
	return nil
}

// accountFault is the control whose answer is wrong; "" for none, and where nothing is
// spent.
func accountFault(a *Account) string {
	if a.draft.Method().Free() {
		return ""
	}
	for _, control := range []string{"people", "population", "cap-epsilon", "sum-delta"} {
		if a.refused(control) != nil {
			return control
		}
	}
	if a.WhyBlocked() != "" && !a.Consent {
		return "session-consent"
	}
	return ""
}

// terms is the budget of a request; nil where nothing is spent.
func (a *Account) terms() *protocol.Budget {
	if a.draft.Method().Free() {
		return nil
	}
	name := strings.TrimSpace(a.Name)
	if a.PeopleOpen() { // nothing is charged to it: it asks whether the file is known
		name = a.file
	}
	b := &protocol.Budget{
		Population: name, Cap: a.CapTyped().Or(0),
		Session: a.WhyBlocked() != "" && a.Consent, Overlap: a.Overlap,
	}
	if !a.Pure {
		b.Delta = a.SumDelta().Or(0)
	}
	return b
}

// Ask asks how the release would stand in the ledger.
func (a *Account) Ask() {
	if !a.Shown || a.worker.Prepared == nil || a.worker.Job != nil || !a.draft.Decided() || a.draft.Method().Free() || !a.PeopleOpen() && a.refused("population") != nil {
		return
	}
	in := a.Request()
	text, err := json.Marshal(in)
	if err != nil {
		panic("app: a request has no JSON form") // plain values
	}
	if a.asked == string(text) {
		return
	}
	a.asked, a.Fresh = string(text), false
	client.Ask(a.worker.Client, protocol.BalanceRequest, protocol.Balance{Release: in}, nil, client.Reply[protocol.Balanced]{
		Done: func(b protocol.Balanced) {
			if a.asked != string(text) {
				return // another one is on its way
			}
			a.Settled = true
			if !a.PeopleOpen() {
				a.Balance, a.Fresh = &b, true
			} else if b.KnownFile { // this very file: the ledger knows whose it is
				a.People, a.Name, a.Balance, a.Fresh = PeopleKnown, b.Name, &b, true
			}
			a.changed()
			a.settled()
		},
		Failed: func(e protocol.Error) {
			if a.asked == string(text) {
				a.Balance, a.asked, a.Settled = nil, "", true
				a.changed()
				a.settled()
			}
		},
	})
}

// Stale forgets what a worker that ended knew, but for the temporary ledger.
func (a *Account) Stale() { a.asked, a.Fresh, a.Settled = "", false, false }

// Wondering reports whether the ledger is still to say if it knows the file whose people are asked for.
func (a *Account) Wondering() bool {
	return a.Shown && !a.Settled && a.PeopleOpen() && !a.draft.Method().Free()
}

// resume hands the temporary ledger to a fresh worker.
func (a *Account) resume() {
	if a.Temporary == "" {
		return
	}
	client.Ask(a.worker.Client, protocol.ImportRequest, protocol.Import{Text: a.Temporary, Session: true}, nil,
		client.Reply[protocol.Populations]{Done: func(protocol.Populations) {}, Failed: a.failed})
}

// debit spends a release in the temporary ledger, and goes on when the page has it: a
// worker that ends takes its memory along.
func (a *Account) debit(in protocol.Release, then func(protocol.Release), failed func(protocol.Error)) {
	client.Ask(a.worker.Client, protocol.DebitRequest, in, nil, client.Reply[protocol.Debited]{
		Done: func(d protocol.Debited) {
			a.Temporary = d.Session
			b := *in.Budget
			b.Debit = d.Debit
			in.Budget = &b
			then(in)
		},
		Failed: failed,
	})
}

// SetEpsilon takes an ε that fits.
func (a *Account) SetEpsilon(most float64) {
	*a.draft = draft.Update(*a.draft, draft.SetEpsilon{Text: strings.ReplaceAll(words.ThreeDown(most), "−", "-")}) // as it is typed
	a.Refusal = nil
	a.Ask()
	a.changed()
}

// RefusedNow reports whether the ledger is known to refuse the release.
func (a *Account) RefusedNow() bool { return a.Fresh && a.Balance.Refused != "" }

// Request is the request that the answers and choices make.
func (a *Account) Request() protocol.Release {
	return a.draft.Release(a.terms())
}

// People is the answer to whether the people of the open file have a budget already. Releases about the
// same people add up, whatever the file is called, so no answer is chosen beforehand.
type People int

// The answers.
const (
	PeopleUnset People = iota // not said yet
	PeopleKnown               // those of a population of the ledger: Account.Name
	PeopleOther               // none of these
)

// PeopleOpen reports whether the question is to be asked, and has no answer yet. Of a file that was declared public nothing is
// charged; of one that the ledger knows it is no question.
func (a *Account) PeopleOpen() bool {
	return a.People == PeopleUnset && len(a.populations()) > 0 && !a.draft.Known.Public
}
