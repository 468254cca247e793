package words_test

import (
	"testing"

	"privatepca/core/words"
)

// A date that a document states is written as people write one; what is none stays.
func TestDayOf(t *testing.T) {
	for in, want := range map[string]string{"2026-01-02": "2 Jan 2026", "2026-11-29": "29 Nov 2026", "": "", "soon": "soon", "2026-13-01": "2026-13-01"} {
		t.Run(in, func(t *testing.T) {
			if got := words.DayOf(in); got != want {
				t.Errorf("%q is written %q, want %q", in, got, want)
			}
		})
	}
}
