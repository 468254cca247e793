package job_test

import (
	"slices"
	"testing"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/job"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// german is how the files of these tests are meant; a guess reads their header as one column.
var german = schema.Dialect{Delimiter: ";", Decimal: ","}

// inGerman is the schema of two columns, which states that dialect, with or without the choices of a configuration.
func inGerman(t *testing.T) (alone, config []byte) {
	t.Helper()
	s := tabtest.AtPrivacy(t)
	s.Draft.Choices.Epsilon, s.Draft.Choices.K = typed.ReadNumber("0.75"), typed.ReadCount("2")
	s.Draft.Answers.Dialect = german
	alone = s.Draft.Answers.Schema().Encode()
	return alone, (&plan.Config{Schema: alone, Choices: s.Request().Choices}).Encode()
}

// saysHeader answers for the worker: in the dialect that it is asked for there are two columns, and one in a guess.
func saysHeader(t *testing.T, h *tabtest.Worker) {
	t.Helper()
	var asked protocol.Open
	h.Read(t, protocol.OpenRequest.Name, &asked)
	about := protocol.Opened{Name: "clinic.csv", Columns: []string{"age;sex"}}
	if asked.Dialect != nil {
		about.Columns, about.Dialect = []string{"age", "sex"}, *asked.Dialect
	}
	h.Say(protocol.OpenRequest.Name, about)
}

// The columns of a file whose schema, or configuration, states another dialect are shown once it was read in that: whoever
// went on from the columns of the guess would be led back to them.
func TestColumnsAreShownInTheStatedDialect(t *testing.T) {
	alone, config := inGerman(t)
	for name, text := range map[string][]byte{"schema": alone, "configuration": config} {
		t.Run(name, func(t *testing.T) {
			h, went := &tabtest.Worker{}, []string{}
			s := tabtest.New(h, tabtest.Going(&went))
			s.Client().Start()
			h.Hello()
			s.Open(client.NamedFile{Handle: "handle", Name: "clinic.csv"}, text, job.Offered{})
			saysHeader(t, h)
			if len(went) > 0 {
				t.Fatalf("went to %q before the file was read as it is meant", went)
			}
			saysHeader(t, h)
			if !slices.Equal(went, []string{page.ColumnsPath}) {
				t.Errorf("went to %q", went)
			}
			if s.Notice.Fault != nil || s.Worker.File.About.Dialect != german || s.Draft.Answers.Columns[0].Max.Text() != "110" {
				t.Errorf("fault %+v, dialect %v, columns %+v", s.Notice.Fault, s.Worker.File.About.Dialect, s.Draft.Answers.Columns)
			}
			if c := s.Draft.Choices; name == "configuration" && (c.Epsilon.Text() != "0.75" || c.K.Text() != "2" || s.Draft.Answers.Unit != draft.UnitRow) {
				t.Errorf("ε = %s and k = %s for a unit %q are not the configuration's", c.Epsilon.Text(), c.K.Text(), s.Draft.Answers.Unit)
			}
		})
	}
}

// Answers outlive another reading of the same file, also where the browser keeps none, and also those that are given while
// its header is read, or while what is kept is.
func TestAnswersOutliveAnotherReading(t *testing.T) {
	for name, store := range map[string]*tabtest.Texts{"kept": {}, "private window": {Refuses: true}, "frame": nil} {
		t.Run(name, func(t *testing.T) {
			s, h, _ := tabtest.Opened(t)
			if store != nil {
				s.Page.Keeps(store)
			}
			tabtest.Answer(s)
			s.Draft.Choices.Epsilon = typed.ReadNumber("0.5")
			s.Change()
			s.ReadAs("", &german)
			drafttest.Answer(&s.Draft.Answers, draft.SetMax{Column: 0, Text: "111"})
			s.Change()
			var late func()
			if store != nil {
				store.Late = func(f func()) { late = f }
				defer func() { store.Late = nil }()
			}
			saysHeader(t, h)
			if late != nil {
				if s.Worker.File.About.Dialect == german {
					t.Error("begins with the file before its answers are back")
				}
				drafttest.Answer(&s.Draft.Answers, draft.SetMin{Column: 0, Text: "1"})
				s.Change()
				late()
			}
			a := &s.Draft.Answers
			if s.Worker.Opening != nil || s.Worker.File.About.Dialect != german {
				t.Fatalf("the file is read as %+v", s.Worker.File.About)
			}
			if len(a.MissingAnswers()) > 0 || a.Columns[0].Max.Text() != "111" || late != nil && a.Columns[0].Min.Text() != "1" || s.Draft.Choices.Epsilon.Text() != "0.5" {
				t.Errorf("missing %v, columns %+v, ε = %s", a.MissingAnswers(), a.Columns, s.Draft.Choices.Epsilon.Text())
			}
		})
	}
}

// Answers that were forgotten stay forgotten when the file is read in another way, though they stand on the page.
func TestForgottenAnswersStayForgotten(t *testing.T) {
	texts := &tabtest.Texts{}
	s, h, _ := tabtest.Opened(t)
	s.Page.Keeps(texts)
	tabtest.Answer(s)
	s.Change()
	s.Do(job.ForgetAnswers)
	s.ReadAs("", &german)
	saysHeader(t, h)
	s.Change()
	if len(texts.Kept) > 0 || len(s.Draft.Answers.MissingAnswers()) > 0 {
		t.Errorf("kept %d texts, missing %v", len(texts.Kept), s.Draft.Answers.MissingAnswers())
	}
}

// A schema that is chosen while a header is read is taken over once that is known.
func TestASchemaWaitsForTheHeader(t *testing.T) {
	alone, _ := inGerman(t)
	h, screen := &tabtest.Worker{}, &tabtest.Screen{Text: alone}
	s := tabtest.New(h, screen)
	s.Client().Start()
	h.Hello()
	s.Open(client.NamedFile{Handle: "handle", Name: "clinic.csv"}, nil, job.Offered{})
	s.Received([]client.NamedFile{{Handle: "schema", Name: "clinic.schema.json", Size: int64(len(alone))}})
	saysHeader(t, h)
	saysHeader(t, h)
	if c := s.Draft.Answers.Columns; s.Notice.Fault != nil || len(c) != 2 || c[0].Max.Text() != "110" {
		t.Errorf("fault %+v, columns %+v", s.Notice.Fault, c)
	}
}
