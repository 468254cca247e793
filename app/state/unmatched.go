package state

import (
	"privatepca/app/client"
	"privatepca/wasm/protocol"
)

// ListUnmatched fetches the values of the prepared file that match no level, for this screen alone.
func ListUnmatched(s *State) {
	w := &s.Worker
	f := w.File
	if f == nil || w.Closed || w.Job != nil || w.Prepared == nil || f.listing {
		return
	}
	f.listing = true
	s.Change()
	client.Ask(w.Client, protocol.UnmatchedRequest, protocol.Unmatched{}, nil, client.Reply[protocol.Unmatching]{
		Done: func(u protocol.Unmatching) {
			if f.listing = false; w.File == f && w.Job == nil {
				f.Unmatched = &u
				s.Screen.Drawn(func() { s.Screen.Focus("unmatched") })
			}
			s.Change()
		},
		Failed: func(e protocol.Error) {
			f.listing = false
			s.Notice.Note = e.Message
			s.Change()
		},
	})
}

// Listing reports whether the values are on their way.
func (f *Source) Listing() bool { return f.listing }

// HideUnmatched forgets the values. What was decided about them stays.
func HideUnmatched(s *State) {
	if s.Worker.File != nil {
		s.Worker.File.Unmatched = nil
	}
}
