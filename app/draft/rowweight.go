package draft

import (
	"cmp"
	"strings"

	"privatepca/core/plan"
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

// Weighs reports whether the column is the one that weighs the rows: it is never a feature.
func (r RowWeight) Weighs(c *Column) bool { return r.On && strings.TrimSpace(c.Name) == r.Column }

// A DesignEffect is how many rows are worth one independent row, as typed; "" for 1.
type DesignEffect string

// Value is the number, from 1 to plan.MostDesignEffect; 0 for no answer.
func (e DesignEffect) Value() float64 {
	if x, ok := ParseNumber(string(e)); ok && x >= 1 && x <= plan.MostDesignEffect {
		return x
	}
	return 0
}

// Fault says what is wrong with the design effect; "" while nothing is typed.
func (e DesignEffect) Fault() string {
	if strings.TrimSpace(string(e)) == "" || e.Value() > 0 {
		return ""
	}
	return cmp.Or(TwoReadings("The design effect", string(e)), "The design effect must be a number from 1 to 1,000,000. Leave it empty if rows are independent people.")
}
