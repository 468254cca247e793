package app

import (
	"bytes"
	"errors"

	"privatepca/app/client"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A State is the state of the page, in memory alone: a reload starts afresh.
// It changes on the page's one goroutine only, through change.
type State struct {
	draft    Draft
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
	s := &State{screen: screen, after: func() {}, draft: Draft{choices: newChoices(Limits{})}, seal: func() client.Seal { return client.Unsealed }}
	s.worker.client = client.New(host, s.workerChanged)
	s.worker.client.Pause = screen.Pause // the header of a file may be long
	return s
}

// change marks that something changed and draws it.
func (s *State) Change() {
	s.version++
	s.know()
	s.lookAhead()
	s.screen.Draw()
	s.after()
}

// ready reports whether a file can be chosen.
func (s *State) ready() bool {
	return s.settled && s.unlisted == "" && s.worker.status != client.Loading && s.worker.status != client.Missing && s.worker.status != client.Outdated
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
	s.worker.job, s.worker.prepared, s.worker.opening = nil, nil, nil
	s.unweighed()
	if s.result.document != nil {
		s.result.maxK, s.result.viewing = 0, false
	}
}

// open asks for the header of a file that was just chosen.
func (s *State) open(file client.NamedFile, came Offered, then func()) {
	if s.worker.client.Busy() {
		s.worker.client.Restart()
	}
	s.lost()
	s.notice.fault, s.notice.note, s.worker.closed = nil, "", false
	s.worker.opening = &Source{NamedFile: file, came: came}
	s.resume()
	client.Ask(s.worker.client, protocol.OpenRequest, protocol.Open{}, file.Handle, client.Reply[protocol.Opened]{
		Done: func(about protocol.Opened) {
			f := s.worker.opening
			s.worker.opening, f.about = nil, about
			s.screen.Later(func() {
				s.worker.file, s.result, s.worker.requests = f, Result{other: s.result.other}, s.screen.Requests()
				s.draft.answers, s.draft.choices = newAnswers(f.about.Columns), newChoices(s.draft.limits)
				s.account = newPurse(f.Name, s.account.held)
				s.screen.Pause()
				then()
				s.Change()
			})
		},
		Failed: func(e protocol.Error) {
			s.worker.opening = nil
			s.fail(e)
			s.notice.fault.file = file.Name
			s.Change()
		},
	})
	s.Change()
}

// reopen hands the open file to a fresh worker. Answers and choices stay.
func (s *State) reopen() {
	s.worker.closed = false
	s.resume()
	if s.worker.file == nil {
		return
	}
	client.Ask(s.worker.client, protocol.OpenRequest, protocol.Open{}, s.worker.file.Handle, client.Reply[protocol.Opened]{
		Done:   func(protocol.Opened) {},
		Failed: s.fail,
	})
}

// adopt takes over a schema file for the open file.
func (s *State) adopt(text []byte) {
	if plan.IsConfig(text) {
		s.replay(text)
		return
	}
	about := schema.Table{File: s.worker.file.table(), Columns: s.worker.file.about.Columns, Rules: s.draft.answers.rules(), Pause: s.screen.Pause}
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
	s.notice.note = s.draft.answers.adopt(parsed, problems...)
	s.notice.fault = nil
	s.Change()
}

// stated is the schema that the answers make, or nil with the trouble that keeps
// them from making one.
func (s *State) stated() *schema.Schema {
	if s.worker.file == nil || len(s.draft.answers.lacks()) > 0 {
		return nil
	}
	stated := s.draft.answers.schema()
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
	if s.worker.prepared != nil && bytes.Equal(s.worker.prepared.schema, text) || s.worker.job != nil && bytes.Equal(s.worker.job.schema, text) {
		return true // it stands, or is on its way
	}
	if s.worker.client.Busy() { // it still works under other answers
		s.worker.client.Restart()
		s.lost()
		s.worker.closed = true
	}
	if s.worker.closed {
		s.reopen()
	}
	s.worker.prepared = nil
	s.start(text)
	reading := s.worker.job
	s.screen.Later(func() {
		if s.worker.job == reading { // not cancelled meanwhile
			s.read()
		}
	})
	s.Change()
	return true
}

// read asks for the second moment under the schema of the run.
func (s *State) read() {
	text := s.worker.job.schema
	client.Ask(s.worker.client, protocol.PrepareRequest, protocol.Prepare{Schema: text}, nil, client.Reply[protocol.Prepared]{
		Progress: s.progress,
		Done: func(p protocol.Prepared) {
			s.worker.prepared = &Prepared{schema: text, Prepared: p}
			if s.worker.job.releasing {
				s.spend()
				return
			}
			s.worker.job = nil
			s.weigh()
			s.Change()
		},
		Failed: s.fail,
	})
}

func (s *State) start(schema []byte) {
	s.worker.job = &Job{schema: schema, phases: map[string]protocol.Progress{}}
	s.notice.fault, s.notice.note = nil, ""
}

func (s *State) progress(p protocol.Progress) {
	if s.worker.job == nil {
		return
	}
	if p.Phase == protocol.PhaseRead && s.worker.job.spent {
		p.Phase = again
	}
	s.worker.job.progress = p
	s.worker.job.phases[p.Phase] = p
	s.screen.Moved()
}

// restart replaces a worker that fell silent.
func (s *State) restart() {
	s.worker.client.Restart()
	s.lost()
	s.notice.fault = nil
	s.reopen()
	s.Change()
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
	s.draft.answers.restore(c)
	s.draft.choices.restore(c.Choices)
	s.notice.note = "The configuration was restored: " + method.Phrase(c.Choices.Mechanism) + ", " + s.draft.choices.price() + ". " + s.notice.note
	s.Change()
}
