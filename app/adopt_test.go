package app

import (
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/core/schema"
)

// CSVW metadata fills in the answers, finds columns by any of their titles, and says
// which of them it could not use, and why.
func TestAdoptsCSVW(t *testing.T) {
	s, _, _ := opened(t)
	s.Draft.Answers = draft.NewAnswers([]string{"age", "seen", "sex", "extra"})
	s.Worker.File.About.Columns = []string{"age", "seen", "sex", "extra"}
	s.Adopt([]byte(`{"@context":"http://www.w3.org/ns/csvw","tables":[
	 {"url":"other.csv","tableSchema":{"columns":[{"titles":"age","datatype":"byte"}]}},
	 {"url":"clinic.csv","null":["","NA"],"tableSchema":{"columns":[
	  {"name":"age","titles":["Age in years","age"],"datatype":{"base":"integer","minimum":"0","maximum":"110"}},
	  {"name":"seen","datatype":"date"},
	  {"name":"sex","datatype":{"base":"string","format":"f|m"}}]}}]}`))
	if s.Notice.Fault != nil {
		t.Fatalf("%+v", s.Notice.Fault)
	}
	c := s.Draft.Answers.Columns
	if c[0].Kind != draft.Number || c[0].Min != "0" || c[0].Max != "110" || c[0].From != schema.FromSchema || strings.Join(c[2].Levels, "") != "fm" {
		t.Errorf("columns %+v", c)
	}
	if c[1].Kind != draft.LeftOut || c[3].Kind != draft.LeftOut || len(s.Draft.Answers.MissingValues) != 2 {
		t.Errorf("columns %+v, missing %q", c, s.Draft.Answers.MissingValues)
	}
	for _, want := range []string{"described 2 columns", "does not mention them: extra.", `seen: the type "date" cannot take part`} {
		if !strings.Contains(s.Notice.Note, want) {
			t.Errorf("the note does not say %q: %s", want, s.Notice.Note)
		}
	}
}

// Metadata of several tables, none of which is the file's, is refused, and what was
// answered stands.
func TestAdoptsNoOtherTable(t *testing.T) {
	s, _, _ := opened(t)
	answer(s)
	s.Adopt([]byte(`{"resources":[{"path":"a.csv","schema":{"fields":[{"name":"age"}]}},{"path":"b.csv","schema":{"fields":[{"name":"age"}]}}]}`))
	if s.Notice.Fault == nil || !strings.Contains(s.Notice.Fault.Message, "a.csv, b.csv") || s.Draft.Answers.Columns[0].Kind != draft.Number {
		t.Errorf("trouble %+v, columns %+v", s.Notice.Fault, s.Draft.Answers.Columns)
	}
}

// What a schema says of the person is offered, and never the answer.
func TestAPersonColumnIsAHint(t *testing.T) {
	s, _, _ := opened(t)
	const text = `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":110}}],"privatepca":{"person_column":"sex","rows_per_person":3}}`
	s.Adopt([]byte(text))
	if s.Notice.Fault != nil {
		t.Fatalf("%+v", s.Notice.Fault)
	}
	if a := s.Draft.Answers; a.PersonHint != "sex" || a.Unit != draft.UnitUnset || a.PersonColumn != "" || a.Rows != "" {
		t.Errorf("hint %q; who is one person: %q, %q, %q", a.PersonHint, a.Unit, a.PersonColumn, a.Rows)
	}
	s.Adopt([]byte(strings.Replace(text, `"sex"`, `"elsewhere"`, 1)))
	if h := s.Draft.Answers.PersonHint; h != "" {
		t.Errorf("the hint %q is no column of the file", h)
	}
}
