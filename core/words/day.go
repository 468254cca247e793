package words

import "time"

// Day writes the day of a time, the one way in which a page does.
func Day(t time.Time) string { return t.Format("2 Jan 2006") }

// DayOf writes a date that a document states, as in 2006-01-31; what is none stays as it is.
func DayOf(date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return Day(t)
}
