package schema

import "slices"

// A recoding reads a cell of a column with levels as one of its levels, or as missing. People choose it after they saw cells that are no level, so
// its keys may be cells of the records: it stands in schemas and configurations that stay with the owner of the table, and in nothing that is published.

// recodings are ours in JSON: by cell the level, null or "" for missing.
type recodings map[string]*text

func (r recodings) recode() map[string]string {
	if len(r) == 0 {
		return nil
	}
	out := make(map[string]string, len(r))
	for cell, level := range r {
		if out[cell] = ""; level != nil {
			out[cell] = string(*level)
		}
	}
	return out
}

func recodingsOf(f *Field) recodings {
	if len(f.Recode) == 0 {
		return nil
	}
	out := make(recodings, len(f.Recode))
	for cell, level := range f.Recode {
		if out[cell] = nil; level != "" {
			t := text(level)
			out[cell] = &t
		}
	}
	return out
}

// recodeProblem says what is wrong with the recodings of a column with these levels; "" for nothing. It quotes no cell.
func recodeProblem(f *Field, levels []string, missing map[string]bool) string {
	if len(f.Recode) == 0 {
		return ""
	}
	known := make(map[string]bool, len(levels)) // both lists may be long
	for _, level := range levels {
		known[level] = true
	}
	for cell, level := range f.Recode {
		switch {
		case cell == "":
			return "an empty cell is always a missing value: take it out of what is recoded"
		case known[cell] || missing[cell]:
			return "a value that is recoded is a level or a missing value already: take it out of one list"
		case level != "" && !known[level]:
			return "a value is recoded to what is no level of the column: state one of its levels, or null for missing"
		}
	}
	return ""
}

// Recodes reports whether a schema reads cells as other ones.
func Recodes(s *Schema) bool {
	return slices.ContainsFunc(s.Fields, func(f Field) bool { return len(f.Recode) > 0 })
}

// Published is a schema without recodings: what may be shown to anybody.
func Published(s *Schema) *Schema {
	if !Recodes(s) {
		return s
	}
	out := *s
	out.Fields = slices.Clone(s.Fields)
	for i := range out.Fields {
		out.Fields[i].Recode = nil
	}
	return &out
}
