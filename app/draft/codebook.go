package draft

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"privatepca/core/codebook"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// A Book is a codebook that was read for the open file, and what it would change. Nothing is filled in yet.
type Book struct {
	Name      string
	Fills     []string // columns that are not answered yet, and are then
	Partly    []string // columns that get their type alone, and still lack bounds or levels
	Out       []string // columns that only tell records apart: they are left out
	Unlisted  []string // columns of the file that it does not have
	Conflicts []Conflict
	Same      int      // columns that are answered so already
	Absent    []string // variables that the file does not have
	Labels    []string // columns that get a label, and lack one here
	Problems  []schema.Problem
	Notes     []string // how levels are read where the codebook leaves it open, each a sentence or two

	Form    codebook.Form
	Titles  []string                    // of a list: how its columns are called; else nil
	Columns map[codebook.Heading]string // of a list: which of them states what
	Unread  bool                        // a list whose columns the visitor must name first

	schema *schema.Schema
	labels map[string]string // of columns of which it says nothing else

	matched int // variables that are columns of the file
}

// A Conflict is a column that is answered otherwise than a codebook has it: what each says, in words.
type Conflict struct{ Column, Here, There string }

// OfAnotherTable reports whether none of the variables is a column of the file.
func (b *Book) OfAnotherTable() bool {
	return b.matched == 0 && len(b.Out) == 0 && len(b.schema.Fields)+len(b.labels) > 0
}

// Preview compares a codebook with the answers.
func (a *Answers) Preview(name string, read *codebook.Book) *Book {
	b := &Book{Name: name, Problems: read.Problems, Notes: read.Notes, Form: read.Form, Titles: read.Titles, Columns: read.Columns, schema: read.Schema, labels: read.Labels}
	if b.schema == nil {
		b.schema, b.Unread = schema.New(), true
	}
	for _, c := range a.Columns {
		if label, there := b.labels[strings.TrimSpace(c.Name)]; there {
			if b.matched++; c.Label == "" && label != "" {
				b.Labels = append(b.Labels, c.Name)
			}
		}
	}
	at, there := Places(a), make(map[string]bool, len(b.schema.Fields))
	for _, name := range read.Identifiers {
		if i, known := at[strings.TrimSpace(name)]; known && !there[name] {
			there[name] = true
			switch c := a.Columns[i]; {
			case c.Kind == LeftOut || Apart(a, c):
				b.Same++
			case c.Kind == Unset:
				b.Out = append(b.Out, c.Name)
			}
		}
	}
	for i := range b.schema.Fields {
		f := &b.schema.Fields[i]
		there[strings.TrimSpace(f.Name)] = true
		var c *Column
		if i, known := at[strings.TrimSpace(f.Name)]; known {
			c = a.Columns[i]
			b.matched++
		}
		if c != nil && (f.Label != "" && c.Label == "" || f.LevelLabels != nil && c.LevelLabels == nil) {
			b.Labels = append(b.Labels, c.Name)
		}
		switch {
		case c == nil:
			b.Absent = append(b.Absent, f.Name)
		case f.Kind == "": // it says what the column is called, and no more
		case c.answers(f):
			b.Same++
		case c.Kind == Unset || c.Bounded() && c.Min.IsZero() && c.Max.IsZero() || c.Levelled() && len(c.Levels) == 0:
			if adopted(Column{Name: c.Name}, completed(c, f), b.schema.ProvenanceOf(f)).Fault != "" {
				b.Partly = append(b.Partly, c.Name)
			} else {
				b.Fills = append(b.Fills, c.Name)
			}
		default:
			there := adopted(Column{Name: c.Name}, completed(c, f), b.schema.ProvenanceOf(f))
			b.Conflicts = append(b.Conflicts, Conflict{c.Name, c.says(), there.says()})
		}
	}
	for _, c := range a.Columns {
		name := strings.TrimSpace(c.Name)
		if _, labelled := b.labels[name]; !labelled && !there[name] {
			b.Unlisted = append(b.Unlisted, c.Name)
		}
	}
	return b
}

// Filled is how many columns it fills in; with replace, also those that are answered otherwise.
func (b *Book) Filled(replace bool) int {
	if replace {
		return len(b.Fills) + len(b.Conflicts)
	}
	return len(b.Fills)
}

// fill takes over what a codebook says. All other columns stay.
func fill(a *Answers, b *Book, replace bool) {
	if b.OfAnotherTable() {
		return
	}
	columns, places, takes := slices.Clone(a.Columns), Places(a), map[string]bool{}
	for _, name := range b.Fills {
		takes[name] = true
	}
	for _, name := range b.Partly {
		takes[name] = true
	}
	for _, name := range b.Out {
		if at := places[strings.TrimSpace(name)]; columns[at].Kind == Unset {
			columns[at] = columns[at].ofKind(LeftOut)
		}
	}
	if replace {
		for _, x := range b.Conflicts {
			takes[x.Column] = true
		}
	}
	for i := range b.schema.Fields {
		f := &b.schema.Fields[i]
		at, there := places[strings.TrimSpace(f.Name)]
		if !there {
			continue
		}
		c := *columns[at]
		label, levels := c.Label, c.LevelLabels
		if takes[c.Name] {
			c = *c.filled(f, b.schema.ProvenanceOf(f))
		} else if c.Levelled() && Kind(f.Kind) == c.Kind && levels == nil {
			levels = f.LevelLabels
			if c.Spellings == nil && slices.Equal(c.Levels, f.Enum) {
				c.Spellings = f.Spellings
			}
		}
		if !replace && label != "" {
			c.Label = label
		} else if f.Label != "" {
			c.Label = f.Label
		}
		if c.LevelLabels == nil || !replace && levels != nil {
			c.LevelLabels = levels
		}
		columns[at] = &c
	}
	for name, label := range b.labels {
		if at, there := places[strings.TrimSpace(name)]; there && (columns[at].Label == "" || replace) {
			c := *columns[at]
			c.Label = label
			columns[at] = &c
		}
	}
	a.Columns = columns
	if a.MissingValues == nil && b.schema.MissingValues != nil {
		a.MissingValues, a.MissingTyped = b.schema.MissingValues, typed.List{}
	}
	if b.schema.PersonColumn != "" && a.PersonHint == "" && hasColumn(a, b.schema.PersonColumn) {
		a.PersonHint = strings.TrimSpace(b.schema.PersonColumn)
	}
}

// filled is the column with what a codebook says of it. What it does not say stays, and comes from where it came from.
func (c Column) filled(f *schema.Field, from schema.Provenance) *Column {
	next := *adopted(c, completed(&c, f), from)
	if next.Kind == c.Kind {
		was, v := &c.values, &next.values
		if c.Levelled() && len(f.Enum) == 0 {
			v.own, v.before = was.own, was.before
		}
		if c.Bounded() && math.IsNaN(f.Minimum) {
			v.low = was.low
		}
		if c.Bounded() && math.IsNaN(f.Maximum) {
			v.high = was.high
		}
		next.From = next.origin(next.From)
	}
	return &next
}

// completed is the field with what stands in the column where the field says nothing: a codebook without bounds takes none away.
func completed(c *Column, f *schema.Field) *schema.Field {
	out := *f
	if Kind(f.Kind) != c.Kind {
		return &out
	}
	if detailsOf(f) == (Details{}) {
		putDetails(c, &out)
	}
	if c.Bounded() && math.IsNaN(f.Minimum) {
		out.Minimum = c.Min.Or(math.NaN())
	}
	if c.Bounded() && math.IsNaN(f.Maximum) {
		out.Maximum = c.Max.Or(math.NaN())
	}
	if c.Levelled() && len(f.Enum) == 0 {
		out.Enum, out.Spellings = c.Levels, c.Spellings
	}
	return &out
}

// Places are the columns' indices by name, without the spaces around it; of a name that stands twice the first. Whoever looks for many makes them once.
func Places(a *Answers) map[string]int {
	places := make(map[string]int, len(a.Columns))
	for i, c := range slices.Backward(a.Columns) {
		places[strings.TrimSpace(c.Name)] = i
	}
	return places
}

// says is the answer in a few words.
func (c *Column) says() string {
	end := func(n typed.Number) string { return cmp.Or(n.Text(), "open") }
	switch {
	case c.Kind == LeftOut:
		return "left out"
	case c.Levelled():
		return fmt.Sprintf("%s of %s: %s", c.Kind, words.Count(int64(len(c.Levels)), "level"), words.Some(c.Levels, 4))
	case c.Bounded():
		says := fmt.Sprintf("%s from %s to %s", c.Kind, end(c.Min), end(c.Max))
		if c.Format != "" {
			says += ", written as " + schema.FormatWords(c.Format)
		}
		return says
	}
	return string(c.Kind)
}

// answers reports whether the column is answered as a field says.
func (c *Column) answers(f *schema.Field) bool {
	if c.Fault != "" || c.Kind != Kind(f.Kind) {
		return false
	}
	if stated := detailsOf(f); stated != c.Details && (stated != Details{} || c.Own) {
		return false
	}
	f = completed(c, f)
	if c.Levelled() {
		return slices.Equal(c.Levels, f.Enum)
	}
	g := c.field()
	return !f.Bounded() || g.Minimum == f.Minimum && g.Maximum == f.Maximum
}
