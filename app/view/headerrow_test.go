package view

import (
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/state"
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
		if strings.Contains(page, "dialect-question") != (c.said != "") || !strings.Contains(page, c.said) {
			t.Errorf("%q: want %q", c.columns, c.said)
		}
	}
	s.Worker.File.About.Doubts = []string{"encoding", "numbers"}
	page := draw(t, &columnsPage{page: of(s, 1)})
	if n := strings.Count(page, "dialect-question"); n != 1 || !strings.Contains(page, "Windows-1252 was taken. Its numbers seem") || !strings.Contains(page, "1 of 2 names is a number") {
		t.Errorf("three doubts are %d questions", n)
	}
	state.ReadRight(s)
	if page = draw(t, &columnsPage{page: of(s, 1)}); strings.Contains(page, "dialect-question") {
		t.Error("what was answered is asked again")
	}
}

// Columns that cannot be told apart are said: by the name that stands twice, or that they have none.
func TestNamesNote(t *testing.T) {
	s, _, _ := statetest.Opened(t)
	for _, c := range []struct {
		columns []string
		want    string // the notes that are shown
	}{
		{[]string{"age", "sex"}, ""},
		{[]string{"", "age"}, ""}, // as pandas writes the names of rows
		{[]string{"age", "sex", "age", "age"}, "twice"},
		{[]string{"Survey of 2025", "", "", ""}, "none"},
		{[]string{"", "", "age", "age"}, "none twice"},
	} {
		s.Worker.File.About.Columns = c.columns
		s.Draft.Answers = draft.NewAnswers(c.columns)
		page := draw(t, &columnsPage{page: of(s, 1)})
		var got []string
		for _, note := range []struct{ name, text string }{{"none", " columns have no name."}, {"twice", "\n age: columns of the same name"}} {
			if strings.Contains(page, note.text) {
				got = append(got, note.name)
			}
		}
		if strings.Join(got, " ") != c.want || strings.Contains(page, "names-warning") != (c.want != "") {
			t.Errorf("%q: the page says %q, want %q", c.columns, got, c.want)
		}
	}
}
