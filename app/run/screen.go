package run

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
)

// A Screen is the page in a real browser: what effects need of it, and what the state that is no model yet asks. The zero value draws nothing and runs
// nothing that is posted: it stands on the server, and until the first page is in view.
type Screen struct {
	Page     func()            // draws the page in view
	Navigate func(path string) // goes to another page
	Path     func() string     // of the page in view

	Descriptions

	root app.Context // nil before Begin
}

// Begin binds the screen to the page that is in view.
func (s *Screen) Begin(ctx app.Context) {
	s.root = ctx.Dispatcher().Context()
	s.Navigate = func(path string) { s.root.Navigate(browser.At(path)) }
	s.Path = browser.Path
}

// Begun reports whether the first page was in view.
func (s *Screen) Begun() bool { return s.root != nil }

// Root is go-app's context of the whole page.
func (s *Screen) Root() app.Context { return s.root }

// Draw draws the page in view.
func (s *Screen) Draw() {
	if s.Page != nil {
		s.Page()
	}
}

// Go shows another page.
func (s *Screen) Go(path string) {
	if s.Navigate != nil {
		s.Navigate(path)
	}
}

// At reports whether the page in view is the one at a path.
func (s *Screen) At(path string) bool { return s.Path != nil && s.Path() == browser.At(path) }

// SavePNG has the browser draw a picture, and saves it.
func (s *Screen) SavePNG(name, svg string, width, height int) {
	browser.SavePNG(name, svg, width, height)
}

// Copy puts a text on the clipboard.
func (s *Screen) Copy(text string, done func(copied bool)) {
	browser.Copy(text, func(copied bool) { s.Post(func() { done(copied) }) })
}

// TakeText takes what stands in a text control as a file.
func (s *Screen) TakeText(id string) (client.NamedFile, bool) { return browser.TakeText(id) }

// FetchText gets a text of this site.
func (s *Screen) FetchText(path string, done func(text string, ok bool)) {
	browser.FetchText(path, func(text string, ok bool) { s.Post(func() { done(text, ok) }) })
}

// FetchFile gets a file of this site, under a name.
func (s *Screen) FetchFile(path, name string, done func(f client.NamedFile, ok bool)) {
	browser.FetchFile(path, name, func(f client.NamedFile, ok bool) { s.Post(func() { done(f, ok) }) })
}

// MakeFile makes a file of a text.
func (s *Screen) MakeFile(name, text string) client.NamedFile { return browser.NewFile(name, text) }

// SetTheme shows the pages in a theme, and keeps the choice.
func (s *Screen) SetTheme(theme string) { browser.SetTheme(theme) }

// Reload loads the page anew.
func (s *Screen) Reload() { browser.Reload() }

// Update loads the page in its newer version.
func (s *Screen) Update() { browser.Update() }

// Focus gives the focus to the element of that id, once it is drawn, unless a person has gone elsewhere by then.
func (s *Screen) Focus(id string) { s.Drawn(browser.FocusWhen(id)) }

// Post runs f on the page's goroutine.
func (s *Screen) Post(f func()) {
	if s.root != nil {
		s.root.Dispatch(func(app.Context) { f() })
	}
}

// Later runs f in a task of its own, so that none takes long.
func (s *Screen) Later(f func()) {
	time.AfterFunc(time.Millisecond, func() {
		s.Post(func() {
			browser.Pause()
			f()
		})
	})
}

// Drawn runs f when the changes so far are drawn.
func (s *Screen) Drawn(f func()) {
	if s.root != nil {
		s.root.Defer(func(app.Context) { f() })
	}
}

// Work runs f, which reads a file of that name, with progress and Stop.
func (s *Screen) Work(name string, f func(at func(share float64))) (whole bool) {
	return browser.Work(name, f)
}

// Pause lets the browser draw and listen, if the task at hand took long.
func (s *Screen) Pause() { browser.Pause() }

// ReadText reads a small file of at most so many bytes.
func (s *Screen) ReadText(f client.NamedFile, most int64, done func(text []byte, err error)) {
	browser.ReadText(f, most, s.Post, done)
}

// Save hands a text to the browser to save. The kind is its media type.
func (s *Screen) Save(name, kind string, text []byte) { browser.Save(name, kind, text) }

// Persist finds out whether the browser keeps its storage when it runs short of it, and
// with ask asks that it do.
func (s *Screen) Persist(ask bool, done func(kept bool)) {
	browser.Persist(ask, func(kept bool) { s.Post(func() { done(kept) }) })
}

// Requests is the number of requests that the browser counted for this page.
func (s *Screen) Requests() int { return browser.Requests() }
