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

// A Part is the other end: it reads the runs that it is dealt. It keeps no record, and
// forgets its sums when it begins anew.
type Part struct {
	send    func(Message)
	kernels Kernels
	part    *dataset.Part
	sums    *moment.Accumulator
	job     int
	runs    int
}

// NewPart returns a part that answers to send.
func NewPart(send func(Message), k Kernels) *Part { return &Part{send: send, kernels: k} }

// Handle answers one message of the lead. A defect that panics is answered as a loss, without its
// message, which could hold anything.
func (p *Part) Handle(m Message) {
	defer func() {
		if recover() != nil {
			p.part = nil
			p.answer(m, kindFailed, encode(ErrLost), nil)
		}
	}()
	switch {
	case m.Kind == kindBegin:
		p.begin(m)
	case p.part == nil || m.Job != p.job:
		p.answer(m, kindFailed, encode(ErrLost), nil)
	case m.Kind == kindRun:
		if err := p.part.Read(dataset.Run{Text: m.Data, Line: m.Line}, p.sums.Add); err != nil {
			p.answer(m, kindFailed, encode(err), nil)
			return
		}
		p.runs++
		p.answer(m, kindDone, nil, nil)
	case m.Kind == kindEnd:
		summary, err := json.Marshal(p.part.Summary())
		if err != nil {
			panic("pool: a summary cannot be encoded")
		}
		p.answer(m, kindSum, summary, p.sums.Bytes())
		p.part, p.sums = nil, nil
	}
}

// begin has no answer: where it fails, so does the first run.
func (p *Part) begin(m Message) {
	p.part, p.sums, p.job, p.runs = nil, nil, m.Job, 0
	var in beginning
	if json.Unmarshal(m.Body, &in) != nil {
		return
	}
	s, err := schema.Parse(in.Schema)
	if err != nil {
		return
	}
	if p.part, err = (dataset.Reading{Kernel: p.kernels.Rows}).NewPart(s, in.Dialect); err != nil {
		p.part = nil
		return
	}
	p.sums = moment.NewAccumulatorWith(p.kernels.Sums, s.D(), schema.Scale)
}

func (p *Part) answer(to Message, kind string, body json.RawMessage, data []byte) {
	m := Message{Job: to.Job, Kind: kind, Body: body, Runs: p.runs, Data: data}
	if p.part != nil {
		m.Records = p.part.Records()
	}
	p.send(m)
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
