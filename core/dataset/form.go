package dataset

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"privatepca/core/schema"
)

// A numberForm is how numbers are written in a column.
type numberForm struct {
	grouping    *grouping // of digits; nil for none
	point       byte      // of decimals, beside the full stop where digits are not grouped
	around      bool      // what stands around a number is left away
	parentheses bool      // around a number they make it negative
	lists       *lists
}

// formOf is the column's form, or else the table's.
func (e *Encoder) formOf(f *schema.Field) *numberForm {
	form := &numberForm{around: f.Around, parentheses: f.Parentheses}
	form.point, form.grouping = marksOf(e.schema.Dialect.Marks(f, e.delimiter))
	by := e.by
	by.point = form.point
	form.lists = newLists(e.schema.MissingOf(f), by)
	return form
}

// read reads any cell.
func (n *numberForm) read(cell []byte) (float64, verdict) {
	x, v := n.bare(cell)
	if v != isUnparsable {
		if v == isNumber && len(n.lists.numbers) > 0 && n.lists.numbers[x] {
			v = isMissing
		}
		return x, v
	}
	if n.lists.has(cell) {
		return 0, isMissing
	}
	if !n.around && !n.parentheses {
		return 0, isUnparsable
	}
	number, ok := n.within(cell)
	if !ok {
		return 0, isUnparsable
	}
	if x, v = n.bare(number); v == isNumber && n.lists.numbers[x] {
		v = isMissing
	}
	return x, v
}

// bare reads a number with nothing but blanks around it.
func (n *numberForm) bare(cell []byte) (float64, verdict) {
	x, v := n.grouping.parse(cell, n.point)
	if v == isUnparsable && foreignBytes(cell) {
		x, v = n.foreign(cell)
	}
	return x, v
}

// foreign reads a cell that holds more than ASCII: a blank of no ASCII groups digits whatever the dialect says, since it can mean nothing
// else between them.
func (n *numberForm) foreign(cell []byte) (float64, verdict) {
	plain := plainNumber(cell)
	x, v := n.grouping.parse(plain, n.point)
	for _, point := range []byte{'.', n.point} {
		if v != isUnparsable || n.grouping != nil {
			break
		}
		x, v = (&grouping{' ', point}).parse(plain, point)
	}
	return x, v
}

// within gives the number in a cell that holds one, and other characters before it and after: its digits with their marks, and a minus that
// stands before it, or before all. It is false for a cell with two numbers, or with parentheses that are not known to mean a minus; a digit
// that follows a letter, as in m2, is part of a unit.
func (n *numberForm) within(cell []byte) ([]byte, bool) {
	cell = bytes.TrimFunc(cell, outer)
	negative := false
	if inner, ok := bytes.CutPrefix(cell, []byte{'('}); ok {
		if inner, ok = bytes.CutSuffix(inner, []byte{')'}); !ok || !n.parentheses {
			return nil, false
		}
		cell, negative = bytes.TrimFunc(inner, outer), true
	}
	start := bytes.IndexFunc(cell, digit)
	if start < 0 {
		return nil, false
	}
	if start > 0 && (cell[start-1] == '.' || cell[start-1] == n.point) && (start == 1 || !letter(cell[:start-1])) {
		start-- // .5
	}
	end := start
	for end < len(cell) {
		c, size := utf8.DecodeRune(cell[end:])
		mark := c == '.' || c == rune(n.point) || n.grouping != nil && n.grouping.marks(c) || (&grouping{mark: ' '}).marks(c) && c != ' '
		if after, _ := utf8.DecodeRune(cell[end+size:]); !digit(c) && !(mark && digit(after)) {
			break
		}
		end += size
	}
	if end < len(cell) && cell[end]|0x20 == 'e' { // an exponent, as long as digits follow it
		at := end + 1
		if at < len(cell) && (cell[at] == '-' || cell[at] == '+') {
			at++
		}
		for ; at < len(cell) && digit(rune(cell[at])); at++ {
			end = at + 1
		}
	}
	before, after := bytes.TrimFunc(cell[:start], outer), bytes.TrimFunc(cell[end:], outer)
	if len(before)+len(after) > 0 && !n.around {
		return nil, false
	}
	minuses := 0
	for _, part := range [][]byte{before, after} {
		last := rune(0)
		for _, c := range string(part) {
			switch {
			case c == '(' || c == ')' || digit(c) && (last < 'A' || digit(last)):
				return nil, false
			case c == '-' || minus(c):
				minuses++
			}
			last = c
		}
	}
	first, _ := utf8.DecodeRune(before)
	nearest, _ := utf8.DecodeLastRune(before)
	sign := func(c rune) bool { return c == '-' || minus(c) }
	switch {
	case minuses == 1 && !negative && (sign(first) || sign(nearest)):
		negative = true
	case minuses > 0:
		return nil, false
	}
	number := cell[start:end]
	if negative {
		number = append([]byte{'-'}, number...)
	}
	return number, true
}

func digit(c rune) bool { return c >= '0' && c <= '9' }

// letter reports whether a text ends with a letter, behind which a point ends an abbreviation.
func letter(text []byte) bool {
	c, _ := utf8.DecodeLastRune(text)
	return unicode.IsLetter(c)
}
