package result

import (
	"strings"
	"testing"

	"privatepca/core/release"
)

// The result says what was tested in the test's words, offers both kinds of intervals by name, and lists what is estimated.
func TestResultOfAFinding(t *testing.T) {
	for _, c := range []struct {
		name         string
		says, not    []string
		offersChoice bool
	}{
		{"factors", []string{"At least 2 directions relate columns", "in fewer than 1 of 100 releases", "Rows are taken to be independent people.", "Intervals are for people like these", "What is estimated: correlations", "chance or a single column would show as much", "3 (not clear)"}, []string{"clear of the noise", "id=\"rotate\""}, true},
		{"plane", []string{"At least 3 directions", "plane 1–2, axis 2", "cannot be told from each other", "; 2 of them share a plane"}, []string{"Direction 2</h3>"}, true},
		{"none", []string{"No relation between columns stands out of the noise", "does not say that there is none"}, []string{"clear of the noise", "At least"}, false},
		{"wide", []string{"bounds are too wide", "Narrow the bounds"}, []string{"At least", "show-noise-1"}, false},
		{"bounds", []string{"At least 2 directions", "none of them was tested by itself"}, []string{"clear of the noise"}, false},
		{"rows", []string{"Intervals are of noise only"}, []string{"Intervals are for people"}, true},
	} {
		text := draw(t, found(t, c.name, 3))
		for _, want := range c.says {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page lacks %q", c.name, want)
			}
		}
		for _, not := range c.not {
			if strings.Contains(text, not) {
				t.Errorf("%s: the page has %q", c.name, not)
			}
		}
		if strings.Contains(text, `id="intervals-table"`) != c.offersChoice {
			t.Errorf("%s: both kinds of intervals are offered: %t", c.name, !c.offersChoice)
		}
	}
}

// The kind that was chosen is the one in view, in the readings, the charts and the notes.
func TestIntervalsAreChosen(t *testing.T) {
	m := found(t, "factors", 3)
	people, table := draw(t, m), draw(t, after(m, Read{release.ThisTable}))
	if !strings.Contains(people, "95 % intervals for people like these") || !strings.Contains(table, "95 % intervals for this table") || strings.Contains(table, "95 % intervals for people") {
		t.Error("the chart’s intervals are not those that were chosen")
	}
	if !strings.Contains(table, "Intervals are of noise only") {
		t.Error("the notes are about the other kind")
	}
}

// Whose releases are compared is asked where one was made as the other, and there alone.
func TestComparisonOfFindings(t *testing.T) {
	for name, asks := range map[string]bool{"again": true, "persons": false} {
		m := after(found(t, "factors", 3), LayBeside{found(t, name, 3).Document()})
		text := draw(t, m)
		if strings.Contains(text, "The same people?") != asks || strings.Contains(text, "not testable") == asks {
			t.Errorf("%s: whether people are the same is asked: %t", name, !asks)
		}
		if strings.Contains(draw(t, after(m, AskPeople{true})), "chance between samples") != asks {
			t.Errorf("%s: the question is not the one that was chosen", name)
		}
	}
}

// The stepper passes a k that would cut a plane; so does the offer to keep what is clear.
func TestStepperCutsNoPlane(t *testing.T) {
	for _, c := range []struct{ k, by, want int }{{3, -1, 2}, {2, -1, 2}, {2, 1, 3}} { // 1 would cut a plane
		if got := (howMany{Of: found(t, "plane", c.k).Edition}).step(c.by); got != c.want {
			t.Errorf("from %d by %d the stepper comes to %d, want %d", c.k, c.by, got, c.want)
		}
	}
	if !strings.Contains(draw(t, found(t, "plane", 1)), "k = 1 cuts this plane") {
		t.Error("a plane that is cut is not marked")
	}
}

// A release that measured as an earlier one says which one it can be compared with, and one of its own says nothing of that.
func TestWhatAReleaseMeasuredAsIsSaid(t *testing.T) {
	for name, says := range map[string]bool{"again": true, "factors": false} {
		m := found(t, name, 3)
		text, as := draw(t, m), m.Document().Finding.As
		if got := strings.Contains(text, `id="compare-first"`); got != says || says && !strings.Contains(text, as+"</code>") {
			t.Errorf("%s: says what it measured as: %t, want %t", name, got, says)
		}
	}
}
