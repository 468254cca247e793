package app

import (
	"errors"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A State is the state of the page, in memory alone: a reload starts afresh.
// It changes on the page's one goroutine only, through change.
type State struct {
	draft    draft.Draft
	worker   Worker
	account  Account
	ledger   Ledger
	result   Result // the document in view
	forecast Forecast
	practice *Practice // nil until its page is visited
	notice   Notice
	waiting  []byte  // a config or a schema that was chosen before its table
	offered  Offered // what a parent page says of the table that comes next
	unlisted string  // the site that shows the page in a frame and may not; "" for none

	version      int  // counts changes, for components that redraw only then
	settled      bool // nothing more is fetched in the background
	newer        bool // a newer version of the page is ready
	practiceNext bool // the file that is being opened is a sample to practise with

	seal   func() client.Seal
	screen Screen
	after  func() // follows every change
}

func newState(host client.Host, screen Screen) *State {
	s := &State{screen: screen, after: func() {}, draft: draft.Draft{Choices: draft.NewChoices(draft.Limits{})}, seal: func() client.Seal { return client.Unsealed }}
	s.worker = Worker{client: client.New(host, s.workerChanged), screen: screen, resume: s.account.resume, failed: s.fail}
	s.worker.client.Pause = screen.Pause // the header of a file may be long
	s.account = Account{draft: &s.draft, worker: &s.worker, changed: s.Change, failed: s.fail}
	s.ledger = Ledger{worker: &s.worker, account: &s.account, screen: screen, changed: s.Change, show: func(document []byte) { showEntry(s, document) }}
	s.forecast = Forecast{draft: &s.draft, screen: screen, changed: s.Change}
	return s
}

// change marks that something changed and draws it.
func (s *State) Change() {
	s.version++
	s.draft.Known = knownOf(s)
	s.forecast.update(s.worker.file != nil)
	s.screen.Draw()
	s.after()
}

// ready reports whether a file can be chosen.
func (s *State) ready() bool {
	return s.settled && s.unlisted == "" && s.worker.ready()
}

func (s *State) workerChanged(status client.Status, reason string) {
	s.worker.reason = reason
	switch status {
	case client.Dead:
		spent := s.worker.job != nil && s.worker.job.spent
		s.lost()
		s.notice.fault = died(reason, spent)
		if s.worker.file != nil {
			s.notice.fault.file = s.worker.file.Name
		}
		s.worker.closed = true // reopened when it is needed: a file that ends the worker would end the next one, too
	case client.Outdated:
		s.notice.fault = outdated()
	case client.Missing:
		s.notice.fault = missing(reason)
	}
	if status != client.Dead {
		s.worker.status = status
	}
	s.Change()
}

// lost forgets what the worker that ended knew.
func (s *State) lost() {
	s.worker.forget()
	s.account.stale()
	s.result.maxK, s.result.viewing = 0, false
}

// restart ends the worker, and starts another with the same file. Answers and choices stay.
func (s *State) restart() {
	s.worker.client.Restart()
	s.lost()
	s.worker.reopen()
}

// startAfresh replaces a worker that fell silent.
func (s *State) startAfresh() {
	s.restart()
	s.notice.fault = nil
	s.Change()
}

// open asks for the header of a file that was just chosen, which came with what was
// offered, and goes on to its columns; a schema or a config may come along with it.
func (s *State) open(file client.NamedFile, text []byte, came Offered) {
	if s.worker.client.Busy() {
		s.worker.client.Restart()
	}
	s.lost()
	s.notice = Notice{}
	s.worker.open(file, came, func() {
		s.result, s.worker.requests = Result{other: s.result.other}, s.screen.Requests()
		s.draft.Answers, s.draft.Choices = draft.NewAnswers(s.worker.file.about.Columns), draft.NewChoices(s.draft.Limits)
		s.account.begin(file.Name)
		s.screen.Pause()
		if text != nil {
			s.adopt(text)
		}
		if s.notice.fault == nil {
			s.screen.Go(pageAfterOpening(s))
		}
		s.Change()
	}, func(e protocol.Error) {
		s.fail(e)
		s.notice.fault.file = file.Name
		s.Change()
	})
	s.Change()
}

// adopt takes over a schema file for the open file.
func (s *State) adopt(text []byte) {
	if plan.IsConfig(text) {
		s.replay(text)
		return
	}
	about := schema.Table{File: s.worker.file.table(), Columns: s.worker.file.about.Columns, Rules: s.draft.Answers.Rules(), Pause: s.screen.Pause}
	parsed, err := schema.ParseFor(text, about)
	if parsed == nil {
		s.notice.note = ""
		s.notice.fault = badSchema(err)
		s.Change()
		return
	}
	s.worker.file.came.stand(parsed, text)
	s.screen.Pause()
	var problems schema.Problems
	errors.As(err, &problems)
	s.notice.note = s.draft.Answers.Adopt(parsed, s.screen.Pause, problems...)
	s.notice.fault = nil
	s.Change()
}

// stated is the schema that the answers make, or nil with the trouble that keeps
// them from making one.
func (s *State) stated() *schema.Schema {
	if s.worker.file == nil || len(s.draft.Answers.MissingAnswers()) > 0 {
		return nil
	}
	stated := s.draft.Answers.Schema()
	s.screen.Pause()
	if err := stated.Validate(); err != nil {
		s.notice.fault = badAnswers(err)
		s.Change()
		return nil
	}
	return stated
}

// prepare asks for the second moment under the answers, unless it stands already.
// It reports whether the answers allow it.
func (s *State) prepare() bool {
	stated := s.stated()
	if stated == nil {
		return false
	}
	s.screen.Pause()
	text := stated.Encode()
	s.screen.Pause()
	if s.worker.has(text) {
		return true // it stands, or is on its way
	}
	if s.worker.client.Busy() { // it still works under other answers
		s.worker.client.Restart()
		s.lost()
		s.worker.closed = true
	}
	if s.worker.closed {
		s.worker.reopen()
	}
	beginJob(s, text)
	s.worker.read(s.prepared)
	s.Change()
	return true
}

// prepared goes on when the second moment stands.
func (s *State) prepared() {
	if s.worker.job.releasing {
		s.spend()
		return
	}
	s.worker.job = nil
	s.account.ask()
	s.Change()
}

// beginJob begins a job under a schema, and is done with what was told before.
func beginJob(s *State, schema []byte) {
	s.worker.start(schema)
	s.notice = Notice{}
}

// fail shows the worker's error; answers, choices and file stay.
func (s *State) fail(e protocol.Error) {
	spent := s.worker.job != nil && s.worker.job.spent && e.Code != protocol.CodeRequest // refused before any draw
	s.worker.job = nil
	s.notice.fault = reported(e, spent)
	if s.worker.file != nil {
		s.notice.fault.file = s.worker.file.Name
	}
	s.Change()
}

// replay restores answers and choices from a config, for the open file. They are the curator's
// own earlier answers, so who is one person is among them; nothing is spent.
func (s *State) replay(b []byte) {
	c, err := plan.ReadConfig(b)
	if err != nil {
		s.notice.note = ""
		s.notice.fault = badConfig(err)
		s.Change()
		return
	}
	s.adopt(c.Schema)
	if s.notice.fault != nil {
		return
	}
	s.draft.Answers.Restore(c)
	s.draft.Choices.Restore(c.Choices)
	s.notice.note = "The configuration was restored: " + method.Phrase(c.Choices.Mechanism) + ", " + s.draft.Choices.Price() + ". " + s.notice.note
	s.Change()
}
