package page_test

import (
	"html"
	"os"
	"runtime"
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A δ that is too large whatever n is asks for agreement; one that is not below a public n's 1/n is warned of. Both are the command's words.
func TestLargeDeltasAreWarnedOf(t *testing.T) {
	for text, c := range map[string]struct {
		records int64
		says    string
		asks    bool
	}{
		"0.02":  {0, words.LargeDelta(.02), true},
		"0.03":  {42, words.DeltaOfMany(.03, 42), true},
		"0.005": {1000, words.DeltaOfMany(.005, 1000), false},
		"1e-9":  {1000, "", false},
	} {
		s := tabtest.UnderMean(t)
		s.Worker.Prepared.Records = c.records
		s.Draft.Choices.Delta = typed.ReadNumber(text)
		s.Change()
		text := html.UnescapeString(drawnAt(t, s, PrivacyPath))
		if got := strings.Contains(text, `id="delta-warning"`); got != (c.says != "") || !strings.Contains(text, c.says) {
			t.Errorf("δ = %s, n = %d: warned %t, want %q", text, c.records, got, c.says)
		}
		if got := strings.Contains(text, `id="delta-accept"`); got != c.asks {
			t.Errorf("δ = %s: asks to agree %t, want %t", text, got, c.asks)
		}
	}
}

// The privacy page offers to measure as an earlier release, from a file or the ledger, says what both cost, and how to go back; the page before spending
// says it again.
func TestMeasuringAsAnEarlierReleaseIsOffered(t *testing.T) {
	s := tabtest.UnderMean(t)
	text := drawnAt(t, s, PrivacyPath)
	if !strings.Contains(text, `id="measure-as"`) || !strings.Contains(text, `id="earlier-document"`) || strings.Contains(text, `id="earlier-entry"`) {
		t.Error("an earlier release is not offered from a file alone")
	}
	s.Deliver(account.Listed{List: protocol.Populations{Populations: []protocol.Population{{Names: []string{"panel"}, Entries: []protocol.LedgerEntry{
		{ID: "late", Kind: "spend", Mechanism: "gaussian", Document: true, Epsilon: 2, Time: "2026-01-01T00:00:00Z"},
	}}}}})
	s.Draft.Known.Public = true // of its people nothing is asked
	if text := drawnAt(t, s, PrivacyPath); !strings.Contains(text, `id="earlier-entry"`) || !strings.Contains(text, "panel, ") {
		t.Error("the ledger's releases are not offered")
	}
	s.Draft.Known.Public = false
	s.Deliver(account.Listed{})

	s.Earlier.Refused = "It is of other columns."
	if text := drawnAt(t, s, PrivacyPath); !strings.Contains(text, "It is of other columns.") {
		t.Error("why a document is refused is not said")
	}

	stated := s.Draft.Answers.Schema()
	s.Earlier.Refused = ""
	s.Draft.Choices.As = release.EarlierIn(foundAs(t), stated, s.Draft.Choices.Relation)
	s.Draft.Choices.As.Mu, s.Draft.Choices.As.Created = .2367, "2026-01-02"
	s.Draft.Choices.As.RowsPerPerson, s.Draft.Choices.As.PersonColumn = stated.RowsPerPerson, stated.PersonColumn
	s.Draft.Choices.As.As.Centre, s.Draft.Choices.As.As.Weights = []float64{0, 0}, []float64{1, 1}
	s.Draft.Choices.As.As.Scales, s.Draft.Choices.As.As.Answered, s.Draft.Choices.As.As.Floored = []float64{1, 1}, []float64{1, 1}, []bool{false, false}
	text = drawnAt(t, s, PrivacyPath)
	for _, want := range []string{"an earlier release, released 2 Jan 2026", "both cost ε = 1.46 together at δ", "exact arithmetic", `id="measure-alone"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the privacy page lacks %q", want)
		}
	}
	if text := drawnAt(t, s, ReleasePath); !strings.Contains(text, "both cost ε = 1.46 together") || !strings.Contains(text, "the earlier release’s") {
		t.Error("the page before spending does not say what it measures as")
	}
	drafttest.Answer(&s.Draft.Answers, draft.SetMax{Column: 0, Text: "120"})
	if text := html.UnescapeString(drawnAt(t, s, PrivacyPath)); !strings.Contains(text, `has other bounds in the earlier release`) {
		t.Error("other bounds than the earlier release's are not refused by name")
	}
}

// foundAs is what a document with a finding gives a later release.
func foundAs(t *testing.T) *plan.As {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("a browser has no files")
	}
	text, err := os.ReadFile("../../core/release/testdata/found/factors.json")
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	e, err := release.EarlierOf(d, text)
	if err != nil {
		t.Fatal(err)
	}
	return &e.As
}
