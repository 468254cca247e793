package schema

import (
	"errors"
	"fmt"
	"iter"
)

// Limits of what ParseFor reads: anyone may have written the file. A larger one describes no
// table, and would keep a program busy or end it.
const (
	MaxSize    = 64 << 20 // bytes
	MaxDepth   = 64       // nested JSON values; a Data Package needs 8
	MaxColumns = 1 << 17  // stated columns, of which at most MaxD features may take part
	MaxValues  = 1 << 20  // JSON values in all, of eight or so for each column: they, not bytes, are what reading takes its time for
)

var errSize = fmt.Errorf("schema: it has more than %d MB: give the schema of this table alone", MaxSize>>20)

var errDepth = errors.New("schema: its values are nested more than 64 deep: give a Frictionless Table Schema or CSVW metadata")

var errColumns = fmt.Errorf("schema: it describes more than %d columns: give the schema of this table alone", MaxColumns)

var errValues = fmt.Errorf("schema: it holds more than %d values: give the schema of this table alone", MaxValues)

// TooManyValues reports whether a JSON text holds more than MaxValues values, by what separates or opens them, in one pass. What is no JSON is not
// its business.
func TooManyValues(text []byte) bool {
	values := 0
	for c := range unquoted(text) {
		if c == ',' || c == '{' || c == '[' {
			if values++; values > MaxValues {
				return true
			}
		}
	}
	return false
}

// TooDeep reports whether values of a JSON text are nested more than MaxDepth
// deep, in one pass. What is no JSON is not its business.
func TooDeep(text []byte) bool {
	depth := 0
	for c := range unquoted(text) {
		switch c {
		case '{', '[':
			if depth++; depth > MaxDepth {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// unquoted yields the bytes of a JSON text that stand in no string.
func unquoted(text []byte) iter.Seq[byte] {
	return func(yield func(byte) bool) {
		quoted := false
		for i := 0; i < len(text); i++ {
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
