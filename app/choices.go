package app

import (
	"math"
	"strings"

	"privatepca/core/privacy"
)

// Choices are what the curator sets on the Privacy page, as typed.
type choices struct {
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

	most caps // of the portal in whose frame this is
}

func newChoices() choices {
	return choices{
		epsilon: "1", delta: "1e-6", k: "", relation: privacy.ReplaceOne, mechanism: mechanisms[0].name,
		kShare: "0.1", kTarget: "0.8", coreShare: "0.1", cap: "1000000", assumptions: newAssumptions(),
	}
}

// The slider's range of log₁₀ ε.
const (
	sliderMin = -2
	sliderMax = 1
)

// slide sets ε from the slider's position, with three digits: fewer would swallow
// the small steps of a keyboard.
func (c *choices) slide(log10 float64) {
	x := math.Pow(10, log10)
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	c.epsilon = formatBound(math.Round(math.Round(x/unit)*unit*1e6) / 1e6)
}

// slider is the slider's position.
func (c *choices) slider() float64 {
	e := numberOr(c.epsilon, 1)
	if e <= 0 {
		return sliderMin
	}
	return math.Max(sliderMin, math.Min(math.Log10(e), sliderMax))
}

// epsilonFault says what is wrong with ε.
func (c *choices) epsilonFault() string {
	e, ok := parseNumber(c.epsilon)
	switch {
	case !ok || e <= 0:
		return "ε must be a positive number."
	case c.most.epsilon != nil && e > *c.most.epsilon:
		return "This portal caps the budget at ε = " + short(*c.most.epsilon) + "."
	case privacy.Budget{Epsilon: e}.Validate() != nil:
		return "ε is outside the range that can be calibrated."
	}
	return ""
}

// deltaFault says what is wrong with δ. An empty field stands for 0.
func (c *choices) deltaFault() string {
	m := mechanismNamed(c.mechanism)
	d, ok := parseNumber(c.delta)
	if strings.TrimSpace(c.delta) == "" {
		d, ok = 0, true
	}
	switch {
	case !ok || d < 0 || d >= 1:
		return "δ must be a number between 0 and 1, such as 1e-6."
	case c.most.delta != nil && d > *c.most.delta:
		return "This portal caps δ at " + short(*c.most.delta) + "."
	case d == 0 && m.usesDelta:
		return m.title + " needs a δ above 0. For δ = 0 choose the nuclear norm."
	case d == 0:
		return ""
	case privacy.Budget{Epsilon: 1, Delta: d}.Validate() != nil:
		return "δ is too small to be calibrated: use at least 1e-300."
	}
	return ""
}

// directions is k, of d features, or 0 while it is no answer: all d directions
// would be no reduction.
func (c *choices) directions(d int) int {
	if k, ok := parseNumber(c.k); ok && k == math.Trunc(k) && k >= 1 && k < float64(d) {
		return int(k)
	}
	return 0
}

// mostK is the largest k that may be chosen, of d features; 0 while it is no answer.
// An empty field stands for 20, where that is below d.
func (c *choices) mostK(d int) int {
	if strings.TrimSpace(c.kMax) == "" {
		return max(0, min(20, d-1))
	}
	if k, ok := parseNumber(c.kMax); ok && k == math.Trunc(k) && k >= 1 && k < float64(d) {
		return int(k)
	}
	return 0
}

// releasesCore reports whether ppca's order and eigenvalues are paid for.
func (c *choices) releasesCore() bool { return c.core && c.mechanism == "ppca" }

func (c *choices) coreFault() string {
	if !c.releasesCore() {
		return ""
	}
	return c.coreShare.fault("The share")
}

// limit is ppca's cap on proposals: 0 for none, and while it is no answer.
func (c *choices) limit() int {
	if x, ok := parseNumber(c.cap); ok && c.capped && c.mechanism == "ppca" && x == math.Trunc(x) && x >= 1 && x <= 1e9 {
		return int(x)
	}
	return 0
}

func (c *choices) capFault() string {
	if c.capped && c.mechanism == "ppca" && c.limit() == 0 {
		return "The limit must be a whole number from 1 to 1,000,000,000."
	}
	return ""
}
