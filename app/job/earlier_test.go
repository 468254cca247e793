//go:build !js

package job_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"reflect"
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/job"
	"privatepca/app/keep"
	"privatepca/app/page/tabtest"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// found reads a document with a finding, as core/pca wrote it.
func found(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../../core/release/testdata/found/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// factorNames are the columns of those documents.
var factorNames = []string{"x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "group"}

// withFactors is a session with a table of the same columns, described in the same way and read to its end.
func withFactors(t *testing.T) (*tabtest.State, *tabtest.Worker) {
	t.Helper()
	h := &tabtest.Worker{}
	s := tabtest.New(h, &tabtest.Screen{})
	s.Client().Start()
	h.Hello()
	s.Open(client.NamedFile{Handle: "handle", Name: "second.csv", Size: 1234}, nil, job.Offered{})
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "second.csv", Columns: factorNames})
	a := &s.Draft.Answers
	for i := range a.Columns {
		c := a.Columns[i]
		drafttest.Set(c, draft.SetKind{Kind: draft.Number}, draft.SetMin{Text: "-4"}, draft.SetMax{Text: "4"})
	}
	drafttest.Answer(a,
		draft.SetKind{Column: 10, Kind: draft.Category}, draft.SetLevels{Column: 10, Lines: "low\nmiddle\nhigh"}, draft.SetUnit{Unit: draft.UnitRow})
	s.Draft.Choices.Seen, s.Draft.Choices.K = true, typed.ReadCount("3")
	if !s.Prepare() {
		t.Fatal("lacks", a.MissingAnswers())
	}
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 4000})
	return s, h
}

// releases counts the releases that the worker was asked for.
func releases(h *tabtest.Worker) (n int) {
	for _, e := range h.Asked {
		if e.Type == protocol.ReleaseRequest.Name {
			n++
		}
	}
	return n
}

// A release that measures as an earlier one takes that one's numbers over, says what both cost, is compared with it afterwards, and goes back to its
// own by one click.
func TestMeasuringAsAnEarlierRelease(t *testing.T) {
	s, h := withFactors(t)
	first := found(t, "factors")
	if own := len(s.Draft.Parts()); own != 3 {
		t.Fatalf("%d parts of a release of its own", own)
	}
	s.Deliver(job.MeasureAsText{Name: "first.json", Text: first})
	if s.Earlier.Refused != "" || s.Draft.Fault("measured-as") != "" || !s.Draft.Decided() {
		t.Fatalf("refused: %q, %q; wants %q", s.Earlier.Refused, s.Draft.Fault("measured-as"), s.Draft.FirstFault())
	}
	d, err := release.Decode(first)
	if err != nil {
		t.Fatal(err)
	}
	epsilon := privacy.EpsilonForMu(d.Privacy.Mu*1.0001, d.Privacy.Delta)                                          // what the earlier one cost alone
	if said := draft.BothCost(&s.Draft); !strings.Contains(said, "both cost ε = 2.29 together") || epsilon > 2.1 { // ε = 2 and 1: μ² = .448² + .237²
		t.Errorf("%q; the earlier one cost %v", said, epsilon)
	}
	drafttest.Answer(&s.Draft.Answers, draft.SetUnit{Unit: draft.UnitRows})
	s.Draft.Answers.Rows = typed.ReadCount("5")
	s.Draft.Answers.Count()
	if said := draft.BothCost(&s.Draft); !strings.Contains(said, "protects one row, and this one at most 5 rows") || strings.Contains(said, "ε") {
		t.Errorf("of five rows where the earlier one protects one: %q", said)
	}
	drafttest.Answer(&s.Draft.Answers, draft.SetUnit{Unit: draft.UnitRow})
	if f, err := s.Draft.Facts(); err != nil || f.EarlierNoise != d.Finding.MeanNoise {
		t.Errorf("the forecast is of a release whose mean has the noise %g, want %g; %v", f.EarlierNoise, d.Finding.MeanNoise, err)
	}
	if parts := s.Draft.Parts(); len(parts) != 1 || parts[0].Share != 1 {
		t.Errorf("ε goes to %+v, want the second moment alone", parts)
	}
	if s.Draft.Claim() != privacy.Exact {
		t.Error("the claim is", s.Draft.Claim())
	}
	s.Release()
	var asked protocol.Release
	h.Read(t, protocol.ReleaseRequest.Name, &asked)
	sum := sha256.Sum256(first)
	if as := asked.As; as == nil || as.Document != hex.EncodeToString(sum[:]) || as.Radius != d.Finding.Radius || !reflect.DeepEqual(as.Scales, d.Finding.Scales) || !reflect.DeepEqual(as.Centre, d.Encoding.CentrePoint) {
		t.Fatalf("asked to take over %+v", as)
	}
	h.Say(protocol.ReleaseRequest.Name, protocol.Released{Document: string(found(t, "again"))})
	if len(s.Result().Compared.Others) != 1 || s.Result().Compared.Others[0].Finding.As != "" {
		t.Fatalf("%d releases beside the new one, want the earlier one", len(s.Result().Compared.Others))
	}
	s.Deliver(job.MeasureAlone{})
	if s.Draft.Release(nil).As != nil || len(s.Draft.Parts()) != 3 || draft.BothCost(&s.Draft) != "" {
		t.Error("it still measures as the earlier one")
	}
}

// What cannot be taken over is refused by name, and nothing is drawn or debited.
func TestNothingIsTakenOverFromAnotherTable(t *testing.T) {
	first := found(t, "factors")
	change := func(f func(s *tabtest.State)) func(t *testing.T) (*tabtest.State, *tabtest.Worker) {
		return func(t *testing.T) (*tabtest.State, *tabtest.Worker) {
			s, h := withFactors(t)
			s.Deliver(job.MeasureAsText{Name: "first.json", Text: first})
			f(s)
			s.Draft.Answers.Count()
			return s, h
		}
	}
	with := func(text []byte) func(t *testing.T) (*tabtest.State, *tabtest.Worker) {
		return func(t *testing.T) (*tabtest.State, *tabtest.Worker) {
			s, h := withFactors(t)
			s.Deliver(job.MeasureAsText{Name: "first.json", Text: text})
			return s, h
		}
	}
	for name, c := range map[string]struct {
		at   func(t *testing.T) (*tabtest.State, *tabtest.Worker)
		says string
	}{
		"bounds": {change(func(s *tabtest.State) { drafttest.Answer(&s.Draft.Answers, draft.SetMax{Column: 2, Text: "5"}) }), `"x3", has other bounds`},
		"levels": {change(func(s *tabtest.State) {
			drafttest.Answer(&s.Draft.Answers, draft.SetLevels{Column: 10, Lines: "low\nhigh"})
		}), `"group", has other levels`},
		"a column less": {change(func(s *tabtest.State) {
			drafttest.Answer(&s.Draft.Answers, draft.SetKind{Column: 4, Kind: draft.LeftOut})
		}), "has 11 columns, the table 10"},
		"type": {change(func(s *tabtest.State) {
			drafttest.Answer(&s.Draft.Answers, draft.SetKind{Column: 0, Kind: draft.Integer})
		}), `"x1", has another type`},
		"promise": {change(func(s *tabtest.State) {
			drafttest.Answer(&s.Draft.Answers, drafttest.Details(0, draft.Details{Complete: true})...)
		}), "another promise that no cell is missing"},
		"relation": {change(func(s *tabtest.State) { s.Draft.Choices.Relation = privacy.AddRemove }), "protects under replace-one, this one under add-remove"},
		"rule":     {change(func(s *tabtest.State) { drafttest.Answer(&s.Draft.Answers, draft.ChooseRule{Rule: schema.Sign}) }), "norm rule is sign"},
		"units":    {change(func(s *tabtest.State) { s.Draft.Answers.Equal = false }), "in the units of the bounds"},
		"weights of rows": {change(func(s *tabtest.State) {
			drafttest.Weigh(&s.Draft.Answers, draft.RowWeight{On: true, Column: "x10", Most: typed.ReadNumber("4")})
		}), "does not weigh rows"},
		"its relation":    {with(found(t, "add-remove")), "protects under add-remove"},
		"its bounds":      {with(found(t, "wide")), "9 columns"},
		"its units":       {with(found(t, "bounds")), "in the units of the bounds"},
		"its rule":        {with(tabtest.Document(t, 2)), "norm rule clip"},
		"no document":     {with([]byte(`{"not": "one"}`)), "first.json is no release document"},
		"a forged radius": {with([]byte(strings.Replace(string(first), `"n": `, `"n": 1`, 1))), "contradicts itself"},
		"no text":         {with(nil), "first.json is no release document"},
	} {
		t.Run(name, func(t *testing.T) {
			s, h := c.at(t)
			if said := s.Earlier.Refused + s.Draft.Fault("measured-as"); !strings.Contains(said, c.says) {
				t.Errorf("said %q, want %q", said, c.says)
			}
			if s.Earlier.Refused != "" { // and the release is its own, as before
				if s.Draft.Choices.As != nil || !s.Draft.Decided() {
					t.Errorf("refused, and measured as %v all the same; wants %q", s.Draft.Choices.As, s.Draft.FirstFault())
				}
				return
			}
			if s.Release(); s.Draft.Decided() || releases(h) > 0 {
				t.Errorf("a release was asked for; wants %q", s.Draft.FirstFault())
			}
		})
	}
}

// As what the next release measures survives a reload, and comes from a configuration as well.
func TestMeasuringAsAnEarlierReleaseIsKept(t *testing.T) {
	s, h := withFactors(t)
	s.Deliver(job.MeasureAsText{Name: "first.json", Text: found(t, "factors")})
	kept, err := keep.Decode(keep.Of(s.Draft, factorNames).Encode(func() {}), func() {})
	if err != nil {
		t.Fatal(err)
	}
	again := &draft.Draft{Answers: draft.NewAnswers(factorNames), Choices: draft.NewChoices(plan.Limits{})}
	*again = kept.TakeBack(*again, func() {})
	if a, b := s.Draft.Release(nil).As, again.Release(nil).As; a == nil || !reflect.DeepEqual(a, b) {
		t.Errorf("after a reload it takes over %+v, want %+v", b, a)
	}
	if a, b := draft.BothCost(&s.Draft), draft.BothCost(again); a == "" || a != b {
		t.Errorf("after a reload both cost %q, want %q", b, a)
	}
	s.Release()
	h.Say(protocol.ReleaseRequest.Name, protocol.Released{Document: string(found(t, "again"))})
	other, _ := withFactors(t)
	other.Received([]client.NamedFile{{Name: "config.json", Handle: "config"}})
	draft.RestoreAs(&other.Draft, s.Draft.Release(nil).As)
	if a, b := s.Draft.Release(nil).As, other.Draft.Release(nil).As; !reflect.DeepEqual(a, b) {
		t.Errorf("from a configuration it takes over %+v, want %+v", b, a)
	}
}

// A release of this browser's ledger is offered, the latest first, and its document asked for; one that is not private, and one of another kind of
// noise, is not.
func TestMeasuringAsAReleaseOfTheLedger(t *testing.T) {
	s, h := withFactors(t)
	s.Deliver(account.Listed{List: protocol.Populations{Populations: []protocol.Population{{Names: []string{"panel"}, Entries: []protocol.LedgerEntry{
		{ID: "early", Kind: "spend", Mechanism: "gaussian", Document: true, Epsilon: 1},
		{ID: "nuclear", Kind: "spend", Mechanism: "nuclear", Document: true, Epsilon: 1},
		{ID: "open", Kind: "spend", Mechanism: "gaussian", Document: true, Claim: string(privacy.NotPrivate)},
		{ID: "lost", Kind: "spend", Mechanism: "gaussian"},
		{ID: "late", Kind: "spend", Mechanism: "gaussian", Document: true, Epsilon: 2},
	}}}}})
	var ids []string
	for _, e := range s.Account().Comparable() {
		ids = append(ids, e.Population+" "+e.ID)
	}
	if got := strings.Join(ids, ", "); got != "panel late, panel early" {
		t.Errorf("offered: %s", got)
	}
	s.Deliver(job.MeasureAsEntry{Entry: "late"})
	var asked protocol.GetEntry
	if h.Read(t, protocol.EntryRequest.Name, &asked); asked.ID != "late" {
		t.Errorf("asked for %+v", asked)
	}
	decided := release.Decided(2)
	decided.Imprint.Title = "The first wave"
	h.Say(protocol.EntryRequest.Name, protocol.Released{Document: string(found(t, "factors")), Decisions: string(decided.Encode())})
	as := s.Draft.Release(nil).As
	if as == nil || s.Earlier.Refused != "" {
		t.Fatalf("not taken: %q", s.Earlier.Refused)
	}
	shown, err := release.Open(found(t, "factors"), func() {})
	if err != nil {
		t.Fatal(err)
	}
	text, err := shown.Restored(decided.Encode()).Encode()
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256(text); as.Document != hex.EncodeToString(sum[:]) {
		t.Error("it measures as a document that the curator never had: the ledger's, without what was decided")
	}
}
