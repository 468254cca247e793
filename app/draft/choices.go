package draft

import (
	"math"
	"strings"

	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/typed"
)

// Choices are what the curator sets on the Privacy page, as typed.
type Choices struct {
	Seen      bool // the page was visited, so that what stands there is an answer
	Epsilon   typed.Number
	Delta     typed.Number
	K         typed.Count
	KOpen     bool // nobody chose K: the page filled it in. False in texts of earlier versions, whose K stays
	Relation  privacy.Relation
	Mechanism string
	// MechanismOpen says that nobody chose the mechanism: it follows the forecast's recommendation.
	MechanismOpen bool

	KPrivate bool        // k is chosen from the records, for a share of ε
	KShare   Share       // of ε
	KTarget  Share       // of the total that the k directions are to hold
	KMax     typed.Count // the largest k that may be chosen

	Core      bool  // ppca: order and eigenvalues are released, too
	CoreShare Share // of the mechanism's ε
	Capped    bool  // ppca: after so many proposals a Markov chain takes over
	Cap       typed.Count
	Advanced  bool // one of these was opened

	As *release.Earlier // as which the release measures; nil for its own centre and scales
	// LargeDelta agrees to a δ above privacy.MostDelta. It is not kept: no file agrees to that.
	LargeDelta bool

	Assumptions // of the forecast
}

// NewChoices are those of a file that was just opened, within what a parent page allows.
func NewChoices(l plan.Limits) Choices {
	c := Choices{
		Epsilon: typed.Of(1), Delta: typed.ReadNumber("1e-6"), Relation: privacy.ReplaceOne, Mechanism: method.Default, MechanismOpen: true,
		KShare: ReadShare("0.1"), KTarget: ReadShare("0.8"), CoreShare: ReadShare("0.1"), Cap: typed.CountOf(1_000_000), Assumptions: newAssumptions(),
	}
	if l.Epsilon != nil && *l.Epsilon < 1 {
		c.Epsilon = typed.Of(*l.Epsilon)
	}
	if l.Delta != nil && *l.Delta < 1e-6 {
		c.Delta = typed.Of(*l.Delta)
	}
	return c
}

// The slider's range of log₁₀ ε.
const (
	SliderMin = -2
	SliderMax = 1
)

// SliderStep is a step of the slider: ten a decade.
const SliderStep = .1

// stepsOfDecade are the values of a decade's ten steps: preferred numbers, the most rounded ones (ISO 497, series R”10).
var stepsOfDecade = [10]float64{1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8}

// Slide sets ε from the slider's position. Each step, as a key makes it, is another round number.
func (c *Choices) Slide(log10 float64) {
	step := int(math.Round((log10 - SliderMin) / SliderStep))
	x := stepsOfDecade[((step%10)+10)%10] * math.Pow10(SliderMin+int(math.Floor(float64(step)/10)))
	c.Epsilon = typed.Of(math.Round(x*1e6) / 1e6)
}

// Slider is the slider's position: the step that lies next to ε.
func (c *Choices) Slider() float64 {
	e := c.Epsilon.Or(1)
	if e <= 0 {
		return SliderMin
	}
	return math.Max(SliderMin, math.Min(math.Round(math.Log10(e)/SliderStep)*SliderStep, SliderMax))
}

// Directions is k, of d features, or 0 while it is no answer: all d directions
// would be no reduction.
func (c *Choices) Directions(d int) int {
	return c.K.From(1, float64(d-1))
}

// UsualDirections is the k that is filled in for d features.
func UsualDirections(d int) int { return max(1, min(4, d-1)) }

// MostK is the largest k that may be chosen, of d features; 0 while it is no answer.
// An empty field stands for 20, where that is below d.
func (c *Choices) MostK(d int) int {
	if c.KMax.Why() == typed.Empty {
		return max(0, min(20, d-1))
	}
	return c.KMax.From(1, float64(d-1))
}

// UsableDelta is δ as typed, also where the mechanism takes none; 0 for what is no δ.
func (c *Choices) UsableDelta() float64 {
	if x := c.Delta.Or(0); (privacy.Budget{Epsilon: 1, Delta: x}).Validate() == nil {
		return x
	}
	return 0
}

// ReleasesCore reports whether the order of the directions and their eigenvalues are paid for.
func (c *Choices) ReleasesCore() bool { return c.Core && method.Named(c.Mechanism).HasCore }

// limits reports whether proposals are capped.
func (c *Choices) limits() bool { return c.Capped && method.Named(c.Mechanism).HasCap }

// Limit is the cap on proposals: 0 for none, and while it is no answer.
func (c *Choices) Limit() int {
	if !c.limits() {
		return 0
	}
	return c.Cap.From(1, 1e9)
}

// Price says in words what a release under the choices spends.
func (c *Choices) Price() string {
	if method.Named(c.Mechanism).Free() {
		return "nothing"
	}
	if x, ok := c.Epsilon.Value(); ok && strings.Contains(c.Epsilon.Text(), ",") {
		return "ε = " + typed.Of(x).Text()
	}
	return "ε = " + c.Epsilon.Text()
}

// Within are the choices, with what was chosen lowered to what a parent page allows.
func Within(c Choices, l plan.Limits) Choices {
	if l.Epsilon != nil && c.Epsilon.Or(0) > *l.Epsilon {
		c.Epsilon = typed.Of(*l.Epsilon)
	}
	if l.Delta != nil && c.Delta.Or(0) > *l.Delta {
		c.Delta = typed.Of(*l.Delta)
	}
	return c
}
