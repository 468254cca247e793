//go:build !js

package command

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"privatepca/core/fault"
	"privatepca/core/forecast"
	"privatepca/core/method"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// forecasts is one row of forecast -json.
type forecasts struct {
	Mechanism string  `json:"mechanism"`
	Rule      string  `json:"rule"`              // the norm rule: first the rows of the schema's own, then one of each that is compared
	Epsilon   float64 `json:"epsilon"`           // of the mechanism itself, without the paid steps but the mean of sign
	Energy    float64 `json:"energy"`            // expected share of the optimal energy, in the middle of the assumptions
	Low       float64 `json:"low"`               // the same, at the cautious end of the assumptions
	Top       float64 `json:"top"`               // at the cautious end, but for the best of the assumed spectra
	High      float64 `json:"high"`              // at the hopeful end
	Reaches   float64 `json:"reaches,omitempty"` // the ε at which the cautious end is the wanted share; 0 for none up to 1,000
	// Recommended marks what keeps the most in the middle of the assumptions.
	Recommended bool `json:"recommended,omitempty"`
}

// An outlook is what a forecast is made of.
type outlook struct {
	schema  *schema.Schema
	choices pca.Choices
	k       int
	rows    float64
	wanted  float64
	from    *forecast.Forecaster
	mean    forecast.Mean
	own     forecast.Encoding // of the schema's rule
	table   forecast.Table
	public  forecast.Public
}

// forecast says what each mechanism can be expected to keep, from public facts and assumed
// spectra alone, and which norm rule and mechanism to prefer.
func (p *program) forecast(args []string) error {
	var c choosing
	f := p.flags("forecast")
	c.choiceFlags(f)
	c.follows = true
	n := f.Float64("n", 0, "how many `rows` there are, roughly and from general knowledge")
	spectrum := f.String("spectrum", forecast.Several, "assumed spectrum, a `name` of "+strings.Join(append([]string{forecast.Several}, forecast.Spectra...), ", "))
	earlier := f.String("release", "", "an earlier release of similar data, a `file`, whose public spectrum is assumed instead")
	length := f.Float64("typical-length", 0.5, "typical length of a record before noise, as a share of the norm bound R, where records are clipped")
	wanted := f.Float64("wanted", 0.9, "share of the optimal energy to solve ε for")
	weight := f.Float64(meanWeightFlag, 0, "where rows have weights: a public guess of their mean `weight` (default: a third of the largest)")
	asJSON := f.Bool("json", false, jsonUsage)
	if err := p.parse(f, args); err != nil {
		return err
	}
	c.parsed(f)
	s, choices, err := c.decide(nil)
	sayNotes(p, c.notes)
	if err != nil {
		return err
	}
	switch {
	case !(*n >= 2) || *n > 1e12:
		return refusal("State how many rows there are, roughly: -n N, at least 2.")
	case !(*length > 0 && *length <= 1):
		return refusal("A typical length is above 0 and at most 1.")
	case !(*wanted > 0 && *wanted < 1):
		return refusal("A wanted share lies between 0 and 1.")
	case s.D() > forecast.MaxFeatures:
		return refusal("A forecast is made for up to %d features.", forecast.MaxFeatures)
	}
	if _, err := pca.NewPlan(s, choices); err != nil { // choices that make no release have no forecast
		return err
	}
	name, shares := *spectrum, []float64(nil)
	if *earlier != "" {
		if shares, err = leadingShares(*earlier); err != nil {
			return err
		}
		name = forecast.Release
	}
	guess, err := meanWeight(s.RowWeight, *weight, c.set[meanWeightFlag])
	if err != nil {
		return err
	}
	if w := s.RowWeight; w != nil && !c.set[meanWeightFlag] {
		fmt.Fprintf(p.err, "Rows are weighted by %s: their mean weight is taken as a third of %s. State a better public guess: -%s NUMBER.\n", words.Clip(w.Column, 60), words.Three(w.Maximum), meanWeightFlag)
	}
	o := outlook{schema: s, choices: choices, k: choices.K, rows: *n, wanted: *wanted}
	if o.k == 0 {
		o.k = choices.Steps.ChooseK.Max
	}
	assumed, err := forecast.Assume(name, shares, s.D(), o.k)
	if err != nil {
		return fault.Public(fault.CodeRequest, err)
	}
	o.public.MeanWeight = guess
	o.describe(c.choices.Delta, *length)
	if o.from, err = forecast.New(o.public, assumed); err != nil {
		return fault.Public(fault.CodeRequest, err)
	}
	o.own.Equal = choices.Correlations
	rows, err := o.mechanisms()
	if err != nil {
		return fault.Public(fault.CodeRequest, err)
	}
	ranked, err := o.from.Rank(o.ways(), choices.Epsilon)
	if err != nil {
		return fault.Public(fault.CodeRequest, err)
	}
	if *asJSON {
		for i, r := range ranked {
			rows = append(rows, forecasts{r.Mechanism, r.Rule, choices.Epsilon, r.Middle, r.Low, r.Top, r.High, 0, i == 0})
		}
		return writeJSON(p, rows)
	}
	return o.print(p, rows, ranked, name)
}

// meanWeightFlag states the mean weight of rows.
const meanWeightFlag = "mean-weight"

// meanWeight is the guess of the mean weight over the largest, 0 where rows have no weights.
func meanWeight(w *schema.RowWeight, stated float64, isStated bool) (float64, error) {
	switch {
	case w == nil && isStated:
		return 0, refusal("Rows have no weights here: leave -%s out, or name their column, -%s COLUMN.", meanWeightFlag, rowWeight)
	case w == nil:
		return 0, nil
	case !isStated:
		return plan.UsualMeanWeight, nil
	case !(stated > 0 && stated <= w.Maximum):
		return 0, refusal("The mean weight of rows is above 0 and at most %s, the largest.", words.Three(w.Maximum))
	}
	return stated / w.Maximum, nil
}

// ways are the norm rules that are compared.
func (o *outlook) ways() []forecast.Way {
	ways := forecast.Ways(o.table, o.public)
	for i := range ways {
		if ways[i].Rule != forecast.RuleMean || o.schema.NormRule == schema.Mean { // it is recommended with equal columns
			ways[i].Encoding.Equal = o.choices.Correlations
		}
	}
	return ways
}

// leadingShares reads the spectrum of an earlier release.
func leadingShares(path string) ([]float64, error) {
	doc, _, err := readDocument(path)
	if err != nil {
		return nil, err
	}
	shares := doc.LeadingShares()
	if shares == nil {
		return nil, refusal("No eigenvalue of %s stands clear of its noise, or its mechanism released no spectrum: it says nothing about a spectrum to assume.", path)
	}
	return shares, nil
}

// describe takes down the public facts.
func (o *outlook) describe(delta, length float64) {
	s, c := o.schema, &o.choices
	m := plan.Means(s, c.Relation)
	o.public = forecast.Public{Features: s.D(), Directions: o.k, Delta: delta, Relation: c.Relation, RowsPerPerson: s.RowsPerPerson, DesignEffect: c.DesignEffect, MeanWeight: o.public.MeanWeight}
	if c.As != nil {
		o.public.EarlierNoise = c.As.MeanNoise
	}
	columns := &o.public.Columns
	columns.Numbers, columns.Categories, columns.Lists, columns.Items = plan.Columns(s)
	o.mean = forecast.Mean{Share: plan.UsualMean(method.Default), Squared: m.Squared, Body: m.Body, Count: m.Count, Widest: m.Widest, Settled: m.Settled}
	o.table = forecast.Table{Rows: o.rows, Mean: o.mean, Split: plan.UsualMean(""), Reach: m.Reach, Centre: .1}
	differences := *s
	differences.NormRule = schema.Pairs
	o.table.Nonzero = differences.Nonzero(false)
	size := 1.0
	switch s.NormRule {
	case forecast.RuleMean:
		o.own = forecast.Means(o.rows, c.Correlations)
		return
	case schema.Pairs:
		o.own = forecast.Pairs(o.rows)
		o.own.Nonzero = s.Nonzero(false)
		return
	case schema.Sign:
		if !plan.NeedsMean(s) {
			break
		}
		if c.Steps != nil && c.Steps.Mean != nil {
			o.mean.Share = c.Steps.Mean.Share
			o.table.Mean.Share, o.table.Split = o.mean.Share, o.mean.Share
		}
		o.own = forecast.Signs(o.rows, o.mean)
		o.own.Shrunk = c.Shrink
		return
	case schema.Clip:
		size = length * length
	}
	o.own = forecast.Encoding{
		Rule: string(s.NormRule), Records: o.rows, Squares: [3]float64{size, size, size}, Shrunk: c.Shrink,
		Nonzero: s.Nonzero(c.Steps != nil && c.Steps.Centre != nil),
	}
}

// mechanisms forecasts every mechanism under the schema's own rule.
func (o *outlook) mechanisms() ([]forecasts, error) {
	var grid []float64
	for i := -30; i <= 30; i++ {
		grid = append(grid, math.Pow(10, float64(i)/10))
	}
	rows := []forecasts{}
	for _, m := range method.All() {
		of := o.choices
		of.Mechanism = m.Name
		own := ownEpsilon(of)
		encoding := o.own
		if encoding.Mean != nil && !m.Joint {
			mean := *encoding.Mean
			mean.Share = o.table.Split
			encoding.Mean = &mean
		}
		at, ok, err := o.from.Band(encoding, m.Name, own)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		over, err := o.from.Bands(encoding, []method.Method{m}, grid)
		if err != nil {
			return nil, err
		}
		reaches, _ := forecast.Where(grid, over[0].Low, o.wanted)
		rows = append(rows, forecasts{Mechanism: m.Name, Rule: string(o.schema.NormRule), Epsilon: own, Energy: at.Middle[0], Low: at.Low[0], Top: at.Top[0], High: at.High[0], Reaches: reaches})
	}
	return rows, nil
}

// print writes the forecast for people.
func (o *outlook) print(p *program, rows []forecasts, ranked []forecast.Choice, spectrum string) error {
	fmt.Fprintf(p.out, "%s, %d features, %d directions, ε = %s, δ = %s, rule %s, spectrum %s: a range, not a promise.\n\n",
		words.Count(int64(o.rows), "row"), o.schema.D(), o.k, words.Number(o.choices.Epsilon), words.Number(o.public.Delta), o.schema.NormRule, spectrum)
	against, err := o.printGroup(p)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "mechanism\tenergy kept\tε for %s\n", words.Percent(o.wanted))
	for _, r := range rows {
		reaches := "–"
		if r.Reaches > 0 {
			reaches = words.ThreeUp(r.Reaches)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", method.Named(r.Mechanism).Title, words.Range(r.Low, r.Top), reaches)
	}
	table.Flush() // ended looks at what could not be printed
	fmt.Fprintln(p.out, words.Chance(o.from.Half()))
	if len(ranked) == 0 {
		return nil
	}
	best := ranked[0]
	named := func(c forecast.Choice) string {
		if c.Rule == forecast.RuleClip {
			return fmt.Sprintf("-norm clip -centre-share %s -mechanism %s", words.Number(o.table.Centre), c.Mechanism)
		}
		return fmt.Sprintf("-norm %s -mechanism %s", c.Rule, c.Mechanism)
	}
	kept := "It would keep " + words.Range(best.Low, best.Top) + ". "
	if against { // most of it is what chance keeps
		kept = ""
	}
	fmt.Fprintf(p.out, "\nRecommended for variation about the mean: %s. %s%s\n", named(best), kept, words.Why(best.Rule, noisy(ranked)))
	if m := method.Named(best.Mechanism); m.Gives != method.WholeMatrix || m.Law == "" {
		if o.public.Columns.Categories > 0 {
			fmt.Fprintln(p.out, words.LevelsMayLead)
		}
	}
	if against {
		return nil
	}
	if len(ranked) > 1 {
		next := ranked[1]
		fmt.Fprintf(p.out, "Next best: %s, which would keep %s.\n", named(next), words.Range(next.Low, next.Top))
	}
	advice, err := o.from.Advise(o.ways(), best, o.choices.Epsilon)
	if err != nil {
		return err
	}
	if advice.Needed() {
		fmt.Fprintln(p.out, words.Advice(advice.High, advice.Half, advice.Epsilon, advice.Features, advice.Rows))
	}
	return nil
}

// printGroup writes what can be found, where the rule says it, and reports whether it advises against the release.
func (o *outlook) printGroup(p *program) (against bool, err error) {
	if o.schema.NormRule != schema.Mean || o.public.Delta == 0 {
		return false, nil
	}
	r, err := o.public.Recommend(method.Default, o.rows, o.choices.Epsilon)
	if err != nil {
		return false, fault.Public(fault.CodeRequest, err)
	}
	levels := plan.ManyLevels(o.public.Features, o.public.Columns.Numbers, o.public.Columns.Categories, o.public.Columns.Items)
	fmt.Fprintln(p.out, words.Group(r.Group.Least(), r.Group.Columns, r.Against, levels))
	if levels {
		fmt.Fprintln(p.out, words.LevelsNeedMore)
	}
	fmt.Fprintln(p.out, words.CorrelationNoise(r.Group.CorrelationNoise(o.public.Features), r.Group.Columns))
	if r.Against {
		fmt.Fprintln(p.out, words.Against(r.Rows, r.Epsilon))
	}
	fmt.Fprintln(p.out)
	return r.Against, nil
}

// noisy reports whether sign's mean is noise.
func noisy(ranked []forecast.Choice) bool {
	for _, c := range ranked {
		if c.Noise() {
			return true
		}
	}
	return false
}

// ownEpsilon is what of a release's ε a mechanism itself has, beside the paid steps; all of it
// where the choices do not fit the mechanism. The mean of sign is forecast with the directions.
func ownEpsilon(c pca.Choices) float64 {
	if c.Steps != nil {
		steps := *c.Steps
		steps.Mean = nil
		c.Steps = &steps
	}
	steps, err := plan.Divide(c)
	if err != nil {
		return c.Epsilon
	}
	m := method.Named(c.Mechanism)
	for _, step := range steps {
		if len(m.Steps) > 0 && step.Name == m.Steps[0] {
			return step.Budget.Epsilon
		}
	}
	return c.Epsilon
}
