package draft

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"privatepca/core/advice"
	"privatepca/core/fault"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/core/words"
)

// UnitFault says what the question of the person still lacks.
func (a *Answers) UnitFault() string {
	switch {
	case a.Unit == UnitUnset:
		return "not answered yet"
	case a.Unit == UnitColumn && !hasColumn(a, a.PersonColumn):
		return "say which column"
	case a.RowsPerPerson() == 0:
		return "say how many rows"
	}
	return ""
}

// Refusals are all that is wrong with what was answered about the table, but for its columns; what is not typed yet is only missing.
func (a *Answers) Refusals() (list []*fault.Error) {
	no := func(refused *fault.Error) {
		if refused != nil {
			list = append(list, refused)
		}
	}
	if a.Unit == UnitColumn && a.PersonColumn != "" && !hasColumn(a, a.PersonColumn) {
		no(advice.Refuse("person_column", fault.Absent))
	}
	if (a.Unit == UnitRows || a.Unit == UnitColumn) && !a.Rows.IsZero() && a.RowsPerPerson() == 0 {
		no(advice.Refuse("rows_per_person", fault.OutOfRange))
	}
	if a.Norm() == NormTyped && a.Rule == schema.Clip {
		no(Outside("norm_bound", "R", a.Bound, schema.MinNormBound, schema.MaxNormBound))
	}
	if a.Rule != schema.Pairs && !a.Mean && a.Centre == schema.CentrePoint && len(a.Point) != a.Tally.Features {
		no(advice.Refuse("centre", fault.Misfit))
	} else if drawsCentre(a) && a.UnitFault() == "" && (a.RowsPerPerson() != 1 || a.Unit == UnitColumn) {
		no(advice.Refuse("steps.centre", fault.Many))
	}
	if r := a.RowWeight; r.On {
		if r.Column != "" && !hasColumn(a, r.Column) {
			no(advice.Refuse("row_weight.column", fault.Absent))
		} else if r.Column != "" && r.Column == personOf(a) {
			no(advice.Refuse("row_weight.column", fault.Person))
		}
		most := math.Inf(1)
		if !r.Most.IsZero() {
			if (&schema.RowWeight{Column: "w", Maximum: r.Most.Or(0)}).Problem() == "" {
				most = r.Most.Or(0)
			} else {
				no(Outside("row_weight.maximum", "The largest weight", r.Most, math.Inf(1), math.Inf(1)))
			}
		}
		if r.Missing.Why() != typed.Empty {
			no(Outside("row_weight.missing", "The weight", r.Missing, 0, most))
		}
		if !TakesRows(a) {
			no(advice.Refuse("row_weight", fault.WrongRule, cmp.Or(r.Column, "a column")))
		}
	}
	if e := a.DesignEffect; TakesRows(a) && e.Why() != typed.Empty {
		no(Outside("design_effect", "The design effect", e.Number, 1, plan.MostDesignEffect))
	}
	return list
}

// Fault says what is wrong with one of these answers; "" for nothing.
func (a *Answers) Fault(fields ...string) string { return Said(a.Refusals(), fields...) }

// Said is what refusals say of one of these fields; "" for nothing.
func Said(refused []*fault.Error, fields ...string) string {
	for _, f := range refused {
		if slices.Contains(fields, f.Field) {
			return advice.Page(f)
		}
	}
	return ""
}

// A MissingAnswer is an answer that is missing, and the id of the control that gives it.
type MissingAnswer struct {
	row      int // the place of the column whose row gives it, from 1; 0 for none
	Text, ID string
}

// Column is the place of the column whose row gives the answer; false where no row does.
func (m MissingAnswer) Column() (place int, ok bool) { return m.row - 1, m.row > 0 }

// drawsCentre reports whether the private mean is the centre. Differences of pairs
// have none.
func drawsCentre(a *Answers) bool { return a.Mean && !AboutMean(a.Rule) }

// DrawsMean reports whether directions are measured from a noisy mean of the features.
func (a *Answers) DrawsMean() bool {
	return a.Rule == schema.Sign && a.PublicCentre() != schema.CentrePoint
}

// DrawsBound reports whether R is drawn from the records.
func (a *Answers) DrawsBound() bool { return a.NormPrivate && a.Rule == schema.Clip }

// MissingAnswers lists what must still be answered before anything can be computed.
func (a *Answers) MissingAnswers() []MissingAnswer {
	var out []MissingAnswer
	refused := a.Refusals() // once: it walks all columns
	if f := a.UnitFault(); f != "" {
		out = append(out, MissingAnswer{0, "who is one person", "unit"})
	}
	out = append(out, missingRowWeight(a, refused)...)
	switch n := a.Tally.Open; {
	case n == 1:
		i := slices.IndexFunc(a.Columns, func(c *Column) bool { return c.Fault != "" && !Apart(a, c) })
		out = append(out, MissingAnswer{i + 1, a.Columns[i].Name + ": " + a.Columns[i].Fault, "columns"})
	case n > 1:
		out = append(out, MissingAnswer{slices.IndexFunc(a.Columns, func(c *Column) bool { return c.Fault != "" && !Apart(a, c) }) + 1, fmt.Sprintf("%s columns without type or bounds", words.Thousands(int64(n))), "columns"})
	case a.Tally.Features == 0:
		out = append(out, MissingAnswer{0, "no column takes part", "columns"})
	case a.Tally.Features == 1:
		out = append(out, MissingAnswer{0, "a single feature has no directions to choose from", "columns"})
	case a.Tally.Features > schema.MaxD:
		out = append(out, MissingAnswer{0, fmt.Sprintf("%s features are too many (at most %s): leave columns out",
			words.Thousands(int64(a.Tally.Features)), words.Thousands(schema.MaxD)), "columns"})
	}
	if Said(refused, "norm_bound") != "" {
		out = append(out, MissingAnswer{0, "norm bound R", "norm-bound"})
	}
	if a.DrawsBound() && a.NormShare.Value() == 0 {
		out = append(out, MissingAnswer{0, "share for the norm bound", "norm-private-share"})
	}
	if a.DrawsBound() && a.NormQuantile.Value() == 0 {
		out = append(out, MissingAnswer{0, "records that are not clipped", "norm-quantile"})
	}
	if drawsCentre(a) && a.CentreShare.Value() == 0 {
		out = append(out, MissingAnswer{0, "share for the private mean", "centre-share"})
	}
	if Said(refused, "centre", "steps.centre") != "" {
		out = append(out, MissingAnswer{0, "a public centre", "centre"})
	}
	return out
}

// missingRowWeight lists what must still be answered about the rows.
func missingRowWeight(a *Answers, refused []*fault.Error) (out []MissingAnswer) {
	add := func(lacks bool, text, id string) {
		if lacks {
			out = append(out, MissingAnswer{0, text, id})
		}
	}
	r := a.RowWeight
	add(r.On && (r.Column == "" || Said(refused, "row_weight.column") != ""), "the column that weighs the rows", "row-weight-column")
	add(r.On && (r.Most.IsZero() || Said(refused, "row_weight.maximum") != ""), "the largest weight of a row", "row-weight-most")
	add(Said(refused, "row_weight.missing") != "", "the weight of rows without one", "row-weight-missing")
	add(Said(refused, "design_effect") != "", "the design effect", "design-effect")
	return out
}
