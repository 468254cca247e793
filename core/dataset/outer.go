package dataset

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Outer reports whether a character counts for nothing at the ends of a cell or a name: blanks of any width, marks of a text's
// direction, and marks of its encoding.
func outer(c rune) bool {
	switch {
	case c < utf8.RuneSelf:
		return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'
	case c >= 0x200b && c <= 0x200f, c >= 0x202a && c <= 0x202e, c >= 0x2060 && c <= 0x2069, c == 0xfeff:
		return true
	}
	return unicode.IsSpace(c)
}

// minus reports whether a character stands for a minus sign before a digit: U+2212, the en dash, the full-width one and the small one.
func minus(c rune) bool { return c == 0x2212 || c == 0x2013 || c == 0xff0d || c == 0xfe63 }

// foreignBytes reports whether a cell holds more than ASCII.
func foreignBytes(cell []byte) bool {
	for _, c := range cell {
		if c >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// plainNumber is a cell without what counts for nothing at its ends, and with an ASCII minus. Its digits are left as they are. It may share the
// cell's memory, and does not change it.
func plainNumber(cell []byte) []byte {
	if !foreignBytes(cell) {
		return cell
	}
	cell = bytes.TrimFunc(cell, outer)
	c, n := utf8.DecodeRune(cell)
	if !minus(c) {
		return cell
	}
	if after, _ := utf8.DecodeRune(cell[n:]); after < '0' || after > '9' {
		if after != '.' && after != ',' {
			return cell
		}
	}
	return append([]byte{'-'}, cell[n:]...)
}
