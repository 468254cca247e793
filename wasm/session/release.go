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
			return s.account(receipt, in.Budget), err
		},
		Progress: progress, Software: s.software, Now: s.now(),
	})
	if err != nil {
		return none, err
	}
	progress(protocol.Progress{Phase: protocol.PhaseWrite, Total: 1, Unit: "documents"})
	doc, err := result.Encode(result.AtHand())
	if err != nil {
		return none, err
	}
	decided := string(release.Decided(result.K()).Encode())
	erased, lost := ledger.Restore(s.ledger, receipt)                                          // a ledger that was cleared meanwhile has not undone the draw
	kept := receipt.ID != "" && lost == nil && s.keep(receipt.ID, string(doc), decided) == nil // shown in any case
	progress(protocol.Progress{Phase: protocol.PhaseWrite, Done: 1, Total: 1, Unit: "documents"})
	out := protocol.Released{Document: string(doc), Decisions: decided, Kept: kept, Erased: erased && lost == nil, Lost: lost != nil}
	if kept {
		out.Entry = receipt.ID
	}
	return out, nil
}

// keep stores a document beside its spending, what was decided about it first: a worker that ends in between leaves no document of another k.
func (s *Session) keep(id, document, decided string) error {
	if err := ledger.Describe(s.ledger, id, decided); err != nil {
		return err
	}
	return s.ledger.Keep(id, document)
}

// account is what the document must state of the ledger, and of the site's that paid.
func (s *Session) account(r ledger.Receipt, paid *protocol.Budget) release.Account {
	changed, unknown := changedAfterCounts(s)
	if h := &r.History; paid != nil && paid.Receipt != nil && !r.Public {
		c := paid.Receipt
		h.Raises, h.Resets, h.Before, h.Unprotected = max(h.Raises, c.Raises), max(h.Resets, c.Resets), max(h.Before, c.LeftOut), max(h.Unprotected, c.Unprotected)
	}
	return release.Account{
		Public: r.Public || s.isPublic(),
		Raises: r.History.Raises, Resets: r.History.Resets, Before: r.History.Before, Unprotected: r.History.Unprotected,
		ChangedAfterCounts: changed, ChangeUnknown: unknown, Overlaps: r.History.Overlaps,
	}
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
