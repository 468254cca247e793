// Package client speaks to the worker: it loads it once, keeps one alive, sends
// one request at a time and notices when it dies or falls silent.
//
// Every method and every callback runs on the page's one goroutine for state; a
// Host sees to that.
package client

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"privatepca/wasm/converted"
	"privatepca/wasm/protocol"
)

// Patience is how long an outstanding request may go without any message. A
// worker at work reports at least every second.
const Patience = 20 * time.Second

// DecompositionPatience is Patience during an eigendecomposition, which tells
// nothing until it ends: two minutes or so at 2,000 features.
const DecompositionPatience = 10 * time.Minute

// A File is the browser's handle of a file. The page hands it on unread.
type File any

// A Host is what a client needs of the browser.
type Host interface {
	// Load fetches the worker's program once.
	Load(then func(err error))
	// Spawn starts a worker on the loaded program.
	Spawn(receive func(message string), died func(reason string)) Worker
	// Prepare readies a file for being posted. Where it has to be converted, the program for that is fetched first, once.
	Prepare(file NamedFile, convert bool, then func(File, error))
	// After calls f once after d, unless stop is called before.
	After(d time.Duration, f func()) (stop func())
}

// A Worker is one running worker.
type Worker interface {
	Post(envelope string, file File)
	Terminate()
}

// A Status says whether the worker can be asked.
type Status int

const (
	Loading  Status = iota // fetched, compiled or starting
	Ready                  // it said hello and speaks our version
	Outdated               // it speaks another version: the page must be reloaded
	Missing                // it cannot be fetched, compiled or started
	Dead                   // it ended while a request was outstanding
	Silent                 // a request has had no answer for Patience
)

// A request waits for its turn or for its answer.
type request struct {
	id    int
	name  string
	quick bool
	body  any
	file  File

	progress func(protocol.Progress)
	done     func(body json.RawMessage)
	failed   func(protocol.Error)
}

// A Client is the page's end of the protocol.
type Client struct {
	SHA256 string // of the worker's program, as the worker found it; "" before its hello, or where the browser has no digests
	Pause  func() // gives the browser its turn before a long answer is decoded; nil for never

	host    Host
	changed func(Status, string)
	status  Status
	worker  Worker
	life    int // counts workers: what an ended one still says is not heard
	lastID  int
	current *request
	queue   []*request
	stop    func()
}

// New returns a client that tells changes of its status, with a reason in words.
func New(host Host, changed func(Status, string)) *Client {
	return &Client{host: host, changed: changed, stop: func() {}}
}

// Start loads the program and spawns the first worker.
func (c *Client) Start() {
	c.host.Load(func(err error) {
		if err != nil {
			c.set(Missing, err.Error())
			return
		}
		c.spawn()
	})
}

// Prepare readies a file for being asked with, by its name: see wasm/converted.
func (c *Client) Prepare(file NamedFile, then func(File, error)) {
	c.host.Prepare(file, converted.Needed(file.Name), then)
}

// Status says whether the worker can be asked.
func (c *Client) Status() Status { return c.status }

// Busy reports whether a request that may take long is outstanding or waits for its turn.
func (c *Client) Busy() bool {
	slow := func(r *request) bool { return !r.quick }
	return c.current != nil && slow(c.current) || slices.ContainsFunc(c.queue, slow)
}

// send queues a request. It goes out when the worker is ready and those before
// it have ended.
func (c *Client) send(r *request) {
	c.lastID++
	r.id = c.lastID
	c.queue = append(c.queue, r)
	c.next()
}

// Restart ends the worker at once, forgets every request and spawns another from
// the module at hand. Messages of the old worker are dropped.
func (c *Client) Restart() {
	c.drop()
	if c.status == Missing || c.status == Outdated || c.worker == nil {
		return
	}
	c.worker.Terminate()
	c.spawn()
}

func (c *Client) drop() {
	c.stop()
	c.current, c.queue = nil, nil
}

func (c *Client) spawn() {
	c.life++
	life := c.life
	c.set(Loading, "")
	c.worker = c.host.Spawn(
		func(message string) {
			if life == c.life {
				c.receive(message)
			}
		},
		func(reason string) {
			if life == c.life {
				c.end(reason)
			}
		})
}

// end handles a worker that ended by itself. One that had said hello is replaced;
// one that never did would only fail again.
func (c *Client) end(reason string) {
	started := c.status == Ready || c.status == Silent
	c.drop()
	c.worker.Terminate()
	if !started {
		c.set(Missing, reason)
		return
	}
	c.spawn()
	c.changed(Dead, reason)
}

func (c *Client) set(s Status, reason string) {
	c.status = s
	c.changed(s, reason)
}

func (c *Client) next() {
	if c.current != nil || len(c.queue) == 0 || c.status != Ready {
		return
	}
	c.current, c.queue = c.queue[0], c.queue[1:]
	c.worker.Post(encode(c.current), c.current.file)
	c.listen(Patience)
}

// encode writes protocol.Envelope with the body in place, in one pass: a schema of
// thousands of columns is long.
func encode(r *request) string {
	message, err := json.Marshal(struct {
		ID   int    `json:"id"`
		Type string `json:"type"`
		Body any    `json:"body"`
	}{r.id, r.name, r.body})
	if err != nil {
		panic(fmt.Sprintf("client: %s has no JSON form: %v", r.name, err))
	}
	return string(message)
}

// listen starts the patience anew.
func (c *Client) listen(patience time.Duration) {
	c.stop()
	c.stop = c.host.After(patience, func() {
		if c.current != nil {
			c.set(Silent, "")
		}
	})
}

func (c *Client) receive(message string) {
	var e protocol.Envelope
	if err := json.Unmarshal([]byte(message), &e); err != nil {
		c.end("it sent something that is not a message")
		return
	}
	if e.Type == protocol.TypeHello {
		c.hello(e.Body)
		return
	}
	if e.ID == 0 { // no request's: the worker's last word
		var last protocol.Error
		if json.Unmarshal(e.Body, &last) == nil && last.Code == protocol.CodeProgram {
			c.end("its program is not the one that it was built with, or this browser cannot compile it. Files of two versions may be mixed: reload the page. If that does not help, somebody may have changed them")
			return
		}
		c.end("it gave up")
		return
	}
	r := c.current
	if r == nil || e.ID != r.id {
		return // the answer to a request that is over
	}
	if c.status == Silent {
		c.set(Ready, "")
	}
	switch e.Type {
	case protocol.TypeProgress:
		var p protocol.Progress
		err := json.Unmarshal(e.Body, &p)
		if p.Phase == protocol.PhaseVectors && p.Done < p.Total {
			c.listen(DecompositionPatience)
		} else {
			c.listen(Patience)
		}
		if err == nil && r.progress != nil {
			r.progress(p)
		}
	case r.name:
		c.finish()
		r.done(e.Body)
		c.next()
	case protocol.TypeError:
		c.finish()
		var failure protocol.Error
		if json.Unmarshal(e.Body, &failure) != nil {
			failure = protocol.Error{Code: protocol.CodeInternal, Message: "The worker reported an error without words."}
		}
		r.failed(failure)
		c.next()
	}
}

func (c *Client) finish() {
	c.stop()
	c.current = nil
}

func (c *Client) hello(body json.RawMessage) {
	var h protocol.Hello
	if json.Unmarshal(body, &h) != nil || h.Version != protocol.Version {
		c.drop()
		c.worker.Terminate()
		c.set(Outdated, "")
		return
	}
	c.SHA256 = h.SHA256
	c.set(Ready, "")
	c.next()
}
