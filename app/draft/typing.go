package draft

import (
	"strings"

	"privatepca/core/schema"
	"privatepca/core/typed"
)

// What is typed into a field is read here, when it is typed.

// SetEpsilon takes ε.
func SetEpsilon(c *Choices, text string) { c.Epsilon = typed.ReadNumber(text) }

// SetSlider takes the position of ε's slider.
func SetSlider(c *Choices, position string) {
	if x, ok := typed.ReadNumber(position).Value(); ok {
		c.Slide(x)
	}
}

// SetDelta takes δ. Who agreed to a large one agreed to that one.
func SetDelta(c *Choices, text string) { c.Delta, c.LargeDelta = typed.ReadNumber(text), false }

// SetK takes k.
func SetK(c *Choices, text string) { c.K, c.KOpen = typed.ReadCount(text), false }

// SetMostK takes the largest k that may be chosen.
func SetMostK(c *Choices, text string) { c.KMax = typed.ReadCount(text) }

// SetCap takes how many proposals are made at most.
func SetCap(c *Choices, text string) { c.Cap = typed.ReadCount(text) }

// SetRecords takes the n of the forecast.
func SetRecords(c *Choices, text string) { c.Records = typed.ReadCount(text) }

// SetMeanWeight takes a guess of the mean weight of rows.
func SetMeanWeight(c *Choices, text string) { c.MeanWeight = typed.ReadNumber(text) }

// SetTypical takes the length of a record, as a share of R.
func SetTypical(c *Choices, text string) { c.Typical = typed.ReadNumber(text) }

// SetSpectrum takes the shares of an own spectrum.
func SetSpectrum(c *Choices, text string) { c.Shares = typed.ReadShares(text) }

// SetWanted takes the share that is solved for.
func SetWanted(c *Choices, text string) { c.Wanted = typed.ReadPercent(text) }

// SetRows takes how many rows one person has at most.
func SetRows(a *Answers, text string) { a.Rows = typed.ReadCount(strings.TrimSpace(text)) }

// SetBound takes R.
func SetBound(a *Answers, text string) {
	a.Bound, a.BoundFrom, a.BoundTyped = typed.ReadNumber(strings.TrimSpace(text)), schema.Typed, true
}

// SetDesignEffect takes the design effect.
func SetDesignEffect(a *Answers, text string) { a.DesignEffect = ReadDesignEffect(text) }

// ReadDesignEffect reads a design effect.
func ReadDesignEffect(text string) DesignEffect {
	return DesignEffect{typed.ReadNumber(strings.TrimSpace(text))}
}

// SetMost takes the largest weight of a row.
func (r *RowWeight) SetMost(text string) { r.Most = typed.ReadNumber(strings.TrimSpace(text)) }

// SetMissing takes the weight of a row without one.
func (r *RowWeight) SetMissing(text string) { r.Missing = typed.ReadNumber(strings.TrimSpace(text)) }

// SetWeight takes the weight of a column.
func (d *Details) SetWeight(text string) { d.Weight = typed.ReadNumber(strings.TrimSpace(text)) }

// SetScores takes the scores of levels, one a line.
func (d *Details) SetScores(lines string) { d.Scores = typed.ReadList(lines) }

// SetOwnMissing takes a column's own missing values, one a line; none where there are no lines.
func (d *Details) SetOwnMissing(lines string) { d.Missing, d.Own = typed.ReadList(lines), lines != "" }
