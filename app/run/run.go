// Package run does effects. It is the one place that does: what a page would do is a value until it comes here, and what the browser or the worker
// bring back goes out as a message.
package run

import (
	"fmt"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/effect"
)

// A Browser is what effects need of the browser. All of it happens on the page's one goroutine.
type Browser interface {
	Go(path string)
	Save(name, media string, text []byte)
	SavePNG(name, svg string, width, height int)
	Copy(text string, done func(copied bool))
	TakeText(id string) (client.NamedFile, bool)
	FetchText(path string, done func(text string, ok bool))
	FetchFile(path, name string, done func(f client.NamedFile, ok bool))
	MakeFile(name, text string) client.NamedFile
	Persist(ask bool, done func(kept bool))
	SetTheme(theme string)
	Reload()
	Update()
	Focus(id string) // once the changes so far are drawn, unless a person has gone elsewhere by then
	Later(f func())  // runs f in a task of its own, so that none takes long

	Work(name string, f func(at func(share float64))) (whole bool)              // runs f, which reads a file, with progress and Stop
	ReadText(f client.NamedFile, most int64, done func(text []byte, err error)) // reads a small file
	Describe(f client.NamedFile, most int64, done func(text []byte, err error)) // reads a workbook or YAML that describes a table

	// Codebook finds the sheet of a workbook, beside the table's, that is a list of variables, and reads at most so many bytes of it.
	Codebook(f client.NamedFile, table string, most int64, done func(sheet string, text []byte, err error))
}

// A Store keeps texts in the browser beyond the page's life. Each done is called on the page's goroutine;
// ok is false where the browser keeps nothing.
type Store interface {
	All(done func(texts map[string]string, ok bool))
	Put(key, text string, done func(ok bool))
	Remove(keys []string, done func(ok bool))
	Soon(f func()) // runs f a moment later; of several calls in that moment the last one counts
}

// A Frame is the page inside another site.
type Frame interface {
	HandOver(document []byte)
	Ask(document []byte, statement string)
	StopLoading()
	Leave()
	Again() // tries once more what failed
}

// A Site is what this page's own origin is asked, in a frame.
type Site interface {
	AskSite(path string, body []byte, done func(status int, text string)) // status 0: no answer
	NewID() string
}

// A Runner does effects.
type Runner struct {
	Browser Browser
	Worker  *client.Client
	Aside   *client.Client                               // makes forecasts; nil where there are none
	Store   Store                                        // nil where nothing is kept
	Frame   Frame                                        // nil outside of one
	Site    Site                                         // likewise
	Unread  func(f effect.File, tooLong bool) effect.Msg // says that a file cannot be read
	Deliver func(effect.Msg)

	started bool // the worker of forecasts, when it was first asked
}

// Do does effects in their order.
func (r *Runner) Do(effects []effect.Effect) {
	for _, e := range effects {
		r.one(e)
	}
}

func (r *Runner) one(e effect.Effect) {
	switch e := e.(type) {
	case effect.Ask:
		switch {
		case !e.Aside:
			e.Send(r.Worker, r.Deliver)
		case r.Aside != nil:
			if !r.started {
				r.started = true
				r.Aside.Start()
			}
			e.Send(r.Aside, r.Deliver)
		}
	case effect.Go:
		r.Browser.Go(e.Path)
	case effect.Save:
		r.Browser.Save(e.Name, e.Media, e.Text)
	case effect.SavePNG:
		r.Browser.SavePNG(e.Name, e.SVG, e.Width, e.Height)
	case effect.Copy:
		r.Browser.Copy(e.Text, func(copied bool) { r.Deliver(e.Done(copied)) })
	case effect.TakeText:
		if f, ok := r.Browser.TakeText(e.ID); ok {
			r.Deliver(e.Done(f))
		}
	case effect.FetchText:
		r.Browser.FetchText(e.Path, func(text string, ok bool) { r.Deliver(e.Done(text, ok)) })
	case effect.AskSite:
		r.Site.AskSite(e.Path, e.Body, func(status int, text string) { r.Deliver(e.Done(effect.Reply{Status: status, Text: text})) })
	case effect.NewID:
		r.Deliver(e.Done(r.Site.NewID()))
	case effect.FetchFile:
		r.Browser.FetchFile(e.Path, e.Name, func(f client.NamedFile, ok bool) { r.Deliver(e.Done(f, ok)) })
	case effect.MakeFile:
		r.Deliver(e.Done(r.Browser.MakeFile(e.Name, e.Text)))
	case effect.Persist:
		r.Browser.Persist(e.Ask, func(kept bool) { r.Deliver(e.Done(kept)) })
	case effect.ApplyTheme:
		r.Browser.SetTheme(e.Theme)
	case effect.KeepLanguage:
		browser.KeepLanguage(e.Language)
	case effect.Reload:
		r.Browser.Reload()
	case effect.Update:
		r.Browser.Update()
	case effect.AcceptVersion:
		browser.AcceptVersion()
	case effect.Focus:
		r.Browser.Focus(e.ID)
	case effect.Tell:
		r.Deliver(e.Msg)
	case effect.Later:
		r.Browser.Later(func() { r.Deliver(e.Msg) })
	default:
		r.files(e)
	}
}

// files does effects on files, the worker and what the browser keeps.
func (r *Runner) files(e effect.Effect) {
	told := func(done func(bool) effect.Msg) func(bool) {
		return func(ok bool) {
			if done != nil {
				r.Deliver(done(ok))
			}
		}
	}
	switch e := e.(type) {
	case effect.Restart:
		r.Worker.Restart()
	case effect.Handle:
		r.Worker.Prepare(e.File, func(handle client.File, err error) {
			why := ""
			if err != nil {
				why = err.Error()
			}
			r.Deliver(e.Done(handle, why))
		})
	case effect.ReadFile:
		r.Browser.ReadText(e.File, effect.MostText, func(text []byte, err error) {
			if tooLong := e.File.Size > effect.MostText; tooLong || err != nil {
				r.Deliver(r.Unread(e.File, tooLong))
				return
			}
			r.Deliver(e.Done(text))
		})
	case effect.Work:
		msg := e.Stopped
		if r.Browser.Work(e.Name, func(at func(share float64)) { msg = e.Read(at) }) {
			r.Deliver(msg)
			return
		}
		r.Deliver(e.Stopped)
	case effect.Describe:
		r.Browser.Describe(e.File, effect.MostText, func(text []byte, err error) { r.Deliver(e.Done(text, err == nil)) })
	case effect.Codebook:
		r.Browser.Codebook(e.File, e.Table, e.Most, func(sheet string, text []byte, err error) { r.Deliver(e.Done(sheet, text, err)) })
	case effect.ReadTexts:
		r.Store.All(func(texts map[string]string, ok bool) { r.Deliver(e.Done(texts, ok)) })
	case effect.PutText:
		r.Store.Put(e.Key, e.Text, told(e.Done))
	case effect.RemoveTexts:
		r.Store.Remove(e.Keys, told(e.Done))
	case effect.Soon:
		r.Store.Soon(func() { r.Deliver(e.Msg) })
	case effect.HandOver:
		r.Frame.HandOver(e.Document)
	case effect.AskInWindow:
		r.Frame.Ask(e.Document, e.Statement)
	case effect.StopLoading:
		r.Frame.StopLoading()
	case effect.LeaveFrame:
		r.Frame.Leave()
	case effect.FrameAgain:
		r.Frame.Again()
	default:
		panic(fmt.Sprintf("run: nobody does %T", e))
	}
}
