package dataset

import (
	"bytes"

	"privatepca/core/schema"
)

// A listColumn tells which levels stand in a cell. The column's first number reads the cell, those after it look their level up.
type listColumn struct {
	separator []byte
	table     levelTable
	missing   *lists
	named     []bool // of the cell at hand, by level
	verdict   verdict
}

// newListColumn takes the fields of one list.
func (e *Encoder) newListColumn(of []schema.Field) *listColumn {
	levels := schema.Field{Recode: of[0].Recode}
	for i := range of {
		levels.Enum = append(levels.Enum, of[i].Item)
	}
	missing := e.schema.MissingOf(&of[0])
	return &listColumn{
		separator: []byte(of[0].Separator), table: newLevelTable(&levels, nil, e.by), missing: newLists(missing, e.by), named: make([]bool, len(of)),
	}
}

// level gives the value of a level of the list.
func (l *listColumn) level(i int) func(buf []byte, at span) (float64, verdict) {
	return func(buf []byte, at span) (float64, verdict) {
		v := l.verdict
		switch {
		case i == 0:
			l.read(buf, at)
			v = l.verdict
		case v == isUnknown: // it was counted with the first
			v = isNumber
		}
		if l.named[i] {
			return 1, v
		}
		return 0, v
	}
}

// read reads a cell. A level that is none of the column's counts for nothing, and makes the cell unknown.
func (l *listColumn) read(buf []byte, at span) {
	clear(l.named)
	cell := buf[at.lo:at.hi]
	if l.verdict = isNumber; len(bytes.TrimFunc(cell, outer)) == 0 || l.missing.has(cell) {
		l.verdict = isMissing
		return
	}
	for lo := at.lo; lo <= at.hi; {
		hi := at.hi
		if n := bytes.Index(buf[lo:at.hi], l.separator); n >= 0 {
			hi = lo + int32(n)
		}
		switch level := l.table.find(buf, span{lo, hi}); {
		case level >= 0:
			l.named[level] = true
		case level == levelUnknown:
			l.verdict = isUnknown
		}
		lo = hi + int32(len(l.separator))
	}
}
