package workbook

import (
	"math"
	"strconv"
	"strings"
	"time"

	"privatepca/core/convert/cell"
)

// A dating says which parts of a date a number format shows: what makes a number a date is its format.
type dating uint8

const (
	shownDay dating = 1 << iota
	shownClock
)

// builtIn are the formats that a workbook does not spell (ECMA-376, part 1, 18.8.30). Elapsed
// time, [h]:mm:ss, is a number.
func builtIn(id int) dating {
	switch {
	case id >= 14 && id <= 17, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 54, id == 57, id == 58:
		return shownDay
	case id >= 18 && id <= 21, id >= 32 && id <= 35, id == 45, id == 47, id == 55, id == 56:
		return shownClock
	case id == 22:
		return shownDay | shownClock
	}
	return 0
}

// custom says it of a format's code.
func custom(code string) dating {
	code = strings.NewReplacer("general", "", "standard", "").Replace(strings.ToLower(code))
	var day, clock, month bool
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case ';': // of positive numbers; what follows is of others
			i = len(code)
		case '"':
			if j := strings.IndexByte(code[i+1:], '"'); j >= 0 {
				i += j + 1
			}
		case '\\', '_', '*':
			i++
		case '[':
			j := strings.IndexByte(code[i:], ']')
			if j < 0 {
				return 0
			}
			if inside := strings.Trim(code[i+1:i+j], "hms"); inside == "" {
				return 0 // elapsed time
			}
			i += j
		case 'y', 'd':
			day = true
		case 'h', 's':
			clock = true
		case 'm':
			month = true
		}
	}
	var d dating
	if day || month && !clock {
		d |= shownDay
	}
	if clock {
		d |= shownClock
	}
	return d
}

// lastSerial is the first number that is no date any more: 10000-01-01.
const lastSerial = 2958466

// appendSerial writes a serial date. In the 1900 system day 60 is a day that never was; it has
// no text, and the days before it count from another origin.
func appendSerial(dst, number []byte, d dating, from1904 bool) []byte {
	x, err := strconv.ParseFloat(string(number), 64)
	if err != nil || !(x >= 0 && x < lastSerial) {
		return dst
	}
	millis := math.Round(x * 86400e3)
	days, rest := int(millis/86400e3), time.Duration(math.Mod(millis, 86400e3))*time.Millisecond
	if d == shownClock && days == 0 {
		return cell.AppendClock(dst, rest)
	}
	origin := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		origin = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case days == 60:
		return dst
	case days < 60:
		origin = origin.AddDate(0, 0, 1)
	}
	t := origin.AddDate(0, 0, days).Add(rest)
	if d == shownDay && rest == 0 {
		return cell.AppendDate(dst, t)
	}
	return cell.AppendTime(dst, t, false)
}
