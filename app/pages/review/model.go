// Package review is step 4, the only one that spends: it shows the statement, what is released and which budget is charged, beside the one button that
// spends, and how far a release is. It has no choice of its own: its controls send the account's messages, and the job's.
package review

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/panel"
	"privatepca/app/ui"
)

// A Model is what the page shows.
type Model struct {
	Of      panel.Described
	Account account.Model
	File    string
	Run     panel.Run
	Busy    Busy
	Read    bool      // the second moment stands
	Phrase  ui.Phrase // of the button that spends
	After   float64   // of a budget that the site lends: the ε that will be spent; 0 while that is not known
}

// Busy is what is under way.
type Busy int

// What can be.
const (
	Idle Busy = iota
	Reading
	Releasing
)

// Around is what the page shows that is no part of it.
type Around struct {
	Problems app.UI // that were met in the file; nil for none
	People   app.UI // asks who the people are; nil where that is no question
	Privacy  string // the address where the privacy is chosen
	Ledger   string // and that of the ledger
}
