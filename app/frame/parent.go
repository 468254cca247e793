package frame

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
)

// learnHosts asks the site who may speak to the frame, and identifies that page.
func (f *Frame) learnHosts() {
	browser.FetchText("/embed.json", func(text string, _ bool) {
		var list struct {
			Hosts []string `json:"hosts"`
		}
		json.Unmarshal([]byte(text), &list) // unreadable, or not there: nobody may
		f.page.Post(func() { f.identify(list.Hosts) })
	})
}

// identify finds out who shows the frame. Who says so could lie, but what is sent to an
// origin reaches no other.
func (f *Frame) identify(hosts []string) {
	f.allowed = append(hosts, browser.Origin())
	if !browser.Framed() {
		f.page.Change()
		return
	}
	around := []string{f.query.param("host")}
	if u, err := urlOf(app.Window().Get("document").Get("referrer")); around[0] == "" && err == nil {
		around[0] = u.Get("origin").String()
	}
	f.accept(around[0], ancestors())
	f.page.Change()
}

// redacted is an ancestor's origin that the browser keeps to itself: Firefox does where a
// page around asks for its frame without a referrer (whatwg/html#11560). A page without an
// origin has the same.
const redacted = "null"

// unnamed stands for such a site in words.
const unnamed = "A site that your browser does not name"

// proofPatience is how long a parent page may take to show its origin by a message.
const proofPatience = 5 * time.Second

// accept decides who the parent page is, by the origin that it says it has and by what the
// browser states of the pages around, the nearest first.
func (f *Frame) accept(said string, stated []string) {
	around := []string{said}
	if len(stated) > 0 {
		around = slices.Clone(stated)
	}
	unproven := around[0] == redacted
	if unproven {
		around[0] = said
	}
	unlisted := func(origin string) bool { return !f.lists(origin) }
	i := slices.IndexFunc(around, unlisted) // a page around the portal's could cover both
	switch {
	case i >= 0:
		f.turnAway(around[i])
	case unproven:
		f.claimed = around[0]
		time.AfterFunc(proofPatience, func() {
			f.page.Post(func() {
				if f.claimed != "" {
					f.claimed = ""
					f.turnAway(redacted)
					f.page.Change()
				}
			})
		})
	default:
		f.parent = around[0]
	}
}

func (f *Frame) turnAway(origin string) {
	if origin == redacted {
		origin = unnamed
	}
	f.page.TurnAway(origin)
}

// from reports whether a message came from the parent page. The first one from the origin
// that the page said it has shows that it has it.
func (f *Frame) from(e app.Value) bool {
	if !e.Get("source").Equal(app.Window().Get("parent")) {
		return false
	}
	origin := e.Get("origin").String()
	if f.claimed != "" && origin == f.claimed {
		f.parent, f.claimed = f.claimed, ""
		f.page.Post(func() {
			if f.ready {
				f.load()
			}
		})
	}
	return f.parent != "" && origin == f.parent
}

// lists reports whether pages of an origin may show the frame.
func (f *Frame) lists(origin string) bool { return slices.Contains(f.allowed, origin) }

// A Parent is what the frame knows of the page around it.
type Parent struct {
	Known  bool   // it was found out, or that there is none that can be
	Origin string // of a page that may receive messages; "" for none
	Own    bool   // it is of this site itself, whose scripts a browser lets look into the frame
}

// Parent says who shows the frame.
func (f *Frame) Parent() Parent {
	return Parent{Known: f.allowed != nil && f.claimed == "", Origin: f.parent, Own: f.parent != "" && f.parent == browser.Origin()}
}

// sayReady tells the parent page that it may send data, once.
func (f *Frame) sayReady() {
	if f.ready || f.allowed == nil || !f.page.Ready() {
		return
	}
	f.ready = true
	f.say("ready", nil)
	f.say("resize", map[string]any{"height": frameHeight(app.Window().Get("innerWidth").Int()), "heights": heightsByWidth()})
	if f.claimed == "" {
		f.load()
	}
}

// load loads the table that the frame's address names, if it names one.
func (f *Frame) load() {
	if f.DataName() == "" || f.query.carriesToken() {
		f.Fetcher.FromAddress(f.query)
	}
}

// say sends one of four messages to the parent page, and to no other: the browser delivers
// it to no page of another origin. Before the parent page has shown its origin only the
// first two are sent, as they are the same for everybody.
func (f *Frame) say(kind string, more map[string]any) {
	to := f.parent
	if to == "" {
		to = f.claimed
	}
	if to == "" {
		return
	}
	m := map[string]any{"privatepca": messageVersion, "type": kind}
	for name, value := range more {
		m[name] = value
	}
	app.Window().Get("parent").Call("postMessage", m, to)
}

// listen takes messages of the parent page, if its origin is allowed.
func (f *Frame) listen() {
	browser.Listen("message", func(e app.Value) {
		if !f.from(e) || !f.hears() {
			return
		}
		data := e.Get("data")
		text, ok := textOf(data)
		if !ok {
			return
		}
		m, err := ReadMessage(text)
		if err != nil {
			return
		}
		var file app.Value
		if m.File != nil {
			file = data.Get("file")
		}
		f.page.Post(func() { f.take(m, file) })
	})
}

// hears counts a message, and reports whether it is to be read. The visitor learns of the first one that is not.
func (f *Frame) hears() bool {
	f.heard++
	if f.heard == maxMessages+1 {
		f.page.Post(func() {
			f.page.Fail(fmt.Sprintf("The portal around this frame sent more than %d messages. No more of them are read.", maxMessages),
				"What you have open stays as it is. Reload the portal’s page to begin again.", "", nil)
		})
	}
	return f.heard <= maxMessages
}

// textOf is what an object of another page says, as JSON in which {} stands for a file.
// What cannot be a message is not turned into text, however long it is.
func textOf(data app.Value) (text []byte, ok bool) {
	defer func() { ok = recover() == nil && ok }() // a cycle, or a number that JSON has not
	window := app.Window()
	if data.Type() != app.TypeObject || data.Get("privatepca").Type() != app.TypeNumber || window.Get("Array").Call("isArray", data).Bool() {
		return nil, false
	}
	keys := window.Get("Object").Call("keys", data)
	if keys.Length() > len(messageFields) {
		return nil, false
	}
	message := window.Get("Object").New()
	for i := range keys.Length() {
		key := keys.Index(i).String()
		value := data.Get(key)
		switch {
		case !slices.Contains(messageFields, key),
			value.Type() == app.TypeString && characters(value) > maxMessage,
			key == "file" && !value.InstanceOf(window.Get("Blob")),
			key != "schema" && key != "file" && value.Type() == app.TypeObject:
			return nil, false
		case key == "file":
			value = window.Get("Object").New()
		}
		message.Set(key, value)
	}
	out := window.Get("JSON").Call("stringify", message)
	if characters(out) > maxMessage {
		return nil, false
	}
	return []byte(out.String()), true
}

// characters counts those of a text that stays in the browser's hands.
func characters(text app.Value) int { return app.Window().Call("Object", text).Get("length").Int() }

// take does what a message asks for. Nothing is answered.
func (f *Frame) take(m *Message, file app.Value) {
	f.spoken = true
	if m.Type == "params" {
		f.page.Limit(m.EpsilonMax, m.DeltaMax)
		f.lend(m.Budget)
		setTheme(m.Theme)
		if f.DataName() == "" && !f.page.HasFile() {
			if text := m.schemaText(); text != nil {
				f.Fetcher.describe(describedBy(f.parent, statedIn(text), m.SchemaURL))
			}
		}
		f.page.Change()
		return
	}
	if f.DataName() != "" || !f.page.Idle() || !f.page.Ready() {
		return // what the visitor has seen the name of is not swapped
	}
	if file == nil {
		f.Fetcher.again = func() { f.Fetcher.Fetch(m.URL, m.Name) }
		f.Fetcher.Again()
		return
	}
	name := m.Name
	if n := file.Get("name"); name == "" && n.Truthy() {
		name = n.String()
	}
	f.open(client.NamedFile{Handle: file, Name: name, Size: int64(file.Get("size").Float())}, f.Fetcher.described)
}

// Receives reports whether the parent page can be handed a release: it is allowed, and
// has spoken to the frame.
func (f *Frame) Receives() bool { return f.parent != "" && f.spoken }

// HandOver gives a released document to the parent page. It is called after a click that
// counts, see Guard.
func (f *Frame) HandOver(document []byte) {
	f.handed = string(document)
	f.say("released", map[string]any{"document": f.handed})
	f.page.Change()
}

// Handed reports whether the parent page was given this document last.
func (f *Frame) Handed(document []byte) bool { return f.handed != "" && f.handed == string(document) }

// Unlisted is the origin of another site around a page that is not the one for frames, as
// far as the browser tells; "" for none. Such pages are this site's alone.
func Unlisted() string {
	if app.IsServer {
		return ""
	}
	for _, origin := range ancestors() {
		if origin == redacted {
			return unnamed
		}
		if origin != browser.Origin() {
			return origin
		}
	}
	return ""
}

// ancestors are the origins of the pages around, the nearest first, which stay as they
// are; none where the browser does not tell (Firefox).
var ancestors = sync.OnceValue(func() (origins []string) {
	list := app.Window().Get("location").Get("ancestorOrigins")
	if !list.Truthy() {
		return nil
	}
	for i := range list.Length() {
		origins = append(origins, list.Index(i).String())
	}
	return origins
})
