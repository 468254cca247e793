package result

import (
	"reflect"
	"strings"
	"testing"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/core/report"
)

// The table of a figure is copied as it is in view, with tabs between its cells; what came of it is said.
func TestATableIsCopied(t *testing.T) {
	m := found(t, "factors", 3)
	for _, k := range []int{3, 2} {
		m = after(m, Keep{k})
		got := effects(m, Save{"heatmap", "Copy"})
		if len(got) != 1 {
			t.Fatalf("k = %d: %+v", k, got)
		}
		put, ok := got[0].(effect.Copy)
		f, _ := report.Draw(m.Edition, report.Picture{Kind: "heatmap"})
		lines := strings.Split(strings.TrimSpace(put.Text), "\n")
		if !ok || len(lines) != 1+len(f.Table.Rows) || lines[0] != strings.Join(f.Table.Head, "\t") || len(f.Table.Head) != 1+k {
			t.Errorf("k = %d: copied %q", k, put.Text)
		}
		for copied, says := range map[bool]string{true: "is on the clipboard", false: "does not let this page use the clipboard"} {
			if said := put.Done(copied); !reflect.DeepEqual(said, Copied{copied}) {
				t.Errorf("copied %v: %+v", copied, said)
			}
			if got := effects(m, Copied{copied}); len(got) != 1 || !strings.Contains(got[0].(effect.Tell).Msg.(job.Say).Text, says) {
				t.Errorf("copied %v: %+v", copied, got)
			}
		}
	}
	if got := effects(m, Save{"pie", "Copy"}); len(got) != 0 {
		t.Errorf("of no figure: %+v", got)
	}
}
