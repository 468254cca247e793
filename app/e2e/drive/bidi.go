package drive

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"github.com/coder/websocket"
)

// A bidi speaks WebDriver BiDi (W3C) with one browser: commands with their answers, and
// events. No Go client of that protocol is kept up; the socket is a library's.
type bidi struct {
	socket *websocket.Conn
	events func(method string, params json.RawMessage) // one at a time, in order

	mu      sync.Mutex
	last    int64
	waiting map[int64]chan bidiAnswer
	gone    chan struct{} // closed when the browser is
}

type bidiAnswer struct {
	ID             int64
	Type           string
	Method         string
	Params, Result json.RawMessage
	Error, Message string
}

func dialBiDi(ctx context.Context, url string, events func(string, json.RawMessage)) (*bidi, error) {
	socket, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		return nil, err
	}
	socket.SetReadLimit(-1)
	c := &bidi{socket: socket, events: events, waiting: map[int64]chan bidiAnswer{}, gone: make(chan struct{})}
	go c.read()
	return c, nil
}

func (c *bidi) read() {
	defer close(c.gone)
	for {
		_, text, err := c.socket.Read(context.Background())
		if err != nil {
			return
		}
		var m bidiAnswer
		if json.Unmarshal(text, &m) != nil {
			continue
		}
		if m.Type == "event" {
			c.events(m.Method, m.Params)
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

// object is what a command of either WebDriver takes.
type object = map[string]any

// call runs a command and decodes its result into out, unless that is nil.
func (c *bidi) call(ctx context.Context, method string, params object, out any) error {
	answer := make(chan bidiAnswer, 1)
	c.mu.Lock()
	c.last++
	id := c.last
	c.waiting[id] = answer
	c.mu.Unlock()
	text, err := json.Marshal(object{"id": id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if err := c.socket.Write(context.WithoutCancel(ctx), websocket.MessageText, text); err != nil {
		return errGone
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("drive: %s: %w", method, ctx.Err())
	case <-c.gone:
		return errGone
	case m := <-answer:
		if m.Type != "success" {
			return fmt.Errorf("drive: %s: %s: %s", method, m.Error, m.Message)
		}
		if out == nil {
			return nil
		}
		return json.Unmarshal(m.Result, out)
	}
}

// A remote is a value of a page as the protocol writes it.
type remote struct {
	Type     string
	Value    json.RawMessage
	SharedID string
}

// plain is the value as JSON has it. What JSON cannot hold is null.
func (r remote) plain() (json.RawMessage, error) {
	switch r.Type {
	case "string", "boolean":
		return r.Value, nil
	case "number":
		if len(r.Value) > 0 && r.Value[0] == '"' { // "NaN", "-0", "Infinity"
			if string(r.Value) == `"-0"` {
				return json.RawMessage("0"), nil
			}
			return json.RawMessage("null"), nil
		}
		return r.Value, nil
	case "array":
		var items []remote
		if err := json.Unmarshal(r.Value, &items); err != nil {
			return nil, err
		}
		out := []byte{'['}
		for i, item := range items {
			text, err := item.plain()
			if err != nil {
				return nil, err
			}
			if i > 0 {
				out = append(out, ',')
			}
			out = append(out, text...)
		}
		return append(out, ']'), nil
	case "object":
		var pairs [][2]json.RawMessage
		if err := json.Unmarshal(r.Value, &pairs); err != nil {
			return nil, err
		}
		var out bytes.Buffer
		out.WriteByte('{')
		for i, pair := range pairs {
			var value remote
			if err := json.Unmarshal(pair[1], &value); err != nil {
				return nil, err
			}
			text, err := value.plain()
			if err != nil {
				return nil, err
			}
			if i > 0 {
				out.WriteByte(',')
			}
			var name string
			if json.Unmarshal(pair[0], &name) != nil {
				name = strconv.Itoa(i) // a key that is no text
			}
			key, _ := json.Marshal(name)
			out.Write(key)
			out.WriteByte(':')
			out.Write(text)
		}
		out.WriteByte('}')
		return out.Bytes(), nil
	}
	return json.RawMessage("null"), nil
}
