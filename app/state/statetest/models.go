package statetest

import (
	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/job"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/app/run"
	"privatepca/app/state"
)

// New is a state whose pages that are models run, and are not drawn.
func New(host client.Host, screen *Screen) *state.State {
	s := state.New(host, screen)
	m := &models{s: s}
	m.run = run.Runner{Browser: screen, Worker: s.Worker.Client, State: state.Effects{State: s}, Keeper: &s.Keeping, Deliver: m.Deliver}
	s.Models = m
	return s
}

// models are the pages that are models.
type models struct {
	s        *state.State
	result   result.Model
	account  account.Model
	ledger   ledger.Model
	forecast forecast.Model
	practice practice.Model
	run      run.Runner
}

func (m *models) Result() result.Model     { return m.result }
func (m *models) Account() account.Model   { return m.account }
func (m *models) Forecast() forecast.Model { return m.forecast }
func (m *models) Practice() practice.Model { return m.practice }
func (m *models) Follow()                  { m.take(state.Described(m.s)) }

func (m *models) Deliver(msg effect.Msg) {
	m.take(msg)
	m.Follow()
}

func (m *models) take(msg effect.Msg) {
	var effects []effect.Effect
	switch msg := state.Known(m.s, msg).(type) {
	case result.Msg:
		m.result, effects = result.Update(m.result, msg, m.s.Screen.Pause)
	case account.Msg:
		m.account.About = state.AboutRelease(m.s)
		m.account, effects = account.Update(m.account, msg)
	case job.Msg:
		effects = job.Update(msg)
	case ledger.Msg:
		m.ledger, effects = ledger.Update(m.ledger, msg)
	case forecast.Msg:
		m.forecast, effects = forecast.Update(m.forecast, msg, m.s.Screen.Pause)
	case draft.Msg:
		m.s.Draft = draft.Update(m.s.Draft, msg)
		m.s.Change()
	case practice.Msg:
		m.practice, effects = practice.Update(m.practice, msg)
	}
	m.run.Do(effects)
}

// forecasts has forecasts made by a host's worker.
func forecasts(s *state.State, h client.Host) {
	m := s.Models.(*models)
	m.run.Aside = client.New(h, func(status client.Status, _ string) { m.Deliver(forecast.Became{Status: status}) })
}
