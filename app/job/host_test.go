package job_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/job"
	"privatepca/app/keep"
	"privatepca/app/page/tabtest"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// formats are texts in every format of this program that is a text, all of which answer as much as they can, and
// schemas of both standards. Those that a page should take describe two columns.
func formats(t *testing.T) (texts map[string][]byte, schemas []string) {
	t.Helper()
	s := tabtest.AtPrivacy(t)
	c := &s.Draft.Choices
	c.Epsilon, c.Delta, c.K, c.Mechanism, c.MechanismOpen, c.Relation = typed.ReadNumber("1.9"), typed.ReadNumber("1e-5"), typed.ReadCount("1"), "nuclear", false, privacy.AddRemove
	stated := s.Draft.Answers.Schema()
	stated.RowsPerPerson = 3
	config := (&plan.Config{Schema: stated.Encode(), Choices: s.Request().Choices}).Encode()
	ledger, err := os.ReadFile("../../core/ledger/testdata/first.json")
	if err != nil {
		t.Fatal(err)
	}
	kept := keep.Of(s.Draft, s.Worker.File.About.Columns).Encode(func() {})
	escaped := func(text string) []byte { return []byte(strings.ReplaceAll(text, `"privatepca/`, `"\u0070rivatepca/`)) }
	late := func(text string) []byte { // what tells the format stands far behind the head
		return []byte(strings.Replace(text, "{", `{"description": "`+strings.Repeat("x", 400)+`",`, 1))
	}
	typed := *stated
	typed.BoundsFrom = schema.Typed
	named := *stated
	named.RowsPerPerson, named.PersonColumn = 1, "id"
	return map[string][]byte{
		"config": config, "config, escaped": escaped(string(config)), "config, late": late(string(config)),
		"answers": []byte(kept), "answers, escaped": escaped(kept),
		"release": tabtest.Document(t, 1), "ledger": ledger,
		"ledger file":         []byte(`{"format":"privatepca/ledger-file","version":1,"key":"AAAA"}`),
		"schema":              typed.Encode(),
		"schema with persons": named.Encode(),
		"package":             []byte(`{"resources":[{"path":"clinic.csv","schema":` + string(typed.Encode()) + `}]}`),
		"CSVW": []byte(`{"@context":"http://www.w3.org/ns/csvw","url":"clinic.csv","privatepca":{"bounds_from":"typed","rows_per_person":3},"tableSchema":{"columns":[
		 {"titles":"age","datatype":{"base":"number","minimum":"0","maximum":"110"}},{"titles":"sex","datatype":{"base":"string","format":"f|m"}}]}}`),
	}, []string{"schema", "schema with persons", "package", "CSVW"}
}

// A site around the page gives a schema and nothing else. What it says stands as its own: no format of this program answers for the
// visitor who one person is or what is spent, neither for the site's table nor for one that the visitor chooses.
func TestAHostGivesASchemaAlone(t *testing.T) {
	texts, schemas := formats(t)
	taken := map[string]bool{}
	for _, name := range schemas {
		taken[name] = true
	}
	for name, text := range texts {
		for kind, open := range map[string]func(s *tabtest.State, came job.Offered){
			"the site's table": func(s *tabtest.State, came job.Offered) {
				s.Open(client.NamedFile{Handle: "handle", Name: "clinic.csv", Size: 9}, nil, came)
			},
			"the visitor's table": func(s *tabtest.State, came job.Offered) {
				s.Offered = came
				s.Received([]client.NamedFile{{Handle: "handle", Name: "clinic.csv", Size: 9}})
			},
		} {
			t.Run(name+", "+kind, func(t *testing.T) {
				h := &tabtest.Worker{}
				s := tabtest.New(h, &tabtest.Screen{})
				s.Client().Start()
				h.Hello()
				open(s, job.Offered{Schema: text, Source: "https://portal.example/s.json"})
				for range 3 { // a schema that states a dialect has the file read again
					if s.Worker.Opening != nil {
						h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
					}
				}
				a, fresh := &s.Draft.Answers, draft.NewChoices(plan.Limits{})
				if a.Unit != draft.UnitUnset || a.Rows.Text() != "" || a.PersonColumn != "" {
					t.Errorf("who one person is was answered: %q, %q, %q", a.Unit, a.Rows.Text(), a.PersonColumn)
				}
				if !reflect.DeepEqual(s.Draft.Choices, fresh) {
					t.Errorf("the choices are\n%+v, want those of a new page\n%+v", s.Draft.Choices, fresh)
				}
				if a.Tally.From[schema.Typed] != 0 || a.Tally.From[schema.FromSchema] != 0 {
					t.Errorf("bounds count as the visitor's: %v", a.Tally.From)
				}
				if !taken[name] {
					return
				}
				got := a.Schema()
				if s.Notice.Fault != nil || a.Tally.From[schema.FromHost] != 2 || got.WorstProvenance() != schema.FromHost || got.Source != "https://portal.example/s.json" {
					t.Errorf("fault %+v, bounds %v, source %q", s.Notice.Fault, a.Tally.From, got.Source)
				}
				if !strings.Contains(s.Notice.Note, "The site around this page") {
					t.Errorf("the note does not say whose description it is: %s", s.Notice.Note)
				}
			})
		}
	}
}

// A schema that says that its bounds come from the records is believed, from whoever it comes; what the visitor chooses goes before
// what the site says, and counts as chosen.
func TestWhatTheVisitorChoosesGoesBeforeTheHost(t *testing.T) {
	const bounds = `"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":%}}]}`
	text := func(from, most string) []byte {
		return []byte(`{"privatepca":{"bounds_from":"` + from + `"},` + strings.Replace(bounds, "%", most, 1))
	}
	for _, c := range []struct {
		host, own []byte
		want      schema.Provenance
		most      string
	}{
		{text("typed", "110"), nil, schema.FromHost, "110"},
		{text("data", "110"), nil, schema.FromData, "110"},
		{text("typed", "110"), text("typed", "90"), schema.Typed, "90"},
	} {
		h := &tabtest.Worker{}
		screen := &tabtest.Screen{Text: c.own}
		s := tabtest.New(h, screen)
		s.Client().Start()
		h.Hello()
		s.Offered = job.Offered{Schema: c.host}
		files := []client.NamedFile{{Handle: "handle", Name: "clinic.csv", Size: 9}}
		if c.own != nil {
			files = append(files, client.NamedFile{Handle: "schema", Name: "schema.json", Size: int64(len(c.own))})
		}
		s.Received(files)
		h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
		if got := s.Draft.Answers.Columns[0]; got.From != c.want || got.Max.Text() != c.most {
			t.Errorf("%s beside %s: bounds from %q up to %s, want %q up to %s", c.host, c.own, got.From, got.Max.Text(), c.want, c.most)
		}
	}
}

// A codebook that the site around the page gives is seen before it fills in anything; what it fills in counts as the site's, and it answers
// nothing but columns. The same codebook that the visitor chooses counts as public.
func TestACodebookOfTheHostCountsAsItsOwn(t *testing.T) {
	books := map[string]string{
		"a list":       "name,type,min,max,levels\nage,number,0,110,\nsex,category,,,f|m\n",
		"OpenDP":       `{"columns": {"age": {"type": "int", "lower": 0, "upper": 110}, "sex": {"type": "string", "categories": ["f", "m"]}, "id": {"type": "int", "private_id": true}}, "max_ids": 1}`,
		"Frictionless": `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":110}},{"name":"sex","constraints":{"enum":["f","m"]}}],"privatepca":{"bounds_from":"typed","rows_per_person":3,"person_column":"sex"}}`,
		"a field":      `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":110},"privatepca":{"bounds_from":"typed"}},{"name":"sex","constraints":{"enum":["f","m"]},"privatepca":{"bounds_from":"public schema"}}]}`,
	}
	for name, text := range books {
		for _, host := range []bool{true, false} {
			h := &tabtest.Worker{}
			s := tabtest.New(h, &tabtest.Screen{})
			s.Client().Start()
			h.Hello()
			came := job.Offered{}
			if host {
				came.Book = []byte(text)
			}
			s.Open(client.NamedFile{Handle: "handle", Name: "clinic.csv", Size: 9}, nil, came)
			h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
			if !host {
				s.Deliver(job.ReadBookText{Name: "book", Text: text})
			}
			if s.Book == nil {
				t.Errorf("%s, the host's %t: nothing is previewed: %s", name, host, s.Notice.Note)
				continue
			}
			if from := s.Draft.Answers.Tally.From; len(from) != 0 && from[schema.FromHost] != 0 {
				t.Errorf("%s: it was filled in before it was seen", name)
			}
			drafttest.Tell(&s.Draft, draft.FillIn{Book: s.Book})
			a := &s.Draft.Answers
			if got := a.Tally.From[schema.FromHost]; got != map[bool]int{true: 2, false: 0}[host] {
				t.Errorf("%s, the host's %t: bounds are from %v", name, host, a.Tally.From)
			}
			if host && (a.Unit != draft.UnitUnset || a.Rows.Text() != "" || a.PersonColumn != "") {
				t.Errorf("%s: who one person is was answered: %q, %q, %q", name, a.Unit, a.Rows.Text(), a.PersonColumn)
			}
		}
	}
}

// A configuration that the visitor chooses says who one person is, and the note names it: it may be somebody else's.
func TestARestoredConfigNamesThePerson(t *testing.T) {
	texts, _ := formats(t)
	s, _, _ := tabtest.Opened(t)
	s.Adopt(texts["config"])
	if !strings.Contains(s.Notice.Note, "who one person is: at most 3 rows") {
		t.Errorf("the note does not name who one person is: %s", s.Notice.Note)
	}
}
