// Package run does effects. It is the one place that does: what a page would do is a value until it comes here, and what the browser or the worker
// bring back goes out as a message.
package run

import (
	"fmt"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/core/codebook"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A Browser is what effects need of the browser. All of it happens on the page's one goroutine.
type Browser interface {
	Go(path string)
	Save(name, media string, text []byte)
	SavePNG(name, svg string, width, height int)
	Copy(text string, done func(copied bool))
	TakeText(id string) (client.NamedFile, bool)
	Persist(ask bool, done func(kept bool))
	SetTheme(theme string)
	Reload()
	Update()
	Focus(id string)
	Drawn(f func())
}

// A State is the part of the page that is no model yet.
type State interface {
	Read(f client.NamedFile, done func(text []byte))
	Say(text string)
	OpenEntry(id string)
	Release()
	Cancel()
	Settled()
	Restart()
	Dismiss()
	TryAgain()
	AcceptVersion()
	Prepare()
	Declared()
	Fail(e protocol.Error)
	Act(act effect.Act)
	ReadAs(part string, d *schema.Dialect)
	ReadBook(f client.NamedFile)
	ReadBookText(name, text string)
	TellBook(h codebook.Heading, title string)
	Receive(files []client.NamedFile)
}

// A Keeper keeps for a reload which release is in view, or what is seen of it.
type Keeper interface{ KeepInView(id, seen string) }

// A Runner does effects.
type Runner struct {
	Browser Browser
	Worker  *client.Client
	Aside   *client.Client // makes forecasts; nil where there are none
	State   State
	Keeper  Keeper
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
	case effect.Persist:
		r.Browser.Persist(e.Ask, func(kept bool) { r.Deliver(e.Done(kept)) })
	case effect.ApplyTheme:
		r.Browser.SetTheme(e.Theme)
	case effect.Reload:
		r.Browser.Reload()
	case effect.Update:
		r.Browser.Update()
	case effect.AcceptVersion:
		browser.AcceptVersion()
		r.State.AcceptVersion()
	case effect.ReadFile:
		r.State.Read(e.File, func(text []byte) { r.Deliver(e.Done(text)) })
	case effect.Say:
		r.State.Say(e.Text)
	case effect.OpenEntry:
		r.State.OpenEntry(e.ID)
	case effect.Release:
		r.State.Release()
	case effect.Cancel:
		r.State.Cancel()
	case effect.Settled:
		r.State.Settled()
	case effect.Restart:
		r.State.Restart()
	case effect.Focus:
		r.Browser.Drawn(func() { r.Browser.Focus(e.ID) })
	case effect.Prepare:
		r.State.Prepare()
	case effect.Declared:
		r.State.Declared()
	case effect.Tell:
		r.Deliver(e.Msg)
	case effect.Fail:
		r.State.Fail(e.Error)
	case effect.KeepSeen:
		r.Keeper.KeepInView("", e.Text)
	case effect.Dismiss:
		r.State.Dismiss()
	case effect.TryAgain:
		r.State.TryAgain()
	case effect.Do:
		r.State.Act(e.Act)
	case effect.ReadAs:
		r.State.ReadAs(e.Part, e.Dialect)
	case effect.ReadBook:
		r.State.ReadBook(e.File)
	case effect.ReadBookText:
		r.State.ReadBookText(e.Name, e.Text)
	case effect.TellBook:
		r.State.TellBook(e.Heading, e.Title)
	case effect.Receive:
		r.State.Receive(e.Files)
	default:
		panic(fmt.Sprintf("run: nobody does %T", e))
	}
}
