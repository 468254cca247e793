package draft

import (
	"privatepca/core/method"
	"privatepca/core/schema"
)

// Estimand says in a sentence of what a release by a mechanism would estimate the directions; "" where it estimates nothing, or cannot be.
func Estimand(d *Draft, m method.Method) string {
	rule, equal := With(d, m)
	if m.Free() || rule == schema.Mean && !m.Joint {
		return ""
	}
	what := "second moments"
	switch {
	case equal:
		what = "correlations"
	case AboutMean(rule) || VariesAboutMean(&d.Answers):
		what = "covariances"
	}
	of := map[schema.NormRule]string{
		schema.Mean:  "rows, cut where they lie far from the mean",
		schema.Sign:  "rows, each scaled to one length from the centre",
		schema.Pairs: "differences between rows, each scaled to one length",
		schema.Unit:  "rows, each scaled to one length",
		schema.Clip:  "rows, cut at a stated length",
	}[rule]
	return "Estimates the " + what + " of " + of + "."
}

// Untested reports whether, whatever the records are, no test could tell which directions of a release by a mechanism are more than its noise: it states
// no law of noise, or its directions are of other columns' scales than those that a test is for (release.NoiseTest).
func Untested(d *Draft, m method.Method) bool {
	rule, equal := With(d, m)
	return !m.Free() && (m.Law == "" || equal != (rule == schema.Mean))
}
