package app

import (
	"math"

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
}

func newChoices() choices {
	return choices{epsilon: "1", delta: "1e-6", k: "", relation: privacy.ReplaceOne, mechanism: mechanisms[0].name}
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

// budget is the ε and δ in force; 0 stands for what is not a number yet. A
// mechanism of pure ε has no δ, whatever the field holds.
func (c *choices) budget() privacy.Budget {
	b := privacy.Budget{Epsilon: numberOr(c.epsilon, 0)}
	if mechanismNamed(c.mechanism).usesDelta {
		b.Delta = numberOr(c.delta, 0)
	}
	return b
}

// epsilonFault says what is wrong with ε.
func (c *choices) epsilonFault() string {
	e, ok := parseNumber(c.epsilon)
	switch {
	case !ok || e <= 0:
		return "ε must be a positive number."
	case privacy.Budget{Epsilon: e}.Validate() != nil:
		return "ε is outside the range that can be calibrated."
	}
	return ""
}

// deltaFault says what is wrong with δ, where the mechanism uses one.
func (c *choices) deltaFault() string {
	m := mechanismNamed(c.mechanism)
	if !m.usesDelta {
		return ""
	}
	d, ok := parseNumber(c.delta)
	switch {
	case !ok || d < 0 || d >= 1:
		return "δ must be a number between 0 and 1, such as 1e-6."
	case d == 0:
		return m.title + " needs a δ above 0. For δ = 0 choose another mechanism."
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

// ready reports whether a release can be asked for.
func (c *choices) ready(d int) bool {
	return c.epsilonFault() == "" && c.deltaFault() == "" && c.directions(d) > 0
}
