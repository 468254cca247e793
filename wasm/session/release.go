package session

import (
	"context"
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
	plan, err := pca.NewPlan(p.schema, in.Choices)
	if err != nil {
		return none, err
	}
	if err := s.file.compareAll(s.meter()); err != nil {
		return none, err
	}
	s.drawn = true
	var receipt ledger.Receipt
	progress := s.meter()
	result, err := plan.Run(context.Background(), p.table, pca.Run{
		Debit: func() (account release.Account, err error) {
			if !plan.Cost().Free() {
				receipt, err = s.debit(p, in, plan)
			}
			return s.account(receipt), err
		},
		Progress: progress, Software: s.software, Now: s.now(),
	})
	if err != nil {
		return none, err
	}
	progress(protocol.Progress{Phase: protocol.PhaseWrite, Total: 1, Unit: "documents"})
	doc, err := result.Encode(result.K())
	if err != nil {
		return none, err
	}
	s.released = result
	erased, lost := ledger.Restore(s.ledger, receipt)                                        // a ledger that was cleared meanwhile has not undone the draw
	kept := receipt.ID != "" && lost == nil && s.ledger.Keep(receipt.ID, string(doc)) == nil // shown in any case
	progress(protocol.Progress{Phase: protocol.PhaseWrite, Done: 1, Total: 1, Unit: "documents"})
	out := protocol.Released{Document: string(doc), Kept: kept, Erased: erased && lost == nil, Lost: lost != nil, MaxK: result.MaxK()}
	if kept {
		out.Entry = receipt.ID
		s.after = func() { s.keepAll(receipt.ID, result) }
	}
	return out, nil
}

// mostLoadings bounds what the ledger keeps beyond the document as it was asked: all directions of 512 features, the first 64 of 4,096.
const mostLoadings = 1 << 18

// allOf is the key under which the ledger's store keeps the document of all directions of a spending.
func allOf(id string) string { return id + "/all" }

// mostKept is how many directions are kept of a release of k whose document could have maxK: at least the k that are kept already.
func mostKept(k, maxK int) int { return min(maxK, max(k, mostLoadings/(maxK+1))) }

// keepAll keeps the directions beyond those that were asked, where these were released, too: a larger k is free for ever, also
// when this worker is gone. Where they cannot be kept, the document as it was asked still is.
func (s *Session) keepAll(id string, r *pca.Result) {
	most := mostKept(r.K(), r.MaxK())
	if most <= r.K() {
		return
	}
	if text, err := r.Encode(most); err == nil {
		s.ledger.Keep(allOf(id), string(text)) // the spending and its document stand whether or not it can
	}
}

// account is what the document must state of the ledger.
func (s *Session) account(r ledger.Receipt) release.Account {
	changed, unknown := s.changedAfterCounts()
	return release.Account{
		Public: r.Public || s.isPublic(),
		Raises: r.History.Raises, Resets: r.History.Resets, Before: r.History.Before, Unprotected: r.History.Unprotected,
		ChangedAfterCounts: changed, ChangeUnknown: unknown, Overlaps: r.History.Overlaps,
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

// meter returns a function that posts progress, but for the first and last word of a phase at
// most five times a second, and less often the longer it takes: each word has the page drawn
// again, which takes processors from the workers where no graphics processor draws.
func (s *Session) meter() func(protocol.Progress) {
	const least, most = 200 * time.Millisecond, time.Second
	var phase string
	began := s.now()
	last := began
	return func(p protocol.Progress) {
		now := s.now()
		if p.Phase == phase && (p.Total == 0 || p.Done < p.Total) && now.Sub(last) < max(least, min(most, now.Sub(began)/4)) {
			return
		}
		phase, last = p.Phase, now
		s.send(protocol.TypeProgress, p)
	}
}
