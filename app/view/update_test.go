package view

import (
	"strings"
	"testing"

	"privatepca/app/state"
	"privatepca/app/state/statetest"
)

// An older version is not called a newer one, neither when it waits nor when it took over; nothing is said while a version is the newest.
func TestAVersionDoesNotGoBackWithoutAWord(t *testing.T) {
	const early, late = "2026-05-03T12:00:00Z", "2026-11-26T02:25:37Z"
	for _, c := range []struct {
		versions  state.Versions
		waits     bool
		want, not string
	}{
		{state.Versions{Made: late, Offered: early, Newest: late}, true, "older version", "ewer"},
		{state.Versions{Made: early, Offered: late, Newest: early}, true, "A newer version is ready", "older"},
		{state.Versions{Made: late, Newest: late}, true, "cannot tell whether it is newer", "older"},
		{state.Versions{Made: early, Newest: late}, false, "older than the one that you had here before", "ready"},
		{state.Versions{Made: late, Newest: late}, false, "", ""},
		{state.Versions{}, false, "", ""},
	} {
		s := statetest.AtPrivacy(t)
		s.Versions, s.Waits = c.versions, c.waits
		note := versionNote(s)
		if (note == nil) != (c.want == "") {
			t.Fatalf("%+v: a note: %v", c.versions, note != nil)
		}
		if note == nil {
			continue
		}
		text := draw(t, &privacyPage{page: of(s, 2)})
		from := strings.Index(text, `class="remarks"`)
		text = text[from : from+strings.Index(text[from:], "</button>")]
		if !strings.Contains(text, c.want) || strings.Contains(strings.ReplaceAll(text, `id="newer`, ""), c.not) {
			t.Errorf("%+v: %s", c.versions, text)
		}
	}
}
