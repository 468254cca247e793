package state

import (
	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/core/codebook"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// The bridge from the pages that are models to the state. It goes when the state does.

// Known adds to a message what its page does not know: of the open table.
func Known(s *State, msg effect.Msg) effect.Msg {
	f := s.Worker.File
	switch msg := msg.(type) {
	case result.RowsGiven:
		if f != nil {
			msg.Open = client.NamedFile{Name: f.Name, Size: f.Size}
		}
		return msg
	case ledger.Stop:
		msg.Busy = s.Worker.Job != nil
		return msg
	case result.RowsRead:
		if f != nil {
			msg.Own = s.Draft.Answers.Schema()
		}
		return msg
	case practice.DrawAgain:
		msg.Table = Table(s)
		return msg
	}
	return msg
}

// Described says how the release is described now.
func Described(s *State) forecast.Described {
	return forecast.Described{Draft: s.Draft, Open: s.Worker.File != nil, Fixed: s.Worker.Job != nil && s.Worker.Job.Releasing}
}

// Table is the open table, as practice has it.
func Table(s *State) practice.Table {
	t := practice.Table{Name: s.Worker.File.Name, Draft: s.Draft, Blocked: s.Notice.Fault != nil}
	if p := s.Worker.Prepared; p != nil && s.Worker.Job == nil {
		t.Prepared, t.Schema = &p.Prepared, string(p.schema)
	}
	return t
}

// Effects are what messages have the state do.
type Effects struct{ State *State }

// Read reads a small file.
func (e Effects) Read(f client.NamedFile, done func([]byte)) { ReadText(e.State, f, done) }

// OpenEntry shows a release of the ledger.
func (e Effects) OpenEntry(id string) {
	s := e.State
	client.Ask(s.Worker.Client, protocol.EntryRequest, protocol.GetEntry{ID: id}, nil, client.Reply[protocol.Released]{
		Done:   func(r protocol.Released) { showEntry(s, r) },
		Failed: func(e protocol.Error) { s.Models.Deliver(ledger.Failed{Message: e.Message}) },
	})
}

// Release asks for one release.
func (e Effects) Release() { e.State.Release() }

// Cancel ends the worker.
func (e Effects) Cancel() { e.State.Cancel() }

// Settled goes on with a release that was asked for before.
func (e Effects) Settled() {
	e.State.Change()
	releasePressed(e.State)
}

// Restart replaces a worker that fell silent.
func (e Effects) Restart() { e.State.StartAfresh() }

// TryAgain does once more what the error in the way came from; a second press may come when there is none any more.
func (e Effects) TryAgain() {
	if f := e.State.Notice.Fault; f != nil && f.Again != nil {
		f.Again()
	}
}

// Say tells what was just done.
func (e Effects) Say(text string) {
	e.State.Notice.Note = text
	e.State.Change()
}

// AcceptVersion takes this version of the page for the newest.
func (e Effects) AcceptVersion() {
	e.State.Versions.Newest = e.State.Versions.Made
	e.State.Change()
}

// Dismiss is done with the error in the way.
func (e Effects) Dismiss() {
	e.State.Notice.Fault = nil
	relist(e.State)
	e.State.Change()
}

// Prepare has the worker sum the file once the page is drawn, unless something went wrong or a release runs.
func (e Effects) Prepare() {
	s := e.State
	s.Screen.Later(func() {
		if s.Notice.Fault == nil && (s.Worker.Job == nil || !s.Worker.Job.Releasing) {
			s.Prepare()
		}
		s.Change()
	})
}

// Act does something to the open table.
func (e Effects) Act(act effect.Act) {
	s := e.State
	switch k := &s.Keeping; act {
	case effect.Undo:
		s.Undo()
	case effect.GoOn:
		if s.Notice.Note = ""; s.Stated() != nil {
			s.Screen.Go(PrivacyPath)
		}
	case effect.ReadRight:
		ReadRight(s)
	case effect.Look:
		Look(s)
	case effect.LookAway:
		LookAway(s)
		s.Change()
	case effect.HideUnmatched:
		HideUnmatched(s)
		s.Change()
	case effect.ReadSheet:
		ReadSheet(s)
	case effect.ReadInside:
		if f := s.Worker.File; f != nil {
			ReadBookText(s, f.Name, []byte(f.About.Book))
		}
	case effect.LeaveBook:
		leaveBook(s)
	case effect.ExportAnswers:
		k.Export()
	case effect.ForgetAnswers:
		k.Forget()
	case effect.RecallAnswers:
		k.Remember()
	case effect.KeepAnswers:
		k.KeepAgain()
	default:
		panic("state: nobody can " + string(act))
	}
}

// ReadAs opens the open file again.
func (e Effects) ReadAs(part string, d *schema.Dialect) { e.State.ReadAs(part, d) }

// ReadBook reads a codebook.
func (e Effects) ReadBook(f client.NamedFile) { ReadBook(e.State, f) }

// ReadBookText reads the text of one.
func (e Effects) ReadBookText(name, text string) { ReadBookText(e.State, name, []byte(text)) }

// TellBook says which column of a codebook states something.
func (e Effects) TellBook(h codebook.Heading, title string) { tellBook(e.State, h, title) }

// Receive takes files as if they were dropped.
func (e Effects) Receive(files []client.NamedFile) { e.State.Received(files) }

// Declared notes that the open file counts as public.
func (e Effects) Declared() {
	if p := e.State.Worker.Prepared; p != nil {
		p.Public = true
	}
	e.State.Change()
}

// Fail shows the worker's error.
func (e Effects) Fail(err protocol.Error) { e.State.fail(err) }
