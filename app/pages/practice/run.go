package practice

import (
	"slices"

	"privatepca/app/effect"
	"privatepca/core/method"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Purpose is what an experiment is for.
type Purpose int

const (
	Truth    Purpose = iota // the exact answer
	Try                     // a mechanism, under the settings
	Curve                   // a mechanism at another ε
	Clipping                // what clipping at another R costs without noise
	Clipped                 // and with noise
)

// An Experiment is one request, and what came of it.
type Experiment struct {
	For     Purpose
	Ask     protocol.Practice
	LeftOut bool            // it is not asked for: slow at this many features
	Truth   *protocol.Truth // nil until it is there, and where draws are asked for
	Draws   *protocol.Draws // likewise
	Fault   string          // why there is no answer
}

// open reports whether it is still to be answered.
func (e Experiment) open() bool {
	return !e.LeftOut && e.Truth == nil && e.Draws == nil && e.Fault == ""
}

// words say what is being done.
func (e Experiment) words() string {
	switch e.For {
	case Truth:
		return "Reading the truth"
	case Clipping:
		return "Clipping at R = " + words.Three(e.Ask.NormBound)
	}
	return method.Named(e.Ask.Mechanism).Title + " at ε = " + words.Three(e.Ask.Epsilon)
}

// How long each experiment draws: whole pages of them take some seconds, and none less
// than one draw.
const (
	TryDraws, tryMilliseconds     = 10, 600
	pointDraws, pointMilliseconds = 5, 200
)

// CurveEpsilons are the points of the curves over ε.
var CurveEpsilons = []float64{0.01, 0.03, 0.1, 0.3, 1, 3, 10}

// of are the experiments for a purpose.
func (m Model) of(purpose Purpose) (list []Experiment) {
	for _, e := range m.Experiments {
		if e.For == purpose {
			list = append(list, e)
		}
	}
	return list
}

// truth is the exact answer; nil until it is there.
func (m Model) truth() *protocol.Truth {
	if len(m.Experiments) == 0 {
		return nil
	}
	return m.Experiments[0].Truth
}

// next is the place of the first experiment that is open; -1 for none.
func (m Model) next() int { return slices.IndexFunc(m.Experiments, Experiment.open) }

// done counts the experiments that were answered, and those that are asked for.
func (m Model) done() (done, all int) {
	for _, e := range m.Experiments {
		if !e.LeftOut {
			all++
			if !e.open() {
				done++
			}
		}
	}
	return done, all
}

// advance starts what is due.
func advance(m Model, t Table) (Model, []effect.Effect) {
	switch {
	case t.Prepared == nil || t.Blocked || m.doing || m.declaring:
	case !t.Prepared.Public && (m.Wanted || m.Declared) && m.Refused == "":
		return declare(m, false)
	case t.Prepared.Public && !(m.began && m.schema == t.Schema && m.Asked.Equal == m.settings(&t.Draft).Equal) && m.faultAt(&t.Draft) == "":
		m.Declared, m.Stopped, m.began, m.schema = true, false, true, t.Schema
		m.run++
		m.Asked = m.settings(&t.Draft)
		m.Experiments = m.Asked.plan(t.Draft.Answers.Tally.Features)
		return ask(m)
	}
	return m, nil
}

// declare marks the table as public. Where the browser keeps no ledger, the declaration holds as long as this tab.
func declare(m Model, session bool) (Model, []effect.Effect) {
	m.declaring = true
	return m, []effect.Effect{effect.Asking(protocol.DeclareRequest, protocol.Declare{Session: session},
		func(d protocol.Declared) effect.Msg { return Declared{d, session} }, func(e protocol.Error) effect.Msg { return NotDeclared{e, session} })}
}

// declared takes what became of the declaration.
func declared(m Model, msg Msg) (Model, []effect.Effect) {
	m.declaring = false
	switch msg := msg.(type) {
	case Declared:
		m.Declared, m.ForSession = true, msg.Session
		return m, []effect.Effect{effect.Declared{Session: msg.Answer.Session}}
	case NotDeclared:
		if msg.Error.Code == protocol.CodeBlocked && !msg.Session {
			return declare(m, true)
		}
		m.Wanted = false
		if msg.Error.Code != protocol.CodeProtected {
			return m, []effect.Effect{effect.Fail{Error: msg.Error}}
		}
		m.Refused = msg.Error.Message
	}
	return m, nil
}

// plan lists what will be asked of d features. What to clip at is known once the truth is.
func (s Settings) plan(d int) []Experiment {
	list := []Experiment{{For: Truth, Ask: s.ask("", 0, s.bound)}}
	for _, m := range method.All() {
		list = append(list, s.try(Try, m, d, s.Epsilon, s.bound))
	}
	for _, m := range s.CurveMechanisms() {
		for _, epsilon := range CurveEpsilons {
			list = append(list, s.try(Curve, m, d, epsilon, s.bound))
		}
	}
	return list
}

// cuts are the experiments over R, from the longest record down.
func (s Settings) cuts(t *protocol.Truth) (list []Experiment) {
	if t.Longest == 0 {
		return nil
	}
	d := len(t.Values)
	for _, r := range CutBounds(t) {
		list = append(list, Experiment{For: Clipping, Ask: s.ask("", 0, r)}, s.try(Clipped, s.Quick(d), 0, s.Epsilon, r))
	}
	return list
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

func (s Settings) ask(mechanism string, epsilon, bound float64) protocol.Practice {
	return protocol.Practice{K: s.K, NormBound: bound, Equal: s.Equal, Mechanism: mechanism, Epsilon: epsilon, Delta: s.Delta, Relation: string(s.relation)}
}

// try is an experiment with a mechanism, on d features.
func (s Settings) try(purpose Purpose, m method.Method, d int, epsilon, bound float64) Experiment {
	e := Experiment{For: purpose, Ask: s.ask(m.Name, epsilon, bound), LeftOut: m.Slow(d)}
	e.Ask.Draws, e.Ask.Milliseconds = pointDraws, pointMilliseconds
	if purpose == Try {
		e.Ask.Draws, e.Ask.Milliseconds = TryDraws, tryMilliseconds
	}
	if !m.NeedsDelta() {
		e.Ask.Delta = 0
	}
	return e
}

// ask asks for the next experiment, if there is one.
func ask(m Model) (Model, []effect.Effect) {
	at, run := m.next(), m.run
	if m.doing = at >= 0; !m.doing {
		return m, nil
	}
	return m, []effect.Effect{effect.Asking(protocol.PracticeRequest, m.Experiments[at].Ask,
		func(a protocol.Practised) effect.Msg { return Answered{run, at, a} }, func(e protocol.Error) effect.Msg { return Failed{run, at, e} })}
}

// answered takes the answer to an experiment, and asks for the next one.
func answered(m Model, msg Answered) (Model, []effect.Effect) {
	if msg.Run != m.run {
		return m, nil
	}
	list := slices.Clone(m.Experiments)
	e := &list[msg.At]
	if e.Truth, e.Draws = msg.Answer.Truth, msg.Answer.Draws; e.For == Truth && e.Truth != nil {
		list = append(list, m.Asked.cuts(e.Truth)...)
	}
	m.Experiments = list
	return ask(m)
}

// failed takes why there is no answer: the settings of one mechanism may be refused, and the next one is asked.
func failed(m Model, msg Failed) (Model, []effect.Effect) {
	if msg.Run != m.run {
		return m, nil
	}
	list := slices.Clone(m.Experiments)
	e := &list[msg.At]
	if e.Ask.Mechanism == "" || msg.Error.Code != protocol.CodeRequest {
		return m.halted(), []effect.Effect{effect.Fail{Error: msg.Error}}
	}
	e.Fault = msg.Error.Phrase()
	m.Experiments = list
	return ask(m)
}

// halted asks for nothing more of this run.
func (m Model) halted() Model {
	m.run++
	m.doing, m.Stopped = false, true
	return m
}

// drawAgain asks for everything anew, once the table is read.
func drawAgain(m Model, t Table) (Model, []effect.Effect) {
	if at := m.faultAt(&t.Draft); at != "" {
		return m, []effect.Effect{effect.Focus{ID: at}}
	}
	m = m.halted()
	m.began, m.Stopped = false, false
	if t.Prepared == nil {
		return m, []effect.Effect{effect.Prepare{}}
	}
	return advance(m, t)
}
