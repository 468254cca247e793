package app

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A stage is a browser whose worker the test plays.
type stage struct {
	receive func(string)
	died    func(string)
	asked   []protocol.Envelope
	files   []client.File
	workers int
}

func (h *stage) Load(then func(string, error))      { then(strings.Repeat("ab", 32), nil) }
func (h *stage) After(time.Duration, func()) func() { return func() {} }
func (h *stage) Terminate()                         {}
func (h *stage) Spawn(receive, died func(string)) client.Worker {
	h.receive, h.died = receive, died
	h.workers++
	return h
}

func (h *stage) Post(envelope string, file client.File) {
	var e protocol.Envelope
	if err := json.Unmarshal([]byte(envelope), &e); err != nil {
		panic(err)
	}
	h.asked, h.files = append(h.asked, e), append(h.files, file)
}

func (h *stage) say(kind string, body any) {
	b, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	e := protocol.Envelope{Type: kind, Body: b}
	if kind != protocol.TypeHello {
		e.ID = h.asked[len(h.asked)-1].ID
	}
	text, _ := json.Marshal(e)
	h.receive(string(text))
}

func (h *stage) hello() { h.say(protocol.TypeHello, protocol.Hello{Version: protocol.Version}) }

func (h *stage) last() string {
	if len(h.asked) == 0 {
		return ""
	}
	return h.asked[len(h.asked)-1].Type
}

// A plain screen draws nothing, and does at once what it is asked for.
type plain struct {
	went *[]string // the pages it was sent to; nil where nobody asks
	draw func()    // nil for nothing
}

func (p *plain) Draw() {
	if p.draw != nil {
		p.draw()
	}
}

func (p *plain) Go(path string) {
	if p.went != nil {
		*p.went = append(*p.went, path)
	}
}

func (*plain) Moved()                                                {}
func (*plain) Focus(string)                                          {}
func (*plain) Post(f func())                                         { f() }
func (*plain) Later(f func())                                        { f() }
func (*plain) Drawn(f func())                                        { f() }
func (*plain) Pause()                                                {}
func (*plain) Requests() int                                         { return 0 }
func (*plain) Persist(bool, func(bool))                              {}
func (*plain) Save(string, string, []byte)                           {}
func (*plain) ReadText(client.NamedFile, int64, func([]byte, error)) {}

// opened gives a session with a file of two columns open.
func opened(t *testing.T) (*state.State, *stage, *[]string) {
	t.Helper()
	h, went := &stage{}, &[]string{}
	s := state.New(h, &plain{went: went})
	s.Worker.Client.Start()
	h.hello()
	s.Open(client.NamedFile{Handle: "handle", Name: "clinic.csv", Size: 1234}, nil, state.Offered{})
	if h.last() != protocol.OpenRequest.Name || h.files[len(h.files)-1] != "handle" {
		t.Fatalf("asked %q, want open with the file", h.last())
	}
	h.say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
	return s, h, went
}

// answer fills in everything that is asked about the two columns, for the raw second
// moment.
func answer(s *state.State) {
	a := &s.Draft.Answers
	a.Want(schema.Clip)
	a.Columns[0].SetKind(draft.Number)
	a.Columns[0].SetMin("0")
	a.Columns[0].SetMax("110")
	a.Columns[1].SetKind(draft.Category)
	a.Columns[1].SetLevels("f\nm")
	a.Count()
	a.SetUnit(draft.UnitRow)
}

func document(t *testing.T, k int) []byte {
	t.Helper()
	lo, hi := 0.0, 110.0
	g, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(privacy.ReplaceOne, 8191, 1), 6, privacy.Budget{Epsilon: 1, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	d := &release.Document{
		Format: release.Format, Version: release.Version,
		Components: [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}[:k], FeatureNames: []string{"age", "sex=f", "sex=m"},
		NumComponents: k, NumFeatures: 3, Spectrum: []float64{.5, .2, -.1}, ExplainedVariance: []float64{.5, .2, -.1}[:k], VarianceUnit: release.PerPerson, N: 42,
		Privacy: release.Privacy{
			Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1,
			Claim: privacy.Exact, Assumptions: []string{"each row is a different person"}, Formula: "…",
			Noise: &privacy.Noise{Law: privacy.GaussianNoise, Diagonal: float64(g.Sigma), OffDiagonal: float64(g.OffDiagonal)},
			Parts: []privacy.Part{{Step: "second moment", Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact}},
		},
		Encoding: release.Encoding{
			Fields: []release.Field{
				{Name: "age", Type: "number", Minimum: &lo, Maximum: &hi, BoundsFrom: "typed"},
				{Name: "sex", Type: "category", Enum: []string{"f", "m"}, BoundsFrom: "typed"},
			},
			Scaling: "max-abs", NormBound: 1.4, NormRule: "clip", Centre: "none", Quantisation: 8191, BoundsFrom: "typed",
		},
		Software: release.Software{Version: "test"}, Created: "2025-01-02",
	}
	b, err := release.Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFromFileToRelease(t *testing.T) {
	s, h, went := opened(t)
	if len(*went) != 1 || (*went)[0] != "/columns" {
		t.Fatalf("went %v after opening, want /columns", *went)
	}
	answer(s)
	if !s.Prepare() || h.last() != protocol.PrepareRequest.Name {
		t.Fatalf("asked %q, want prepare; lacks %v", h.last(), s.Draft.Answers.MissingAnswers())
	}
	var p protocol.Prepare
	json.Unmarshal(h.asked[len(h.asked)-1].Body, &p)
	if stated, err := schema.Parse(p.Schema); err != nil || stated.D() != 3 || stated.Fields[0].BoundsFrom != schema.Typed {
		t.Fatalf("the schema sent is %s (%v)", p.Schema, err)
	}
	h.say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseRead, Done: 5, Total: 10})
	h.say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if s.Worker.Job != nil || s.Draft.Persons() != 42 {
		t.Fatalf("run %v, n %d after prepared", s.Worker.Job, s.Draft.Persons())
	}

	// ε, k and the mechanism do not prepare again; the schema does.
	s.Draft.Choices.Epsilon, s.Draft.Choices.K, s.Draft.Choices.Seen = "0.5", "2", true
	asked := len(h.asked)
	if s.Prepare(); len(h.asked) != asked {
		t.Fatal("prepared again for the same schema")
	}
	s.Release()
	var r protocol.Release
	json.Unmarshal(h.asked[len(h.asked)-1].Body, &r)
	if b := r.Budget; b == nil || *b != (protocol.Budget{Population: "clinic", Cap: 2, Delta: 1e-6}) {
		t.Fatalf("the budget asked is %+v", b)
	}
	r.Budget = nil
	want := protocol.Release{Choices: plan.Choices{Mechanism: "gaussian", K: 2, Epsilon: .5, Delta: 1e-6, Relation: "replace-one"}, WorkerSHA256: s.Worker.Client.SHA256}
	if h.last() != protocol.ReleaseRequest.Name || r != want {
		t.Fatalf("asked %s %+v, want release %+v", h.last(), r, want)
	}
	h.say(protocol.ReleaseRequest.Name, protocol.Released{Document: string(document(t, 2)), MaxK: 3})
	if s.Result.Document == nil || s.Worker.Job != nil || (*went)[len(*went)-1] != "/result" {
		t.Fatalf("result %v, went %v", s.Result, *went)
	}

	s.View(3)
	h.say(protocol.ViewRequest.Name, protocol.Viewed{Document: string(document(t, 3))})
	if got := s.Result.Document.NumComponents; got != 3 || s.Result.MaxK != 3 || s.Result.Viewing {
		t.Errorf("k = %d of %d after viewing 3", got, s.Result.MaxK)
	}
	asked = len(h.asked)
	if s.View(4); len(h.asked) != asked {
		t.Error("asked for more directions than there are")
	}
}

// The bytes that are saved are those the worker wrote, not this page's reading.
func TestTheDocumentIsKeptAsWritten(t *testing.T) {
	s := state.New(&stage{}, &plain{})
	text := document(t, 2)
	if !s.Show(text, 3, nil) || string(s.Result.Bytes) != string(text) {
		t.Error("the document in view has other bytes")
	}
}

func TestAReleaseWaitsForTheReadingAndSpendsThen(t *testing.T) {
	s, h, _ := opened(t)
	answer(s)
	s.Draft.Choices.K = "1"
	s.Release()
	if h.last() != protocol.PrepareRequest.Name || s.Worker.Job.Spent || !s.Worker.Job.Releasing {
		t.Fatalf("asked %q, run %+v: want prepare first, unspent", h.last(), s.Worker.Job)
	}
	h.say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if h.last() != protocol.ReleaseRequest.Name || !s.Worker.Job.Spent {
		t.Fatalf("asked %q, spent %v after prepared", h.last(), s.Worker.Job.Spent)
	}
}

// Asking to release while the file is being read does not read it again.
func TestReleaseJoinsTheReadingUnderWay(t *testing.T) {
	s, h, _ := opened(t)
	answer(s)
	s.Draft.Choices.K = "1"
	s.Prepare()
	s.Prepare()
	s.Release()
	if h.workers != 1 || h.last() != protocol.PrepareRequest.Name || len(h.asked) != 2 {
		t.Fatalf("%d workers, asked %v: want one reading", h.workers, h.asked)
	}
	h.say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	if h.last() != protocol.ReleaseRequest.Name {
		t.Errorf("asked %q after the reading, want release", h.last())
	}
}

func TestAFailedReadingReleasesNothing(t *testing.T) {
	s, h, _ := opened(t)
	answer(s)
	s.Draft.Choices.K = "1"
	s.Release()
	h.say(protocol.TypeError, protocol.Error{Code: protocol.CodeRecords, Message: "a quote opens here", Line: 7})
	for _, e := range h.asked {
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
		s, h, _ := opened(t)
		answer(s)
		s.Draft.Choices.K = "1"
		s.Release()
		if spent {
			h.say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
		}
		s.Cancel()
		if h.workers != 2 || s.Worker.Job != nil || s.Worker.Prepared != nil || len(s.Draft.Answers.MissingAnswers()) > 0 {
			t.Fatalf("%d workers, run %v, lacks %v after cancel", h.workers, s.Worker.Job, s.Draft.Answers.MissingAnswers())
		}
		if says := strings.Contains(s.Notice.Note, "count ε"); says != spent {
			t.Errorf("spent %v, but the note is %q", spent, s.Notice.Note)
		}
		h.hello()
		if h.last() != protocol.OpenRequest.Name || h.files[len(h.files)-1] != "handle" {
			t.Errorf("the fresh worker was asked %q, want open with the file", h.last())
		}
	}
}

func TestDeathKeepsAnswersAndSaysWhatIsSpent(t *testing.T) {
	s, h, _ := opened(t)
	answer(s)
	s.Draft.Choices.K = "1"
	s.Release()
	h.say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	h.died("it ended with an error")
	if s.Notice.Fault == nil || s.Notice.Fault.Code != "worker-ended" || !s.Notice.Fault.Spent || len(s.Draft.Answers.MissingAnswers()) > 0 {
		t.Fatalf("trouble %+v, lacks %v", s.Notice.Fault, s.Draft.Answers.MissingAnswers())
	}
	h.hello()
	if h.last() != protocol.ReleaseRequest.Name {
		t.Errorf("the fresh worker was asked %q before anybody needed it", h.last())
	}
	s.Prepare()
	if h.last() != protocol.OpenRequest.Name {
		t.Errorf("the fresh worker was asked %q, want open before it reads", h.last())
	}
	h.say(protocol.OpenRequest.Name, protocol.Opened{})
	if h.last() != protocol.PrepareRequest.Name {
		t.Errorf("the fresh worker was asked %q, want prepare", h.last())
	}
}

// A worker that is still busy under old answers is replaced, not queued behind.
func TestOtherAnswersStartTheReadingAfresh(t *testing.T) {
	s, h, _ := opened(t)
	answer(s)
	s.Prepare()
	s.Draft.Answers.Columns[0].SetMax("120")
	s.Draft.Answers.Count()
	s.Prepare()
	h.hello()
	if h.workers != 2 || h.last() != protocol.OpenRequest.Name {
		t.Fatalf("%d workers, asked %q, want a second one asked to open", h.workers, h.last())
	}
	h.say(protocol.OpenRequest.Name, protocol.Opened{Columns: []string{"age", "sex"}})
	if h.last() != protocol.PrepareRequest.Name || !strings.Contains(string(h.asked[len(h.asked)-1].Body), "120") {
		t.Errorf("asked %q, want prepare with the new bound", h.last())
	}
}

func TestOutdatedWorkerAsksForAReload(t *testing.T) {
	h := &stage{}
	s := state.New(h, &plain{})
	s.Worker.Client.Start()
	h.say(protocol.TypeHello, protocol.Hello{Version: protocol.Version + 1})
	if s.Notice.Fault == nil || s.Notice.Fault.Action != state.Reload {
		t.Errorf("trouble %+v, want one that asks for a reload", s.Notice.Fault)
	}
}

func TestPureEpsilonSendsNoDelta(t *testing.T) {
	s := atPrivacy(t)
	c := &s.Draft.Choices
	c.Delta, c.Mechanism = "0.1", "ppca-gibbs"
	if b := s.Draft.Budget(); b.Delta != 0 || s.Draft.DeltaFault() != "" {
		t.Errorf("budget %+v, fault %q under a mechanism of pure ε", b, s.Draft.DeltaFault())
	}
	for _, none := range []string{"0", ""} {
		c.Mechanism, c.Delta = "gaussian", none
		if s.Draft.DeltaFault() == "" {
			t.Errorf("Gaussian accepted δ = %q", none)
		}
	}
}

// A refusal after drawing is no defect, and stays spent; one before any draw does not.
func TestRefusalAfterDrawingStaysSpent(t *testing.T) {
	for code, spent := range map[string]bool{protocol.CodeRefused: true, protocol.CodeRequest: false, protocol.CodeInternal: true} {
		s, h, _ := opened(t)
		answer(s)
		s.Draft.Choices.K = "1"
		s.Release()
		h.say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
		h.say(protocol.TypeError, protocol.Error{Code: code, Message: "it refused"})
		if s.Notice.Fault == nil || s.Notice.Fault.Spent != spent {
			t.Fatalf("%s: %+v, want spent %v", code, s.Notice.Fault, spent)
		}
		if defect := strings.Contains(s.Notice.Fault.Advice, "defect of the program"); defect != (code == protocol.CodeInternal) {
			t.Errorf("%s: %q", code, s.Notice.Fault.Advice)
		}
	}
}
