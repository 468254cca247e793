package state

import (
	"privatepca/app/client"
	"privatepca/wasm/protocol"
)

// Look fetches the first rows of the open file, for this screen alone.
func Look(s *State) {
	w := &s.Worker
	f := w.File
	if f == nil || w.Closed || w.Job != nil {
		return
	}
	client.Ask(w.Client, protocol.LookRequest, protocol.Look{}, nil, client.Reply[protocol.Looked]{
		Done: func(l protocol.Looked) {
			if w.File == f && w.Job == nil {
				f.First = &l
				s.Change()
			}
		},
		Failed: func(e protocol.Error) {
			s.Notice.Note = e.Message
			s.Change()
		},
	})
}

// LookAway forgets the first rows.
func LookAway(s *State) {
	if s.Worker.File != nil {
		s.Worker.File.First = nil
	}
}
