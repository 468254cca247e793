package page

import (
	"time"

	"privatepca/core/words"
)

// Versions are when three versions of the page were made: the times of their commits as RFC 3339, "" where one is unknown. A host that changes
// files may state any time: the order shows a host that gives an earlier version as it was published.
type Versions struct {
	Made    string // of this page
	Offered string // of the one that waits
	Newest  string // of the newest that this browser had at this address
}

// OffersOlder reports whether the version that waits is older than this one.
func (v Versions) OffersOlder() bool { return before(v.Offered, v.Made) }

// OffersNewer reports whether it is newer. Neither holds where a time is unknown, or both are of one commit.
func (v Versions) OffersNewer() bool { return before(v.Made, v.Offered) }

// WentBack reports whether this browser had a newer version here than the one that is open.
func (v Versions) WentBack() bool { return before(v.Made, v.Newest) }

// before reports whether both are times, and the first is the earlier one.
func before(a, b string) bool {
	first, ok := moment(a)
	second, also := moment(b)
	return ok && also && first.Before(second)
}

func moment(text string) (t time.Time, ok bool) {
	t, err := time.Parse(time.RFC3339, text)
	return t, err == nil
}

// Moment writes such a time for people.
func Moment(text string) string {
	t, ok := moment(text)
	if !ok {
		return "an unknown time"
	}
	return words.Day(t.UTC()) + t.UTC().Format(", 15:04 UTC")
}
