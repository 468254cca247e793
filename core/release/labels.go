package release

import (
	"fmt"
	"slices"

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

// Label is what a feature is called for people: the label that the curator wrote beside the release, else that of the schema, else
// its name.
func (d *Document) Label(feature int) string {
	if word := wordFor(d, feature); word != "" {
		return word
	}
	return d.FeatureNames[feature]
}

// wordFor is the label of a feature; "" for none.
func wordFor(d *Document, feature int) string {
	if a := d.About; a != nil && feature < len(a.Labels) && a.Labels[feature] != "" {
		return a.Labels[feature]
	}
	at := feature
	for i := range d.Encoding.Fields {
		f := &d.Encoding.Fields[i]
		width := f.Features()
		if at >= width {
			at -= width
			continue
		}
		if f.Title == "" && len(f.Categories) == 0 {
			return ""
		}
		one := &schema.Schema{Fields: []schema.Field{f.schema()}}
		if one.Features()[at] != d.FeatureNames[feature] { // a document of other origin, whose columns do not make its features
			return ""
		}
		return schema.Labels(one)[at]
	}
	return ""
}

// Labels are the d labels of the features, "" for a feature without one; nil where none has one.
func Labels(d *Document) []string {
	labels := make([]string, len(d.FeatureNames))
	for i := range labels {
		labels[i] = wordFor(d, i)
	}
	if !slices.ContainsFunc(labels, func(l string) bool { return l != "" }) {
		return nil
	}
	return labels
}
