package state

import (
	"privatepca/app/client"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// Release asks for one release under the choices, after the second moment stands.
func (s *State) Release() {
	if s.Worker.Job != nil && s.Worker.Job.Releasing || !s.Draft.Decided() || !s.Prepare() {
		return
	}
	if id := s.Account.fault(); id != "" {
		s.Screen.Drawn(func() { s.Screen.Focus(id) })
		return
	}
	s.Account.Refusal = nil
	if s.Worker.Job != nil { // still reading; spend follows
		s.Worker.Job.Releasing = true
		s.Change()
		return
	}
	BeginJob(s, s.Worker.Prepared.schema)
	s.Worker.Job.Releasing = true
	s.spend()
}

// spend sends the release. From here on it counts as spent, where it costs anything.
func (s *State) spend() {
	in := s.Account.Request()
	if f := s.Draft.Limits.Exceeded(in.Epsilon, in.Delta); f != "" { // whatever the page said before
		s.Worker.Job, s.Notice.Note = nil, f
		s.Change()
		return
	}
	s.Worker.Job.Spent = !s.Draft.Method().Free()
	if s.Worker.Job.Spent && s.Ledger.Kept != "yes" {
		s.Ledger.askKept(true)
	}
	if in.Budget != nil && in.Budget.Session {
		s.Account.debit(in, s.draw, s.notReleased)
	} else {
		s.draw(in)
	}
	s.Change()
}

// draw sends the release itself.
func (s *State) draw(in protocol.Release) {
	config := (&plan.Config{Schema: s.Worker.Job.schema, Choices: in.Choices}).Encode()
	client.Ask(s.Worker.Client, protocol.ReleaseRequest, in, nil, client.Reply[protocol.Released]{
		Progress: s.Worker.Progress,
		Done: func(r protocol.Released) {
			s.Worker.Job = nil
			s.Account.Stale()
			if s.Show([]byte(r.Document), r.MaxK, config) {
				if !r.Kept && in.Budget != nil {
					s.Notice.Note = "The ledger could not store this document: download it now. What was spent is recorded."
				}
				s.Screen.Go(ResultPath)
			}
		},
		Failed: s.notReleased,
	})
}

// Request is the request that the answers and choices make.
func (a *Account) Request() protocol.Release {
	return a.draft.Release(a.terms(), a.worker.Client.SHA256)
}

// Cancel ends the worker. Its successor gets the file again, answers stay.
func (s *State) Cancel() {
	if s.Worker.Job == nil {
		return
	}
	s.Notice.Note = "Cancelled. Nothing was spent. Answers and file are kept."
	if s.Worker.Job.Spent {
		s.Notice.Note = "Cancelled after the release had been asked for: count " + s.Draft.Choices.Price() + " as spent. Answers and file are kept."
	}
	s.restart()
	s.Change()
}

// Show puts a document in view; config replays its release, nil where that is not known.
// It reports whether there is a document.
func (s *State) Show(text []byte, maxK int, config []byte) bool {
	d, err := release.Decode(text)
	if err != nil {
		s.Notice.Fault = badDocument(err)
		s.Change()
		return false
	}
	s.Result = Result{Document: d, Bytes: text, MaxK: maxK, Config: config, Other: s.Result.Other}
	s.Notice.Fault, s.Notice.Note = nil, ""
	s.Change()
	return true
}

// showEntry puts a document of the ledger in view.
func showEntry(s *State, document []byte) {
	if s.Show(document, 0, nil) {
		s.Screen.Go(ResultPath)
	}
}

// View asks for another k of the release in view, at no cost.
func (s *State) View(k int) {
	r := &s.Result
	if r.Document == nil || r.Viewing || k < 1 || k > r.MaxK {
		return
	}
	most := r.MaxK
	r.Viewing = true
	client.Ask(s.Worker.Client, protocol.ViewRequest, protocol.View{K: k}, nil, client.Reply[protocol.Viewed]{
		Done: func(v protocol.Viewed) {
			r.Viewing = false
			s.Show([]byte(v.Document), most, r.Config)
		},
		Failed: func(e protocol.Error) {
			r.Viewing = false
			s.fail(e)
		},
	})
	s.Change()
}

// Check computes the checks of the document in view.
func (s *State) Check() {
	s.Result.verify(s.Screen.Pause)
	s.Change()
}
