package spss

import (
	"math"
	"time"

	"privatepca/core/convert/cell"
)

// Formats of dates, whose values are seconds since 1582-10-14, the first day of the calendar of today. Those of times of day and durations
// (TIME, DTIME, MTIME) and of days of the week and months alone (WKDAY, MONTH) are numbers.
const (
	formatDate     = 20
	formatDatetime = 22
	formatADate    = 23
	formatJDate    = 24
	formatMoYr     = 28
	formatQYr      = 29
	formatWkYr     = 30
	formatEDate    = 38
	formatSDate    = 39
	formatYMDHMS   = 41
)

func isDate(format byte) bool {
	switch format {
	case formatDate, formatDatetime, formatADate, formatJDate, formatMoYr, formatQYr, formatWkYr, formatEDate, formatSDate, formatYMDHMS:
		return true
	}
	return false
}

// epoch is 1582-10-14 in seconds since 1970-01-01.
var epoch = time.Date(1582, 10, 14, 0, 0, 0, 0, time.UTC).Unix()

// appendDate writes a day, or a moment where the format shows one. One beyond the year 9999 is an empty cell.
func appendDate(dst []byte, seconds float64, format byte) []byte {
	if !(math.Abs(seconds) < 1e12) {
		return dst
	}
	whole := math.Floor(seconds)
	t := time.Unix(epoch+int64(whole), int64(math.Round((seconds-whole)*1e6))*1000).UTC()
	if format == formatDatetime || format == formatYMDHMS {
		return cell.AppendTime(dst, t, false)
	}
	return cell.AppendDate(dst, t)
}
