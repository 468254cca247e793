package forecast

import (
	"privatepca/core/method"
	"privatepca/core/scaling"
)

// What a band allows for beside the spectrum (forecast.md, section 6).

// An allowance is by what the noise's width is multiplied, at the cautious end, in the middle and at the hopeful end; and which share of the
// optimum the rule's lengths bend away without any noise, at the cautious end and in the middle.
type allowance struct {
	noise [3]float64
	bias  [2]float64
}

// Measured widths of the noise in effect, as factors: forecast.md has the measurements.
var (
	// equalMeans: columns are equal by scales that are private, and known before records are summed.
	equalMeans = [3]float64{2.3, 1.1, .3}
	// boundsMeans: the same cut, in the units of the bounds. Shrinkage is in the hopeful end alone.
	boundsMeans = [3]float64{2.2, .7, .3}
	// equalAfter: columns are made equal by the noisy matrix's own diagonal alone, and noise grows where a column hardly varies.
	equalAfter = [3]float64{15, 2.1, .5}
	// shrunk: matrices are shrunk where that helps: not at all, as on the tables measured, and as on the best of them.
	shrunk = [3]float64{1.3, 1 / 1.4, .5}
	// paired: pairs of rows, half as many records as rows, whose pairing is drawn too. Shrinkage is in the hopeful end.
	paired = [3]float64{2.6, 1 / 1.4, .5}
	// plain: the first number is for what the formulas leave out, and for sampling.
	plain = [3]float64{1.3, 1, 1}
)

// hidden is the largest share of the optimum that columns below the noise were seen to hide, whatever ε was, where columns are made equal
// afterwards (core/shrink/correlation.md).
const hidden = .1

// deviations are the assumed mean squared deviations of a number from its mean, in half-ranges of its bounds; apart are those of a category's
// levels together. Cautious end, middle, hopeful end.
var (
	deviations = [3]float64{.005, .05, .3}
	apart      = [3]float64{.1, .5, .7}
)

func (f *Forecaster) allowance(e Encoding, m method.Method, width float64) allowance {
	a := allowance{noise: plain}
	if e.Shrunk && m.Gives == method.WholeMatrix && m.Law != "" && f.public.Directions > 1 && f.public.Features >= method.LeastShrunk {
		a.noise = shrunk
	}
	k := f.public.Directions
	switch e.Rule {
	case RuleMean:
		a.noise = boundsMeans
		if e.Equal {
			a.noise = equalMeans
		}
		edge := scaling.Edge(f.public.Columns.scaling(f.public.Features), width, 1) // width is over n
		a.bias = lengthBias(scaling.Kappa(edge), k, e.Equal)
	case RuleSign:
		a.bias = lengthBias(0, k, true)
	case RulePairs:
		a.noise[0] = paired[0]
		a.bias = [2]float64{.03, .015}
	}
	if e.Equal && e.Rule != RuleMean {
		a.noise = equalAfter
		a.bias[0] += hidden
		a.bias[1] += hidden / 2
	}
	return a
}

// lengthBias is the share of the optimum that is lost without any noise where records are cut at κ typical lengths, κ = 0 for directions alone: the
// 90 % quantile of 21 tables, and their median. Of k ≥ 4 directions .05 more at the cautious end, since a column on its floor counts less.
func lengthBias(kappa float64, k int, equal bool) [2]float64 {
	row := 0
	switch {
	case k >= 4:
		row = 2
	case k >= 2:
		row = 1
	}
	if kappa == 0 {
		return [...][2]float64{{.25, .005}, {.024, .001}, {.040, .002}}[row]
	}
	// Between κ = .85 and κ = 1.5 along a straight line.
	t := (kappa - .85) / (1.5 - .85)
	between := func(low, high float64) float64 { return low + t*(high-low) }
	switch {
	case !equal && row == 0:
		return [2]float64{between(.025, .003), between(.002, 0)}
	case !equal:
		return [2]float64{.008, .001}
	case row == 0:
		return [2]float64{between(.009, .004), between(.001, 0)}
	case row == 1:
		return [2]float64{between(.007, .002), between(.001, 0)}
	}
	return [2]float64{between(.015, .011) + .05, between(.001, 0)}
}
