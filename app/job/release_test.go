package job_test

import (
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/page/tabtest"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// What has no use under the other answers is not paid for.
func TestStepsWithoutUseAreNotPaidFor(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	a, c := &s.Draft.Answers, &s.Draft.Choices
	a.Mean, a.NormPrivate, c.KPrivate, c.Core, c.Capped = true, true, true, true, true
	a.Rule = schema.Pairs
	if r := s.Request(); r.Steps != nil || r.CoreShare != 0 || r.Cap != 0 || a.Schema().Centre != schema.CentreNone {
		t.Errorf("pairs with gaussian: %+v", r)
	}
	a.Rule, c.Mechanism = schema.Clip, "random"
	if r := s.Request(); r.Steps != nil {
		t.Errorf("random: %+v", r.Steps)
	}
}

func TestPairsAndMeanNeedAPublicNumber(t *testing.T) {
	for _, change := range []func(*tabtest.State){
		func(s *tabtest.State) { s.Draft.Answers.Rule = schema.Pairs },
		func(s *tabtest.State) { s.Draft.Answers.Mean = true },
	} {
		s := tabtest.AtPrivacy(t)
		change(s)
		if !s.Draft.Decided() {
			t.Fatalf("fault at %q under replace-one", s.Draft.FirstFault())
		}
		s.Draft.Choices.Relation = privacy.AddRemove
		if s.Draft.Decided() || s.Draft.Fault("nb-replace") == "" {
			t.Error("accepted under add/remove")
		}
	}
	s := tabtest.AtPrivacy(t)
	s.Draft.Answers.Mean = true
	drafttest.Answer(&s.Draft.Answers, draft.SetUnit{Unit: draft.UnitRows})
	s.Draft.Answers.Rows = typed.ReadCount("3")
	if s.Draft.Answers.Fault("centre", "steps.centre") == "" || len(s.Draft.Answers.MissingAnswers()) == 0 {
		t.Error("a private mean was accepted for persons with several rows")
	}
}

func TestSharesMustLeaveSomething(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	s.Draft.Answers.NormPrivate, s.Draft.Answers.NormShare = true, draft.ReadShare("0.5")
	s.Draft.Answers.Mean, s.Draft.Answers.CentreShare = true, draft.ReadShare("0.5")
	if s.Draft.Fault("spendings") == "" || s.Draft.Decided() {
		t.Error("shares of 1 were accepted")
	}
	for text, good := range map[draft.Share]bool{draft.ReadShare("0.1"): true, draft.ReadShare("0"): false, draft.ReadShare("1"): false, draft.ReadShare(""): false, draft.ReadShare("x"): false, draft.ReadShare("-1"): false, draft.ReadShare("NaN"): false} {
		if (text.Fault("The share") == "") != good {
			t.Errorf("share %q: %q", text.Text(), text.Fault("The share"))
		}
	}
}

// What became of the spending and of its document in the ledger is said beside the result.
func TestAnErasedLedgerIsSaid(t *testing.T) {
	for _, c := range []struct {
		released protocol.Released
		says     string
	}{
		{protocol.Released{Kept: true}, ""},
		{protocol.Released{Kept: false}, "could not store this document"},
		{protocol.Released{Kept: true, Erased: true}, "Its spending was written again."},
		{protocol.Released{Erased: true}, "Its spending was written again, and its document could not be"},
		{protocol.Released{Lost: true}, "count"},
	} {
		s, h, _ := tabtest.Opened(t)
		tabtest.Summed(s, h)
		s.Deliver(account.TypeName{Text: "people"})
		s.Deliver(account.SetCap{Text: "2"})
		s.Release()
		if h.Last() != protocol.ReleaseRequest.Name {
			t.Fatalf("asked %q, want a release", h.Last())
		}
		c.released.Document = string(tabtest.Document(t, 1))
		h.Say(protocol.ReleaseRequest.Name, c.released)
		if s.Result().Edition.IsZero() || (c.says == "") != (s.Notice.Note == "") || !strings.Contains(s.Notice.Note, c.says) {
			t.Errorf("%+v: the note is %q, want %q", c.released, s.Notice.Note, c.says)
		}
	}
}
