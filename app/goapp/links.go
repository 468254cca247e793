package goapp

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
)

// What go-app does: it follows a click on any link of the site by an entry in the
// browser's history. Why it hurts: in a frame the parent page can count the entries of
// the history, and so the visitor's steps. Upstream issue: none known. It can go when
// go-app offers navigation without the history.

// CatchLinks takes clicks on links before go-app does. A link of the site's own gives its
// path, with "#" and the id that it names where there is one, to follow, if known says
// that the path is a page's; a link to an id moves the focus there; all others, but
// downloads, lead nowhere.
func CatchLinks(known func(path string) bool, follow func(path string)) {
	app.Window().Call("addEventListener", "click", app.FuncOf(func(_ app.Value, args []app.Value) any {
		e := args[0]
		if e.Get("target").Get("closest").Type() != app.TypeFunction {
			return nil
		}
		a := e.Get("target").Call("closest", "a[href]")
		if !a.Truthy() || a.Call("hasAttribute", "download").Bool() {
			return nil
		}
		e.Call("preventDefault")
		e.Call("stopPropagation")
		href := a.Call("getAttribute", "href").String()
		if id, found := strings.CutPrefix(href, "#"); found {
			browser.Focus(id)
			return nil
		}
		path := strings.TrimPrefix(href, browser.At(""))
		if page, _, _ := strings.Cut(path, "#"); known(page) {
			follow(path)
		}
		return nil
	}), true)
}
