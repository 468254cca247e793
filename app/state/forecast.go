package state

import (
	"encoding/json"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/wasm/protocol"
)

// A Forecast is the forecast: the worker that makes it, and its last answer. The worker
// is never handed a file.
type Forecast struct {
	draft   *draft.Draft
	screen  Screen
	changed func() // draws what changed

	client  *client.Client // nil where there is none
	started bool
	Waiting bool
	asked   string // the facts last asked about, as JSON
	// decided reports whether a release is under way, so that nothing changes under it; again has a file that was read
	// read under the draft's other rule.
	decided func() bool
	again   func()
	// followed are the facts and the ε at which the recommendation was last looked at; "" for none.
	followed string
	Got      *protocol.Forecasted
	Facts    protocol.Forecast // of got
	Fault    string            // why there is no answer, in words
}

// Start has forecasts made by a worker of its own, for which host is the browser.
func (f *Forecast) Start(host client.Host) {
	f.client = client.New(host, func(status client.Status, reason string) {
		switch status {
		case client.Missing, client.Dead:
			f.Waiting, f.Fault = false, "There is no forecast, because its worker has ended. Everything else works without it."
			f.screen.Draw()
		case client.Outdated:
			f.Waiting, f.Fault = false, "There is no forecast. Reload the page to get its newer version."
			f.screen.Draw()
		}
	})
}

// update asks for the forecast of the facts as they stand, if a file is open, unless it
// was asked for; while one is under way, the next waits for it.
func (f *Forecast) update(open bool) {
	if f.client == nil || !f.draft.Choices.Seen || !open || f.Waiting {
		return
	}
	facts, err := f.draft.Facts()
	if err != nil { // said in the chart's place
		f.asked, f.Got, f.Fault = "", nil, ""
		return
	}
	text, _ := json.Marshal(facts)
	if string(text) == f.asked {
		return
	}
	if !f.started {
		f.started = true
		f.client.Start()
	}
	f.asked, f.Waiting = string(text), true
	answered := func(got *protocol.Forecasted, fault string) {
		f.screen.Later(func() {
			f.Waiting, f.Got, f.Facts, f.Fault = false, got, facts, fault
			f.changed()
		})
	}
	client.Ask(f.client, protocol.ForecastRequest, facts, nil, client.Reply[protocol.Forecasted]{
		Done:   func(got protocol.Forecasted) { answered(&got, "") },
		Failed: func(e protocol.Error) { answered(nil, e.Message) },
	})
}
