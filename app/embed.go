package app

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/goapp"
)

// EmbedPath is the address of the page that other sites show in a frame. It is a
// document of its own, since its policy is: it may fetch records from one origin.
//
// Everything happens in this one document. The page around it can count the entries of
// the history and the frames, so steps make neither: goTo draws another page's
// component in place.
const EmbedPath = "/embed"

// A host is the page around the frame, or nobody where the address was opened by itself.
type host struct {
	s     *State
	site  *Site
	path  string // of the page that is drawn
	page  *embedPage
	query app.Value // the address's own parameters

	parent   string   // origin of the page around; "" for none that is allowed
	stranger string   // origin of a page around that is not allowed; "" where none is known
	allowed  []string // origins that the deployer allows; nil until known
	spoken   bool     // the page around has said something: it can be handed a release
	said     bool     // ready was sent
	name     string   // of the data that is open; binds until the visitor starts over
	fetching *fetching
	again    func() // fetches what could not be had; nil for nothing
	refusal  string // why a click did not count
	handed   string // the document that was handed over
	guard    guard
}

// enterFrame makes the site one in a frame, where the page is the one for frames.
func enterFrame(site *Site) {
	if app.IsServer || strings.TrimSuffix(app.Window().Get("location").Get("pathname").String(), "/") != browser.At(EmbedPath) {
		return
	}
	location := app.Window().Get("location")
	s := site.State
	site.Host = &host{s: s, site: site, path: "/", query: app.Window().Get("URLSearchParams").New(location.Get("search"))}
	h := site.Host
	h.s.draft.limits.lower(h.number("epsilon-max"), h.number("delta-max"))
	if k := h.number("k"); k != nil && *k >= 1 && *k < 1e6 {
		h.s.draft.limits.k = int(*k)
	}
	h.theme(h.param("theme"))
	h.hideAddress()
	s.draft.choices = newChoices(s.draft.limits)
}

// hideAddress gives the frame an address that the page around does not know, without an
// entry in the history. Whoever knows it could add the name of an element, "#hand-over",
// and tell from where the focus goes whether there is such an element, that is, how far
// the visitor is. It also takes out all that may hold a signature or a key.
func (h *host) hideAddress() {
	window := app.Window()
	rest := window.Get("URLSearchParams").New()
	for _, name := range []string{"host", "epsilon-max", "delta-max", "k", "lang", "theme"} {
		if value := h.param(name); value != "" {
			rest.Call("set", name, value)
		}
	}
	if data := dataOrigins(); len(data) == 1 { // of a list the deployer knows
		rest.Call("set", "data", data[0])
	}
	random := window.Get("crypto").Call("getRandomValues", window.Get("Uint32Array").New(4))
	rest.Call("set", "frame", random.Call("join", "-"))
	window.Get("history").Call("replaceState", nil, "", browser.At(EmbedPath)+"?"+rest.Call("toString").String())
}

// param is a parameter of the frame's address; "" for none.
func (h *host) param(name string) string {
	if v := h.query.Call("get", name); v.Truthy() {
		return v.String()
	}
	return ""
}

func (h *host) number(name string) *float64 {
	if x, ok := parseNumber(h.param(name)); ok && x >= 0 {
		return &x
	}
	return nil
}

func (h *host) theme(name string) {
	root := app.Window().Get("document").Get("documentElement")
	switch name {
	case "light", "dark":
		root.Call("setAttribute", "data-theme", name)
	case "auto":
		root.Call("removeAttribute", "data-theme")
	}
}

// embedPage draws the page of the step that is reached, in place.
type embedPage struct {
	app.Compo
	site  *Site
	shown app.Composer
}

func (p *embedPage) Render() app.UI { return app.Div().Class("embedded").Body(p.shown) }

// OnNav comes before that of the page within, which begins the session.
func (p *embedPage) OnNav(app.Context) {
	if p.site.Host != nil {
		p.site.Host.page = p
	}
}

// begin binds the session to the frame.
func (h *host) begin(root app.Context) {
	s := h.s
	screen := h.site.Screen
	screen.Path = func() string { return browser.At(h.path) }
	screen.Navigate = func(path string) {
		root.Dispatch(func(app.Context) {
			path, id, _ := strings.Cut(path, "#")
			if path != h.path || h.page.shown == nil {
				h.path, h.page.shown = path, pageAt(h.site, path)
			}
			h.page.Update()
			root.Defer(func(ctx app.Context) {
				h.page.shown.(app.Navigator).OnNav(ctx)
				screen.Draw()
				root.Defer(func(app.Context) { h.guardButtons() })
				if id != "" {
					browser.Focus(id)
				}
			})
		})
	}
	known := append(stepPaths(), helpPath, practicePath, ledgerPath)
	goapp.CatchLinks(func(path string) bool { return slices.Contains(known, path) }, func(path string) {
		s.screen.Post(func() { s.screen.Go(path) })
	})
	h.listen()
	h.learnHosts()
}

// learnHosts asks the site who may speak to the frame, and greets that page.
func (h *host) learnHosts() {
	nobody := func(app.Value) { h.s.screen.Post(func() { h.greet(nil) }) }
	client.Await(app.Window().Call("fetch", browser.At("/embed.json")), func(response app.Value) {
		client.Await(response.Call("text"), func(text app.Value) {
			var list struct {
				Hosts []string `json:"hosts"`
			}
			json.Unmarshal([]byte(text.String()), &list) // unreadable: nobody may
			h.s.screen.Post(func() { h.greet(list.Hosts) })
		}, nobody)
	}, nobody)
}

// greet finds out who shows the frame. Who says so could lie, but what is sent to an
// origin reaches no other.
func (h *host) greet(hosts []string) {
	h.allowed = append(hosts, app.Window().Get("location").Get("origin").String())
	if !browser.Framed() {
		h.s.Change()
		return
	}
	around := []string{h.param("host")}
	if u, err := urlOf(app.Window().Get("document").Get("referrer")); around[0] == "" && err == nil {
		around[0] = u.Get("origin").String()
	}
	if told := ancestors(); len(told) > 0 {
		around = told
	}
	unknown := func(origin string) bool { return !slices.Contains(h.allowed, origin) }
	if i := slices.IndexFunc(around, unknown); i < 0 { // a page around the portal's could cover both
		h.parent = around[0]
	} else {
		h.stranger = around[i]
		h.s.barred = true
	}
	h.s.Change()
}

// ownOrigin reports whether the page around is of this site itself, whose scripts a
// browser lets look into the frame.
func (h *host) ownOrigin() bool {
	return h.parent != "" && h.parent == app.Window().Get("location").Get("origin").String()
}

// changed follows what the session did.
func (h *host) changed() {
	h.sayReady()
	h.s.screen.Drawn(h.guardButtons)
}

// sayReady tells the page around that it may send data, once.
func (h *host) sayReady() {
	if h.said || h.allowed == nil || !h.s.ready() {
		return
	}
	h.said = true
	h.say("ready", nil)
	h.say("resize", map[string]any{"height": frameHeight(app.Window().Get("innerWidth").Int()), "heights": heightsByWidth()})
	h.loadFromAddress()
}

// say sends one of four messages to the page around, and to no other.
func (h *host) say(kind string, more map[string]any) {
	if h.parent == "" {
		return
	}
	m := map[string]any{"privatepca": embedVersion, "type": kind}
	for name, value := range more {
		m[name] = value
	}
	app.Window().Get("parent").Call("postMessage", m, h.parent)
}

// listen takes messages of the page around, if its origin is allowed.
func (h *host) listen() {
	app.Window().Call("addEventListener", "message", app.FuncOf(func(_ app.Value, args []app.Value) any {
		e := args[0]
		if h.parent == "" || e.Get("origin").String() != h.parent || !e.Get("source").Equal(app.Window().Get("parent")) {
			return nil
		}
		data := e.Get("data")
		text, ok := textOf(data)
		if !ok {
			return nil
		}
		m, err := readMessage(text)
		if err != nil {
			return nil
		}
		var file app.Value
		if m.File != nil {
			file = data.Get("file")
		}
		h.s.screen.Post(func() { h.take(m, file) })
		return nil
	}))
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
func (h *host) take(m *hostMessage, file app.Value) {
	s := h.s
	h.spoken = true
	if m.Type == "params" {
		h.s.draft.limits.lower(m.EpsilonMax, m.DeltaMax)
		h.theme(m.Theme)
		if h.name == "" && s.worker.file == nil {
			if m.K != nil {
				h.s.draft.limits.k = *m.K
			}
			if text := m.schemaText(); text != nil {
				s.offered = h.describedBy(statedIn(text), m.SchemaURL)
			}
		}
		s.Change()
		return
	}
	if h.name != "" || s.worker.file != nil || s.worker.opening != nil || s.result.document != nil || !s.ready() {
		return // what the visitor has seen the name of is not swapped
	}
	if file == nil {
		h.again = func() { h.fetch(m.URL, m.Name) }
		h.tryAgain()
		return
	}
	name := m.Name
	if n := file.Get("name"); name == "" && n.Truthy() {
		name = n.String()
	}
	h.open(file, name, s.offered)
}

// open reads a file as if the visitor had chosen it.
func (h *host) open(file app.Value, name string, came Offered) {
	if name = shownName(name); name == "" {
		name = "the portal’s table"
	}
	h.name, h.again = name, nil
	h.s.chosen(client.NamedFile{Handle: file, Name: name, Size: int64(file.Get("size").Float())}, came.Schema, came)
}

// leave ends what the visitor began, at his own click, and says so.
func (h *host) leave() {
	s := h.s
	h.stopFetching()
	s.worker.client.Restart()
	s.lost()
	s.worker.file, s.result, s.waiting, s.practice, s.notice = nil, Result{}, nil, nil, Notice{}
	s.worker.closed = false
	h.name, h.handed, h.refusal = "", "", ""
	s.draft.choices = newChoices(s.draft.limits)
	h.say("cancelled", nil)
	s.screen.Go("/")
}

// dataName is what the open data is called: the portal's, or the visitor's own file.
func (h *host) dataName() string {
	if f := h.s.worker.file; f != nil {
		return f.Name
	}
	return h.name
}
