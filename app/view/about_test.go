//go:build !js

package view

import (
	"strings"
	"testing"

	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// What the curator writes stands in the document that is handed out, and in what is drawn; the released numbers stay as they are.
func TestAboutStandsInTheDocument(t *testing.T) {
	s := state.New(&statetest.Worker{}, &statetest.Screen{})
	s.Show(protocol.Released{Document: string(statetest.Document(t, 2))}, nil)
	if string(s.Result.Text()) != string(s.Result.Edition.Received()) {
		t.Error("an undescribed document has other bytes")
	}
	s.Decide(s.Result.Edition.Print(release.Imprint{Title: "Everyday life"}))
	s.Decide(s.Result.Edition.Label(labelled(s.Result.Document(), "age\tAge in years\nsex = Sex\nsex=f\tWomen\nnobody = no\n")))
	d, err := release.Decode(s.Result.Text())
	if err != nil || d.About == nil || d.About.Title != "Everyday life" || strings.Join(d.About.Labels, "|") != "Age in years|Women|Sex: m" {
		t.Fatalf("%v: %+v", err, d.About)
	}
	if text := draw(t, &resultPage{page: of(s)}); !strings.Contains(text, "Everyday life") || !strings.Contains(text, "Age in years") {
		t.Error("the page does not show the title or a label")
	}
	s.Decide(s.Result.Edition.Print(release.Imprint{Title: strings.Repeat("x", 301)}))
	if s.Result.Document().About.Title != "Everyday life" {
		t.Error("a title that is too long was taken")
	}
	if !strings.Contains(s.Notice.Note, "longer than a release keeps") {
		t.Errorf("of a title that is too long the page says %q", s.Notice.Note)
	}
	s.Decide(s.Result.Edition.Print(release.Imprint{}))
	s.Decide(s.Result.Edition.Label(nil))
	if s.Result.Document().About != nil {
		t.Error("an empty description stands in the document")
	}
}
