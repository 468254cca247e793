package draft

import (
	"maps"
	"slices"
	"strings"

	"privatepca/core/schema"
	"privatepca/core/typed"
)

// Checked is a column with what is still wrong with its answer.
func Checked(of Column) *Column {
	c := &of
	c.Fault, c.InDetails = "", false
	readBounds(c)
	switch {
	case c.Kind == Unset:
		c.Fault = "no type yet"
	case c.Kind == LeftOut:
		return c
	case c.Bounded():
		c.Fault = c.boundsFault()
	case c.Levelled():
		c.Fault = c.levelsFault()
	}
	if c.Fault == "" {
		c.Fault, c.InDetails = detailsFault(c)
	}
	return c
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

// ofKind is the column with the answer of what it holds.
func (c Column) ofKind(k Kind) *Column {
	c.Kind = k
	c.From = c.origin(c.From)
	return Checked(c)
}

// number reads a number with spaces around it.
func number(text string) typed.Number { return typed.ReadNumber(strings.TrimSpace(text)) }

// from is the column with the lower bound as typed.
func (c Column) from(text string) *Column {
	c.Min, c.values.low = number(text), ""
	return c.typed()
}

// to is the column with the upper bound as typed.
func (c Column) to(text string) *Column {
	c.Max, c.values.high = number(text), ""
	return c.typed()
}

// among is the column with its categories, one a line.
func (c Column) among(lines string) *Column {
	next := c.levelled(typed.ReadList(lines).Items())
	next.values.levelsTyped(next.Levels)
	return next.typed()
}

// levelled is the column with these levels: those that stay keep their further spellings.
func (c Column) levelled(levels []string) *Column {
	var spellings [][]string
	for i, level := range c.Levels {
		if at := slices.Index(levels, level); at >= 0 && i < len(c.Spellings) && len(c.Spellings[i]) > 0 {
			if spellings == nil {
				spellings = make([][]string, len(levels))
			}
			spellings[at] = slices.DeleteFunc(slices.Clone(c.Spellings[i]), func(other string) bool { return slices.Contains(levels, other) })
		}
	}
	c.Levels, c.Spellings = levels, spellings
	return &c
}

func (c Column) typed() *Column {
	c.From = c.origin(schema.Typed)
	return Checked(c)
}

// origin is p where there is anything to have an origin, and none of it was taken from somewhere. Marks alone say what comes from the data: a change of
// type, and back, leaves them.
func (c *Column) origin(p schema.Provenance) schema.Provenance {
	stated := c.Bounded() && !(c.Min.IsZero() && c.Max.IsZero()) || c.Levelled() && len(c.Levels) > 0
	switch taken := c.taken(); {
	case !stated:
		return ""
	case taken != "":
		return taken
	case p == "", p == schema.FromData:
		return schema.Typed
	}
	return p
}

// taken is where bounds and levels that are in force were taken from, whoever typed the others: the data or the site around the page; "" for neither.
func (c Column) taken() schema.Provenance {
	v := &c.values
	switch {
	case c.Levelled() && len(v.own) > 0:
		return schema.FromData
	case c.Bounded():
		for _, from := range []schema.Provenance{schema.FromData, schema.FromHost} {
			if v.low == from && !c.Min.IsZero() || v.high == from && !c.Max.IsZero() {
				return from
			}
		}
	}
	return ""
}

// Taken is the column with all its bounds and levels from there, and marked so where that is the data or the site around the page.
func Taken(c Column, from schema.Provenance) *Column {
	if from == schema.FromData {
		c.values.own, c.values.before = c.Levels, ""
	}
	if from == schema.FromData || from == schema.FromHost {
		c.values.low, c.values.high = from, from
	}
	c.From = c.origin(from)
	return Checked(c)
}

// adopted is the column with what a schema states.
func adopted(c Column, f *schema.Field, from schema.Provenance) *Column {
	c.Kind, c.Min, c.Max = Kind(f.Kind), typed.Number{}, typed.Number{}
	c.Levels, c.Spellings, c.Details = slices.Clone(f.Enum), f.Spellings, detailsOf(f)
	c.values = values{recode: f.Recode}
	if f.Label != "" {
		c.Label = f.Label
	}
	if f.LevelLabels != nil || !f.Levelled() {
		c.LevelLabels = f.LevelLabels
	}
	if f.Bounded() {
		c.Min, c.Max = bound(&c, f.Minimum), bound(&c, f.Maximum)
	}
	return Taken(c, from)
}

// boolean is the column with true and false, in the spellings of Frictionless.
func (c Column) boolean() *Column {
	next := c.ofKind(Category).among("false\ntrue")
	next.Spellings = [][]string{{"False", "FALSE", "0"}, {"True", "TRUE", "1"}}
	return next
}

// detailed is the column with what it states beside its type, bounds and levels.
func (c Column) detailed(d Details) *Column {
	c.Details = d
	return Checked(c)
}

// Stated is the column as the curator stated it: without bounds and levels that were taken from the data, and without what was decided about values.
func (c *Column) Stated() *Column {
	v := &c.values
	low, high := v.low == schema.FromData, v.high == schema.FromData
	if len(v.own) == 0 && v.recode == nil && !low && !high {
		return c
	}
	next, from := *c, c.From
	next.values = values{low: v.low, high: v.high}
	if len(v.own) > 0 {
		own := setOf(v.own)
		next = *next.levelled(slices.DeleteFunc(slices.Clone(c.Levels), func(level string) bool { return own[level] }))
		next.LevelLabels = maps.Clone(c.LevelLabels)
		maps.DeleteFunc(next.LevelLabels, func(level, _ string) bool { return own[level] })
		from = v.before
	}
	if low {
		next.Min = typed.Number{}
	}
	if high {
		next.Max = typed.Number{}
	}
	next.From = next.origin(from)
	return Checked(next)
}
