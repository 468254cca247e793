package app

import (
	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// release asks for one release under the choices, after the second moment stands.
func (s *session) release() {
	if s.run != nil && s.run.releasing || !s.draft.decided() || !s.prepare() {
		return
	}
	if id := s.budgetFault(); id != "" {
		s.drawn(func() { browser.Focus(id) })
		return
	}
	s.purse.refusal = nil
	if s.run != nil { // still reading; spend follows
		s.run.releasing = true
		s.change()
		return
	}
	s.start(s.prepared.schema)
	s.run.releasing = true
	s.spend()
}

// spend sends the release. From here on it counts as spent, where it costs anything.
func (s *session) spend() {
	in := s.asked()
	if f := s.draft.limits.exceeded(in.Epsilon, in.Delta); f != "" { // whatever the page said before
		s.run, s.note = nil, f
		s.change()
		return
	}
	s.run.spent = !s.draft.method().Free()
	if s.run.spent && s.books.kept != "yes" {
		s.askKept(true)
	}
	if in.Budget != nil && in.Budget.Session {
		s.debitSession(in, s.draw)
	} else {
		s.draw(in)
	}
	s.change()
}

// draw sends the release itself.
func (s *session) draw(in protocol.Release) {
	config := newConfig(s.run.schema, in)
	client.Ask(s.client, protocol.ReleaseRequest, in, nil, client.Reply[protocol.Released]{
		Progress: s.progress,
		Done: func(r protocol.Released) {
			s.run = nil
			s.unweighed()
			s.config = config
			if s.show([]byte(r.Document), r.MaxK) {
				if !r.Kept && in.Budget != nil {
					s.note = "The ledger could not store this document: download it now. What was spent is recorded."
				}
				s.goTo("/result")
			}
		},
		Failed: s.notReleased,
	})
}

// asked is the request that the answers and choices make.
func (s *session) asked() protocol.Release {
	return s.draft.release(s.paidFrom(), s.client.SHA256)
}

// cancel ends the worker. Its successor gets the file again, answers stay.
func (s *session) cancel() {
	if s.run == nil {
		return
	}
	s.note = "Cancelled. Nothing was spent. Answers and file are kept."
	if s.run.spent {
		s.note = "Cancelled after the release had been asked for: count " + s.draft.choices.price() + " as spent. Answers and file are kept."
	}
	s.client.Restart()
	s.lost()
	s.reopen()
	s.change()
}

// show puts a document in view. It reports whether there is one.
func (s *session) show(text []byte, maxK int) bool {
	d, err := release.Decode(text)
	if err != nil {
		s.trouble = badDocument(err)
		s.change()
		return false
	}
	s.result = &result{document: d, bytes: text, maxK: maxK}
	s.trouble, s.note = nil, ""
	s.change()
	return true
}

// view asks for another k of the release in view, at no cost.
func (s *session) view(k int) {
	r := s.result
	if r == nil || r.viewing || k < 1 || k > r.maxK {
		return
	}
	r.viewing = true
	client.Ask(s.client, protocol.ViewRequest, protocol.View{K: k}, nil, client.Reply[protocol.Viewed]{
		Done: func(v protocol.Viewed) {
			r.viewing = false
			s.show([]byte(v.Document), r.maxK)
		},
		Failed: func(e protocol.Error) {
			r.viewing = false
			s.fail(e)
		},
	})
	s.change()
}
