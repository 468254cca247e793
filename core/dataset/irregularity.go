package dataset

import "privatepca/core/schema"

// Kinds of irregularity.
const (
	Missing         = "missing"          // an empty cell, a listed missing value, NaN or an infinity; for the person column, no id
	Unparsable      = "unparsable"       // text in a number column
	UnknownCategory = "unknown-category" // a category outside the enum
	AlikeCategory   = "alike-category"   // one of these that would be in the enum if case and blanks were ignored: the dialect can say so
	Outside         = "outside"          // a number or a date outside the column's bounds
	NoInteger       = "no-integer"       // a fraction, or text, in a column of integers
	NoDate          = "no-date"          // what is no date of the column's format
	ShortRow        = "short-row"        // fewer cells than the header
	LongRow         = "long-row"         // more cells than the header
	Ending          = "ending"           // a row at the end that seems to be no record: Reader.Ending
)

// An Irregularity counts one kind of irregular cell or row and says what the public rule made
// of it. It is for the curator; it holds no cell. Records that the norm rule clips are not counted.
type Irregularity struct {
	Kind      string
	Column    string // "" for rows
	Count     int64
	FirstLine int64 // of the first such record
	Treatment string
}

const (
	asMidpoint      = "each counts as the midpoint of the column's bounds"
	asMiddle        = "each counts as the middle of the scores"
	asOrigin        = "each counts as no point of the cycle: zero in both features"
	asNoCategory    = "each counts as no category"
	asBound         = "each counts as the nearer bound"
	asRecord        = "each counts as a record, unless the dialect says that it is none"
	asNothing       = "each level that is none counts for nothing"
	asAbsent        = "absent cells count as missing"
	asIgnored       = "the extra cells are ignored"
	asMissingWeight = "each counts as the stated weight of a row without one"
	asNobody        = "a row without a person contributes nothing"
)

// treatmentOf says what the public rule makes of a cell without a value.
func treatmentOf(f *schema.Field) string {
	switch {
	case f.Cyclic():
		return asOrigin
	case f.Kind == schema.Ordinal:
		return asMiddle
	}
	return asMidpoint
}

// unfit is the kind of a cell that is neither missing nor what the column holds.
func unfit(f *schema.Field) string {
	switch f.Kind {
	case schema.Ordinal:
		return UnknownCategory
	case schema.Integer:
		return NoInteger
	case schema.Date:
		return NoDate
	}
	return Unparsable
}

// A tally is an irregularity's count while records are read.
type tally struct{ count, firstLine int64 }

func (t *tally) add(line int64) {
	if t.count == 0 {
		t.firstLine = line
	}
	t.count++
}

func (t tally) appendTo(list []Irregularity, kind, column, treatment string) []Irregularity {
	if t.count == 0 {
		return list
	}
	return append(list, Irregularity{kind, column, t.count, t.firstLine, treatment})
}

// Endings states the rows at the end of the text, once it was read to that, that seem to be no records.
func (r *Reader) Endings() []Irregularity {
	return tally{count: int64(r.Ending())}.appendTo(nil, Ending, "", asRecord)
}

// alike says how many unknown cells of a field case and blanks alone keep from a level.
func (e *Encoder) alike(list []Irregularity, field int, treatment string) []Irregularity {
	if o := e.others[field]; o != nil {
		list = o.alike.appendTo(list, AlikeCategory, e.schema.Fields[field].In(), treatment)
	}
	return list
}

// Irregularities lists the irregularities so far: by column in the schema's order, then rows.
func (e *Encoder) Irregularities() []Irregularity {
	var list []Irregularity
	for i := range e.schema.Fields {
		f := &e.schema.Fields[i]
		if f.Column != "" && i > 0 && e.schema.Fields[i-1].Column == f.Column {
			continue // counted with the list's first level
		}
		if f.Kind != schema.Category {
			c := &e.numbers[e.places[i]]
			list = c.missing.appendTo(list, Missing, f.In(), treatmentOf(f))
			if f.Column != "" {
				list = c.unparsable.appendTo(list, UnknownCategory, f.In(), asNothing)
				list = e.alike(list, i, asNothing)
				continue
			}
			list = c.unparsable.appendTo(list, unfit(f), f.Name, treatmentOf(f))
			list = e.alike(list, i, asMiddle)
			list = c.outside.appendTo(list, Outside, f.Name, asBound)
			continue
		}
		c := &e.categories[e.places[i]]
		list = c.missing.appendTo(list, Missing, f.Name, asNoCategory)
		list = c.unknown.appendTo(list, UnknownCategory, f.Name, asNoCategory)
		list = e.alike(list, i, asNoCategory)
	}
	list = e.rows.irregularities(list)
	list = e.shortRows.appendTo(list, ShortRow, "", asAbsent)
	return e.longRows.appendTo(list, LongRow, "", asIgnored)
}
