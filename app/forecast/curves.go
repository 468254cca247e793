package forecast

import (
	"math"

	"privatepca/app/draft"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/wasm/protocol"
)

// What the page reads off the curves of a forecast. The slider looks them up; nothing is
// asked of the worker as it moves.

// Curve is a mechanism's, or nil where there is no forecast of it.
func (f Model) Curve(mechanism string) *protocol.ForecastCurve {
	if f.Got == nil {
		return nil
	}
	for i := range f.Got.Curves {
		if c := &f.Got.Curves[i]; c.Mechanism == mechanism && len(c.Shares) == len(draft.Epsilons) && len(c.Widths) == len(draft.Epsilons) {
			return c
		}
	}
	return nil
}

// Place is where ε lies on the grid: i + t of the way to i+1, at its ends beyond them.
func Place(epsilon float64) (i int, t float64) {
	x := (math.Log10(epsilon) - math.Log10(draft.Epsilons[0])) * 10
	x = max(0, min(x, float64(len(draft.Epsilons)-1)))
	i = min(int(x), len(draft.Epsilons)-2)
	return i, x - float64(i)
}

// nearest is the grid's point next to ε.
func nearest(epsilon float64) int {
	i, t := Place(epsilon)
	if t > .5 {
		i++
	}
	return i
}

// At reads a curve at ε, smoothly between the grid's points and never beyond them: cubics
// whose slopes are harmonic means (Fritsch and Butland 1984).
func At(values []float64, epsilon float64) float64 {
	i, t := Place(epsilon)
	y0, y1 := values[i], values[i+1]
	step := y1 - y0
	before, after := 0.0, 0.0
	if i > 0 {
		before = harmonic(y0-values[i-1], step)
	}
	if i+2 < len(values) {
		after = harmonic(step, values[i+2]-y1)
	}
	u := 1 - t
	return y0 + t*t*(3-2*t)*step + t*u*(u*before-t*after)
}

// harmonic is the harmonic mean of two steps of one sign; 0 of others.
func harmonic(a, b float64) float64 {
	if a*b <= 0 {
		return 0
	}
	return 2 * a * b / (a + b)
}

// AtLog reads a curve of positive values that is straight on logarithmic scales.
func AtLog(values []float64, epsilon float64) float64 {
	i, t := Place(epsilon)
	return values[i] * math.Pow(values[i+1]/values[i], t)
}

// Reaches is the ε at which a mechanism's directions keep the wanted share at the cautious end; 0 where none
// does, or the answer is to another wish.
func (f Model) Reaches(d *draft.Draft, m method.Method) float64 {
	c, wanted := f.Curve(m.Name), d.Choices.WantedShare()
	if c == nil || wanted == 0 || wanted != f.Facts.Wanted {
		return 0
	}
	return c.Reaches
}

// Share is what a mechanism's own part of ε is expected to keep; false where
// there is no forecast.
func (f Model) Share(d *draft.Draft, m method.Method) (float64, bool) {
	c := f.Curve(m.Name)
	if c == nil || d.Fault("epsilon") != "" {
		return 0, false
	}
	part := d.DirectionsPart(m)
	if !(part > 0) {
		return 0, false
	}
	return At(c.Shares, plan.PartOf(d.Budget().Epsilon, part)), true
}

// A Range is what a release under the choices is expected to keep, as shares of the optimum.
type Range struct {
	Low, Top, High float64 // at the cautious end; there, but for the best of the assumed spectra; at the hopeful end
	Worst, Best    string  // the assumed spectra of Low and Top; "" where one alone is assumed
}

// Range is what a mechanism's own part of ε is expected to keep; false where there is no forecast of it.
func (f Model) Range(d *draft.Draft, m method.Method) (Range, bool) {
	c := f.Curve(m.Name)
	if _, ok := f.Share(d, m); !ok || len(c.Low) != len(c.Shares) || len(c.Top) != len(c.Shares) || len(c.High) != len(c.Shares) {
		return Range{}, false
	}
	epsilon := plan.PartOf(d.Budget().Epsilon, d.DirectionsPart(m))
	r := Range{Low: At(c.Low, epsilon), Top: At(c.Top, epsilon), High: At(c.High, epsilon)}
	i := nearest(epsilon)
	named := func(of []int) string {
		if i < len(of) && of[i] >= 0 && of[i] < len(f.Got.Assumed) {
			return f.Got.Assumed[of[i]]
		}
		return ""
	}
	if len(f.Got.Assumed) > 1 {
		r.Worst, r.Best = named(c.Worst), named(c.Best)
	}
	return r, true
}

// Ranked has the norm rules for variation about the mean with their best mechanisms at the chosen ε, the best first; nil where
// they were not compared.
func (f Model) Ranked(d *draft.Draft) []protocol.ForecastChoice {
	if f.Got == nil || len(f.Got.Ranked) != len(draft.Epsilons) || d.Fault("epsilon") != "" {
		return nil
	}
	return f.Got.Ranked[nearest(d.Budget().Epsilon)]
}

// Group is what a release by the rule in use can find at the chosen ε; false where that is not known.
func (f Model) Group(d *draft.Draft) (group protocol.ForecastGroup, columns int, ok bool) {
	if f.Got == nil || len(f.Got.Groups) != len(draft.Epsilons) || d.Fault("epsilon") != "" {
		return protocol.ForecastGroup{}, 0, false
	}
	return f.Got.Groups[nearest(d.Budget().Epsilon)], f.Facts.Numbers + f.Facts.Categories, true
}

// ManyLevels reports whether categories of more than two levels are among the columns: Group promises nothing of those.
func (f Model) ManyLevels() bool {
	return plan.ManyLevels(f.Facts.Features, f.Facts.Numbers, f.Facts.Categories, f.Facts.Items)
}

// Lacks says what would have to change for the cautious end to keep half: which ε, how many rows or how many features
// would do, each alone, 0 for none; false where nothing is lacking, or nothing is known.
func (f Model) Lacks(d *draft.Draft, m method.Method) (epsilon, rows, features float64, lacks bool) {
	r, ok := f.Range(d, m)
	if !ok || m.Free() || !(f.Got.Half > 0) || r.Low >= f.Got.Half {
		return 0, 0, 0, false
	}
	c, part := f.Curve(m.Name), d.DirectionsPart(m)
	if c.Halves == 0 {
		return 0, 0, 0, true
	}
	// Bands depend on width/n and, where noise is on the whole matrix, on d through about width·√d.
	wider := AtLog(c.Widths, plan.PartOf(d.Budget().Epsilon, part)) / AtLog(c.Widths, c.Halves)
	rows = f.Facts.Records * wider * d.Answers.RowsPerRecord()
	if m.Gives == method.WholeMatrix {
		features = math.Floor(float64(f.Facts.Features) / wider / wider)
	}
	return c.Halves / part, rows, features, true
}

// Preferred is the mechanism to choose first: the forecast's, else by δ alone.
func (f Model) Preferred(d *draft.Draft) string {
	if f.Got == nil || len(f.Got.Preferred) != len(draft.Epsilons) || d.Fault("epsilon") != "" {
		return Recommended(d.Choices.Delta.Or(0)).Name
	}
	return f.Got.Preferred[nearest(d.Budget().Epsilon)]
}

// Enough says how many records a mechanism needs at ε for the wanted share at the cautious end.
func (f Model) Enough(d *draft.Draft, m method.Method) (needed float64, ok bool) {
	return f.needs(d, m, f.Reaches(d, m))
}

// Hoped says how many it needs at the hopeful end: with fewer, no assumed data keep the wanted share.
func (f Model) Hoped(d *draft.Draft, m method.Method) (needed float64, ok bool) {
	if c := f.Curve(m.Name); c != nil && f.Facts.Wanted == d.Choices.WantedShare() {
		return f.needs(d, m, c.Hopes)
	}
	return 0, false
}

// needs is how many records keep now what these keep at the ε there.
func (f Model) needs(d *draft.Draft, m method.Method, there float64) (needed float64, ok bool) {
	if there == 0 || d.Fault("epsilon") != "" {
		return 0, false
	}
	c := f.Curve(m.Name)
	// The share depends on width/n alone.
	now := plan.PartOf(d.Budget().Epsilon, d.DirectionsPart(m))
	n := f.Facts.Records * AtLog(c.Widths, now) / AtLog(c.Widths, there)
	return n * d.Answers.RowsPerRecord(), true
}

// Recommended is the mechanism to choose first where there is no forecast.
func Recommended(delta float64) method.Method { return method.Best(!(delta > 0)) }
