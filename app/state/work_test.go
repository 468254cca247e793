package state_test

import (
	"reflect"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/keep"
	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/plan"
	"privatepca/wasm/protocol"
)

// Whatever file is being read when the visitor stops it: answers, choices and the document in view are as they were, and the page says so.
func TestStopChangesNothing(t *testing.T) {
	s := statetest.AtPrivacy(t)
	schema := s.Draft.Answers.Schema().Encode()
	config := (&plan.Config{Schema: schema, Choices: s.Account.Request().Choices}).Encode()
	answers := keep.Of(s.Draft, []string{"age", "sex"}).Encode(func() {})
	for name, give := range map[string]func(*state.State){
		"a schema":        func(s *state.State) { s.Adopt(schema) },
		"a configuration": func(s *state.State) { s.Adopt(config) },
		"kept answers":    func(s *state.State) { s.Adopt([]byte(answers)) },
		"a release":       func(s *state.State) { state.ShowFile(s, statetest.Document(t, 2)) },
		"a codebook":      func(s *state.State) { state.ReadBookText(s, "list.csv", []byte("name,type,min,max\nage,number,0,9\n")) },
	} {
		s, _, _ := statetest.Opened(t)
		screen := s.Screen.(*statetest.Screen)
		before := *draftOf(s)
		screen.Stops = true
		give(s)
		if !reflect.DeepEqual(before, *draftOf(s)) || !s.Result().Edition.IsZero() || s.Book != nil || s.Reading != nil || s.Notice.Fault != nil {
			t.Errorf("%s: what was stopped changed something", name)
		}
		if !strings.HasPrefix(s.Notice.Note, "Stopped: ") {
			t.Errorf("%s: the page says %q", name, s.Notice.Note)
		}
		screen.Stops = false // and the same file is taken when nobody stops it
		give(s)
		if reflect.DeepEqual(before, *draftOf(s)) && s.Result().Edition.IsZero() && s.Book == nil {
			t.Errorf("%s: was not taken the second time: %+v", name, s.Notice)
		}
	}
}

func draftOf(s *state.State) *draft.Draft {
	d := s.Draft
	d.Answers.Columns = append([]*draft.Column(nil), d.Answers.Columns...)
	return &d
}

// The reading of a file of entries can be stopped: the worker starts afresh with the open file, and nothing comes of it. While a release
// is under way it cannot: that would end, too.
func TestStopOfAnImport(t *testing.T) {
	s, h, _ := statetest.Opened(t)
	s.Ledger.PreviewImport([]byte("many entries"))
	if s.Ledger.Doing != state.ReadingEntries {
		t.Fatalf("the page says %q", s.Ledger.Doing)
	}
	state.BeginJob(s, nil)
	workers := h.Workers
	if state.StopImport(s); h.Workers != workers || s.Ledger.Doing == "" {
		t.Error("an import was stopped with the release")
	}
	s.Worker.Job = nil
	state.StopImport(s)
	h.Hello()
	if h.Workers != workers+1 || s.Ledger.Doing != "" || !strings.Contains(s.Ledger.Note, "Nothing was added") || h.Last() != protocol.OpenRequest.Name {
		t.Errorf("%d workers, %q, %q, asked %s", h.Workers-workers, s.Ledger.Doing, s.Ledger.Note, h.Last())
	}
	// What ends by itself needs no Stop.
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
	s.Ledger.PreviewImport([]byte("many entries"))
	h.Say(protocol.PreviewRequest.Name, protocol.Previewed{Added: 3})
	if s.Ledger.Doing != "" || s.Ledger.Pending.Preview == nil {
		t.Errorf("%q after the preview", s.Ledger.Doing)
	}
	if s.Ledger.ConfirmImport(); s.Ledger.Doing == "" || s.Ledger.Doing == state.ReadingEntries {
		t.Errorf("%q while entries are added", s.Ledger.Doing)
	}
}
