package job_test

import (
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/job"
	"privatepca/app/page/tabtest"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Answers that come back have the file read with its numbers as they were read then, and the page says so; where its cells show how they are written,
// that is asked instead.
func TestKeptAnswersKeepHowNumbersAreWritten(t *testing.T) {
	names, comma := survey(3), schema.Dialect{Decimal: ","}
	for name, c := range map[string]struct {
		about protocol.Opened
		again bool
	}{
		"read otherwise": {protocol.Opened{Columns: names}, true},
		"read so":        {protocol.Opened{Columns: names, Dialect: comma}, false},
		"told by cells":  {protocol.Opened{Columns: names, Dialect: schema.Dialect{Grouping: "'"}, Doubts: []string{schema.DoubtNumbers}}, false},
		"other columns":  {protocol.Opened{Columns: survey(2)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			texts := &tabtest.Texts{}
			s, h := visit(t, texts)
			open(s, h, "a.csv", names)
			s.ReadAs("", &comma)
			h.Say(protocol.OpenRequest.Name, protocol.Opened{Columns: names, Dialect: comma})
			answerAll(s)

			s, h = visit(t, texts)
			s.ChooseTable(client.NamedFile{Handle: "b", Name: "b.csv"}, nil)
			h.Say(protocol.OpenRequest.Name, c.about)
			if again := s.Worker.Opening != nil; again != c.again {
				t.Fatalf("it is opened again: %t", again)
			}
			if !c.again {
				return
			}
			h.Say(protocol.OpenRequest.Name, protocol.Opened{Columns: names, Dialect: comma})
			if s.Worker.Opening != nil || s.Draft.Answers.Dialect != comma || s.Draft.Answers.Tally.Numbers != 3 || !strings.Contains(s.Keeping.Told, "Numbers are read as then: 1234,5.") {
				t.Errorf("%+v, %+v, %q", s.Draft.Answers.Dialect, s.Draft.Answers.Tally, s.Keeping.Told)
			}
		})
	}
}

// Whose budget it is stays answered while the same columns are read in another way; other columns, or another sheet, may be of other people.
func TestThePeopleOutliveAnotherReading(t *testing.T) {
	for name, c := range map[string]struct {
		about protocol.Opened
		want  account.People
	}{
		"numbers":       {protocol.Opened{Columns: survey(2), Dialect: schema.Dialect{Decimal: ","}}, account.PeopleOther},
		"another sheet": {protocol.Opened{Columns: survey(2), Part: "b"}, account.PeopleUnset},
		"other names":   {protocol.Opened{Columns: survey(3)}, account.PeopleUnset},
	} {
		t.Run(name, func(t *testing.T) {
			s, h := visit(t, &tabtest.Texts{})
			open(s, h, "a.csv", survey(2))
			s.Deliver(account.OtherPeople{})
			s.ReadAs(c.about.Part, &c.about.Dialect)
			h.Say(protocol.OpenRequest.Name, c.about)
			if got := s.Account().People; got != c.want {
				t.Errorf("the people are %v, want %v", got, c.want)
			}
		})
	}
}

// The sheet of a workbook that lists variables is not offered any more once it was looked at, also where columns are open still; another file's is.
func TestTheSheetIsOfferedOnce(t *testing.T) {
	h, screen := &tabtest.Worker{}, &tabtest.Screen{Sheet: "Codebuch", Text: []byte("name,type,min,max\na,number,0,1\n")}
	s := tabtest.New(h, screen)
	s.Client().Start()
	h.Hello()
	about := protocol.Opened{Columns: []string{"a", "b"}, Parts: []string{"Daten", "Codebuch"}, Part: "Daten"}
	s.Open(client.NamedFile{Handle: "w", Name: "w.xlsx"}, nil, job.Offered{})
	h.Say(protocol.OpenRequest.Name, about)
	if s.Beside.Sheet != "Codebuch" || s.Beside.Read {
		t.Fatalf("%+v", s.Beside)
	}
	if s.Do(job.ReadSheet); !s.Beside.Read || s.Book == nil {
		t.Fatalf("%+v, %+v", s.Beside, s.Book)
	}
	drafttest.Answer(&s.Draft.Answers, draft.FillIn{Book: s.Book})
	s.Do(job.LeaveBook)
	if !s.Beside.Read || s.Draft.Answers.Tally.Open != 1 {
		t.Errorf("%+v, %+v", s.Beside, s.Draft.Answers.Tally)
	}
	s.Open(client.NamedFile{Handle: "v", Name: "v.xlsx"}, nil, job.Offered{})
	if h.Say(protocol.OpenRequest.Name, about); s.Beside.Read {
		t.Error("another file’s sheet is not offered")
	}
}
