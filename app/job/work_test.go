package job_test

import (
	"reflect"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/job"
	"privatepca/app/keep"
	"privatepca/app/page/tabtest"
	"privatepca/core/plan"
)

// Whatever file is being read when the visitor stops it: answers, choices and the document in view are as they were, and the page says so.
func TestStopChangesNothing(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	schema := s.Draft.Answers.Schema().Encode()
	answers := keep.Of(s.Draft, []string{"age", "sex"}).Encode(func() {})
	config := (&plan.Config{Schema: schema, Choices: s.Request().Choices}).Encode()
	for name, give := range map[string]func(*tabtest.State){
		"a schema":        func(s *tabtest.State) { s.Adopt(schema) },
		"a configuration": func(s *tabtest.State) { s.Adopt(config) },
		"kept answers":    func(s *tabtest.State) { s.Adopt([]byte(answers)) },
		"a release":       func(s *tabtest.State) { s.Deliver(job.ShowFile{Text: tabtest.Document(t, 2)}) },
		"a codebook": func(s *tabtest.State) {
			s.Deliver(job.ReadBookText{Name: "list.csv", Text: "name,type,min,max\nage,number,0,9\n"})
		},
	} {
		s, _, _ := tabtest.Opened(t)
		screen := s.Screen
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

func draftOf(s *tabtest.State) *draft.Draft {
	d := s.Draft
	d.Answers.Columns = append([]*draft.Column(nil), d.Answers.Columns...)
	return &d
}
