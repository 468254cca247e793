package forecast

import (
	"privatepca/core/method"
	"privatepca/core/privacy"
)

// The choice of a norm rule and a mechanism, from public facts alone (forecast.md, section 7).

// Names of norm rules, as core/schema has them.
const (
	RuleMean  = "mean"
	RuleSign  = "sign"
	RulePairs = "pairs"
	RuleClip  = "clip" // about a noisy mean that is paid for
)

// A Table has the public facts of a table that the choice of a rule depends on.
type Table struct {
	Rows  float64 // n
	Mean  Mean    // as it would be released; its Share is the usual one of a joint calibration
	Split float64 // the usual share of a mean where ε is divided
	Reach float64 // the largest squared distance of a record from the middle of the bounds
	// Centre is the share of ε of a noisy mean under the rule clip.
	Centre float64
	// Nonzero is how many features of a difference of two rows can be other than 0 (schema.Nonzero, with the rule pairs); 0 means all.
	// Records about a mean are dense.
	Nonzero int
}

// A Way is a norm rule as a choice: how records would be encoded, and which part of ε their directions and the mean of sign
// have. Under clip the directions have what a centre of its own ε leaves, also by Gaussian noise: one calibration of both
// leaves them more, so the forecast promises less than a release gives.
type Way struct {
	Rule     string
	Encoding Encoding
	Part     float64
	split    float64 // the share of sign's mean where ε is divided
}

// Ways are the rules for directions of variation about the mean, the preferred first. A rule that has no proof under the
// relation, or for people of several rows, is left out; the rule mean needs a δ, and the columns stated. Rows of weights leave the rule mean alone.
func Ways(t Table, p Public) []Way {
	var out []Way
	if p.Delta > 0 && p.Columns != (Columns{}) {
		out = append(out, Way{Rule: RuleMean, Encoding: Means(t.Rows, true), Part: 1})
	}
	if p.MeanWeight > 0 {
		return out
	}
	out = append(out, Way{Rule: RuleSign, Encoding: Signs(t.Rows, t.Mean), Part: 1, split: t.Split})
	if p.Relation == privacy.ReplaceOne {
		pairs := Pairs(t.Rows)
		pairs.Nonzero = t.Nonzero
		out = append(out, Way{Rule: RulePairs, Encoding: pairs, Part: 1})
	}
	if step, ok := method.StepOf(method.StepCentre); ok && step.Allowed(p.Relation, p.RowsPerPerson) && t.Reach > 0 {
		out = append(out, Way{Rule: RuleClip, Encoding: About(t.Rows, t.Mean.Widest, t.Reach), Part: 1 - t.Centre})
	}
	return out
}

// For is the encoding by a mechanism: where ε is divided, a mean takes another share of it.
func (w Way) For(m method.Method) Encoding {
	e := w.Encoding
	if e.Mean != nil && !m.Joint {
		mean := *e.Mean
		mean.Share = w.split
		e.Mean = &mean
	}
	return e
}

// A Choice is a way to release with its band at one ε.
type Choice struct {
	Rule, Mechanism   string
	Low, Middle, High float64
	Top               float64
	// MeanNoise is the error of sign's mean against the spread of records, both squared lengths, in the middle of the
	// assumptions: from about ½ on, the mean is noise. 0 for other rules.
	MeanNoise float64
}

// noisyMean is the MeanNoise from which a mean is noise: its error's direction is as strong as a leading one.
const noisyMean = .5

// Noise reports whether the mean of the choice is noise.
func (c Choice) Noise() bool { return c.MeanNoise >= noisyMean }

const (
	worthOther = .005 // how much more than an earlier way another must keep, in the middle of the assumptions
	worthMore  = .05  // likewise a mechanism that does not release the whole matrix, and so every k
)

// Rank lists the ways at one ε: first the one that is recommended (Recommend), with its mechanism, then the others by what they keep in the middle of the
// assumptions, each with its best mechanism. A whole release has ε. It is empty where no mechanism can run.
func (f *Forecaster) Rank(ways []Way, epsilon float64) ([]Choice, error) {
	r, m, err := f.public.way("")
	if err != nil {
		return nil, err
	}
	var out []Choice
	for _, w := range ways {
		mechanisms := method.Ranked(f.public.Delta == 0)
		if w.Rule == r.Rule {
			mechanisms = []method.Method{m}
		}
		best, err := f.best(w, mechanisms, epsilon)
		if err != nil {
			return nil, err
		}
		if best.Mechanism != "" {
			out = append(out, best)
		}
	}
	ordered := make([]Choice, 0, len(out))
	for len(out) > 0 {
		best := 0
		for i, c := range out {
			if b := out[best]; b.Rule != r.Rule && (c.Rule == r.Rule || c.Middle > b.Middle+worthOther) {
				best = i
			}
		}
		ordered = append(ordered, out[best])
		out = append(out[:best], out[best+1:]...)
	}
	return ordered, nil
}

// best is a way by the mechanism that keeps the most, the first of those that keep about as much. It has no mechanism where none can run.
func (f *Forecaster) best(w Way, mechanisms []method.Method, epsilon float64) (best Choice, err error) {
	for _, m := range mechanisms {
		e := w.For(m)
		b, err := f.Bands(e, []method.Method{m}, []float64{epsilon * w.Part})
		if err != nil {
			return best, err
		}
		if b[0].Widths == nil || best.Mechanism != "" && b[0].Middle[0] <= best.Middle+worthMore {
			continue
		}
		best = Choice{Rule: w.Rule, Mechanism: m.Name, Low: b[0].Low[0], Middle: b[0].Middle[0], High: b[0].High[0], Top: b[0].Top[0]}
		if _, noise, _ := f.widths(e, m, epsilon*w.Part); e.Mean != nil {
			best.MeanNoise = e.Mean.lost(noise/e.Records, spreads[1])
		}
	}
	return best, nil
}
