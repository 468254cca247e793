package session

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// release makes one differentially private release of what was prepared.
func (s *Session) release(in protocol.Release) (protocol.Released, error) {
	var none protocol.Released
	p := s.prepared
	if p == nil {
		return none, notPrepared()
	}
	if sum := in.WorkerSHA256; sum != "" {
		if b, err := hex.DecodeString(sum); err != nil || len(b) != 32 {
			return none, requestError("The worker's SHA-256 is not one.")
		}
	}
	plan, err := s.plan(p, in)
	if err != nil {
		return none, err
	}
	// All is decided, and its cost known. It is spent before the first draw, whatever
	// becomes of the release.
	var receipt ledger.Receipt
	if cost := plan.whole(); !free(cost) {
		if receipt, err = s.debit(p, in, cost); err != nil {
			return none, err
		}
	}
	from, k, err := s.run(p, plan)
	if err != nil {
		return none, err
	}
	out, err := plan.mechanisms[k].Release(context.Background(), from.matrix, s.source)
	if err != nil {
		return none, drawn(err)
	}
	meter := s.meter()
	meter(protocol.Progress{Phase: protocol.PhaseWrite, Total: 1, Unit: "documents"})
	plan.charge(out)
	r := &released{
		output: out,
		name:   in.Mechanism,
		setting: release.Setting{
			Schema:    p.schema,
			Scale:     p.matrix.Scale(),
			Centre:    from.centre,
			NormBound: from.normBound,
			Relation:  privacy.Relation(in.Relation),
			Persons:   persons(p),
			Public:    receipt.Public || s.isPublic(),
			Software:  release.Software{Version: s.software.Version, Go: s.software.Go, WorkerSHA256: strings.ToLower(in.WorkerSHA256)},
			Now:       s.now(),
		},
		receipt: receipt,
	}
	doc, err := r.document(k)
	if err != nil {
		return none, err
	}
	s.released = r
	kept := receipt.ID != "" && s.ledger.Keep(receipt.ID, string(doc)) == nil // shown in any case
	meter(protocol.Progress{Phase: protocol.PhaseWrite, Done: 1, Total: 1, Unit: "documents"})
	return protocol.Released{Document: string(doc), Kept: kept, MaxK: out.MaxK()}, nil
}

// persons is N where it is known: the rows when each is a person, the counted
// persons when a column names them, else 0.
func persons(p *prepared) int64 {
	switch {
	case p.schema.PersonColumn != "":
		return p.summary.Persons
	case p.schema.RowsPerPerson == 1:
		return p.summary.Rows
	}
	return 0
}

// view answers another k of the last release at no cost.
func (s *Session) view(in protocol.View) (protocol.Viewed, error) {
	if s.released == nil {
		return protocol.Viewed{}, requestError("Nothing was released yet.")
	}
	doc, err := s.released.document(in.K)
	return protocol.Viewed{Document: string(doc)}, err
}

// document writes the release for one k.
func (r *released) document(k int) ([]byte, error) {
	v, err := r.output.View(k)
	if err != nil {
		return nil, parameterError(err)
	}
	d := release.New(release.Output{
		Mechanism: r.name,
		Cost:      r.output.Cost,
		Parts:     r.output.Parts,
		Formula:   r.output.Formula,
		Basis:     v.Basis,
		Values:    v.Values,
		Spectrum:  v.Spectrum,
		Noise:     r.output.Noise,
	}, r.setting)
	account(d, r.receipt)
	return release.Encode(d)
}

// drawn passes on an error of a mechanism or step that has drawn already: whatever it
// is, the release is spent.
func drawn(err error) error { return spent(fault.Public(fault.CodeRefused, err)) }

// parameterError passes on an error of mechanism or privacy: these are written
// from public parameters alone.
func parameterError(err error) error { return fault.Public(fault.CodeRequest, err) }

// meter returns a function that posts progress, at most ten times a second but
// for the first and last word of a phase.
func (s *Session) meter() func(protocol.Progress) {
	var phase string
	var last time.Time
	return func(p protocol.Progress) {
		now := time.Now()
		if p.Phase == phase && (p.Total == 0 || p.Done < p.Total) && now.Sub(last) < 100*time.Millisecond {
			return
		}
		phase, last = p.Phase, now
		s.send(protocol.TypeProgress, p)
	}
}
