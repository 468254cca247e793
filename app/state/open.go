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

// Practising is the practice on the open file, made at its first use.
func (s *State) Practising() *Practice {
	if s.Practice == nil || s.Practice.file != s.Worker.File {
		if s.Practice != nil {
			s.Practice.halt()
		}
		s.Practice = &Practice{
			draft: &s.Draft, worker: &s.Worker, account: &s.Account, screen: s.Screen, changed: s.Change, failed: s.fail,
			prepare: s.Prepare, restart: s.restart, file: s.Worker.File,
		}
	}
	return s.Practice
}

// pageAfterOpening is the page to go to when a file is open.
func pageAfterOpening(s *State) string {
	if !s.PracticeNext {
		return "/columns"
	}
	s.PracticeNext = false
	s.Draft.Answers.SetUnit(draft.UnitRow)
	s.Practising().Wanted, s.Practising().K = true, "2"
	return PracticePath
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
