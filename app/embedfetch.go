package app

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/view/ui"
)

// Records by address. The page fetches them, as the worker can fetch nothing: it never
// looks into them, but hands them on as a file. Its policy allows the origins that the
// deployer lists, or the one that the frame's own address named before anything ran; the
// records' address may hold a signature, so it is neither kept nor shown.

const (
	mostFetched = 4 << 30          // bytes of one table
	silence     = 30 * time.Second // after which a server is given up
	bundle      = 32 << 20         // bytes that are given to the browser to keep, at a time
)

// A fetching is a table on its way.
type fetching struct {
	name, origin string
	abort        app.Value
	parts        app.Value // Blobs
	recent       app.Value // chunks since the last of them
	recentBytes  int64
	got, total   int64
	heard        time.Time
	drawn        time.Time
	over         bool

	paged   *paged  // where it comes in pages
	base    string  // its own name
	found   Offered // beside it
	seeking int     // answers on what stands beside it that are due
	whole   bool    // all of it is here
}

// fetch gets a table by its address. The name is what the visitor sees of it.
func (h *host) fetch(address, name string) {
	u, err := urlOf(address)
	switch {
	case err != nil || !strings.HasPrefix(u.Get("protocol").String(), "http"):
		h.notFetched("The portal gave an address that is none.", "Tell the portal, or choose the file yourself.")
		return
	case slices.ContainsFunc(keysOf(u.Get("searchParams")), func(name string) bool { return carries(u.Get("pathname").String(), name) }):
		h.notFetched("The portal put an API token into the table’s address. "+tokenUnused, tokenAdvice)
		return
	case !mayFetch(u):
		h.notFetched(outsideData(u))
		return
	}
	if name == "" {
		name = path.Base(u.Get("pathname").String())
	}
	name = shownName(name)
	window := app.Window()
	f := &fetching{
		name: name, origin: u.Get("origin").String(), heard: time.Now(), abort: window.Get("AbortController").New(),
		parts: window.Get("Array").New(), recent: window.Get("Array").New(), total: -1,
	}
	h.name, h.fetching = name, f
	h.s.Change()
	h.watch(f)
	f.paged = pagesOf(u) // asks by a query, beside which nothing stands
	h.seek(f, u)
	h.ask(f, u)
}

// ask sends for a table, or the next part of one.
func (h *host) ask(f *fetching, u app.Value) {
	request := app.Window().Call("fetch", u.Get("href"), map[string]any{
		"credentials": "omit", "cache": "no-store",
		"referrerPolicy": "no-referrer", "signal": f.abort.Get("signal"),
	})
	client.Await(request, func(response app.Value) {
		h.s.screen.Post(func() { h.answered(f, response) })
	}, func(app.Value) {
		h.s.screen.Post(func() {
			h.failed(f, "No answer that this frame may read came from "+f.origin+".",
				"The server may be out of reach, may not allow other sites to read this table (CORS), or may have sent the browser on to another origin.")
		})
	})
}

// urlOf is an address, taken apart by the browser; a second one is what it is relative to.
func urlOf(address ...any) (u app.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("no address")
		}
	}()
	return app.Window().Get("URL").New(address...), nil
}

// answered looks at what the server says before the table itself.
func (h *host) answered(f *fetching, response app.Value) {
	if f.over {
		return
	}
	header := func(name string) string {
		if v := response.Get("headers").Call("get", name); v.Truthy() {
			return strings.ToLower(v.String())
		}
		return ""
	}
	kind := header("Content-Type")
	switch {
	case !response.Get("ok").Bool():
		h.failed(f, fmt.Sprintf("%s answered with the status %d.", f.origin, response.Get("status").Int()),
			"The address may have expired, or need a sign-in. Load it anew from the portal, or choose the file yourself.")
		return
	case strings.Contains(kind, "html"):
		h.failed(f, "The address holds a web page, not a table.", "It may be a sign-in page, or the page about the table. The portal must give the address of the table itself.")
		return
	}
	if n, ok := parseNumber(header("Content-Length")); ok && f.paged == nil {
		f.total = int64(n)
	}
	if f.total > mostFetched {
		h.tooLong(f)
		return
	}
	f.heard = time.Now()
	body := response.Get("body")
	if !body.Truthy() { // as with the status 204
		h.empty(f)
		return
	}
	h.read(f, body.Call("getReader"))
}

// read takes one chunk after the other.
func (h *host) read(f *fetching, reader app.Value) {
	client.Await(reader.Call("read"), func(chunk app.Value) {
		h.s.screen.Post(func() {
			if f.over {
				return
			}
			f.heard = time.Now()
			if chunk.Get("done").Bool() {
				h.ended(f)
				return
			}
			bytes := chunk.Get("value")
			if f.paged != nil {
				var fits bool
				if bytes, fits = f.paged.take(bytes); !fits {
					h.failed(f, "The table’s pages do not have the same columns.", "It may have been changed while it came. Load it again, or download it and choose the file yourself.")
					return
				}
			}
			f.recent.Call("push", bytes)
			n := int64(bytes.Get("byteLength").Int())
			f.got, f.recentBytes = f.got+n, f.recentBytes+n
			if f.got > mostFetched {
				h.tooLong(f)
				return
			}
			if f.recentBytes > bundle {
				f.pack()
			}
			if time.Since(f.drawn) > 200*time.Millisecond {
				f.drawn = time.Now()
				h.s.Change()
			}
			h.read(f, reader)
		})
	}, func(app.Value) {
		h.s.screen.Post(func() {
			h.failed(f, "The table broke off before its end.", "The connection was lost, or the server sent another length than it said. Load it again.")
		})
	})
}

// ended is told that an answer is over: all of the table, or a page of it.
func (h *host) ended(f *fetching) {
	if f.paged != nil {
		if more, unended := f.paged.next(); more {
			if unended {
				f.recent.Call("push", "\n")
				f.got++
			}
			h.ask(f, f.paged.address)
			return
		}
	}
	h.arrived(f)
}

// pack gives chunks to the browser, which may keep them on disk.
func (f *fetching) pack() {
	f.parts.Call("push", app.Window().Get("Blob").New(f.recent))
	f.recent, f.recentBytes = app.Window().Get("Array").New(), 0
}

func (h *host) arrived(f *fetching) {
	if f.got == 0 && f.total <= 0 {
		h.empty(f)
		return
	}
	if f.got < f.total {
		h.failed(f, "The table broke off before its end.", "The server sent less than it said. Load it again.")
		return
	}
	if f.whole = true; f.seeking > 0 { // what describes it still comes
		return
	}
	f.pack()
	f.over, h.fetching = true, nil
	d := h.s.offered
	if d.Schema == nil {
		d = f.found
	}
	d.Table = f.base
	h.open(app.Window().Get("File").New(f.parts, f.name), f.name, d)
}

// watch gives a server up that has fallen silent.
func (h *host) watch(f *fetching) {
	time.AfterFunc(time.Second, func() {
		h.s.screen.Post(func() {
			switch {
			case f.over:
			case time.Since(f.heard) > silence:
				h.failed(f, fmt.Sprintf("%s has sent nothing for %d seconds.", f.origin, int(silence.Seconds())), "Try again later, or choose the file yourself.")
			default:
				h.watch(f)
			}
		})
	})
}

func (h *host) empty(f *fetching) {
	h.failed(f, f.origin+" answered with nothing.", "Its table is empty, or the address is not that of a table. Tell the portal, or choose the file yourself.")
}

func (h *host) tooLong(f *fetching) {
	h.failed(f, "The table is longer than "+bytesWord(mostFetched)+", the most that is fetched.", "Download it, then choose the file yourself: a file may be of any length.")
}

func (h *host) failed(f *fetching, what, advice string) {
	if f.over {
		return
	}
	h.stopFetching()
	h.notFetched(what, advice)
	h.s.notice.fault.file = f.name
	h.s.Change()
}

func (h *host) stopFetching() {
	if f := h.fetching; f != nil {
		f.over = true
		f.abort.Call("abort")
		h.fetching, h.name = nil, ""
	}
}

// tryAgain fetches what is to be fetched, in place of the error that stands there.
func (h *host) tryAgain() {
	h.s.notice.fault = nil
	h.again()
}

func (h *host) notFetched(what, advice string) {
	h.s.notice.fault = &Fault{code: "load", title: "The portal’s data could not be loaded", what: what, advice: advice, action: chooseFile}
	h.s.Change()
}

// loadingNote shows how far a table has come.
func loadingNote(h *host) app.UI {
	if h == nil || h.fetching == nil {
		return nil
	}
	f := h.fetching
	words := bytesWord(f.got)
	if f.total > 0 && f.got <= f.total {
		words += " of " + bytesWord(f.total)
	}
	return app.Div().ID("loading").Body(ui.Note("", "down",
		app.P().Attr("role", "status").Body(ui.Rich("Loading ", f.name, " from "+f.origin)...),
		app.P().Class("small").Text(words),
		ui.Button("stop-loading", "Stop loading", func() {
			h.stopFetching()
			h.s.Change()
		}, "btn-s")))
}
