package app

import (
	"math"
	"strconv"
	"strings"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

// Choices are what the curator sets on the Privacy page, as typed.
type Choices struct {
	seen      bool // the page was visited, so that what stands there is an answer
	epsilon   string
	delta     string
	k         string
	relation  privacy.Relation
	mechanism string

	kPrivate bool   // k is chosen from the records, for a share of ε
	kShare   share  // of ε
	kTarget  share  // of the total that the k directions are to hold
	kMax     string // the largest k that may be chosen, as typed

	core      bool  // ppca: order and eigenvalues are released, too
	coreShare share // of the mechanism's ε
	capped    bool  // ppca: after so many proposals a Markov chain takes over
	cap       string
	advanced  bool // one of these was opened

	assumptions // of the forecast
}

// newChoices are those of a file that was just opened, within what a parent page allows.
func newChoices(l Limits) Choices {
	c := Choices{
		epsilon: "1", delta: "1e-6", k: "", relation: privacy.ReplaceOne, mechanism: method.Default,
		kShare: "0.1", kTarget: "0.8", coreShare: "0.1", cap: "1000000", assumptions: newAssumptions(),
	}
	if l.epsilon != nil && *l.epsilon < 1 {
		c.epsilon = formatBound(*l.epsilon)
	}
	if l.delta != nil && *l.delta < 1e-6 {
		c.delta = formatBound(*l.delta)
	}
	if l.k > 0 {
		c.k = strconv.Itoa(l.k)
	}
	return c
}

// The slider's range of log₁₀ ε.
const (
	sliderMin = -2
	sliderMax = 1
)

// slide sets ε from the slider's position, with three digits: fewer would swallow
// the small steps of a keyboard.
func (c *Choices) slide(log10 float64) {
	x := math.Pow(10, log10)
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	c.epsilon = formatBound(math.Round(math.Round(x/unit)*unit*1e6) / 1e6)
}

// slider is the slider's position.
func (c *Choices) slider() float64 {
	e := numberOr(c.epsilon, 1)
	if e <= 0 {
		return sliderMin
	}
	return math.Max(sliderMin, math.Min(math.Log10(e), sliderMax))
}

// directions is k, of d features, or 0 while it is no answer: all d directions
// would be no reduction.
func (c *Choices) directions(d int) int {
	if k, ok := parseNumber(c.k); ok && k == math.Trunc(k) && k >= 1 && k < float64(d) {
		return int(k)
	}
	return 0
}

// mostK is the largest k that may be chosen, of d features; 0 while it is no answer.
// An empty field stands for 20, where that is below d.
func (c *Choices) mostK(d int) int {
	if strings.TrimSpace(c.kMax) == "" {
		return max(0, min(20, d-1))
	}
	if k, ok := parseNumber(c.kMax); ok && k == math.Trunc(k) && k >= 1 && k < float64(d) {
		return int(k)
	}
	return 0
}

// releasesCore reports whether the order of the directions and their eigenvalues are paid for.
func (c *Choices) releasesCore() bool { return c.core && method.Named(c.mechanism).HasCore }

// limits reports whether proposals are capped.
func (c *Choices) limits() bool { return c.capped && method.Named(c.mechanism).HasCap }

// limit is the cap on proposals: 0 for none, and while it is no answer.
func (c *Choices) limit() int {
	if x, ok := parseNumber(c.cap); ok && c.limits() && x == math.Trunc(x) && x >= 1 && x <= 1e9 {
		return int(x)
	}
	return 0
}

// price says in words what a release under the choices spends.
func (c *Choices) price() string {
	if method.Named(c.mechanism).Free() {
		return "nothing"
	}
	return "ε = " + c.epsilon
}
