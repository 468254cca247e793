package view

import (
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/state/statetest"
)

// A first row that holds numbers is asked about; names are not.
func TestHeaderNote(t *testing.T) {
	s, _, _ := statetest.Opened(t)
	for _, c := range []struct {
		columns []string
		said    string // "" for nothing
	}{
		{[]string{"age", "sex"}, ""},
		{[]string{"age_2019", "q1", "", "Inf"}, ""},
		{[]string{"0", "tcp", "http", "181"}, "2 of 4 names are numbers"},
		{[]string{"39", "Bachelors"}, "1 of 2 names is a number"},
	} {
		s.Worker.File.About.Columns = c.columns
		s.Draft.Answers = draft.NewAnswers(c.columns)
		page := draw(t, &columnsPage{page: of(s, 1)})
		if strings.Contains(page, "header-warning") != (c.said != "") || !strings.Contains(page, c.said) {
			t.Errorf("%q: want %q", c.columns, c.said)
		}
	}
}
