package app

import (
	"bytes"
	"errors"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/core/method"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A session is the state of the page, in memory alone: a reload starts afresh.
// It changes on the page's one goroutine only, through change.
type session struct {
	client  *client.Client
	redraw  func()            // draws the page in view again
	moved   func()            // draws the progress in view again
	goTo    func(path string) // navigates inside the page
	drawn   func(func())      // runs it when the changes so far are drawn
	later   func(func())      // runs it in a task of its own, so that none takes long
	deliver func(func())      // runs a function on the page's goroutine

	version int // counts changes, for components that redraw only then
	status  client.Status
	reason  string // why the worker is not ready, in words
	begun   bool
	settled bool // nothing more is fetched in the background; see settle
	newer   bool // a newer version of the page is ready; see newerNote
	seal    func() client.Seal

	file     *source
	closed   bool // the worker has not got the file; see reopen
	opening  *source
	draft    draft
	purse    purse
	books    books
	prepared *prepared
	run      *run
	result   *result
	config   []byte   // replays the release in view; nil for a document from a file
	waiting  []byte   // a config or a schema that was chosen before its table
	other    *another // a second release, to compare with the one in view
	practice *practice
	trouble  *trouble // an error that stands in the way, or nil
	note     string   // one sentence on what was just done
	outlook  outlook  // the forecast
	host     *host    // in whose frame this is; nil on a page of its own

	practiceNext bool // the file that is being opened is a sample to practise with
	copiesMarked bool

	requestsBefore int // what the browser had counted when the file was opened
}

// A source is the file that the curator chose. The page never reads it.
type source struct {
	handle client.File
	name   string
	size   int64
	about  protocol.Opened
}

// Prepared is what stands in the worker, and the schema it was made under.
type prepared struct {
	schema []byte
	protocol.Prepared
}

// A run is a request that takes time.
type run struct {
	schema    []byte // under which the file is read
	releasing bool   // a release follows the reading, or is under way
	spent     bool   // the release was asked for
	progress  protocol.Progress
	phases    map[string]protocol.Progress // the last word of each phase
}

// A result is the released document in view.
type result struct {
	document *release.Document
	bytes    []byte // as the worker wrote them
	maxK     int    // k may change up to here; 0 for a document from a file
	viewing  bool
	fromFile bool            // not released here and now
	checks   []release.Check // what Verify found; nil while it was not asked
}

func newSession(host client.Host) *session {
	now := func(f func()) { f() }
	s := &session{draft: draft{choices: newChoices(limits{})}, redraw: func() {}, moved: func() {}, goTo: func(string) {}, deliver: now, later: now, drawn: now, seal: func() client.Seal { return client.Unsealed }}
	s.client = client.New(host, s.workerChanged)
	s.client.Pause = browser.Pause // the header of a file may be long
	return s
}

// change marks that something changed and draws it.
func (s *session) change() {
	s.version++
	s.know()
	s.lookAhead()
	s.redraw()
	if s.host != nil {
		s.host.changed()
	}
}

// ready reports whether a file can be chosen.
func (s *session) ready() bool {
	return app.IsClient && s.settled && s.stranger() == "" && s.status != client.Loading && s.status != client.Missing && s.status != client.Outdated
}

func (s *session) workerChanged(status client.Status, reason string) {
	s.reason = reason
	switch status {
	case client.Dead:
		spent := s.run != nil && s.run.spent
		s.lost()
		s.trouble = died(reason, spent)
		if s.file != nil {
			s.trouble.file = s.file.name
		}
		s.closed = true // reopened when it is needed: a file that ends the worker would end the next one, too
	case client.Outdated:
		s.trouble = outdated()
	case client.Missing:
		s.trouble = missing(reason)
	}
	if status != client.Dead {
		s.status = status
	}
	s.change()
}

// lost forgets what the worker that ended knew.
func (s *session) lost() {
	s.run, s.prepared, s.opening = nil, nil, nil
	s.unweighed()
	if s.result != nil {
		s.result.maxK, s.result.viewing = 0, false
	}
}

// open asks for the header of a file that was just chosen.
func (s *session) open(handle client.File, name string, size int64, then func()) {
	if s.client.Busy() {
		s.client.Restart()
	}
	s.lost()
	s.trouble, s.note, s.closed = nil, "", false
	s.opening = &source{handle: handle, name: name, size: size}
	s.resume()
	client.Ask(s.client, protocol.OpenRequest, protocol.Open{}, handle, client.Reply[protocol.Opened]{
		Done: func(about protocol.Opened) {
			f := s.opening
			s.opening, f.about = nil, about
			s.later(func() {
				s.file, s.result, s.requestsBefore = f, nil, browser.Requests()
				s.draft.answers, s.draft.choices = newAnswers(f.about.Columns), newChoices(s.draft.limits)
				s.purse = newPurse(f.name, s.purse.held)
				browser.Pause()
				then()
				s.change()
			})
		},
		Failed: func(e protocol.Error) {
			s.opening = nil
			s.fail(e)
			s.trouble.file = name
			s.change()
		},
	})
	s.change()
}

// reopen hands the open file to a fresh worker. Answers and choices stay.
func (s *session) reopen() {
	s.closed = false
	s.resume()
	if s.file == nil {
		return
	}
	client.Ask(s.client, protocol.OpenRequest, protocol.Open{}, s.file.handle, client.Reply[protocol.Opened]{
		Done:   func(protocol.Opened) {},
		Failed: s.fail,
	})
}

// adopt takes over a schema file for the open file.
func (s *session) adopt(text []byte) {
	if isConfig(text) {
		s.replay(text)
		return
	}
	about := schema.Table{File: s.tableName(), Columns: s.file.about.Columns, Rules: s.draft.answers.rules(), Pause: browser.Pause}
	parsed, err := schema.ParseFor(text, about)
	if parsed == nil {
		s.note = ""
		s.trouble = badSchema(err)
		s.change()
		return
	}
	s.host.stands(parsed, text)
	browser.Pause()
	var problems schema.Problems
	errors.As(err, &problems)
	s.note = s.draft.answers.adopt(parsed, problems...)
	s.trouble = nil
	s.change()
}

// stated is the schema that the answers make, or nil with the trouble that keeps
// them from making one.
func (s *session) stated() *schema.Schema {
	if s.file == nil || len(s.draft.answers.lacks()) > 0 {
		return nil
	}
	stated := s.draft.answers.schema()
	browser.Pause()
	if err := stated.Validate(); err != nil {
		s.trouble = badAnswers(err)
		s.change()
		return nil
	}
	return stated
}

// prepare asks for the second moment under the answers, unless it stands already.
// It reports whether the answers allow it.
func (s *session) prepare() bool {
	stated := s.stated()
	if stated == nil {
		return false
	}
	browser.Pause()
	text := stated.Encode()
	browser.Pause()
	if s.prepared != nil && bytes.Equal(s.prepared.schema, text) || s.run != nil && bytes.Equal(s.run.schema, text) {
		return true // it stands, or is on its way
	}
	if s.client.Busy() { // it still works under other answers
		s.client.Restart()
		s.lost()
		s.closed = true
	}
	if s.closed {
		s.reopen()
	}
	s.prepared = nil
	s.start(text)
	reading := s.run
	s.later(func() {
		if s.run == reading { // not cancelled meanwhile
			s.read()
		}
	})
	s.change()
	return true
}

// read asks for the second moment under the schema of the run.
func (s *session) read() {
	text := s.run.schema
	client.Ask(s.client, protocol.PrepareRequest, protocol.Prepare{Schema: text}, nil, client.Reply[protocol.Prepared]{
		Progress: s.progress,
		Done: func(p protocol.Prepared) {
			s.prepared = &prepared{schema: text, Prepared: p}
			if s.run.releasing {
				s.spend()
				return
			}
			s.run = nil
			s.weigh()
			s.change()
		},
		Failed: s.fail,
	})
}

func (s *session) start(schema []byte) {
	s.run = &run{schema: schema, phases: map[string]protocol.Progress{}}
	s.trouble, s.note = nil, ""
}

func (s *session) progress(p protocol.Progress) {
	if s.run == nil {
		return
	}
	if p.Phase == protocol.PhaseRead && s.run.spent {
		p.Phase = again
	}
	s.run.progress = p
	s.run.phases[p.Phase] = p
	s.moved()
}

// restart replaces a worker that fell silent.
func (s *session) restart() {
	s.client.Restart()
	s.lost()
	s.trouble = nil
	s.reopen()
	s.change()
}

// fail shows the worker's error; answers, choices and file stay.
func (s *session) fail(e protocol.Error) {
	spent := s.run != nil && s.run.spent && e.Code != protocol.CodeRequest // refused before any draw
	s.run = nil
	s.trouble = reported(e, spent)
	if s.file != nil {
		s.trouble.file = s.file.name
	}
	s.change()
}

// replay restores answers and choices from a config, for the open file. They are the curator's
// own earlier answers, so who is one person is among them; nothing is spent.
func (s *session) replay(b []byte) {
	c, err := readConfig(b)
	if err != nil {
		s.note = ""
		s.trouble = badConfig(err)
		s.change()
		return
	}
	s.adopt(c.Schema)
	if s.trouble != nil {
		return
	}
	s.draft.answers.restore(c)
	s.draft.choices.restore(c.Release)
	s.note = "The configuration was restored: " + method.Phrase(c.Release.Mechanism) + ", " + s.draft.choices.price() + ". " + s.note
	s.change()
}
