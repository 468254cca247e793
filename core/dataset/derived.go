package dataset

import (
	"math"

	"privatepca/core/schema"
)

// Lists are the cells of a column that mean "no value".
type lists struct {
	all     []string
	numbers map[string]float64 // those that could be read as numbers, without spaces around them
}

func newLists(missing []string, point byte) *lists {
	l := &lists{all: missing, numbers: map[string]float64{}}
	for _, m := range missing {
		if x, v := parseNumber([]byte(m), point); v == isNumber {
			l.numbers[string(trim([]byte(m)))] = x
		}
	}
	return l
}

// has reports whether a cell, as it stands or without spaces around it, is one of them.
func (l *lists) has(cell []byte) bool {
	for _, m := range l.all {
		if m == string(cell) || m == string(trim(cell)) {
			return true
		}
	}
	return false
}

// derivation gives the value of a cell for feature j of a column that holds no plain numbers.
func (e *Encoder) derivation(f *schema.Field, j int) func(buf []byte, at span) (float64, verdict) {
	if f.Kind == schema.Ordinal {
		table := newLevelTable(f, e.schema.MissingOf(f))
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
	missing := newLists(e.schema.MissingOf(f), e.point)
	if f.Kind == schema.Date {
		return func(buf []byte, at span) (float64, verdict) {
			cell := buf[at.lo:at.hi]
			bare := trim(cell)
			if len(bare) == 0 || missing.has(cell) {
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
		x, v := e.otherNumber(buf[at.lo:at.hi], missing)
		if v == isNumber && f.Kind == schema.Integer && x != math.Trunc(x) {
			return 0, isUnparsable
		}
		return f.Working(x), v
	}
}
