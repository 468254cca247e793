package result

import (
	"strings"
	"testing"

	"privatepca/app/effect"
	"privatepca/app/job"
)

// What was chosen to be seen of a release is kept as it is chosen, and is there when the release comes into view again; of another release, or where a
// text has a choice that there is none of, nothing is.
func TestChoicesAreSeenAgain(t *testing.T) {
	shown := func(entry, seen string) Model {
		return after(Model{}, Shown{Edition: open(t, text(t, "found/factors")), Entry: entry, Seen: seen})
	}
	m, kept := shown("e1", ""), ""
	for _, msg := range []Msg{Direct{1}, ShowRows{"60"}, ShowFigure{"heatmap"}, ShowSpread{"cumulative"}, ShowAcross{"2"}, ScoresUp{"1"}, ShowColumns{"60"}, OrderColumns{true}, CountMissing{true}, ForExcel{true}, Enlarge{"heatmap"}} {
		var effects []effect.Effect
		m, effects = Update(m, msg, func() {})
		for _, e := range effects {
			if told, ok := e.(effect.Tell); ok {
				if seen, ok := told.Msg.(job.Seen); ok {
					kept = seen.Text
				}
			}
		}
	}
	if kept == "" || strings.Contains(kept, "x1") {
		t.Fatalf("kept %q", kept)
	}
	if got := shown("e1", kept); got.seen() != m.seen() || got.Large != "" {
		t.Errorf("after a reload %+v, want %+v", got.seen(), m.seen())
	}
	plain := shown("e1", "").seen()
	for _, c := range []struct{ name, entry, text string }{
		{"of another release", "e2", kept},
		{"no text", "e1", "{"},
		{"no such direction", "e1", `{"entry":"e1","direction":99}`},
		{"before the first", "e1", `{"entry":"e1","up":-1}`},
		{"no such figure", "e1", `{"entry":"e1","figure":"pie"}`},
		{"no such number of columns", "e1", `{"entry":"e1","columns":"17"}`},
		{"no such number of rows", "e1", `{"entry":"e1","rows":"13"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := plain
			want.Entry = c.entry
			if got := shown(c.entry, c.text).seen(); got != want {
				t.Errorf("%+v", got)
			}
		})
	}
	if got := effects(shown("", ""), Direct{1}); got != nil {
		t.Errorf("of a release that no ledger has is kept: %+v", got)
	}
}
