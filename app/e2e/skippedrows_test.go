package e2e

import "testing"

// The line of a test says "yes" alone only if all parts of the test ran.
func TestRowsNameWhatWasSkipped(t *testing.T) {
	why := map[string]string{
		"TestA/by_a_setting": "there is none", "TestA/in_print/twice": "no paper",
		"TestAlone": "no driver", "TestC/part": "no driver",
	}
	for _, c := range []struct {
		test           string
		fails, skipped bool
		outcome        string
	}{
		{"TestA", false, false, "yes, but not tested by a setting: there is none; in print/twice: no paper"},
		{"TestA", true, false, "**fails**"},
		{"TestAlone", false, true, "not tested: no driver"},
		{"TestWhole", false, false, "yes"},
		{"Test", false, false, "yes"}, // others' parts are not its own
		{"TestLeftToAnotherRun", false, true, ""},
	} {
		t.Run(c.test, func(t *testing.T) {
			outcome, known := outcomeOf(c.test, c.fails, c.skipped, why)
			if known != (c.outcome != "") || known && outcome != c.outcome {
				t.Errorf("%s: %q, %t; want %q", c.test, outcome, known, c.outcome)
			}
		})
	}
	n := &notes{why: why, line: map[string]string{}}
	t.Run("part", func(t *testing.T) {
		n.why[t.Name()] = "no driver"
		t.Skip("as a part is that this engine cannot run")
	})
	n.end(t, "a line")
	if got := n.line["a line"]; got != "yes, but not tested part: no driver" {
		t.Errorf("of a test with a skipped part its line says %q", got)
	}
}
