package draft

import (
	"math"
	"slices"
	"strings"

	"privatepca/core/schema"
)

// A Kind is what the curator says a column holds.
type Kind string

// The kinds that can be answered.
const (
	Unset    Kind = "" // not said yet: types are asked, never guessed
	Number   Kind = Kind(schema.Number)
	Category Kind = Kind(schema.Category)
	LeftOut  Kind = "leave out"
)

// A Column is the curator's answer about one column of the file.
type Column struct {
	Name      string
	Kind      Kind
	Min, Max  string // as typed
	Levels    []string
	spellings [][]string // further spellings of false and true, from a schema file
	Details
	From schema.Provenance // of the bounds or levels; "" while there are none

	Label       string            // of the column, for people; "" for none. Nothing that is computed depends on labels
	LevelLabels map[string]string // labels by level; also of levels that were taken out since

	Selected bool
	Fault    string // what keeps it from taking part; "" when nothing does
}

// Reading says how the bounds are read, where that is not plain from what was typed; "" where it is.
func (c *Column) Reading() string {
	if !c.Bounded() || c.Kind == Date {
		return ""
	}
	if min := Reading(c.Min); min != "" {
		return min
	}
	return Reading(c.Max)
}

// TakesPart reports whether the column becomes features.
func (c *Column) TakesPart() bool { return c.Kind != Unset && c.Kind != LeftOut }

// Features is the number of coordinates that the column becomes.
func (c *Column) Features() int {
	switch {
	case c.Kind == Category:
		return len(c.Levels)
	case c.TakesPart():
		f := schema.Field{Kind: schema.Kind(c.Kind), Part: c.Part}
		return f.D()
	}
	return 0
}

// check finds out what is still wrong with the answer.
func (c *Column) check() {
	c.Fault = ""
	switch {
	case c.Kind == Unset:
		c.Fault = "no type yet"
	case c.Kind == LeftOut:
		return
	case c.Bounded():
		c.Fault = c.boundsFault()
	case c.Levelled():
		c.Fault = c.levelsFault()
	}
	if c.Fault == "" {
		c.Fault = c.detailsFault()
	}
}

func (c *Column) boundsFault() string {
	lo, loOK := c.Bound(c.Min)
	hi, hiOK := c.Bound(c.Max)
	fault := NumberFault
	if c.Kind == Date {
		fault = func(string) string { return "is not a date: type it as 2020-01-31" }
	}
	switch {
	case c.Min == "" && c.Max == "":
		return "no bounds yet"
	case c.Min == "":
		return "no minimum yet"
	case c.Max == "":
		return "no maximum yet"
	case !loOK:
		return "the minimum " + fault(c.Min)
	case !hiOK:
		return "the maximum " + fault(c.Max)
	case lo >= hi:
		return "the minimum must be below the maximum"
	}
	return ""
}

func (c *Column) levelsFault() string {
	switch {
	case len(c.Levels) == 0:
		return "no categories yet"
	case len(c.Levels) == 1:
		return "a single category says nothing: list all that are possible"
	}
	seen := make(map[string]bool, len(c.Levels))
	for _, l := range c.Levels {
		if seen[l] {
			return "a category is listed twice"
		}
		seen[l] = true
	}
	return ""
}

// SetKind answers what the column holds.
func (c *Column) SetKind(k Kind) {
	c.Kind = k
	c.From = c.origin(c.From)
	c.check()
}

// SetMin takes the lower bound as typed.
func (c *Column) SetMin(s string) { c.Min = strings.TrimSpace(s); c.typed() }

// SetMax takes the upper bound as typed.
func (c *Column) SetMax(s string) { c.Max = strings.TrimSpace(s); c.typed() }

// SetLevels takes the categories, one a line.
func (c *Column) SetLevels(s string) {
	c.Levels, c.spellings = splitLevels(s), nil
	c.typed()
}

func (c *Column) typed() {
	c.From = c.origin(schema.Typed)
	c.check()
}

// origin is p where there is anything to have an origin.
func (c *Column) origin(p schema.Provenance) schema.Provenance {
	stated := c.Bounded() && (c.Min != "" || c.Max != "") || c.Levelled() && len(c.Levels) > 0
	switch {
	case !stated:
		return ""
	case p == "":
		return schema.Typed
	}
	return p
}

// field is the column as a schema states it.
func (c *Column) field() schema.Field {
	f := schema.Field{Name: c.Name, Kind: schema.Kind(c.Kind), BoundsFrom: c.From, Label: c.Label}
	c.detail(&f)
	switch {
	case c.Levelled():
		f.Enum, f.LevelLabels = c.Levels, c.LevelLabels
		if c.Kind == Category {
			f.Spellings = c.spellings
		}
	case c.Bounded():
		f.Minimum, f.Maximum = c.boundOr(c.Min), c.boundOr(c.Max)
	}
	return f
}

// boundOr is a bound as typed; NaN for none.
func (c *Column) boundOr(typed string) float64 {
	if x, ok := c.Bound(typed); ok {
		return x
	}
	return math.NaN()
}

// adopt takes over what a schema states.
func (c *Column) adopt(f *schema.Field, from schema.Provenance) {
	c.Kind, c.Min, c.Max = Kind(f.Kind), "", ""
	c.Levels, c.spellings, c.Details = slices.Clone(f.Enum), f.Spellings, detailsOf(f)
	if f.Label != "" {
		c.Label = f.Label
	}
	if f.LevelLabels != nil || !f.Levelled() {
		c.LevelLabels = f.LevelLabels
	}
	if f.Bounded() {
		c.Min, c.Max = c.formatBound(f.Minimum), c.formatBound(f.Maximum)
	}
	c.From = c.origin(from)
	c.check()
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
