package app

import (
	"fmt"
	"slices"
	"strings"

	"privatepca/core/schema"
	"privatepca/core/words"
)

// unitFault says what the question of the person still lacks.
func (a *Answers) unitFault() string {
	switch {
	case a.unit == unitUnset:
		return "not answered yet"
	case a.unit == unitColumn && !a.has(a.personColumn):
		return "say which column"
	case a.rowsPerPerson() == 0:
		return "say how many rows"
	}
	return ""
}

// has reports whether the file has a column of that name.
func (a *Answers) has(name string) bool {
	return slices.ContainsFunc(a.columns, func(c Column) bool { return strings.TrimSpace(c.name) == name && name != "" })
}

// boundFault says what is wrong with R as typed.
func (a *Answers) boundFault() string {
	if a.norm() != normTyped || a.rule != schema.Clip {
		return ""
	}
	if r, ok := parseNumber(a.bound); !ok || r < schema.MinNormBound || r > schema.MaxNormBound {
		return "R must be a positive number. If you know none, choose another answer about the length."
	}
	return ""
}

// A lack is an answer that is missing, and the id of the control that gives it.
type lack struct{ text, id string }

// drawsCentre reports whether the private mean is the centre. Differences of pairs
// have none.
func (a *Answers) drawsCentre() bool { return a.mean && a.rule != schema.Pairs }

// drawsBound reports whether R is drawn from the records.
func (a *Answers) drawsBound() bool { return a.normPrivate && a.rule == schema.Clip }

// centreFault says why there can be no private mean.
func (a *Answers) centreFault() string {
	if a.rule != schema.Pairs && !a.mean && a.centre == schema.CentrePoint && len(a.point) != a.tally.features {
		return "The schema states its centre for other features than these."
	}
	if a.drawsCentre() && a.unitFault() == "" && (a.rowsPerPerson() != 1 || a.unit == unitColumn) {
		return "A private mean needs each row to be a different person: it divides by the number of rows."
	}
	return ""
}

// lacks lists what must still be answered before anything can be computed.
func (a *Answers) lacks() []lack {
	var out []lack
	if f := a.unitFault(); f != "" {
		out = append(out, lack{"who is one person", "unit"})
	}
	switch n := a.tally.open; {
	case n == 1:
		i := slices.IndexFunc(a.columns, func(c Column) bool { return c.fault != "" && !a.namesPerson(&c) })
		out = append(out, lack{a.columns[i].name + ": " + a.columns[i].fault, "columns"})
	case n > 1:
		out = append(out, lack{fmt.Sprintf("%s columns without type or bounds", words.Thousands(int64(n))), "columns"})
	case a.tally.features == 0:
		out = append(out, lack{"no column takes part", "columns"})
	case a.tally.features == 1:
		out = append(out, lack{"a single feature has no directions to choose from", "columns"})
	case a.tally.features > schema.MaxD:
		out = append(out, lack{fmt.Sprintf("%s features are too many (at most %s): leave columns out",
			words.Thousands(int64(a.tally.features)), words.Thousands(schema.MaxD)), "columns"})
	}
	if f := a.boundFault(); f != "" {
		out = append(out, lack{"norm bound R", "norm-bound"})
	}
	if a.drawsBound() && a.normShare.value() == 0 {
		out = append(out, lack{"share for the norm bound", "norm-private-share"})
	}
	if a.drawsBound() && a.normQuantile.value() == 0 {
		out = append(out, lack{"records that are not clipped", "norm-quantile"})
	}
	if a.drawsCentre() && a.centreShare.value() == 0 {
		out = append(out, lack{"share for the private mean", "centre-share"})
	}
	if a.centreFault() != "" {
		out = append(out, lack{"a public centre", "centre"})
	}
	return out
}
