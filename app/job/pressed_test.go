package job_test

import (
	"slices"
	"testing"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/page/tabtest"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// pressedEarly is a session in which the button was pressed before the ledger had said whose budget the open file has,
// as right after a cancelled release.
func pressedEarly(t *testing.T) (*tabtest.State, *tabtest.Worker) {
	t.Helper()
	s, h, _ := tabtest.Opened(t)
	s.Deliver(account.Listed{List: protocol.Populations{Populations: []protocol.Population{{Names: []string{"panel"}, Cap: 2, Spent: 1, Next: 1}}}})
	s.Deliver(account.Show{})
	tabtest.Summing(s)
	s.Release()
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if h.Last() != protocol.BalanceRequest.Name || s.Account().Pressed == "" {
		t.Fatalf("asked %s, pressed %t, want the balance, and the press kept", h.Last(), s.Account().Pressed != "")
	}
	return s, h
}

var panel = protocol.Balanced{Cap: 2, Most: 1, Spent: 1, Name: "panel", KnownFile: true}

func released(h *tabtest.Worker) bool {
	return slices.ContainsFunc(h.Asked, func(e protocol.Envelope) bool { return e.Type == protocol.ReleaseRequest.Name })
}

// A press while the ledger is asked whether it knows the file is not lost: the release follows its answer, once.
func TestAnEarlyPressIsKept(t *testing.T) {
	s, h := pressedEarly(t)
	s.Release() // pressed twice
	h.Say(protocol.BalanceRequest.Name, panel)
	if h.Last() != protocol.ReleaseRequest.Name || s.Account().Pressed != "" {
		t.Fatalf("asked %s, want the release", h.Last())
	}
	h.Say(protocol.ReleaseRequest.Name, protocol.Released{Document: string(tabtest.Document(t, 1))})
	n := 0
	for _, e := range h.Asked {
		if e.Type == protocol.ReleaseRequest.Name {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d releases of one decision", n)
	}
}

// What was pressed is released only as it stood on the button, by who is still there, and where the ledger has an answer.
func TestAnEarlyPressReleasesNothingElse(t *testing.T) {
	for what, c := range map[string]struct {
		change func(*tabtest.State)
		says   protocol.Balanced
	}{
		"another ε": {func(s *tabtest.State) { s.Draft.Choices.Epsilon = typed.ReadNumber("0.25") }, panel},
		"another length": {func(s *tabtest.State) {
			drafttest.Answer(&s.Draft.Answers, draft.SetNorm{Norm: draft.NormUnit})
			s.Prepare()
		}, panel},
		"a lost worker":   {(*tabtest.State).Lost, panel},
		"other people":    {func(s *tabtest.State) { s.Deliver(account.OtherPeople{}) }, panel},
		"an unknown file": {func(*tabtest.State) {}, protocol.Balanced{Cap: 2, Most: 2}},
		"a refusal":       {func(*tabtest.State) {}, protocol.Balanced{Cap: 2, Spent: 2, Name: "panel", KnownFile: true, Refused: "nothing is left"}},
	} {
		t.Run(what, func(t *testing.T) {
			s, h := pressedEarly(t)
			c.change(s)
			if h.Last() == protocol.BalanceRequest.Name {
				h.Say(protocol.BalanceRequest.Name, c.says)
			}
			if released(h) || s.Worker.Job != nil && s.Worker.Job.Releasing {
				t.Error("it was released")
			}
		})
	}
}
