package app

import (
	"encoding/json"
	"math"
	"path"
	"strconv"
	"strings"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/privacy"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Account is what the page knows of the budget that a release is paid from. What was
// spent is for the worker's ledger to say.
type Account struct {
	draft   *draft.Draft
	worker  *Worker
	changed func()               // draws what changed
	failed  func(protocol.Error) // shows an error that stands in the way

	name  string  // of the population, as typed
	cap   *string // as typed; nil while it is the suggestion
	pure  bool    // its releases add up as pure ε
	delta *string // at which the sum is stated otherwise, as typed; nil while it is the release's

	shown   bool               // the page that shows it has been in view
	asked   string             // the release that the ledger was asked about
	balance *protocol.Balanced // what it last said; nil while it has not
	fresh   bool               // it said so about asked

	refusal *protocol.Error // of the last release that was asked for
	blocked string          // why the browser keeps no ledger, as a release met it
	consent bool            // to a ledger that ends with the page
	held    string          // the ledger of the session, for workers to come
}

// SuggestedCap is the cap that a population starts with unless another is typed: it
// keeps a 50 % guess about one person right 88.1 % of the time at most.
const suggestedCap = 2

// begin forgets the account of the file before, and names the population after the file.
// The temporary ledger stays.
func (a *Account) begin(file string) {
	name := path.Base(file)
	for _, ext := range []string{".gz", ".csv", ".tsv", ".txt"} {
		name = strings.TrimSuffix(name, ext)
	}
	*a = Account{draft: a.draft, worker: a.worker, changed: a.changed, failed: a.failed, name: name, held: a.held}
}

// capText is the cap as typed, or the suggestion where the release fits into it.
func (a *Account) capText() string {
	switch {
	case a.cap != nil:
		return *a.cap
	case a.draft.Budget().Epsilon <= suggestedCap:
		if most := a.draft.Limits.Epsilon; most != nil && *most < suggestedCap {
			return draft.FormatBound(*most)
		}
		return strconv.Itoa(suggestedCap)
	}
	return ""
}

// sumDelta is the δ at which a new population's sum is stated, as typed.
func (a *Account) sumDelta() string {
	if a.delta != nil {
		return *a.delta
	}
	if x, ok := draft.ParseNumber(a.draft.Choices.Delta); ok && x > 0 {
		return a.draft.Choices.Delta
	}
	return "1e-6"
}

// isNew reports whether the population may have no account yet.
func (a *Account) isNew() bool {
	b := a.balance
	return b == nil || b.Name == ""
}

// whyBlocked says why the browser keeps no ledger; "" where it does.
func (a *Account) whyBlocked() string {
	if b := a.balance; b != nil && b.Blocked != "" {
		return b.Blocked
	}
	return a.blocked
}

// Faults of the budget's controls.
func (a *Account) populationFault() string {
	if strings.TrimSpace(a.name) == "" {
		return "Name the population: its budget is kept under that name."
	}
	return ""
}

func (a *Account) capFault() string {
	if !a.isNew() {
		return ""
	}
	most := a.draft.Limits.Epsilon
	if x, ok := draft.ParseNumber(a.capText()); ok && most != nil && x > *most {
		return "This portal caps the budget at ε = " + words.Three(*most) + "."
	} else if ok && x > privacy.MaxEpsilon {
		return "A cap is at most 10⁹. A total near the suggestion of " + strconv.Itoa(suggestedCap) + " still protects."
	} else if !ok || x < privacy.MinEpsilon {
		return "State the most that may ever be spent, as ε. The suggestion of " + strconv.Itoa(suggestedCap) + " is below this release."
	}
	return ""
}

func (a *Account) sumDeltaFault() string {
	if !a.isNew() || a.pure {
		return ""
	}
	if x, ok := draft.ParseNumber(a.sumDelta()); !ok || x < privacy.MinDelta || x >= 1 {
		return "δ must be a number between 0 and 1, such as 1e-6."
	}
	return ""
}

// fault is the control whose answer is wrong; "" for none, and where nothing is
// spent.
func (a *Account) fault() string {
	switch {
	case a.draft.Method().Free():
		return ""
	case a.populationFault() != "":
		return "population"
	case a.capFault() != "":
		return "cap-epsilon"
	case a.sumDeltaFault() != "":
		return "sum-delta"
	case a.whyBlocked() != "" && !a.consent:
		return "session-consent"
	}
	return ""
}

// terms is the budget of a request; nil where nothing is spent.
func (a *Account) terms() *protocol.Budget {
	if a.draft.Method().Free() {
		return nil
	}
	b := &protocol.Budget{
		Population: strings.TrimSpace(a.name), Cap: draft.NumberOr(a.capText(), 0),
		Session: a.whyBlocked() != "" && a.consent,
	}
	if !a.pure {
		b.Delta = draft.NumberOr(a.sumDelta(), 0)
	}
	return b
}

// ask asks how the release would stand in the ledger.
func (a *Account) ask() {
	if !a.shown || a.worker.prepared == nil || a.worker.job != nil || !a.draft.Decided() || a.draft.Method().Free() || a.populationFault() != "" {
		return
	}
	in := a.request()
	text, err := json.Marshal(in)
	if err != nil {
		panic("app: a request has no JSON form") // plain values
	}
	if a.asked == string(text) {
		return
	}
	a.asked, a.fresh = string(text), false
	client.Ask(a.worker.client, protocol.BalanceRequest, protocol.Balance{Release: in}, nil, client.Reply[protocol.Balanced]{
		Done: func(b protocol.Balanced) {
			if a.asked != string(text) {
				return // another one is on its way
			}
			a.balance, a.fresh = &b, true
			a.changed()
		},
		Failed: func(e protocol.Error) {
			if a.asked == string(text) {
				a.balance, a.asked = nil, ""
			}
		},
	})
}

// stale forgets what a worker that ended knew, but for the session's ledger.
func (a *Account) stale() { a.asked, a.fresh = "", false }

// resume hands the ledger of the session to a fresh worker.
func (a *Account) resume() {
	if a.held == "" {
		return
	}
	client.Ask(a.worker.client, protocol.ImportRequest, protocol.Import{Text: a.held, Session: true}, nil,
		client.Reply[protocol.Populations]{Done: func(protocol.Populations) {}, Failed: a.failed})
}

// debit spends a release in the session, and goes on when the page has it: a
// worker that ends takes its memory along.
func (a *Account) debit(in protocol.Release, then func(protocol.Release), failed func(protocol.Error)) {
	client.Ask(a.worker.client, protocol.DebitRequest, in, nil, client.Reply[protocol.Debited]{
		Done: func(d protocol.Debited) {
			a.held = d.Session
			b := *in.Budget
			b.Debit = d.Debit
			in.Budget = &b
			then(in)
		},
		Failed: failed,
	})
}

// notReleased shows why there is no release: in place where the ledger refused it.
func (s *State) notReleased(e protocol.Error) {
	switch e.Code {
	case protocol.CodeBudget:
		s.account.refusal = &e
	case protocol.CodeBlocked:
		s.account.blocked = sentence(e.Message)
	default:
		s.fail(e)
		return
	}
	s.worker.job = nil
	s.account.stale()
	s.account.ask()
	s.Change()
	s.screen.Drawn(func() { s.screen.Focus("budget") })
}

// setEpsilon takes an ε that fits.
func (a *Account) setEpsilon(most float64) {
	a.draft.Choices.Epsilon = floored(most)
	a.refusal = nil
	a.ask()
	a.changed()
}

// floored writes a number with three digits, rounded down: an ε that fits.
func floored(x float64) string {
	if !(x > 0) {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	return strconv.FormatFloat(math.Floor(x/unit*(1+1e-12))*unit, 'g', 3, 64)
}

// ceiled writes what is spent with three digits, rounded up.
func ceiled(x float64) string {
	if !(x > 0) {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	return strconv.FormatFloat(math.Ceil(x/unit*(1-1e-12))*unit, 'g', 3, 64)
}
