package statetest

import (
	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/result"
	"privatepca/app/run"
	"privatepca/app/state"
)

// New is a state whose pages that are models run, and are not drawn.
func New(host client.Host, screen *Screen) *state.State {
	s := state.New(host, screen)
	m := &models{s: s}
	m.run = run.Runner{Browser: screen, Worker: s.Worker.Client, State: state.Effects{State: s}, Deliver: m.Deliver}
	s.Models = m
	return s
}

// models are the pages that are models.
type models struct {
	s       *state.State
	result  result.Model
	account account.Model
	ledger  ledger.Model
	run     run.Runner
}

func (m *models) Result() result.Model   { return m.result }
func (m *models) Account() account.Model { return m.account }

func (m *models) Deliver(msg effect.Msg) {
	var effects []effect.Effect
	switch msg := state.Known(m.s, msg).(type) {
	case result.Msg:
		m.result, effects = result.Update(m.result, msg, m.s.Screen.Pause)
	case account.Msg:
		m.account.About = state.AboutRelease(m.s)
		m.account, effects = account.Update(m.account, msg)
	case ledger.Msg:
		m.ledger, effects = ledger.Update(m.ledger, msg)
	}
	m.run.Do(effects)
}
