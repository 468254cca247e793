package state

import (
	"encoding/json"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/pages/result"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Release asks for one release under the choices, after the second moment stands.
func (s *State) Release() {
	if s.Worker.Job != nil && s.Worker.Job.Releasing || !s.Draft.Decided() || !s.Prepare() {
		return
	}
	a := s.Account()
	if a.Wondering() {
		s.Models.Deliver(account.Press{What: asked(s)})
		s.Models.Deliver(account.Ask{})
		s.Change()
		return
	}
	if id := a.FirstFault(); id != "" {
		s.Screen.Drawn(func() { s.Screen.Focus(id) })
		return
	}
	s.Models.Deliver(account.Allow{})
	if s.Worker.Job != nil { // still reading; spend follows
		s.Worker.Job.Releasing = true
		s.Change()
		return
	}
	BeginJob(s, s.Worker.Prepared.schema)
	s.Worker.Job.Releasing = true
	spend(s)
}

// asked is what a release would draw: the request without its budget, and the schema.
func asked(s *State) string {
	text, err := json.Marshal(s.Draft.Release(nil))
	if err != nil {
		panic("app: a request has no JSON form") // plain values
	}
	if s.Worker.Job != nil {
		return string(text) + string(s.Worker.Job.schema)
	}
	return string(text) + string(s.Worker.Prepared.schema)
}

// releasePressed does what was asked for while the ledger had not said whose budget the open file has. A press is neither lost nor does it release
// anything else than what stood on its button.
func releasePressed(s *State) {
	a := s.Account()
	s.Models.Deliver(account.Press{})
	if a.Pressed == "" || s.Worker.Job != nil || s.Worker.Prepared == nil || a.Pressed != asked(s) || a.RefusedNow() {
		return
	}
	s.Release()
	if s.Worker.Job != nil {
		s.Screen.Drawn(func() { s.Screen.Focus("cancel-button") })
	}
}

// spend sends the release, once the file is compared. From then on it counts as spent, where it costs anything.
func spend(s *State) {
	LookAway(s)
	HideUnmatched(s)
	if s.Worker.comparing {
		s.Worker.compared = func() { spend(s) }
		s.Change()
		return
	}
	in := s.Request()
	if refused := s.Draft.Limits.Refuse(in.Epsilon, in.Delta); len(refused) > 0 { // whatever the page said before
		s.Worker.Job, s.Notice.Note = nil, advice.Page(refused[0])+" Nothing was spent."
		s.Change()
		return
	}
	s.Worker.Job.Spent = !s.Draft.Method().Free()
	if s.Worker.Job.Spent {
		s.Models.Deliver(account.Keep{})
	}
	if in.Budget != nil && in.Budget.Session {
		debit(s, in)
	} else {
		draw(s, in)
	}
	s.Change()
}

// debit spends a release in the ledger that ends with the page, and goes on when the page has it: a worker that ends takes its memory along.
func debit(s *State, in protocol.Release) {
	client.Ask(s.Worker.Client, protocol.DebitRequest, in, nil, client.Reply[protocol.Debited]{
		Done: func(d protocol.Debited) {
			s.Models.Deliver(account.Hold{Ledger: d.Session})
			b := *in.Budget
			b.Debit = d.Debit
			in.Budget = &b
			draw(s, in)
		},
		Failed: func(e protocol.Error) { notReleased(s, e) },
	})
}

// draw sends the release itself.
func draw(s *State, in protocol.Release) {
	config := (&plan.Config{Schema: s.Worker.Job.schema, Choices: in.Choices}).Encode()
	client.Ask(s.Worker.Client, protocol.ReleaseRequest, in, nil, client.Reply[protocol.Released]{
		Progress: s.Worker.Progress,
		Done: func(r protocol.Released) {
			s.Worker.Job = nil
			paid := account.Pay{}
			if in.Budget != nil {
				paid.Name = in.Budget.Population
			}
			s.Models.Deliver(paid)
			if s.Show(r, config) {
				s.Notice.Note = afterwards(r, in, s.Draft.Choices.Price())
				layBeside(s)
				s.Screen.Go(ResultPath)
				viewClear(s)
			}
		},
		Failed: func(e protocol.Error) { notReleased(s, e) },
	})
}

// afterwards says what became of the spending and of the document in the ledger; "" where both are there.
func afterwards(r protocol.Released, in protocol.Release, price string) string {
	switch {
	case in.Budget == nil:
		return ""
	case r.Lost:
		return "The ledger was erased while this release was made, and the browser does not take its spending again. Download the document now, and count " + price + " as spent on these people."
	case r.Erased && !r.Kept:
		return "The ledger was erased while this release was made. Its spending was written again, and its document could not be: download it now. What was spent before may be lost, too: import the ledger’s last export."
	case r.Erased:
		return "The ledger was erased while this release was made. Its spending was written again. What was spent before may be lost, too: import the ledger’s last export."
	case !r.Kept:
		return "The ledger could not store this document. Download it now. The spending is recorded."
	}
	return ""
}

// layBeside compares a release with the one that it measured as, where the page holds that one's document.
func layBeside(s *State) {
	d, e := s.Result().Document(), &s.Earlier
	if d == nil || d.Finding == nil || e.document == nil || d.Finding.As != e.of.As.Document {
		return
	}
	s.Models.Deliver(result.LayBeside{Document: e.document})
}

// viewClear keeps as many directions as stand clear of the noise, where nobody chose k and another k is free.
func viewClear(s *State) {
	e := s.Result().Edition
	if !s.Draft.Choices.KOpen || !e.Ordered() {
		return
	}
	if clear := report.Find(e.Document()).Keep(e.MaxK()); clear >= 1 && clear != e.K() {
		s.Models.Deliver(result.Keep{K: clear})
	}
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
	restart(s)
	s.Change()
}

// Show puts a release in view, as its curator left it; config replays it, nil where that is not known.
// It reports whether there is a document.
func (s *State) Show(r protocol.Released, config []byte) bool {
	e, err := release.Open([]byte(r.Document), s.Screen.Pause) // no Stop: it may have been paid for
	if !shown(s, result.Shown{Edition: e.Restored([]byte(r.Decisions)), Entry: r.Entry, Config: config, Seen: s.Keeping.Seen}, err) {
		return false
	}
	s.Keeping.KeepInView(r.Entry, "")
	return true
}

// shown puts a release that was read in view, or says why it cannot be.
func shown(s *State, in result.Shown, err error) bool {
	if err != nil {
		s.Notice.Note = ""
		s.Notice.Fault = badDocument(err)
		s.Change()
		return false
	}
	s.Models.Deliver(in)
	s.Notice.Fault, s.Notice.Note = nil, ""
	s.Change()
	return true
}

// showEntry puts a document of the ledger in view.
func showEntry(s *State, r protocol.Released) {
	if s.Show(r, nil) {
		s.Screen.Go(ResultPath)
	}
}

// Reopen puts in view again what was there before a reload, if the ledger still has it.
func Reopen(s *State) {
	id := s.Keeping.InView
	if id == "" || !s.Result().Edition.IsZero() || s.Worker.Job != nil {
		return
	}
	s.Keeping.InView = "" // asked for once
	client.Ask(s.Worker.Client, protocol.EntryRequest, protocol.GetEntry{ID: id}, nil, client.Reply[protocol.Released]{
		Done: func(r protocol.Released) {
			if s.Result().Edition.IsZero() { // nothing else came into view meanwhile
				s.Show(r, nil)
			}
		},
		Failed: func(protocol.Error) { s.Keeping.KeepInView("", "") }, // it is there no more: the page says what it has
	})
}

// notReleased shows why there is no release: in place where the ledger refused it.
func notReleased(s *State, e protocol.Error) {
	switch e.Code {
	case protocol.CodeBudget:
		s.Models.Deliver(account.Refuse{Error: e})
	case protocol.CodeBlocked:
		s.Models.Deliver(account.Block{Why: fault.Sentence(e.Message)})
	default:
		s.fail(e)
		return
	}
	s.Worker.Job = nil
	relist(s)
	s.Models.Deliver(account.Ask{})
	s.Change()
	s.Screen.Drawn(func() { s.Screen.Focus("budget") })
}

// Stated is the schema that the answers make, or nil with the fault that keeps
// them from making one.
func (s *State) Stated() *schema.Schema {
	if s.Worker.File == nil || len(s.Draft.Answers.MissingAnswers()) > 0 {
		return nil
	}
	stated := s.Draft.Answers.Schema()
	s.Screen.Pause()
	if err := stated.Validate(); err != nil {
		s.Notice.Fault = badAnswers(err)
		s.Change()
		return nil
	}
	return stated
}

// Prepare asks for the second moment under the answers, unless it stands already.
// It reports whether the answers allow it.
func (s *State) Prepare() bool {
	stated := s.Stated()
	if stated == nil {
		return false
	}
	s.Screen.Pause()
	text := stated.Encode()
	s.Screen.Pause()
	if s.Worker.has(text) {
		return true // it stands, or is on its way
	}
	if s.Worker.Client.Busy() { // it still works under other answers
		s.Worker.Client.Restart()
		s.Lost()
		s.Worker.Closed = true
	}
	if s.Worker.Closed {
		reopen(s)
	}
	BeginJob(s, text)
	s.Worker.read(func() { prepared(s) })
	s.Change()
	return true
}

// prepared goes on when the second moment stands.
func prepared(s *State) {
	if s.Worker.Job.Releasing {
		spend(s)
		return
	}
	s.Worker.Job = nil
	s.Models.Deliver(account.Ask{})
	s.Change()
}

// BeginJob begins a job under a schema, and drops what was reported before.
func BeginJob(s *State, schema []byte) {
	s.Worker.start(schema)
	s.Notice = Notice{}
}
