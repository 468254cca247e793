package dataset

import "privatepca/core/schema"

// Treatment says what the public rule makes of an irregularity of a kind in a column, "" for rows. It is false where reading under the
// schema finds none of that kind there.
func Treatment(s *schema.Schema, kind, column string) (string, bool) {
	if column == "" {
		treatment, ok := map[string]string{ShortRow: asAbsent, LongRow: asIgnored, Ending: asRecord}[kind]
		return treatment, ok
	}
	if w := s.RowWeight; w != nil && w.Column == column {
		treatment, ok := map[string]string{Missing: asMissingWeight, Unparsable: asMissingWeight, Outside: asBound}[kind]
		return treatment, ok
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.In() != column {
			continue
		}
		treatment := treatmentIn(f, kind)
		if s.NormRule == schema.Mean {
			treatment = underMean(s, treatment, column)
		}
		return treatment, treatment != ""
	}
	return asNobody, kind == Missing && column == s.PersonColumn
}

// treatmentIn is that of a field's column; "" where reading finds none of that kind.
func treatmentIn(f *schema.Field, kind string) string {
	none := kind == UnknownCategory || kind == AlikeCategory
	switch {
	case f.Kind == schema.Category && (none || kind == Missing):
		return asNoCategory
	case f.Kind == schema.Category:
		return ""
	case kind == Missing:
		return treatmentOf(f)
	case f.Column != "" && none: // a level of a list
		return asNothing
	case f.Column != "":
		return ""
	case kind == unfit(f):
		return treatmentOf(f)
	case f.Kind == schema.Ordinal && kind == AlikeCategory:
		return asMiddle
	case f.Kind != schema.Ordinal && kind == Outside:
		return asBound
	}
	return ""
}
