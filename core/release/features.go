package release

import (
	"math"
	"slices"
	"strings"

	"privatepca/core/method"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A feature is one coordinate of the encoding, for a program that encodes new rows:
// feature = (x − zero)/unit − centre, x the value (schema.Field.Range), or 1 or 0 for a category's level.
type feature struct{ zero, unit, centre float64 }

// featuresOf are the d coordinates in order. A field without bounds, which Validate
// refuses, is taken as it is.
func featuresOf(d *Document) []feature {
	e := &d.Encoding
	centre := schema.Centre(e.Centre)
	var out []feature
	for i := range e.Fields {
		f := e.Fields[i].schema()
		one := feature{unit: 1, centre: f.CentreValue(schema.Scaling(e.Scaling), centre)}
		if zero, unit := f.Scale(schema.Scaling(e.Scaling)); unit > 0 && !math.IsInf(unit, 0) {
			one.zero, one.unit = zero, unit
		}
		for range f.D() {
			out = append(out, one)
		}
	}
	if len(e.CentrePoint) == len(out) && centre == schema.CentrePoint {
		for i, c := range e.CentrePoint {
			out[i].centre = c
		}
	}
	return out
}

// schema is the field as a schema has it.
func (f *Field) schema() schema.Field {
	out := schema.Field{
		Name: f.Name, Kind: schema.Kind(f.Type), Enum: f.Enum, BoundsFrom: schema.Provenance(f.BoundsFrom),
		Part: schema.Part(f.Part), Format: f.Format, Scores: f.Scores, Weight: f.Weight, MissingValues: f.MissingValues, Complete: f.Required,
		Column: f.Column, Separator: f.Separator, Item: f.Level, Spellings: f.Spellings,
	}
	out.Label = f.Title
	for _, c := range f.Categories {
		if out.LevelLabels == nil {
			out.LevelLabels = map[string]string{}
		}
		out.LevelLabels[c.Value] = c.Label
	}
	if f.Minimum != nil && f.Maximum != nil {
		out.Minimum, out.Maximum = *f.Minimum, *f.Maximum
	}
	return out
}

// Features is how many coordinates the column makes.
func (f *Field) Features() int {
	s := f.schema()
	return s.D()
}

// Words says what the column's cells can be, for people: its bounds, or its levels, with scores where these are stated.
func (f *Field) Words() string {
	s := f.schema()
	bound := words.Number
	if s.Kind == schema.Date {
		bound = schema.FormatDate
	}
	var says []string
	switch {
	case s.Bounded() && f.Minimum != nil && f.Maximum != nil:
		says = append(says, bound(*f.Minimum)+" to "+bound(*f.Maximum))
		if f.Format != "" {
			says = append(says, "written as "+schema.FormatWords(f.Format))
		}
	case f.Scores != nil && len(f.Scores) == len(f.Enum):
		for i, level := range f.Enum {
			says = append(says, level+" = "+words.Number(f.Scores[i]))
		}
	case len(f.Enum) > 0:
		says = append(says, strings.Join(f.labelledLevels(), ", "))
	}
	if f.Weight != 0 {
		says = append(says, "weight "+words.Number(f.Weight))
	}
	if f.MissingValues != nil {
		says = append(says, "missing: "+strings.Join(append([]string{"empty"}, slices.DeleteFunc(slices.Clone(f.MissingValues), func(m string) bool { return m == "" })...), ", "))
	}
	return strings.Join(says, ", ")
}

// labelledLevels are the column's levels, each with its label where it has one.
func (f *Field) labelledLevels() []string {
	levels := slices.Clone(f.Enum)
	for _, c := range f.Categories {
		if at := slices.Index(levels, c.Value); at >= 0 {
			levels[at] += " = " + c.Label
		}
	}
	return levels
}

// TypeWords is the column's type for people, with the part of a date that counts.
func (f *Field) TypeWords() string {
	if f.Part != "" {
		return f.Type + ", " + f.Part
	}
	return f.Type
}

// releasedMean reports whether the centre is a mean that a step of the release drew.
func releasedMean(d *Document) bool {
	if measuredAgain(d) { // in the earlier release
		return true
	}
	for _, p := range d.Privacy.Parts {
		if p.Step == method.StepCentre || p.Step == method.StepMean || p.Step == method.StepSums {
			return d.Encoding.CentrePoint != nil
		}
	}
	return false
}
