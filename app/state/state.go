package state

import (
	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/wasm/protocol"
)

// A State is the state of the page, in memory. Answers are kept beyond it (Keeping), and the ledger is the worker's.
// It changes on the page's one goroutine only, through change.
type State struct {
	Draft    draft.Draft
	Worker   Worker
	Earlier  Earlier
	Notice   Notice
	Keeping  Keeping // of the answers, in the browser
	Second   *Second // nil where no second table waits for an answer
	Seek     string  // the column that the page of columns shows first; "" for none
	Waiting  []byte  // a config or a schema that was chosen before its table
	Beside   Beside  // what describes the table that is open, or comes next
	Offered  Offered // what a parent page says of the table that comes next
	Unlisted string  // the site that shows the page in a frame and may not; "" for none

	Versions     Versions
	Version      int  // counts changes, for components that redraw only then
	Settled      bool // nothing more is fetched in the background
	Waits        bool // another version of the page is ready
	PracticeNext bool // the file that is being opened is a sample to practise with

	Book    *draft.Book // a codebook that was read, and what it would change; nil for none
	Reading *Reading    // the text of that codebook; nil for none

	// AsCodebook gives what reads a file as the open table's codebook; nil for a file that is none. It is nil itself
	// where no codebooks are read.
	AsCodebook func(f client.NamedFile) func()

	Isolation   func() client.Isolation
	Served      func() bool // the service worker answered for the page, with all headers
	Screen      Screen
	Models      Models // the pages that are models
	AfterChange func() // follows every change
}

// Models are the pages that are models, as the rest of the state sees them.
type Models interface {
	Result() result.Model
	Account() account.Model // but for About
	Forecast() forecast.Model
	Practice() practice.Model
	Deliver(msg effect.Msg)
	Follow() // has the models follow what has changed here
}

// Result is the release in view, with others to compare it with.
func (s *State) Result() result.Model { return s.Models.Result() }

// Forecast is what is known of what the release gives.
func (s *State) Forecast() forecast.Model { return s.Models.Forecast() }

// Change marks that something changed and draws it.
func (s *State) Change() {
	s.Version++
	s.Draft.Known = knownOf(s)
	s.Models.Follow()
	s.Keeping.note()
	s.Screen.Draw()
	s.AfterChange()
}

// Ready reports whether a file can be chosen.
func (s *State) Ready() bool {
	return s.Settled && s.Unlisted == "" && s.Worker.ready()
}

// fail shows the worker's error; answers, choices and file stay.
func (s *State) fail(e protocol.Error) {
	spent := s.Worker.Job != nil && s.Worker.Job.Spent
	switch e.Code {
	case protocol.CodeRequest: // refused before any draw
		spent = false
	case protocol.CodeFile: // the file is compared before the debit, and read again behind it
		spent = spent && e.Spent
	}
	s.Worker.Job = nil
	e.Spent = spent
	s.Notice.Fault = Stopped(&e)
	if s.Worker.File != nil {
		s.Notice.Fault.File = s.Worker.File.Name
	}
	if s.Models.Deliver(account.Press{}); spent {
		s.Models.Deliver(account.Stale{Spent: true})
	}
	s.Change()
}

// knownOf is what the draft may use of the file and the worker.
func knownOf(s *State) draft.Known {
	k := draft.Known{Reading: s.Worker.Job != nil}
	if s.Worker.Prepared != nil {
		k.Records, k.Persons = s.Worker.Prepared.Records, s.Worker.Prepared.Persons
	}
	k.Public = s.Worker.File != nil && (s.Worker.Prepared != nil && s.Worker.Prepared.Public || s.Models.Practice().Declared)
	return k
}

// A Second is a table that was chosen while another one is open. Nothing was changed yet.
type Second struct {
	File   client.NamedFile
	text   []byte
	came   Offered
	AsBook func() // reads it as the open table's codebook; nil where it is none
}
