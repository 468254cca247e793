package draft

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"privatepca/core/schema"
)

// field is the column as a schema states it.
func (c *Column) field() schema.Field {
	f := schema.Field{Name: c.Name, Kind: schema.Kind(c.Kind), BoundsFrom: c.From, Label: c.Label}
	putDetails(c, &f)
	switch {
	case c.Levelled():
		f.Enum, f.LevelLabels = c.Levels, c.LevelLabels
		f.Recode = c.values.recodings(c.Levels, f.MissingValues)
		if c.Kind == Category {
			f.Spellings = c.spellings
		}
	case c.Bounded():
		f.Minimum, f.Maximum = c.boundOr(c.Min), c.boundOr(c.Max)
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

// boundOr is a bound as typed; NaN for none.
func (c *Column) boundOr(typed string) float64 {
	if x, ok := c.Bound(typed); ok {
		return x
	}
	return math.NaN()
}

func splitLevels(s string) []string {
	var levels []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			levels = append(levels, line)
		}
	}
	return levels
}

// Bound reads a bound as typed: a number, or a date in the column's format or as 2020-01-31; where the year alone counts, a year.
func (c *Column) Bound(typed string) (float64, bool) {
	if c.Kind != Date {
		return ParseNumber(typed)
	}
	if c.Part == schema.Year && len(typed) == 4 {
		typed += "-01-01"
	}
	for _, format := range []string{schema.ISO, c.Format} {
		if d, ok := schema.ParseDate([]byte(typed), format); ok {
			return d.Days, true
		}
	}
	return 0, false
}

// formatBound writes a bound as a person would type it; nothing for none.
func formatBound(c *Column, x float64) string {
	if c.Kind == Date {
		return schema.FormatDate(x)
	}
	return FormatBound(x)
}

// detailsFault says what is wrong with the details as typed.
func detailsFault(c *Column) string {
	if c.Weight != "" {
		if w, ok := ParseNumber(c.Weight); !ok || w < schema.MinWeight || w > 1 {
			return cmp.Or(strings.TrimSuffix(TwoReadings("the weight", c.Weight), "."), "the weight must be from 0.001 to 1")
		}
	}
	if c.Kind == Ordinal && c.Scores != "" {
		scores, ok := scoresOf(c)
		switch {
		case !ok:
			return "a score " + NumberFault(wrongScore(c))
		case len(scores) != len(c.Levels):
			return "list one score for each level"
		case !ascending(scores):
			return "the scores must ascend, in the order of the levels"
		}
	}
	if c.Kind == Category && c.Separator != "" && len(c.Levels) > 0 {
		if problems := schema.ListProblems(c.fields()); len(problems) > 0 {
			return problems[0].Message
		}
	}
	f := c.field()
	if plain := c.Kind == Number || c.Kind == Category; plain && !c.Own {
		return ""
	}
	if problems, ok := f.Validate(schema.Affine).(schema.Problems); ok && len(problems) > 0 {
		return problems[0].Message
	}
	return ""
}

func ascending(x []float64) bool {
	for i := 1; i < len(x); i++ {
		if !(x[i] > x[i-1]) {
			return false
		}
	}
	return true
}

// scoresOf are those as typed.
func scoresOf(c *Column) (scores []float64, ok bool) {
	for _, line := range splitLevels(c.Scores) {
		x, ok := ParseNumber(line)
		if !ok {
			return nil, false
		}
		scores = append(scores, x)
	}
	return scores, true
}

// wrongScore is the first that is no number.
func wrongScore(c *Column) string {
	for _, line := range splitLevels(c.Scores) {
		if _, ok := ParseNumber(line); !ok {
			return line
		}
	}
	return ""
}

// putDetails writes the details into a field of the column's kind.
func putDetails(c *Column, f *schema.Field) {
	if c.Kind == Date {
		f.Part, f.Format = c.Part, c.Format
	}
	if c.Kind == Ordinal && c.Scores != "" {
		f.Scores, _ = scoresOf(c)
	}
	if w := NumberOr(c.Weight, 1); w != 1 {
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
		f.MissingValues = append([]string{""}, splitLevels(c.Missing)...)
	}
}

// detailsOf are those that a schema states.
func detailsOf(f *schema.Field) Details {
	d := Details{Part: f.Part, Format: f.Format, Decimal: f.Decimal, Grouping: f.Grouping, Around: f.Around, Parentheses: f.Parentheses, Separator: f.Separator, Complete: f.Complete}
	if f.Weight != 0 {
		d.Weight = FormatBound(f.Weight)
	}
	if f.MissingValues != nil {
		d.Own = true
		d.Missing = strings.Join(slices.DeleteFunc(slices.Clone(f.MissingValues), func(m string) bool { return m == "" }), "\n")
	}
	var scores []string
	for _, x := range f.Scores {
		scores = append(scores, FormatBound(x))
	}
	d.Scores = strings.Join(scores, "\n")
	return d
}
