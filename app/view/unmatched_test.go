//go:build !js

package view

import (
	"html"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// Values that match no level are listed on request, each with what it can count as; a value of markup is text. They are gone when a release
// begins, and a decision goes to the worker with the schema.
func TestUnmatchedValuesAreDecided(t *testing.T) {
	const value = "<b>qzx</b>"
	s, h, _ := statetest.Opened(t)
	statetest.Answer(s)
	s.Draft.Choices.Seen, s.Draft.Choices.K = true, typed.ReadCount("1")
	state.ListUnmatched(s)
	if h.Last() == protocol.UnmatchedRequest.Name {
		t.Fatal("asked before the file was read")
	}
	s.Prepare()
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42, Irregularities: []protocol.Irregularity{{Kind: "unknown-category", Column: "sex", Count: 21, FirstLine: 3}}})
	if text := draw(t, &privacyPage{page: of(s)}); !strings.Contains(text, "List the values") {
		t.Error("the problem does not lead to the values")
	}
	state.ListUnmatched(s)
	if !s.Worker.File.Listing() || h.Last() != protocol.UnmatchedRequest.Name {
		t.Fatalf("asked %q", h.Last())
	}
	h.Say(protocol.UnmatchedRequest.Name, protocol.Unmatching{Columns: []protocol.UnmatchedColumn{
		{Column: "sex", Values: []protocol.UnmatchedValue{{Text: value, Count: 12}}, Others: 3, Cells: 9, Untold: 1},
	}})
	text := draw(t, &columnsPage{page: of(s)})
	for _, want := range []string{html.EscapeString(value), "3 other values", "the level f", "the level m", "a level of its own", "long values"} {
		if !strings.Contains(text, want) {
			t.Errorf("the panel lacks %q", want)
		}
	}
	if strings.Contains(text, value) {
		t.Error("a value is markup")
	}
	drafttest.Tell(&s.Draft, draft.DecideValue{Column: 1, Value: value, As: "m"})
	c := s.Draft.Answers.Columns[1]
	s.Change()
	at := strings.Index(draw(t, &columnsPage{page: of(s)}), `id="unmatched-0-0"`)
	if at < 0 || draft.Decided(c, value) != draft.Decision("m") || s.Worker.File.Unmatched == nil {
		t.Error("the decision does not stand beside the list")
	}
	s.Release()
	if h.Last() != protocol.PrepareRequest.Name || !strings.Contains(string(h.Asked[len(h.Asked)-1].Body), `qzx`) {
		t.Fatalf("%s does not have the decision: %s", h.Last(), h.Asked[len(h.Asked)-1].Body)
	}
	if s.Worker.File.Unmatched != nil {
		t.Error("the list of the reading before stands")
	}
	s.Worker.File.Unmatched = &protocol.Unmatching{}
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if h.Last() != protocol.ReleaseRequest.Name || s.Worker.File.Unmatched != nil {
		t.Errorf("%s: the list stands while a release is drawn", h.Last())
	}
}
