package client

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"privatepca/wasm/protocol"
)

// A fake is a browser whose workers do what a test says.
type fake struct {
	loadErr error
	workers []*fakeWorker
	timers  []func()
	waits   []time.Duration
}

type fakeWorker struct {
	receive func(string)
	died    func(string)
	posted  []protocol.Envelope
	files   []File
	ended   bool
}

func (f *fake) Load(then func(error)) { then(f.loadErr) }

func (f *fake) Prepare(file NamedFile, _ bool, then func(File, error)) { then(file.Handle, nil) }

func (f *fake) Spawn(receive, died func(string)) Worker {
	w := &fakeWorker{receive: receive, died: died}
	f.workers = append(f.workers, w)
	return w
}

func (f *fake) After(d time.Duration, g func()) func() {
	on := true
	f.waits = append(f.waits, d)
	f.timers = append(f.timers, func() {
		if on {
			g()
		}
	})
	return func() { on = false }
}

func (w *fakeWorker) Post(envelope string, file File) {
	var e protocol.Envelope
	if err := json.Unmarshal([]byte(envelope), &e); err != nil {
		panic(err)
	}
	w.posted, w.files = append(w.posted, e), append(w.files, file)
}

func (w *fakeWorker) Terminate() { w.ended = true }

func (w *fakeWorker) say(id int, kind string, body any) {
	b, _ := json.Marshal(body)
	e, _ := json.Marshal(protocol.Envelope{ID: id, Type: kind, Body: b})
	w.receive(string(e))
}

// start gives a client whose first worker has said hello, and what it told.
func start(t *testing.T) (*Client, *fake, *[]Status) {
	t.Helper()
	f, told := &fake{}, &[]Status{}
	c := New(f, func(s Status, _ string) { *told = append(*told, s) })
	c.Start()
	f.workers[0].say(0, protocol.TypeHello, protocol.Hello{Version: protocol.Version})
	if c.Status() != Ready {
		t.Fatalf("status %v after hello, want Ready", c.Status())
	}
	return c, f, told
}

func (f *fake) last() *fakeWorker { return f.workers[len(f.workers)-1] }

func TestOneRequestAtATimeInOrder(t *testing.T) {
	c, f, _ := start(t)
	var done []string
	Ask(c, protocol.OpenRequest, protocol.Open{}, "the file", Reply[protocol.Opened]{Done: func(protocol.Opened) { done = append(done, "open") }})
	Ask(c, protocol.PrepareRequest, protocol.Prepare{Schema: json.RawMessage("{}")}, nil, Reply[protocol.Prepared]{Done: func(protocol.Prepared) { done = append(done, "prepare") }})
	w := f.last()
	if len(w.posted) != 1 || w.posted[0].Type != protocol.OpenRequest.Name || w.files[0] != "the file" {
		t.Fatalf("posted %v with files %v, want open with its file alone", w.posted, w.files)
	}
	w.say(w.posted[0].ID, protocol.OpenRequest.Name, protocol.Opened{})
	if len(w.posted) != 2 || w.files[1] != nil {
		t.Fatalf("posted %v, want prepare after opened, without a file", w.posted)
	}
	w.say(w.posted[1].ID, protocol.PrepareRequest.Name, protocol.Prepared{})
	if len(done) != 2 || done[0] != "open" || done[1] != "prepare" || c.Busy() {
		t.Errorf("done %v, busy %v", done, c.Busy())
	}
}

func TestRequestWaitsForHello(t *testing.T) {
	f := &fake{}
	c := New(f, func(Status, string) {})
	c.Start()
	Ask(c, protocol.OpenRequest, protocol.Open{}, nil, Reply[protocol.Opened]{})
	if n := len(f.last().posted); n != 0 {
		t.Fatalf("%d messages before hello, want none", n)
	}
	f.last().say(0, protocol.TypeHello, protocol.Hello{Version: protocol.Version})
	if n := len(f.last().posted); n != 1 {
		t.Errorf("%d messages after hello, want 1", n)
	}
}

func TestAnotherVersionEndsIt(t *testing.T) {
	f := &fake{}
	c := New(f, func(Status, string) {})
	c.Start()
	f.last().say(0, protocol.TypeHello, protocol.Hello{Version: protocol.Version + 1})
	Ask(c, protocol.OpenRequest, protocol.Open{}, nil, Reply[protocol.Opened]{})
	c.Restart()
	if c.Status() != Outdated || !f.last().ended || len(f.workers) != 1 || len(f.last().posted) != 0 {
		t.Errorf("status %v, %d workers, %d messages: an outdated page must not go on", c.Status(), len(f.workers), len(f.last().posted))
	}
}

func TestRestartForgetsTheOldWorker(t *testing.T) {
	c, f, _ := start(t)
	heard := false
	Ask(c, protocol.ReleaseRequest, protocol.Release{}, nil, Reply[protocol.Released]{Done: func(protocol.Released) { heard = true }})
	old := f.last()
	c.Restart()
	if !old.ended || len(f.workers) != 2 || c.Busy() {
		t.Fatalf("ended %v, %d workers, busy %v", old.ended, len(f.workers), c.Busy())
	}
	old.say(old.posted[0].ID, protocol.ReleaseRequest.Name, protocol.Released{})
	old.died("late")
	if heard || len(f.workers) != 2 {
		t.Error("an ended worker was heard")
	}
}

func TestDeathIsToldAndReplaced(t *testing.T) {
	c, f, told := start(t)
	failed := false
	Ask(c, protocol.PrepareRequest, protocol.Prepare{Schema: json.RawMessage("{}")}, nil, Reply[protocol.Prepared]{Failed: func(protocol.Error) { failed = true }})
	f.last().died("out of memory")
	if failed || len(f.workers) != 2 || (*told)[len(*told)-1] != Dead {
		t.Errorf("told %v, %d workers, failed %v", *told, len(f.workers), failed)
	}
	// The last word of a worker that gave up counts as its death as well.
	f.last().say(0, protocol.TypeHello, protocol.Hello{Version: protocol.Version})
	f.last().say(0, protocol.TypeError, protocol.Error{Code: protocol.CodeInternal})
	if len(f.workers) != 3 {
		t.Errorf("%d workers after a last word, want 3", len(f.workers))
	}
}

func TestAWorkerThatNeverStartsIsNotReplaced(t *testing.T) {
	f := &fake{}
	c := New(f, func(Status, string) {})
	c.Start()
	f.last().died("refused")
	if c.Status() != Missing || len(f.workers) != 1 {
		t.Errorf("status %v, %d workers, want Missing and 1", c.Status(), len(f.workers))
	}
	f = &fake{loadErr: errors.New("404")}
	c = New(f, func(Status, string) {})
	c.Start()
	if c.Status() != Missing || len(f.workers) != 0 {
		t.Errorf("status %v, %d workers, want Missing and none", c.Status(), len(f.workers))
	}
}

func TestASilentWorkerIsGivenUp(t *testing.T) {
	c, f, _ := start(t)
	steps := 0
	Ask(c, protocol.ReleaseRequest, protocol.Release{}, nil, Reply[protocol.Released]{
		Progress: func(protocol.Progress) { steps++ }, Done: func(protocol.Released) {},
	})
	id := f.last().posted[0].ID
	first := f.timers[len(f.timers)-1]
	f.last().say(id, protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseNoise})
	first() // the patience of before the progress
	if c.Status() != Ready || steps != 1 {
		t.Fatalf("status %v after progress, want Ready", c.Status())
	}
	f.timers[len(f.timers)-1]()
	if c.Status() != Silent {
		t.Fatalf("status %v after no message, want Silent", c.Status())
	}
	f.last().say(id, protocol.ReleaseRequest.Name, protocol.Released{})
	if c.Status() != Ready || c.Busy() {
		t.Errorf("status %v, busy %v after the answer", c.Status(), c.Busy())
	}
	f.timers[len(f.timers)-1]()
	if c.Status() != Ready {
		t.Error("silence without an outstanding request")
	}
}

// An answer that is not what the protocol says fails like any other error, and the next
// request goes out.
func TestAnswerThatCannotBeRead(t *testing.T) {
	c, f, _ := start(t)
	var failed []protocol.Error
	done := 0
	Ask(c, protocol.PracticeRequest, protocol.Practice{}, nil, Reply[protocol.Practised]{
		Done: func(protocol.Practised) { done++ }, Failed: func(e protocol.Error) { failed = append(failed, e) },
	})
	Ask(c, protocol.EntryRequest, protocol.GetEntry{}, nil, Reply[protocol.Released]{
		Done: func(protocol.Released) { done++ }, Failed: func(e protocol.Error) { failed = append(failed, e) },
	})
	Ask(c, protocol.EntryRequest, protocol.GetEntry{}, nil, Reply[protocol.Released]{Done: func(protocol.Released) { done++ }})
	w := f.last()
	w.say(w.posted[0].ID, protocol.PracticeRequest.Name, protocol.Practised{}) // neither truth nor draws
	w.say(w.posted[1].ID, protocol.PracticeRequest.Name, protocol.Practised{}) // the answer to another request
	w.say(w.posted[1].ID, protocol.EntryRequest.Name, []int{1})
	w.say(w.posted[2].ID, protocol.EntryRequest.Name, protocol.Released{})
	if len(failed) != 2 || failed[0].Code != protocol.CodeInternal || !strings.Contains(failed[1].Message, "could not be read") || done != 1 || c.Busy() {
		t.Errorf("failed %+v, %d done, busy %v", failed, done, c.Busy())
	}
}

// The browser has its turn before each answer is decoded.
func TestPauseBeforeDecoding(t *testing.T) {
	c, f, _ := start(t)
	paused := false
	c.Pause = func() { paused = true }
	Ask(c, protocol.OpenRequest, protocol.Open{}, nil, Reply[protocol.Opened]{Done: func(protocol.Opened) {
		if !paused {
			t.Error("decoded without a pause")
		}
	}})
	f.last().say(f.last().posted[0].ID, protocol.OpenRequest.Name, protocol.Opened{})
	if !paused {
		t.Error("no answer")
	}
}

// Ending the worker gains nothing where it answers at once.
func TestQuickRequestsAreNotBusy(t *testing.T) {
	c, _, _ := start(t)
	Ask(c, protocol.LedgerRequest, protocol.Ledger{}, nil, Reply[protocol.Populations]{})
	if c.Busy() {
		t.Error("busy with a quick request")
	}
	Ask(c, protocol.PracticeRequest, protocol.Practice{}, nil, Reply[protocol.Practised]{})
	if !c.Busy() {
		t.Error("not busy with a slow request that waits")
	}
}

// A decomposition tells nothing until it ends, and is waited for; what comes after
// it is at work again.
func TestPatienceWithADecomposition(t *testing.T) {
	c, f, _ := start(t)
	Ask(c, protocol.ReleaseRequest, protocol.Release{}, nil, Reply[protocol.Released]{Done: func(protocol.Released) {}})
	id := f.last().posted[0].ID
	for _, step := range []struct {
		progress protocol.Progress
		want     time.Duration
	}{
		{protocol.Progress{Phase: protocol.PhaseNoise, Done: 1, Total: 2}, Patience},
		{protocol.Progress{Phase: protocol.PhaseVectors, Total: 1}, DecompositionPatience},
		{protocol.Progress{Phase: protocol.PhaseVectors, Done: 1, Total: 1}, Patience},
	} {
		f.last().say(id, protocol.TypeProgress, step.progress)
		if got := f.waits[len(f.waits)-1]; got != step.want {
			t.Errorf("after %+v it waits %v, want %v", step.progress, got, step.want)
		}
	}
}

func TestFailureGoesToItsRequest(t *testing.T) {
	c, f, _ := start(t)
	var got protocol.Error
	Ask(c, protocol.OpenRequest, protocol.Open{}, nil, Reply[protocol.Opened]{Failed: func(e protocol.Error) { got = e }})
	id := f.last().posted[0].ID
	f.last().say(id+1, protocol.TypeError, protocol.Error{Code: "another's"})
	f.last().say(id, protocol.TypeError, protocol.Error{Code: protocol.CodeFile, Message: "empty", Line: 3})
	if got.Code != protocol.CodeFile || got.Line != 3 || c.Busy() {
		t.Errorf("got %+v, busy %v", got, c.Busy())
	}
}
