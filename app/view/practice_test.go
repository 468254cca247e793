package view

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"privatepca/app/client"
	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/method"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

func practiceOf(s *state.State) Page { return &practicePage{page: of(s)} }

func truthOf(in protocol.Practice) protocol.Practised {
	return protocol.Practised{Truth: &protocol.Truth{
		Of: "second moment", Records: 42, Values: []float64{.9, .4, .1},
		NormBound: max(in.NormBound, 1.4), Longest: 1.3, AlwaysValid: 1.4142, Clipped: .25, Encoded: protocol.Utility{Energy: .97, Angle: .1},
	}}
}

// work answers every request of the practice as a worker would, until there are no more,
// and returns what was asked.
func work(t *testing.T, h *statetest.Worker) (asked []protocol.Practice) {
	t.Helper()
	for n := -1; len(h.Asked) != n; {
		n = len(h.Asked)
		if h.Last() != protocol.PracticeRequest.Name {
			t.Fatalf("asked %q", h.Last())
		}
		var in protocol.Practice
		if err := json.Unmarshal(h.Asked[n-1].Body, &in); err != nil {
			t.Fatal(err)
		}
		asked = append(asked, in)
		switch in.Mechanism {
		case "":
			h.Say(protocol.PracticeRequest.Name, truthOf(in))
		case "modsulq":
			h.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "The noise would be too wide."})
		case "sulq":
			h.Say(protocol.PracticeRequest.Name, protocol.Practised{Draws: &protocol.Draws{Refused: 10, Epsilon: in.Epsilon, Claim: "exact arithmetic"}})
		default:
			d := &protocol.Draws{Epsilon: in.Epsilon, Delta: in.Delta, Claim: "exact arithmetic"}
			for i := range in.Draws {
				d.Utilities = append(d.Utilities, protocol.Utility{Energy: .9 + float64(i)/200, Angle: .2})
			}
			h.Say(protocol.PracticeRequest.Name, protocol.Practised{Draws: d})
		}
	}
	return asked
}

// Nothing exact is asked for before the declaration, and the declaration is the user's.
func TestPracticeWaitsForTheDeclaration(t *testing.T) {
	s, h := statetest.AtPractice(t, schema.Clip)
	for range 3 {
		s.Change()
	}
	if h.Last() != protocol.PrepareRequest.Name {
		t.Fatalf("asked %q", h.Last())
	}
	if text := draw(t, practiceOf(s)); !strings.Contains(text, "Is this data public?") || strings.Contains(text, "practice-table") || strings.Contains(text, "practice-banner") {
		t.Errorf("before a declaration: %s", text)
	}
	s.Practising().Wanted = true
	s.Change()
	if h.Last() != protocol.DeclareRequest.Name {
		t.Fatalf("asked %q", h.Last())
	}
	h.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeProtected, Message: "Releases were made from this file."})
	s.Change()
	if text := draw(t, practiceOf(s)); h.Last() != protocol.DeclareRequest.Name || !strings.Contains(text, "Releases were made") || strings.Contains(text, "practice-table") {
		t.Errorf("after a refusal %q was asked: %s", h.Last(), text)
	}
}

func TestPracticeGoesThroughAllMechanisms(t *testing.T) {
	s, h := statetest.AtPractice(t, schema.Clip)
	p := s.Practising()
	p.Wanted = true
	s.Change()
	h.Say(protocol.DeclareRequest.Name, protocol.Declared{})
	asked := work(t, h)
	if p.Doing != "" || p.Done != p.All || p.Done != len(asked) {
		t.Errorf("%q, %d of %d, %d asked", p.Doing, p.Done, p.All, len(asked))
	}
	seen := map[string]int{}
	for _, in := range asked {
		seen[in.Mechanism]++
		if in.K != 2 || in.Mechanism != "" && (in.Draws < 1 || in.Milliseconds < 1) || in.Mechanism != "" && (in.Delta > 0) != (in.Mechanism == "gaussian" || in.Mechanism == "modsulq" || in.Mechanism == "sulq") {
			t.Errorf("asked %+v", in)
		}
	}
	for _, m := range method.All() {
		if seen[m.Name] == 0 {
			t.Errorf("%s was not asked", m.Name)
		}
	}
	text := draw(t, practiceOf(s))
	for _, want := range []string{"92.2", "every draw refused", "The noise would be too wide", "The effect of ε", "The effect of the norm bound R", "Exact scree", "All drawn", "92.9 %"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(strings.ReplaceAll(text, "allow-downloads", ""), "download") || strings.Contains(text, "Save the chart") {
		t.Error("the page offers a download")
	}
	if strings.Contains(text, " style=") || strings.Count(text, "<h1") != 1 || strings.Contains(text, "NaN") {
		t.Error("the page breaks the policy, or shows NaN")
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(`\sid="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("id %q stands twice", m[1])
		}
		ids[m[1]] = true
	}
	// Every other page says that the file is public.
	for name, c := range all(s) {
		if !strings.Contains(draw(t, c), "practice-banner") {
			t.Errorf("%s has no banner", name)
		}
	}

	// Draw again asks anew, with what was changed; a wrong answer asks for nothing.
	before := len(h.Asked)
	p.Epsilon = typed.ReadNumber("0")
	s.Practising().DrawAgain()
	if len(h.Asked) != before {
		t.Error("ε = 0 was asked for")
	}
	p.Epsilon, p.Bound, p.K = typed.ReadNumber("0.5"), typed.ReadNumber("1.1"), typed.ReadCount("1")
	s.Practising().DrawAgain()
	if in := work(t, h)[1]; in.Epsilon != .5 || in.NormBound != 1.1 || in.K != 1 {
		t.Errorf("asked %+v", in)
	}
}

// Stop ends the worker; the next one is asked again only when that is wanted.
func TestPracticeStops(t *testing.T) {
	s, h := statetest.AtPractice(t, schema.Clip)
	p := s.Practising()
	p.Wanted = true
	s.Change()
	h.Say(protocol.DeclareRequest.Name, protocol.Declared{})
	h.Say(protocol.PracticeRequest.Name, truthOf(protocol.Practice{}))
	workers := h.Workers
	s.Practising().Stop()
	if h.Workers != workers+1 || p.Doing != "" || len(p.Queue) > 0 {
		t.Errorf("%d workers, doing %q", h.Workers-workers, p.Doing)
	}
	h.Hello()
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
	s.Change()
	if h.Last() != protocol.OpenRequest.Name {
		t.Errorf("asked %q", h.Last())
	}
	if text := draw(t, practiceOf(s)); !strings.Contains(text, "Stopped") || !strings.Contains(text, "practice-banner") {
		t.Error("what was drawn is gone, or its mark")
	}
	s.Practising().DrawAgain()
	if h.Last() != protocol.PrepareRequest.Name {
		t.Fatalf("asked %q", h.Last())
	}
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42, Public: true})
	if asked := work(t, h); len(asked) < 20 {
		t.Errorf("%d requests", len(asked))
	}

	// A worker that died is no reason to wait for its answer.
	s.Practising().DrawAgain()
	h.Died("out of memory")
	s.Notice.Fault = nil
	h.Hello()
	s.Prepare()
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42, Public: true})
	s.Change()
	if p.Doing != "" || !p.Stopped {
		t.Errorf("still at %q", p.Doing)
	}
	// Another file has nothing of it.
	s.Open(client.NamedFile{Handle: "handle", Name: "other.csv", Size: 99}, nil, state.Offered{})
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "other.csv", Columns: []string{"age", "sex"}})
	if s.Draft.Known.Public || s.Practising() == p {
		t.Error("another file counts as declared")
	}
}

// Where the browser keeps no ledger, the declaration is the session's, and is said to be.
func TestPracticeWithoutALedger(t *testing.T) {
	s, h := statetest.AtPractice(t, schema.Pairs)
	s.Practising().Wanted = true
	s.Change()
	h.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeBlocked, Message: "Blocked."})
	var in protocol.Declare
	if err := json.Unmarshal(h.Asked[len(h.Asked)-1].Body, &in); err != nil || h.Last() != protocol.DeclareRequest.Name || !in.Session {
		t.Fatalf("asked %q %+v", h.Last(), in)
	}
	h.Say(protocol.DeclareRequest.Name, protocol.Declared{Session: "held"})
	if s.Account().Temporary != "held" {
		t.Error("the page does not keep the session")
	}
	for _, in := range work(t, h) {
		if in.NormBound != 0 && in.NormBound < 0.1 {
			t.Errorf("%+v", in)
		}
	}
	if text := draw(t, practiceOf(s)); !strings.Contains(text, "ends with this tab") {
		t.Error("the banner does not say that the declaration ends")
	}
}

func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		list []float64
		want string
	}{
		{nil, ""},
		{[]float64{3}, ""},
		{[]float64{1, 2, 4}, "1.0 – 4.0"},
		{[]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, "1.0 – 9.0"},
	} {
		if got := middle(c.list); got != c.want {
			t.Errorf("middle %v: %q, want %q", c.list, got, c.want)
		}
	}
	t1 := &protocol.Truth{NormBound: 2, Longest: 4, AlwaysValid: 9.27}
	list := state.CutBounds(t1)
	if fmt.Sprint(list) != "[0.72 1 1.4 2 2.84 4.04 9.27]" {
		t.Errorf("%v", list)
	}
	for i := range list {
		if i > 0 && !(list[i] > list[i-1]) || math.IsNaN(list[i]) {
			t.Errorf("%v", list)
		}
	}
}
