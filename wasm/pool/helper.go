package pool

import (
	"context"
	"encoding/json"
	"errors"
	"math"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// A Helper reads the runs that the lead deals to it. It keeps no record, but for the rows of a file under the norm rule mean until a release of
// it was drawn, and forgets them and its sums when it begins anew.
type Helper struct {
	send    func(Message)
	kernels Kernels
	sums    *summing
	job     int
	runs    int

	rows *passes.Rows // of kept, which was read to its end
	kept int          // a job
}

// again is the body of a message that asks for another pass over the rows of a job.
type again struct {
	Of     int         `json:"of"`
	Schema []byte      `json:"schema"`
	Pass   passes.Pass `json:"pass"`
}

// NewHelper returns a helper that answers to send.
func NewHelper(send func(Message), k Kernels) *Helper { return &Helper{send: send, kernels: k} }

// Handle answers one message of the lead. A defect that panics is answered as a loss, without its
// message, which could hold anything.
func (h *Helper) Handle(m Message) {
	defer func() {
		if recover() != nil {
			h.forget()
			h.answer(m, kindFailed, encode(ErrLost), nil)
		}
	}()
	switch {
	case m.Kind == kindBegin:
		h.begin(m)
	case m.Kind == kindForget:
		if m.Job == h.kept {
			h.rows.Forget()
			h.rows = nil
		}
		if h.sums != nil && m.Job == h.job {
			h.sums.forget()
		}
	case m.Kind == kindAgain:
		h.again(m)
	case h.sums == nil || m.Job != h.job:
		h.answer(m, kindFailed, encode(ErrLost), nil)
	case m.Kind == kindRun:
		if err := h.sums.read(dataset.Run{Text: m.Data, Line: m.Line}); err != nil {
			h.answer(m, kindFailed, encode(err), nil)
			return
		}
		h.runs++
		h.answer(m, kindDone, nil, nil)
	case m.Kind == kindEnd:
		summary, err := json.Marshal(h.sums.part.Summary())
		if err != nil {
			panic("pool: a summary cannot be encoded")
		}
		h.rows, h.kept = h.sums.rows, h.job
		h.answer(m, kindSum, summary, h.sums.bytes())
		h.sums = nil
	}
}

// forget drops all that was read.
func (h *Helper) forget() {
	h.rows.Forget()
	if h.sums != nil {
		h.sums.forget()
	}
	h.rows, h.sums = nil, nil
}

// begin has no answer: where it fails, so does the first run.
func (h *Helper) begin(m Message) {
	h.forget()
	h.job, h.runs = m.Job, 0
	var in beginning
	if json.Unmarshal(m.Body, &in) != nil {
		return
	}
	s, err := schema.Parse(in.Schema)
	if err != nil {
		return
	}
	if h.sums, err = newSumming(h.kernels, s, in.Dialect, in.Pass, in.Room); err != nil {
		h.sums = nil
	}
}

// again sums another pass over the rows that were kept, and says now and then how many are done.
func (h *Helper) again(m Message) {
	var in again
	err := json.Unmarshal(m.Body, &in)
	if err != nil || h.rows == nil || h.kept != in.Of {
		h.answer(m, kindFailed, encode(ErrLost), nil)
		return
	}
	var sum *passes.Sum
	s, err := schema.Parse(in.Schema)
	if err == nil {
		sum, err = passes.Kept{h.rows}.SumPass(context.Background(), s, in.Pass, h.kernels.Sums, func(rows int64) {
			h.send(Message{Job: m.Job, Kind: kindDone, Records: rows})
		})
	}
	if err != nil {
		h.answer(m, kindFailed, encode(err), nil)
		return
	}
	h.answer(m, kindSum, nil, sum.Bytes())
}

func (h *Helper) answer(to Message, kind string, body json.RawMessage, data []byte) {
	m := Message{Job: to.Job, Kind: kind, Body: body, Runs: h.runs, Data: data}
	if h.sums != nil {
		m.Records = h.sums.part.Records()
	}
	if h.rows != nil && h.rows.Whole() {
		m.Kept = h.rows.Len()
	}
	h.send(m)
}

// A failed is an error on the wire.
type failed struct {
	Full bool         `json:"full,omitempty"`
	File *fault.Error `json:"file,omitempty"`
}

func encode(err error) json.RawMessage {
	f := failed{Full: errors.Is(err, moment.ErrFull)}
	errors.As(err, &f.File)
	raw, err := json.Marshal(f)
	if err != nil {
		panic("pool: an error cannot be encoded")
	}
	return raw
}

func decode(raw json.RawMessage) error {
	var f failed
	switch err := json.Unmarshal(raw, &f); {
	case err == nil && f.Full:
		return moment.ErrFull
	case err == nil && f.File != nil:
		return f.File
	}
	return ErrLost
}

// line is where an error of a file stands; what concerns no line comes last.
func line(err error) int64 {
	var e *fault.Error
	if errors.As(err, &e) && e.Line > 0 {
		return e.Line
	}
	return math.MaxInt64
}
