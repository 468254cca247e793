package app

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/schema"
)

// A kind is what the curator says a column holds.
type kind string

const (
	unset    kind = "" // not said yet: types are asked, never guessed
	number   kind = kind(schema.Number)
	category kind = kind(schema.Category)
	leftOut  kind = "leave out"
)

// A Column is the curator's answer about one column of the file.
type Column struct {
	name      string
	kind      kind
	min, max  string // as typed
	levels    []string
	spellings [][]string        // further spellings of false and true, from a schema file
	from      schema.Provenance // of the bounds or levels; "" while there are none
	selected  bool
	fault     string // what keeps it from taking part; "" when nothing does
}

// takesPart reports whether the column becomes features.
func (c *Column) takesPart() bool { return c.kind == number || c.kind == category }

// features is the number of coordinates that the column becomes.
func (c *Column) features() int {
	switch c.kind {
	case number:
		return 1
	case category:
		return len(c.levels)
	}
	return 0
}

// check finds out what is still wrong with the answer.
func (c *Column) check() {
	switch c.kind {
	case unset:
		c.fault = "no type yet"
	case leftOut:
		c.fault = ""
	case number:
		c.fault = c.boundsFault()
	case category:
		c.fault = c.levelsFault()
	}
}

func (c *Column) boundsFault() string {
	lo, loOK := parseNumber(c.min)
	hi, hiOK := parseNumber(c.max)
	switch {
	case c.min == "" && c.max == "":
		return "no bounds yet"
	case c.min == "":
		return "no minimum yet"
	case c.max == "":
		return "no maximum yet"
	case !loOK:
		return "the minimum is not a number"
	case !hiOK:
		return "the maximum is not a number"
	case lo >= hi:
		return "the minimum must be below the maximum"
	}
	return ""
}

func (c *Column) levelsFault() string {
	switch {
	case len(c.levels) == 0:
		return "no categories yet"
	case len(c.levels) == 1:
		return "a single category says nothing: list all that are possible"
	}
	seen := make(map[string]bool, len(c.levels))
	for _, l := range c.levels {
		if seen[l] {
			return "a category is listed twice"
		}
		seen[l] = true
	}
	return ""
}

// setKind answers what the column holds.
func (c *Column) setKind(k kind) {
	c.kind = k
	c.from = c.origin(c.from)
	c.check()
}

// setMin and setMax take a bound as typed.
func (c *Column) setMin(s string) { c.min = strings.TrimSpace(s); c.typed() }
func (c *Column) setMax(s string) { c.max = strings.TrimSpace(s); c.typed() }

// setLevels takes the categories, one a line.
func (c *Column) setLevels(s string) {
	c.levels, c.spellings = splitLevels(s), nil
	c.typed()
}

func (c *Column) typed() {
	c.from = c.origin(schema.Typed)
	c.check()
}

// origin is p where there is anything to have an origin.
func (c *Column) origin(p schema.Provenance) schema.Provenance {
	stated := c.kind == number && (c.min != "" || c.max != "") || c.kind == category && len(c.levels) > 0
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
	f := schema.Field{Name: c.name, Kind: schema.Kind(c.kind), BoundsFrom: c.from}
	if c.kind == category {
		f.Enum, f.Spellings = c.levels, c.spellings
		return f
	}
	f.Minimum, f.Maximum = numberOr(c.min, math.NaN()), numberOr(c.max, math.NaN())
	return f
}

// adopt takes over what a schema states.
func (c *Column) adopt(f *schema.Field, from schema.Provenance) {
	c.kind, c.min, c.max = kind(f.Kind), "", ""
	c.levels, c.spellings = slices.Clone(f.Enum), f.Spellings
	if f.Kind == schema.Number {
		c.min, c.max = formatBound(f.Minimum), formatBound(f.Maximum)
	}
	c.from = c.origin(from)
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

// parseNumber reads a finite number as people type it.
func parseNumber(s string) (float64, bool) {
	s = strings.ReplaceAll(strings.TrimSpace(s), "−", "-")
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}

func numberOr(s string, otherwise float64) float64 {
	if x, ok := parseNumber(s); ok {
		return x
	}
	return otherwise
}

// formatBound writes a bound as a person would type it; nothing for none.
func formatBound(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
