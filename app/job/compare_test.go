package job_test

import (
	"strings"
	"testing"

	"privatepca/app/page/tabtest"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// What the browser may have read of two versions is compared between the page's other requests, until it is done.
func TestComparesUntilItIsDone(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	tabtest.Summing(s)
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42, Compare: true})
	if s.Worker.Prepared == nil || s.Client().Busy() {
		t.Fatalf("prepared %v, busy %v: the visitor waits for the comparison", s.Worker.Prepared, s.Client().Busy())
	}
	compared := 0
	for tries := 0; compared < 3 && tries < 20; tries++ {
		switch h.Last() {
		case protocol.CompareRequest.Name:
			compared++
			h.Say(protocol.CompareRequest.Name, protocol.Compared{Done: compared == 3})
		case protocol.BalanceRequest.Name:
			h.Say(protocol.BalanceRequest.Name, protocol.Balanced{})
		}
	}
	asked := 0
	for _, e := range h.Asked {
		if e.Type == protocol.CompareRequest.Name {
			asked++
		}
	}
	if compared != 3 || asked != 3 {
		t.Errorf("asked %d times and answered %d, want until it was done", asked, compared)
	}
	if s.Worker.Prepared == nil || s.Notice.Fault != nil {
		t.Errorf("prepared %v, fault %+v", s.Worker.Prepared, s.Notice.Fault)
	}
}

// A release waits for the comparison, and can be cancelled meanwhile: nothing is spent before.
func TestAReleaseWaitsForTheComparison(t *testing.T) {
	for _, cancel := range []bool{false, true} {
		s, h, _ := tabtest.Opened(t)
		tabtest.Summing(s)
		s.Release()
		h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42, Compare: true})
		if h.Last() != protocol.CompareRequest.Name || s.Worker.Job == nil || s.Worker.Job.Spent {
			t.Fatalf("asked %q with the job %+v", h.Last(), s.Worker.Job)
		}
		h.Say(protocol.CompareRequest.Name, protocol.Compared{})
		if h.Last() != protocol.CompareRequest.Name {
			t.Fatalf("asked %q while it is compared", h.Last())
		}
		if cancel {
			if s.Cancel(); !strings.Contains(s.Notice.Note, "Nothing was spent") {
				t.Errorf("cancelled: %q", s.Notice.Note)
			}
			h.Hello()
		}
		h.Say(protocol.CompareRequest.Name, protocol.Compared{Done: true})
		if asked := h.Last() == protocol.ReleaseRequest.Name; asked == cancel || asked != (s.Worker.Job != nil && s.Worker.Job.Spent) {
			t.Errorf("cancelled %v: asked %q, job %+v", cancel, h.Last(), s.Worker.Job)
		}
	}
}

// A file that turns out to be another is read anew, and nothing was spent, also where a release waits for the comparison.
func TestAComparedFileThatIsAnother(t *testing.T) {
	changed := protocol.Error{Code: protocol.CodeFile, Message: "The file changed or vanished while it was read."}
	for _, releasing := range []bool{false, true} {
		s, h, _ := tabtest.Opened(t)
		tabtest.Summing(s)
		if releasing {
			s.Release()
		}
		h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42, Compare: true})
		h.Say(protocol.TypeError, changed)
		if f := s.Notice.Fault; s.Worker.Prepared != nil || f == nil || f.Code != protocol.CodeFile || f.Spent || s.Worker.Job != nil {
			t.Errorf("releasing %v: prepared %v, fault %+v, job %+v", releasing, s.Worker.Prepared, f, s.Worker.Job)
		}
		if h.Last() == protocol.ReleaseRequest.Name {
			t.Error("a release was asked for")
		}
	}
}

// A file that changes behind the debit costs what was debited; before it, nothing.
func TestAFileThatChangesCostsWhatTheWorkerSays(t *testing.T) {
	for _, spent := range []bool{false, true} {
		s, h, _ := tabtest.Opened(t)
		tabtest.Answer(s)
		s.Draft.Choices.K = typed.ReadCount("1")
		s.Release()
		h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
		h.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeFile, Message: "The file changed.", Spent: spent})
		if s.Notice.Fault == nil || s.Notice.Fault.Spent != spent {
			t.Errorf("%+v, want spent %v", s.Notice.Fault, spent)
		}
	}
}
