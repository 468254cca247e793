package app

import (
	"math"
	"strconv"
	"strings"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Practice is what practice mode has found out about one file, which was declared
// public. It lives in memory alone, and nothing of it can be downloaded.
type Practice struct {
	draft   *draft.Draft
	worker  *Worker
	account *Account
	screen  Screen
	changed func()               // draws what changed
	failed  func(protocol.Error) // shows an error that stands in the way
	prepare func() bool          // has the worker read the file
	restart func()               // ends the worker, and starts another with the same file

	file     *Source
	declared bool // the file counts as public
	session  bool // as long as this tab lives: the browser keeps no declaration
	sure     bool // the box that confirms a declaration is ticked
	wanted   bool // it is to be declared as soon as it is prepared
	refused  string

	k, epsilon, bound string // as typed
	began             bool   // the results below are of asked, or on their way
	schema            string // under which the file was prepared then
	asked             settings
	truth             *protocol.Truth
	tries             []attempt    // of each mechanism, in order
	curves            [][]attempt  // by mechanism of the curves, then by curveEpsilons
	cuts              []cut        // by R
	queue             []experiment // what is still to be asked
	doing             string       // what is being asked; "" for nothing
	done, all         int          // experiments
	stopped           bool
	run               int // counts: answers of an earlier run are not heard
}

// Settings are what the draws are made under.
type settings struct {
	k              int
	epsilon, delta float64
	bound          float64 // R, 0 for the schema's
	relation       privacy.Relation
}

// An attempt is one mechanism under one ε and R.
type attempt struct {
	mechanism string
	epsilon   float64
	draws     *protocol.Draws // nil until they are there
	fault     string          // why there are none
}

// A cut is one R: what clipping alone costs, and with noise.
type cut struct {
	bound   float64
	truth   *protocol.Truth
	attempt attempt
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
	tryDraws, tryMilliseconds     = 10, 600
	pointDraws, pointMilliseconds = 5, 200
)

// curveEpsilons are the points of the curves over ε.
var curveEpsilons = []float64{0.01, 0.03, 0.1, 0.3, 1, 3, 10}

// practising is the practice on the open file, made at its first use.
func (s *State) practising() *Practice {
	if s.practice == nil || s.practice.file != s.worker.file {
		if s.practice != nil {
			s.practice.halt()
		}
		s.practice = &Practice{
			draft: &s.draft, worker: &s.worker, account: &s.account, screen: s.screen, changed: s.Change, failed: s.fail,
			prepare: s.prepare, restart: s.restart, file: s.worker.file,
		}
	}
	return s.practice
}

// knownOf is what the draft may use of the file and the worker.
func knownOf(s *State) draft.Known {
	k := draft.Known{Reading: s.worker.job != nil}
	if s.worker.prepared != nil {
		k.Records, k.Persons = s.worker.prepared.Records, s.worker.prepared.Persons
	}
	k.Public = s.worker.file != nil && (s.worker.prepared != nil && s.worker.prepared.Public || s.practice != nil && s.practice.file == s.worker.file && s.practice.declared)
	return k
}

// advance starts what is due, unless an error stands in the way. It is called at every
// change while the page is in view.
func (p *Practice) advance(blocked bool) {
	if p.worker.client.Busy() || p.worker.prepared == nil || blocked {
		return
	}
	switch {
	case p.doing != "": // its worker is gone
		p.halt()
	case !p.worker.prepared.Public && (p.wanted || p.declared) && p.refused == "":
		p.declare(false)
	case p.worker.prepared.Public && !(p.began && p.schema == string(p.worker.prepared.schema)) && p.faultAt() == "":
		p.declared = true
		p.start()
	}
}

// declare marks the file as public. Where the browser keeps no ledger, the declaration
// holds for the session.
func (p *Practice) declare(inSession bool) {
	client.Ask(p.worker.client, protocol.DeclareRequest, protocol.Declare{Session: inSession}, nil, client.Reply[protocol.Declared]{
		Done: func(d protocol.Declared) {
			p.declared, p.session = true, inSession
			if d.Session != "" {
				p.account.held = d.Session
			}
			if p.worker.prepared != nil {
				p.worker.prepared.Public = true
			}
			p.changed()
		},
		Failed: func(e protocol.Error) {
			switch {
			case e.Code == protocol.CodeBlocked && !inSession:
				p.declare(true)
				return
			case e.Code != protocol.CodeProtected:
				p.wanted = false
				p.failed(e)
				return
			}
			p.refused, p.wanted = e.Message, false
			p.changed()
		},
	})
}

// start asks for everything anew, under what the fields say.
func (p *Practice) start() {
	p.began, p.stopped, p.schema = true, false, string(p.worker.prepared.schema)
	p.run++
	p.asked = p.settings()
	p.truth, p.tries, p.curves, p.cuts = nil, nil, nil, nil
	p.plan(p.draft.Answers.Tally.Features)
	p.experiment()
	p.changed()
}

// settings are those of the fields, which have no fault.
func (p *Practice) settings() settings {
	c := &p.draft.Choices
	out := settings{epsilon: draft.NumberOr(p.epsilon, 1), relation: c.Relation, k: int(draft.NumberOr(p.k, 1))}
	if p.draft.TypedDeltaFault() == "" {
		out.delta = draft.NumberOr(c.Delta, 0)
	}
	if p.draft.Answers.Rule == schema.Clip {
		out.bound = draft.NumberOr(p.bound, 0)
	}
	if p.draft.Answers.Rule == schema.Pairs {
		out.relation = privacy.ReplaceOne
	}
	return out
}

// plan lists what will be asked. What to clip at is known once the truth is.
func (p *Practice) plan(d int) {
	p.queue = []experiment{{words: "Reading the truth", ask: p.ask("", 0, p.asked.bound), done: func(a protocol.Practised) {
		p.truth = a.Truth
		p.planCuts()
	}}}
	for _, m := range method.All() {
		p.tries = append(p.tries, attempt{mechanism: m.Name, epsilon: p.asked.epsilon})
	}
	for i := range p.tries {
		a := &p.tries[i]
		if method.Named(a.mechanism).Slow(d) {
			a.fault = "left out: slow at this many features"
			continue
		}
		p.try(a, p.asked.bound, tryDraws, tryMilliseconds)
	}
	for _, m := range p.asked.curveMechanisms() {
		curve := make([]attempt, len(curveEpsilons))
		for i, epsilon := range curveEpsilons {
			curve[i] = attempt{mechanism: m.Name, epsilon: epsilon}
			if m.Slow(d) {
				curve[i].fault = "left out"
				continue
			}
			p.try(&curve[i], p.asked.bound, pointDraws, pointMilliseconds)
		}
		p.curves = append(p.curves, curve)
	}
	p.done, p.all = 0, len(p.queue)
}

// curveMechanisms are those that the curves over ε show: the three that are preferred.
func (c settings) curveMechanisms() []method.Method { return method.Ranked(c.delta == 0)[:3] }

// quick is the most preferred mechanism whose release of d features takes no minutes.
func (c settings) quick(d int) method.Method {
	ranked := method.Ranked(c.delta == 0)
	for _, m := range ranked {
		if !m.Slow(d) {
			return m
		}
	}
	return ranked[0]
}

// planCuts adds the curve over R, from the longest record down.
func (p *Practice) planCuts() {
	if p.truth.Longest == 0 {
		return
	}
	bounds := cutBounds(p.truth)
	p.cuts = make([]cut, len(bounds))
	for i, r := range bounds {
		c := &p.cuts[i]
		c.bound, c.attempt = r, attempt{mechanism: p.asked.quick(len(p.truth.Values)).Name, epsilon: p.asked.epsilon}
		p.queue = append(p.queue, experiment{words: "Clipping at R = " + words.Three(r), ask: p.ask("", 0, r), done: func(a protocol.Practised) { c.truth = a.Truth }})
		p.try(&c.attempt, r, pointDraws, pointMilliseconds)
	}
	p.all = p.done + len(p.queue)
}

// cutBounds are values of R from a sixth of the longest record up to the bound that
// always holds, and the one in force.
func cutBounds(t *protocol.Truth) []float64 {
	var out []float64
	add := func(r float64) {
		r, _ = strconv.ParseFloat(strconv.FormatFloat(r, 'g', 3, 64), 64)
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
	return protocol.Practice{K: p.asked.k, NormBound: bound, Mechanism: mechanism, Epsilon: epsilon, Delta: p.asked.delta, Relation: string(p.asked.relation)}
}

// try adds an experiment with a mechanism.
func (p *Practice) try(a *attempt, bound float64, draws, milliseconds int) {
	m := method.Named(a.mechanism)
	e := experiment{words: m.Title + " at ε = " + words.Three(a.epsilon), ask: p.ask(a.mechanism, a.epsilon, bound)}
	e.ask.Draws, e.ask.Milliseconds = draws, milliseconds
	if !m.NeedsDelta() {
		e.ask.Delta = 0
	}
	e.done = func(answer protocol.Practised) { a.draws = answer.Draws }
	e.fault = func(err protocol.Error) { a.fault = strings.TrimSuffix(err.Message, ".") }
	p.queue = append(p.queue, e)
}

// experiment asks for the next of the queue.
func (p *Practice) experiment() {
	if len(p.queue) == 0 {
		p.doing = ""
		return
	}
	e, run := p.queue[0], p.run
	p.queue = p.queue[1:]
	p.doing = e.words
	over := func() bool {
		if run != p.run {
			p.changed() // which may start another
			return true
		}
		p.done++
		return false
	}
	client.Ask(p.worker.client, protocol.PracticeRequest, e.ask, nil, client.Reply[protocol.Practised]{
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
	p.queue, p.doing, p.stopped = nil, "", true
}

// stop ends the worker where it draws; its successor reads the file when it is
// needed.
func (p *Practice) stop() {
	p.halt()
	if p.worker.client.Busy() {
		p.restart()
	}
	p.changed()
}

// drawAgain asks for everything anew.
func (p *Practice) drawAgain() {
	if p.faultAt() != "" {
		p.screen.Focus(p.faultAt())
		return
	}
	p.halt()
	p.began, p.stopped = false, false
	if p.worker.prepared == nil {
		p.prepare()
	}
	p.changed()
}

// faultAt is the field whose answer is wrong; "" for none.
func (p *Practice) faultAt() string {
	switch {
	case p.epsilonFault() != "":
		return "practice-epsilon"
	case p.boundFault() != "":
		return "practice-bound"
	case p.kFault() != "":
		return "practice-k"
	}
	return ""
}

func (p *Practice) epsilonFault() string {
	if x, ok := draft.ParseNumber(p.epsilon); !ok || (privacy.Budget{Epsilon: x}).Validate() != nil {
		return "ε must be a number above 0, such as 1."
	}
	return ""
}

func (p *Practice) boundFault() string {
	if x, ok := draft.ParseNumber(p.bound); p.draft.Answers.Rule == schema.Clip && p.bound != "" && !(ok && x > 0 && x <= 1e6) {
		return "R must be a number above 0, or empty."
	}
	return ""
}

func (p *Practice) kFault() string {
	d := p.draft.Answers.Tally.Features
	if x, ok := draft.ParseNumber(p.k); !ok || x != math.Trunc(x) || x < 1 || x >= float64(d) {
		return "k must be a whole number from 1 to " + words.Thousands(int64(d-1)) + "."
	}
	return ""
}
