package dataset

import (
	"bytes"
	"math"

	"privatepca/core/schema"
)

// Lists are the cells of a column that mean "no value".
type lists struct {
	texts   map[string]bool // as they stand, and as equivalent has them
	numbers map[float64]bool
	by      meaning
}

func newLists(missing []string, by meaning) *lists {
	l := &lists{texts: map[string]bool{}, numbers: map[float64]bool{}, by: by}
	for _, m := range missing {
		l.texts[m], l.texts[by.equivalent([]byte(m))] = true, true
		if x, v := parseNumber(plainNumber([]byte(m)), by.point); v == isNumber {
			l.numbers[x] = true
		}
	}
	return l
}

// has reports whether a cell, as it stands or without blanks around it, is one of them, whatever its form in Unicode.
func (l *lists) has(cell []byte) bool {
	return l.texts[string(cell)] || l.texts[string(trim(cell))] || l.texts[l.by.equivalent(cell)]
}

// derivation gives the value of a cell for feature j of a field that holds no plain numbers.
func (e *Encoder) derivation(field, j int) func(buf []byte, at span) (float64, verdict) {
	f := &e.schema.Fields[field]
	if f.Column != "" {
		first := field
		for first > 0 && e.schema.Fields[first-1].Column == f.Column {
			first--
		}
		if first == field {
			last := field
			for last < len(e.schema.Fields) && e.schema.Fields[last].Column == f.Column {
				last++
			}
			e.list = e.newListColumn(e.schema.Fields[first:last])
			e.others[first] = e.list.table.more
		}
		return e.list.level(field - first)
	}
	if f.Kind == schema.Ordinal {
		table := newLevelTable(f, e.schema.MissingOf(f), e.by)
		e.others[field] = table.more
		scores := make([]float64, len(f.Enum))
		for l := range scores {
			scores[l] = f.Score(l)
		}
		return func(buf []byte, at span) (float64, verdict) {
			switch l := table.find(buf, at); l {
			case levelMissing:
				return 0, isMissing
			case levelUnknown:
				return 0, isUnparsable
			default:
				return scores[l], isNumber
			}
		}
	}
	form := e.formOf(f)
	if f.Kind == schema.Date {
		return func(buf []byte, at span) (float64, verdict) {
			cell := buf[at.lo:at.hi]
			bare := bytes.TrimFunc(cell, outer)
			if len(bare) == 0 || form.lists.has(cell) {
				return 0, isMissing
			}
			d, ok := schema.ParseDate(bare, f.Format)
			if !ok {
				return 0, isUnparsable
			}
			return f.OfDate(d, j), isNumber
		}
	}
	return func(buf []byte, at span) (float64, verdict) {
		x, v := form.read(buf[at.lo:at.hi])
		if v == isNumber && f.Kind == schema.Integer && x != math.Trunc(x) {
			return 0, isUnparsable
		}
		if v == isNumber && (x < f.Minimum || x > f.Maximum) {
			v = isOutside
		}
		return f.Working(x), v
	}
}
