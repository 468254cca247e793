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
	spellings [][]string        // further spellings of false and true, from a schema file
	From      schema.Provenance // of the bounds or levels; "" while there are none

	Label       string            // of the column, for people; "" for none. Nothing that is computed depends on labels
	LevelLabels map[string]string // labels by level; also of levels that were taken out since

	Selected bool
	Fault    string // what keeps it from taking part; "" when nothing does
}

// Reading says how the bounds are read, where that is not plain from what was typed; "" where it is.
func (c *Column) Reading() string {
	if c.Kind != Number {
		return ""
	}
	if min := Reading(c.Min); min != "" {
		return min
	}
	return Reading(c.Max)
}

// TakesPart reports whether the column becomes features.
func (c *Column) TakesPart() bool { return c.Kind == Number || c.Kind == Category }

// Features is the number of coordinates that the column becomes.
func (c *Column) Features() int {
	switch c.Kind {
	case Number:
		return 1
	case Category:
		return len(c.Levels)
	}
	return 0
}

// check finds out what is still wrong with the answer.
func (c *Column) check() {
	switch c.Kind {
	case Unset:
		c.Fault = "no type yet"
	case LeftOut:
		c.Fault = ""
	case Number:
		c.Fault = c.boundsFault()
	case Category:
		c.Fault = c.levelsFault()
	}
}

func (c *Column) boundsFault() string {
	lo, loOK := ParseNumber(c.Min)
	hi, hiOK := ParseNumber(c.Max)
	switch {
	case c.Min == "" && c.Max == "":
		return "no bounds yet"
	case c.Min == "":
		return "no minimum yet"
	case c.Max == "":
		return "no maximum yet"
	case !loOK:
		return "the minimum " + NumberFault(c.Min)
	case !hiOK:
		return "the maximum " + NumberFault(c.Max)
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
	stated := c.Kind == Number && (c.Min != "" || c.Max != "") || c.Kind == Category && len(c.Levels) > 0
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
	if c.Kind == Category {
		f.LevelLabels = c.LevelLabels
		f.Enum, f.Spellings = c.Levels, c.spellings
		return f
	}
	f.Minimum, f.Maximum = NumberOr(c.Min, math.NaN()), NumberOr(c.Max, math.NaN())
	return f
}

// adopt takes over what a schema states.
func (c *Column) adopt(f *schema.Field, from schema.Provenance) {
	c.Kind, c.Min, c.Max = Kind(f.Kind), "", ""
	c.Levels, c.spellings = slices.Clone(f.Enum), f.Spellings
	if f.Label != "" {
		c.Label = f.Label
	}
	if f.LevelLabels != nil || f.Kind == schema.Number {
		c.LevelLabels = f.LevelLabels
	}
	if f.Kind == schema.Number {
		c.Min, c.Max = FormatBound(f.Minimum), FormatBound(f.Maximum)
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
