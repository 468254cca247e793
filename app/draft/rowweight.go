package draft

import (
	"math"
	"strings"

	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// A RowWeight is the answer to which column weighs the rows, as typed.
type RowWeight struct {
	On      bool
	Column  string
	Most    typed.Number // the largest weight that is possible
	Missing typed.Number // of rows without one; empty for 0
}

// RowWeightOf is what a schema states of row weights, as it would be typed.
func RowWeightOf(w *schema.RowWeight) RowWeight {
	if w == nil || w.Problem() != "" {
		return RowWeight{}
	}
	return RowWeight{On: true, Column: strings.TrimSpace(w.Column), Most: typed.Of(w.Maximum), Missing: typed.Of(w.Missing)}
}

// Stated is the answer as a schema has it; nil where rows have no weights, or while it is no answer.
func (r RowWeight) Stated() *schema.RowWeight {
	w := &schema.RowWeight{Column: r.Column, Maximum: r.Most.Or(math.NaN()), Missing: r.Missing.Or(0)}
	if !r.On || r.Missing.Why() > typed.Read || w.Problem() != "" {
		return nil
	}
	return w
}

// Weighs reports whether the column is the one that weighs the rows: it is never a feature.
func (r RowWeight) Weighs(c *Column) bool { return r.On && strings.TrimSpace(c.Name) == r.Column }

// A DesignEffect is how many rows are worth one independent row, as typed; empty for 1.
type DesignEffect struct{ typed.Number }

// Value is the number, from 1 to plan.MostDesignEffect; 0 for no answer.
func (e DesignEffect) Value() float64 {
	x, _ := e.From(1, plan.MostDesignEffect)
	return x
}
