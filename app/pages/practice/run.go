package practice

import (
	"slices"

	"privatepca/app/account"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/wasm/protocol"
)

// advance starts what is due.
func advance(m Model, t Table) (Model, []effect.Effect) {
	switch {
	case t.Prepared == nil || t.Blocked || m.doing || m.declaring:
	case !t.Prepared.Public && (m.Wanted || m.Declared) && m.Refused == "":
		return declare(m, false)
	case t.Prepared.Public && !(m.began && m.schema == t.Schema && m.Asked.Equal == m.settings(&t.Draft).Equal) && m.faultAt(&t.Draft) == "":
		m.Declared, m.Stopped, m.began, m.schema = true, false, true, t.Schema
		m.run++
		m.Asked = m.settings(&t.Draft)
		m.Experiments = m.Asked.plan(t.Draft.Answers.Tally.Features)
		return ask(m)
	}
	return m, nil
}

// declare marks the table as public. Where the browser keeps no ledger, the declaration holds as long as this tab.
func declare(m Model, session bool) (Model, []effect.Effect) {
	m.declaring = true
	return m, []effect.Effect{effect.Asking(protocol.DeclareRequest, protocol.Declare{Session: session},
		func(d protocol.Declared) effect.Msg { return Declared{d, session} }, func(e protocol.Error) effect.Msg { return NotDeclared{e, session} })}
}

// declared takes what became of the declaration.
func declared(m Model, msg Msg) (Model, []effect.Effect) {
	m.declaring = false
	switch msg := msg.(type) {
	case Declared:
		m.Declared, m.ForSession = true, msg.Session
		effects := []effect.Effect{effect.Tell{Msg: job.Declared{}}}
		if held := msg.Answer.Session; held != "" {
			effects = append(effects, effect.Tell{Msg: account.Hold{Ledger: held}})
		}
		return m, effects
	case NotDeclared:
		if msg.Error.Code == protocol.CodeBlocked && !msg.Session {
			return declare(m, true)
		}
		m.Wanted = false
		if msg.Error.Code != protocol.CodeProtected {
			return m, []effect.Effect{effect.Tell{Msg: job.Failed{Error: msg.Error}}}
		}
		m.Refused = msg.Error.Message
	}
	return m, nil
}

// ask asks for the next experiment, if there is one.
func ask(m Model) (Model, []effect.Effect) {
	at, run := m.next(), m.run
	if m.doing = at >= 0; !m.doing {
		return m, nil
	}
	return m, []effect.Effect{effect.Asking(protocol.PracticeRequest, m.Experiments[at].Ask,
		func(a protocol.Practised) effect.Msg { return Answered{run, at, a} }, func(e protocol.Error) effect.Msg { return Failed{run, at, e} })}
}

// answered takes the answer to an experiment, and asks for the next one.
func answered(m Model, msg Answered) (Model, []effect.Effect) {
	if msg.Run != m.run {
		return m, nil
	}
	list := slices.Clone(m.Experiments)
	e := &list[msg.At]
	if e.Truth, e.Draws = msg.Answer.Truth, msg.Answer.Draws; e.For == Truth && e.Truth != nil {
		list = append(list, m.Asked.cuts(e.Truth)...)
	}
	m.Experiments = list
	return ask(m)
}

// failed takes why there is no answer: the settings of one mechanism may be refused, and the next one is asked.
func failed(m Model, msg Failed) (Model, []effect.Effect) {
	if msg.Run != m.run {
		return m, nil
	}
	list := slices.Clone(m.Experiments)
	e := &list[msg.At]
	if e.Ask.Mechanism == "" || msg.Error.Code != protocol.CodeRequest {
		return m.halted(), []effect.Effect{effect.Tell{Msg: job.Failed{Error: msg.Error}}}
	}
	e.Fault = msg.Error.Phrase()
	m.Experiments = list
	return ask(m)
}

// halted asks for nothing more of this run.
func (m Model) halted() Model {
	m.run++
	m.doing, m.Stopped = false, true
	return m
}

// drawAgain asks for everything anew, once the table is read.
func drawAgain(m Model, t Table) (Model, []effect.Effect) {
	if at := m.faultAt(&t.Draft); at != "" {
		return m, []effect.Effect{effect.Focus{ID: at}}
	}
	m = m.halted()
	m.began, m.Stopped = false, false
	if t.Prepared == nil {
		return m, []effect.Effect{effect.Tell{Msg: job.Prepare{}}}
	}
	return advance(m, t)
}
