package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// A conn speaks the DevTools protocol with one browser, over the pipe of
// chromedp. It keeps every session of the browser on the one connection, since
// chromedp itself drops what workers and service workers say.
type conn struct {
	pipe   *chromedp.PipeConn
	events func(id target.SessionID, method string, params json.RawMessage) // one at a time, in order

	mu      sync.Mutex
	last    int64
	waiting map[int64]chan *cdproto.Message
	gone    chan struct{} // closed when the browser is
}

var errGone = errors.New("drive: the browser is gone")

func newConn(pipe *chromedp.PipeConn, events func(target.SessionID, string, json.RawMessage)) *conn {
	return &conn{pipe: pipe, events: events, waiting: map[int64]chan *cdproto.Message{}, gone: make(chan struct{})}
}

// read sorts what the browser says, until it is gone.
func (c *conn) read() {
	defer close(c.gone)
	for {
		m := new(cdproto.Message)
		if err := c.pipe.Read(context.Background(), m); err != nil {
			return
		}
		if m.Method != "" {
			c.events(m.SessionID, string(m.Method), json.RawMessage(m.Params))
			continue
		}
		c.mu.Lock()
		answer := c.waiting[m.ID]
		delete(c.waiting, m.ID)
		c.mu.Unlock()
		if answer != nil {
			answer <- m
		}
	}
}

// post sends a command and returns the channel of its answer, which may be left
// unread.
func (c *conn) post(session target.SessionID, method string, params any) (<-chan *cdproto.Message, error) {
	raw, err := jsonv2.Marshal(params, chromedp.DefaultMarshalOptions)
	if err != nil {
		return nil, err
	}
	answer := make(chan *cdproto.Message, 1)
	c.mu.Lock()
	c.last++
	id := c.last
	c.waiting[id] = answer
	c.mu.Unlock()
	return answer, c.pipe.Write(context.Background(), &cdproto.Message{
		ID: id, SessionID: session, Method: cdproto.MethodType(method), Params: raw,
	})
}

// send posts a command whose answer does not matter.
func send[P, R any](c *conn, session target.SessionID, command cdp.Command[P, R], params P) {
	c.post(session, command.Method, params)
}

// call runs a command and waits for its result.
func call[P, R any](ctx context.Context, c *conn, session target.SessionID, command cdp.Command[P, R], params P) (R, error) {
	var result R
	answer, err := c.post(session, command.Method, params)
	if err != nil {
		return result, errGone
	}
	select {
	case <-ctx.Done():
		return result, fmt.Errorf("drive: %s: %w", command.Method, ctx.Err())
	case <-c.gone:
		return result, errGone
	case m := <-answer:
		if m.Error != nil {
			return result, fmt.Errorf("drive: %s: %w", command.Method, m.Error)
		}
		return result, jsonv2.Unmarshal(m.Result, &result, chromedp.DefaultUnmarshalOptions)
	}
}
