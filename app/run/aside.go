package run

import (
	"privatepca/app/client"
	"privatepca/app/effect"
)

// An Aside is the worker that makes forecasts, started when it is first asked. It is never handed a file.
type Aside struct {
	client  *client.Client
	started bool
}

// NewAside is the worker for which host is the browser. Its end is told; of one that is outdated, too.
func NewAside(host client.Host, pause func(), ended func(outdated bool)) *Aside {
	a := &Aside{client: client.New(host, func(status client.Status, _ string) {
		switch status {
		case client.Missing, client.Dead, client.Outdated:
			ended(status == client.Outdated)
		}
	})}
	a.client.Pause = pause // a forecast is long
	return a
}

// ask asks for a forecast, where there are any.
func (a *Aside) ask(question effect.Ask, deliver func(effect.Msg)) {
	if a == nil {
		return
	}
	if !a.started {
		a.started = true
		a.client.Start()
	}
	question.Send(a.client, deliver)
}
