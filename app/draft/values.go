package draft

import (
	"maps"
	"slices"

	"privatepca/core/schema"
)

// values are what is decided about the values of a column that match no level, and which of its bounds somebody typed.
type values struct {
	recode map[string]string // by value the level that it is read as, "" for missing
	own    []string          // values that were made levels
	before schema.Provenance // of the levels, without those

	retyped [2]bool // the minimum, the maximum
}

// levelsTyped forgets which values were made levels and are none any more. It reports whether some still are: the levels are then taken from the
// data, whoever typed the others.
func (v *values) levelsTyped(levels []string) bool {
	v.own = slices.DeleteFunc(slices.Clone(v.own), func(value string) bool { return !slices.Contains(levels, value) })
	v.before = schema.Typed
	return len(v.own) > 0
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
