package dataset

import "privatepca/core/schema"

// Treatment says what the public rule makes of an irregularity of a kind in a column, "" for rows. It is false where reading under the
// schema finds none of that kind there.
func Treatment(s *schema.Schema, kind, column string) (string, bool) {
	if column == "" {
		treatment, ok := map[string]string{ShortRow: asAbsent, LongRow: asIgnored}[kind]
		return treatment, ok
	}
	if w := s.RowWeight; w != nil && w.Column == column {
		return asMissingWeight, kind == Missing || kind == Unparsable
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		switch {
		case f.Name != column:
		case f.Kind == schema.Category:
			return asNoCategory, kind == Missing || kind == UnknownCategory
		case kind == Missing || kind == unfit(f):
			return treatmentOf(f), true
		}
	}
	return asNobody, kind == Missing && column == s.PersonColumn
}
