package state

import (
	"math"
	"strings"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Practice is what practice mode has found out about one file, which was declared
// public. It lives in memory alone, and nothing of it can be downloaded.
type Practice struct {
	draft   *draft.Draft
	worker  *Worker
	hold    func(ledger string) // takes the ledger that ends with the page
	screen  Screen
	changed func()               // draws what changed
	failed  func(protocol.Error) // shows an error that stands in the way
	prepare func() bool          // has the worker read the file
	restart func()               // ends the worker, and starts another with the same file

	file       *Source
	declared   bool // the file counts as public
	ForSession bool // as long as this tab lives: the browser keeps no declaration
	Sure       bool // the box that confirms a declaration is ticked
	Wanted     bool // it is to be declared as soon as it is prepared
	Refused    string

	K              typed.Count
	Epsilon, Bound typed.Number
	Began          bool   // the results below are of asked, or on their way
	schema         string // under which the file was prepared then
	Asked          Settings
	Truth          *protocol.Truth
	Tries          []Trial         // of each mechanism, in order
	Curves         [][]Trial       // by mechanism of the curves, then by CurveEpsilons
	ClippingPoints []ClippingPoint // by R
	Queue          []experiment    // what is still to be asked
	Doing          string          // what is being asked; "" for nothing
	Done, All      int             // experiments
	Stopped        bool
	run            int // counts: answers of an earlier run are not heard
}

// Settings are what the draws are made under.
type Settings struct {
	K              int
	Epsilon, Delta float64
	bound          float64 // R, 0 for the schema's
	Equal          bool    // every column counts equally, about a private mean
	relation       privacy.Relation
}

// A Trial is one mechanism under one ε and R.
type Trial struct {
	Mechanism string
	epsilon   float64
	Draws     *protocol.Draws // nil until they are there
	Fault     string          // why there are none
}

// A ClippingPoint is one R: what clipping alone costs, and with noise.
type ClippingPoint struct {
	Bound float64
	Truth *protocol.Truth
	Trial Trial
}

// An experiment is one request, and what becomes of its answer.
type experiment struct {
	words string
	ask   protocol.Practice
	done  func(protocol.Practised)
	fault func(protocol.Error) // nil where an error stands in the way
}

// How long each experiment draws: whole pages of them take some seconds, and none less
// than one draw.
const (
	TryDraws, tryMilliseconds     = 10, 600
	pointDraws, pointMilliseconds = 5, 200
)

// CurveEpsilons are the points of the curves over ε.
var CurveEpsilons = []float64{0.01, 0.03, 0.1, 0.3, 1, 3, 10}

// Advance starts what is due, unless an error stands in the way. It is called at every
// change while the page is in view.
func (p *Practice) Advance(blocked bool) {
	if p.worker.Client.Busy() || p.worker.Prepared == nil || blocked {
		return
	}
	switch {
	case p.Doing != "": // its worker is gone
		p.halt()
	case !p.worker.Prepared.Public && (p.Wanted || p.declared) && p.Refused == "":
		p.declare(false)
	case p.worker.Prepared.Public && !(p.Began && p.schema == string(p.worker.Prepared.schema) && p.Asked.Equal == p.settings().Equal) && p.faultAt() == "":
		p.declared = true
		p.start()
	}
}

// declare marks the file as public. Where the browser keeps no ledger, the declaration
// holds as long as this tab.
func (p *Practice) declare(inSession bool) {
	client.Ask(p.worker.Client, protocol.DeclareRequest, protocol.Declare{Session: inSession}, nil, client.Reply[protocol.Declared]{
		Done: func(d protocol.Declared) {
			p.declared, p.ForSession = true, inSession
			if p.worker.Prepared != nil {
				p.worker.Prepared.Public = true
			}
			if d.Session != "" {
				p.hold(d.Session)
			}
			p.changed()
		},
		Failed: func(e protocol.Error) {
			switch {
			case e.Code == protocol.CodeBlocked && !inSession:
				p.declare(true)
				return
			case e.Code != protocol.CodeProtected:
				p.Wanted = false
				p.failed(e)
				return
			}
			p.Refused, p.Wanted = e.Message, false
			p.changed()
		},
	})
}

// start asks for everything anew, under what the fields say.
func (p *Practice) start() {
	p.Began, p.Stopped, p.schema = true, false, string(p.worker.Prepared.schema)
	p.run++
	p.Asked = p.settings()
	p.Truth, p.Tries, p.Curves, p.ClippingPoints = nil, nil, nil, nil
	p.plan(p.draft.Answers.Tally.Features)
	p.experiment()
	p.changed()
}

// settings are those of the fields, which have no fault.
func (p *Practice) settings() Settings {
	c := &p.draft.Choices
	out := Settings{Epsilon: p.Epsilon.Or(1), relation: c.Relation, K: int(p.K.Or(1))}
	out.Delta = c.UsableDelta()
	out.Equal = p.draft.Answers.Rule == schema.Mean && draft.Correlates(p.draft)
	if p.draft.Answers.Rule == schema.Clip {
		out.bound = p.Bound.Or(0)
	}
	if p.draft.Answers.Rule == schema.Pairs {
		out.relation = privacy.ReplaceOne
	}
	return out
}

// plan lists what will be asked. What to clip at is known once the truth is.
func (p *Practice) plan(d int) {
	p.Queue = []experiment{{words: "Reading the truth", ask: p.ask("", 0, p.Asked.bound), done: func(a protocol.Practised) {
		p.Truth = a.Truth
		p.planCuts()
	}}}
	for _, m := range method.All() {
		p.Tries = append(p.Tries, Trial{Mechanism: m.Name, epsilon: p.Asked.Epsilon})
	}
	for i := range p.Tries {
		a := &p.Tries[i]
		if method.Named(a.Mechanism).Slow(d) {
			a.Fault = "left out: slow at this many features"
			continue
		}
		p.try(a, p.Asked.bound, TryDraws, tryMilliseconds)
	}
	for _, m := range p.Asked.CurveMechanisms() {
		curve := make([]Trial, len(CurveEpsilons))
		for i, epsilon := range CurveEpsilons {
			curve[i] = Trial{Mechanism: m.Name, epsilon: epsilon}
			if m.Slow(d) {
				curve[i].Fault = "left out"
				continue
			}
			p.try(&curve[i], p.Asked.bound, pointDraws, pointMilliseconds)
		}
		p.Curves = append(p.Curves, curve)
	}
	p.Done, p.All = 0, len(p.Queue)
}

// CurveMechanisms are those that the curves over ε show: the three that are preferred.
func (c Settings) CurveMechanisms() []method.Method { return method.Ranked(c.Delta == 0)[:3] }

// Quick is the most preferred mechanism whose release of d features takes no minutes.
func (c Settings) Quick(d int) method.Method {
	ranked := method.Ranked(c.Delta == 0)
	for _, m := range ranked {
		if !m.Slow(d) {
			return m
		}
	}
	return ranked[0]
}

// planCuts adds the curve over R, from the longest record down.
func (p *Practice) planCuts() {
	if p.Truth.Longest == 0 {
		return
	}
	bounds := CutBounds(p.Truth)
	p.ClippingPoints = make([]ClippingPoint, len(bounds))
	for i, r := range bounds {
		c := &p.ClippingPoints[i]
		c.Bound, c.Trial = r, Trial{Mechanism: p.Asked.Quick(len(p.Truth.Values)).Name, epsilon: p.Asked.Epsilon}
		p.Queue = append(p.Queue, experiment{words: "Clipping at R = " + words.Three(r), ask: p.ask("", 0, r), done: func(a protocol.Practised) { c.Truth = a.Truth }})
		p.try(&c.Trial, r, pointDraws, pointMilliseconds)
	}
	p.All = p.Done + len(p.Queue)
}

// CutBounds are values of R from a sixth of the longest record up to the bound that
// always holds, and the one in force.
func CutBounds(t *protocol.Truth) []float64 {
	var out []float64
	add := func(r float64) {
		r = words.Round(r, 3)
		if len(out) == 0 || r > out[len(out)-1]*1.02 {
			out = append(out, r)
		}
	}
	inForce := false
	for _, f := range []float64{0.18, 0.25, 0.35, 0.5, 0.71, 1.01} {
		r := f * t.Longest
		if !inForce && t.NormBound <= r {
			add(t.NormBound)
			inForce = true
		}
		add(r)
	}
	if !inForce {
		add(t.NormBound)
	}
	add(t.AlwaysValid)
	return out
}

func (p *Practice) ask(mechanism string, epsilon, bound float64) protocol.Practice {
	return protocol.Practice{K: p.Asked.K, NormBound: bound, Equal: p.Asked.Equal, Mechanism: mechanism, Epsilon: epsilon, Delta: p.Asked.Delta, Relation: string(p.Asked.relation)}
}

// try adds an experiment with a mechanism.
func (p *Practice) try(a *Trial, bound float64, draws, milliseconds int) {
	m := method.Named(a.Mechanism)
	e := experiment{words: m.Title + " at ε = " + words.Three(a.epsilon), ask: p.ask(a.Mechanism, a.epsilon, bound)}
	e.ask.Draws, e.ask.Milliseconds = draws, milliseconds
	if !m.NeedsDelta() {
		e.ask.Delta = 0
	}
	e.done = func(answer protocol.Practised) { a.Draws = answer.Draws }
	e.fault = func(err protocol.Error) { a.Fault = err.Phrase() }
	p.Queue = append(p.Queue, e)
}

// experiment asks for the next of the queue.
func (p *Practice) experiment() {
	if len(p.Queue) == 0 {
		p.Doing = ""
		return
	}
	e, run := p.Queue[0], p.run
	p.Queue = p.Queue[1:]
	p.Doing = e.words
	over := func() bool {
		if run != p.run {
			p.changed() // which may start another
			return true
		}
		p.Done++
		return false
	}
	client.Ask(p.worker.Client, protocol.PracticeRequest, e.ask, nil, client.Reply[protocol.Practised]{
		Progress: func(protocol.Progress) { p.screen.Moved() },
		Done: func(a protocol.Practised) {
			if over() {
				return
			}
			e.done(a)
			p.experiment()
			p.changed()
		},
		Failed: func(err protocol.Error) {
			if over() {
				return
			}
			if e.fault == nil || err.Code != protocol.CodeRequest {
				p.halt()
				p.failed(err)
				return
			}
			e.fault(err)
			p.experiment()
			p.changed()
		},
	})
}

// halt forgets what is still to be asked.
func (p *Practice) halt() {
	p.run++
	p.Queue, p.Doing, p.Stopped = nil, "", true
}

// Stop ends the worker where it draws; its successor reads the file when it is
// needed.
func (p *Practice) Stop() {
	p.halt()
	if p.worker.Client.Busy() {
		p.restart()
	}
	p.changed()
}

// DrawAgain asks for everything anew.
func (p *Practice) DrawAgain() {
	if p.faultAt() != "" {
		p.screen.Focus(p.faultAt())
		return
	}
	p.halt()
	p.Began, p.Stopped = false, false
	if p.worker.Prepared == nil {
		p.prepare()
	}
	p.changed()
}

// faultAt is the field whose answer is wrong; "" for none.
func (p *Practice) faultAt() string {
	for _, control := range []string{"practice-epsilon", "practice-bound", "practice-k"} {
		if p.Fault(control) != "" {
			return control
		}
	}
	return ""
}

// Fault says what is wrong with the answer of a control; "" for nothing.
func (p *Practice) Fault(control string) string {
	var f *fault.Error
	switch d := p.draft.Answers.Tally.Features; control {
	case "practice-epsilon":
		f = draft.Outside("practice.epsilon", "ε", p.Epsilon, privacy.MinEpsilon, privacy.MaxEpsilon)
	case "practice-bound":
		if p.draft.Answers.Rule == schema.Clip && !p.Bound.IsZero() {
			f = draft.Outside("practice.norm_bound", "R", p.Bound, math.SmallestNonzeroFloat64, 1e6)
		}
	case "practice-k":
		if p.K.From(1, float64(d-1)) == 0 {
			f = advice.Refuse("practice.k", fault.OutOfRange, words.Thousands(d-1))
		}
	}
	if f == nil {
		return ""
	}
	return advice.Page(f)
}

// SetEpsilon takes ε as typed.
func (p *Practice) SetEpsilon(text string) { p.Epsilon = typed.ReadNumber(strings.TrimSpace(text)) }

// SetBound takes R as typed.
func (p *Practice) SetBound(text string) { p.Bound = typed.ReadNumber(strings.TrimSpace(text)) }

// SetK takes k as typed.
func (p *Practice) SetK(text string) { p.K = typed.ReadCount(strings.TrimSpace(text)) }

// Fill takes over what was answered elsewhere, where nothing was typed here.
func (p *Practice) Fill() {
	d := p.draft.Answers.Tally.Features
	if p.Epsilon.IsZero() {
		p.Epsilon = typed.Of(1)
		if p.draft.Choices.Seen && p.draft.Fault("epsilon") == "" {
			p.Epsilon = p.draft.Choices.Epsilon
		}
	}
	if p.K.IsZero() || p.Fault("practice-k") != "" {
		p.K = typed.CountOf(draft.UsualDirections(d))
		if k := p.draft.Choices.Directions(d); k > 0 {
			p.K = typed.CountOf(k)
		}
	}
	if p.Bound.IsZero() && !p.draft.Answers.NormPrivate {
		p.Bound = p.draft.Answers.Bound
	}
}
