//go:build js && wasm

package main

import (
	"encoding/json"
	"syscall/js"

	"privatepca/wasm/pool"
)

// A port carries the messages of wasm/pool to another worker.
type port struct {
	value js.Value
	spare []js.Value // Uint8Arrays that came back: a new one costs the browser more than to fill it
}

var _ pool.Link = (*port)(nil)

// Send copies the data, and moves the copy.
func (p *port) Send(m pool.Message) {
	head, err := json.Marshal(m)
	if err != nil {
		panic("worker: a message cannot be encoded")
	}
	if m.Data == nil {
		p.value.Call("postMessage", map[string]any{"head": string(head)})
		return
	}
	bytes := p.array(len(m.Data))
	js.CopyBytesToJS(bytes, m.Data)
	buffer := bytes.Get("buffer")
	p.value.Call("postMessage", map[string]any{"head": string(head), "data": buffer, "length": len(m.Data)}, []any{buffer})
}

// array is a Uint8Array of at least n bytes.
func (p *port) array(n int) js.Value {
	if last := len(p.spare) - 1; last >= 0 && n <= pool.RunSize {
		bytes := p.spare[last]
		p.spare = p.spare[:last]
		return bytes
	}
	return js.Global().Get("Uint8Array").New(max(n, pool.RunSize))
}

// listen hands on what arrives, until the port is closed.
func (p *port) listen(receive func(pool.Message)) {
	p.value.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		data := args[0].Get("data")
		if spare := data.Get("spare"); spare.Truthy() {
			p.spare = append(p.spare, js.Global().Get("Uint8Array").New(spare))
			return nil
		}
		var m pool.Message
		if json.Unmarshal([]byte(data.Get("head").String()), &m) != nil {
			return nil // the lead's patience will find out
		}
		if buffer := data.Get("data"); buffer.Truthy() {
			n := data.Get("length").Int()
			m.Data = make([]byte, n, n+64) // room for the reader's padding
			js.CopyBytesToGo(m.Data, js.Global().Get("Uint8Array").New(buffer, 0, n))
			if n <= pool.RunSize {
				p.value.Call("postMessage", map[string]any{"spare": buffer}, []any{buffer})
			}
		}
		receive(m)
		return nil
	}))
}

// join gives the pool the helpers that came with a request.
func join(p *pool.Pool, ports js.Value) {
	for i := range ports.Length() {
		way := &port{value: ports.Index(i)}
		number := p.Join(way)
		way.listen(func(m pool.Message) { p.Receive(number, m) })
	}
}

// serve is the work of a helper: it answers its lead, and the next one where the page
// has ended that.
func serve(first js.Value, k pool.Kernels) {
	self := js.Global()
	follow := func(way *port) {
		helper := pool.NewHelper(way.Send, k)
		way.listen(helper.Handle)
	}
	current := &port{value: first}
	follow(current)
	self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		current.value.Call("close")
		current = &port{value: args[0].Get("data").Get("port")}
		follow(current)
		return nil
	}))
	select {}
}

// newYield returns what lets the events that wait be handled: Go gives the browser its
// turn only when it waits itself. A message to itself comes after those that wait.
func newYield() func() {
	channel := js.Global().Get("MessageChannel").New()
	turn := make(chan struct{}, 1)
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		turn <- struct{}{}
		return nil
	}))
	return func() {
		channel.Get("port2").Call("postMessage", js.Null())
		<-turn
	}
}
