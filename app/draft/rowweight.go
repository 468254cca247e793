package draft

import (
	"cmp"
	"strings"

	"privatepca/core/schema"
)

// A RowWeight is the answer to which column weighs the rows, as typed.
type RowWeight struct {
	On      bool   `json:"on,omitempty"`
	Column  string `json:"column,omitempty"`
	Most    string `json:"most,omitempty"`    // the largest weight that is possible
	Missing string `json:"missing,omitempty"` // of rows without one; "" for 0
}

// rowWeightOf is what a schema states of row weights, as it would be typed.
func rowWeightOf(w *schema.RowWeight) RowWeight {
	if w == nil || w.Problem() != "" {
		return RowWeight{}
	}
	return RowWeight{On: true, Column: strings.TrimSpace(w.Column), Most: FormatBound(w.Maximum), Missing: FormatBound(w.Missing)}
}

// Stated is the answer as a schema has it; nil where rows have no weights, or while it is no answer.
func (r RowWeight) Stated() *schema.RowWeight {
	most, ok := ParseNumber(r.Most)
	missing := 0.0
	if strings.TrimSpace(r.Missing) != "" {
		var stated bool
		missing, stated = ParseNumber(r.Missing)
		ok = ok && stated
	}
	w := &schema.RowWeight{Column: r.Column, Maximum: most, Missing: missing}
	if !r.On || !ok || w.Problem() != "" {
		return nil
	}
	return w
}

// SetRowWeight answers which column weighs the rows.
func (a *Answers) SetRowWeight(r RowWeight) {
	a.RowWeight = r
	a.Count()
}

// WeighsRows reports whether the column is the one that weighs the rows: it is never a feature.
func (a *Answers) WeighsRows(c *Column) bool {
	return a.RowWeight.On && strings.TrimSpace(c.Name) == a.RowWeight.Column
}

// Apart reports whether the column says something of its row, and is never a feature.
func (a *Answers) Apart(c *Column) bool { return a.NamesPerson(c) || a.WeighsRows(c) }

// RowWeightFaults say what is wrong with the column of row weights, with their largest, and with that of rows without one, as typed; "" while
// nothing is typed.
func (a *Answers) RowWeightFaults() (column, most, missing string) {
	r := a.RowWeight
	if !r.On {
		return "", "", ""
	}
	switch {
	case r.Column == "":
	case !hasColumn(a, r.Column):
		column = "The file has no column of that name. Capitals and spaces count."
	case r.Column == personOf(a):
		column = "This column names the person. Another one has to weigh the rows."
	}
	top, ok := ParseNumber(r.Most)
	if r.Most != "" && !(ok && (&schema.RowWeight{Column: "w", Maximum: top}).Problem() == "") {
		most, ok = cmp.Or(TwoReadings("The largest weight", r.Most), "The largest weight must be a number above 0."), false
	}
	if strings.TrimSpace(r.Missing) == "" {
		return column, most, ""
	}
	if x, stated := ParseNumber(r.Missing); !stated || x < 0 || ok && x > top {
		missing = cmp.Or(TwoReadings("The weight", r.Missing), "This weight must be from 0 to the largest.")
	}
	return column, most, missing
}

// missingRowWeight lists what must still be answered about the rows.
func missingRowWeight(a *Answers) (out []MissingAnswer) {
	add := func(lacks bool, text, id string) {
		if lacks {
			out = append(out, MissingAnswer{text, id})
		}
	}
	column, most, missing := a.RowWeightFaults()
	r := a.RowWeight
	add(r.On && (r.Column == "" || column != ""), "the column that weighs the rows", "row-weight-column")
	add(r.On && (r.Most == "" || most != ""), "the largest weight of a row", "row-weight-most")
	add(missing != "", "the weight of rows without one", "row-weight-missing")
	add(a.DesignFault() != "", "the design effect", "design-effect")
	return out
}

// TakesRows reports whether the norm rule takes weights of rows and a design effect.
func (a *Answers) TakesRows() bool { return a.Rule == schema.Mean }

// Rows for one independent one, at most: core/plan's.
const mostDesignEffect = 1e6

// DesignFault says what is wrong with the design effect as typed.
func (a *Answers) DesignFault() string {
	if !a.TakesRows() || strings.TrimSpace(a.DesignEffect) == "" || a.designEffect() > 0 {
		return ""
	}
	return cmp.Or(TwoReadings("The design effect", a.DesignEffect), "The design effect must be a number from 1 to 1,000,000. Leave it empty if rows are independent people.")
}

// designEffect is how many rows are worth one independent row; 0 for no answer, and where the norm rule takes none.
func (a *Answers) designEffect() float64 {
	if x, ok := ParseNumber(a.DesignEffect); ok && a.TakesRows() && x >= 1 && x <= mostDesignEffect {
		return x
	}
	return 0
}
