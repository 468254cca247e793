// Package pool shares the reading of one file among several workers.
//
// One of them, the lead, has the file. It reads its bytes once (a gzip stream is
// decoded once), cuts them into runs of whole records, and deals these out; it works on
// a run itself while the others are busy. Each helper encodes and sums what it was dealt.
// At the end the helpers' sums are added: exact integer sums, so that the total is the same
// bits whoever summed what.
//
//	lead → helper   begin{schema, dialect, pass} · run{text} … · end
//	helper → lead   done … · sum{summary, sums} · failed{error}
//
// Under the norm rule mean each also keeps the rows that it has read (passes.Rows), for the later passes:
//
//	lead → helper   again{pass} · forget
//	helper → lead   done … · sum{sums}
//
// The rule of this package: a sum is given only when every helper has accounted for
// every run that it was dealt. A helper that is lost is an error, never a smaller sum.
//
// Helpers are workers of the same page under the same policy: what they send each other
// stays inside.
package pool

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// Kinds of messages.
const (
	kindBegin  = "begin"
	kindRun    = "run"
	kindEnd    = "end"
	kindAgain  = "again"
	kindForget = "forget"
	kindDone   = "done"
	kindSum    = "sum"
	kindFailed = "failed"
)

// A Message goes between the lead and a helper. Data travels beside the JSON.
type Message struct {
	Job     int             `json:"job"` // counts the files that were read: what helpers still send of an earlier one is dropped
	Kind    string          `json:"kind"`
	Body    json.RawMessage `json:"body,omitempty"`
	Line    int64           `json:"line,omitempty"`    // of a run
	Runs    int             `json:"runs,omitempty"`    // that the helper has summed
	Records int64           `json:"records,omitempty"` // in them
	Kept    int64           `json:"kept,omitempty"`    // rows that the helper has kept
	Data    []byte          `json:"-"`
}

// beginning is the body of begin.
type beginning struct {
	Schema  []byte          `json:"schema"`
	Dialect dataset.Dialect `json:"dialect"`
	Pass    *passes.Pass    `json:"pass,omitempty"` // of the norm rule mean; nil sums vectors
	Room    int64           `json:"room,omitempty"` // bytes of rows to keep
}

// A Link sends to one helper. It keeps nothing of the message's Data.
type Link interface{ Send(Message) }

// RunSize is how many bytes a run has at most, but for one of a single record: some
// milliseconds' work.
const RunSize = 1 << 20

// ahead is how many runs a helper has at most, so that none waits while the lead works on
// one of its own, or waits for the file.
const ahead = 4

// ErrLost says that a helper did not answer any more.
var ErrLost error = fault.New(fault.CodeInternal,
	"One of the workers that read the file stopped answering, so that its part of the sum is lost. Nothing was released. Try again: the others go on without it.")

// Kernels are the inner loops of reading and summing; the zero value is Go's own. All give the
// same bits.
type Kernels struct {
	Sums moment.Kernel
	Rows *dataset.Kernel
}

// A Pool is the lead's end. It is used by one goroutine; Receive by any.
type Pool struct {
	// Patience is how long a helper may take for a run.
	Patience time.Duration

	kernels Kernels
	links   []*linked
	yield   func()
	job     int
	runSize int

	mu    sync.Mutex
	inbox []received
	wake  chan struct{}
}

type linked struct {
	Link
	lost    bool
	dealt   int // runs, in this job
	done    int
	records int64
	sum     *Message
	failed  bool // in this job
}

type received struct {
	from int
	Message
}

// New returns a pool without helpers, which reads alone. Yield lets messages arrive: in a
// browser they do not while Go runs.
func New(yield func(), k Kernels) *Pool {
	return &Pool{Patience: 10 * time.Second, kernels: k, yield: yield, runSize: RunSize, wake: make(chan struct{}, 1)}
}

// Join adds a helper, whose messages are to be handed to Receive under the number returned.
func (p *Pool) Join(l Link) (number int) {
	p.links = append(p.links, &linked{Link: l})
	return len(p.links) - 1
}

// Receive takes a helper's message.
func (p *Pool) Receive(from int, m Message) {
	p.mu.Lock()
	p.inbox = append(p.inbox, received{from, m})
	p.mu.Unlock()
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// Sum reads a file from its first byte and sums its second moment under a schema whose
// rows are encoded one by one (dataset.Divisible). It reports the number of records read
// now and then. Errors are those of dataset.Read, the same one whoever met it, besides
// ErrLost and moment.ErrFull.
func (p *Pool) Sum(src io.Reader, s *schema.Schema, progress func(records int64)) (*moment.Matrix, *dataset.Summary, error) {
	own, summary, err := p.share(src, s, nil, 0, progress)
	if err != nil {
		return nil, nil, err
	}
	return own.moment.Matrix(), summary, nil
}

// SumPass reads a file and sums a pass of the norm rule mean, as Sum does. All keep the rows that they have read, where these fit into that many
// bytes together; the store is nil where they do not.
func (p *Pool) SumPass(src io.Reader, s *schema.Schema, pass passes.Pass, room int64, progress func(records int64)) (*passes.Sum, *dataset.Summary, passes.Store, error) {
	own, summary, err := p.share(src, s, &pass, room, progress)
	if err != nil {
		return nil, nil, nil, err
	}
	if store := p.store(own, summary.Records); store != nil {
		return own.pass, summary, store, nil
	}
	p.forget(own)
	return own.pass, summary, nil, nil
}

// share reads a file and sums it with the helpers.
func (p *Pool) share(src io.Reader, s *schema.Schema, pass *passes.Pass, room int64, progress func(records int64)) (_ *summing, _ *dataset.Summary, err error) {
	p.job++
	r, err := dataset.NewReaderIn(src, s.Dialect)
	if err != nil {
		return nil, nil, err
	}
	own, err := newSumming(p.kernels, s, r.Dialect(), pass, room)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			p.forget(own)
		}
	}()
	if err := p.begin(s, r.Dialect(), pass, room); err != nil {
		return nil, nil, err
	}
	var first error // the first one of the file
	for first == nil {
		run, err := r.Run(p.runSize)
		if err == io.EOF {
			break
		}
		if err != nil {
			first = err
			break
		}
		if len(p.links) > 0 && p.free() == nil { // none is known to be
			p.yield()
		}
		if err := p.collect(); err != nil {
			first = err
		} else if l := p.free(); l != nil {
			l.dealt++
			l.Send(Message{Job: p.job, Kind: kindRun, Line: run.Line, Data: run.Text})
		} else {
			first = own.read(run)
		}
		records := p.records(own.part)
		if own.rows != nil && own.rows.Size(records) > room {
			p.forget(own)
		}
		progress(records)
	}
	if err := p.end(first); err != nil {
		return nil, nil, err
	}
	for _, l := range p.working() {
		var summary dataset.Summary
		if err := json.Unmarshal(l.sum.Body, &summary); err != nil {
			l.lost = true
			return nil, nil, ErrLost
		}
		if err := own.add(l.sum.Data); errors.Is(err, moment.ErrWire) {
			l.lost = true
			return nil, nil, ErrLost
		} else if err != nil {
			return nil, nil, err
		}
		own.part.Add(summary)
	}
	summary := own.part.Summary()
	progress(summary.Records)
	if summary.Records == 0 {
		return nil, nil, dataset.ErrNoRecords
	}
	summary.Irregularities = append(summary.Irregularities, r.Endings()...)
	return own, &summary, nil
}

// working are the helpers that have been dealt runs.
func (p *Pool) working() []*linked {
	return slices.DeleteFunc(slices.Clone(p.links), func(l *linked) bool { return l.lost || l.dealt == 0 })
}

func (p *Pool) begin(s *schema.Schema, d dataset.Dialect, pass *passes.Pass, room int64) error {
	body, err := json.Marshal(beginning{s.Encode(), d, pass, room})
	if err != nil {
		return err
	}
	for _, l := range p.links {
		l.dealt, l.done, l.records, l.sum, l.failed = 0, 0, 0, nil, false
		if !l.lost {
			l.Send(Message{Job: p.job, Kind: kindBegin, Body: body})
		}
	}
	return nil
}

// records counts those that were read.
func (p *Pool) records(own *dataset.Part) int64 {
	n := own.Records()
	for _, l := range p.links {
		n += l.records
	}
	return n
}

// free is a helper that can take a run, nil if none can.
func (p *Pool) free() *linked {
	for _, l := range p.links {
		if !l.lost && l.dealt-l.done < ahead {
			return l
		}
	}
	return nil
}

// collect handles what has arrived. It returns the first error of the file among it.
func (p *Pool) collect() error {
	p.mu.Lock()
	arrived := p.inbox
	p.inbox = nil
	p.mu.Unlock()
	var first error
	for _, m := range arrived {
		l := p.links[m.from]
		if m.Job != p.job || l.lost {
			continue
		}
		switch m.Kind {
		case kindDone:
			l.done++
			l.records = m.Records
		case kindSum:
			l.sum = &m.Message
		case kindFailed:
			l.done++
			l.failed = true
			first = earlier(first, decode(m.Body))
		}
	}
	return first
}

// end waits until all runs are accounted for, and for the sums where nothing failed.
func (p *Pool) end(first error) error {
	if first = earlier(first, p.wait(func(l *linked) bool { return l.done == l.dealt })); first != nil {
		return first
	}
	for _, l := range p.working() {
		l.Send(Message{Job: p.job, Kind: kindEnd})
	}
	first = p.wait(func(l *linked) bool { return l.sum != nil })
	for _, l := range p.working() {
		if first == nil && l.sum.Runs != l.dealt {
			return ErrLost
		}
	}
	return first
}

// wait waits until all working helpers have finished. It returns the first error among what arrives. One that says nothing for too long is lost.
func (p *Pool) wait(finished func(*linked) bool) (first error) {
	for {
		first = earlier(first, p.collect())
		rest := slices.DeleteFunc(p.working(), finished)
		if len(rest) == 0 {
			return first
		}
		select {
		case <-p.wake:
		case <-time.After(p.Patience):
			for _, l := range rest {
				l.lost = true
			}
			return ErrLost
		}
	}
}

// earlier is the error that a single reader would have met. One without a line comes from
// the file's own reader, behind all that was dealt.
func earlier(a, b error) error {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	if errors.Is(a, ErrLost) || errors.Is(b, ErrLost) {
		return ErrLost
	}
	if line(b) < line(a) {
		return b
	}
	return a
}
