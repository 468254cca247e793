package draft

import (
	"slices"
	"strings"

	"privatepca/core/schema"
	"privatepca/core/typed"
)

// check finds out what is still wrong with the answer.
func (c *Column) check() {
	c.Fault, c.InDetails = "", false
	readBounds(c)
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
		c.Fault, c.InDetails = detailsFault(c)
	}
}

func (c *Column) boundsFault() string {
	switch {
	case c.Min.IsZero() && c.Max.IsZero():
		return "no bounds yet"
	case c.Min.IsZero():
		return "no minimum yet"
	case c.Max.IsZero():
		return "no maximum yet"
	case c.Min.Fault() != "":
		return "the minimum " + c.Min.Fault()
	case c.Max.Fault() != "":
		return "the maximum " + c.Max.Fault()
	case c.Crossed():
		fault := "the minimum must be below the maximum"
		if read := c.Reading(); read != "" {
			fault += ": " + read
		}
		return fault
	}
	return ""
}

// Crossed reports whether the minimum is not below the maximum.
func (c *Column) Crossed() bool {
	lo, loOK := c.Min.Value()
	hi, hiOK := c.Max.Value()
	return loOK && hiOK && lo >= hi
}

// Wrong reports whether something that was answered is wrong, not only missing.
func (c *Column) Wrong() bool {
	switch {
	case c.Fault == "" || c.Kind == Unset:
		return false
	case c.Bounded() && (c.Min.IsZero() || c.Max.IsZero()):
		return false
	}
	return !c.Levelled() || len(c.Levels) > 0
}

func (c *Column) levelsFault() string {
	one, many := "category", "categories"
	if c.Kind == Ordinal {
		one, many = "level", "levels"
	}
	switch {
	case len(c.Levels) == 0:
		return "no " + many + " yet"
	case len(c.Levels) == 1:
		return "only one " + one + ": list all that are possible"
	}
	seen := make(map[string]bool, len(c.Levels))
	for _, l := range c.Levels {
		if seen[l] {
			return "one " + one + " is listed twice"
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
func (c *Column) SetMin(s string) { c.Min = typed.ReadNumber(strings.TrimSpace(s)); c.typed() }

// SetMax takes the upper bound as typed.
func (c *Column) SetMax(s string) { c.Max = typed.ReadNumber(strings.TrimSpace(s)); c.typed() }

// SetLevels takes the categories, one a line.
func (c *Column) SetLevels(s string) {
	c.Levels, c.spellings = typed.ReadList(s).Items(), nil
	own := c.values.levelsTyped(c.Levels)
	c.typed()
	if own {
		c.From = schema.FromData
	}
}

func (c *Column) typed() {
	c.From = c.origin(schema.Typed)
	c.check()
}

// origin is p where there is anything to have an origin.
func (c *Column) origin(p schema.Provenance) schema.Provenance {
	stated := c.Bounded() && !(c.Min.IsZero() && c.Max.IsZero()) || c.Levelled() && len(c.Levels) > 0
	switch {
	case !stated:
		return ""
	case p == "":
		return schema.Typed
	}
	return p
}

// adopt takes over what a schema states.
func (c *Column) adopt(f *schema.Field, from schema.Provenance) {
	c.Kind, c.Min, c.Max = Kind(f.Kind), typed.Number{}, typed.Number{}
	c.Levels, c.spellings, c.Details = slices.Clone(f.Enum), f.Spellings, detailsOf(f)
	c.values = values{recode: f.Recode}
	if f.Label != "" {
		c.Label = f.Label
	}
	if f.LevelLabels != nil || !f.Levelled() {
		c.LevelLabels = f.LevelLabels
	}
	if f.Bounded() {
		c.Min, c.Max = bound(c, f.Minimum), bound(c, f.Maximum)
	}
	c.From = c.origin(from)
	c.check()
}

// SetBoolean answers that the column holds true and false, in the spellings of Frictionless.
func (c *Column) SetBoolean() {
	c.SetKind(Category)
	c.SetLevels("false\ntrue")
	c.spellings = [][]string{{"False", "FALSE", "0"}, {"True", "TRUE", "1"}}
}

// SetDetails takes what the column states beside its type, bounds and levels.
func (c *Column) SetDetails(d Details) {
	c.Details = d
	c.check()
}
