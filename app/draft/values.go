package draft

import (
	"maps"
	"slices"

	"privatepca/core/schema"
)

// values are what a column has of the records: what is decided about values that match no level, and which levels and bounds were taken from the data.
type values struct {
	recode    map[string]string // by value the level that it is read as, "" for missing
	own       []string          // levels that were taken from the data; each is one of the column's
	before    schema.Provenance // of the levels, without those
	low, high bool              // that bound was taken from the data
}

// levelsTyped forgets which levels were taken from the data and are none any more.
func (v *values) levelsTyped(levels []string) {
	among := make(map[string]bool, len(levels))
	for _, level := range levels {
		among[level] = true
	}
	v.own = slices.DeleteFunc(slices.Clone(v.own), func(value string) bool { return !among[value] })
	v.before = schema.Typed
}

// fromData reports whether a bound or level that is in force was taken from the data. Whoever typed the others: the release is not private.
func (c *Column) fromData() bool {
	v := &c.values
	switch {
	case c.Levelled():
		return len(v.own) > 0
	case c.Bounded():
		return v.low && !c.Min.IsZero() || v.high && !c.Max.IsZero()
	}
	return false
}

// TakenFromData is the column with all its bounds and levels marked as taken from the data.
func TakenFromData(c Column) *Column {
	c.values.own, c.values.before, c.values.low, c.values.high = c.Levels, "", true, true
	c.From = c.origin(c.From)
	return Checked(c)
}

// recodings are those that a schema can state: to levels that the column has, of values that are none and no missing value.
func (v *values) recodings(levels, missing []string) map[string]string {
	out := maps.Clone(v.recode)
	among, gone := map[string]bool{}, map[string]bool{}
	if len(out) > 0 {
		for _, level := range levels {
			among[level] = true
		}
		for _, value := range missing {
			gone[value] = true
		}
	}
	maps.DeleteFunc(out, func(value, level string) bool {
		return among[value] || gone[value] || level != "" && !among[level]
	})
	if len(out) == 0 {
		return nil
	}
	return out
}
