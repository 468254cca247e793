// Package forecast has what the page knows of what a release is expected to give: the public facts that were asked about, and the curves that were
// answered. Who asks is a worker of its own, which is never handed a file.
package forecast

import (
	"fmt"
	"reflect"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/wasm/protocol"
)

// A Model is what is known of the forecast.
type Model struct {
	Got     *protocol.Forecasted // nil for none
	Facts   protocol.Forecast    // that it is of
	Fault   string               // why there is none, in words
	Waiting bool                 // an answer is on its way

	asked    protocol.Forecast // what that is the answer to
	wanted   protocol.Forecast // what is to be known; the zero one where facts are missing
	followed string            // the facts and the ε at which the recommendation was last looked at
}

// A Msg says what happened to the forecast.
type Msg interface{ forecast() }

type (
	// Described says how the release is described now.
	Described struct {
		Draft draft.Draft
		Open  bool // a table is open
		Fixed bool // a release is under way: nothing changes under it
	}
	// Answered has the forecast of facts, or why there is none.
	Answered struct {
		Facts protocol.Forecast
		Got   *protocol.Forecasted
		Fault string
	}
	// Became says what became of the worker that forecasts.
	Became struct{ Status client.Status }
)

func (Described) forecast() {}
func (Answered) forecast()  {}
func (Became) forecast()    {}

// Update takes what happened. It calls pause before what may take long.
func Update(m Model, msg Msg, pause func()) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case Described:
		return described(m, msg)
	case Answered:
		pause()
		m.Waiting = false
		if !same(msg.Facts, m.wanted) { // another question stands now
			m.asked = protocol.Forecast{}
			return ask(m)
		}
		m.Got, m.Facts, m.Fault = msg.Got, msg.Facts, msg.Fault
	case Became:
		switch msg.Status {
		case client.Missing, client.Dead:
			m.Waiting, m.Fault = false, "There is no forecast, because its worker has ended. Everything else works without it."
		case client.Outdated:
			m.Waiting, m.Fault = false, "There is no forecast. Reload the page to get its newer version."
		}
	}
	return m, nil
}

// described has the recommendation followed, and asks about facts that are new. Of a table that nobody described yet nothing is known.
func described(m Model, msg Described) (Model, []effect.Effect) {
	d := msg.Draft
	if !msg.Open || !d.Choices.Seen {
		m.Got, m.wanted = nil, protocol.Forecast{}
		return m, nil
	}
	var effects []effect.Effect
	if ranked := m.Ranked(&d); len(ranked) > 0 && m.Facts.Table != nil && !msg.Fixed {
		if key := m.followedAt(&d); key != m.followed {
			follow, was := draft.FollowForecast{Ranked: ranked}, d
			m.followed = key
			if d = draft.Update(d, follow); !reflect.DeepEqual(d, was) { // what is asked is of the draft that follows
				effects = append(effects, effect.Tell{Msg: follow})
			}
			if d.Answers.Rule != was.Answers.Rule && d.Known.Records > 0 { // they are encoded otherwise
				effects = append(effects, effect.Tell{Msg: job.Prepare{}})
			}
		}
	}
	var err error
	if m.wanted, err = d.Facts(); err != nil { // said in the chart's place
		m.Got, m.Fault, m.wanted = nil, "", protocol.Forecast{}
		if !m.Waiting {
			m.asked = m.wanted
		}
		return m, effects
	}
	m, asks := ask(m)
	return m, append(effects, asks...)
}

// followedAt are the facts and the ε of a recommendation. It is followed once for the same ones: some facts depend on how the rule in use scales
// numbers, and must not chase it.
func (m Model) followedAt(d *draft.Draft) string {
	p := m.Facts
	return fmt.Sprint(p.Features, p.Directions, p.Delta, p.Relation, p.RowsPerPerson, p.Spectrum, p.Shares, p.Equal, p.Table.Rows, d.Budget().Epsilon)
}

// ask asks about the facts, unless they were asked about. While an answer is on its way the next question waits for it.
func ask(m Model) (Model, []effect.Effect) {
	if facts := m.wanted; facts.Features > 0 && !m.Waiting && !same(facts, m.asked) {
		m.asked, m.Waiting = facts, true
		return m, []effect.Effect{effect.Asking(protocol.ForecastRequest, facts,
			func(got protocol.Forecasted) effect.Msg { return Answered{Facts: facts, Got: &got} },
			func(e protocol.Error) effect.Msg { return Answered{Facts: facts, Fault: e.Message} }).Forecaster()}
	}
	return m, nil
}

// same compares facts: some are lists.
func same(a, b protocol.Forecast) bool { return reflect.DeepEqual(a, b) }
