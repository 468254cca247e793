package app

import (
	"privatepca/app/client"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// release asks for one release under the choices, after the second moment stands.
func (s *State) release() {
	if s.worker.job != nil && s.worker.job.releasing || !s.draft.Decided() || !s.prepare() {
		return
	}
	if id := s.account.fault(); id != "" {
		s.screen.Drawn(func() { s.screen.Focus(id) })
		return
	}
	s.account.refusal = nil
	if s.worker.job != nil { // still reading; spend follows
		s.worker.job.releasing = true
		s.Change()
		return
	}
	beginJob(s, s.worker.prepared.schema)
	s.worker.job.releasing = true
	s.spend()
}

// spend sends the release. From here on it counts as spent, where it costs anything.
func (s *State) spend() {
	in := s.account.request()
	if f := s.draft.Limits.Exceeded(in.Epsilon, in.Delta); f != "" { // whatever the page said before
		s.worker.job, s.notice.note = nil, f
		s.Change()
		return
	}
	s.worker.job.spent = !s.draft.Method().Free()
	if s.worker.job.spent && s.ledger.kept != "yes" {
		s.ledger.askKept(true)
	}
	if in.Budget != nil && in.Budget.Session {
		s.account.debit(in, s.draw, s.notReleased)
	} else {
		s.draw(in)
	}
	s.Change()
}

// draw sends the release itself.
func (s *State) draw(in protocol.Release) {
	config := (&plan.Config{Schema: s.worker.job.schema, Choices: in.Choices}).Encode()
	client.Ask(s.worker.client, protocol.ReleaseRequest, in, nil, client.Reply[protocol.Released]{
		Progress: s.worker.progress,
		Done: func(r protocol.Released) {
			s.worker.job = nil
			s.account.stale()
			if s.show([]byte(r.Document), r.MaxK, config) {
				if !r.Kept && in.Budget != nil {
					s.notice.note = "The ledger could not store this document: download it now. What was spent is recorded."
				}
				s.screen.Go("/result")
			}
		},
		Failed: s.notReleased,
	})
}

// request is the request that the answers and choices make.
func (a *Account) request() protocol.Release {
	return a.draft.Release(a.terms(), a.worker.client.SHA256)
}

// cancel ends the worker. Its successor gets the file again, answers stay.
func (s *State) cancel() {
	if s.worker.job == nil {
		return
	}
	s.notice.note = "Cancelled. Nothing was spent. Answers and file are kept."
	if s.worker.job.spent {
		s.notice.note = "Cancelled after the release had been asked for: count " + s.draft.Choices.Price() + " as spent. Answers and file are kept."
	}
	s.restart()
	s.Change()
}

// show puts a document in view; config replays its release, nil where that is not known.
// It reports whether there is a document.
func (s *State) show(text []byte, maxK int, config []byte) bool {
	d, err := release.Decode(text)
	if err != nil {
		s.notice.fault = badDocument(err)
		s.Change()
		return false
	}
	s.result = Result{document: d, bytes: text, maxK: maxK, config: config, other: s.result.other}
	s.notice.fault, s.notice.note = nil, ""
	s.Change()
	return true
}

// showEntry puts a document of the ledger in view.
func showEntry(s *State, document []byte) {
	if s.show(document, 0, nil) {
		s.screen.Go("/result")
	}
}

// view asks for another k of the release in view, at no cost.
func (s *State) view(k int) {
	r := &s.result
	if r.document == nil || r.viewing || k < 1 || k > r.maxK {
		return
	}
	most := r.maxK
	r.viewing = true
	client.Ask(s.worker.client, protocol.ViewRequest, protocol.View{K: k}, nil, client.Reply[protocol.Viewed]{
		Done: func(v protocol.Viewed) {
			r.viewing = false
			s.show([]byte(v.Document), most, r.config)
		},
		Failed: func(e protocol.Error) {
			r.viewing = false
			s.fail(e)
		},
	})
	s.Change()
}

// check computes the checks of the document in view.
func (s *State) check() {
	s.result.verify(s.screen.Pause)
	s.Change()
}
