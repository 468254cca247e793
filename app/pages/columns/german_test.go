package columns

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/codebook"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// inGerman speaks German until the test ends.
func inGerman(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile("../../../web/languages/de.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := language.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	language.Speak(c)
	t.Cleanup(func() { language.Speak(nil) })
}

// How numbers are written in cells is shown as it stands there, in whatever language the page is.
func TestExamplesOfNumbersAreLiterals(t *testing.T) {
	inGerman(t)
	html := app.HTMLString(dialect{About: protocol.Opened{Format: "Excel workbook", Parts: []string{"Daten"}, Part: "Daten", Dialect: schema.Dialect{Decimal: ","}}}.Draw(&ui.Inbox{}))
	for _, want := range []string{"1234.5", "1234,5", "1.234,5", "1,234.5", "1 234,5", "1&#39;234.5", "Zahlen wie 1234,5"} {
		if !strings.Contains(html, want) {
			t.Errorf("%s is not there", want)
		}
	}
}

// The line of missing values counts the columns that have codes of their own.
func TestMissingValuesTellOfCodes(t *testing.T) {
	a := draft.NewAnswers([]string{"a", "b", "c"})
	book, err := codebook.Parse([]byte("name,type,min,max,missing\na,number,0,1,-9\nb,number,0,2.5,\n"), codebook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	drafttest.Answer(&a, draft.FillIn{Book: a.Preview("it", book)})
	html := app.HTMLString(missingOf(&a).Draw(&ui.Inbox{}))
	if !strings.Contains(html, "1 column with codes of their own") || strings.Contains(html, "“More” in its row") {
		t.Error(html)
	}
}

// The way on leads to the row that lacks an answer.
func TestTheWayOnLeadsToTheRow(t *testing.T) {
	d := &draft.Draft{Answers: draft.NewAnswers([]string{"a", "b"})}
	drafttest.Answer(&d.Answers, draft.SetUnit{Unit: draft.UnitRow}, draft.SetKind{Column: 0, Kind: draft.Number}, draft.SetMin{Column: 0, Text: "0"}, draft.SetMax{Column: 0, Text: "1"})
	m, effects := Update(Arrived(Model{}, d, "a"), d, nil, Onward{})
	if len(effects) > 0 || len(m.Table.Shown) != 2 || !m.Asked {
		t.Errorf("%+v, %v", m, effects)
	}
	html := app.HTMLString(bar{Lacks: d.Answers.MissingAnswers()}.Draw(&ui.Inbox{}))
	if !strings.Contains(html, `id="lack-0"`) || !strings.Contains(html, "b: no type yet") {
		t.Error(html)
	}
}

// A codebook's notice says what it left out, and what still lacks bounds or levels.
func TestTheNoticeOfACodebook(t *testing.T) {
	a := draft.NewAnswers([]string{"idnr", "a", "b"})
	book, err := codebook.Parse([]byte("name;type;levels;min;max\nidnr;id;;;\na;ordinal;;1;5\nb;nominal;;;\n"), codebook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	effects := After(draft.FillIn{Book: a.Preview("it", book)})
	told, _ := effects[0].(effect.Tell)
	want := "{1 column filled in from it. 1 column got a type alone, without bounds or levels. Left out, since they only tell records apart: idnr. Undo takes it back.}"
	if got := fmt.Sprint(told.Msg); got != want {
		t.Errorf("%q", got)
	}
	if last := effects[len(effects)-1]; last != (effect.Focus{ID: "note"}) {
		t.Errorf("%+v: the notice is not brought into view", last)
	}
}
