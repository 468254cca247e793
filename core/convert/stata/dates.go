package stata

import (
	"math"
	"strings"
	"time"

	"privatepca/core/convert/cell"
)

// dateOf is the letter of a format of dates, such as d for %td, %tdCCYY-NN-DD and %d; 0 for another format, and for years, which are
// numbers as they are.
func dateOf(format string) byte {
	format = strings.TrimPrefix(strings.TrimPrefix(format, "%"), "-")
	switch {
	case strings.HasPrefix(format, "d"):
		return 'd'
	case len(format) > 1 && format[0] == 't' && strings.IndexByte("dcCwmqh", format[1]) >= 0:
		return format[1]
	}
	return 0
}

// leaps are the days at whose end a second was inserted: %tC counts these seconds, too.
var leaps = [...]string{
	"1972-06-30", "1972-12-31", "1973-12-31", "1974-12-31", "1975-12-31", "1976-12-31", "1977-12-31", "1978-12-31", "1979-12-31", "1981-06-30",
	"1982-06-30", "1983-06-30", "1985-06-30", "1987-12-31", "1989-12-31", "1990-12-31", "1992-06-30", "1993-06-30", "1994-06-30", "1995-12-31",
	"1997-06-30", "1998-12-31", "2005-12-31", "2008-12-31", "2012-06-30", "2015-06-30", "2016-12-31",
}

// appendDate writes a date or a moment from what is counted since 1960; one beyond the year 9999 is an empty cell.
func appendDate(dst []byte, x float64, unit byte) []byte {
	if !(math.Abs(x) < 1e15) {
		return dst
	}
	whole := math.Floor(x)
	origin := time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC)
	parts := func(of int) (year, part int) { // whole ones since 1960
		n := int(whole)
		year = n / of
		if n%of < 0 {
			year--
		}
		return 1960 + year, n - year*of
	}
	if unit != 'c' && unit != 'C' && math.Abs(x) > 1e7 {
		return dst
	}
	switch unit {
	case 'd':
		return cell.AppendDate(dst, origin.AddDate(0, 0, int(whole)))
	case 'w': // the first week begins on 1 January, and the last one has eight days or nine
		year, week := parts(52)
		return cell.AppendDate(dst, time.Date(year, 1, 1+7*week, 0, 0, 0, 0, time.UTC))
	case 'm':
		year, month := parts(12)
		return cell.AppendDate(dst, time.Date(year, time.Month(1+month), 1, 0, 0, 0, 0, time.UTC))
	case 'q':
		year, quarter := parts(4)
		return cell.AppendDate(dst, time.Date(year, time.Month(1+3*quarter), 1, 0, 0, 0, 0, time.UTC))
	case 'h':
		year, half := parts(2)
		return cell.AppendDate(dst, time.Date(year, time.Month(1+6*half), 1, 0, 0, 0, 0, time.UTC))
	}
	millis := int64(whole)
	if unit == 'C' {
		inserted := int64(0)
		for _, day := range leaps {
			if d, err := time.Parse(time.DateOnly, day); err == nil && millis >= d.AddDate(0, 0, 1).Sub(origin).Milliseconds()+1000*inserted {
				inserted++
			}
		}
		millis -= 1000 * inserted
	}
	return cell.AppendTime(dst, time.UnixMilli(origin.UnixMilli()+millis).UTC(), false)
}
