package draft

import (
	"maps"
	"slices"

	"privatepca/core/schema"
)

// What is decided about values that match no level comes from the records: it stays in this page, in the schema that the worker is given and in
// config.json. It is no kept answer, and no exported schema has it.

// A Decision is what a value counts as.
type Decision string

// Decisions beside the levels, which none of them can be: a level is a line of text.
const (
	LeaveValue Decision = "\nleave"   // it matches no level
	MissingOne Decision = "\nmissing" // it is missing
	OwnLevel   Decision = "\nown"     // it is a level, taken from the data: the release is not private
)

// Decided is what was decided about a value of a column.
func Decided(c *Column, value string) Decision {
	switch level, recoded := c.values.recode[value]; {
	case slices.Contains(c.values.own, value):
		return OwnLevel
	case recoded && level == "":
		return MissingOne
	case recoded && slices.Contains(c.Levels, level):
		return Decision(level)
	}
	return LeaveValue
}

// countedAs is the column with what a value of it that matches no level counts as.
func countedAs(c Column, value string, d Decision) *Column {
	v := &c.values
	recode := maps.Clone(v.recode) // earlier answers keep theirs
	delete(recode, value)
	v.recode = recode
	if i := slices.Index(v.own, value); i >= 0 && d != OwnLevel {
		v.own = slices.Concat(v.own[:i], v.own[i+1:])
		c = *c.levelled(slices.DeleteFunc(slices.Clone(c.Levels), func(level string) bool { return level == value }))
		if len(v.own) == 0 {
			c.From = c.origin(v.before)
		}
	}
	switch {
	case d == LeaveValue:
	case d == OwnLevel:
		if !slices.Contains(c.Levels, value) {
			if len(v.own) == 0 {
				v.before = c.From
			}
			v.own = append(slices.Clip(v.own), value)
			c = *c.levelled(append(slices.Clip(c.Levels), value))
			c.From = c.origin(schema.FromData)
		}
	default:
		if recode == nil {
			recode = map[string]string{}
		}
		if d == MissingOne {
			d = ""
		}
		recode[value], v.recode = string(d), recode
	}
	return Checked(c)
}
