package schema

import (
	"fmt"
	"math"
	"strings"
)

// A Day is a date as a column can count it.
type Day struct {
	Days                 float64 // since 1970-01-01, a time of day as a share of one
	Year, Month, Weekday int     // Monday is 1
}

// ISO is the format of a date where a column states none: 2020-02-29, and after it a T or a space, 13:05 or 13:05:00, with a fraction and an offset or a Z
// that do not count: the clock that the cell shows does.
const ISO = ""

// Formats are the further formats of dates that the pages offer, as strptime has them. A column may state another one of its digits: %Y %m %d %H %M %S.
var Formats = [...]string{"%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%Y%m%d"}

// ParseDate reads a date of the years 1 to 9999, without spaces around it, by a format; false for what is none.
func ParseDate(cell []byte, format string) (Day, bool) {
	if format == ISO {
		return parseISO(cell)
	}
	var c clock
	at := 0
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			if at == len(cell) || cell[at] != format[i] {
				return Day{}, false
			}
			at++
			continue
		}
		i++
		most, least := 2, 1
		if format[i] == 'Y' {
			most, least = 4, 4
		} else if i+1 < len(format) && format[i+1] == '%' { // digits of two numbers in a row
			least = 2
		}
		n, x := 0, 0
		for n < most && at < len(cell) && '0' <= cell[at] && cell[at] <= '9' {
			x = 10*x + int(cell[at]-'0')
			at, n = at+1, n+1
		}
		if n < least {
			return Day{}, false
		}
		c.set(format[i], x)
	}
	if at < len(cell) {
		return Day{}, false
	}
	return c.date()
}

// parseISO reads a date in the format ISO.
func parseISO(cell []byte) (Day, bool) {
	var c clock
	rest := string(cell)
	take := func(directive byte, digits int, before string) bool {
		if !strings.HasPrefix(rest, before) || len(rest) < len(before)+digits {
			return false
		}
		x := 0
		for _, d := range []byte(rest[len(before) : len(before)+digits]) {
			if d < '0' || d > '9' {
				return false
			}
			x = 10*x + int(d-'0')
		}
		rest = rest[len(before)+digits:]
		c.set(directive, x)
		return true
	}
	if !take('Y', 4, "") || !take('m', 2, "-") || !take('d', 2, "-") {
		return Day{}, false
	}
	if rest == "" {
		return c.date()
	}
	if rest[0] != 'T' && rest[0] != ' ' || !take('H', 2, rest[:1]) || !take('M', 2, ":") {
		return Day{}, false
	}
	if take('S', 2, ":") && rest != "" && (rest[0] == '.' || rest[0] == ',') {
		after := strings.TrimLeft(rest[1:], "0123456789")
		if len(after) == len(rest)-1 {
			return Day{}, false
		}
		rest = after
	}
	switch {
	case rest == "" || rest == "Z":
	case rest[0] == '+' || rest[0] == '-':
		sign := rest[:1]
		if !take(0, 2, sign) || !take(0, 2, ":") && !take(0, 2, "") || rest != "" {
			return Day{}, false
		}
	default:
		return Day{}, false
	}
	return c.date()
}

// A clock is what a cell says of a date; what it does not say is the first.
type clock struct{ year, month, day, hour, minute, second int }

func (c *clock) set(directive byte, x int) {
	switch directive {
	case 'Y':
		c.year = x
	case 'm':
		c.month = x - 1
	case 'd':
		c.day = x - 1
	case 'H':
		c.hour = x
	case 'M':
		c.minute = x
	case 'S':
		c.second = x
	}
}

// date is false for what the calendar does not have. A leap second is the next minute's first.
func (c *clock) date() (Day, bool) {
	if c.year < 1 || c.month < 0 || c.month > 11 || c.day < 0 || c.hour > 23 || c.minute > 59 || c.second > 60 {
		return Day{}, false
	}
	lengths := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	leap := c.year%4 == 0 && (c.year%100 != 0 || c.year%400 == 0)
	if length := lengths[c.month]; c.day >= length && !(leap && c.month == 1 && c.day == 28) {
		return Day{}, false
	}
	days := civil(c.year, c.month+1, c.day+1)
	seconds := float64(3600*c.hour + 60*c.minute + c.second)
	return Day{float64(days) + seconds/86400, c.year, c.month + 1, weekday(days)}, true
}

// civil is the number of days from 1970-01-01 to a date of the Gregorian calendar.
func civil(year, month, day int) int {
	if month <= 2 {
		year--
		month += 12
	}
	return 365*year + year/4 - year/100 + year/400 + (153*(month-3)+2)/5 + day - 719469
}

// weekday of a number of days since 1970-01-01, a Thursday: 1 for Monday to 7.
func weekday(days int) int { return ((days+3)%7+7)%7 + 1 }

// DateOf is the date of a number of days since 1970-01-01, up to the second; the zero Day for what is no number within the years 1 to 9999.
func DateOf(days float64) Day {
	whole := math.Floor(days)
	if !(whole >= -719162 && whole <= 2932896) {
		return Day{}
	}
	n := int(whole)
	year := int(math.Floor(float64(n)/365.2425)) + 1970
	for civil(year, 1, 1) > n {
		year--
	}
	for civil(year+1, 1, 1) <= n {
		year++
	}
	month := 12
	for civil(year, month, 1) > n {
		month--
	}
	return Day{days, year, month, weekday(n)}
}

// FormatDate writes a number of days since 1970-01-01 as the format ISO has it, with a time only where there is one; "" for what is no
// date. ParseDate reads it back to the second.
func FormatDate(days float64) string {
	d := DateOf(days)
	if d.Year == 0 {
		return ""
	}
	n := int(math.Floor(days))
	seconds := int(math.Round((days - math.Floor(days)) * 86400))
	if seconds == 86400 {
		return FormatDate(float64(n + 1))
	}
	text := fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, n-civil(d.Year, d.Month, 1)+1)
	if seconds > 0 {
		text += fmt.Sprintf("T%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return text
}

// Pattern is a regular expression for the cells of a date's format, in the part of the syntax that Go, Python and R share, and the directives of its
// groups in order. What it matches is a date where the calendar has it.
func Pattern(format string) (expression, directives string) {
	if format == ISO {
		return "^([0-9]{4})-([0-9]{2})-([0-9]{2})([T ]([0-9]{2}):([0-9]{2})(:([0-9]{2})([.,][0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$", "Ymd.HM.S.."
	}
	var e, d strings.Builder
	e.WriteByte('^')
	for i := 0; i < len(format); i++ {
		switch c := format[i]; {
		case c == '%' && i+1 < len(format):
			i++
			d.WriteByte(format[i])
			switch {
			case format[i] == 'Y':
				e.WriteString("([0-9]{4})")
			case i+1 < len(format) && format[i+1] == '%':
				e.WriteString("([0-9]{2})")
			default:
				e.WriteString("([0-9]{1,2})")
			}
		case strings.IndexByte(metacharacters, c) >= 0:
			e.WriteString("[" + string(c) + "]")
		default:
			e.WriteByte(c)
		}
	}
	return e.String() + "$", d.String()
}

// formatProblem says what is wrong with a date's format; "" for nothing.
func formatProblem(format string, part Part) string {
	if format == ISO {
		return ""
	}
	seen := ""
	for i := 0; i < len(format); i++ {
		if c := format[i]; c != '%' {
			if c < ' ' || c > '~' || strings.IndexByte(`\^[]0123456789`, c) >= 0 {
				return "the format of its dates has a character that none has: use directives, points, slashes, dashes, colons or spaces"
			}
			continue
		}
		i++
		if i == len(format) || !strings.Contains("YmdHMS", format[i:i+1]) || strings.Contains(seen, format[i:i+1]) {
			return "the format of its dates must be of %Y, %m, %d, %H, %M and %S, each once at most"
		}
		seen += format[i : i+1]
	}
	needs := "Ymd"
	switch part {
	case Year:
		needs = "Y"
	case Month, MonthCycle:
		needs = "Ym"
	}
	for _, d := range needs {
		if !strings.ContainsRune(seen, d) {
			return "the format of its dates lacks %" + string(d)
		}
	}
	return ""
}
