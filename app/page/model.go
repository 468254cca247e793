package page

import (
	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/job"
	"privatepca/app/pages/columns"
	"privatepca/app/pages/columns/table"
	"privatepca/app/pages/help"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/privacy"
	"privatepca/app/pages/result"
	"privatepca/app/panel"
	"privatepca/app/state"
)

// A Model is what the page knows, but for what is still in the state (bridge.go).
type Model struct {
	Draft    draft.Draft // lent by the state, with
	names    []string    // the columns of the open file
	file     string      // and its name
	Account  account.Model
	Forecast forecast.Model
	Result   result.Model
	Ledger   ledger.Model
	Practice practice.Model
	Columns  columns.Model
	Help     help.Model
	Report   Report // of the error that stands in the way
}

// Update takes what happened: a message goes to its owner by its type. It changes nothing that it is given, and calls pause between pieces of what may
// take long.
func Update(m Model, msg effect.Msg, pause func()) (next Model, effects []effect.Effect) {
	switch msg := msg.(type) {
	case result.Msg:
		m.Result, effects = result.Update(m.Result, msg, pause)
	case forecast.Msg:
		m.Forecast, effects = forecast.Update(m.Forecast, msg, pause)
	case privacy.Msg:
		effects = privacy.Update(m.Draft, m.Result.Edition, msg)
	case practice.Msg:
		m.Practice, effects = practice.Update(m.Practice, msg)
	case account.Msg:
		m.Account, effects = account.Update(m.Account, msg)
	case ledger.Msg:
		m.Ledger, effects = ledger.Update(m.Ledger, msg)
	case job.Msg:
		effects = job.Update(msg)
	case draft.Msg:
		m.Draft, effects = draft.Update(m.Draft, msg), columns.After(msg)
	case columns.Msg:
		m.Columns, effects = columns.Update(m.Columns, &m.Draft, m.names, msg)
	case table.Msg:
		m.Columns, effects = columns.UpdateTable(m.Columns, &m.Draft, m.file, msg)
	case panel.Msg:
		effects = panel.Update(msg)
	case help.Msg:
		m.Help, effects = help.Update(m.Help, msg)
	case Msg:
		return updateFrame(m, msg)
	}
	return m, effects
}

// forgotten is the model without what an earlier visit to a page left. It is forgotten before anything is drawn, since what is clicked or typed as soon as
// something is seen counts.
func forgotten(m Model, path string) Model {
	if path == state.LedgerPath {
		m.Ledger, m.Account.List, m.Account.Unread = ledger.Model{}, nil, "" // what is listed may be old
	}
	return m
}

// A Msg says what happened in the frame around every page.
type Msg interface{ frame() }

type (
	// StartAfresh says that the worker, which fell silent, is to be replaced.
	StartAfresh struct{}
	// TakeNewer says that the newer version of the page is wanted.
	TakeNewer struct{}
	// AcceptVersion says that this version is taken, though this browser had a newer one.
	AcceptVersion struct{}
	// Leave says that the reader has seen the error in the way, and goes on; to the page at a path, if there is one.
	Leave struct{ Path string }
	// LoadAnew says that the page is to be loaded anew.
	LoadAnew struct{}
	// Again says that what failed is to be tried again.
	Again struct{}
	// CopyReport says that the report of the error is wanted.
	CopyReport struct{ Text string }
	// Copied says whether that report is on the clipboard.
	Copied struct {
		Text string
		OK   bool
	}
)

func (StartAfresh) frame() {}
func (TakeNewer) frame()   {}

func (AcceptVersion) frame() {}

func (Leave) frame()      {}
func (LoadAnew) frame()   {}
func (Again) frame()      {}
func (CopyReport) frame() {}
func (Copied) frame()     {}

func updateFrame(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case StartAfresh:
		return m, []effect.Effect{effect.Restart{}}
	case TakeNewer:
		return m, []effect.Effect{effect.Update{}}
	case AcceptVersion:
		return m, []effect.Effect{effect.AcceptVersion{}}
	case Leave:
		effects := []effect.Effect{effect.Dismiss{}}
		if msg.Path != "" {
			effects = append(effects, effect.Go(msg))
		}
		return m, effects
	case LoadAnew:
		return m, []effect.Effect{effect.Reload{}}
	case Again:
		return m, []effect.Effect{effect.TryAgain{}}
	case CopyReport:
		return m, []effect.Effect{effect.Copy{Text: msg.Text, Done: func(ok bool) effect.Msg { return Copied{msg.Text, ok} }}}
	case Copied:
		m.Report = Report(msg)
	}
	return m, nil
}
