package drive

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/runtime"
)

// A Request is one that a target made.
type Request struct {
	Time   time.Time
	Target string // "page", "worker", "service_worker", …
	Method string
	URL    string
	Body   string
}

// String is the method and the address.
func (r Request) String() string { return r.Method + " " + r.URL }

// Local reports whether the request never leaves the browser's memory.
func (r Request) Local() bool {
	return strings.HasPrefix(r.URL, "data:") || strings.HasPrefix(r.URL, "blob:")
}

// A Line is one line of a console, or an uncaught error.
type Line struct {
	Time   time.Time
	Target string
	Level  string // "log", "error", …, "exception"
	Text   string
}

// A Message is one that the page received from a worker. What was no string is
// marked as such.
type Message struct {
	Time time.Time
	Text string
}

// A Record is all that left the targets of one visit, so far.
type Record struct {
	mu       sync.Mutex
	requests []Request
	console  []Line
	messages []Message
	seen     map[string]bool // requests, since a target may be attached twice
	crashed  chan struct{}   // closed when a target crashed
	fetch    func()          // asks the page for messages that it still has; nil where it tells of each
}

func newRecord() *Record {
	return &Record{seen: map[string]bool{}, crashed: make(chan struct{})}
}

// Requests are those so far, in order.
func (r *Record) Requests() []Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Request(nil), r.requests...)
}

// Console holds the console lines and uncaught errors so far.
func (r *Record) Console() []Line {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Line(nil), r.console...)
}

// heard adds messages that a page has kept.
func (r *Record) heard(texts []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, text := range texts {
		r.messages = append(r.messages, Message{time.Now(), text})
	}
}

// Messages are those that workers sent to the page so far.
func (r *Record) Messages() []Message {
	if r.fetch != nil {
		r.fetch()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Message(nil), r.messages...)
}

func (r *Record) event(s *session, method string, params json.RawMessage) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	switch method {
	case "Network.requestWillBeSent":
		var e struct {
			RequestID        string
			WallTime         float64 // seconds, of this machine's clock
			RedirectResponse json.RawMessage
			Request          struct{ Method, URL, URLFragment, PostData string }
		}
		json.Unmarshal(params, &e)
		if e.WallTime > 0 { // when it was made: a busy machine may tell of it later
			now = time.Unix(0, int64(e.WallTime*1e9))
		}
		r.request(s, e.RequestID+e.Request.URL, Request{now, s.kind, e.Request.Method, e.Request.URL + e.Request.URLFragment, e.Request.PostData})
	case "Network.webSocketCreated", "Network.webTransportCreated", "Network.directTCPSocketCreated", "Network.directUDPSocketCreated":
		var e struct{ RequestID, TransportID, Identifier, URL string }
		json.Unmarshal(params, &e)
		r.request(s, e.RequestID+e.TransportID+e.Identifier, Request{now, s.kind, strings.TrimSuffix(strings.TrimPrefix(method, "Network."), "Created"), e.URL, ""})
	case "Network.webSocketFrameSent":
		r.requests = append(r.requests, Request{now, s.kind, "webSocketFrame", "", string(params)})
	case "Runtime.consoleAPICalled":
		var e struct {
			Type string
			Args []*runtime.RemoteObject
		}
		json.Unmarshal(params, &e)
		var words []string
		for _, a := range e.Args {
			if a.Description != "" {
				words = append(words, a.Description)
			} else {
				words = append(words, strings.Trim(string(a.Value), `"`))
			}
		}
		r.console = append(r.console, Line{now, s.kind, e.Type, strings.Join(words, " ")})
	case "Runtime.exceptionThrown":
		var e struct {
			ExceptionDetails struct {
				Text      string
				Exception struct{ Description, Value any }
			}
		}
		json.Unmarshal(params, &e)
		text := e.ExceptionDetails.Text
		for _, v := range []any{e.ExceptionDetails.Exception.Description, e.ExceptionDetails.Exception.Value} {
			if v != nil {
				text += fmt.Sprint(" ", v)
			}
		}
		r.console = append(r.console, Line{now, s.kind, "exception", text})
	case "Log.entryAdded":
		var e struct {
			Entry struct{ Level, Text, URL string }
		}
		json.Unmarshal(params, &e)
		r.console = append(r.console, Line{now, s.kind, e.Entry.Level, strings.TrimSpace(e.Entry.Text + " " + e.Entry.URL)})
	case "Runtime.bindingCalled":
		var e struct{ Name, Payload string }
		json.Unmarshal(params, &e)
		if e.Name == messageBinding {
			r.messages = append(r.messages, Message{now, e.Payload})
		}
	case "Inspector.targetCrashed":
		r.console = append(r.console, Line{now, s.kind, "exception", "the target crashed"})
		select {
		case <-r.crashed:
		default:
			close(r.crashed)
		}
	}
}

func (r *Record) request(s *session, id string, request Request) {
	if key := string(s.target) + " " + id; !r.seen[key] {
		r.seen[key] = true
		r.requests = append(r.requests, request)
	}
}
