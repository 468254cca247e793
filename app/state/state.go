package state

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
	Draft    draft.Draft
	Worker   Worker
	Account  Account
	Ledger   Ledger
	Result   Result // the document in view
	Forecast Forecast
	Practice *Practice // nil until its page is visited
	Notice   Notice
	Waiting  []byte  // a config or a schema that was chosen before its table
	Offered  Offered // what a parent page says of the table that comes next
	Unlisted string  // the site that shows the page in a frame and may not; "" for none

	Version      int  // counts changes, for components that redraw only then
	Settled      bool // nothing more is fetched in the background
	Newer        bool // a newer version of the page is ready
	PracticeNext bool // the file that is being opened is a sample to practise with

	Isolation   func() client.Seal
	Screen      Screen
	AfterChange func() // follows every change
}

// New returns the state of a page that nothing was done on, with a worker that is not
// started yet.
func New(host client.Host, screen Screen) *State {
	s := &State{Screen: screen, AfterChange: func() {}, Draft: draft.Draft{Choices: draft.NewChoices(draft.Limits{})}, Isolation: func() client.Seal { return client.Unsealed }}
	s.Worker = Worker{Client: client.New(host, s.workerChanged), screen: screen, resume: s.Account.resume, failed: s.fail}
	s.Worker.Client.Pause = screen.Pause // the header of a file may be long
	s.Account = Account{draft: &s.Draft, worker: &s.Worker, changed: s.Change, failed: s.fail}
	s.Ledger = Ledger{worker: &s.Worker, account: &s.Account, screen: screen, changed: s.Change, show: func(document []byte) { showEntry(s, document) }}
	s.Forecast = Forecast{draft: &s.Draft, screen: screen, changed: s.Change}
	return s
}

// Change marks that something changed and draws it.
func (s *State) Change() {
	s.Version++
	s.Draft.Known = knownOf(s)
	s.Forecast.update(s.Worker.File != nil)
	s.Screen.Draw()
	s.AfterChange()
}

// Ready reports whether a file can be chosen.
func (s *State) Ready() bool {
	return s.Settled && s.Unlisted == "" && s.Worker.ready()
}

func (s *State) workerChanged(status client.Status, reason string) {
	s.Worker.reason = reason
	switch status {
	case client.Dead:
		spent := s.Worker.Job != nil && s.Worker.Job.Spent
		s.Lost()
		s.Notice.Fault = died(reason, spent)
		if s.Worker.File != nil {
			s.Notice.Fault.File = s.Worker.File.Name
		}
		s.Worker.Closed = true // reopened when it is needed: a file that ends the worker would end the next one, too
	case client.Outdated:
		s.Notice.Fault = outdated()
	case client.Missing:
		s.Notice.Fault = missing(reason)
	}
	if status != client.Dead {
		s.Worker.Status = status
	}
	s.Change()
}

// Lost forgets what the worker that ended knew.
func (s *State) Lost() {
	s.Worker.forget()
	s.Account.Stale()
	s.Result.MaxK, s.Result.Viewing = 0, false
}

// restart ends the worker, and starts another with the same file. Answers and choices stay.
func (s *State) restart() {
	s.Worker.Client.Restart()
	s.Lost()
	s.Worker.reopen()
}

// StartAfresh replaces a worker that fell silent.
func (s *State) StartAfresh() {
	s.restart()
	s.Notice.Fault = nil
	s.Change()
}

// Open asks for the header of a file that was just chosen, which came with what was
// offered, and goes on to its columns; a schema or a config may come along with it.
func (s *State) Open(file client.NamedFile, text []byte, came Offered) {
	if s.Worker.Client.Busy() {
		s.Worker.Client.Restart()
	}
	s.Lost()
	s.Notice = Notice{}
	s.Worker.open(file, came, func() {
		s.Result, s.Worker.Requests = Result{Other: s.Result.Other}, s.Screen.Requests()
		s.Draft.Answers, s.Draft.Choices = draft.NewAnswers(s.Worker.File.About.Columns), draft.NewChoices(s.Draft.Limits)
		s.Account.begin(file.Name)
		s.Screen.Pause()
		if text != nil {
			s.Adopt(text)
		}
		if s.Notice.Fault == nil {
			s.Screen.Go(pageAfterOpening(s))
		}
		s.Change()
	}, func(e protocol.Error) {
		s.fail(e)
		s.Notice.Fault.File = file.Name
		s.Change()
	})
	s.Change()
}

// Adopt takes over a schema file for the open file.
func (s *State) Adopt(text []byte) {
	if plan.IsConfig(text) {
		s.replay(text)
		return
	}
	about := schema.Table{File: s.Worker.File.table(), Columns: s.Worker.File.About.Columns, Rules: s.Draft.Answers.Rules(), Pause: s.Screen.Pause}
	parsed, err := schema.ParseFor(text, about)
	if parsed == nil {
		s.Notice.Note = ""
		s.Notice.Fault = badSchema(err)
		s.Change()
		return
	}
	s.Worker.File.came.Stand(parsed, text)
	s.Screen.Pause()
	var problems schema.Problems
	errors.As(err, &problems)
	s.Notice.Note = s.Draft.Answers.Adopt(parsed, s.Screen.Pause, problems...)
	s.Notice.Fault = nil
	s.Change()
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
		s.Worker.reopen()
	}
	BeginJob(s, text)
	s.Worker.read(s.prepared)
	s.Change()
	return true
}

// prepared goes on when the second moment stands.
func (s *State) prepared() {
	if s.Worker.Job.Releasing {
		s.spend()
		return
	}
	s.Worker.Job = nil
	s.Account.Ask()
	s.Change()
}

// BeginJob begins a job under a schema, and is done with what was told before.
func BeginJob(s *State, schema []byte) {
	s.Worker.start(schema)
	s.Notice = Notice{}
}

// fail shows the worker's error; answers, choices and file stay.
func (s *State) fail(e protocol.Error) {
	spent := s.Worker.Job != nil && s.Worker.Job.Spent && e.Code != protocol.CodeRequest // refused before any draw
	s.Worker.Job = nil
	s.Notice.Fault = reported(e, spent)
	if s.Worker.File != nil {
		s.Notice.Fault.File = s.Worker.File.Name
	}
	s.Change()
}

// replay restores answers and choices from a config, for the open file. They are the curator's
// own earlier answers, so who is one person is among them; nothing is spent.
func (s *State) replay(b []byte) {
	c, err := plan.ReadConfig(b)
	if err != nil {
		s.Notice.Note = ""
		s.Notice.Fault = badConfig(err)
		s.Change()
		return
	}
	s.Adopt(c.Schema)
	if s.Notice.Fault != nil {
		return
	}
	s.Draft.Answers.Restore(c)
	s.Draft.Choices.Restore(c.Choices)
	s.Notice.Note = "The configuration was restored: " + method.Phrase(c.Choices.Mechanism) + ", " + s.Draft.Choices.Price() + ". " + s.Notice.Note
	s.Change()
}
