package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
)

// A Task kept the main thread of a page busy for over 50 ms.
type Task struct {
	Start    time.Duration // since the trace began
	Duration time.Duration // by the clock
	CPU      time.Duration // of the thread's own work: less where other programs wanted the processor
}

// String is how long the task took, and when, in milliseconds.
func (t Task) String() string {
	return fmt.Sprintf("%d ms (%d ms of work) at %d ms", t.Duration.Milliseconds(), t.CPU.Milliseconds(), t.Start.Milliseconds())
}

// A trace collects what every thread of the browser did.
type trace struct {
	mu     sync.Mutex
	events []traceEvent
	first  float64 // when the first task began; 0 while there was none
	whole  chan struct{}
}

// A traceEvent is one line of Chromium's trace; times are in microseconds.
type traceEvent struct {
	Name string
	Ph   string
	Pid  int
	Tid  int
	Ts   float64
	Dur  float64
	Tdur float64
	Args struct{ Name string }
}

const traceName = "ThreadControllerImpl::RunTask"

// Trace watches the main threads of all pages until stop is called, which tells
// their long tasks in order.
func (b *Browser) Trace(ctx context.Context) (stop func() ([]Task, error), err error) {
	if b.engine != nil {
		return nil, ErrOnlyChromium
	}
	t := &trace{whole: make(chan struct{})}
	b.mu.Lock()
	b.trace = t
	b.mu.Unlock()
	_, err = call(ctx, b.conn, "", tracing.Start, tracing.StartParams{
		TransferMode: tracing.StartTransferModeReportEvents,
		TraceConfig:  &tracing.TraceConfig{IncludedCategories: []string{"toplevel"}, ExcludedCategories: []string{"*"}},
	})
	return func() ([]Task, error) {
		if _, err := call(ctx, b.conn, "", tracing.End, cdp.Empty{}); err != nil {
			return nil, err
		}
		select {
		case <-t.whole:
			return t.tasks()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}, err
}

// event keeps what a trace tells, long tasks and names of threads alone.
func (t *trace) event(method string, params json.RawMessage) {
	if method == "Tracing.tracingComplete" {
		close(t.whole)
		return
	}
	var e struct{ Value []traceEvent }
	json.Unmarshal(params, &e)
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, v := range e.Value {
		if v.Name == "thread_name" || v.Name == traceName && v.Dur > 50_000 {
			t.events = append(t.events, v)
		}
		if v.Name == traceName && (t.first == 0 || v.Ts < t.first) {
			t.first = v.Ts
		}
	}
}

func (t *trace) tasks() ([]Task, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	type thread struct{ pid, tid int }
	main := map[thread]bool{}
	for _, e := range t.events {
		if e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			main[thread{e.Pid, e.Tid}] = true
		}
	}
	if len(main) == 0 || t.first == 0 {
		return nil, errors.New("drive: the trace holds no page's main thread, or no task")
	}
	var out []Task
	for _, e := range t.events {
		if e.Name == traceName && e.Dur > 50_000 && main[thread{e.Pid, e.Tid}] {
			micro := func(us float64) time.Duration { return time.Duration(us * float64(time.Microsecond)) }
			out = append(out, Task{Start: micro(e.Ts - t.first), Duration: micro(e.Dur), CPU: micro(e.Tdur)})
		}
	}
	return out, nil
}
