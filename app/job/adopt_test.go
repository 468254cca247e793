package job_test

import (
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/job"
	"privatepca/app/page/tabtest"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// CSVW metadata fills in the answers, finds columns by any of their titles, and says
// which of them it could not use, and why.
func TestAdoptsCSVW(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
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
	if c[0].Kind != draft.Number || c[0].Min.Text() != "0" || c[0].Max.Text() != "110" || c[0].From != schema.FromSchema || strings.Join(c[2].Levels, "") != "fm" {
		t.Errorf("columns %+v", c)
	}
	if c[1].Kind != draft.Date || c[1].Min.Text() != "" || c[1].Fault == "" || c[3].Kind != draft.LeftOut || len(s.Draft.Answers.MissingValues) != 2 {
		t.Errorf("columns %+v, missing %q", c, s.Draft.Answers.MissingValues)
	}
	for _, want := range []string{"described 3 columns", "does not mention them: extra."} {
		if !strings.Contains(s.Notice.Note, want) {
			t.Errorf("the note does not say %q: %s", want, s.Notice.Note)
		}
	}
}

// Metadata of several tables, none of which is the file's, is refused, and what was
// answered stands.
func TestAdoptsNoOtherTable(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Adopt([]byte(`{"resources":[{"path":"a.csv","schema":{"fields":[{"name":"age"}]}},{"path":"b.csv","schema":{"fields":[{"name":"age"}]}}]}`))
	if s.Notice.Fault == nil || !strings.Contains(s.Notice.Fault.Message, "a.csv, b.csv") || s.Draft.Answers.Columns[0].Kind != draft.Number {
		t.Errorf("trouble %+v, columns %+v", s.Notice.Fault, s.Draft.Answers.Columns)
	}
}

// What a schema says of the person is offered, and never the answer.
func TestAPersonColumnIsAHint(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	const text = `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":110}}],"privatepca":{"person_column":"sex","rows_per_person":3}}`
	s.Adopt([]byte(text))
	if s.Notice.Fault != nil {
		t.Fatalf("%+v", s.Notice.Fault)
	}
	if a := s.Draft.Answers; a.PersonHint != "sex" || a.Unit != draft.UnitUnset || a.PersonColumn != "" || a.Rows.Text() != "" {
		t.Errorf("hint %q; who is one person: %q, %q, %q", a.PersonHint, a.Unit, a.PersonColumn, a.Rows.Text())
	}
	s.Adopt([]byte(strings.Replace(text, `"sex"`, `"elsewhere"`, 1)))
	if h := s.Draft.Answers.PersonHint; h != "" {
		t.Errorf("the hint %q is no column of the file", h)
	}
}

// Bounds from the data make the whole statement "not private", and editing one of
// them does not make the others public.
func TestBoundsFromTheDataAreNotPrivate(t *testing.T) {
	s := tabtest.New(&tabtest.Worker{}, &tabtest.Screen{})
	s.Draft.Answers = draft.NewAnswers([]string{"x", "y"})
	in := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 1}, schema.Field{Name: "y", Kind: schema.Number, Minimum: 0, Maximum: 1})
	in.BoundsFrom = schema.FromData
	s.Draft.Answers.Adopt(in, func() {})
	for _, typed := range []draft.Msg{draft.SetMax{Column: 0, Text: "2"}, draft.SetMin{Column: 1, Text: "-1"}, draft.SetMin{Column: 0, Text: "0"}} {
		drafttest.Answer(&s.Draft.Answers, typed)
		if got := s.Draft.Statement().String(); !strings.Contains(got, "not private") {
			t.Errorf("the statement: %s", got)
		}
	}
	drafttest.Answer(&s.Draft.Answers, draft.SetMax{Column: 1, Text: "1"})
	if got := s.Draft.Statement().String(); strings.Contains(got, "not private") {
		t.Errorf("every bound is typed, yet: %s", got)
	}
}

// R and a centre point keep each their own provenance: typing one does not make
// the other public.
func TestTypingRDoesNotMakeTheCentrePublic(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	stated := schema.New(
		schema.Field{Name: "age", Kind: schema.Number, Minimum: 0, Maximum: 110, BoundsFrom: schema.FromSchema},
		schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"f", "m"}, BoundsFrom: schema.FromSchema},
	)
	stated.BoundsFrom, stated.Centre, stated.Point = schema.FromData, schema.CentrePoint, []float64{.3, .5, .5}
	s.Draft.Answers.Adopt(stated, func() {})
	for _, bound := range []string{"", "1"} {
		s.Draft.Answers.Bound, s.Draft.Answers.BoundFrom = typed.ReadNumber(bound), schema.Typed
		if got := s.Draft.Answers.Schema().WorstProvenance(); got != schema.FromData {
			t.Errorf("R = %q: the schema sent says %q of a centre from the data", bound, got)
		}
		if got := s.Draft.Claim(); got != privacy.NotPrivate {
			t.Errorf("R = %q: the page claims %q", bound, got)
		}
	}
	s.Draft.Answers.Centre = schema.CentreNone
	if got := s.Draft.Claim(); got == privacy.NotPrivate {
		t.Error("a centre that is not used undoes the claim")
	}
}

// What a schema file does not state stays as it was answered.
func TestSchemaFilesLeaveTheRulesTheyDoNotState(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	for text, want := range map[string]schema.NormRule{
		`{"fields":[{"name":"age","constraints":{"minimum":0,"maximum":1}}]}`:                                   schema.Pairs,
		`{"privatepca":{"norm_rule":"unit"},"fields":[{"name":"age","constraints":{"minimum":0,"maximum":1}}]}`: schema.Unit,
	} {
		s.Draft.Answers.Rule = schema.Pairs
		s.Adopt([]byte(text))
		if s.Draft.Answers.Rule != want {
			t.Errorf("%s: rule %q, want %q", text, s.Draft.Answers.Rule, want)
		}
	}
}

// A rule that a schema file states is chosen, also where the draft had it already; one that no file states goes on following the forecast.
func TestAStatedRuleIsChosen(t *testing.T) {
	const fields = `"fields":[{"name":"age","constraints":{"minimum":0,"maximum":1}}]}`
	for text, open := range map[string]bool{
		`{` + fields: true,
		`{"privatepca":{"bounds_from":"typed"},` + fields: true,
		`{"privatepca":{"norm_rule":"sign"},` + fields:    false,
		`{"@context":"http://www.w3.org/ns/csvw","privatepca":{"norm_rule":"sign"},"url":"clinic.csv","tableSchema":{"columns":[{"titles":"age"}]}}`: false,
	} {
		s, _, _ := tabtest.Opened(t)
		s.Adopt([]byte(text))
		want := schema.Sign
		if open {
			want = schema.Mean
		}
		if a := s.Draft.Answers; s.Notice.Fault != nil || a.Rule != want || a.RuleOpen != open {
			t.Errorf("%s: rule %s, open %v, want %v; %+v", text, a.Rule, a.RuleOpen, open, s.Notice.Fault)
		}
	}
}

// Where a schema was published stands in what the worker gets, as long as one bound is
// still the schema's.
func TestSourceOfASchema(t *testing.T) {
	text := []byte(`{"privatepca":{"source":"https://d.example/s.json"},"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":120}}]}`)
	parsed, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a := draft.NewAnswers([]string{"age"})
	a.Adopt(parsed, func() {})
	if got := a.Schema().Source; got != "https://d.example/s.json" {
		t.Errorf("the source is %q", got)
	}
	a.Columns[0].From = schema.Typed
	if got := a.Schema().Source; got != "" {
		t.Errorf("with typed bounds alone the source is %q", got)
	}
	came := job.Offered{Schema: text, Source: "https://portal.example/other.json"}
	if came.Stand(parsed); parsed.Source != "https://portal.example/other.json" {
		t.Errorf("the address that a schema came from does not count: %q", parsed.Source)
	}
}
