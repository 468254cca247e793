package effect

import (
	"privatepca/app/client"
	"privatepca/wasm/protocol"
)

// Ask asks the worker. Name and Body are what is asked, for a test to read; Answer and Fail are what comes of it, for a test to say.
type Ask struct {
	Name string
	Body any
	// Aside says that the worker of forecasts is asked.
	Aside bool

	Answer func(any) Msg // of the request's answer
	Fail   func(protocol.Error) Msg

	send func(c *client.Client, deliver func(Msg))
}

func (Ask) effect() {}

// Asking is the question of that request. One of the two makers is called, once, unless the worker ends before: its page hears of that by another
// message.
func Asking[Body, Answer any](r protocol.Request[Body, Answer], body Body, done func(Answer) Msg, failed func(protocol.Error) Msg) Ask {
	return Ask{Name: r.Name, Body: body, Answer: func(a any) Msg { return done(a.(Answer)) }, Fail: failed, send: func(c *client.Client, deliver func(Msg)) {
		client.Ask(c, r, body, nil, client.Reply[Answer]{
			Done:   func(a Answer) { deliver(done(a)) },
			Failed: func(e protocol.Error) { deliver(failed(e)) },
		})
	}}
}

// Forecaster is the question, for the worker of forecasts.
func (a Ask) Forecaster() Ask {
	a.Aside = true
	return a
}

// Send sends the question, and delivers what comes of it.
func (a Ask) Send(c *client.Client, deliver func(Msg)) { a.send(c, deliver) }
