package schema

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Formats are the further formats of dates that the pages offer, as strptime has them. A column may state another one, of %Y %m %d %H %M %S; %b for a
// month's name, in full or not, in English or German; %I with %p for AM and PM; and %y(1930) for two digits of the years 1930 to 2029.
var Formats = [...]string{"%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%Y%m%d", "%Y-%m", "%d-%b-%Y", "%b %d, %Y", "%m/%d/%Y %I:%M %p"}

// A directive is one of a format, or a character that stands for itself.
type directive struct {
	letter      byte // of the directive; 0 for a character
	least, most int  // digits
	first       int  // of 'y': the first year of the hundred that two digits stand for; 0 where none is stated
	itself      byte
}

// directiveAt is what stands at a place of a format, and the place after it.
func directiveAt(format string, at int) (directive, int) {
	if format[at] != '%' || at+1 == len(format) {
		return directive{itself: format[at]}, at + 1
	}
	d := directive{letter: format[at+1], least: 1, most: 2}
	at += 2
	switch d.letter {
	case 'Y':
		d.least, d.most = 4, 4
	case 'B':
		d.letter = 'b'
	case 'y':
		d.least = 2
		if year, ok := strings.CutPrefix(format[at:], "("); ok && len(year) > 4 && year[4] == ')' {
			if n, x := digits(year, 4); n == 4 {
				d.first, at = x, at+6
			}
		}
	}
	if at+1 < len(format) && format[at] == '%' && strings.IndexByte("bBp", format[at+1]) < 0 { // digits of two numbers in a row
		d.least = d.most
	}
	return d, at
}

// read reads a directive at the start of a text: over how many bytes, 0 where it does not stand there, and what it says.
func (d *directive) read(text string) (n, x int) {
	switch d.letter {
	case 0:
		if text != "" && text[0] == d.itself {
			return 1, 0
		}
		return 0, 0
	case 'b':
		if n = strings.IndexAny(text, notInNames); n < 0 {
			n = len(text)
		}
		if x = months[strings.ToLower(text[:n])]; x == 0 || utf8.RuneCountInString(text[:n]) > 9 {
			return 0, 0
		}
		return n, x
	case 'p':
		if len(text) < 2 || text[1]|' ' != 'm' {
			return 0, 0
		}
		switch text[0] | ' ' {
		case 'a':
			return 2, 0
		case 'p':
			return 2, 12
		}
		return 0, 0
	}
	if n, x = digits(text, d.most); n < d.least {
		return 0, 0
	}
	if d.letter == 'y' {
		x = d.first + ((x-d.first)%100+100)%100
	}
	return n, x
}

// means is the letter of the clock that a directive sets.
func (d *directive) means() byte {
	switch d.letter {
	case 'b':
		return 'm'
	case 'y':
		return 'Y'
	}
	return d.letter
}

// notInNames are what no name of a month holds. One of them, or a number, follows a name.
const notInNames = "0123456789 .,/:()-"

// months by their names, in small letters.
var months = func() map[string]int {
	out := map[string]int{}
	for i, names := range [...]string{
		"jan january januar", "feb february februar", "mar march mär märz mrz", "apr april", "may mai", "jun june juni",
		"jul july juli", "aug august", "sep sept september", "oct october okt oktober", "nov november", "dec december dez dezember",
	} {
		for _, name := range strings.Fields(names) {
			out[name] = i + 1
		}
	}
	return out
}()

// FormatWords says how cells of a stated format are written, for people.
func FormatWords(format string) string {
	if orISO(format) {
		return format + " or 2020-01-31"
	}
	return format
}

// FirstYear is the first of the hundred years that two digits stand for in a format; 0 where years have four.
func FirstYear(format string) int {
	for at := 0; at < len(format); {
		var d directive
		if d, at = directiveAt(format, at); d.letter == 'y' {
			return d.first
		}
	}
	return 0
}

// Pattern is a regular expression for the cells that ParseDate reads by a format, in the part of the syntax that Go, Python and R share, and the
// directives of its groups in order, a point for a group that says nothing: those of Formats, with b for any name of a month, and V and u for a week and
// its day. A directive may stand twice: the group that holds something counts. What it matches is a date where the calendar has it, and the name is a month's.
func Pattern(format string) (expression, directives string) {
	const iso, isoLetters = "([0-9]{4})-(([0-9]{1,2})-([0-9]{1,2})|W([0-9]{2})-([0-9]))([Tt ]([0-9]{2}):([0-9]{2})(:([0-9]{2})([.,][0-9]+)?)?( ?(Z|z|UTC|GMT|[+-][0-9]{2}(:?[0-9]{2})?))?)?",
		"Y.mdVu.HM.S...."
	switch expression, directives = patternOf(format); {
	case format == ISO:
		return "^" + iso + "$", isoLetters
	case orISO(format):
		return "^(" + expression + "|" + iso + ")$", "." + directives + isoLetters
	}
	return "^" + expression + "$", directives
}

// patternOf is Pattern of a stated format alone, without what holds it to a whole cell.
func patternOf(format string) (expression, directives string) {
	var e, letters strings.Builder
	for at := 0; at < len(format); {
		var d directive
		if d, at = directiveAt(format, at); d.letter != 0 {
			letters.WriteByte(d.letter)
		}
		switch {
		case d.letter == 'b':
			e.WriteString("([^0-9 .,/:()-]{3,9})")
		case d.letter == 'p':
			e.WriteString("([AaPp][Mm])")
		case d.letter != 0 && d.least == d.most:
			e.WriteString("([0-9]{" + strconv.Itoa(d.most) + "})")
		case d.letter != 0:
			e.WriteString("([0-9]{1,2})")
		case strings.IndexByte(metacharacters, d.itself) >= 0:
			e.WriteString("[" + string(d.itself) + "]")
		default:
			e.WriteByte(d.itself)
		}
	}
	return e.String(), letters.String()
}

// formatProblem says what is wrong with a date's format; "" for nothing.
func formatProblem(format string, part Part) string {
	if format == ISO {
		return ""
	}
	seen, named := "", false
	for at := 0; at < len(format); {
		var d directive
		d, at = directiveAt(format, at)
		if named && (d.letter == 'p' || d.letter == 'b' || d.letter == 0 && strings.IndexByte(notInNames, d.itself) < 0) {
			return "in the format of its dates a blank, a sign or a number must follow the name of a month"
		}
		named = d.letter == 'b'
		switch {
		case d.letter == 0 && d.itself == '%':
			return "the format of its dates ends within a directive"
		case d.letter == 0:
			if c := d.itself; c < ' ' || c > '~' || strings.IndexByte(`\^[]0123456789`, c) >= 0 {
				return "the format of its dates has a character that none has: use directives, points, slashes, dashes, colons or spaces"
			}
		case !strings.Contains("YymbdHIMSp", string(d.letter)) || strings.Contains(seen, string(d.means())):
			return "the format of its dates must be of %Y or %y, %m or %b, %d, %H or %I with %p, %M and %S, each once at most"
		case d.letter == 'y' && d.first == 0:
			return "the format of its dates has two digits of a year: state the first year of the hundred that they stand for, as %y(1930) for 1930 to 2029"
		default:
			seen += string(d.means())
		}
	}
	if strings.Contains(seen, "I") != strings.Contains(seen, "p") || strings.Contains(seen, "I") && strings.Contains(seen, "H") {
		return "in the format of its dates %I and %p go together, without %H"
	}
	needs := "Ym"
	switch part {
	case Year:
		needs = "Y"
	case Weekday, WeekdayCycle:
		needs = "Ymd"
	}
	for _, d := range needs {
		if !strings.ContainsRune(seen, d) {
			return "the format of its dates lacks %" + string(d)
		}
	}
	return ""
}
