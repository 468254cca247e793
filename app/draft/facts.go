package draft

import (
	"math"

	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// Facts are what the forecast is made from. None comes from a record: d from the
// answers, n from the relation or typed. The error says which is missing.
func (d *Draft) Facts() (protocol.Forecast, error) {
	a, c := &d.Answers, &d.Choices
	features := a.Tally.Features
	k := c.Directions(features)
	if k == 0 && d.DrawsK() {
		k = UsualDirections(features)
	}
	f := protocol.Forecast{
		Features: features, Directions: k, Relation: string(c.Relation), RowsPerPerson: max(1, a.RowsPerPerson()),
		MeanSquare: 1, Spectrum: c.Spectrum, Epsilons: Epsilons, Rule: string(a.Rule), Shrunk: true, Equal: Correlates(d), DesignEffect: designEffect(a),
	}
	// The typed δ, also where the chosen mechanism needs none: the others are compared.
	f.Delta = c.UsableDelta()
	var err error
	if f.Records, err = ForecastRecords(d); err != nil {
		return f, err
	}
	if features < 2 || k < 1 {
		return f, unanswered("A forecast needs a number of directions k.")
	}
	f.Numbers, f.Categories, f.Lists, f.Items = plan.Columns(d.Answers.Schema())
	if f.MeanWeight, err = MeanWeight(d); err != nil {
		return f, err
	}
	if c.As != nil {
		f.EarlierNoise = c.As.As.MeanNoise
	}
	f.Table, f.Nonzero = tableOf(d, f.Records), d.Answers.Schema().Nonzero(d.DrawsCentre())
	switch a.Rule {
	case schema.Pairs:
		f.Records /= 2
	case schema.Clip:
		l := c.Typical.Or(.5)
		f.MeanSquare = l * l
	}
	switch c.Spectrum {
	case Own:
		if f.Shares, err = c.OwnShares(features); err != nil {
			return f, err
		}
	case Earlier:
		if f.Shares = c.Earlier; len(f.Shares) == 0 {
			return f, unanswered("Choose the earlier release whose spectrum is assumed.")
		}
		if len(f.Shares) > features {
			return f, unanswered("The earlier release has more clear directions than there are features here. Assume another spectrum.")
		}
	}
	if f.Wanted = c.WantedShare(); f.Wanted == 0 {
		f.Wanted = .9 // wantedFault says so
	}
	return f, nil
}

// tableOf has the public facts of the columns by which norm rules are compared.
func tableOf(d *Draft, rows float64) *protocol.ForecastTable {
	s := d.Answers.Schema()
	s.Centre, s.Point = schema.CentreNone, nil
	m := plan.Means(s, d.Choices.Relation)
	if !(m.Squared > 0) || !(m.Widest > 0) { // no column can vary
		return nil
	}
	s.NormRule = schema.Pairs
	return &protocol.ForecastTable{
		Nonzero: s.Nonzero(false),
		Rows:    rows, Squared: m.Squared, Body: m.Body, Count: m.Count, Widest: m.Widest, Settled: m.Settled, Reach: m.Reach,
		Mean: plan.UsualMean(method.Default), Split: plan.UsualMean(""), Centre: .1,
	}
}

// ForecastRecords is n: what was typed, else the number that is public under the
// relation, once it was counted. Under add/remove no count is public, and none is taken.
func ForecastRecords(d *Draft) (float64, error) {
	if n := d.Choices.Records; n.Why() != typed.Empty {
		n, ok := n.Number.From(2, 1e12)
		if !ok {
			return 0, unanswered("n must be a number of records, at least 2.")
		}
		return n, nil
	}
	if n := d.Persons(); n >= 2 {
		return float64(n), nil
	}
	if d.Known.Reading && d.Choices.Relation == privacy.ReplaceOne {
		return 0, unanswered("The file is being read. Type n to see the forecast now.")
	}
	return 0, unanswered("To see the forecast, type a rough number of records from general knowledge.")
}

// MeanWeight is the guess of the mean of the rows' weights over the largest: what was typed, or the usual third. 0 where rows have no weights.
func MeanWeight(d *Draft) (float64, error) {
	w, guess := d.Answers.RowWeight.Stated(), d.Choices.MeanWeight
	switch {
	case w == nil:
		return 0, nil
	case guess.Why() == typed.Empty:
		return plan.UsualMeanWeight, nil
	}
	if x, ok := guess.From(0, w.Maximum); ok && x > 0 {
		return x / w.Maximum, nil
	}
	return 0, unanswered("The mean weight of rows must be above 0 and at most " + typed.Of(w.Maximum).Text() + ".")
}

// Epsilons is the grid of every forecast: ten values a decade.
var Epsilons = func() (out []float64) {
	for i := -30; i <= 20; i++ {
		out = append(out, math.Pow(10, float64(i)/10))
	}
	return out
}()

// DirectionsPart is the part of ε that goes to a mechanism's directions, the rest going
// to steps around them. What a mean costs is part of the forecast.
func (d *Draft) DirectionsPart(m method.Method) float64 {
	if m.Free() {
		return 1
	}
	other := *d
	other.Choices.Mechanism = m.Name
	part := 0.0
	for _, step := range shares(&other) {
		switch step.Name {
		case m.Steps[0], method.StepMean, method.StepSums, method.StepLengths, method.StepCount:
			part += step.Share
		}
	}
	return part
}

// RowsPerRecord is 2 where a record is a pair of rows.
func (a *Answers) RowsPerRecord() float64 {
	if a.Rule == "pairs" {
		return 2
	}
	return 1
}
