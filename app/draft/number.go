package draft

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Numbers as people type them, wherever one is typed on the pages. A point is a decimal mark, and so is a comma. Groups of three
// digits may be set off by spaces, apostrophes, or by the mark that is not the decimal one. A single comma before
// exactly three digits may be either, and is refused: "1,000" is one or a thousand.

var (
	spaced    = expression(`^[+-]?[0-9]{1,3}(?:[ \x{a0}\x{2009}\x{202f}'’][0-9]{3})+(?:[.,][0-9]*)?$`)
	gaps      = strings.NewReplacer(" ", "", "\u00a0", "", "\u2009", "", "\u202f", "", "'", "", "’", "")
	ambiguous = expression(`^[+-]?[1-9][0-9]{0,2},[0-9]{3}$`)
	decimal   = expression(`^[+-]?[0-9]*,[0-9]*(?:[eE][+-]?[0-9]+)?$`) // 0,5
	byComma   = expression(`^[+-]?[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]*$`)  // 1,234.56
	byCommas  = expression(`^[+-]?[0-9]{1,3}(?:,[0-9]{3}){2,}$`)       // 1,234,567
	byPoint   = expression(`^[+-]?[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]*$`)  // 1.234,56
	byPoints  = expression(`^[+-]?[0-9]{1,3}(?:\.[0-9]{3}){2,}$`)      // 1.234.567
	oneGroup  = expression(`^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}$`)         // 1.000, read as 1
	whole     = expression(`^[0-9]{1,3}(?:[.,][0-9]{3})+$`)            // of a count
)

// expression compiles when it is first asked for: the page starts without.
func expression(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// plain writes a number as strconv reads it.
func plain(s string) string {
	s = strings.ReplaceAll(strings.TrimSpace(s), "−", "-")
	if !strings.ContainsAny(s, ", \u00a0\u2009\u202f'’") && strings.Count(s, ".") < 2 {
		return s // as nearly all: the expressions are compiled when one is needed
	}
	if spaced().MatchString(s) {
		return strings.Replace(gaps.Replace(s), ",", ".", 1)
	}
	switch {
	case !strings.ContainsAny(s, ",."), ambiguous().MatchString(s):
		return s
	case byComma().MatchString(s), byCommas().MatchString(s):
		return strings.ReplaceAll(s, ",", "")
	case byPoint().MatchString(s), byPoints().MatchString(s):
		return strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
	case decimal().MatchString(s):
		return strings.Replace(s, ",", ".", 1)
	}
	return s
}

// ParseNumber reads a finite number as people type it, with a decimal point or a decimal comma.
func ParseNumber(s string) (float64, bool) {
	if s = strings.TrimSpace(s); s == "" || !strings.ContainsRune("0123456789+-−.,", first(s)) { // at once: ten thousand names are tried
		return 0, false
	}
	x, err := strconv.ParseFloat(plain(s), 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// ParseCount reads a whole number, in which points and commas can only set off groups.
func ParseCount(s string) (float64, bool) {
	if s = strings.TrimSpace(s); whole().MatchString(s) {
		s = strings.NewReplacer(".", "", ",", "").Replace(s)
	}
	return ParseNumber(s)
}

const noNumber = "is not a number"

// NumberFault says why a text is no number, as the end of a sentence.
func NumberFault(s string) string {
	s = strings.TrimSpace(s)
	if ambiguous().MatchString(strings.ReplaceAll(s, "−", "-")) {
		digits := strings.ReplaceAll(s, ",", "")
		return "may be read in two ways: type " + digits + " or " + strings.Replace(s, ",", ".", 1)
	}
	return noNumber
}

// TwoReadings says, as a sentence about what is typed, how to type either number that a text may be; "" for a text that is one
// number or none.
func TwoReadings(what, s string) string {
	if why := NumberFault(s); why != noNumber {
		return what + " " + why + "."
	}
	return ""
}

// Reading says how a number is read, where that is not plain from what was typed; "" where it is.
func Reading(s string) string {
	s = strings.TrimSpace(s)
	x, ok := ParseNumber(s)
	if !ok || !oneGroup().MatchString(s) && !spaced().MatchString(s) && !byPoint().MatchString(s) && !byPoints().MatchString(s) && !byComma().MatchString(s) && !byCommas().MatchString(s) {
		return ""
	}
	return s + " is read as " + strconv.FormatFloat(x, 'f', -1, 64)
}

// NumberOr reads a number as people type it; what is none stands for otherwise.
func NumberOr(s string, otherwise float64) float64 {
	if x, ok := ParseNumber(s); ok {
		return x
	}
	return otherwise
}

// FormatBound writes a bound as a person would type it; nothing for none.
func FormatBound(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// NumericNames counts the names of columns that are numbers: a first row of a record would be published as names.
func NumericNames(columns []string) (n int) {
	for _, name := range columns {
		if _, ok := ParseNumber(name); ok {
			n++
		}
	}
	return n
}
