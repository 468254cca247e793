package draft

import (
	"math"
	"slices"

	"privatepca/core/schema"
	"privatepca/core/typed"
)

// field is the column as a schema states it.
func (c *Column) field() schema.Field {
	f := schema.Field{Name: c.Name, Kind: schema.Kind(c.Kind), BoundsFrom: c.From, Label: c.Label}
	putDetails(c, &f)
	switch {
	case c.Levelled():
		f.Enum, f.LevelLabels = c.Levels, c.LevelLabels
		f.Recode = c.values.recodings(c.Levels, f.MissingValues)
		f.Spellings = c.Spellings
	case c.Bounded():
		f.Minimum, f.Maximum = c.Min.Or(math.NaN()), c.Max.Or(math.NaN())
	}
	return f
}

// fields are the column's: of a list one for each of its levels.
func (c *Column) fields() []schema.Field {
	f := c.field()
	if c.Kind == Category && c.Separator != "" {
		return schema.ListOf(f, c.Separator, f.Enum)
	}
	return []schema.Field{f}
}

// readBounds reads the bounds by the column's type: of dates as dates.
func readBounds(c *Column) {
	for _, bound := range []*typed.Number{&c.Min, &c.Max} {
		switch text := bound.Text(); {
		case c.Kind == Date:
			*bound = typed.ReadDate(text, c.Format, c.Part)
		case c.dates:
			*bound = typed.ReadNumber(text)
		}
	}
	c.dates = c.Kind == Date
}

// bound is a bound as a person would type it; the empty one for none.
func bound(c *Column, x float64) typed.Number {
	if c.Kind == Date {
		return typed.ReadDate(schema.FormatDate(x), c.Format, c.Part)
	}
	return typed.Of(x)
}

// detailsFault says what is wrong with the details as typed, or with what a schema takes for no column; details is false for what it would not take
// without them either.
func detailsFault(c *Column) (fault string, details bool) {
	if c.Weight.Why() != typed.Empty {
		if _, ok := c.Weight.From(schema.MinWeight, 1); !ok {
			return weightFault(c.Weight), true
		}
	}
	if c.Kind == Ordinal && !c.Scores.IsZero() {
		scores, wrong := c.Scores.Numbers()
		switch {
		case !wrong.IsZero():
			return "a score " + wrong.Fault(), true
		case len(scores) != len(c.Levels):
			return "list one score for each level", true
		case !ascending(scores):
			return "the scores must ascend, in the order of the levels", true
		}
	}
	if c.Kind == Category && c.Separator != "" && len(c.Levels) > 0 {
		if problems := schema.ListProblems(c.fields()); len(problems) > 0 {
			return problems[0].Message, true
		}
	}
	f := c.field()
	if plain := c.Kind == Number || c.Kind == Category; plain && !c.Own {
		return "", false
	}
	if problems, ok := f.Validate(schema.Affine).(schema.Problems); ok && len(problems) > 0 {
		bare := schema.Field{Name: f.Name, Kind: f.Kind, Part: f.Part, Enum: f.Enum, Minimum: f.Minimum, Maximum: f.Maximum}
		return problems[0].Message, bare.Validate(schema.Affine) == nil
	}
	return "", false
}

func weightFault(w typed.Number) string {
	if w.Why() == typed.TwoWays {
		return "the weight " + w.Fault()
	}
	return "the weight must be from 0.001 to 1"
}

func ascending(x []float64) bool {
	for i := 1; i < len(x); i++ {
		if !(x[i] > x[i-1]) {
			return false
		}
	}
	return true
}

// putDetails writes the details into a field of the column's kind.
func putDetails(c *Column, f *schema.Field) {
	if c.Kind == Date {
		f.Part, f.Format = c.Part, c.Format
	}
	if c.Kind == Ordinal && !c.Scores.IsZero() {
		if scores, wrong := c.Scores.Numbers(); wrong.IsZero() {
			f.Scores = scores
		}
	}
	if w := c.Weight.Or(1); w != 1 {
		f.Weight = w
	}
	if c.Bounded() && c.Kind != Date {
		f.Decimal, f.Grouping, f.Around, f.Parentheses = c.Decimal, c.Grouping, c.Around, c.Parentheses
	}
	if c.Kind == Category {
		f.Separator = c.Separator
	}
	f.Complete = c.Complete
	if c.Own {
		f.MissingValues = append([]string{""}, c.Missing.Items()...)
	}
}

// detailsOf are those that a schema states.
func detailsOf(f *schema.Field) Details {
	d := Details{Part: f.Part, Format: f.Format, Decimal: f.Decimal, Grouping: f.Grouping, Around: f.Around, Parentheses: f.Parentheses, Separator: f.Separator, Complete: f.Complete}
	if f.Weight != 0 {
		d.Weight = typed.Of(f.Weight)
	}
	if f.MissingValues != nil {
		d.Own = true
		d.Missing = typed.ListOf(slices.DeleteFunc(slices.Clone(f.MissingValues), func(m string) bool { return m == "" }))
	}
	var scores []string
	for _, x := range f.Scores {
		scores = append(scores, typed.Of(x).Text())
	}
	d.Scores = typed.ListOf(scores)
	return d
}
