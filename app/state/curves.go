package state

import (
	"math"

	"privatepca/app/draft"
	"privatepca/core/method"
	"privatepca/wasm/protocol"
)

// What the page reads off the curves of a forecast. The slider looks them up; nothing is
// asked of the worker as it moves.

// Curve is a mechanism's, or nil where there is no forecast of it.
func (f *Forecast) Curve(mechanism string) *protocol.ForecastCurve {
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

// Reaches is the ε at which a mechanism's directions keep the wanted share; 0 where none
// does, or the answer is to another wish.
func (f *Forecast) Reaches(m method.Method) float64 {
	c, wanted := f.Curve(m.Name), f.draft.Choices.WantedShare()
	if c == nil || wanted == 0 || wanted != f.Facts.Wanted {
		return 0
	}
	return c.Reaches
}

// Share is what a mechanism's own part of ε is expected to keep; false where
// there is no forecast.
func (f *Forecast) Share(m method.Method) (float64, bool) {
	c := f.Curve(m.Name)
	if c == nil || f.draft.EpsilonFault() != "" {
		return 0, false
	}
	part := f.draft.DirectionsPart(m)
	if !(part > 0) {
		return 0, false
	}
	return At(c.Shares, f.draft.Budget().Epsilon*part), true
}

// Preferred is the mechanism to choose first: the forecast's, else by δ alone.
func (f *Forecast) Preferred() string {
	if f.Got == nil || len(f.Got.Preferred) != len(draft.Epsilons) || f.draft.EpsilonFault() != "" {
		return Recommended(draft.NumberOr(f.draft.Choices.Delta, 0)).Name
	}
	i, t := Place(f.draft.Budget().Epsilon)
	if t > .5 {
		i++
	}
	return f.Got.Preferred[i]
}

// Enough says how many records a mechanism needs at ε for the wanted share.
func (f *Forecast) Enough(m method.Method) (needed float64, ok bool) {
	there := f.Reaches(m)
	if there == 0 || f.draft.EpsilonFault() != "" {
		return 0, false
	}
	c := f.Curve(m.Name)
	// The share depends on width/n alone.
	now := f.draft.Budget().Epsilon * f.draft.DirectionsPart(m)
	n := f.Facts.Records * AtLog(c.Widths, now) / AtLog(c.Widths, there)
	return n * f.draft.Answers.RowsPerRecord(), true
}

// Recommended is the mechanism to choose first where there is no forecast.
func Recommended(delta float64) method.Method { return method.Best(!(delta > 0)) }
