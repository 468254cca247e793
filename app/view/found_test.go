package view

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/release"
)

// withFound is a state whose result is a document with a finding, as core/pca wrote it.
func withFound(t *testing.T, name string, k int) *state.State {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a browser has no files")
	}
	text, err := os.ReadFile("../../core/release/testdata/found/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	e, err := release.EditionOf(d, text).Keep(k)
	if err != nil {
		t.Fatal(err)
	}
	s := statetest.AtPrivacy(t)
	s.Result = state.Result{Edition: e}
	return s
}

// The result says what was tested in the test's words, offers both kinds of intervals by name, and lists what is estimated.
func TestResultOfAFinding(t *testing.T) {
	for _, c := range []struct {
		name         string
		says, not    []string
		offersChoice bool
	}{
		{"factors", []string{"At least 2 directions relate columns", "in fewer than 1 of 100 releases", "Rows are taken to be independent people.", "Intervals are for people like these", "What is estimated: correlations", "chance or a single column would show as much", "3 (not clear)"}, []string{"clear of the noise", "id=\"rotate\""}, true},
		{"plane", []string{"At least 3 directions", "Plane 1–2, axis 2", "cannot be told from each other"}, []string{"Direction 2</h3>"}, true},
		{"none", []string{"No relation between columns was found"}, []string{"clear of the noise", "At least"}, false},
		{"wide", []string{"bounds are too wide", "Narrow the bounds"}, []string{"At least", "show-noise-1"}, false},
		{"bounds", []string{"At least 2 directions", "none of them was tested by itself"}, []string{"clear of the noise"}, false},
		{"rows", []string{"Intervals are of noise only"}, []string{"Intervals are for people"}, true},
	} {
		text := draw(t, &resultPage{page: of(withFound(t, c.name, 3))})
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
	p := &resultPage{page: of(withFound(t, "factors", 3))}
	people := draw(t, p)
	p.s.Decide(p.s.Result.Edition.Read(release.ThisTable), nil)
	p = &resultPage{page: p.page}
	table := draw(t, p)
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
		s := withFound(t, "factors", 3)
		s.Result.Others = []*release.Document{withFound(t, name, 3).Result.Document()}
		p := &resultPage{page: of(s)}
		text := draw(t, p)
		if strings.Contains(text, "The same people?") != asks || strings.Contains(text, "not testable") == asks {
			t.Errorf("%s: whether people are the same is asked: %t", name, !asks)
		}
		if p = (&resultPage{page: p.page, otherPeople: true}); strings.Contains(draw(t, p), "chance between samples") != asks {
			t.Errorf("%s: the question is not the one that was chosen", name)
		}
	}
}

// The stepper passes a k that would cut a plane; so does the offer to keep what is clear.
func TestStepperCutsNoPlane(t *testing.T) {
	s := withFound(t, "plane", 3)
	if got := step(&s.Result, -1); got != 2 {
		t.Errorf("below 3 stands %d, want 2", got)
	}
	s = withFound(t, "plane", 2)
	if got := step(&s.Result, -1); got != 2 {
		t.Errorf("below 2 stands %d, though 1 cuts a plane", got)
	}
	if got := step(&s.Result, 1); got != 3 {
		t.Errorf("above 2 stands %d, want 3", got)
	}
	s = withFound(t, "plane", 1)
	if text := draw(t, &resultPage{page: of(s)}); !strings.Contains(text, "k = 1 cuts this plane") {
		t.Error("a plane that is cut is not marked")
	}
}
