package job_test

import (
	"slices"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/page/tabtest"
)

// What is listed as missing goes into the schema, and a schema file's list replaces it.
func TestMissingValues(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	drafttest.Answer(&s.Draft.Answers, draft.SetMissing{Lines: "NA\n -9 \n\n"})
	if got := s.Draft.Answers.Schema().Missing(); !slices.Equal(got, []string{"NA", "-9"}) {
		t.Errorf("missing values %q", got)
	}
	s.Adopt([]byte(`{"missingValues":["","?"],"fields":[{"name":"age","type":"boolean"}]}`))
	if got := s.Draft.Answers.Schema().Missing(); !slices.Equal(got, []string{"", "?"}) || s.Draft.Answers.MissingTyped.Text() != "" {
		t.Errorf("missing values %q", got)
	}
	if drafttest.Answer(&s.Draft.Answers, draft.SetMissing{Lines: ""}); s.Draft.Answers.MissingValues != nil {
		t.Errorf("nothing typed gives %q", s.Draft.Answers.MissingValues)
	}
}
