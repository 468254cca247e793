// Package effect has what goes between the page and the world: messages, which say what happened, and effects, which say what is to be done.
//
// Both are plain values. An update of a page takes its model and a message, and gives the next model and effects; app/run alone does effects, and
// what they bring back is a message again. So a test reads what a page would do, and does none of it. The makers of messages that some effects hold
// are the only functions in an effect.
package effect

import (
	"privatepca/app/client"
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
// error, and brings nothing else back.
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

// FetchText gets a text of this site; OK is false where it cannot be had.
type FetchText struct {
	Path string
	Done func(text string, ok bool) Msg
}

// AskSite asks this site for something at a path: by GET, or with a body, which is JSON, by POST. It is asked once, without an answer kept from earlier.
type AskSite struct {
	Path string
	Body []byte // nil for none
	Done func(Reply) Msg
}

// A Reply is what the site answers.
type Reply struct {
	Status int // of HTTP; 0 where there was no answer
	Text   string
}

// NewID draws 32 hex digits at random.
type NewID struct{ Done func(id string) Msg }

// FetchFile gets a file of this site, which stays in the browser's hands, under a name.
type FetchFile struct {
	Path, Name string
	Done       func(f File, ok bool) Msg
}

// MakeFile makes a file of a text.
type MakeFile struct {
	Name, Text string
	Done       func(File) Msg
}

// ApplyTheme shows the pages in a theme, and keeps the choice.
type ApplyTheme struct{ Theme string }

// KeepLanguage keeps the choice of a language, for when the page is loaded.
type KeepLanguage struct{ Language string }

// Reload loads the page anew.
type Reload struct{}

// Update loads the page in its newer version.
type Update struct{}

// Restart ends the worker, and starts another.
type Restart struct{}

// AcceptVersion takes this version of the page for the newest that this browser had.
type AcceptVersion struct{}

// Focus gives the focus to a control, once what changed is drawn.
type Focus struct{ ID string }

// Later has a message come in a task of its own, so that none takes long.
type Later struct{ Msg Msg }

// Handle readies a file for the worker; why says why it cannot be had, "" where it can.
type Handle struct {
	File File
	Done func(handle client.File, why string) Msg
}

// Work has a file of a name read: Read calls at wherever the browser may have its turn, with the share that was read, or −1 where that is not known. Where
// that takes long the page shows how far it is, and the visitor can stop it: then Read ends within at, and Stopped says so. So Read changes nothing but
// its own variables.
type Work struct {
	Name    string
	Read    func(at func(share float64)) Msg
	Stopped Msg
}

// Describe reads a workbook or YAML that describes a table, as a text.
type Describe struct {
	File File
	Done func(text []byte, ok bool) Msg
}

// Codebook finds the sheet of a workbook, beside the table's, that is a list of variables, and reads at most so many bytes of it.
type Codebook struct {
	File  File
	Table string
	Most  int64
	Done  func(sheet string, text []byte, err error) Msg
}

// ReadTexts reads what the browser keeps for this page beyond its life.
type ReadTexts struct {
	Done func(texts map[string]string, ok bool) Msg
}

// PutText has it keep a text; Done says whether it does, nil where nobody asks.
type PutText struct {
	Key, Text string
	Done      func(ok bool) Msg
}

// RemoveTexts has it forget some.
type RemoveTexts struct {
	Keys []string
	Done func(ok bool) Msg // nil where nobody asks
}

// Soon has a message come a moment later: of several in that moment the last one counts.
type Soon struct{ Msg Msg }

// FrameAgain has the site around the page try once more what failed.
type FrameAgain struct{}

// HandOver gives a document to the site around a frame.
type HandOver struct{ Document []byte }

// AskInWindow asks in a window of our own whether a document is to be given to that site.
type AskInWindow struct {
	Document  []byte
	Statement string
}

// StopLoading gives up the table that the site around a frame gives.
type StopLoading struct{}

// LeaveFrame forgets what was done within a frame, and begins afresh.
type LeaveFrame struct{}

// Tell has the owner of another message take it, after this update and before anything is drawn.
type Tell struct{ Msg Msg }

func (Go) effect()            {}
func (Save) effect()          {}
func (SavePNG) effect()       {}
func (Copy) effect()          {}
func (ReadFile) effect()      {}
func (Persist) effect()       {}
func (TakeText) effect()      {}
func (FetchText) effect()     {}
func (AskSite) effect()       {}
func (NewID) effect()         {}
func (FetchFile) effect()     {}
func (MakeFile) effect()      {}
func (ApplyTheme) effect()    {}
func (KeepLanguage) effect()  {}
func (Reload) effect()        {}
func (Update) effect()        {}
func (Restart) effect()       {}
func (AcceptVersion) effect() {}
func (Focus) effect()         {}
func (Later) effect()         {}
func (Handle) effect()        {}
func (Work) effect()          {}
func (Describe) effect()      {}
func (Codebook) effect()      {}
func (ReadTexts) effect()     {}
func (PutText) effect()       {}
func (RemoveTexts) effect()   {}
func (Soon) effect()          {}
func (FrameAgain) effect()    {}
func (HandOver) effect()      {}
func (AskInWindow) effect()   {}
func (StopLoading) effect()   {}
func (LeaveFrame) effect()    {}
func (Tell) effect()          {}
