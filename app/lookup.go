package app

import (
	"math"
	"slices"

	"privatepca/app/draft"
	"privatepca/core/method"
	"privatepca/wasm/protocol"
)

// What the page reads off the curves of a forecast. The slider looks them up; nothing is
// asked of the worker as it moves.

// curve is a mechanism's, or nil where there is no forecast of it.
func (f *Forecast) curve(mechanism string) *protocol.ForecastCurve {
	if f.got == nil {
		return nil
	}
	for i := range f.got.Curves {
		if c := &f.got.Curves[i]; c.Mechanism == mechanism && len(c.Shares) == len(draft.Epsilons) && len(c.Widths) == len(draft.Epsilons) {
			return c
		}
	}
	return nil
}

// place is where ε lies on the grid: i + t of the way to i+1, at its ends beyond them.
func place(epsilon float64) (i int, t float64) {
	x := (math.Log10(epsilon) - math.Log10(draft.Epsilons[0])) * 10
	x = max(0, min(x, float64(len(draft.Epsilons)-1)))
	i = min(int(x), len(draft.Epsilons)-2)
	return i, x - float64(i)
}

// at reads a curve at ε, smoothly between the grid's points and never beyond them: cubics
// whose slopes are harmonic means (Fritsch and Butland 1984).
func at(values []float64, epsilon float64) float64 {
	i, t := place(epsilon)
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

// atLog reads a curve of positive values that is straight on logarithmic scales.
func atLog(values []float64, epsilon float64) float64 {
	i, t := place(epsilon)
	return values[i] * math.Pow(values[i+1]/values[i], t)
}

// reaches is the ε at which a mechanism's directions keep the wanted share; 0 where none
// does, or the answer is to another wish.
func (f *Forecast) reaches(m method.Method) float64 {
	c, wanted := f.curve(m.Name), f.draft.Choices.WantedShare()
	if c == nil || wanted == 0 || wanted != f.facts.Wanted {
		return 0
	}
	return c.Reaches
}

// share is what a mechanism's own part of ε is expected to keep; false where
// there is no forecast.
func (f *Forecast) share(m method.Method) (float64, bool) {
	c := f.curve(m.Name)
	if c == nil || f.draft.EpsilonFault() != "" {
		return 0, false
	}
	part := f.draft.DirectionsPart(m)
	if !(part > 0) {
		return 0, false
	}
	return at(c.Shares, f.draft.Budget().Epsilon*part), true
}

// preferred is the mechanism to choose first: the forecast's, else by δ alone.
func (f *Forecast) preferred() string {
	if f.got == nil || len(f.got.Preferred) != len(draft.Epsilons) || f.draft.EpsilonFault() != "" {
		return recommended(draft.NumberOr(f.draft.Choices.Delta, 0)).Name
	}
	i, t := place(f.draft.Budget().Epsilon)
	if t > .5 {
		i++
	}
	return f.got.Preferred[i]
}

// because says why a mechanism is preferred, from the curves; "" without them.
func because(s *State, m method.Method) string {
	o := &s.forecast
	mine := o.curve(m.Name)
	if mine == nil || m.Name != s.forecast.preferred() {
		return ""
	}
	first, last := slices.IndexFunc(draft.Epsilons, func(e float64) bool { return e > .0099 }), slices.IndexFunc(draft.Epsilons, func(e float64) bool { return e > 9.99 })
	most := true
	for _, c := range o.got.Curves {
		if c.Mechanism == m.Name || len(c.Shares) != len(draft.Epsilons) {
			continue
		}
		for i := first; i <= last; i++ {
			most = most && c.Shares[i] <= mine.Shares[i]+.005
		}
	}
	switch {
	case m.Gives != method.WholeMatrix:
		return "At this ε, noise on the whole matrix keeps little under pure ε; this keeps more."
	case m.NeedsDelta() && most:
		return "Because you allow a δ, it keeps the most at every ε shown."
	case m.NeedsDelta():
		return "Because you allow a δ: none is expected to keep clearly more at this ε."
	case most:
		return "With δ = 0, none keeps more at any ε shown."
	}
	return "With δ = 0, none is expected to keep clearly more at this ε."
}

// enough says how many records a mechanism needs at ε for the wanted share.
func (f *Forecast) enough(m method.Method) (needed float64, ok bool) {
	there := f.reaches(m)
	if there == 0 || f.draft.EpsilonFault() != "" {
		return 0, false
	}
	c := f.curve(m.Name)
	// The share depends on width/n alone.
	now := f.draft.Budget().Epsilon * f.draft.DirectionsPart(m)
	n := f.facts.Records * atLog(c.Widths, now) / atLog(c.Widths, there)
	return n * f.draft.RowsPerRecord(), true
}

// recommended is the mechanism to choose first where there is no forecast.
func recommended(delta float64) method.Method { return method.Best(!(delta > 0)) }
