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
	low, high schema.Provenance // of that bound, if it was taken from the data or from the site around the page
}

// levelsTyped forgets which levels were taken from the data and are none any more.
func (v *values) levelsTyped(levels []string) {
	among := setOf(levels)
	v.own = slices.DeleteFunc(slices.Clone(v.own), func(value string) bool { return !among[value] })
	v.before = schema.Typed
}

// recodings are those that a schema can state: to levels that the column has, of values that are none and no missing value.
func (v *values) recodings(levels, missing []string) map[string]string {
	out := maps.Clone(v.recode)
	if len(out) == 0 {
		return nil
	}
	among, gone := setOf(levels), setOf(missing)
	maps.DeleteFunc(out, func(value, level string) bool {
		return among[value] || gone[value] || level != "" && !among[level]
	})
	if len(out) == 0 {
		return nil
	}
	return out
}

func setOf(texts []string) map[string]bool {
	set := make(map[string]bool, len(texts))
	for _, text := range texts {
		set[text] = true
	}
	return set
}
