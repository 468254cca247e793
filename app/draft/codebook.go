package draft

import (
	"slices"
	"strings"

	"privatepca/core/schema"
)

// A Book is a codebook that was read for the open file, and what it would change. Nothing is filled in yet.
type Book struct {
	Name      string
	Fills     []string // columns that are not answered yet
	Conflicts []string // columns that are answered otherwise
	Same      int      // columns that are answered so already
	Absent    []string // variables that the file does not have
	Problems  []schema.Problem

	schema *schema.Schema
}

// Preview compares a codebook with the answers.
func (a *Answers) Preview(name string, s *schema.Schema, problems []schema.Problem) *Book {
	b := &Book{Name: name, Problems: problems, schema: s}
	for i := range s.Fields {
		f := &s.Fields[i]
		c := columnNamed(a, f.Name)
		switch {
		case c == nil:
			b.Absent = append(b.Absent, f.Name)
		case c.answers(f):
			b.Same++
		case c.Kind == Unset || c.Kind == Number && c.Min == "" && c.Max == "" || c.Kind == Category && len(c.Levels) == 0:
			b.Fills = append(b.Fills, c.Name)
		default:
			b.Conflicts = append(b.Conflicts, c.Name)
		}
	}
	return b
}

// Fill takes over what a codebook says of columns that are not answered yet; where replace is true, also of those that are
// answered otherwise. All other columns stay. It returns how many were filled in.
func (a *Answers) Fill(b *Book, replace bool) (filled int) {
	for i := range b.schema.Fields {
		f := &b.schema.Fields[i]
		if c := columnNamed(a, f.Name); c != nil && (slices.Contains(b.Fills, c.Name) || replace && slices.Contains(b.Conflicts, c.Name)) {
			c.adopt(f, b.schema.ProvenanceOf(f))
			filled++
		}
	}
	if a.MissingValues == nil && b.schema.MissingValues != nil {
		a.MissingValues, a.MissingTyped = b.schema.MissingValues, ""
	}
	a.Count()
	return filled
}

// columnNamed is the one of a name; nil where there is none.
func columnNamed(a *Answers, name string) *Column {
	i := slices.IndexFunc(a.Columns, func(c Column) bool { return strings.TrimSpace(c.Name) == strings.TrimSpace(name) })
	if i < 0 {
		return nil
	}
	return &a.Columns[i]
}

// answers reports whether the column is answered as a field says.
func (c *Column) answers(f *schema.Field) bool {
	if c.Fault != "" || c.Kind != Kind(f.Kind) {
		return false
	}
	if c.Kind == Category {
		return slices.Equal(c.Levels, f.Enum)
	}
	return NumberOr(c.Min, 0) == f.Minimum && NumberOr(c.Max, 0) == f.Maximum
}
