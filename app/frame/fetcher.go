package frame

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A Fetcher gets a table by its address, and what describes it. It ends in one call of
// open, or in an error on the page.
type Fetcher struct {
	page   Page
	listed func(origin string) bool // whether pages of an origin may show the frame
	open   func(client.NamedFile, Description)

	described Description // of the table that comes next
	table     *table      // on its way; nil for none
	again     func()      // fetches what could not be had; nil for nothing
}

// Progress says how far a table on its way has come.
type Progress struct {
	Name, Origin string
	Got, Total   int64 // bytes; Total is below 0 where it is not known
}

// Progress is that of the table on its way; false where there is none.
func (f *Fetcher) Progress() (p Progress, ok bool) {
	if f.table == nil {
		return p, false
	}
	return Progress{f.table.name, f.table.origin, f.table.got, f.table.total}, true
}

// name is that of the table on its way; "" for none.
func (f *Fetcher) name() string {
	if f.table == nil {
		return ""
	}
	return f.table.name
}

// Stop gives up the table on its way.
func (f *Fetcher) Stop() {
	if t := f.table; t != nil {
		t.over = true
		t.abort.Call("abort")
		f.table = nil
	}
}

// Again fetches what is to be fetched, in place of the error that is shown.
func (f *Fetcher) Again() {
	f.page.Clear()
	f.again()
}

// retry is Again, or nil where there is nothing to fetch again.
func (f *Fetcher) retry() func() {
	if f.again == nil {
		return nil
	}
	return f.Again
}

// describe takes what describes the table that comes next.
func (f *Fetcher) describe(d Description) {
	f.described = d
	f.page.Offer(d)
}

const tokenUnused = "With it this page could do all that you may, so it is not used, and nothing was fetched."

const tokenAdvice = "Register the tool with signed addresses, as docs/embedding.md says, and replace that token: an address is seen by more than its reader."

// FromAddress fetches what the frame's own address names.
func (f *Fetcher) FromAddress(q query) {
	src, about, callback := q.param("src"), q.param("schema"), q.param("callback")
	f.again = func() { f.FromAddress(q) }
	switch {
	case q.carriesToken():
		f.again = nil
		f.refuse("The portal put an API token into this frame’s address. "+tokenUnused, tokenAdvice)
	case src == "" && callback == "":
	case callback != "":
		f.askDataverse(callback)
	case about != "":
		if u, err := urlOf(about, src); err == nil {
			about = u.Get("href").String()
		}
		f.getText(about, func(text []byte) {
			f.describe(Description{Schema: statedIn(text), Source: schema.PublicAddress(about)})
			f.Fetch(src, "")
		})
	default:
		f.Fetch(src, "")
	}
}

const undescribed = "What describes the table could not be read."

// getText fetches a small text.
func (f *Fetcher) getText(address string, then func([]byte)) {
	f.tryText(address, aWhile, then, func(advice string) { f.refuse(undescribed, advice) })
}

// How long a small text may take, in milliseconds: one that is needed, and one that may
// not be there.
const aWhile, aGlance = 30_000, 5_000

// tryText fetches a small text, or says why there is none.
func (f *Fetcher) tryText(address string, patience int, then func([]byte), otherwise func(advice string)) {
	failed := func(advice string) { f.page.Post(func() { otherwise(advice) }) }
	broken := func(app.Value) {
		failed("The server may be out of reach, may not allow other sites to read this (CORS), or may have sent the browser on to an origin that this frame may not fetch from.")
	}
	u, err := urlOf(address)
	if err != nil {
		failed("The portal gave an address that is none.")
		return
	}
	if !mayFetch(u) {
		what, advice := outsideData(u)
		failed(what + " " + advice)
		return
	}
	request := app.Window().Call("fetch", u.Get("href"), map[string]any{
		"credentials": "omit", "cache": "no-store",
		"referrerPolicy": "no-referrer", "signal": app.Window().Get("AbortSignal").Call("timeout", patience),
	})
	client.Await(request, func(response app.Value) {
		if !response.Get("ok").Bool() {
			failed("The server answered with the status " + strconv.Itoa(response.Get("status").Int()) + ". The address may have expired: open this page anew from the portal.")
			return
		}
		body := response.Get("body")
		if !body.Truthy() { // as with the status 204
			failed("The server answered with nothing.")
			return
		}
		readShort(body.Call("getReader"), func(b []byte, whole bool) {
			if !whole {
				failed("It is longer than " + words.Bytes(maxDescription) + ".")
				return
			}
			f.page.Post(func() { then(b) })
		}, broken)
	}, broken)
}

// maxDescription bounds what is read of a text that a server may never end.
const maxDescription = 8 << 20

// readShort reads a text to its end, or says that it is too long.
func readShort(reader app.Value, then func(text []byte, whole bool), broken func(app.Value)) {
	var text []byte
	var more func(chunk app.Value)
	more = func(chunk app.Value) {
		if chunk.Get("done").Bool() {
			then(text, true)
			return
		}
		part := make([]byte, chunk.Get("value").Get("byteLength").Int())
		app.CopyBytesToGo(part, chunk.Get("value"))
		if text = append(text, part...); len(text) > maxDescription {
			reader.Call("cancel")
			then(nil, false)
			return
		}
		client.Await(reader.Call("read"), more, broken)
	}
	client.Await(reader.Call("read"), more, broken)
}

// refuse says why a table was not fetched.
func (f *Fetcher) refuse(what, advice string) { f.page.Fail(what, advice, "", f.retry()) }
