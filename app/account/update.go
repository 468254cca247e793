package account

import (
	"encoding/json"
	"strings"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/core/fault"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Msg says what happened to the ledger, or to the account of a release.
type Msg interface{ account() }

// What an account says to the job that it pays for.
type (
	// Settled says that the ledger has said whether it knows the open file.
	Settled struct{}
	// Failed says that the worker failed.
	Failed struct{ Error protocol.Error }
)

type (
	// Read asks for the ledger anew, and whether the browser keeps it.
	Read struct{}
	// Refresh asks for its populations alone: what it has said of a release stands.
	Refresh struct{}
	// Search asks for the populations whose names hold a text.
	Search struct{ Find string }
	// Listed has the populations. Again says that what the ledger has said of a release may be another now.
	Listed struct {
		List  protocol.Populations
		Again bool
	}
	// NotListed says why there are none.
	NotListed struct{ Error protocol.Error }
	// Resumed says that a worker has the ledger that ends with the page.
	Resumed struct{}
	// NotResumed says why it has not.
	NotResumed struct{ Error protocol.Error }
	// Keep asks the browser to keep the ledger, unless it does.
	Keep struct{}
	// Kept says whether it does.
	Kept struct{ Kept bool }

	// Begin forgets the account of the file before, but for the ledger that ends with the page, and names the population after the file.
	Begin struct{ File string }
	// Remember has the population that a file with the open one's header was charged to.
	Remember struct{ Name string }
	// Stale says that what the ledger said of the release holds no more: a worker ended, or a release failed. Spent says that it may have spent since the
	// ledger was listed.
	Stale struct{ Spent bool }
	// Show says that the page that shows the account is in view.
	Show struct{}
	// Ask asks the ledger about the release that is described.
	Ask struct{}
	// Balanced has what it says of the one that was asked about.
	Balanced struct {
		Asked   string
		Balance protocol.Balanced
	}
	// NotBalanced says that it says nothing of it.
	NotBalanced struct{ Asked string }

	// TypeName names the population.
	TypeName struct{ Text string }
	// SetCap takes the limit as typed.
	SetCap struct{ Text string }
	// SetSumDelta takes the δ of the sum as typed.
	SetSumDelta struct{ Text string }
	// AddUp chooses how releases add up.
	AddUp struct{ Pure bool }
	// Agree says whether a ledger that ends with the page will do.
	Agree struct{ On bool }
	// SamePeople answers that the people are those of a population.
	SamePeople struct{ Name string }
	// OtherPeople answers that they are none of the populations'. The new population's name is still to be typed. Overlap says that the
	// header tells otherwise: the ledger and all documents then state the answer.
	OtherPeople struct{ Overlap bool }
	// AskPeople takes the answer back.
	AskPeople struct{}

	// Press says what was to be released before the ledger had said whether it knows the file; "" takes that back.
	Press struct{ What string }
	// Fit has the release spend so much, which fits.
	Fit struct{ Most float64 }
	// Allow forgets why an earlier release was refused.
	Allow struct{}
	// Refuse says why the ledger refused a release.
	Refuse struct{ Error protocol.Error }
	// Block says why the browser keeps no ledger.
	Block struct{ Why string }
	// Hold has the ledger that ends with the page.
	Hold struct{ Ledger string }
	// Pay says which population a release was charged to; "" for none.
	Pay struct{ Name string }
)

func (Read) account()        {}
func (Refresh) account()     {}
func (Search) account()      {}
func (Listed) account()      {}
func (NotListed) account()   {}
func (Resumed) account()     {}
func (NotResumed) account()  {}
func (Keep) account()        {}
func (Kept) account()        {}
func (Begin) account()       {}
func (Remember) account()    {}
func (Stale) account()       {}
func (Show) account()        {}
func (Ask) account()         {}
func (Balanced) account()    {}
func (NotBalanced) account() {}
func (TypeName) account()    {}
func (SetCap) account()      {}
func (SetSumDelta) account() {}
func (AddUp) account()       {}
func (Agree) account()       {}
func (SamePeople) account()  {}
func (OtherPeople) account() {}
func (AskPeople) account()   {}
func (Press) account()       {}
func (Fit) account()         {}
func (Allow) account()       {}
func (Refuse) account()      {}
func (Block) account()       {}
func (Hold) account()        {}
func (Pay) account()         {}

// Update takes what happened.
func Update(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case Read, Refresh, Search, Listed, NotListed, Resumed, NotResumed, Keep, Kept:
		return list(m, msg)
	case Begin, Remember, Stale:
		return begin(m, msg)
	case Lend, AskLeft, Stands, Silent:
		return lent(m, msg)
	case Press, Allow, Refuse, Block, Hold, Pay:
		return pay(m, msg), nil
	case TypeName, SamePeople, OtherPeople, AskPeople:
		m, effects := people(m, msg).ask()
		switch msg.(type) { // of the controls that come in place of the one that was pressed
		case OtherPeople:
			effects = append(effects, effect.Focus{ID: "population"})
		case AskPeople:
			effects = append(effects, effect.Focus{ID: "people"})
		}
		return m, effects
	case SetCap:
		m.Cap, m.CapSet = typed.ReadNumber(msg.Text), true
	case SetSumDelta:
		m.Delta, m.DeltaSet = typed.ReadNumber(msg.Text), true
	case AddUp:
		m.Pure = msg.Pure
	case Agree:
		m.Consent = msg.On
	case Show:
		m.Shown = true
	case Fit:
		m.Refusal = nil
		typed := strings.ReplaceAll(words.ThreeDown(msg.Most), "−", "-")
		return m, []effect.Effect{effect.Tell{Msg: draft.SetEpsilon{Text: typed}}, effect.Tell{Msg: Ask{}}}
	case Ask:
	case Balanced:
		return balanced(m, msg)
	case NotBalanced:
		if m.asked != msg.Asked {
			return m, nil
		}
		m.Balance, m.asked, m.Settled, m.before = nil, "", true, standing{}
		return m, []effect.Effect{effect.Tell{Msg: Settled{}}}
	}
	return m.ask()
}

// list reads the ledger, and whether it stays.
func list(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case Read:
		return m, append(m.asks("", true), persist(false))
	case Refresh:
		return m, m.asks("", false)
	case Search:
		return m, m.asks(msg.Find, true)
	case Listed:
		m.List, m.Unread, m.Old = &msg.List, "", false
		if msg.Again {
			m.asked, m.Fresh, m.Settled = "", false, false
			return m.ask()
		}
	case NotListed:
		m.Unread = fault.Sentence(msg.Error.Message)
	case NotResumed:
		return m, []effect.Effect{effect.Tell{Msg: Failed(msg)}}
	case Keep:
		if m.Stays != Yes {
			return m, []effect.Effect{persist(true)}
		}
	case Kept:
		if m.Stays = No; msg.Kept {
			m.Stays = Yes
		}
	}
	return m, nil
}

// asks asks for the populations, once the worker has the ledger that ends with the page.
func (m Model) asks(find string, again bool) (out []effect.Effect) {
	if m.Temporary != "" {
		out = append(out, effect.Asking(protocol.ImportRequest, protocol.Import{Text: m.Temporary, Session: true},
			func(protocol.Populations) effect.Msg { return Resumed{} }, func(e protocol.Error) effect.Msg { return NotResumed{e} }))
	}
	return append(out, effect.Asking(protocol.LedgerRequest, protocol.Ledger{Find: find},
		func(p protocol.Populations) effect.Msg { return Listed{p, again} }, func(e protocol.Error) effect.Msg { return NotListed{e} }))
}

// persist finds out whether the browser keeps its storage, and with ask asks that it do.
func persist(ask bool) effect.Effect {
	return effect.Persist{Ask: ask, Done: func(kept bool) effect.Msg { return Kept{kept} }}
}

// begin forgets what is another file's, or what a worker that ended knew.
func begin(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case Begin:
		return Model{About: m.About, List: m.List, Old: m.Old, Unread: m.Unread, Stays: m.Stays, File: msg.File, Name: msg.File, Temporary: m.Temporary, Lent: m.Lent}, nil
	case Remember:
		m.KeptName = msg.Name
	case Stale:
		if m.Balance != nil {
			m.before = standing{!m.IsNew(), m.Balance.Blocked}
		}
		m.Balance, m.asked, m.Fresh, m.Settled, m.Pressed = nil, "", false, false, ""
		m.Old = m.Old || msg.Spent
		return m.ask()
	}
	return m, nil
}

// people takes whose budget it is.
func people(m Model, msg Msg) Model {
	overlap := false
	switch msg := msg.(type) {
	case TypeName:
		m.Name, overlap = msg.Text, m.Overlap
	case SamePeople:
		m.People, m.Name, m.Pressed = PeopleKnown, msg.Name, ""
	case OtherPeople:
		m.People, m.Name, m.Pressed, overlap = PeopleOther, "", "", msg.Overlap
	case AskPeople:
		m.People, m.Name, m.Pressed = PeopleUnset, "", ""
	}
	m.Overlap = overlap
	m.Balance, m.Refusal, m.before = nil, nil, standing{}
	m.asked, m.Fresh, m.Settled = "", false, false
	return m
}

// ask asks how the release would stand in the ledger, where it was not asked before.
func (m Model) ask() (Model, []effect.Effect) {
	if !m.Shown || !m.Ready || m.Free || m.Lends() && !m.Lent.Left.Known() || !m.PeopleOpen() && m.refused("population") != nil {
		return m, nil
	}
	in := m.Release
	in.Budget = m.Terms()
	b, err := json.Marshal(in)
	if err != nil {
		panic("app: a request has no JSON form") // plain values
	}
	text := string(b)
	if m.asked == text {
		return m, nil
	}
	m.asked, m.Fresh = text, false
	return m, []effect.Effect{effect.Asking(protocol.BalanceRequest, protocol.Balance{Release: in},
		func(b protocol.Balanced) effect.Msg { return Balanced{text, b} }, func(protocol.Error) effect.Msg { return NotBalanced{text} })}
}

// balanced takes what the ledger says of a release, unless another one is described by now.
func balanced(m Model, msg Balanced) (Model, []effect.Effect) {
	if m.asked != msg.Asked {
		return m, nil
	}
	m.Settled = true
	switch b := &msg.Balance; {
	case !m.PeopleOpen():
		m.Balance, m.Fresh, m.before = b, true, standing{}
	case b.KnownFile: // this very file: the ledger knows whose it is
		m.People, m.Name, m.Balance, m.Fresh, m.before = PeopleKnown, b.Name, b, true, standing{}
	}
	return m, []effect.Effect{effect.Tell{Msg: Settled{}}}
}

// pay takes what becomes of a release that is asked for.
func pay(m Model, msg Msg) Model {
	switch msg := msg.(type) {
	case Press:
		m.Pressed = msg.What
	case Allow:
		m.Refusal = nil
	case Refuse: // another tab may have spent since the ledger was listed
		m.Refusal, m.Old = &msg.Error, true
		m.asked, m.Fresh, m.Settled = "", false, false
	case Block:
		m.Blocked = msg.Why
		m.asked, m.Fresh, m.Settled = "", false, false
	case Hold:
		m.Temporary = msg.Ledger
	case Pay:
		if msg.Name != "" { // of this file it needs no asking again
			m.KeptName, m.People, m.Name, m.Old = msg.Name, PeopleKnown, msg.Name, true
		}
		m.asked, m.Fresh, m.Settled = "", false, false
	}
	return m
}
