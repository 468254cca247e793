package app

import (
	"encoding/json"

	"privatepca/app/client"
	"privatepca/wasm/protocol"
)

// An Forecast is the forecast: the worker that makes it, and its last answer. The worker
// is never handed a file.
type Forecast struct {
	client  *client.Client // nil where there is none
	started bool
	waiting bool
	asked   string // the facts last asked about, as JSON
	got     *protocol.Forecasted
	facts   protocol.Forecast // of got
	fault   string            // why there is no answer, in words
	drawn   drawing
}

// foresee has forecasts made by a worker of the host's.
func (s *State) foresee(host client.Host) {
	o := &s.forecast
	o.client = client.New(host, func(status client.Status, reason string) {
		switch status {
		case client.Missing, client.Dead:
			o.waiting, o.fault = false, "There is no forecast: the worker that makes it has ended. Everything else works without it."
			s.screen.Draw()
		case client.Outdated:
			o.waiting, o.fault = false, "There is no forecast: reload the page to get its newer version."
			s.screen.Draw()
		}
	})
}

// lookAhead asks for the forecast of the facts as they stand, unless it was asked for;
// while one is under way, the next waits for it.
func (s *State) lookAhead() {
	o := &s.forecast
	if o.client == nil || !s.draft.choices.seen || s.worker.file == nil || o.waiting {
		return
	}
	facts, err := s.draft.facts()
	if err != nil { // said in the chart's place
		o.asked, o.got, o.fault = "", nil, ""
		return
	}
	text, _ := json.Marshal(facts)
	if string(text) == o.asked {
		return
	}
	if !o.started {
		o.started = true
		o.client.Start()
	}
	o.asked, o.waiting = string(text), true
	answered := func(got *protocol.Forecasted, fault string) {
		s.screen.Later(func() {
			o.waiting, o.got, o.facts, o.fault = false, got, facts, fault
			s.Change()
		})
	}
	client.Ask(o.client, protocol.ForecastRequest, facts, nil, client.Reply[protocol.Forecasted]{
		Done:   func(got protocol.Forecasted) { answered(&got, "") },
		Failed: func(e protocol.Error) { answered(nil, e.Message) },
	})
}
