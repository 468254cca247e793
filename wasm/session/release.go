package session

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/pca"
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
	plan, err := pca.NewPlan(p.schema, in.Choices)
	if err != nil {
		return none, err
	}
	software := s.software
	software.WorkerSHA256 = strings.ToLower(in.WorkerSHA256)
	var receipt ledger.Receipt
	tell := s.meter()
	result, err := plan.Run(context.Background(), p.table, pca.Run{
		Debit: func() (account release.Account, err error) {
			if !plan.Cost().Free() {
				receipt, err = s.debit(p, in, plan)
			}
			return s.account(receipt), err
		},
		Progress: tell, Software: software, Now: s.now(),
	})
	if err != nil {
		return none, err
	}
	tell(protocol.Progress{Phase: protocol.PhaseWrite, Total: 1, Unit: "documents"})
	doc, err := result.Encode(result.K())
	if err != nil {
		return none, err
	}
	s.released = result
	kept := receipt.ID != "" && s.ledger.Keep(receipt.ID, string(doc)) == nil // shown in any case
	tell(protocol.Progress{Phase: protocol.PhaseWrite, Done: 1, Total: 1, Unit: "documents"})
	return protocol.Released{Document: string(doc), Kept: kept, MaxK: result.MaxK()}, nil
}

// account is what the document must state of the ledger.
func (s *Session) account(r ledger.Receipt) release.Account {
	return release.Account{
		Public: r.Public || s.isPublic(),
		Raises: r.History.Raises, Resets: r.History.Resets, Before: r.History.Before,
	}
}

// view answers another k of the last release at no cost.
func (s *Session) view(in protocol.View) (protocol.Viewed, error) {
	if s.released == nil {
		return protocol.Viewed{}, requestError("Nothing was released yet.")
	}
	doc, err := s.released.Encode(in.K)
	return protocol.Viewed{Document: string(doc)}, err
}

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
