package schema

import (
	"errors"
	"fmt"
	"iter"
	"math"
)

// Limits of what ParseFor reads: anyone may have written the file. A larger one describes no
// table, and would keep a program busy or end it.
const (
	MaxSize    = 64 << 20 // bytes
	MaxDepth   = 64       // nested JSON values; a Data Package needs 8
	MaxColumns = 1 << 17  // stated columns, of which at most MaxD features may take part
	MaxLevels  = 1 << 17  // values in one list, such as a column's categories: a list is decoded at once
	MaxValues  = 1 << 20  // JSON values in all, of eight or so for each column: they, not bytes, are what reading takes its time for
)

var errSize = fmt.Errorf("schema: it has more than %d MB: give the schema of this table alone", MaxSize>>20)

var errDepth = errors.New("schema: its values are nested more than 64 deep: give a Frictionless Table Schema or CSVW metadata")

var errColumns = fmt.Errorf("schema: it describes more than %d columns: give the schema of this table alone", MaxColumns)

var errValues = fmt.Errorf("schema: it holds more than %d values: give the schema of this table alone", MaxValues)

var errLevels = fmt.Errorf("schema: a list in it has more than %d values: no column that takes part has as many categories", MaxLevels)

// limits returns an error for a text beyond MaxDepth, MaxLevels or MaxValues, in one pass. It calls pause after each piece. What is no JSON
// is not its business.
func limits(text []byte, pause func()) error {
	var lists [MaxDepth + 1]struct { // by depth
		values int
		plain  bool // no list or object is among them: columns have a limit of their own
	}
	depth, values := 0, 0
	var found error
	for c := range unquoted(text, pause) {
		switch c {
		case '{', '[':
			lists[depth].plain = false
			if depth++; depth > MaxDepth {
				return errDepth
			}
			lists[depth].values, lists[depth].plain = 1, c == '['
		case '}', ']':
			depth = max(0, depth-1)
		case ',':
			lists[depth].values++
		default:
			continue
		}
		if c == '}' || c == ']' {
			continue
		}
		if values++; values > MaxValues {
			found = errValues
		}
		if here := &lists[depth]; found == nil && here.plain && here.values > MaxLevels {
			found = errLevels
		}
	}
	return found
}

// TooMuch reports whether values of a JSON text are nested more than MaxDepth deep, or are more than MaxValues by what separates or opens them, in
// one pass. It calls pause after each piece. What is no JSON is not its business.
func TooMuch(text []byte, pause func()) bool { return passes(text, MaxValues, pause) }

// TooDeep is TooMuch for a text that may have any number of values.
func TooDeep(text []byte, pause func()) bool { return passes(text, math.MaxInt, pause) }

func passes(text []byte, most int, pause func()) bool {
	depth, values := 0, 0
	for c := range unquoted(text, pause) {
		switch c {
		case '{', '[':
			depth++
			values++
		case '}', ']':
			depth--
		case ',':
			values++
		}
		if depth > MaxDepth || values > most {
			return true
		}
	}
	return false
}

// unquoted yields the bytes of a JSON text that stand in no string. It calls pause after each piece.
func unquoted(text []byte, pause func()) iter.Seq[byte] {
	return func(yield func(byte) bool) {
		quoted, next := false, 0
		for i := 0; i < len(text); i++ {
			if i >= next {
				pause()
				next = i + pieceSize
			}
			switch c := text[i]; {
			case quoted && c == '\\':
				i++
			case c == '"':
				quoted = !quoted
			case !quoted && !yield(c):
				return
			}
		}
	}
}
