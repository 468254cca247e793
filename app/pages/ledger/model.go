// Package ledger is the page of the ledger: what was spent on this device, the limits, and what is taken out of the ledger and into it. The ledger is
// the worker's; what it last listed is of app/account.
package ledger

import (
	"privatepca/app/effect"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// A Model is what a visitor of the page does. Another visit begins with the zero one.
type Model struct {
	Find  string // text that the names of the listed populations are to hold, as typed
	Found string // and as they were looked for

	Caps      map[string]typed.Number // limits as typed, by population
	Resetting string                  // the population whose reset is to be confirmed; "" for none
	Import    Import
	Doing     Doing
	Note      string // what was just done to the ledger
	Fault     string // why it was not
}

// An Import is a file of entries. It is shown before it is added.
type Import struct {
	text    string
	Preview *protocol.Previewed // nil where nothing is to be confirmed
}

// Doing is what the worker does with a file of entries.
type Doing int

// What it does.
const (
	Nothing Doing = iota
	Reading       // nothing is added yet: it can be stopped
	Adding
)

// String is what the page says of it.
func (d Doing) String() string {
	return [...]string{"", "Reading the file of entries …", "Adding the entries …"}[d]
}

// A Msg says what happened on this page.
type Msg interface{ ledger() }

type (
	// FindTyped takes the text that names are to hold.
	FindTyped struct{ Text string }
	// Search lists the populations whose names hold it.
	Search struct{}
	// Show asks for the release of a spending.
	Show struct{ Entry string }

	// CapTyped takes a population's limit as typed.
	CapTyped struct{ Name, Text string }
	// SetCap sets it.
	SetCap struct{ Name string }
	// CapSet has the ledger with it.
	CapSet struct {
		Name string
		Cap  float64
		List protocol.Populations
	}
	// AskReset asks whether a population's count is to start afresh; "" takes that back.
	AskReset struct{ Name string }
	// Reset starts it afresh.
	Reset struct{ Name string }
	// ResetDone has the ledger with it.
	ResetDone struct {
		Name string
		List protocol.Populations
	}

	// Export asks for all entries as a file.
	Export struct{}
	// Exported has them.
	Exported struct{ Text string }
	// FileChosen has a file of entries.
	FileChosen struct{ File effect.File }
	// FileRead has its text.
	FileRead struct{ Text []byte }
	// Previewed has what its entries would change.
	Previewed struct {
		Text    string
		Preview protocol.Previewed
	}
	// Stop ends the reading of a file of entries. Busy says that a release is under way, which would end with it.
	Stop struct{ Busy bool }
	// Drop adds nothing.
	Drop struct{}
	// Confirm adds the entries that were shown.
	Confirm struct{}
	// Added has the ledger with them.
	Added struct{ List protocol.Populations }

	// Failed says why something was not done.
	Failed struct{ Message string }
	// Lost says that the worker has ended.
	Lost struct{}
)

func (FindTyped) ledger()  {}
func (Search) ledger()     {}
func (Show) ledger()       {}
func (CapTyped) ledger()   {}
func (SetCap) ledger()     {}
func (CapSet) ledger()     {}
func (AskReset) ledger()   {}
func (Reset) ledger()      {}
func (ResetDone) ledger()  {}
func (Export) ledger()     {}
func (Exported) ledger()   {}
func (FileChosen) ledger() {}
func (FileRead) ledger()   {}
func (Previewed) ledger()  {}
func (Stop) ledger()       {}
func (Drop) ledger()       {}
func (Confirm) ledger()    {}
func (Added) ledger()      {}
func (Failed) ledger()     {}
func (Lost) ledger()       {}
