package release

import (
	"fmt"

	"privatepca/core/schema"
)

// validateLabels refuses labels that no schema has: too long, not printable, or of something that is no level.
func (f *Field) validateLabels() error {
	if !schema.IsLabel(f.Title) {
		return fmt.Errorf("release: the label of a column is longer than %d characters, or does not print", schema.MaxLabel)
	}
	if len(f.Categories) == 0 {
		return nil
	}
	bare := make(map[string]bool, len(f.Enum)) // levels that have no label yet
	for _, level := range f.Enum {
		bare[level] = true
	}
	for _, c := range f.Categories {
		switch {
		case !schema.IsLabel(c.Label) || c.Label == "":
			return fmt.Errorf("release: the label of a level is empty, longer than %d characters, or does not print", schema.MaxLabel)
		case !bare[c.Value]:
			return fmt.Errorf("release: a label stands beside no level of its column, or two beside one")
		}
		bare[c.Value] = false
	}
	return nil
}
