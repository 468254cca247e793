package app

import (
	"encoding/json"
	"math"
	"path"
	"strconv"
	"strings"

	"privatepca/app/client"
	"privatepca/core/privacy"
	"privatepca/wasm/protocol"
)

// A Account is what the page knows of the budget that a release is paid from. What was
// spent is for the worker's ledger to say.
type Account struct {
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

// newPurse names the population after the file.
func newPurse(file string, held string) Account {
	name := path.Base(file)
	for _, ext := range []string{".gz", ".csv", ".tsv", ".txt"} {
		name = strings.TrimSuffix(name, ext)
	}
	return Account{name: name, held: held}
}

// capText is the cap as typed, or the suggestion where the release fits into it.
func (s *State) capText() string {
	switch {
	case s.account.cap != nil:
		return *s.account.cap
	case s.draft.budget().Epsilon <= suggestedCap:
		if most := s.draft.limits.epsilon; most != nil && *most < suggestedCap {
			return formatBound(*most)
		}
		return strconv.Itoa(suggestedCap)
	}
	return ""
}

// sumDelta is the δ at which a new population's sum is stated, as typed.
func (s *State) sumDelta() string {
	if s.account.delta != nil {
		return *s.account.delta
	}
	if x, ok := parseNumber(s.draft.choices.delta); ok && x > 0 {
		return s.draft.choices.delta
	}
	return "1e-6"
}

// isNew reports whether the population may have no account yet.
func (s *State) isNew() bool {
	b := s.account.balance
	return b == nil || b.Name == ""
}

// isBlocked says why the browser keeps no ledger; "" where it does.
func (s *State) isBlocked() string {
	if b := s.account.balance; b != nil && b.Blocked != "" {
		return b.Blocked
	}
	return s.account.blocked
}

// Faults of the budget's controls.
func (s *State) populationFault() string {
	if strings.TrimSpace(s.account.name) == "" {
		return "Name the population: its budget is kept under that name."
	}
	return ""
}

func (s *State) capFault() string {
	if !s.isNew() {
		return ""
	}
	most := s.draft.limits.epsilon
	if x, ok := parseNumber(s.capText()); ok && most != nil && x > *most {
		return "This portal caps the budget at ε = " + short(*most) + "."
	} else if ok && x > privacy.MaxEpsilon {
		return "A cap is at most 10⁹. A total near the suggestion of " + strconv.Itoa(suggestedCap) + " still protects."
	} else if !ok || x < privacy.MinEpsilon {
		return "State the most that may ever be spent, as ε. The suggestion of " + strconv.Itoa(suggestedCap) + " is below this release."
	}
	return ""
}

func (s *State) sumDeltaFault() string {
	if !s.isNew() || s.account.pure {
		return ""
	}
	if x, ok := parseNumber(s.sumDelta()); !ok || x < privacy.MinDelta || x >= 1 {
		return "δ must be a number between 0 and 1, such as 1e-6."
	}
	return ""
}

// budgetFault is the control whose answer is wrong; "" for none, and where nothing is
// spent.
func (s *State) budgetFault() string {
	switch {
	case s.draft.method().Free():
		return ""
	case s.populationFault() != "":
		return "population"
	case s.capFault() != "":
		return "cap-epsilon"
	case s.sumDeltaFault() != "":
		return "sum-delta"
	case s.isBlocked() != "" && !s.account.consent:
		return "session-consent"
	}
	return ""
}

// paidFrom is the budget of a request; nil where nothing is spent.
func (s *State) paidFrom() *protocol.Budget {
	if s.draft.method().Free() {
		return nil
	}
	b := &protocol.Budget{
		Population: strings.TrimSpace(s.account.name), Cap: numberOr(s.capText(), 0),
		Session: s.isBlocked() != "" && s.account.consent,
	}
	if !s.account.pure {
		b.Delta = numberOr(s.sumDelta(), 0)
	}
	return b
}

// weigh asks how the release would stand in the ledger.
func (s *State) weigh() {
	p := &s.account
	if !p.shown || s.worker.prepared == nil || s.worker.job != nil || !s.draft.decided() || s.draft.method().Free() || s.populationFault() != "" {
		return
	}
	in := s.asked()
	text, err := json.Marshal(in)
	if err != nil {
		panic("app: a request has no JSON form") // plain values
	}
	if p.asked == string(text) {
		return
	}
	p.asked, p.fresh = string(text), false
	client.Ask(s.worker.client, protocol.BalanceRequest, protocol.Balance{Release: in}, nil, client.Reply[protocol.Balanced]{
		Done: func(b protocol.Balanced) {
			if p.asked != string(text) {
				return // another one is on its way
			}
			p.balance, p.fresh = &b, true
			s.Change()
		},
		Failed: func(e protocol.Error) {
			if p.asked == string(text) {
				p.balance, p.asked = nil, ""
			}
		},
	})
}

// unweighed forgets what a worker that ended knew, but for the session's ledger.
func (s *State) unweighed() { s.account.asked, s.account.fresh = "", false }

// resume hands the ledger of the session to a fresh worker.
func (s *State) resume() {
	if s.account.held == "" {
		return
	}
	client.Ask(s.worker.client, protocol.ImportRequest, protocol.Import{Text: s.account.held, Session: true}, nil,
		client.Reply[protocol.Populations]{Done: func(protocol.Populations) {}, Failed: s.fail})
}

// debitSession spends a release in the session, and goes on when the page has it: a
// worker that ends takes its memory along.
func (s *State) debitSession(in protocol.Release, then func(protocol.Release)) {
	client.Ask(s.worker.client, protocol.DebitRequest, in, nil, client.Reply[protocol.Debited]{
		Done: func(d protocol.Debited) {
			s.account.held = d.Session
			b := *in.Budget
			b.Debit = d.Debit
			in.Budget = &b
			then(in)
		},
		Failed: s.notReleased,
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
	s.unweighed()
	s.weigh()
	s.Change()
	s.screen.Drawn(func() { s.screen.Focus("budget") })
}

// setEpsilon takes an ε that fits.
func (s *State) setEpsilon(most float64) {
	s.draft.choices.epsilon = floored(most)
	s.account.refusal = nil
	s.weigh()
	s.Change()
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
