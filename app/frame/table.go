package frame

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/core/words"
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

// A table is one on its way.
type table struct {
	fetcher      *Fetcher
	name, origin string
	abort        app.Value
	parts        app.Value // Blobs
	recent       app.Value // chunks since the last of them
	recentBytes  int64
	got, total   int64
	last         time.Time // when the server last sent something
	drawn        time.Time
	over         bool

	paged   *paged      // where it comes in pages
	base    string      // its own name
	found   Description // beside it
	seeking int         // answers on what stands beside it that are due
	whole   bool        // all of it is here
}

// Fetch gets a table by its address. The name is what the visitor sees of it.
func (f *Fetcher) Fetch(address, name string) {
	u, err := urlOf(address)
	switch {
	case err != nil || !strings.HasPrefix(u.Get("protocol").String(), "http"):
		f.refuse("The portal gave an address that is none.", "Tell the portal, or choose the file yourself.")
		return
	case slices.ContainsFunc(keysOf(u.Get("searchParams")), func(name string) bool { return carries(u.Get("pathname").String(), name) }):
		f.refuse("The portal put an API token into the table’s address. "+tokenUnused, tokenAdvice)
		return
	case !mayFetch(u):
		f.refuse(outsideData(u))
		return
	}
	if name == "" {
		name = tableName(u.Get("pathname").String())
	}
	window := app.Window()
	t := &table{
		fetcher: f, name: shownName(name), origin: u.Get("origin").String(), last: time.Now(), abort: window.Get("AbortController").New(),
		parts: window.Get("Array").New(), recent: window.Get("Array").New(), total: -1,
	}
	f.table = t
	f.page.Change()
	t.watch()
	t.paged = pagesOf(u) // asks by a query, beside which nothing stands
	t.seek(u)
	t.ask(u)
}

// tableName is what an address calls a table: its last part, or the one before where the last says what is asked of it, as Zenodo's
// /api/records/7/files/visits.csv/content does.
func tableName(file string) string {
	if of, last := path.Split(file); (last == "content" || last == "download") && path.Ext(path.Clean(of)) != "" {
		return path.Base(of)
	}
	return path.Base(file)
}

// ask sends for a table, or the next part of one.
func (t *table) ask(u app.Value) {
	request := app.Window().Call("fetch", u.Get("href"), map[string]any{
		"credentials": "omit", "cache": "no-store",
		"referrerPolicy": "no-referrer", "signal": t.abort.Get("signal"),
	})
	client.Await(request, func(response app.Value) {
		t.fetcher.page.Post(func() { t.answered(response) })
	}, func(app.Value) {
		t.fetcher.page.Post(func() {
			t.failed("No answer that this frame may read came from "+t.origin+".",
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
func (t *table) answered(response app.Value) {
	if t.over {
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
		t.refused(response, header("Retry-After"))
		return
	case strings.Contains(kind, "html"):
		t.isPage()
		return
	}
	if n, err := strconv.ParseInt(header("Content-Length"), 10, 64); err == nil && t.paged == nil {
		t.total = n
	}
	if t.total > mostFetched {
		t.tooLong()
		return
	}
	t.last = time.Now()
	body := response.Get("body")
	if !body.Truthy() { // as with the status 204
		t.empty()
		return
	}
	t.read(body.Call("getReader"))
}

// refused says why a server gave no table. What a refusal says is looked at for one word, and not shown.
func (t *table) refused(response app.Value, retry string) {
	say := func(text []byte) { t.failed(refusal(t.origin, response.Get("status").Int(), retry, text)) }
	body := response.Get("body")
	if response.Get("status").Int() != 400 || !body.Truthy() {
		say(nil)
		return
	}
	readShort(body.Call("getReader"), func(text []byte, _ bool) { t.fetcher.page.Post(func() { say(text) }) },
		func(app.Value) { t.fetcher.page.Post(func() { say(nil) }) })
}

// refusal words the status of a server that gives no table, with what its header Retry-After and its text say.
func refusal(origin string, status int, retry string, text []byte) (what, advice string) {
	what = fmt.Sprintf("%s answered with the status %d.", origin, status)
	switch {
	case status == 400 && bytes.Contains(bytes.ToLower(text), []byte("guestbook")): // Dataverse
		return "The portal asks who downloads this table (a guestbook), before it gives it to anybody.",
			"Answer it on the table’s page there, download the table, and choose the file here. Nothing was spent."
	case status == 429 || status == 503 && retry != "":
		what = fmt.Sprintf("%s answers no more requests for now (status %d).", origin, status)
		if seconds, err := strconv.Atoi(retry); err == nil && seconds > 0 {
			return what, fmt.Sprintf("It asks to wait %s. Load it again then, or choose the file yourself. Nothing was spent, and nothing is lost.", words.Count(seconds, "second"))
		}
		return what, "Wait a while, then load it again, or choose the file yourself. Nothing was spent, and nothing is lost."
	}
	return what, "The address may have expired, or need a sign-in. Load it anew from the portal, or choose the file yourself."
}

// read takes one chunk after the other.
func (t *table) read(reader app.Value) {
	client.Await(reader.Call("read"), func(chunk app.Value) {
		t.fetcher.page.Post(func() {
			if t.over {
				return
			}
			t.last = time.Now()
			if chunk.Get("done").Bool() {
				t.ended()
				return
			}
			piece := chunk.Get("value")
			if t.got == 0 && beginsPage(bytesOf(piece.Call("subarray", 0, 512))) {
				t.isPage()
				return
			}
			if t.paged != nil {
				var fits bool
				if piece, fits = t.paged.take(piece); !fits {
					t.failed("The table’s pages do not have the same columns.", "It may have been changed while it came. Load it again, or download it and choose the file yourself.")
					return
				}
			}
			t.recent.Call("push", piece)
			n := int64(piece.Get("byteLength").Int())
			t.got, t.recentBytes = t.got+n, t.recentBytes+n
			if t.got > mostFetched {
				t.tooLong()
				return
			}
			if t.recentBytes > bundle {
				t.pack()
			}
			if time.Since(t.drawn) > 200*time.Millisecond {
				t.drawn = time.Now()
				t.fetcher.page.Change()
			}
			t.read(reader)
		})
	}, func(app.Value) {
		t.fetcher.page.Post(func() {
			t.failed("The table broke off before its end.", "The connection was lost, or the server sent another length than it said. Load it again.")
		})
	})
}

// ended follows the end of an answer: all of the table, or a page of it.
func (t *table) ended() {
	if t.paged != nil {
		if more, unended := t.paged.next(); more {
			if unended {
				t.recent.Call("push", "\n")
				t.got++
			}
			t.ask(t.paged.address)
			return
		}
	}
	t.arrived()
}

// pack gives chunks to the browser, which may keep them on disk.
func (t *table) pack() {
	t.parts.Call("push", app.Window().Get("Blob").New(t.recent))
	t.recent, t.recentBytes = app.Window().Get("Array").New(), 0
}

func (t *table) arrived() {
	if t.got == 0 && t.total <= 0 {
		t.empty()
		return
	}
	if t.got < t.total {
		t.failed("The table broke off before its end.", "The server sent less than it said. Load it again.")
		return
	}
	if t.whole = true; t.seeking > 0 { // what describes it still comes
		return
	}
	t.pack()
	t.over, t.fetcher.table = true, nil
	d := t.fetcher.described
	if d.Schema == nil {
		d.Schema, d.Source = t.found.Schema, t.found.Source
	}
	d.Table = t.base
	t.fetcher.open(browser.Named(app.Window().Get("File").New(t.parts, t.name)), d)
}

// watch gives a server up that has fallen silent.
func (t *table) watch() {
	time.AfterFunc(time.Second, func() {
		t.fetcher.page.Post(func() {
			switch {
			case t.over:
			case time.Since(t.last) > silence:
				t.failed(fmt.Sprintf("%s has sent nothing for %d seconds.", t.origin, int(silence.Seconds())), "Try again later, or choose the file yourself.")
			default:
				t.watch()
			}
		})
	})
}

func (t *table) isPage() {
	t.failed("The address holds a web page, not a table.", "It may be a sign-in page, or the page about the table. The portal must give the address of the table itself.")
}

// beginsPage reports whether a text begins as a web page does, whatever its server calls it. No table does: it would have one column of that name.
func beginsPage(text []byte) bool {
	text = bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")), " \t\r\n"))
	return bytes.HasPrefix(text, []byte("<!doctype html")) || bytes.HasPrefix(text, []byte("<html"))
}

func (t *table) empty() {
	t.failed(t.origin+" answered with nothing.", "Its table is empty, or the address is not that of a table. Tell the portal, or choose the file yourself.")
}

func (t *table) tooLong() {
	t.failed("The table is longer than "+words.Bytes(mostFetched)+", the most that is fetched.", "Download it, then choose the file yourself: a file may be of any length.")
}

func (t *table) failed(what, advice string) {
	if t.over {
		return
	}
	t.fetcher.Stop()
	t.fetcher.page.Fail(what, advice, t.name, t.fetcher.retry())
}
