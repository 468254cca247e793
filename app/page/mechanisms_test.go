package page_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/forecast"
	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/app/panel"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// Without steps the request says none, so that the mechanism has the whole budget.
func TestPlainReleaseHasNoSteps(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	r := s.Request()
	if r.Steps != nil || r.K != 2 || r.Cap != 0 || r.CoreShare != 0 || !s.Draft.Decided() {
		t.Errorf("%+v, fault at %q", r, s.Draft.FirstFault())
	}
	if panel.SpendingTable(&s.Draft) != nil {
		t.Error("one part has a table of parts")
	}
}

// Every step is asked for with its share, and the shares are the whole of ε.
func TestStepsAreAskedForWithTheirShares(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	a, c := &s.Draft.Answers, &s.Draft.Choices
	a.Mean, a.CentreShare = true, draft.ReadShare("0.2")
	a.NormPrivate, a.NormShare, a.NormQuantile = true, draft.ReadShare("0.1"), draft.ReadShare("0.95")
	a.Bound = typed.ReadNumber("3") // typed before, and not used now
	c.Mechanism, c.KPrivate, c.KShare, c.KTarget, c.KMax = "ppca", true, draft.ReadShare("0.1"), draft.ReadShare("0.7"), typed.ReadCount("2")
	c.Core, c.CoreShare, c.Capped, c.Cap = true, draft.ReadShare("0.25"), true, typed.ReadCount("5000")
	if f := s.Draft.FirstFault(); f != "" {
		t.Fatalf("fault at %q", f)
	}
	want := `{"centre":{"share":0.2},"norm_bound":{"share":0.1,"quantile":0.95},"choose_k":{"share":0.1,"target":0.7,"max":2}}`
	r := s.Request()
	if got, _ := json.Marshal(r.Steps); string(got) != want {
		t.Errorf("steps %s, want %s", got, want)
	}
	if r.K != 0 || r.Cap != 5000 || r.CoreShare != 0.25 || r.Delta != 1e-6 {
		t.Errorf("%+v", r)
	}
	if sch := a.Schema(); sch.NormBound != 0 || sch.Centre != schema.CentreMidpoint {
		t.Errorf("the schema states R = %v, centre %s", sch.NormBound, sch.Centre)
	}
	sum := 0.0
	for _, p := range s.Draft.Parts() {
		sum += p.Share
	}
	if n := len(s.Draft.Parts()); n != 5 || math.Abs(sum-1) > 1e-12 {
		t.Errorf("%d parts with %v of ε", n, sum)
	}
	if s.Draft.Claim() != privacy.Conditional {
		t.Errorf("claim %q with a cap, want conditional", s.Draft.Claim())
	}
	text := drawnAt(t, s, ReleasePath)
	for _, words := range []string{"Private mean", "Private norm bound", "Choice of k", "order and eigenvalues", "5,000 proposals"} {
		if !strings.Contains(text, words) {
			t.Errorf("the release page does not say %q", words)
		}
	}
}

// After the debit, reading the file is a phase of its own.
func TestReadingAgainIsAPhase(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	tabtest.Summed(s, h)
	s.Draft.Answers.NormPrivate = true
	s.Release()
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if h.Last() != protocol.ReleaseRequest.Name {
		t.Fatalf("asked %q", h.Last())
	}
	h.Say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseRead, Done: 5, Total: 10, Unit: "bytes", Records: 7})
	text := drawnAt(t, s, ReleasePath)
	if !strings.Contains(text, "Encode and sum again") || !strings.Contains(text, "7 records") {
		t.Errorf("%s", text)
	}
}

func TestMechanismsAreGrouped(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	count := map[method.Audience]int{}
	for _, m := range method.All() {
		count[m.Audience]++
	}
	if count[method.Recommended] != 2 || count[method.Paper] != 2 || count[method.Comparison] != len(method.All())-4 {
		t.Errorf("groups %v", count)
	}
	text := drawnAt(t, s, PrivacyPath)
	for _, m := range method.All() {
		if !strings.Contains(text, `id="mech-`+m.Name+`"`) {
			t.Errorf("%s is not offered", m.Name)
		}
	}
	if strings.Contains(text, `id="mech-chosen"`) {
		t.Error("a mechanism for comparison is described, though none is chosen")
	}
	s.Draft.Choices.Mechanism = "laplace"
	if text := drawnAt(t, s, PrivacyPath); !strings.Contains(text, `id="mech-chosen"`) {
		t.Error("the chosen mechanism is not described")
	}
	if forecast.Recommended(1e-6).Name != "gaussian" || forecast.Recommended(0).Name != "nuclear" {
		t.Error("the recommendation does not follow δ")
	}
}

// What ε goes to shows shares alone where the noise of all parts is set together, and each part's ε where ε is divided.
func TestSpendingsShowNoEpsilonOfAPart(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	s.Draft.Answers.Want(schema.Mean)
	s.Draft.Choices.Mechanism = "gaussian"
	text := app.HTMLString(panel.SpendingTable(&s.Draft))
	if !strings.Contains(text, "20 %") || !strings.Contains(text, "share of μ²") || strings.Contains(text, "0.77") || strings.Contains(text, ">ε<") {
		t.Errorf("the parts of one calibration are shown as %s", text)
	}
	drafttest.Tell(&s.Draft, draft.ChooseMechanism{Name: "nuclear"})
	s.Draft.Answers.Want(schema.Sign)
	if text := app.HTMLString(panel.SpendingTable(&s.Draft)); !strings.Contains(text, ">ε<") || strings.Contains(text, "μ²") {
		t.Errorf("the parts of a divided ε are shown as %s", text)
	}
}
