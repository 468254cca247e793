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

// ISO is the format of a date where a column states none: 2020-02-29, also 2020-2-29, or the week date 2020-W09-6; and after it a T or a space, 13:05 or
// 13:05:00, with a fraction and an offset (Z, UTC, GMT, +02, +0200, +02:00, a space before it or not) that do not count: the clock that the cell shows
// does.
const ISO = ""

// ParseDate reads a date of the years 1 to 9999, without spaces around it, by a format, or else as ISO; false for what is none. A format that begins
// as ISO does, with a year and a dash, is read alone: a cell may fit both.
func ParseDate(cell []byte, format string) (Day, bool) {
	if format != ISO {
		if d, ok := parseBy(string(cell), format); ok || !orISO(format) {
			return d, ok
		}
	}
	var c clock
	return c.iso(string(cell))
}

// parseBy reads a date by a stated format alone.
func parseBy(rest, format string) (Day, bool) {
	var c clock
	for at := 0; at < len(format); {
		var d directive
		d, at = directiveAt(format, at)
		n, x := d.read(rest)
		if n == 0 {
			return Day{}, false
		}
		rest = rest[n:]
		c.set(d.means(), x)
	}
	if rest != "" {
		return Day{}, false
	}
	return c.date()
}

// orISO reports whether cells of a stated format may be ISO, too: those of a workbook are, whatever its codebook writes.
func orISO(format string) bool { return !strings.HasPrefix(format, "%Y-") }

// digits reads a number of at most so many digits at the start of a text, and says how many there are.
func digits(text string, most int) (n, x int) {
	for n < min(most, len(text)) && '0' <= text[n] && text[n] <= '9' {
		x = 10*x + int(text[n]-'0')
		n++
	}
	return n, x
}

// iso reads a date in the format ISO.
func (c *clock) iso(rest string) (Day, bool) {
	take := func(letter byte, least, most int, before string) bool {
		after, ok := strings.CutPrefix(rest, before)
		n, x := digits(after, most)
		if !ok || n < least {
			return false
		}
		rest = after[n:]
		c.set(letter, x)
		return true
	}
	if !take('Y', 4, 4, "") {
		return Day{}, false
	}
	if strings.HasPrefix(rest, "-W") {
		if !take('V', 2, 2, "-W") || !take('u', 1, 1, "-") {
			return Day{}, false
		}
	} else if !take('m', 1, 2, "-") || !take('d', 1, 2, "-") {
		return Day{}, false
	}
	if rest == "" {
		return c.date()
	}
	if strings.IndexByte("Tt ", rest[0]) < 0 || !take('H', 2, 2, rest[:1]) || !take('M', 2, 2, ":") {
		return Day{}, false
	}
	if take('S', 2, 2, ":") && rest != "" && (rest[0] == '.' || rest[0] == ',') {
		after := strings.TrimLeft(rest[1:], "0123456789")
		if len(after) == len(rest)-1 {
			return Day{}, false
		}
		rest = after
	}
	if rest != "" {
		rest = strings.TrimPrefix(rest, " ")
		switch {
		case rest == "Z" || rest == "z" || rest == "UTC" || rest == "GMT":
		case rest != "" && (rest[0] == '+' || rest[0] == '-') && take(0, 2, 2, rest[:1]) && (rest == "" || take(0, 2, 2, ":") || take(0, 2, 2, "")) && rest == "":
		default:
			return Day{}, false
		}
	}
	return c.date()
}

// A clock is what a cell says of a date; what it does not say is the first.
type clock struct {
	year, month, day, hour, minute, second int

	week, weekday int // of a week date
	weekly        bool
	twelve        bool // hour is one of a clock of twelve
	noon          int  // 12 after noon
}

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
	case 'V':
		c.week, c.weekly = x, true
	case 'u':
		c.weekday = x
	case 'I':
		c.hour, c.twelve = x, true
	case 'p':
		c.noon = x
	}
}

// date is false for what the calendar does not have. A leap second is the next minute's first.
func (c *clock) date() (Day, bool) {
	if c.twelve {
		if c.hour < 1 || c.hour > 12 {
			return Day{}, false
		}
		c.hour = c.hour%12 + c.noon
	}
	if c.year < 1 || c.month < 0 || c.month > 11 || c.day < 0 || c.hour > 23 || c.minute > 59 || c.second > 60 {
		return Day{}, false
	}
	if c.weekly {
		return c.ofWeek()
	}
	lengths := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	leap := c.year%4 == 0 && (c.year%100 != 0 || c.year%400 == 0)
	if length := lengths[c.month]; c.day >= length && !(leap && c.month == 1 && c.day == 28) {
		return Day{}, false
	}
	days := civil(c.year, c.month+1, c.day+1)
	return Day{float64(days) + c.time(), c.year, c.month + 1, weekday(days)}, true
}

// time is the share of the day.
func (c *clock) time() float64 { return float64(3600*c.hour+60*c.minute+c.second) / 86400 }

// ofWeek is the date of a week date, in the calendar's year. Week 1 has the year's first Thursday.
func (c *clock) ofWeek() (Day, bool) {
	monday := func(year int) int { // of week 1
		fourth := civil(year, 1, 4)
		return fourth - weekday(fourth) + 1
	}
	days := monday(c.year) + 7*(c.week-1) + c.weekday - 1
	d := DateOf(float64(days))
	if c.week < 1 || c.weekday < 1 || c.weekday > 7 || days-c.weekday+1 >= monday(c.year+1) || d.Year == 0 {
		return Day{}, false
	}
	d.Days += c.time()
	return d, true
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
