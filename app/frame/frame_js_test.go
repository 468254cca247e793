//go:build js

package frame

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
)

// inner is a Page that keeps what it is asked.
type inner struct {
	ready, file bool
	asked       []string
	again       func()
	opened      chan client.NamedFile
	with        Description
}

func (p *inner) ask(format string, args ...any) {
	p.asked = append(p.asked, fmt.Sprintf(format, args...))
}

func (p *inner) Post(f func())          { f() }
func (p *inner) Drawn(f func())         { f() }
func (p *inner) Change()                {}
func (p *inner) Ready() bool            { return p.ready }
func (p *inner) HasFile() bool          { return p.file }
func (p *inner) Idle() bool             { return !p.file }
func (p *inner) Lend(name string)       { p.ask("lend %s", name) }
func (p *inner) TurnAway(origin string) { p.ask("turn away %s", origin) }
func (p *inner) Offer(d Description)    { p.ask("offer %s of %s", d.Schema, d.Source) }
func (p *inner) Reset()                 { p.ask("reset"); p.file = false }
func (p *inner) Clear()                 { p.ask("clear") }
func (p *inner) Limit(epsilon, _ *float64) {
	if epsilon != nil {
		p.ask("epsilon %g", *epsilon)
	}
}

func (p *inner) Open(f client.NamedFile, d Description) {
	p.ask("open %s", f.Name)
	p.file, p.with = true, d
	p.opened <- f
}

func (p *inner) Fail(what, _, file string, again func()) {
	p.ask("fail %s: %s", file, what)
	p.again = again
	p.opened <- client.NamedFile{}
}

// log is what was asked since the last call.
func (p *inner) log() string {
	text := strings.Join(p.asked, "; ")
	p.asked = nil
	return text
}

const portal = "https://portal.example"

// inside is a page in a frame of a portal's page that was identified.
func inside(t *testing.T) (*Frame, *inner) {
	t.Helper()
	p := &inner{ready: true, opened: make(chan client.NamedFile, 8)}
	f := &Frame{page: p, query: addressQuery(), allowed: []string{portal}, parent: ""}
	f.Guard, f.Window = &Guard{changed: p.Change}, &Window{frame: f}
	f.Fetcher = &Fetcher{page: p, listed: f.lists, open: f.open}
	return f, p
}

func blob(text, name string) app.Value {
	parts := app.Window().Get("Array").New()
	parts.Call("push", text)
	return app.Window().Get("File").New(parts, name)
}

func number(x float64) *float64 { return &x }

// Limits are taken at any time; a schema only before there is a table; k never, which is the visitor's to choose; and the table
// that the visitor has seen the name of is not swapped until they start over.
func TestMessagesAreTakenInTheirTime(t *testing.T) {
	f, p := inside(t)
	k := 3
	f.parent = portal
	f.take(&Message{Type: "params", EpsilonMax: number(2), K: &k, Schema: []byte(`{"fields":[]}`), SchemaURL: portal + "/s.json?sig=1"}, nil)
	if got, want := p.log(), `epsilon 2; offer {"fields":[]} of `+portal+`/s.json`; got != want {
		t.Errorf("params: %s, want %s", got, want)
	}
	f.parent = ""
	p.ready = false
	f.take(&Message{Type: "load"}, blob("a\n1\n", "early.csv"))
	p.ready = true
	f.take(&Message{Type: "load", Name: "visits\n.csv"}, blob("a\n1\n", "other.csv"))
	if got, want := p.log(), "open visits.csv"; got != want {
		t.Errorf("load: %q, want %q", got, want)
	}
	if f.DataName() != "visits.csv" || string(p.with.Schema) != `{"fields":[]}` {
		t.Errorf("the table is %q, described by %s", f.DataName(), p.with.Schema)
	}
	p.file = false // as after an error
	f.take(&Message{Type: "load"}, blob("a\n1\n", "second.csv"))
	f.take(&Message{Type: "params", EpsilonMax: number(1), K: &k, Schema: []byte(`{}`)}, nil)
	if got, want := p.log(), "epsilon 1"; got != want {
		t.Errorf("with a table: %q, want %q", got, want)
	}
	f.Leave()
	f.take(&Message{Type: "load"}, blob("a\n1\n", "second.csv"))
	if got, want := p.log(), "reset; open second.csv"; got != want {
		t.Errorf("after starting over: %q, want %q", got, want)
	}
}

// Firefox keeps the origin of a page around to itself where no referrer is sent. The nearest
// may then show it by a message; one farther out stays unknown.
func TestOriginThatTheBrowserHides(t *testing.T) {
	for name, c := range map[string]struct {
		said         string
		stated       []string
		parent, away string
		claimed      string
	}{
		"stated":           {"", []string{portal}, portal, "", ""},
		"said alone":       {portal, nil, portal, "", ""},
		"hidden":           {portal, []string{"null"}, "", "", portal},
		"hidden, unlisted": {"https://else.example", []string{"null"}, "", "https://else.example", ""},
		"hidden, unsaid":   {"", []string{"null"}, "", "", ""},
		"around a portal":  {portal, []string{portal, "null"}, "", unnamed, ""},
		"around both":      {portal, []string{"null", "null"}, "", unnamed, ""},
		"said is no proof": {portal, []string{"https://else.example"}, "", "https://else.example", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f, p := inside(t)
			f.accept(c.said, c.stated)
			away := strings.TrimPrefix(p.log(), "turn away ")
			if f.parent != c.parent || f.claimed != c.claimed || away != c.away {
				t.Errorf("%s: parent %q, claimed %q, turned away %q; want %+v", name, f.parent, f.claimed, away, c)
			}
		})
	}
	f, p := inside(t)
	f.accept(portal, []string{"null"})
	message := func(origin string, source app.Value) app.Value {
		e := app.Window().Get("Object").New()
		e.Set("origin", origin)
		e.Set("source", source)
		return e
	}
	around, other := app.Window().Get("parent"), app.Window().Get("Object").New()
	if f.from(message("https://else.example", around)) || f.from(message(portal, other)) || f.parent != "" || f.Parent().Known {
		t.Errorf("a page of another origin, or another window, was taken for the portal: %+v", f.Parent())
	}
	if !f.from(message(portal, around)) || f.parent != portal || !f.Parent().Known {
		t.Errorf("the portal's own message does not show who it is: %+v", f.Parent())
	}
	if away := p.log(); away != "" {
		t.Errorf("and then %s", away)
	}
}

// answers has the browser's fetch answer by the path of an address; what is not listed is
// not found.
func answers(t *testing.T, byPath map[string]string) {
	t.Helper()
	window := app.Window()
	before := window.Get("fetch")
	list := map[string]any{}
	for path, text := range byPath {
		list[path] = text
	}
	const fetch = `return async (address) => {
		const text = byPath[new URL(address).pathname];
		if (text === undefined) return new Response("", {status: 404});
		const headers = {"Content-Type": text.startsWith("<html") ? "text/html" : "text/csv", "Content-Length": text.length};
		return new Response(text.replace("<broken>", ""), {headers});
	}`
	window.Set("fetch", window.Get("Function").New("byPath", fetch).Invoke(list))
	data := window.Get("privatepcaData")
	window.Set("privatepcaData", "https://data.example")
	t.Cleanup(func() {
		window.Set("fetch", before)
		window.Set("privatepcaData", data)
	})
}

// A table by its address becomes a file, with what stands beside it; all else is an error
// that names no address, and that can be tried again.
func TestFetcher(t *testing.T) {
	answers(t, map[string]string{
		"/d/visits.csv": "age\n41\n", "/d/page.csv": "<html>", "/d/short.csv": "age\n41\n<broken>", "/d/none.csv": "",
		"/d/visits.csv-metadata.json": `{"@context":"http://www.w3.org/ns/csvw","url":"visits.csv","tableSchema":{"columns":[{"titles":"age"}]}}`,
	})
	for address, want := range map[string]string{
		"https://data.example/d/visits.csv":              "open visits.csv",
		"https://data.example/d/page.csv":                "fail page.csv: The address holds a web page, not a table.",
		"https://data.example/d/short.csv":               "fail short.csv: The table broke off before its end.",
		"https://data.example/d/none.csv":                "fail none.csv: https://data.example answered with nothing.",
		"https://data.example/d/away.csv?secret=1":       "fail away.csv: https://data.example answered with the status 404.",
		"https://else.example/d/visits.csv":              "fail : The portal gave an address on https://else.example, from which this frame may not fetch.",
		"https://data.example/d/visits.csv?apiToken=abc": "fail : The portal put an API token into the table’s address. " + tokenUnused,
		"javascript:alert(1)":                            "fail : The portal gave an address that is none.",
	} {
		t.Run(address, func(t *testing.T) {
			f, p := inside(t)
			f.take(&Message{Type: "load", URL: address}, nil)
			select {
			case file := <-p.opened:
				if got := p.log(); got != "clear; "+want {
					t.Errorf("%s: %s, want %s", address, got, want)
				}
				if strings.HasPrefix(want, "open") {
					if file.Size != 7 || p.with.Source != "https://data.example/d/visits.csv-metadata.json" || p.with.Table != "visits.csv" {
						t.Errorf("%d bytes, described at %q as %q", file.Size, p.with.Source, p.with.Table)
					}
					break
				}
				if p.again == nil || f.DataName() != "" {
					t.Errorf("%s: it cannot be tried again, or holds the name %q", address, f.DataName())
					break
				}
				p.again()
				<-p.opened
				if got := p.log(); got != "clear; "+want {
					t.Errorf("%s, again: %s", address, got)
				}
			case <-time.After(60 * time.Second):
				t.Errorf("%s: nothing came", address)
			}
		})
	}
}

// What the visitor stops is not opened, and leaves room for another table.
func TestFetchingIsStopped(t *testing.T) {
	answers(t, map[string]string{"/a.csv": "a\n1\n", "/b.csv": "b\n1\n"})
	f, p := inside(t)
	f.Fetcher.Fetch("https://data.example/a.csv", "")
	if got, ok := f.Fetcher.Progress(); !ok || got.Name != "a.csv" || got.Origin != "https://data.example" {
		t.Errorf("on its way: %+v, %v", got, ok)
	}
	f.Fetcher.Stop()
	if f.DataName() != "" {
		t.Errorf("a table that was stopped still binds: %q", f.DataName())
	}
	f.take(&Message{Type: "load", URL: "https://data.example/b.csv"}, nil)
	select {
	case file := <-p.opened:
		if file.Name != "b.csv" {
			t.Errorf("opened %q", file.Name)
		}
	case <-time.After(60 * time.Second):
		t.Error("nothing came")
	}
}

// Outside a frame every click counts and no number is asked for.
func TestNoGuardOutsideAFrame(t *testing.T) {
	for _, g := range []*Guard{nil, {changed: func() {}}} {
		if _, asked := g.Phrase(ReleaseButton); asked || !g.Deliberate(app.Event{}, "release-button") || g.Refusal() != "" {
			t.Error("a click outside a frame is guarded")
		}
	}
}
