// Package effect has what goes between the page and the world: messages, which say what happened, and effects, which say what is to be done.
//
// Both are plain values. An update of a page takes its model and a message, and gives the next model and effects; app/run alone does effects, and
// what they bring back is a message again. So a test reads what a page would do, and does none of it. The makers of messages that some effects hold
// are the only functions in an effect.
package effect

import (
	"privatepca/app/client"
	"privatepca/core/codebook"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A Msg says what happened. Each page seals its own messages by an interface with a method of its own.
type Msg any

// An Effect is something to be done.
type Effect interface{ effect() }

// A File is the browser's handle of a file, with its name and size.
type File = client.NamedFile

// Go shows the page at a path.
type Go struct{ Path string }

// Save hands a file to the browser to save.
type Save struct {
	Name, Media string
	Text        []byte
}

// SavePNG has the browser draw an SVG that stands alone, and saves it as a picture. Width and Height are in CSS pixels.
type SavePNG struct {
	Name, SVG     string
	Width, Height int
}

// Copy puts a text on the clipboard, and says whether the browser let it.
type Copy struct {
	Text string
	Done func(copied bool) Msg
}

// MostText is how much ReadFile reads at most, in bytes.
const MostText = 64 << 20

// ReadFile reads a small file: a release, or rows that were declared public; never other records. A file that cannot be read stands in the way as an
// error, and brings nothing back.
type ReadFile struct {
	File File
	Done func(text []byte) Msg
}

// Persist finds out whether the browser keeps its storage when it runs short of it; with Ask it asks that it do.
type Persist struct {
	Ask  bool
	Done func(kept bool) Msg
}

// TakeText takes what stands in a text control as a file, without the page holding it before; a control that is empty brings nothing back.
type TakeText struct {
	ID   string
	Done func(File) Msg
}

// ApplyTheme shows the pages in a theme, and keeps the choice.
type ApplyTheme struct{ Theme string }

// Reload loads the page anew.
type Reload struct{}

// Update loads the page in its newer version.
type Update struct{}

// AcceptVersion takes this version of the page for the newest that this browser had.
type AcceptVersion struct{}

// Restart replaces a worker that fell silent: answers stay, and the file is read again.
type Restart struct{}

// Say tells in a sentence what was just done, above the page in view; "" takes back what was said.
type Say struct{ Text string }

// OpenEntry asks the ledger for the release of a spending, and shows it.
type OpenEntry struct{ ID string }

// Release asks for one release, as it is described.
type Release struct{}

// Cancel ends the worker, and with it what it does.
type Cancel struct{}

// Settled goes on with a release that was asked for before the ledger had said whether it knows the file.
type Settled struct{}

// KeepSeen keeps for a reload what its reader chose to see of the release in view.
type KeepSeen struct{ Text string }

// Dismiss is done with the error that stands in the way.
type Dismiss struct{}

// TryAgain does once more what the error in the way came from.
type TryAgain struct{}

// Focus gives the focus to a control, once what changed is drawn.
type Focus struct{ ID string }

// Prepare has the worker read the open table under the answers as they stand, unless it did, in a task of its own.
type Prepare struct{}

// Declared notes that the open table counts as public.
type Declared struct{}

// Tell has the owner of another message take it, after this update and before anything is drawn.
type Tell struct{ Msg Msg }

// Fail shows an error that the worker gave: it stands in the way.
type Fail struct{ Error protocol.Error }

// An Act is something to be done to the open table, whose job is no model yet.
type Act string

// The acts.
const (
	Undo          Act = "take the last answer back"
	GoOn          Act = "go on to the privacy page, where the answers allow it"
	ReadRight     Act = "take the file as read right"
	Look          Act = "show the first rows"
	LookAway      Act = "hide the first rows"
	HideUnmatched Act = "hide the values that match no level"
	ReadSheet     Act = "read the sheet that lists variables"
	ReadInside    Act = "read what the file says of its columns"
	LeaveBook     Act = "fill in nothing more of the codebook"
	ExportAnswers Act = "export the answers"
	ForgetAnswers Act = "forget all kept answers"
	RecallAnswers Act = "take that back"
	KeepAnswers   Act = "keep the answers again"
)

// Do does an act.
type Do struct{ Act Act }

// ReadAs opens the open file again: another part of it, or its text as another dialect; nil for a new guess.
type ReadAs struct {
	Part    string
	Dialect *schema.Dialect
}

// ReadBook reads a codebook of the open table, and shows what it would fill in.
type ReadBook struct{ File File }

// ReadBookText reads the text of one.
type ReadBookText struct{ Name, Text string }

// TellBook says which column of a codebook states something; "" for none.
type TellBook struct {
	Heading codebook.Heading
	Title   string
}

// Receive takes files as if they were dropped.
type Receive struct{ Files []File }

func (Do) effect()           {}
func (ReadAs) effect()       {}
func (ReadBook) effect()     {}
func (ReadBookText) effect() {}
func (TellBook) effect()     {}
func (Receive) effect()      {}

func (Go) effect()         {}
func (Save) effect()       {}
func (SavePNG) effect()    {}
func (Copy) effect()       {}
func (ReadFile) effect()   {}
func (TakeText) effect()   {}
func (ApplyTheme) effect() {}
func (Reload) effect()     {}
func (Update) effect()     {}
func (Restart) effect()    {}

func (AcceptVersion) effect() {}

func (Persist) effect()   {}
func (Release) effect()   {}
func (Cancel) effect()    {}
func (Settled) effect()   {}
func (Say) effect()       {}
func (OpenEntry) effect() {}
func (KeepSeen) effect()  {}
func (Dismiss) effect()   {}
func (TryAgain) effect()  {}
func (Focus) effect()     {}
func (Prepare) effect()   {}
func (Declared) effect()  {}
func (Tell) effect()      {}
func (Fail) effect()      {}
