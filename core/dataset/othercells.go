package dataset

import (
	"bytes"
	"math"
	"strings"
	"unicode"

	"privatepca/core/nfd"
	"privatepca/core/schema"
)

// OtherCells find the level of a cell that spells none byte for byte: by Unicode's canonical equivalence, by value where all levels are whole
// numbers, and without case and blanks where the dialect says so.
type otherCells struct {
	equivalent map[string]int  // by form D, without what counts for nothing at the ends
	whole      map[float64]int // by value; nil where a level is no whole number
	folded     map[string]int  // by fold; two levels that are the same there are unknown
	by         meaning
	alike      tally // unknown cells that would be a level if case and blanks were ignored; only its count is kept
}

// A meaning says by what two spellings are the same.
type meaning struct {
	point      byte // of decimals, beside the full stop
	ignoreCase bool
	form       *nfd.Form
}

// newOtherCells takes the spellings of a column, its missing values among them.
func newOtherCells(f *schema.Field, missing []string, spellings map[string]int, by meaning) *otherCells {
	o := &otherCells{equivalent: map[string]int{}, folded: map[string]int{}, by: by}
	put := func(into map[string]int, key string, level int) {
		switch was, taken := into[key]; {
		case taken && was != level:
			into[key] = levelUnknown
		default:
			into[key] = level
		}
	}
	for spelling, level := range spellings {
		put(o.equivalent, by.equivalent([]byte(spelling)), level)
		put(o.folded, by.fold([]byte(spelling)), level)
	}
	for _, none := range []map[string]int{o.equivalent, o.folded} {
		none[""] = levelMissing
	}
	o.whole = wholeLevels(f, by.point)
	for _, m := range missing {
		if x, ok := wholeNumber([]byte(m), by.point); ok && o.whole != nil {
			o.whole[x] = levelMissing
		}
	}
	return o
}

// wholeLevels are the levels by value; nil unless each has a spelling that is a whole number, and no two have the same value.
func wholeLevels(f *schema.Field, point byte) map[float64]int {
	whole := map[float64]int{}
	for level, spelling := range f.Enum {
		found := false
		all := []string{spelling}
		if level < len(f.Spellings) {
			all = append(all, f.Spellings[level]...)
		}
		for _, s := range all {
			x, ok := wholeNumber([]byte(s), point)
			if !ok {
				continue
			}
			if other, taken := whole[x]; taken && other != level {
				return nil
			}
			whole[x], found = level, true
		}
		if !found {
			return nil
		}
	}
	return whole
}

// wholeNumber is the value of a cell that is a number without a fraction.
func wholeNumber(cell []byte, point byte) (float64, bool) {
	x, v := parseNumber(plainNumber(cell), point)
	return x, v == isNumber && x == math.Trunc(x) && !math.IsInf(x, 0)
}

// find gives the level of a cell; it counts those that case and blanks alone keep from one.
func (o *otherCells) find(cell []byte) int {
	if foreignBytes(cell) {
		if level, ok := o.equivalent[o.by.equivalent(cell)]; ok {
			return level
		}
	}
	if o.whole != nil {
		if x, ok := wholeNumber(cell, o.by.point); ok {
			if level, ok := o.whole[x]; ok {
				return level
			}
		}
	}
	if level, ok := o.folded[o.by.fold(cell)]; ok && level != levelUnknown {
		if o.by.ignoreCase {
			return level
		}
		o.alike.count++
	}
	return levelUnknown
}

// equivalent is a cell in form D, without what counts for nothing at its ends.
func (m meaning) equivalent(cell []byte) string {
	return m.form.String(string(bytes.TrimFunc(cell, outer)))
}

// fold is a cell without case and blanks.
func (m meaning) fold(cell []byte) string {
	return m.form.String(strings.Map(func(c rune) rune {
		if outer(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, string(cell)))
}
