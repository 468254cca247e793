// Package typed reads numbers, dates and lists as people type them, wherever one is typed.
//
// The rules of this package: a text is read once, when it is typed, and nobody reads it again; what was read keeps its text, which is all of its JSON;
// each type is a value that can be compared, and its zero value is the empty field. What a number may be is not said here: core/plan refuses numbers.
package typed

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Why says why a text is no number.
type Why int8

const (
	Empty   Why = iota // nothing is typed
	Read               // it is one
	None               // it is none
	NoDate             // it is no date
	TwoWays            // it may be one of two numbers
)

// A Number is a finite number as somebody typed it.
//
// A point is a decimal mark, and so is a comma. Groups of three digits may be set off by spaces, apostrophes, or by the mark that is not the decimal one.
// A single comma before exactly three digits may be either, and is refused: "1,000" is one or a thousand.
type Number struct {
	text  string
	value float64 // 0 for what is none
	why   Why
}

// ReadNumber reads a number.
func ReadNumber(text string) Number { return read(text, text) }

// Of is a number as a person would type it; the empty one for what is not finite.
func Of(x float64) Number {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Number{}
	}
	form := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-6 || a >= 1e15) {
		form = 'g'
	}
	return Number{strconv.FormatFloat(x, form, -1, 64), x, Read}
}

// read reads the number in a text, whose part it is.
func read(text, part string) Number {
	part = strings.TrimSpace(part)
	switch first, _ := utf8.DecodeRuneInString(part); {
	case part == "":
		return Number{text: text}
	case !strings.ContainsRune("0123456789+-−.,", first): // at once: ten thousand names are tried
		return Number{text: text, why: None}
	}
	part = strings.ReplaceAll(part, "−", "-")
	x, err := strconv.ParseFloat(plain(part), 64)
	switch {
	case err == nil && !math.IsInf(x, 0) && !strings.ContainsAny(part, "_xX"): // which are Go's
		return Number{text, x, Read}
	case shaped(part) == ambiguous:
		return Number{text: text, why: TwoWays}
	}
	return Number{text: text, why: None}
}

// plain writes a number as strconv reads it.
func plain(s string) string {
	if !strings.ContainsAny(s, ","+gaps) && strings.Count(s, ".") < 2 {
		return s // as nearly all
	}
	switch shaped(s) {
	case spaced:
		return strings.Replace(strings.Map(withoutGaps, s), ",", ".", 1)
	case commas:
		return strings.ReplaceAll(s, ",", "")
	case points:
		return strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	case decimal:
		return strings.Replace(s, ",", ".", 1)
	}
	return s
}

func withoutGaps(r rune) rune {
	if strings.ContainsRune(gaps, r) {
		return -1
	}
	return r
}

// Text is what was typed.
func (n Number) Text() string { return n.text }

// IsZero reports whether nothing at all was typed.
func (n Number) IsZero() bool { return n.text == "" }

// Why says why there is no value; Read where there is one.
func (n Number) Why() Why { return n.why }

// Value is the number; 0 and false for what is none.
func (n Number) Value() (float64, bool) { return n.value, n.why == Read }

// Or is the number, or what stands for none.
func (n Number) Or(otherwise float64) float64 {
	if n.why == Read {
		return n.value
	}
	return otherwise
}

// From is the number where it lies between the ends, which it may be; 0 and false where it does not, and for what is none.
func (n Number) From(least, most float64) (float64, bool) {
	if n.why == Read && n.value >= least && n.value <= most {
		return n.value, true
	}
	return 0, false
}

// Said says how a number is read, where that is not plain from what was typed; "" where it is.
func (n Number) Said() string {
	s := strings.TrimSpace(n.text)
	if shape := shaped(s); n.why != Read || shape == other || shape == ambiguous || shape == decimal {
		return ""
	}
	return s + " is read as " + strconv.FormatFloat(n.value, 'f', -1, 64)
}

// Fault says why the text is no number, as the end of a sentence; "" for one that is, and for the empty one.
func (n Number) Fault() string {
	switch n.why {
	case None:
		return "is not a number"
	case NoDate:
		return "is not a date: type it as 2020-01-31"
	case TwoWays:
		one, other := n.Both()
		return "may be read in two ways: type " + one + " or " + other
	}
	return ""
}

// Both is how to type either of the numbers that the text may be.
func (n Number) Both() (one, other string) {
	s := bare(n.text)
	return strings.ReplaceAll(s, ",", ""), strings.Replace(s, ",", ".", 1)
}

// MarshalText gives what was typed: the JSON of a number is its text.
func (n Number) MarshalText() ([]byte, error) { return []byte(n.text), nil }

// UnmarshalText reads what was typed.
func (n *Number) UnmarshalText(text []byte) error {
	*n = ReadNumber(string(text))
	return nil
}
