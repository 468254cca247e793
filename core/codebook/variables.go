package codebook

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/convert/survey"
	"privatepca/core/schema"
)

// Inside is the form of a codebook that is a part of the table's file.
const Inside Form = "description in the data file"

// FromVariables is what a data file of SPSS or Stata says of its columns: labels, levels, dates. Bounds it has none. What it declares
// missing is empty in the table already.
//
// A variable whose labels name two values or more is a category; one that the file calls ordinal has levels in order where these are
// neighbouring whole numbers, and is else a number, as one that it calls a scale is: labels of a few points name the ends of a scale.
func FromVariables(list []survey.Variable) (*Book, error) {
	b := newBook(Inside)
	for _, v := range list {
		f, words := open(v.Name), map[string]string{}
		levels := slices.Clone(v.Levels)
		neighbours := inOrder(levels)
		switch {
		case v.Date:
			f.Kind, f.Format = schema.Date, schema.ISO
		case v.Text:
			f = schema.Field{Name: v.Name, Kind: schema.Category}
		case len(levels) < 2 || v.Measure == survey.Scale || v.Measure == survey.Ordinal && !neighbours:
			levels = nil
		case v.Measure == survey.Ordinal:
			f = schema.Field{Name: v.Name, Kind: schema.Ordinal}
		default:
			f = schema.Field{Name: v.Name, Kind: schema.Category}
		}
		for _, l := range levels {
			if f.Levelled() && words[l.Code] == "" {
				f.Enum, words[l.Code] = append(f.Enum, l.Code), l.Label
			}
		}
		b.stated[strings.TrimSpace(v.Name)] = v.Measure != ""
		if err := b.add(f, v.Label, words); err != nil {
			return nil, err
		}
	}
	b.order()
	return b, nil
}

// inOrder sorts levels that are numbers, and reports whether they are whole numbers without a gap.
func inOrder(levels []survey.Level) bool {
	number := func(l survey.Level) float64 {
		x, err := strconv.ParseFloat(l.Code, 64)
		if err != nil {
			return math.NaN()
		}
		return x
	}
	for _, l := range levels {
		if math.IsNaN(number(l)) {
			return false
		}
	}
	slices.SortStableFunc(levels, func(a, b survey.Level) int { return cmp.Compare(number(a), number(b)) })
	for i, l := range levels {
		if number(l) != math.Trunc(number(l)) || i > 0 && number(l) != number(levels[i-1])+1 {
			return false
		}
	}
	return true
}
