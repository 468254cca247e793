package client

import (
	"encoding/json"

	"privatepca/wasm/protocol"
)

// A Reply is what is done with the answers to one request. Either Done or Failed is
// called, once, unless the worker ends before.
type Reply[Answer any] struct {
	Progress func(protocol.Progress) // nil where nobody looks at it
	Done     func(Answer)
	Failed   func(protocol.Error)
}

// Ask queues a request. It goes out when the worker is ready and those before it have
// ended; file is nil but for an open. An answer that cannot be read fails like any other
// error.
func Ask[Body, Answer any](c *Client, r protocol.Request[Body, Answer], body Body, file File, reply Reply[Answer]) {
	c.send(&request{
		name: r.Name, quick: r.Quick, body: body, file: file,
		progress: reply.Progress,
		done: func(text json.RawMessage) {
			if c.Pause != nil {
				c.Pause()
			}
			var answer Answer
			if json.Unmarshal(text, &answer) != nil || !whole(answer) {
				reply.Failed(protocol.Error{Code: protocol.CodeInternal, Message: "The answer of the worker could not be read."})
				return
			}
			reply.Done(answer)
		},
		failed: reply.Failed,
	})
}

// whole reports whether an answer has what the protocol says it must have.
func whole(answer any) bool {
	v, ok := answer.(interface{ Whole() bool })
	return !ok || v.Whole()
}
