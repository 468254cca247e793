// Package tabtest gives tests the page of a tab with a worker that the test plays, and a screen
// that draws nothing.
package tabtest

import (
	"encoding/json"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/effect"
	"privatepca/app/forecast"
	"privatepca/app/job"
	"privatepca/app/page"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// A Worker is a browser whose worker the test plays.
type Worker struct {
	receive func(string)
	Died    func(string)
	Asked   []protocol.Envelope
	Files   []client.File
	Workers int
}

// Load has the program at once.
func (h *Worker) Load(then func(error)) { then(nil) }

// Prepare has nothing to fetch.
func (h *Worker) Prepare(file client.NamedFile, _ bool, then func(client.File, error)) {
	then(file.Handle, nil)
}

// After never comes.
func (h *Worker) After(time.Duration, func()) func() { return func() {} }

// Terminate does nothing: the test plays on.
func (h *Worker) Terminate() {}

// Spawn starts another worker, which the test plays, too.
func (h *Worker) Spawn(receive, died func(string)) client.Worker {
	h.receive, h.Died = receive, died
	h.Workers++
	return h
}

// Post keeps what the worker is asked.
func (h *Worker) Post(envelope string, file client.File) {
	var e protocol.Envelope
	if err := json.Unmarshal([]byte(envelope), &e); err != nil {
		panic(err)
	}
	h.Asked, h.Files = append(h.Asked, e), append(h.Files, file)
}

// Say answers the last request.
func (h *Worker) Say(kind string, body any) {
	b, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	e := protocol.Envelope{Type: kind, Body: b}
	if kind != protocol.TypeHello {
		e.ID = h.Asked[len(h.Asked)-1].ID
	}
	text, _ := json.Marshal(e)
	h.receive(string(text))
}

// Hello says that the worker is ready.
func (h *Worker) Hello() {
	h.Say(protocol.TypeHello, protocol.Hello{Version: protocol.Version, SHA256: strings.Repeat("ab", 32)})
}

// Last is the name of the last request; "" for none.
func (h *Worker) Last() string {
	if len(h.Asked) == 0 {
		return ""
	}
	return h.Asked[len(h.Asked)-1].Type
}

// A Screen screen draws nothing, and does at once what it is asked for.
type Screen struct {
	went *[]string // the pages it was sent to; nil where nobody asks
	draw func()    // nil for nothing

	Stops bool              // whatever work is begun, the visitor stops
	Text  []byte            // of every small file; nil where none is read
	Texts map[string][]byte // of small files by their names, before Text
	Sheet string            // the sheet of a workbook that is a list of variables; "" for none

	Saved   []Saved                     // what was saved
	Copied  []string                    // what was put on the clipboard
	Closed  bool                        // the clipboard is closed to the page
	Typed   map[string]client.NamedFile // what stands in text controls
	Theme   string
	Reloads int    // how often the page was to be loaded anew
	Focused string // the id that the focus was given to last
}

// A Saved is a file that was saved: a text, or the SVG of a picture.
type Saved struct{ Name, Text string }

// OnDraw has the screen call f where something changed.
func (p *Screen) OnDraw(f func()) { p.draw = f }

// Going is a screen that keeps where it was sent.
func Going(went *[]string) *Screen { return &Screen{went: went} }

// Draw calls what the test gave.
func (p *Screen) Draw() {
	if p.draw != nil {
		p.draw()
	}
}

// Go keeps where it was sent.
func (p *Screen) Go(path string) {
	if p.went != nil {
		*p.went = append(*p.went, path)
	}
}

// A State is the page of a tab that is not drawn, with its model, which a test may write.
type State struct {
	*job.Model
	Page   *page.Page
	Screen *Screen
	of     *page.Model
}

// New is the page of a tab on which nothing was done.
func New(host client.Host, screen *Screen) *State { return Over(host, screen, screen) }

// Over is New, with another browser over the screen.
func Over(host client.Host, b page.Browser, screen *Screen) *State {
	m := &page.Model{Job: job.New()}
	return &State{&m.Job, page.Of(m, host, b), screen, m}
}

// Deliver has the page take a message.
func (s *State) Deliver(msg effect.Msg) { s.Page.Deliver(msg) }

// Change has the page follow what the test wrote.
func (s *State) Change() { s.Deliver(job.Changed{}) }

// Do does something to the open table.
func (s *State) Do(act job.Act) { s.Deliver(job.Do{Act: act}) }

// Account is the account of the release that is described.
func (s *State) Account() account.Model { return s.Paying() }

// Result is the release in view.
func (s *State) Result() result.Model { return s.of.Result }

// Forecast is what is known of what the release gives.
func (s *State) Forecast() forecast.Model { return s.of.Forecast }

// Practice is what the page of practice knows.
func (s *State) Practice() practice.Model { return s.of.Practice }

// Client is the page's end of the protocol.
func (s *State) Client() *client.Client { return s.Page.Worker() }

// Release presses the button that spends.
func (s *State) Release() { s.Deliver(job.Release{}) }

// Cancel presses the one that ends it.
func (s *State) Cancel() { s.Deliver(job.Cancel{}) }

// Prepare has the worker read the file, and reports whether the answers allow it.
func (s *State) Prepare() bool {
	s.Deliver(job.Prepare{})
	return s.Model.Worker.Job != nil || s.Model.Worker.Prepared != nil
}

// Received takes files of one gesture.
func (s *State) Received(files []client.NamedFile) { s.Deliver(job.Received{Files: files}) }

// ChooseTable opens a table with its schema.
func (s *State) ChooseTable(f client.NamedFile, schema []byte) {
	s.Deliver(job.ChooseTable{File: f, Schema: schema})
}

// Open opens a file, of which the site around the page says this.
func (s *State) Open(f client.NamedFile, schema []byte, came job.Offered) {
	s.Deliver(job.Open{File: f, Schema: schema, Came: came})
}

// Adopt takes over a text for the open file.
func (s *State) Adopt(text []byte) { s.Deliver(job.Adopt{Text: text}) }

// ReadAs opens the open file again.
func (s *State) ReadAs(part string, d *schema.Dialect) { s.Deliver(job.ReadAs{Part: part, Dialect: d}) }

// Show puts a release in view, as its curator left it, and reports whether it is one.
func (s *State) Show(r protocol.Released, config []byte) bool {
	e, err := release.Open([]byte(r.Document), func() {})
	if err == nil {
		s.Deliver(job.Shown{Edition: e.Restored([]byte(r.Decisions)), Entry: r.Entry, Config: config, Seen: s.Keeping.Seen})
	}
	return err == nil
}

// Opened gives a session with a file of two columns open.
func Opened(t testing.TB) (*State, *Worker, *[]string) {
	t.Helper()
	h, went := &Worker{}, &[]string{}
	s := New(h, &Screen{went: went})
	s.Client().Start()
	h.Hello()
	s.Open(client.NamedFile{Handle: "handle", Name: "clinic.csv", Size: 1234}, nil, job.Offered{})
	if h.Last() != protocol.OpenRequest.Name || h.Files[len(h.Files)-1] != "handle" {
		t.Fatalf("asked %q, want open with the file", h.Last())
	}
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
	return s, h, went
}

// Answer fills in everything that is asked about the two columns, for the raw second
// moment.
func Answer(s *State) {
	a := &s.Draft.Answers
	drafttest.Answer(a,
		draft.ChooseRule{Rule: schema.Clip}, draft.SetKind{Column: 0, Kind: draft.Number}, draft.SetMin{Column: 0, Text: "0"},
		draft.SetMax{Column: 0, Text: "110"}, draft.SetKind{Column: 1, Kind: draft.Category}, draft.SetLevels{Column: 1, Lines: "f\nm"},
		draft.SetUnit{Unit: draft.UnitRow})
}

// Document is a document of k directions of three features, as a worker writes it.
func Document(t testing.TB, k int) []byte {
	t.Helper()
	g, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(privacy.ReplaceOne, schema.Scale, 1), 6, privacy.Budget{Epsilon: 1, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	s := schema.New(
		schema.Field{Name: "age", Kind: schema.Number, Minimum: 0, Maximum: 110},
		schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"f", "m"}},
	)
	s.NormBound = 1.4
	const n = 42
	values := []float64{.5 * n / 1.96, .2 * n / 1.96, -.1 * n / 1.96}
	d := release.New(release.Output{
		Mechanism: method.Default, Cost: privacy.Cost{Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact},
		Parts: []privacy.Part{{Step: method.StepSecondMoment, Mechanism: method.Default, Epsilon: 1, Delta: 1e-6, Rho: g.Rho, Claim: privacy.Exact, Law: g.Law("1/s²", true)}},
		Noise: g.Law("1/s²", true).Noise(), Basis: [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}[:k], Values: values[:k], Spectrum: values,
	}, release.Setting{
		Schema: s, Scale: schema.Scale, Relation: privacy.ReplaceOne, Persons: n,
		Software: release.Software{Version: "test"}, Now: time.Date(2025, 1, 2, 0, 0, 0, 0, time.UTC),
	})
	b, err := release.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Focus keeps where the focus is.
func (p *Screen) Focus(id string) { p.Focused = id }

// Post runs f at once.
func (*Screen) Post(f func()) { f() }

// Later runs f at once.
func (*Screen) Later(f func()) { f() }

// Drawn runs f at once.
func (*Screen) Drawn(f func()) { f() }

// Pause does nothing.
func (*Screen) Pause() {}

// Work runs f at once, on a goroutine of its own; where the test stops it, f ends as soon as it gives the browser its turn.
func (p *Screen) Work(name string, f func(at func(share float64))) (whole bool) {
	over := make(chan struct{})
	go func() {
		defer close(over)
		f(func(float64) {
			if p.Stops {
				runtime.Goexit()
			}
		})
		whole = true
	}()
	<-over
	return whole
}

// Requests counts none.
func (*Screen) Requests() int { return 0 }

// Persist answers nothing.
func (*Screen) Persist(bool, func(bool)) {}

// Save keeps what is saved.
func (p *Screen) Save(name, _ string, text []byte) {
	p.Saved = append(p.Saved, Saved{name, string(text)})
}

// SavePNG keeps the drawing that is saved.
func (p *Screen) SavePNG(name, svg string, _, _ int) { p.Saved = append(p.Saved, Saved{name, svg}) }

// Copy keeps what is copied, where the clipboard is open.
func (p *Screen) Copy(text string, done func(bool)) {
	if !p.Closed {
		p.Copied = append(p.Copied, text)
	}
	done(!p.Closed)
}

// TakeText gives what the test gave.
func (p *Screen) TakeText(id string) (client.NamedFile, bool) {
	f, ok := p.Typed[id]
	delete(p.Typed, id)
	return f, ok
}

// FetchText gives the text that the test gave, at once.
func (p *Screen) FetchText(path string, done func(string, bool)) {
	text, ok := p.Texts[path]
	done(string(text), ok)
}

// FetchFile gives a file of that name, where the test gave its text.
func (p *Screen) FetchFile(path, name string, done func(client.NamedFile, bool)) {
	_, ok := p.Texts[path]
	done(client.NamedFile{Handle: name, Name: name}, ok)
}

// MakeFile gives a file of that name, and keeps the text.
func (p *Screen) MakeFile(name, text string) client.NamedFile {
	p.Texts[name] = []byte(text)
	return client.NamedFile{Handle: name, Name: name, Size: int64(len(text))}
}

// SetTheme keeps the theme.
func (p *Screen) SetTheme(theme string) { p.Theme = theme }

// Reload counts.
func (p *Screen) Reload() { p.Reloads++ }

// Update counts.
func (p *Screen) Update() { p.Reloads++ }

// ReadText gives the text that the test gave, at once.
func (p *Screen) ReadText(f client.NamedFile, _ int64, done func([]byte, error)) {
	if text, given := p.Texts[f.Name]; given {
		done(text, nil)
	} else if p.Text != nil {
		done(p.Text, nil)
	}
}

// Describe gives the text that the test gave, at once.
func (p *Screen) Describe(f client.NamedFile, most int64, done func([]byte, error)) {
	p.ReadText(f, most, done)
}

// Codebook gives the sheet and the text that the test gave, at once.
func (p *Screen) Codebook(_ client.NamedFile, _ string, most int64, done func(string, []byte, error)) {
	if most == 0 {
		done(p.Sheet, nil, nil)
		return
	}
	done(p.Sheet, p.Text, nil)
}

// Facts are what the last request, for a forecast, is about.
func (h *Worker) Facts(t testing.TB) (f protocol.Forecast) {
	t.Helper()
	h.Read(t, protocol.ForecastRequest.Name, &f)
	return f
}

// Read reads the body of the last request, which must be of that name.
func (h *Worker) Read(t testing.TB, name string, body any) {
	t.Helper()
	if h.Last() != name {
		t.Fatalf("asked %q, want %q", h.Last(), name)
	}
	if err := json.Unmarshal(h.Asked[len(h.Asked)-1].Body, body); err != nil {
		t.Fatal(err)
	}
}

// UnderMean is a session at the privacy page under the norm rule mean, whose second column is a number.
func UnderMean(t testing.TB) *State {
	t.Helper()
	s := AtPrivacy(t)
	a := &s.Draft.Answers
	drafttest.Answer(a,
		draft.ChooseRule{Rule: schema.Mean}, draft.SetKind{Column: 1, Kind: draft.Number}, draft.SetMin{Column: 1, Text: "0"},
		draft.SetMax{Column: 1, Text: "9"})
	s.Draft.Choices.K = typed.ReadCount("1")
	return s
}

// WithForecast gives a session at the privacy page a forecaster that the test plays.
func WithForecast(t testing.TB) (*State, *Worker) {
	t.Helper()
	s := AtPrivacy(t)
	h := &Worker{}
	s.Page.Forecasts(h)
	s.Change()
	h.Hello()
	return s, h
}

// Forecast is a forecast in which every curve rises from 0 at ε = .001 to 1 at 100,
// straight in log ε, pure noise being 1/ε wide. Of those that need a δ and are never proposed there is none.
func Forecast() protocol.Forecasted {
	var out protocol.Forecasted
	shares, widths, flat := make([]float64, len(draft.Epsilons)), make([]float64, len(draft.Epsilons)), make([]float64, len(draft.Epsilons))
	preferred := make([]string, len(draft.Epsilons))
	for i, e := range draft.Epsilons {
		shares[i], widths[i], flat[i], preferred[i] = float64(i)/float64(len(draft.Epsilons)-1), 1/e, .04, method.Default
	}
	for _, m := range method.All() {
		c := protocol.ForecastCurve{Mechanism: m.Name}
		switch {
		case m.Free():
			c.Shares, c.Widths = flat, widths
		case !m.NeedsDelta() || m.Rank > 0:
			c.Shares, c.Widths, c.Reaches, c.Hopes = shares, widths, math.Pow(10, 1.5), math.Pow(10, 1.5)
		}
		c.Low, c.Top, c.High = c.Shares, c.Shares, c.Shares
		out.Curves = append(out.Curves, c)
	}
	out.Preferred, out.Half = preferred, (1+.04)/2
	out.Bounds = protocol.ForecastBounds{Necessary: make([]float64, len(draft.Epsilons)), Sufficient: widths, MODSULQ: widths}
	return out
}

// AtPrivacy is a session with everything answered up to the privacy page.
func AtPrivacy(t testing.TB) *State {
	t.Helper()
	s, h, _ := Opened(t)
	Answer(s)
	s.Prepare()
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42, Irregularities: []protocol.Irregularity{
		{Kind: "unparsable", Column: "age", Count: 2, FirstLine: 17, Treatment: "each counts as the midpoint"},
	}})
	s.Draft.Choices.Seen, s.Draft.Choices.K = true, typed.ReadCount("2")
	return s
}

// Summing answers everything up to the release of one direction and asks for the sum of the file, which the worker has not answered.
func Summing(s *State) {
	Answer(s)
	s.Draft.Choices.Seen, s.Draft.Choices.K = true, typed.ReadCount("1")
	s.Prepare()
}

// Summed is Summing, with the worker's answer.
func Summed(s *State, h *Worker) {
	Summing(s)
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
}

// Number is a pointer to x.
func Number(x float64) *float64 { return &x }

// Lost has the worker replaced by one that knows nothing.
func (s *State) Lost() { s.Deliver(job.StartAfresh{}) }
