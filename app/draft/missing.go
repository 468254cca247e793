package draft

import (
	"cmp"
	"fmt"
	"slices"

	"privatepca/core/schema"
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

// PersonFault says what is wrong with the column that is to name the person, as typed; "" while nothing is typed.
func (a *Answers) PersonFault() string {
	if a.Unit != UnitColumn || a.PersonColumn == "" || hasColumn(a, a.PersonColumn) {
		return ""
	}
	return "The file has no column of that name. Capitals and spaces count."
}

// RowsFault says what is wrong with the most rows of one person, as typed; "" while nothing is typed.
func (a *Answers) RowsFault() string {
	if a.Unit != UnitRows && a.Unit != UnitColumn || a.Rows.IsZero() || a.RowsPerPerson() > 0 {
		return ""
	}
	return "This must be a whole number from 1 to 1,000,000."
}

// BoundFault says what is wrong with R as typed.
func (a *Answers) BoundFault() string {
	if a.Norm() != NormTyped || a.Rule != schema.Clip {
		return ""
	}
	if _, ok := a.Bound.From(schema.MinNormBound, schema.MaxNormBound); !ok {
		return cmp.Or(a.Bound.TwoWays("R"), "R must be a positive number. If you do not know one, choose another answer about the length.")
	}
	return ""
}

// A MissingAnswer is an answer that is missing, and the id of the control that gives it.
type MissingAnswer struct{ Text, ID string }

// drawsCentre reports whether the private mean is the centre. Differences of pairs
// have none.
func drawsCentre(a *Answers) bool { return a.Mean && !AboutMean(a.Rule) }

// DrawsMean reports whether directions are measured from a noisy mean of the features.
func (a *Answers) DrawsMean() bool {
	return a.Rule == schema.Sign && a.PublicCentre() != schema.CentrePoint
}

// DrawsBound reports whether R is drawn from the records.
func (a *Answers) DrawsBound() bool { return a.NormPrivate && a.Rule == schema.Clip }

// CentreFault says why there can be no private mean.
func (a *Answers) CentreFault() string {
	if a.Rule != schema.Pairs && !a.Mean && a.Centre == schema.CentrePoint && len(a.Point) != a.Tally.Features {
		return "The schema states its centre for other features than these."
	}
	if drawsCentre(a) && a.UnitFault() == "" && (a.RowsPerPerson() != 1 || a.Unit == UnitColumn) {
		return "A private mean needs each row to be a different person, because it divides by the number of rows."
	}
	return ""
}

// MissingAnswers lists what must still be answered before anything can be computed.
func (a *Answers) MissingAnswers() []MissingAnswer {
	var out []MissingAnswer
	if f := a.UnitFault(); f != "" {
		out = append(out, MissingAnswer{"who is one person", "unit"})
	}
	out = append(out, missingRowWeight(a)...)
	switch n := a.Tally.Open; {
	case n == 1:
		i := slices.IndexFunc(a.Columns, func(c Column) bool { return c.Fault != "" && !Apart(a, &c) })
		out = append(out, MissingAnswer{a.Columns[i].Name + ": " + a.Columns[i].Fault, "columns"})
	case n > 1:
		out = append(out, MissingAnswer{fmt.Sprintf("%s columns without type or bounds", words.Thousands(int64(n))), "columns"})
	case a.Tally.Features == 0:
		out = append(out, MissingAnswer{"no column takes part", "columns"})
	case a.Tally.Features == 1:
		out = append(out, MissingAnswer{"a single feature has no directions to choose from", "columns"})
	case a.Tally.Features > schema.MaxD:
		out = append(out, MissingAnswer{fmt.Sprintf("%s features are too many (at most %s): leave columns out",
			words.Thousands(int64(a.Tally.Features)), words.Thousands(schema.MaxD)), "columns"})
	}
	if f := a.BoundFault(); f != "" {
		out = append(out, MissingAnswer{"norm bound R", "norm-bound"})
	}
	if a.DrawsBound() && a.NormShare.Value() == 0 {
		out = append(out, MissingAnswer{"share for the norm bound", "norm-private-share"})
	}
	if a.DrawsBound() && a.NormQuantile.Value() == 0 {
		out = append(out, MissingAnswer{"records that are not clipped", "norm-quantile"})
	}
	if drawsCentre(a) && a.CentreShare.Value() == 0 {
		out = append(out, MissingAnswer{"share for the private mean", "centre-share"})
	}
	if a.CentreFault() != "" {
		out = append(out, MissingAnswer{"a public centre", "centre"})
	}
	return out
}

// missingRowWeight lists what must still be answered about the rows.
func missingRowWeight(a *Answers) (out []MissingAnswer) {
	add := func(lacks bool, text, id string) {
		if lacks {
			out = append(out, MissingAnswer{text, id})
		}
	}
	column, most, missing := RowWeightFaults(a)
	r := a.RowWeight
	add(r.On && (r.Column == "" || column != ""), "the column that weighs the rows", "row-weight-column")
	add(r.On && (r.Most.IsZero() || most != ""), "the largest weight of a row", "row-weight-most")
	add(missing != "", "the weight of rows without one", "row-weight-missing")
	add(TakesRows(a) && a.DesignEffect.Fault() != "", "the design effect", "design-effect")
	return out
}
