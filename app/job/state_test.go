package job_test

import (
	"encoding/json"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/job"
	"privatepca/app/page/tabtest"
	"privatepca/app/pages/result"
	"privatepca/core/advice"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

func TestFromFileToRelease(t *testing.T) {
	s, h, went := tabtest.Opened(t)
	if len(*went) != 1 || (*went)[0] != "/columns" {
		t.Fatalf("went %v after opening, want /columns", *went)
	}
	tabtest.Answer(s)
	if !s.Prepare() || h.Last() != protocol.PrepareRequest.Name {
		t.Fatalf("asked %q, want prepare; lacks %v", h.Last(), s.Draft.Answers.MissingAnswers())
	}
	var p protocol.Prepare
	json.Unmarshal(h.Asked[len(h.Asked)-1].Body, &p)
	if stated, err := schema.Parse(p.Schema); err != nil || stated.D() != 3 || stated.Fields[0].BoundsFrom != schema.Typed {
		t.Fatalf("the schema sent is %s (%v)", p.Schema, err)
	}
	h.Say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseRead, Done: 5, Total: 10})
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if s.Worker.Job != nil || s.Draft.Persons() != 42 {
		t.Fatalf("run %v, n %d after prepared", s.Worker.Job, s.Draft.Persons())
	}

	// ε, k and the mechanism do not prepare again; the schema does.
	s.Draft.Choices.Epsilon, s.Draft.Choices.K, s.Draft.Choices.Seen = typed.ReadNumber("0.5"), typed.ReadCount("2"), true
	asked := len(h.Asked)
	if s.Prepare(); len(h.Asked) != asked {
		t.Fatal("prepared again for the same schema")
	}
	s.Release()
	var r protocol.Release
	json.Unmarshal(h.Asked[len(h.Asked)-1].Body, &r)
	if b := r.Budget; b == nil || *b != (protocol.Budget{Population: "clinic", Cap: 2, Delta: 1e-6}) {
		t.Fatalf("the budget asked is %+v", b)
	}
	r.Budget = nil
	want := protocol.Release{Choices: plan.Choices{Mechanism: "gaussian", K: 2, Epsilon: .5, Delta: 1e-6, Relation: "replace-one"}}
	if h.Last() != protocol.ReleaseRequest.Name || r != want {
		t.Fatalf("asked %s %+v, want release %+v", h.Last(), r, want)
	}
	h.Say(protocol.ReleaseRequest.Name, protocol.Released{Document: string(tabtest.Document(t, 3)), Decisions: string(release.Decided(2).Encode())})
	if s.Result().Edition.K() != 2 || s.Worker.Job != nil || (*went)[len(*went)-1] != "/result" {
		t.Fatalf("result %v, went %v", s.Result(), *went)
	}

	asked = len(h.Asked)
	s.Deliver(result.Keep{K: 3})
	s.Deliver(result.Keep{K: 4}) // of 3
	if s.Result().Edition.K() != 3 || len(h.Asked) != asked {
		t.Errorf("k = %d, and the worker was asked %d times for it", s.Result().Edition.K(), len(h.Asked)-asked)
	}
}

// The bytes that are saved are those the worker wrote, not this page's reading.
func TestTheDocumentIsKeptAsWritten(t *testing.T) {
	s := tabtest.New(&tabtest.Worker{}, &tabtest.Screen{})
	text := tabtest.Document(t, 2)
	if !s.Show(protocol.Released{Document: string(text)}, nil) || string(s.Result().Text()) != string(text) {
		t.Error("the document in view has other bytes")
	}
}

func TestAReleaseWaitsForTheReadingAndSpendsThen(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Draft.Choices.K = typed.ReadCount("1")
	s.Release()
	if h.Last() != protocol.PrepareRequest.Name || s.Worker.Job.Spent || !s.Worker.Job.Releasing {
		t.Fatalf("asked %q, run %+v: want prepare first, unspent", h.Last(), s.Worker.Job)
	}
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if h.Last() != protocol.ReleaseRequest.Name || !s.Worker.Job.Spent {
		t.Fatalf("asked %q, spent %v after prepared", h.Last(), s.Worker.Job.Spent)
	}
}

// Asking to release while the file is being read does not read it again.
func TestReleaseJoinsTheReadingUnderWay(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Draft.Choices.K = typed.ReadCount("1")
	s.Prepare()
	s.Prepare()
	s.Release()
	if h.Workers != 1 || h.Last() != protocol.PrepareRequest.Name || len(h.Asked) != 2 {
		t.Fatalf("%d workers, asked %v: want one reading", h.Workers, h.Asked)
	}
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if h.Last() != protocol.ReleaseRequest.Name {
		t.Errorf("asked %q after the reading, want release", h.Last())
	}
}

func TestAFailedReadingReleasesNothing(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Draft.Choices.K = typed.ReadCount("1")
	s.Release()
	h.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeRecords, Message: "a quote opens here", Line: 7})
	for _, e := range h.Asked {
		if e.Type == protocol.ReleaseRequest.Name {
			t.Error("a release was asked for after the reading failed")
		}
	}
	if s.Notice.Fault == nil || s.Notice.Fault.Line != 7 || s.Notice.Fault.Spent || s.Worker.Job != nil {
		t.Errorf("trouble %+v, run %v", s.Notice.Fault, s.Worker.Job)
	}
}

func TestCancelKeepsFileAndAnswers(t *testing.T) {
	for _, spent := range []bool{false, true} {
		s, h, _ := tabtest.Opened(t)
		tabtest.Answer(s)
		s.Draft.Choices.K = typed.ReadCount("1")
		s.Release()
		if spent {
			h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
		}
		s.Cancel()
		if h.Workers != 2 || s.Worker.Job != nil || s.Worker.Prepared != nil || len(s.Draft.Answers.MissingAnswers()) > 0 {
			t.Fatalf("%d workers, run %v, lacks %v after cancel", h.Workers, s.Worker.Job, s.Draft.Answers.MissingAnswers())
		}
		if says := strings.Contains(s.Notice.Note, "count ε"); says != spent {
			t.Errorf("spent %v, but the note is %q", spent, s.Notice.Note)
		}
		h.Hello()
		if h.Last() != protocol.OpenRequest.Name || h.Files[len(h.Files)-1] != "handle" {
			t.Errorf("the fresh worker was asked %q, want open with the file", h.Last())
		}
	}
}

func TestDeathKeepsAnswersAndSaysWhatIsSpent(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Draft.Choices.K = typed.ReadCount("1")
	s.Release()
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	h.Died("it ended with an error")
	if s.Notice.Fault == nil || s.Notice.Fault.Code != "worker-ended" || !s.Notice.Fault.Spent || len(s.Draft.Answers.MissingAnswers()) > 0 {
		t.Fatalf("trouble %+v, lacks %v", s.Notice.Fault, s.Draft.Answers.MissingAnswers())
	}
	h.Hello()
	if h.Last() != protocol.ReleaseRequest.Name {
		t.Errorf("the fresh worker was asked %q before anybody needed it", h.Last())
	}
	s.Deliver(job.Dismiss{})
	if h.Last() != protocol.LedgerRequest.Name {
		t.Errorf("the fresh worker was asked %q: one that died may have spent", h.Last())
	}
	h.Say(protocol.LedgerRequest.Name, protocol.Populations{})
	s.Prepare()
	if h.Last() != protocol.OpenRequest.Name {
		t.Errorf("the fresh worker was asked %q, want open before it reads", h.Last())
	}
	h.Say(protocol.OpenRequest.Name, protocol.Opened{})
	if h.Last() != protocol.PrepareRequest.Name {
		t.Errorf("the fresh worker was asked %q, want prepare", h.Last())
	}
}

// A worker that is still busy under old answers is replaced, not queued behind.
func TestOtherAnswersStartTheReadingAfresh(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Prepare()
	drafttest.Answer(&s.Draft.Answers, draft.SetMax{Column: 0, Text: "120"})
	s.Prepare()
	h.Hello()
	if h.Workers != 2 || h.Last() != protocol.OpenRequest.Name {
		t.Fatalf("%d workers, asked %q, want a second one asked to open", h.Workers, h.Last())
	}
	h.Say(protocol.OpenRequest.Name, protocol.Opened{Columns: []string{"age", "sex"}})
	if h.Last() != protocol.PrepareRequest.Name || !strings.Contains(string(h.Asked[len(h.Asked)-1].Body), "120") {
		t.Errorf("asked %q, want prepare with the new bound", h.Last())
	}
}

func TestOutdatedWorkerAsksForAReload(t *testing.T) {
	h := &tabtest.Worker{}
	s := tabtest.New(h, &tabtest.Screen{})
	s.Client().Start()
	h.Say(protocol.TypeHello, protocol.Hello{Version: protocol.Version + 1})
	if s.Notice.Fault == nil || s.Notice.Fault.Action != advice.Reload {
		t.Errorf("trouble %+v, want one that asks for a reload", s.Notice.Fault)
	}
}

func TestPureEpsilonSendsNoDelta(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	c := &s.Draft.Choices
	c.Delta, c.Mechanism = typed.ReadNumber("0.1"), "ppca-gibbs"
	if b := s.Draft.Budget(); b.Delta != 0 || s.Draft.Fault("delta") != "" {
		t.Errorf("budget %+v, fault %q under a mechanism of pure ε", b, s.Draft.Fault("delta"))
	}
	for _, none := range []string{"0", ""} {
		c.Mechanism, c.Delta = "gaussian", typed.ReadNumber(none)
		if s.Draft.Fault("delta") == "" {
			t.Errorf("Gaussian accepted δ = %q", none)
		}
	}
}

// A refusal after drawing is no defect, and stays spent; one before any draw does not.
func TestRefusalAfterDrawingStaysSpent(t *testing.T) {
	for code, spent := range map[string]bool{protocol.CodeRefused: true, protocol.CodeRequest: false, protocol.CodeInternal: true} {
		s, h, _ := tabtest.Opened(t)
		tabtest.Answer(s)
		s.Draft.Choices.K = typed.ReadCount("1")
		s.Release()
		h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
		h.Say(protocol.TypeError, protocol.Error{Code: code, Message: "it refused"})
		if s.Notice.Fault == nil || s.Notice.Fault.Spent != spent {
			t.Fatalf("%s: %+v, want spent %v", code, s.Notice.Fault, spent)
		}
		if defect := strings.Contains(s.Notice.Fault.Advice, "defect of the program"); defect != (code == protocol.CodeInternal) {
			t.Errorf("%s: %q", code, s.Notice.Fault.Advice)
		}
	}
}
