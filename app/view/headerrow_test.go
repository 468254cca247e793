package view

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
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
		page := draw(t, &columnsPage{page: of(s)})
		if strings.Contains(page, "dialect-question") != (c.said != "") || !strings.Contains(page, c.said) {
			t.Errorf("%q: want %q", c.columns, c.said)
		}
	}
	s.Worker.File.About.Doubts = []string{"encoding", "numbers"}
	page := draw(t, &columnsPage{page: of(s)})
	if n := strings.Count(page, "dialect-question"); n != 1 || !strings.Contains(page, "Windows-1252 was taken. Its numbers seem") || !strings.Contains(page, "1 of 2 names is a number") {
		t.Errorf("three doubts are %d questions", n)
	}
	state.ReadRight(s)
	if page = draw(t, &columnsPage{page: of(s)}); strings.Contains(page, "dialect-question") {
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
		page := draw(t, &columnsPage{page: of(s)})
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

// What is doubtful about rows is asked with its consequence, and answered as read: the answer is in the schema, so that it replays.
func TestShapeIsAsked(t *testing.T) {
	s, _, _ := statetest.Opened(t)
	about := &s.Worker.File.About
	about.Dialect = schema.Dialect{RowNames: true, Below: 1}
	about.Doubts = []string{schema.DoubtRowNames, schema.DoubtBelow}
	page := draw(t, &columnsPage{page: of(s)})
	for _, want := range []string{"one cell more than the header", "they would count as people", "dialect-first-cells", "dialect-below", "dialect-end"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	state.ReadRight(s)
	if d := s.Draft.Answers.Schema().Dialect; !d.AsWritten || !d.RowNames || d.Below != 1 {
		t.Errorf("answered, the dialect is %+v", d)
	}
}

// Lines at the end, and categories that differ by case, are a button away from being read as they are meant.
func TestMisfitsOfRowsAreListed(t *testing.T) {
	s, _, _ := statetest.Opened(t)
	s.Worker.Prepared = &state.Prepared{Prepared: protocol.Prepared{Records: 100, Irregularities: []protocol.Irregularity{
		{Kind: "ending", Count: 2},
		{Kind: "alike-category", Column: "sex", Count: 60},
		{Kind: "unknown-category", Column: "sex", Count: 60, FirstLine: 2},
		{Kind: "outside", Column: "age", Count: 70, FirstLine: 3, Treatment: "each counts as the nearer bound"},
	}}}
	list := problems(s.Worker.Prepared)
	if len(list) != 4 || list[0].Kind != "outside" || list[1].Kind != "unknown-category" || !list[1].useless() || list[2].useless() || list[3].Kind != "ending" {
		t.Errorf("%+v", list)
	}
	page := app.HTMLString(Problems(s))
	for _, want := range []string{"2 lines at the end may be no record", "Leave them out", "Ignore case and blanks", "70 values are outside the bounds in age", "codes for no answer"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not said: %s", want, page)
		}
	}
}
