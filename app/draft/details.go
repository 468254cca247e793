package draft

import (
	"slices"
	"strings"

	"privatepca/core/schema"
)

// The kinds of columns beside numbers and categories.
const (
	Integer   Kind = Kind(schema.Integer)
	Log       Kind = Kind(schema.Log)
	SignedLog Kind = Kind(schema.SignedLog)
	Date      Kind = Kind(schema.Date)
	Ordinal   Kind = Kind(schema.Ordinal)
)

// Details are what few columns state beside type, bounds and levels.
type Details struct {
	Part    schema.Part `json:"part,omitempty"`    // of a date
	Format  string      `json:"format,omitempty"`  // of a date
	Scores  string      `json:"scores,omitempty"`  // of an ordinal column's levels, as typed, one a line; "" for equally spaced ones
	Weight  string      `json:"weight,omitempty"`  // as typed; "" for 1
	Own     bool        `json:"own,omitempty"`     // it has a list of missing values of its own
	Missing string      `json:"missing,omitempty"` // that list, as typed, one a line
}

// Bounded reports whether the column needs a minimum and a maximum.
func (c *Column) Bounded() bool {
	f := schema.Field{Kind: schema.Kind(c.Kind), Part: c.Part}
	return f.Bounded()
}

// Levelled reports whether the column needs levels.
func (c *Column) Levelled() bool { return c.Kind == Category || c.Kind == Ordinal }

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
func (c *Column) formatBound(x float64) string {
	if c.Kind == Date {
		return schema.FormatDate(x)
	}
	return FormatBound(x)
}

// SetBoolean answers that the column holds true and false, in the spellings of Frictionless.
func (c *Column) SetBoolean() {
	c.SetKind(Category)
	c.SetLevels("false\ntrue")
	c.spellings = [][]string{{"False", "FALSE", "0"}, {"True", "TRUE", "1"}}
}

// SetDetails takes what the column states beside its type, bounds and levels.
func (c *Column) SetDetails(d Details) {
	d.Weight = strings.TrimSpace(d.Weight)
	c.Details = d
	c.check()
}

// detailsFault says what is wrong with the details as typed.
func (c *Column) detailsFault() string {
	if c.Weight != "" {
		if w, ok := ParseNumber(c.Weight); !ok || w < schema.MinWeight || w > 1 {
			return "the weight must be from 0.001 to 1"
		}
	}
	if c.Kind == Ordinal && c.Scores != "" {
		scores, ok := c.scores()
		switch {
		case !ok:
			return "a score is not a number"
		case len(scores) != len(c.Levels):
			return "list one score for each level"
		case !ascending(scores):
			return "the scores must ascend, in the order of the levels"
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

// scores are those as typed.
func (c *Column) scores() (scores []float64, ok bool) {
	for _, line := range splitLevels(c.Scores) {
		x, ok := ParseNumber(line)
		if !ok {
			return nil, false
		}
		scores = append(scores, x)
	}
	return scores, true
}

// detail writes the details into a field of the column's kind.
func (c *Column) detail(f *schema.Field) {
	if c.Kind == Date {
		f.Part, f.Format = c.Part, c.Format
	}
	if c.Kind == Ordinal && c.Scores != "" {
		f.Scores, _ = c.scores()
	}
	if w := NumberOr(c.Weight, 1); w != 1 {
		f.Weight = w
	}
	if c.Own {
		f.MissingValues = append([]string{""}, splitLevels(c.Missing)...)
	}
}

// detailsOf are those that a schema states.
func detailsOf(f *schema.Field) Details {
	d := Details{Part: f.Part, Format: f.Format}
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
