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

	file    client.File
	watched func(protocol.Progress) Msg
	send    func(a Ask, c *client.Client, deliver func(Msg))
}

func (Ask) effect() {}

// Asking is the question of that request. One of the two makers is called, once, unless the worker ends before: its page hears of that by another
// message.
func Asking[Body, Answer any](r protocol.Request[Body, Answer], body Body, done func(Answer) Msg, failed func(protocol.Error) Msg) Ask {
	return Ask{Name: r.Name, Body: body, Answer: func(a any) Msg { return done(a.(Answer)) }, Fail: failed, send: func(a Ask, c *client.Client, deliver func(Msg)) {
		reply := client.Reply[Answer]{
			Done:   func(a Answer) { deliver(done(a)) },
			Failed: func(e protocol.Error) { deliver(failed(e)) },
		}
		if a.watched != nil {
			reply.Progress = func(p protocol.Progress) { deliver(a.watched(p)) }
		}
		client.Ask(c, r, body, a.file, reply)
	}}
}

// Forecaster is the question, for the worker of forecasts.
func (a Ask) Forecaster() Ask {
	a.Aside = true
	return a
}

// With is the question, with a file that the worker is given.
func (a Ask) With(file client.File) Ask {
	a.file = file
	return a
}

// Watched is the question, with the maker of what says how far the answer is.
func (a Ask) Watched(made func(protocol.Progress) Msg) Ask {
	a.watched = made
	return a
}

// Send sends the question, and delivers what comes of it.
func (a Ask) Send(c *client.Client, deliver func(Msg)) { a.send(a, c, deliver) }
