package ledger

import (
	"strings"

	"privatepca/core/words"
)

// entries counts entries of the ledger in words.
func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return words.Thousands(n) + " entries"
}

// resetID is the id of the button that resets a population's count.
func resetID(name string) string { return "reset-" + slug(name) }

// slug makes an id of a name.
func slug(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(name))
}
