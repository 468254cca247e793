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
	Epsilon   float64 `json:"epsilon"`           // of the mechanism itself, without the paid steps
	Energy    float64 `json:"energy"`            // expected share of the optimal energy
	Reaches   float64 `json:"reaches,omitempty"` // the ε at which the wanted share is expected; 0 for none up to 1,000
}

// forecast says what each mechanism can be expected to keep, from public facts and an assumed
// spectrum alone.
func (p *program) forecast(args []string) error {
	var c choosing
	f := p.flags("forecast")
	c.choiceFlags(f)
	n := f.Float64("n", 0, "how many `rows` there are, roughly and from general knowledge")
	spectrum := f.String("spectrum", forecast.OneStrong, "assumed spectrum, a `name` of "+strings.Join(forecast.Spectra, ", "))
	length := f.Float64("typical-length", 0.5, "typical length of a record before noise, as a share of the norm bound R, where records are clipped")
	wanted := f.Float64("wanted", 0.9, "share of the optimal energy to solve ε for")
	asJSON := f.Bool("json", false, "print JSON")
	if err := p.parse(f, args); err != nil {
		return err
	}
	c.parsed(f)
	s, choices, err := c.decide(nil)
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
	k := choices.K
	if k == 0 {
		k = choices.Steps.ChooseK.Max
	}
	shares, err := forecast.Shares(*spectrum, s.D(), k)
	if err != nil {
		return fault.Public(fault.CodeRequest, err)
	}
	facts := forecast.Facts{
		Records: *n, Directions: k, Delta: c.choices.Delta, Relation: choices.Relation, RowsPerPerson: s.RowsPerPerson,
		Spectrum: make([]float64, s.D()),
	}
	size := 1.0
	switch s.NormRule {
	case schema.Pairs:
		facts.Records /= 2
	case schema.Clip:
		size = *length * *length
	}
	for i, x := range shares {
		facts.Spectrum[i] = x * size
	}
	var grid []float64
	for i := -30; i <= 30; i++ {
		grid = append(grid, math.Pow(10, float64(i)/10))
	}
	curves, err := forecast.Curves(facts, grid)
	if err != nil {
		return fault.Public(fault.CodeRequest, err)
	}
	rows := []forecasts{}
	for _, curve := range curves {
		of := choices
		of.Mechanism = curve.Mechanism
		own := ownEpsilon(of)
		share, ok, err := forecast.Share(facts, curve.Mechanism, own)
		if err != nil || !ok {
			continue
		}
		reaches, _ := forecast.Where(grid, curve.Shares, *wanted)
		rows = append(rows, forecasts{curve.Mechanism, own, share, reaches})
	}
	if *asJSON {
		return p.json(rows)
	}
	fmt.Fprintf(p.out, "%s, %d features, %d directions, ε = %s, δ = %s, spectrum %s: expected, not promised.\n\n",
		words.Count(int64(*n), "row"), s.D(), k, words.Number(choices.Epsilon), words.Number(facts.Delta), *spectrum)
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "mechanism\tenergy kept\tε for %s\n", words.Percent(*wanted))
	for _, r := range rows {
		reaches := "–"
		if r.Reaches > 0 {
			reaches = words.ThreeUp(r.Reaches)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", method.Named(r.Mechanism).Title, words.Percent(r.Energy), reaches)
	}
	return table.Flush()
}

// ownEpsilon is what of a release's ε a mechanism itself has, beside the paid steps; all of it
// where the choices do not fit the mechanism.
func ownEpsilon(c pca.Choices) float64 {
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
