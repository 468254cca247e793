package dataset

import (
	"fmt"

	"privatepca/core/fault"
	"privatepca/core/schema"
)

// A rowWeight reads the weights of rows: it counts cells that hold none, and those beyond the bounds.
type rowWeight struct {
	of    *schema.RowWeight
	index int // in the file
	form  *numberForm

	missing, unparsable, outside tally
}

// newRowWeight is nil where rows have no weights.
func newRowWeight(e *Encoder, s *schema.Schema, h Header) (*rowWeight, error) {
	w := s.RowWeight
	if w == nil {
		return nil, nil
	}
	at, err := find(w.Column, h)
	if err != nil {
		return nil, err
	}
	if at < 0 {
		return nil, &fault.Error{
			Code: fault.CodeSchema, Column: w.Column,
			Message:  fmt.Sprintf("The file's header lacks the column %q that weighs the rows: choose the file that the schema describes, or another column.", w.Column),
			Expected: "a column of row weights", Found: "a header without it",
		}
	}
	return &rowWeight{of: w, index: at, form: e.formOf(&schema.Field{Name: w.Column, Kind: schema.Number})}, nil
}

// root is that of the record at hand: schema.RowWeight.Root.
func (r *rowWeight) root(w *walker) int16 {
	x, verdict := r.form.read(w.cell(r.index))
	switch {
	case verdict == isMissing:
		r.missing.add(w.line())
	case verdict != isNumber:
		r.unparsable.add(w.line())
	default:
		if x < 0 || x > r.of.Maximum {
			r.outside.add(w.line())
		}
		return r.of.Root(x)
	}
	return r.of.Root(r.of.Missing)
}

// irregularities adds what was counted.
func (r *rowWeight) irregularities(list []Irregularity) []Irregularity {
	if r == nil {
		return list
	}
	list = r.missing.appendTo(list, Missing, r.of.Column, asMissingWeight)
	list = r.unparsable.appendTo(list, Unparsable, r.of.Column, asMissingWeight)
	return r.outside.appendTo(list, Outside, r.of.Column, asBound)
}
