package momentfile

import (
	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/schema"
)

// Limits of counts. A file states its counts itself, so each sum of them is checked: one that wraps around would be found when the
// budget is debited.
const (
	mostRecords = 1 << 53 // that a document states exactly, in JSON
	mostRows    = 1 << 49 // whose features fit 64 bits: dataset.FeatureSum
)

// countable refuses counts of irregularities that no table has: more of them than its columns have kinds, or more cells than records.
func (h *Header) countable() bool {
	if len(h.Irregularities) > 4*h.Dim+8 {
		return false
	}
	seen := map[[2]string]bool{}
	for _, i := range h.Irregularities {
		at := [2]string{i.Kind, i.Column}
		if seen[at] || i.Count < 1 || i.Count > h.Records || i.FirstLine < 1 {
			return false
		}
		seen[at] = true
	}
	return h.Records <= mostRecords
}

// errFull says that sums of counts have no place.
func errFull() *fault.Error {
	return fault.New(fault.CodeRecords, "These files have more records together than exact 64-bit sums can hold. Nothing was released.")
}

// A merging adds irregularities.
type merging struct {
	schema *schema.Schema
	list   []dataset.Irregularity
	places map[[2]string]int // in list, by kind and column
}

// add adds counts of irregularities of the same kind and column. A first line is the smallest in any file. The words are this
// program's own, by the schema; it reports whether reading under the schema can find them.
func (m *merging) add(more []dataset.Irregularity) bool {
	if m.places == nil {
		m.places = map[[2]string]int{}
	}
	for _, i := range more {
		treatment, ok := dataset.Treatment(m.schema, i.Kind, i.Column)
		if !ok {
			return false
		}
		at := [2]string{i.Kind, i.Column}
		if place, known := m.places[at]; known {
			old := &m.list[place]
			old.Count += i.Count // both are at most the number of records, whose sum fits
			old.FirstLine = min(old.FirstLine, i.FirstLine)
			continue
		}
		i.Treatment = treatment
		m.places[at] = len(m.list)
		m.list = append(m.list, i)
	}
	return true
}
