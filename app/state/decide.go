package state

import (
	"errors"

	"privatepca/app/client"
	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// Decide puts an edition in view in place of the one that it was made from, and keeps beside the ledger's document what was decided. An error leaves what
// is in view as it is.
func (s *State) Decide(e release.Edition, err error) {
	if errors.Is(err, release.ErrTooLong) {
		s.Notice.Note = "That text is longer than a release keeps. What stood there before stays."
	}
	if err != nil || s.Result.Edition.IsZero() {
		return
	}
	s.Result.Edition, s.Result.text = e, nil
	if s.Result.Entry != "" {
		keepDecisions(s)
	}
}

// leaveView has the last decision about the release in view kept, before another one takes its place.
func leaveView(s *State) {
	if s.Result.later {
		s.Result.keeping = false
		keepDecisions(s)
	}
}

// keepDecisions asks the worker to keep what was decided about the release in view. One request is out at a time; the last decision counts.
func keepDecisions(s *State) {
	r := &s.Result
	if r.keeping {
		r.later = true
		return
	}
	r.keeping, r.later = true, false
	entry := r.Entry
	done := func() {
		if r.Entry != entry { // another release came into view
			return
		}
		r.keeping = false
		if r.later {
			keepDecisions(s)
		}
	}
	client.Ask(s.Worker.Client, protocol.DescribeRequest, protocol.Describe{ID: entry, Decisions: string(r.Edition.Decisions().Encode())}, nil, client.Reply[protocol.Described]{
		Done: func(protocol.Described) { done() },
		Failed: func(e protocol.Error) {
			s.Notice.Note = "The ledger does not keep what you wrote about this release: " + fault.Sentence(e.Message) + " Download the document before you leave."
			done()
			s.Change()
		},
	})
}
