package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/ui"
)

// An older version is not called a newer one, neither when it waits nor when it took over; nothing is said while a version is the newest, nor
// while something is under way.
func TestAVersionDoesNotGoBackWithoutAWord(t *testing.T) {
	const early, late = "2026-05-03T12:00:00Z", "2026-11-26T02:25:37Z"
	for _, c := range []struct {
		versions  Versions
		waits     bool
		want, not string
	}{
		{Versions{Made: late, Offered: early, Newest: late}, true, "gives an older version", "newer version"},
		{Versions{Made: early, Offered: late, Newest: early}, true, "A newer version is ready", "older"},
		{Versions{Made: late, Newest: late}, true, "cannot tell whether it is newer", "older"},
		{Versions{Made: early, Newest: late}, false, "older than the one that you had here before", "ready"},
		{Versions{Made: late, Newest: late}, false, "", "version"},
		{Versions{}, false, "", "version"},
	} {
		t.Run(fmt.Sprintf("%+v", c.versions), func(t *testing.T) {
			drawn := func(r remarks) string { return app.HTMLString(r.Draw(&ui.Inbox{})) }
			said := drawn(remarks{Versions: c.versions, Waits: c.waits})
			if !strings.Contains(said, c.want) || strings.Contains(said, c.not) {
				t.Errorf("%+v: %s", c.versions, said)
			}
			if busy := drawn(remarks{Versions: c.versions, Waits: c.waits, Busy: true}); strings.Contains(busy, "version") {
				t.Errorf("%+v, while something is under way: %s", c.versions, busy)
			}
		})
	}
	if _, effects := Update(Model{}, AcceptVersion{}, func() {}); len(effects) != 1 || effects[0] != (effect.AcceptVersion{}) {
		t.Errorf("%v", effects)
	}
	if m, _ := Update(Model{Versions: Versions{Made: early, Newest: late}}, AcceptVersion{}, func() {}); m.Versions.WentBack() {
		t.Error("the version that was accepted is still said to be older")
	}
}
