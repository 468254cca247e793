package job

import (
	"privatepca/app/effect"
	"privatepca/wasm/protocol"
)

// look fetches the first rows of the open file, for this screen alone.
func (t opening) look() {
	w := &t.m.Worker
	if w.File == nil || w.Closed || w.Job != nil {
		return
	}
	id := w.File.id
	t.do(effect.Asking(protocol.LookRequest, protocol.Look{}, func(l protocol.Looked) effect.Msg { return looked{id, l} }, func(e protocol.Error) effect.Msg { return said{e.Message} }))
}

// listUnmatched fetches the values of the prepared file that match no level, for this screen alone.
func (t opening) listUnmatched() {
	w := &t.m.Worker
	if w.File == nil || w.Closed || w.Job != nil || w.Prepared == nil || w.File.Listing {
		return
	}
	id := w.File.id
	t.file(func(f *Source) { f.Listing = true })
	t.do(effect.Asking(protocol.UnmatchedRequest, protocol.Unmatched{}, func(u protocol.Unmatching) effect.Msg { return unmatched{id, u} },
		func(e protocol.Error) effect.Msg { return unlisted{id, e.Message} }))
}

// unmatched shows the values.
func (t opening) unmatched(msg unmatched) {
	if !t.of(msg.of) {
		return
	}
	t.file(func(f *Source) { f.Listing = false })
	if t.m.Worker.Job == nil {
		t.file(func(f *Source) { f.Unmatched = &msg.list })
		t.focus("unmatched")
	}
}
