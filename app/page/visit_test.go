//go:build !js

package page_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/job"
	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/wasm/protocol"
)

// A visit is one tab without a browser: the pages as they are mounted, the worker and the forecaster, which the test plays, and a screen that does
// at once what it is asked for.
type visit struct {
	t    *testing.T
	s    *tabtest.State
	p    *Page
	at   string // the page in view
	page app.Composer
	d    app.ClientDispatcher
	next []string // pages that were asked for

	worker, forecaster *player
	log                []string // what happened, for a transcript
	screen             *tabtest.Screen
	store              *tabtest.Texts
	saved              []string // names of files that were saved
	ledger             protocol.Populations
}

// A shown is a screen that draws the page of a visit.
type shown struct {
	*tabtest.Screen
	v *visit
}

func (s shown) Draw()                            { s.v.p.Draw() }
func (s shown) Go(path string)                   { s.v.next = append(s.v.next, path) }
func (s shown) Save(name, _ string, text []byte) { s.v.saved = append(s.v.saved, name) }
func (s shown) Persist(_ bool, done func(bool))  { done(true) }

// A player is a worker that the test plays. It knows whether a request waits for its answer, and logs what it is asked.
type player struct {
	tabtest.Worker
	v    *visit
	name string
	open bool

	starting bool // it has not said hello
	refuses  bool // there are no forecasts
}

func (p *player) Spawn(receive, died func(string)) client.Worker {
	p.Worker.Spawn(receive, died)
	p.open, p.starting = false, true
	return p
}

func (p *player) Terminate() { p.v.logf("%s: ended", p.name) }

func (p *player) Post(envelope string, file client.File) {
	p.Worker.Post(envelope, file)
	p.open = true
	p.v.logf("%s: asked %s", p.name, asked(p.Asked[len(p.Asked)-1], file))
}

// Say answers the open request, or tells how far it is.
func (p *player) Say(kind string, body any) {
	if kind != protocol.TypeProgress {
		p.open = false
	}
	p.v.logf("%s: says %s", p.name, kind)
	p.Worker.Say(kind, body)
}

// Hello says that the worker is ready.
func (p *player) Hello() {
	p.starting = false
	p.Say(protocol.TypeHello, protocol.Hello{Version: protocol.Version, SHA256: strings.Repeat("ab", 32)})
}

// Die ends the worker, as a browser does.
func (p *player) Die(reason string) {
	p.v.logf("%s: died", p.name)
	p.Died(reason)
}

func (v *visit) logf(format string, args ...any) { v.log = append(v.log, fmt.Sprintf(format, args...)) }

// asked is a request with the essentials of its body: texts of schemas, documents and lists of numbers are long, so what they hold is counted.
func asked(e protocol.Envelope, file client.File) string {
	var body any
	if err := json.Unmarshal(e.Body, &body); err != nil {
		panic(err)
	}
	text, err := json.Marshal(essence(body))
	if err != nil {
		panic(err)
	}
	out := e.Type + " " + string(text)
	if file != nil {
		out += fmt.Sprintf(" of %v", file)
	}
	return out
}

// essence leaves out what is long.
func essence(x any) any {
	switch x := x.(type) {
	case map[string]any:
		for key, value := range x {
			x[key] = essence(value)
		}
	case []any:
		if len(x) > 12 {
			return fmt.Sprintf("%d items", len(x))
		}
		for i, value := range x {
			x[i] = essence(value)
		}
	case string:
		if len(x) > 200 {
			return fmt.Sprintf("%d bytes", len(x))
		}
	}
	return x
}

// arrive begins a visit at a page, over what the browser keeps; nil where it keeps nothing.
func arrive(t *testing.T, path string, store *tabtest.Texts) *visit {
	t.Helper()
	v := &visit{t: t, screen: &tabtest.Screen{}, store: store}
	v.worker, v.forecaster = &player{v: v, name: "worker"}, &player{v: v, name: "forecaster"}
	v.s = tabtest.Over(v.worker, shown{v.screen, v}, v.screen)
	v.p = v.s.Page
	v.p.Forecasts(v.forecaster)
	if store != nil {
		v.s.Page.Keeps(store)
	}
	v.to(path)
	then := job.Msg(job.Changed{})
	if path == ResultPath {
		then = job.Reopen{}
	}
	v.p.Deliver(job.ReadKept{Then: then})
	v.s.Settled = true
	v.s.Client().Start()
	v.worker.Hello()
	v.settle()
	t.Cleanup(func() { v.d.Close() })
	return v
}

// to shows a page, as a link does.
func (v *visit) to(path string) {
	if v.d != nil {
		v.d.Close()
	}
	v.at, v.page = path, v.p.At(path)
	v.d = app.NewClientTester(v.page)
	v.d.Nav(&url.URL{Path: path})
	v.d.Consume()
	v.settle()
}

// settle shows the pages that were asked for, and draws what changed.
func (v *visit) settle() {
	for len(v.next) > 0 {
		path := v.next[0]
		v.next = v.next[1:]
		v.to(path)
	}
	v.d.Consume()
}

// html is the page in view.
func (v *visit) html() string {
	v.settle()
	return app.HTMLString(v.page)
}

// Answers that a usual worker gives.
var (
	opened   = protocol.Opened{Name: "clinic.csv", Size: 1234, Columns: []string{"age", "sex"}}
	prepared = protocol.Prepared{Records: 42, Features: []string{"age", "sex=f", "sex=m"}, Irregularities: []protocol.Irregularity{
		{Kind: "unparsable", Column: "age", Count: 2, FirstLine: 17, Treatment: "each counts as the midpoint"},
	}}
	balanced = protocol.Balanced{Fingerprint: "abcd", Delta: 1e-6, Cap: 2, After: 1, AfterMu: .27, Plain: 1, Most: 2, Next: .7}
)

// twoReleases is a ledger of one population with two releases.
func twoReleases() protocol.Populations {
	return protocol.Populations{Populations: []protocol.Population{{
		Names: []string{"panel"}, Fingerprints: []string{"abcd"}, Relation: "replace-one", RowsPerPerson: 1, Delta: 1e-6, Cap: 2, Spent: 1.23, Mu: .33, Plain: 1.5, Next: .6,
		Entries: []protocol.LedgerEntry{
			{ID: "first", Kind: "spend", Time: "2026-01-01T00:00:00Z", Mechanism: "gaussian", Epsilon: .5, Delta: 1e-6, Claim: "exact arithmetic", Document: true},
			{ID: "second", Kind: "spend", Time: "2026-02-01T00:00:00Z", Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Claim: "exact arithmetic", Document: true},
		},
	}}}
}

// ready answers everything that stands open and that a visit asks by itself: the ledger, the balance, the forecast. What takes a worker time is
// left to the test.
func (v *visit) ready() {
	v.t.Helper()
	for range 20 {
		said := v.answer(v.worker) || v.answer(v.forecaster)
		v.settle()
		if !said {
			return
		}
	}
	v.t.Fatal("there is no end of requests")
}

// answer answers one open request that needs no decision; false where there is none.
func (v *visit) answer(h *player) bool {
	if h.starting {
		h.Hello()
		return true
	}
	if !h.open {
		return false
	}
	switch h.Last() {
	case protocol.LedgerRequest.Name:
		h.Say(h.Last(), v.ledger)
	case protocol.BalanceRequest.Name:
		h.Say(h.Last(), balanced)
	case protocol.ForecastRequest.Name:
		if h.refuses {
			h.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "There is no forecast for these facts: a test says so."})
			return true
		}
		h.Say(h.Last(), tabtest.Forecast())
	case protocol.ImportRequest.Name:
		var in protocol.Import
		if h.Read(v.t, h.Last(), &in); !in.Session {
			return false
		}
		h.Say(h.Last(), protocol.Populations{})
	case protocol.DescribeRequest.Name:
		h.Say(h.Last(), protocol.Described{})
	default:
		return false
	}
	return true
}

// say answers the worker's open request.
func (v *visit) say(kind string, body any) {
	v.worker.Say(kind, body)
	v.settle()
}

// open chooses the usual table, whose header the worker gives.
func (v *visit) open() {
	v.s.Received([]client.NamedFile{{Handle: "handle", Name: "clinic.csv", Size: 1234}})
	v.ready()
	v.say(protocol.OpenRequest.Name, opened)
	v.ready()
}

// prepare goes through the answers to the privacy page, and has the file read.
func (v *visit) prepare() {
	tabtest.Answer(v.s)
	v.s.Change()
	v.to(PrivacyPath)
	v.ready()
	v.say(protocol.PrepareRequest.Name, prepared)
	v.ready()
}

// leave presses the button of the error in the way.
func (v *visit) leave() { v.p.Deliver(Leave{Leads[v.s.Notice.Fault.Action]}) }
