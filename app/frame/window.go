package frame

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/language"
)

// A visitor can confirm a hand-over in a window of this site's own, web/confirm.html. The parent page can mask the frame, but not that
// window: it shows which site would receive what, takes the phrase, and answers the frame. Nothing is handed over before.
//
// The frame and the window speak by messages to each other's window and to this origin alone. Storage and channels would not do:
// browsers keep those of a frame apart by the site around it. The window's answer holds a number that the frame drew for this question.

const windowPath = "/web/confirm.html"

// windowPatience is how long the window may take to load and say so.
const windowPatience = 30 * time.Second

// A Window asks, in a window of this site's own, whether a release is handed over.
type Window struct {
	Alone bool   // the parent page asked that a release be handed over in this way alone
	Note  string // what became of the last question; "" for none

	frame    *Frame
	question question
}

// A question is the one that is put; the zero value is none.
type question struct {
	window              app.Value
	nonce               string
	document, statement string
	here                bool // the window has loaded, and was asked
}

// TellsView reports whether this browser says what covers a frame: IntersectionObserver's second version.
func TellsView() bool {
	entry := app.Window().Get("IntersectionObserverEntry")
	return entry.Truthy() && app.Window().Get("Reflect").Call("has", entry.Get("prototype"), "isVisible").Bool()
}

// Ask opens a window in which the visitor confirms that the parent page receives a document, beside what the document states. It is called in
// answer to a click: browsers open no window otherwise.
func (w *Window) Ask(document []byte, statement string) {
	if !w.frame.Receives() {
		return
	}
	w.close("")
	window := app.Window().Call("open", browser.At(windowPath)+"#lang="+language.Tag(), "_blank", "popup,width=560,height=680")
	if !window.Truthy() {
		w.close("The browser opened no window that answers: the portal’s page keeps other windows apart from its own or forbids them, or a setting of the browser does. Nothing was handed over.")
		return
	}
	random := app.Window().Get("crypto").Call("getRandomValues", app.Window().Get("Uint32Array").New(4))
	nonce := random.Call("join", "-").String()
	w.question = question{window: window, nonce: nonce, document: string(document), statement: statement}
	w.Note = "A window of this site is open. Answer there: nothing is handed over before."
	time.AfterFunc(windowPatience, func() {
		w.frame.page.Post(func() {
			if w.question.nonce == nonce && !w.question.here {
				w.close("The window did not answer: the portal’s page may keep other windows apart from its own. Nothing was handed over.")
			}
		})
	})
	w.frame.page.Change()
}

// close ends the question, if there is one.
func (w *Window) close(note string) {
	if open := w.question.window; open != nil && !open.Get("closed").Bool() {
		open.Call("close")
	}
	w.question, w.Note = question{}, note
	w.frame.page.Change()
}

// listen takes the answers of the window that is open, of this origin, and of no other.
func (w *Window) listen() {
	browser.Listen("message", func(e app.Value) {
		open, data := w.question.window, e.Get("data")
		if open == nil || e.Get("origin").String() != browser.Origin() || !e.Get("source").Equal(open) || data.Type() != app.TypeObject {
			return
		}
		kind, nonce := data.Get("type"), data.Get("nonce")
		if kind.Type() != app.TypeString || nonce.Type() != app.TypeString {
			return
		}
		said, number := kind.String(), nonce.String()
		w.frame.page.Post(func() {
			if w.question.window != nil && w.question.window.Equal(open) {
				w.answer(said, number)
			}
		})
	})
}

// answer does what the window says.
func (w *Window) answer(said, nonce string) {
	q := &w.question
	switch {
	case said == "here" && !q.here:
		q.here = true
		q.window.Call("postMessage", map[string]any{
			"privatepcaWindow": 1, "type": "ask", "nonce": q.nonce, "host": w.frame.parent, "statement": q.statement, "document": q.document,
		}, browser.Origin())
	case said == "yes" && q.here && nonce == q.nonce && w.frame.Receives():
		document := q.document
		w.close("")
		w.frame.HandOver([]byte(document))
	case said == "no" && q.here && nonce == q.nonce:
		w.close("You answered that it is not handed over.")
	}
}
