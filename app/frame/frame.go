package frame

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
)

// Path is the address of the page that other sites show in a frame. It is a
// document of its own, since its policy is: it may fetch records from one origin.
const Path = "/embed"

// A Page is what the frame asks of the page inside it. All is called on the page's
// goroutine, but for Post.
type Page interface {
	Post(f func())  // runs a function on the page's goroutine
	Drawn(f func()) // runs it when the changes so far are drawn
	Change()        // draws what has changed
	Ready() bool    // a file can be opened
	HasFile() bool  // a file is open
	Idle() bool     // no file is open or being opened, and no release is in view

	// Limit lowers the most that a release may spend; nil for no limit of that kind.
	Limit(epsilon, delta *float64)
	// Lend says that the site lends a budget of that name, which pays for what is released here.
	Lend(name string)
	// TurnAway says which site shows the page without being listed.
	TurnAway(origin string)
	// Offer keeps a description for the table that is opened next.
	Offer(d Description)
	// Open opens a file as if the visitor had chosen it, with what describes it.
	Open(f client.NamedFile, d Description)
	// Reset ends what the visitor began.
	Reset()

	// Fail shows why a table could not be loaded, and what to do; file is its name,
	// if it has one. With again it can be tried again.
	Fail(what, advice, file string, again func())
	// Clear takes that error away.
	Clear()
}

// A Frame joins the page to the parent page around it, or to nobody where the address was
// opened by itself.
type Frame struct {
	Fetcher *Fetcher
	Guard   *Guard
	Window  *Window

	page  Page
	query query

	parent  string   // origin of the parent page; "" for none that is allowed
	claimed string   // origin that the parent page says it has, until a message from there shows it; "" for none
	allowed []string // origins that the deployer allows; nil until known
	spoken  bool     // the parent page has said something: it can be handed a release
	ready   bool     // ready was sent
	heard   int      // messages of the parent page
	name    string   // of the table that came through the frame; binds until the visitor starts over
	handed  string   // the document that was handed over
}

// Language is the language that a site around a frame asks for, "" for none; false outside of a frame.
func Language() (tag string, framed bool) {
	if app.IsServer || strings.TrimSuffix(browser.Path(), "/") != browser.At(Path) {
		return "", false
	}
	return addressQuery().param("lang"), true
}

// New puts a page into its frame, if the document is the one for frames; else it returns
// nil. It takes the limits in the address, and then hides the address.
func New(page Page) *Frame {
	if app.IsServer || strings.TrimSuffix(browser.Path(), "/") != browser.At(Path) {
		return nil
	}
	f := &Frame{page: page, query: addressQuery()}
	f.Guard = &Guard{changed: page.Change}
	f.Window = &Window{frame: f, Alone: f.query.param("confirm") == "window"}
	f.Fetcher = &Fetcher{page: page, listed: f.lists, open: f.open}
	page.Limit(f.query.number("epsilon-max"), f.query.number("delta-max"))
	setTheme(f.query.param("theme"))
	f.query.hideAddress()
	return f
}

// Start listens to the parent page, and finds out who it is.
func (f *Frame) Start() {
	f.listen()
	f.Window.listen()
	f.lend(f.query.param("budget"))
	f.learnHosts()
}

// Changed follows what the page did.
func (f *Frame) Changed() {
	f.sayReady()
	f.page.Drawn(f.Guard.Watch)
}

// DataName is what the table that came or comes through the frame is called; "" for none.
func (f *Frame) DataName() string {
	if name := f.Fetcher.name(); name != "" {
		return name
	}
	return f.name
}

// Leave ends what the visitor began, at their own click, and says so.
func (f *Frame) Leave() {
	f.Fetcher.Stop()
	f.Window.close("")
	f.name, f.handed, f.Guard.refusal = "", "", ""
	f.say("cancelled", nil)
	f.page.Reset()
}

// lend tells the page whose budget pays; "" for the visitor's own. The page takes the first.
func (f *Frame) lend(name string) {
	if name = shownName(name); name != "" {
		f.page.Lend(name)
	}
}

// open opens a table as if the visitor had chosen it.
func (f *Frame) open(file client.NamedFile, d Description) {
	if file.Name = shownName(file.Name); file.Name == "" {
		file.Name = "the portal’s table"
	}
	f.name, f.Fetcher.again = file.Name, nil
	f.page.Open(file, d)
}

func setTheme(name string) {
	root := app.Window().Get("document").Get("documentElement")
	switch name {
	case "light", "dark":
		root.Call("setAttribute", "data-theme", name)
	case "auto":
		root.Call("removeAttribute", "data-theme")
	}
}
