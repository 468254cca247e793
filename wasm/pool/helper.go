package pool

import (
	"encoding/json"
	"errors"
	"math"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/schema"
)

// A Helper reads the runs that the lead deals to it. It keeps no record, and
// forgets its sums when it begins anew.
type Helper struct {
	send    func(Message)
	kernels Kernels
	part    *dataset.Part
	sums    *moment.Accumulator
	job     int
	runs    int
}

// NewHelper returns a helper that answers to send.
func NewHelper(send func(Message), k Kernels) *Helper { return &Helper{send: send, kernels: k} }

// Handle answers one message of the lead. A defect that panics is answered as a loss, without its
// message, which could hold anything.
func (h *Helper) Handle(m Message) {
	defer func() {
		if recover() != nil {
			h.part = nil
			h.answer(m, kindFailed, encode(ErrLost), nil)
		}
	}()
	switch {
	case m.Kind == kindBegin:
		h.begin(m)
	case h.part == nil || m.Job != h.job:
		h.answer(m, kindFailed, encode(ErrLost), nil)
	case m.Kind == kindRun:
		if err := h.part.Read(dataset.Run{Text: m.Data, Line: m.Line}, h.sums.Add); err != nil {
			h.answer(m, kindFailed, encode(err), nil)
			return
		}
		h.runs++
		h.answer(m, kindDone, nil, nil)
	case m.Kind == kindEnd:
		summary, err := json.Marshal(h.part.Summary())
		if err != nil {
			panic("pool: a summary cannot be encoded")
		}
		h.answer(m, kindSum, summary, h.sums.Bytes())
		h.part, h.sums = nil, nil
	}
}

// begin has no answer: where it fails, so does the first run.
func (h *Helper) begin(m Message) {
	h.part, h.sums, h.job, h.runs = nil, nil, m.Job, 0
	var in beginning
	if json.Unmarshal(m.Body, &in) != nil {
		return
	}
	s, err := schema.Parse(in.Schema)
	if err != nil {
		return
	}
	if h.part, err = (dataset.Reading{Kernel: h.kernels.Rows}).NewPart(s, in.Dialect); err != nil {
		h.part = nil
		return
	}
	h.sums = moment.NewAccumulatorWith(h.kernels.Sums, s.D(), schema.Scale)
}

func (h *Helper) answer(to Message, kind string, body json.RawMessage, data []byte) {
	m := Message{Job: to.Job, Kind: kind, Body: body, Runs: h.runs, Data: data}
	if h.part != nil {
		m.Records = h.part.Records()
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
