package practice

import (
	"privatepca/core/method"
	"privatepca/core/privacy"
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

// drawn reports whether there is a draw.
func (e Experiment) drawn() bool { return e.Draws != nil && len(e.Draws.Utilities) > 0 }

// why says why there is none; "" where there is one, or may be.
func (e Experiment) why() string {
	switch {
	case e.LeftOut:
		return "left out: slow at this many features"
	case e.Draws != nil && !e.drawn():
		return "every draw refused"
	}
	return e.Fault
}

// Settings are what the experiments are made under.
type Settings struct {
	K              int
	Epsilon, Delta float64
	bound          float64 // R, 0 for the schema's
	Equal          bool    // every column counts equally, about a private mean
	relation       privacy.Relation
}

// CurveMechanisms are those that the curves over ε show: the three that are preferred.
func (s Settings) CurveMechanisms() []method.Method { return method.Ranked(s.Delta == 0)[:3] }

// Quick is the most preferred mechanism whose release of d features takes no minutes.
func (s Settings) Quick(d int) method.Method {
	ranked := method.Ranked(s.Delta == 0)
	for _, m := range ranked {
		if !m.Slow(d) {
			return m
		}
	}
	return ranked[0]
}

// plan lists what will be asked of d features. What to clip at is known once the truth is.
func (s Settings) plan(d int) []Experiment {
	list := []Experiment{{For: Truth, Ask: s.request("", 0, s.bound)}}
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
		list = append(list, Experiment{For: Clipping, Ask: s.request("", 0, r)}, s.try(Clipped, s.Quick(d), 0, s.Epsilon, r))
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

func (s Settings) request(mechanism string, epsilon, bound float64) protocol.Practice {
	return protocol.Practice{K: s.K, NormBound: bound, Equal: s.Equal, Mechanism: mechanism, Epsilon: epsilon, Delta: s.Delta, Relation: string(s.relation)}
}

// try is an experiment with a mechanism, on d features.
func (s Settings) try(purpose Purpose, m method.Method, d int, epsilon, bound float64) Experiment {
	e := Experiment{For: purpose, Ask: s.request(m.Name, epsilon, bound), LeftOut: m.Slow(d)}
	e.Ask.Draws, e.Ask.Milliseconds = pointDraws, pointMilliseconds
	if purpose == Try {
		e.Ask.Draws, e.Ask.Milliseconds = TryDraws, tryMilliseconds
	}
	if !m.NeedsDelta() {
		e.Ask.Delta = 0
	}
	return e
}
