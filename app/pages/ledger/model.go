// Package ledger is the page of the ledger: what was spent on this device, the limits, and what is taken out of the ledger and into it. The ledger is
// the worker's; what it last listed is of app/account.
package ledger

import (
	"bytes"
	"cmp"
	"maps"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/typed"
	"privatepca/core/words"
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

// Update takes what happened.
func Update(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case FindTyped:
		m.Find = msg.Text
	case Search:
		m.Found = m.Find
		return m, []effect.Effect{effect.Tell{Msg: account.Search{Find: m.Find}}}
	case Show:
		return m, []effect.Effect{effect.OpenEntry{ID: msg.Entry}}
	case CapTyped, SetCap, CapSet:
		return limit(m, msg)
	case AskReset, Reset, ResetDone:
		return reset(m, msg)
	case Export:
		return m, []effect.Effect{effect.Asking(protocol.ExportRequest, protocol.Export{}, func(e protocol.Exported) effect.Msg { return Exported(e) }, failed)}
	case Exported:
		m.Note = "Saved as ledger.json. It names populations, so protect it as you protect the records."
		return m, []effect.Effect{effect.Save{Name: "ledger.json", Media: "application/json", Text: []byte(msg.Text)}}
	case FileChosen, FileRead, Previewed, Stop, Drop, Confirm, Added:
		return imports(m, msg)
	case Failed:
		m.Fault, m.Note, m.Doing = fault.Sentence(msg.Message), "", Nothing
	case Lost:
		m.Doing = Nothing
	}
	return m, nil
}

func failed(e protocol.Error) effect.Msg { return Failed{e.Message} }

// done says what was done, of which the ledger is what is left: all of it is listed again.
func (m Model) done(note string, list protocol.Populations) (Model, []effect.Effect) {
	m.Note, m.Fault, m.Find, m.Found = note, "", "", ""
	return m, []effect.Effect{effect.Tell{Msg: account.Listed{List: list, Again: true}}}
}

// limit changes a limit.
func limit(m Model, msg Msg) (Model, []effect.Effect) {
	caps := maps.Clone(m.Caps)
	switch msg := msg.(type) {
	case CapTyped:
		if caps == nil {
			caps = map[string]typed.Number{}
		}
		caps[msg.Name] = typed.ReadNumber(msg.Text)
		m.Caps = caps
	case SetCap:
		n := m.Caps[msg.Name]
		x, ok := n.Value()
		if !ok || x <= 0 {
			m.Fault = advice.Page(cmp.Or(draft.Unread("limit", "The limit", n, fault.TooSmall), advice.Refuse("limit", fault.TooSmall)))
			return m, nil
		}
		return m, []effect.Effect{effect.Asking(protocol.CapRequest, protocol.Cap{Population: msg.Name, Epsilon: x},
			func(p protocol.Populations) effect.Msg { return CapSet{msg.Name, x, p} }, failed)}
	case CapSet:
		delete(caps, msg.Name)
		m.Caps = caps
		return m.done("The limit of "+msg.Name+" is now ε = "+words.Number(msg.Cap)+".", msg.List)
	}
	return m, nil
}

// reset starts a count afresh, once that was confirmed.
func reset(m Model, msg Msg) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case AskReset:
		if m.Resetting = msg.Name; msg.Name != "" {
			return m, []effect.Effect{effect.Focus{ID: resetID(msg.Name) + "-confirm"}}
		}
	case Reset:
		m.Resetting = ""
		return m, []effect.Effect{effect.Asking(protocol.ResetRequest, protocol.Reset{Population: msg.Name},
			func(p protocol.Populations) effect.Msg { return ResetDone{msg.Name, p} }, failed)}
	case ResetDone:
		return m.done("The count of "+msg.Name+" starts afresh. Every later document states that.", msg.List)
	}
	return m, nil
}

// imports reads a file of entries, shows what it would change, and adds it.
func imports(m Model, msg Msg) (Model, []effect.Effect) {
	refuse := func(why string) (Model, []effect.Effect) {
		return Update(m, Failed{why + " Nothing was taken over."})
	}
	switch msg := msg.(type) {
	case FileChosen:
		if msg.File.Size > effect.MostText { // no page takes the ledger's place: nothing stands in the way
			return refuse("This file is larger than an exported ledger can be: at most " + words.Bytes(effect.MostText) + ".")
		}
		return m, []effect.Effect{effect.ReadFile{File: msg.File, Done: func(text []byte) effect.Msg { return FileRead{text} }}}
	case FileRead:
		if bytes.Count(msg.Text, []byte("{")) > protocol.MostEntryBraces {
			return refuse("This file has more entries than a ledger can have.")
		}
		text := string(msg.Text)
		m.Import, m.Note, m.Fault, m.Doing = Import{text: text}, "", "", Reading
		return m, []effect.Effect{effect.Asking(protocol.PreviewRequest, protocol.Preview{Text: text},
			func(p protocol.Previewed) effect.Msg { return Previewed{text, p} }, failed)}
	case Previewed:
		if m.Doing != Reading || m.Import.text != msg.Text { // its visitor has left, or chose another one
			return m, nil
		}
		m.Fault, m.Doing = "", Nothing
		if m.Import.Preview = &msg.Preview; msg.Preview.Added == 0 {
			m.Import, m.Note = Import{}, "Every entry of that file is here already."
		}
	case Stop:
		if m.Doing != Reading || msg.Busy {
			return m, nil
		}
		m.Import, m.Doing, m.Note, m.Fault = Import{}, Nothing, "Stopped. Nothing was added.", ""
		return m, []effect.Effect{effect.Restart{}}
	case Drop:
		m.Import, m.Note, m.Fault = Import{}, "", ""
	case Confirm:
		if m.Import.Preview == nil { // pressed twice
			return m, nil
		}
		text := m.Import.text
		m.Import, m.Doing = Import{}, Adding
		return m, []effect.Effect{effect.Asking(protocol.ImportRequest, protocol.Import{Text: text},
			func(p protocol.Populations) effect.Msg { return Added{p} }, failed)}
	case Added:
		m.Doing = Nothing
		return m.done(entries(msg.List.Added)+" added. What was there stays.", msg.List)
	}
	return m, nil
}
