//go:build !js

package view

import (
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// withLedger is a session at the privacy page whose ledger has a population, and whose answers are kept.
func withLedger(t *testing.T) *state.State {
	t.Helper()
	s := statetest.AtPrivacy(t)
	s.Keeping.Store = &statetest.Texts{}
	s.Models.Deliver(account.Listed{List: protocol.Populations{Populations: []protocol.Population{{
		Names: []string{"panel"}, Cap: 2, Spent: 1.23, Next: 1.4,
		Entries: []protocol.LedgerEntry{{ID: "first", Kind: "spend", Time: "2026-01-01T00:00:00Z", Epsilon: .5, Document: true}, {ID: "second", Kind: "spend", Time: "2026-02-01T00:00:00Z", Epsilon: 1, Document: true}},
	}}}})
	return s
}

// Where releases were made, the page asks who the people are, with nothing chosen, before anything can be charged; then
// it says what is left, and where ε passes it.
func TestPeopleAreAskedAndWhatIsLeftIsShown(t *testing.T) {
	s := withLedger(t)
	for name, text := range map[string]string{"columns": draw(t, &columnsPage{page: of(s)}), "release": draw(t, &releasePage{of(s)})} {
		_, group, found := strings.Cut(text, `id="people"`)
		group, _, _ = strings.Cut(group, "</fieldset>")
		if !found || !strings.Contains(group, "panel") || !strings.Contains(group, "ε = 1.23 of 2 spent, up to ε = 1.4 is left") || !strings.Contains(group, "people-other") || strings.Contains(group, `checked="true"`) {
			t.Errorf("%s: %s", name, group)
		}
		if strings.Contains(group, "clinic") {
			t.Errorf("%s: the file's name plays a part", name)
		}
	}
	if text := draw(t, &privacyPage{page: of(s)}); !strings.Contains(text, "/columns#people") || strings.Contains(text, "left-mark") {
		t.Error("something is left of a budget that nobody chose")
	}
	s.Models.Deliver(account.SamePeople{Name: "panel"})
	s.Draft.Choices.Epsilon = typed.ReadNumber("1,8")
	text := draw(t, &privacyPage{page: of(s)})
	for _, want := range []string{"left-mark", "ε = 1,8 is more than is left", "Set ε = 1.4", "up to ε = 1.4 of 2"} {
		if !strings.Contains(text, want) {
			t.Errorf("the privacy page lacks %q", want)
		}
	}
	s.Models.Deliver(account.Fit{Most: 1.4})
	if text := draw(t, &privacyPage{page: of(s)}); strings.Contains(text, "more than is left") {
		t.Error("what fits is refused")
	}
}

// Before the answer "other people" is given although the columns have the names of an earlier file, the page says where it will stand.
func TestOtherPeopleDespiteTheHeaderIsSaid(t *testing.T) {
	s := withLedger(t)
	const before, after = "this answer will stand in the ledger", "Documents will state this answer"
	panel := func() string { return draw(t, &columnsPage{page: of(s)}) }
	if strings.Contains(panel(), before) {
		t.Error("said without a file of the same columns")
	}
	kept := s.Draft.Keep(s.Worker.File.About.Columns)
	kept.People = "panel"
	s.Keeping.List = []*draft.Kept{kept}
	if !strings.Contains(panel(), before) {
		t.Error("not said before the answer")
	}
	s.Models.Deliver(account.OtherPeople{})
	if strings.Contains(panel(), after) {
		t.Error("said after an answer that nothing speaks against")
	}
	s.Models.Deliver(account.OtherPeople{Overlap: true})
	if !strings.Contains(panel(), after) {
		t.Error("not said after the answer")
	}
}

// The statement stands before the button in the document, as on a phone.
func TestTheStatementComesBeforeTheButton(t *testing.T) {
	text := draw(t, &releasePage{of(statetest.AtPrivacy(t))})
	if a, b := strings.Index(text, `id="statement"`), strings.Index(text, `id="release-button"`); a < 0 || b < 0 || a > b {
		t.Errorf("the statement is at %d, the button at %d", a, b)
	}
}

// A second table takes the page's place with a question; a codebook is offered only where one can be read.
func TestTheSecondTableAsks(t *testing.T) {
	s := withLedger(t)
	var book func()
	s.AsCodebook = func(client.NamedFile) func() { return book }
	choose := func() string {
		s.ChooseTable(client.NamedFile{Handle: "x", Name: "codebook.csv"}, nil)
		return draw(t, &columnsPage{page: of(s)})
	}
	text := choose()
	for _, want := range []string{`id="second"`, "alertdialog", "codebook.csv", "clinic.csv", "second-replace", "second-cancel", "2 answers"} {
		if !strings.Contains(text, want) {
			t.Errorf("the question lacks %q", want)
		}
	}
	if strings.Contains(text, "second-codebook") || strings.Contains(text, `id="unit"`) {
		t.Error("a file that is no codebook is offered as one, or the page stands below the question")
	}
	read := false
	book = func() { read = true }
	if s.KeepFirst(); !strings.Contains(choose(), "second-codebook") {
		t.Error("a codebook is not offered as one")
	}
	if s.ReadAsBook(); !read || s.Second != nil || s.Worker.File.Name != "clinic.csv" {
		t.Error("the codebook was not read, or replaced the table")
	}
}

// What was released on this device is found again, the latest first; what is kept of answers can be exported and forgotten.
func TestWhatWasPaidForIsFoundAgain(t *testing.T) {
	s := withLedger(t)
	if list := ReleasedHere(s.Account().List); len(list) != 2 || list[0].Entry != "second" || list[1].Entry != "first" {
		t.Errorf("the releases are %+v", list)
	}
	s.Change()
	text := draw(t, &columnsPage{page: of(s)})
	for _, want := range []string{`id="kept"`, "export-answers", "forget-answers", `id="undo"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the columns lack %q", want)
		}
	}
	s.Keeping.Forget()
	if text := draw(t, &columnsPage{page: of(s)}); !strings.Contains(text, "not-kept") || !strings.Contains(text, "remember-answers") {
		t.Error("the page does not say that answers were forgotten")
	}
}
