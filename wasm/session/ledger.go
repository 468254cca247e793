package session

import (
	"bytes"
	"errors"

	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// request is what a release asks of the ledger.
func (p *prepared) request(in protocol.Release, cost privacy.Cost) ledger.Request {
	var b protocol.Budget
	if in.Budget != nil {
		b = *in.Budget
	}
	if p.schema.WorstProvenance() == schema.FromData {
		cost.Claim = privacy.NotPrivate
	}
	out := ledger.Request{
		Population:  b.Population,
		Fingerprint: p.table.Fingerprint(),
		Records:     p.table.Contents(),
		Account: ledger.Account{
			Relation: in.Relation, RowsPerPerson: max(1, p.schema.RowsPerPerson),
			PersonColumn: p.schema.PersonColumn, Delta: b.Delta, Accounting: b.Accounting,
		},
		Cap: b.Cap, Overlap: b.Overlap,
		Charge: ledger.ChargeOf(in.Mechanism, cost),
		Lent:   b.Accounting != "",
	}
	if b.Receipt != nil {
		out.Reservation = b.Receipt.ID
	}
	return out
}

// granted returns an error where a site's budget is to pay and has not set aside this release's cost, for these people. Whether the site has signed that is
// for who reads the document: the page asked it.
func granted(in protocol.Release, r ledger.Request) error {
	b := in.Budget
	if b == nil || b.Accounting == "" {
		return nil
	}
	c := b.Receipt
	if c == nil || c.Budget != r.Population || c.Cap != r.Cap || c.CapDelta != r.Account.Delta || c.Accounting != r.Account.Accounting || c.Document != "" ||
		(ledger.Charge{Mechanism: c.Mechanism, Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho, Claim: c.Claim, Mu: c.Mu}) != r.Charge ||
		c.Relation != r.Account.Relation || c.RowsPerPerson != r.Account.RowsPerPerson || c.PersonColumn != r.Account.PersonColumn {
		return requestError("The site’s budget has not set aside what this release costs. Nothing was drawn.")
	}
	return nil
}

// debit spends the whole release before its first draw. It returns an error where
// there must be none.
func (s *Session) debit(p *prepared, in protocol.Release, plan *pca.Plan) (ledger.Receipt, error) {
	if err := s.recognised(p); err != nil {
		return ledger.Receipt{}, err
	}
	r := p.request(in, plan.Cost())
	if err := granted(in, r); err != nil {
		return ledger.Receipt{}, err
	}
	if in.Budget != nil && in.Budget.Debit != "" { // by an earlier request to this worker
		if paid, ok := s.unused[in.Budget.Debit]; !ok || paid != r {
			return ledger.Receipt{}, requestError("This release is not the one that was debited. Ask for it again.")
		}
		delete(s.unused, in.Budget.Debit)
		b, err := s.ledger.Balance(r)
		if err != nil {
			return ledger.Receipt{}, refusal(s, p, in, err)
		}
		return ledger.Receipt{ID: in.Budget.Debit, History: b.History}, nil
	}
	if in.Budget != nil && in.Budget.Session { // nothing is debited for a file that was declared public there
		if b, err := s.ledger.Balance(r); err == nil && b.Public {
			return ledger.Receipt{Public: true}, nil
		}
	}
	receipt, err := s.ledger.Debit(r, false)
	if err != nil {
		return receipt, refusal(s, p, in, err)
	}
	return receipt, nil
}

// recognised returns an error where the file's fingerprint is not one that the ledger would
// find: it was taken while the browser kept nothing, and now the browser does.
func (s *Session) recognised(p *prepared) error {
	if bytes.Equal(p.key, s.ledger.Key()) {
		return nil
	}
	return fault.New(fault.CodeFile, "The browser’s storage has come back since the file was read, so the ledger cannot recognise it. Nothing was drawn. Choose the file again.")
}

// debitSession spends a release in the session, before the page asks for it.
func (s *Session) debitSession(in protocol.Release) (protocol.Debited, error) {
	var none protocol.Debited
	p := s.prepared
	if p == nil {
		return none, notPrepared()
	}
	if in.Budget == nil || !in.Budget.Session {
		return none, requestError("A ledger that ends with the page needs consent.")
	}
	plan, err := pca.NewPlan(p.schema, in.Choices)
	if err != nil {
		return none, err
	}
	if err := s.recognised(p); err != nil {
		return none, err
	}
	if err := s.file.compareAll(s.meter()); err != nil {
		return none, err
	}
	r := p.request(in, plan.Cost())
	if err := granted(in, r); err != nil {
		return none, err
	}
	receipt, err := s.ledger.Debit(r, true)
	if err != nil {
		return none, refusal(s, p, in, err)
	}
	if receipt.ID != "" {
		s.unused[receipt.ID] = r
	}
	return protocol.Debited{Debit: receipt.ID, Session: s.ledger.Temporary()}, nil
}

// refusal words an error of the ledger for the curator.
func refusal(s *Session, p *prepared, in protocol.Release, err error) error {
	var refused *ledger.Refusal
	var blocked *ledger.Unavailable
	switch {
	case errors.As(err, &refused) && refused.Reason == ledger.OverCap:
		f := *fault.Of(err)
		if b, err := s.ledger.Balance(p.request(in, privacy.Cost{})); err == nil {
			f.Most = most(p, in, b)
		}
		return &f
	case errors.As(err, &blocked):
		return fault.New(fault.CodeBlocked, blockedText(blocked))
	}
	return err
}

func blockedText(b *ledger.Unavailable) string {
	return "The ledger cannot be kept: " + b.Why + ". Nothing was drawn."
}

// most is the largest ε of such a release that fits a balance; 0 for none.
func most(p *prepared, in protocol.Release, b *ledger.Balance) float64 {
	return b.Most(8*b.Cap, func(epsilon float64) (ledger.Charge, bool) {
		in.Epsilon = epsilon
		plan, err := pca.NewPlan(p.schema, in.Choices)
		if err != nil {
			return ledger.Charge{}, false
		}
		return p.request(in, plan.Cost()).Charge, true
	})
}

// balance says how a release would stand.
func (s *Session) balance(in protocol.Balance) (protocol.Balanced, error) {
	var out protocol.Balanced
	p := s.prepared
	if p == nil {
		return out, notPrepared()
	}
	plan, err := pca.NewPlan(p.schema, in.Release.Choices)
	if err != nil {
		return out, err
	}
	r := p.request(in.Release, plan.Cost())
	out.Fingerprint = ledger.Short(p.table.Fingerprint())
	out.Cap, out.Delta = r.Cap, r.Account.Delta
	if r.Lent {
		c, a := r.Charge, r.Account
		out.Charge = &protocol.Charge{
			Cost:     privacy.Part{Mechanism: c.Mechanism, Epsilon: c.Epsilon, Delta: c.Delta, Rho: c.Rho, Mu: c.Mu, Claim: c.Claim},
			Relation: a.Relation, RowsPerPerson: a.RowsPerPerson, PersonColumn: a.PersonColumn,
		}
	}
	b, err := s.ledger.Balance(r)
	var blocked *ledger.Unavailable
	var refused *ledger.Refusal
	switch {
	case errors.As(err, &blocked):
		out.Blocked = blocked.Why
		return out, nil
	case errors.As(err, &refused):
		out.Refused = fault.Of(err).Message
		return out, nil
	case err != nil:
		return out, err
	}
	out.Blocked = s.ledger.Blocked()
	out.KnownName, out.KnownFile, out.Public = b.KnownName, b.KnownFile, b.Public
	if b.Known {
		out.Name = b.Names[0]
	}
	out.Cap, out.Delta, out.Releases = b.Cap, b.Account.Delta, len(b.Charges)
	out.Spent, out.SpentRho, out.SpentMu = b.Spent.Epsilon, b.Spent.Rho, b.Spent.Mu
	out.Raises, out.Resets = b.History.Raises, b.History.Resets
	if b.Public || plan.Cost().Free() {
		return out, nil
	}
	if err := b.Check(r.Charge); err != nil {
		out.Refused = err.Error()
	}
	if after, err := b.After(r.Charge); err == nil {
		out.After, out.AfterRho, out.AfterMu, out.Plain = after.Epsilon, after.Rho, after.Mu, after.Plain
	}
	if b.Cap > 0 {
		out.Most = most(p, in.Release, b)
		if out.Refused == "" {
			out.Next = most(p, in.Release, b.With(r.Charge))
		}
	}
	return out, nil
}

// entry answers a document that the ledger has kept, with what was decided about it.
func (a accounts) entry(in protocol.GetEntry) (protocol.Released, error) {
	text, err := a.Document(in.ID)
	if err != nil {
		return protocol.Released{}, ledgerError(err)
	}
	out := protocol.Released{Document: text, Kept: true, Entry: in.ID}
	decided, err := ledger.Description(a.Ledger, in.ID)
	if every, gone := a.Document(allOf(in.ID)); gone == nil {
		if k, same := sameSet(text, every); same {
			out.Document = every
			if err != nil {
				decided = string(release.Decided(k).Encode())
			}
		}
	}
	out.Decisions = decided
	return out, nil
}

// allOf is the key under which earlier versions kept a document of all directions beside that of the k that was asked.
func allOf(id string) string { return id + "/all" }

// sameSet gives the k of the document that was asked, and whether that of all directions goes on with them: earlier versions chose for each k whether
// the shrunk directions are used.
func sameSet(asked, all string) (k int, same bool) {
	a, err := release.Decode([]byte(asked))
	if err != nil {
		return 0, false // the page says what is wrong with it
	}
	b, err := release.Decode([]byte(all))
	return a.NumComponents, err == nil && (a.Shrinkage == nil) == (b.Shrinkage == nil) && (a.Shrinkage == nil || a.Shrinkage.Used == b.Shrinkage.Used)
}

// describe keeps what was decided about a document that the ledger has, or its receipt.
func (a accounts) describe(in protocol.Describe) (protocol.Described, error) {
	var none protocol.Described
	if in.Document != "" {
		return none, ledgerError(a.receipted(in))
	}
	decisions, err := release.DecodeDecisions([]byte(in.Decisions))
	if err != nil {
		return none, fault.Public(fault.CodeRequest, err)
	}
	if _, err := a.Document(in.ID); err != nil {
		return none, ledgerError(err)
	}
	return none, ledgerError(ledger.Describe(a.Ledger, in.ID, string(decisions.Encode())))
}

// receipted keeps a document with its receipt in place of the same one without.
func (a accounts) receipted(in protocol.Describe) error {
	kept, err := a.Document(in.ID)
	if err != nil {
		return err
	}
	digest := func(text string) (*release.Document, string) {
		d, err := release.Decode([]byte(text))
		if err != nil {
			return nil, ""
		}
		sum, _ := release.Digest(d) // "" for none
		return d, sum
	}
	_, before := digest(kept)
	d, sum := digest(in.Document)
	if d == nil || d.Receipt == nil || d.Receipt.ID != in.ID || sum == "" || sum != before {
		return requestError("That is another document than the one that the ledger keeps.")
	}
	return a.Keep(in.ID, in.Document)
}

func (a accounts) export(protocol.Export) (protocol.Exported, error) {
	text, err := a.Export()
	return protocol.Exported{Text: text}, ledgerError(err)
}

func (a accounts) importLedger(in protocol.Import) (protocol.Populations, error) {
	n, err := 0, error(nil)
	if in.Session {
		err = a.Resume(in.Text)
	} else {
		n, err = a.Import(in.Text)
	}
	return a.changed(n, err)
}

func (a accounts) setCap(in protocol.Cap) (protocol.Populations, error) {
	return a.changed(0, a.SetCap(in.Population, in.Epsilon))
}

func (a accounts) reset(in protocol.Reset) (protocol.Populations, error) {
	return a.changed(0, a.Reset(in.Population))
}

// changed lists the ledger after a change, or words why there was none.
func (a accounts) changed(added int, err error) (protocol.Populations, error) {
	if err != nil {
		return protocol.Populations{}, ledgerError(err)
	}
	out, err := a.populations(protocol.Ledger{})
	out.Added = added
	return out, err
}

// ledgerError passes on what the ledger says: it never saw a record.
func ledgerError(err error) error {
	var blocked *ledger.Unavailable
	switch {
	case err == nil:
		return nil
	case errors.As(err, &blocked):
		return fault.New(fault.CodeBlocked, fault.Sentence(blocked.Why))
	}
	return fault.Public(fault.CodeRequest, err)
}

func notPrepared() error {
	return requestError("Nothing is prepared yet: open a file and say what is public about its columns.")
}
