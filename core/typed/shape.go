package typed

import (
	"strings"
	"unicode/utf8"
)

// A shape is how a number is written that strconv does not read, or reads as another. No regular expressions tell them apart:
// package regexp, with its tables of Unicode, is 90 kB of a compressed page.
type shape int8

const (
	other     shape = iota
	spaced          // 5 000,25: groups set off by gaps
	ambiguous       // 1,234: one or a thousand
	oneGroup        // 1.234, which is read as one
	commas          // 1,234.56 and 1,234,567
	points          // 1.234,56 and 1.234.567
	decimal         // 0,5
)

// gaps set off groups of three digits beside either mark.
const gaps = " \u00a0\u2009\u202f'’"

// shaped returns the shape of a number; at most one sign stands before it.
func shaped(s string) shape {
	s = unsigned(s)
	if n, rest := groups(s, gaps); n > 0 && (rest == "" || fraction(rest, ".,")) {
		return spaced
	}
	switch n, rest := groups(s, ","); {
	case n == 1 && rest == "" && s[0] != '0':
		return ambiguous
	case n > 1 && rest == "" || n > 0 && fraction(rest, "."):
		return commas
	}
	switch n, rest := groups(s, "."); {
	case n == 1 && rest == "" && s[0] != '0':
		return oneGroup
	case n > 1 && rest == "" || n > 0 && fraction(rest, ","):
		return points
	}
	if from, power := strings.LastIndexAny(s, "eE"), ""; from >= 0 {
		s, power = s[:from], s[from+1:]
		if power = unsigned(power); power == "" || digits(power) < len(power) {
			return other
		}
	}
	if fraction(s[digits(s):], ",") {
		return decimal
	}
	return other
}

// groups counts the groups of exactly three digits that follow one to three digits, each set off by one of the marks, and returns what comes
// after the last one; 0 where a mark is followed by other than three.
func groups(s, marks string) (n int, rest string) {
	first := digits(s)
	if first < 1 || first > 3 {
		return 0, s
	}
	for rest = s[first:]; ; n++ {
		mark, size := utf8.DecodeRuneInString(rest)
		if size == 0 || !strings.ContainsRune(marks, mark) {
			return n, rest
		}
		if digits(rest[size:]) != 3 {
			return 0, s
		}
		rest = rest[size+3:]
	}
}

// fraction reports whether s is one of the marks and then digits alone, or nothing.
func fraction(s, marks string) bool {
	return s != "" && strings.IndexByte(marks, s[0]) >= 0 && digits(s[1:]) == len(s)-1
}

// unsigned leaves out one sign.
func unsigned(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}

// digits counts the digits that s begins with.
func digits(s string) (n int) {
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}
