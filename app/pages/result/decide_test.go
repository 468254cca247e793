package result

import (
	"reflect"
	"strings"
	"testing"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// What the curator writes stands in the document that is handed out, and in what is drawn; the released numbers stay as they are.
func TestAboutStandsInTheDocument(t *testing.T) {
	m := Model{Edition: open(t, small(t))}
	if string(m.Text()) != string(small(t)) {
		t.Error("an undescribed document has other bytes")
	}
	m = after(m, Write{Title, "Everyday life"}, Labels{[]byte("age\tAge in years\nsex = Sex\nsex=f\tWomen\nnobody = no\n")})
	d, err := release.Decode(m.Text())
	if err != nil || d.About == nil || d.About.Title != "Everyday life" || strings.Join(d.About.Labels, "|") != "Age in years|Women|Sex: m" {
		t.Fatalf("%v: %+v", err, d.About)
	}
	if text := draw(t, m); !strings.Contains(text, "Everyday life") || !strings.Contains(text, "Age in years") {
		t.Error("the page does not show the title or a label")
	}
	long := Write{Title, strings.Repeat("x", 301)}
	if got := effects(m, long); !reflect.DeepEqual(got, []effect.Effect{effect.Tell{Msg: job.Say{Text: "That text is longer than a release keeps. What stood there before stays."}}}) {
		t.Errorf("of a title that is too long the page says %+v", got)
	}
	if m = after(m, long); m.Document().About.Title != "Everyday life" {
		t.Error("a title that is too long was taken")
	}
	if m = after(m, Write{Title, ""}, Labels{[]byte("age=\nsex=f=\nsex=m=\n")}); m.Document().About != nil {
		t.Errorf("an empty description stands in the document: %+v", m.Document().About)
	}
}

// A name belongs to a direction: it is there again when the direction is. What was decided is kept by the worker, one request at a time.
func TestNamesStayWithTheirDirections(t *testing.T) {
	m := after(Model{}, Shown{Edition: open(t, text(t, "edition/shrunk")), Entry: "e1"}, Keep{4})
	third := m.Edition.Directions()[2]
	m = after(m, Name{third, "Diet"}, Keep{2}, Keep{5})
	if got := m.Document().Direction(2); got != "Diet" {
		t.Errorf("the third direction is called %q", got)
	}
	if got := effects(m, Keep{4}); got != nil {
		t.Errorf("while the worker keeps one decision it is asked for another: %+v", got)
	}
	asked := func(what string, got []effect.Effect, m Model) {
		t.Helper()
		if len(got) != 1 {
			t.Fatalf("%s: %+v", what, got)
		}
		want := protocol.Describe{ID: "e1", Decisions: string(m.Edition.Decisions().Encode())}
		if ask, ok := got[0].(effect.Ask); !ok || ask.Name != protocol.DescribeRequest.Name || !reflect.DeepEqual(ask.Body, want) {
			t.Errorf("%s: asked %+v", what, got[0])
		}
	}
	asked("the last decision", effects(m, DecisionsKept{Entry: "e1"}), m)
	asked("after the worker has ended", effects(m, Lost{}), m)
	asked("before another release", effects(m, Closed{}), m)
	if got := effects(m, DecisionsKept{Entry: "e1"}, DecisionsKept{Entry: "e1"}); got != nil {
		t.Errorf("what is kept is asked again: %+v", got)
	}
	if got := effects(m, DecisionsKept{"another", "It is full."}); len(got) != 1 || !strings.Contains(got[0].(effect.Tell).Msg.(job.Say).Text, "It is full.") {
		t.Errorf("that nothing is kept is not said: %+v", got)
	}
}
