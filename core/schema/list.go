package schema

import (
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
)

// A column whose cells hold several levels, a list, is a number for each of them: 1 where the cell names the level, else 0. It counts as these
// numbers do, for every bound and sensitivity, and an empty cell is missing: each number is then its midpoint. Under the norm rule mean it is one column
// of as many features (Runs).

// In is the name of the field's column in the file.
func (f *Field) In() string {
	if f.Column != "" {
		return f.Column
	}
	return f.Name
}

// ListOf makes the fields of a list, one for each of its levels.
func ListOf(column Field, separator string, levels []string) []Field {
	out := make([]Field, 0, len(levels))
	for _, level := range levels {
		f := column
		f.Name, f.Kind, f.Minimum, f.Maximum = column.Name+"="+level, Number, 0, 1
		f.Column, f.Separator, f.Item = column.Name, separator, level
		f.Label, f.Enum, f.LevelLabels = column.LevelLabels[level], nil, nil
		out = append(out, f)
	}
	return out
}

// listAt gives the fields of the list that begins with the i-th: one where it is none.
func listAt(s *Schema, i int) []Field {
	n := 1
	for s.Fields[i].Column != "" && i+n < len(s.Fields) && s.Fields[i+n].Column == s.Fields[i].Column {
		n++
	}
	return s.Fields[i : i+n]
}

// ListProblems say what is wrong with the fields of one list.
func ListProblems(of []Field) (ps Problems) {
	listProblems(&Schema{Fields: of}, &ps)
	return ps
}

// listProblems say what is wrong with the lists of a schema.
func listProblems(s *Schema, ps *Problems) {
	seen := map[string]bool{}
	for i := 0; i < len(s.Fields); {
		of := listAt(s, i)
		i += len(of)
		first := &of[0]
		if first.Column == "" {
			continue
		}
		if seen[first.Column] {
			ps.add(first.Column, "the levels of a list stand apart: list them one after the other")
		}
		seen[first.Column] = true
		levels := make([]string, len(of))
		for j := range of {
			f := &of[j]
			levels[j] = f.Item
			if f.Name != f.Column+"="+f.Item || f.Kind != Number || f.Minimum != 0 || f.Maximum != 1 || f.Separator != first.Separator || f.Weight != first.Weight || f.Complete != first.Complete ||
				f.BoundsFrom != first.BoundsFrom || !maps.Equal(f.Recode, first.Recode) || !slices.Equal(f.MissingValues, first.MissingValues) {
				ps.add(f.Column, "the levels of a list differ in more than their names: state the list once")
				break
			}
		}
		if wrong := recodeProblem(first, levels, nil); wrong != "" {
			ps.add(first.Column, "%s", wrong)
		}
		switch {
		case first.Separator == "" || strings.ContainsAny(first.Separator, "\"\r\n"):
			ps.add(first.Column, "a list needs what separates its levels: a character or some, but no quotation mark and no end of a line")
		case slices.ContainsFunc(levels, func(l string) bool { return strings.Contains(l, first.Separator) || strings.TrimSpace(l) == "" }):
			ps.add(first.Column, "a level of a list is empty, or holds what separates levels: correct the levels or the separator")
		}
	}
}

// wholeList is the list as one column with its levels.
func wholeList(of []Field) (column Field, levels []string) {
	column = of[0]
	column.Name, column.Label, column.LevelLabels = column.Column, "", map[string]string{}
	for i := range of {
		levels = append(levels, of[i].Item)
		if of[i].Label != "" {
			column.LevelLabels[of[i].Item] = of[i].Label
		}
	}
	column.Enum = levels
	return column, levels
}

// ColumnsOf are the fields as columns of the file: a list is a category with its levels and what separates them.
func ColumnsOf(s *Schema) iter.Seq[Field] {
	return func(yield func(Field) bool) {
		for i := 0; i < len(s.Fields); {
			of := listAt(s, i)
			i += len(of)
			column := of[0]
			if column.Column != "" {
				column, _ = wholeList(of)
				column.Kind, column.Column, column.Item, column.Minimum, column.Maximum = Category, "", "", 0, 0
			}
			if !yield(column) {
				return
			}
		}
	}
}

// items are the fields of a Frictionless field of the type list.
func (f *field) items() []Field {
	var levels []text
	if f.Constraints != nil {
		levels = f.Constraints.Enum
	}
	if levels == nil {
		for _, l := range f.Categories {
			levels = append(levels, l.text)
		}
	}
	separator := "," // the standard's
	if f.Delimiter != nil {
		separator = string(*f.Delimiter)
	}
	column := Field{Name: f.Name, Minimum: math.NaN(), Maximum: math.NaN(), Enum: texts(levels, nil)}
	if f.Ours != nil {
		column.BoundsFrom = f.Ours.BoundsFrom
	}
	if f.MissingValues != nil {
		column.MissingValues = texts(*f.MissingValues, []string{})
	}
	f.Ours.apply(&column)
	column.SetLabels("", labelsOf(f.Categories))
	return ListOf(column, separator, column.Enum)
}

// encodeList is the Frictionless field of a list.
func encodeList(of []Field) field {
	column, levels := wholeList(of)
	separator := text(column.Separator)
	column.Kind = Category
	out := field{
		Name: column.Name, Type: "list", Delimiter: &separator, Constraints: &constraints{Enum: untexts(levels)},
		Categories: categoriesOf(&column), Ours: keysOf(&column, false),
	}
	if column.MissingValues != nil {
		out.MissingValues = untokens(column.MissingValues)
	}
	return out
}

// encodeListCSVW is the CSVW column of a list.
func encodeListCSVW(of []Field) column {
	list, levels := wholeList(of)
	separator := text(list.Separator)
	list.Kind = Category
	out := column{Titles: titles{list.Name}, Separator: &separator, Datatype: &datatype{Base: "string", Format: expression(levels)}, Ours: keysOf(&list, true)}
	if list.MissingValues != nil {
		out.Null = untokens(list.MissingValues)
	}
	return out
}
