package app

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Without steps the request says none, so that the mechanism has the whole budget.
func TestPlainReleaseHasNoSteps(t *testing.T) {
	s := atPrivacy(t)
	r := s.account.request()
	if r.Steps != nil || r.K != 2 || r.Cap != 0 || r.CoreShare != 0 || !s.draft.decided() {
		t.Errorf("%+v, fault at %q", r, s.draft.firstFault())
	}
	if spendingTable(s) != nil {
		t.Error("one part has a table of parts")
	}
}

// Every step is asked for with its share, and the shares are the whole of ε.
func TestStepsAreAskedForWithTheirShares(t *testing.T) {
	s := atPrivacy(t)
	a, c := &s.draft.answers, &s.draft.choices
	a.mean, a.centreShare = true, "0.2"
	a.normPrivate, a.normShare, a.normQuantile = true, "0.1", "0.95"
	a.bound = "3" // typed before, and not used now
	c.mechanism, c.kPrivate, c.kShare, c.kTarget, c.kMax = "ppca", true, "0.1", "0.7", "2"
	c.core, c.coreShare, c.capped, c.cap = true, "0.25", true, "5000"
	if f := s.draft.firstFault(); f != "" {
		t.Fatalf("fault at %q", f)
	}
	want := `{"centre":{"share":0.2},"norm_bound":{"share":0.1,"quantile":0.95},"choose_k":{"share":0.1,"target":0.7,"max":2}}`
	r := s.account.request()
	if got, _ := json.Marshal(r.Steps); string(got) != want {
		t.Errorf("steps %s, want %s", got, want)
	}
	if r.K != 0 || r.Cap != 5000 || r.CoreShare != 0.25 || r.Delta != 1e-6 {
		t.Errorf("%+v", r)
	}
	if sch := a.schema(); sch.NormBound != 0 || sch.Centre != schema.CentreMidpoint {
		t.Errorf("the schema states R = %v, centre %s", sch.NormBound, sch.Centre)
	}
	sum := 0.0
	for _, p := range s.draft.parts() {
		sum += p.share
	}
	if n := len(s.draft.parts()); n != 5 || math.Abs(sum-1) > 1e-12 {
		t.Errorf("%d parts with %v of ε", n, sum)
	}
	if s.draft.claim() != privacy.Conditional {
		t.Errorf("claim %q with a cap, want conditional", s.draft.claim())
	}
	text := draw(t, &releasePage{of(s, 3)})
	for _, words := range []string{"Private mean", "Private norm bound", "Choice of k", "order and eigenvalues", "5,000 proposals"} {
		if !strings.Contains(text, words) {
			t.Errorf("the release page does not say %q", words)
		}
	}
}

// What has no use under the other answers is not paid for.
func TestStepsWithoutUseAreNotPaidFor(t *testing.T) {
	s := atPrivacy(t)
	a, c := &s.draft.answers, &s.draft.choices
	a.mean, a.normPrivate, c.kPrivate, c.core, c.capped = true, true, true, true, true
	a.rule = schema.Pairs
	if r := s.account.request(); r.Steps != nil || r.CoreShare != 0 || r.Cap != 0 || a.schema().Centre != schema.CentreNone {
		t.Errorf("pairs with gaussian: %+v", r)
	}
	a.rule, c.mechanism = schema.Clip, "random"
	if r := s.account.request(); r.Steps != nil {
		t.Errorf("random: %+v", r.Steps)
	}
}

func TestPairsAndMeanNeedAPublicNumber(t *testing.T) {
	for _, change := range []func(*State){
		func(s *State) { s.draft.answers.rule = schema.Pairs },
		func(s *State) { s.draft.answers.mean = true },
	} {
		s := atPrivacy(t)
		change(s)
		if !s.draft.decided() {
			t.Fatalf("fault at %q under replace-one", s.draft.firstFault())
		}
		s.draft.choices.relation = privacy.AddRemove
		if s.draft.decided() || s.draft.relationFault() == "" {
			t.Error("accepted under add/remove")
		}
	}
	s := atPrivacy(t)
	s.draft.answers.mean = true
	s.draft.answers.setUnit(unitRows)
	s.draft.answers.rows = "3"
	if s.draft.answers.centreFault() == "" || len(s.draft.answers.lacks()) == 0 {
		t.Error("a private mean was accepted for persons with several rows")
	}
}

func TestSharesMustLeaveSomething(t *testing.T) {
	s := atPrivacy(t)
	s.draft.answers.normPrivate, s.draft.answers.normShare = true, "0.5"
	s.draft.answers.mean, s.draft.answers.centreShare = true, "0.5"
	if s.draft.sharesFault() == "" || s.draft.decided() {
		t.Error("shares of 1 were accepted")
	}
	for text, good := range map[share]bool{"0.1": true, "0": false, "1": false, "": false, "x": false, "-1": false, "NaN": false} {
		if (text.fault("The share") == "") != good {
			t.Errorf("share %q: %q", text, text.fault("The share"))
		}
	}
}

// After the debit, reading the file is a phase of its own.
func TestReadingAgainIsAPhase(t *testing.T) {
	s := atPrivacy(t)
	h := &stage{}
	s.worker.client = newState(h, &plain{}).worker.client
	s.draft.answers.normPrivate = true
	beginJob(s, nil)
	s.worker.job.releasing, s.worker.job.spent = true, true
	s.worker.progress(protocol.Progress{Phase: protocol.PhaseRead, Done: 5, Total: 10, Unit: "bytes", Records: 7})
	text := draw(t, &releasePage{of(s, 3)})
	if !strings.Contains(text, "Encode and sum again") || !strings.Contains(text, "7 records") {
		t.Errorf("%s", text)
	}
}

func TestMechanismsAreGrouped(t *testing.T) {
	s := atPrivacy(t)
	count := map[method.Audience]int{}
	for _, m := range method.All() {
		count[m.Audience]++
	}
	if count[method.Recommended] != 2 || count[method.Paper] != 2 || count[method.Comparison] != len(method.All())-4 {
		t.Errorf("groups %v", count)
	}
	text := draw(t, &privacyPage{of(s, 2)})
	for _, m := range method.All() {
		if !strings.Contains(text, `id="mech-`+m.Name+`"`) {
			t.Errorf("%s is not offered", m.Name)
		}
	}
	if strings.Contains(text, `id="mech-chosen"`) {
		t.Error("a mechanism for comparison is described, though none is chosen")
	}
	s.draft.choices.mechanism = "laplace"
	if text := draw(t, &privacyPage{of(s, 2)}); !strings.Contains(text, `id="mech-chosen"`) {
		t.Error("the chosen mechanism is not described")
	}
	if recommended(1e-6).Name != "gaussian" || recommended(0).Name != "nuclear" {
		t.Error("the recommendation does not follow δ")
	}
}
