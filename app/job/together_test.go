package job_test

import (
	"slices"
	"strings"
	"testing"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/job"
	"privatepca/app/page/tabtest"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

const (
	listText      = "Variable;Typ;Minimum;Maximum;Ausprägungen\nage;numerisch;0;120;\nsex;Kategorie;;;f | m\n"
	ddiText       = `<codeBook><dataDscr><var name="age" intrvl="contin"><labl>Age in years</labl></var><var name="sex"><catgry><catValu>f</catValu><labl>female</labl></catgry><catgry><catValu>m</catValu><labl>male</labl></catgry></var></dataDscr></codeBook>`
	croissantText = `{"@type": "sc:Dataset", "recordSet": {"@id": "r", "field": [{"@id": "r/age", "dataType": "sc:Integer", "description": "Age in years"}, {"@id": "r/sex", "dataType": "sc:Text"}]}}`
	schemaText    = `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":110}},{"name":"sex","constraints":{"enum":["f","m"]}}]}`
)

// told gives a state without a file, whose page reads these texts, and a worker whose headers are those of these files.
func told(texts map[string]string) (*tabtest.State, *tabtest.Worker, *tabtest.Screen) {
	h, screen := &tabtest.Worker{}, &tabtest.Screen{Texts: map[string][]byte{}}
	for name, text := range texts {
		screen.Texts[name] = []byte(text)
	}
	s := tabtest.New(h, screen)
	s.Client().Start()
	h.Hello()
	return s, h, screen
}

func named(names ...string) (files []client.NamedFile) {
	for _, name := range names {
		files = append(files, client.NamedFile{Handle: name, Name: name, Size: 100})
	}
	return files
}

// answer has the worker tell the headers that it is asked for, one after the other.
func answer(h *tabtest.Worker, headers map[string][]string) {
	for said := 0; said < len(h.Asked); said++ {
		if h.Asked[said].Type != protocol.OpenRequest.Name || said != len(h.Asked)-1 {
			continue
		}
		name, _ := h.Files[said].(string)
		h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: name, Columns: headers[name]})
	}
}

// A table and its description are told apart by what they hold, in whichever order they come, and the preview opens at once.
func TestATableWithItsDescription(t *testing.T) {
	headers := map[string][]string{"data.csv": {"age", "sex"}, "data.csv.gz": {"age", "sex"}, "book.csv": {"Variable", "Typ", "Minimum", "Maximum", "Ausprägungen"}, "dictionary.csv": {"Variable / Field Name", "Field Type", "Field Label", "Choices, Calculations, OR Slider Labels"}}
	texts := map[string]string{
		"book.csv": listText, "data.xml": ddiText, "data.json": croissantText, "s.json": schemaText, "owner.yaml": `{"t":{"age":{"type":"int","lower":0,"upper":99}}}`,
		"dictionary.csv": "Variable / Field Name,Field Type,Field Label,\"Choices, Calculations, OR Slider Labels\"\nage,text,Age,\nsex,radio,Sex,\"f, female | m, male\"\n",
	}
	for _, c := range []struct {
		files string
		fills string
	}{
		{"data.csv book.csv", "age sex"},
		{"book.csv data.csv", "age sex"},
		{"data.csv dictionary.csv", "sex"},
		{"data.csv.gz data.xml", "age sex"},
		{"data.xml data.csv.gz", "age sex"},
		{"data.csv data.json", "age sex"},
		{"owner.yaml data.csv", "age"},
	} {
		s, h, _ := told(texts)
		s.Received(named(strings.Fields(c.files)...))
		answer(h, headers)
		if s.Notice.Fault != nil || s.Worker.File == nil || !strings.HasPrefix(s.Worker.File.Name, "data.csv") || s.Beside.Which != nil {
			t.Errorf("%s: the table is %+v, fault %+v, asked %+v", c.files, s.Worker.File, s.Notice.Fault, s.Beside.Which)
			continue
		}
		if s.Book == nil || strings.Join(taken(s.Book), " ") != c.fills || s.Draft.Answers.Columns[0].Kind != draft.Unset {
			t.Errorf("%s: the preview is %+v, note %q", c.files, s.Book, s.Notice.Note)
		}
	}
	s, h, _ := told(texts)
	s.Received(named("s.json", "data.csv"))
	if answer(h, headers); s.Book != nil || s.Draft.Answers.Columns[0].Max.Text() != "110" {
		t.Errorf("a schema is adopted at once: %+v, %+v", s.Book, s.Draft.Answers.Columns)
	}
}

// Descriptions that come first wait for their table.
func TestADescriptionBeforeItsTable(t *testing.T) {
	headers := map[string][]string{"data.csv": {"age", "sex"}}
	s, h, _ := told(map[string]string{"data.xml": ddiText})
	s.Received(named("data.xml"))
	if s.Worker.File != nil || !strings.Contains(s.Notice.Note, "choose the table") {
		t.Fatalf("note %q", s.Notice.Note)
	}
	s.Received(named("data.csv"))
	if answer(h, headers); s.Book == nil || len(taken(s.Book)) != 2 {
		t.Errorf("%+v", s.Book)
	}
}

// Two descriptions that contradict each other are shown one after the other, with what each says.
func TestDescriptionsThatContradict(t *testing.T) {
	headers := map[string][]string{"data.csv": {"age", "sex"}, "book.csv": {"Variable", "Typ", "Minimum", "Maximum", "Ausprägungen"}}
	s, h, _ := told(map[string]string{"book.csv": listText, "data.xml": ddiText, "s.json": schemaText, "t.json": strings.Replace(schemaText, "110", "90", 1)})
	s.Received(named("book.csv", "s.json", "data.csv", "t.json"))
	answer(h, headers)
	if s.Book == nil || s.Book.Name != "t.json" || len(s.Book.Conflicts) != 1 || s.Book.Conflicts[0] != (draft.Conflict{Column: "age", Here: "number from 0 to 110", There: "number from 0 to 90"}) {
		t.Fatalf("the first preview is %+v", s.Book)
	}
	s.Do(job.LeaveBook)
	if s.Book == nil || s.Book.Name != "book.csv" || len(s.Book.Conflicts) != 1 || s.Book.Conflicts[0].There != "number from 0 to 120" {
		t.Fatalf("the second preview is %+v", s.Book)
	}
	drafttest.Tell(&s.Draft, draft.FillIn{Book: s.Book, Replace: true})
	s.Do(job.LeaveBook)
	if s.Book != nil || s.Draft.Answers.Columns[0].Max.Text() != "120" {
		t.Errorf("at last %+v, %+v", s.Book, s.Draft.Answers.Columns[0])
	}
}

// Of files that may all be tables the visitor says which is meant. Nothing is opened before, and what is open stays.
func TestWhichFileIsTheTable(t *testing.T) {
	headers := map[string][]string{"a.csv": {"age", "sex"}, "b.csv": {"age", "sex"}, "name.csv": {"name", "type"}, "type.csv": {"name", "type", "min"}}
	for _, files := range []string{"a.csv b.csv", "name.csv type.csv"} {
		s, h, screen := told(map[string]string{})
		names := strings.Fields(files)
		s.Received(named(names...))
		answer(h, headers)
		if s.Worker.File != nil || s.Beside.Which == nil || len(s.Beside.Which.Files) != 2 {
			t.Fatalf("%s: %+v, %+v", files, s.Worker.File, s.Beside.Which)
		}
		s.Deliver(job.NoneOfThem{})
		if s.Worker.File != nil || s.Beside.Which != nil {
			t.Errorf("%s: none is opened: %+v", files, s.Worker.File)
		}
		screen.Texts[names[0]] = []byte(listText)
		s.Received(named(names...))
		answer(h, headers)
		s.Deliver(job.ThisIsTheTable{File: 1, Described: true})
		if answer(h, headers); s.Worker.File == nil || s.Worker.File.Name != names[1] || s.Book == nil || s.Book.Name != names[0] {
			t.Errorf("%s: %+v, %+v", files, s.Worker.File, s.Book)
		}
	}
	s, h, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Received(named("a.csv", "b.csv"))
	answer(h, headers)
	s.Deliver(job.NoneOfThem{})
	if s.Worker.File.Name != "clinic.csv" || s.Draft.Answers.Columns[0].Max.Text() != "110" || !s.Worker.Closed {
		t.Errorf("the open table is %+v, %+v", s.Worker.File, s.Draft.Answers.Columns)
	}
}

// What describes another table says so, and fills in nothing.
func TestADescriptionOfAnotherTable(t *testing.T) {
	s, _, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Adopt([]byte(`{"fields":[{"name":"height","type":"number","constraints":{"minimum":0,"maximum":1}}],"privatepca":{"norm_rule":"pairs"}}`))
	if s.Draft.Answers.Columns[0].Max.Text() != "110" || s.Draft.Answers.Rule == "pairs" || !strings.Contains(s.Notice.Note, "another table") {
		t.Errorf("%q, %+v", s.Notice.Note, s.Draft.Answers.Columns[0])
	}
	s.Deliver(job.ReadBookText{Name: "book.csv", Text: "name,label,min,max,missing\nheight,Height,0,1,-9\n"})
	if drafttest.Tell(&s.Draft, draft.FillIn{Book: s.Book, Replace: true}); s.Book == nil || !s.Book.OfAnotherTable() || s.Book.Filled(true) != 0 || s.Draft.Answers.MissingValues != nil {
		t.Errorf("%+v, missing %q", s.Book, s.Draft.Answers.MissingValues)
	}
}

// A sheet of the table's workbook that is a list of variables is offered by its name, and read when the visitor says so.
func TestTheCodebookInTheWorkbook(t *testing.T) {
	s, h, screen := told(nil)
	screen.Sheet, screen.Text = "variables", []byte(listText)
	s.Received(named("study.xlsx"))
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "study.xlsx", Columns: []string{"age", "sex"}, Parts: []string{"data", "variables"}, Part: "data"})
	if s.Beside.Sheet != "variables" || s.Book != nil {
		t.Fatalf("offered %q, shown %+v", s.Beside.Sheet, s.Book)
	}
	s.Do(job.ReadSheet)
	if s.Book == nil || len(taken(s.Book)) != 2 {
		t.Errorf("%+v", s.Book)
	}
}

// What a portal says of its table in another form is shown, and fills in nothing by itself; a table that is known to be written in a dialect is
// opened in it.
func TestThePortalsCodebook(t *testing.T) {
	s, h, _ := told(nil)
	d := schema.Dialect{Delimiter: "\t", Escape: schema.Backslash}
	s.Open(named("clinic.tab")[0], nil, job.Offered{Book: []byte(ddiText), Dialect: &d})
	var asked protocol.Open
	h.Read(t, protocol.OpenRequest.Name, &asked)
	if asked.Dialect == nil || *asked.Dialect != d {
		t.Errorf("opened in %+v", asked.Dialect)
	}
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.tab", Columns: []string{"age", "sex"}, Dialect: d})
	if s.Book == nil || len(taken(s.Book)) != 2 || s.Draft.Answers.Columns[0].Kind != draft.Unset {
		t.Errorf("%+v, %+v", s.Book, s.Draft.Answers.Columns)
	}
	s.Do(job.LeaveBook)
	s.ReadAs("", nil)
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.tab", Columns: []string{"age", "sex"}})
	if s.Book != nil {
		t.Error("it is shown again where the table is read in another way")
	}
}

// taken are the columns that a description answers, whole or with a type alone.
func taken(b *draft.Book) []string {
	return slices.Sorted(slices.Values(slices.Concat(b.Fills, b.Partly)))
}
