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
)

// Whatever file is being read when the visitor stops it: answers, choices and the document in view are as they were, and the page says so.
func TestStopChangesNothing(t *testing.T) {
	s := statetest.AtPrivacy(t)
	schema := s.Draft.Answers.Schema().Encode()
	answers := keep.Of(s.Draft, []string{"age", "sex"}).Encode(func() {})
	config := (&plan.Config{Schema: schema, Choices: s.Request().Choices}).Encode()
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
