package statetest

import (
	"privatepca/app/client"
	"privatepca/app/effect"
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
	s      *state.State
	result result.Model
	run    run.Runner
}

func (m *models) Result() result.Model { return m.result }

func (m *models) Deliver(msg effect.Msg) {
	var effects []effect.Effect
	m.result, effects = result.Update(m.result, state.Known(m.s, msg).(result.Msg), m.s.Screen.Pause)
	m.run.Do(effects)
}
