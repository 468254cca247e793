package pca

import (
	"bytes"
	"context"
	"time"

	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// A Run is how a plan is run.
type Run struct {
	// Debit spends the plan's whole cost. It is asked once, after all is decided and before
	// the first draw; where it returns an error nothing is drawn. Required. The account says
	// what the document must state of the ledger.
	Debit func() (release.Account, error)

	Progress func(Progress)   // nil for none
	Software release.Software // what runs, for the document
	Now      time.Time        // its UTC date stands in the document; zero: the clock's
}

// NoLedger is a Debit that records nothing. The document says so.
func NoLedger() (release.Account, error) {
	return release.Account{Unrecorded: true, ChangeUnknown: true}, nil
}

// Run draws the release. It refuses a table of another schema, sums the table where that
// was not done, asks for the debit, draws the paid steps, then the mechanism.
//
// An error that is met after the debit of a plan that is not free is a *fault.Error with
// Spent set: the budget is gone, whatever became of the release. Where ctx ends, so does Run, between two pieces of
// reading, two steps, or two pieces of a mechanism's work.
func (p *Plan) Run(ctx context.Context, t *Table, r Run) (*Result, error) {
	switch {
	case r.Debit == nil:
		return nil, fault.New(fault.CodeRequest, "A release needs a debit before it is drawn: state who records it, or NoLedger.")
	case t.source != nil && (p.centre != nil || p.normBound != nil):
		return nil, summedElsewhere()
	case !bytes.Equal(t.schema.Encode(), p.Schema().Encode()):
		return nil, fault.New(fault.CodeSchema, "The table was opened under another schema than the release was planned for.")
	}
	if r.Progress == nil {
		r.Progress = func(Progress) {}
	}
	if r.Now.IsZero() {
		r.Now = time.Now()
	}
	if _, err := t.Sum(ctx, r.Progress); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	account, err := r.Debit()
	if err != nil {
		return nil, err
	}
	d := drawing{ctx: ctx, plan: p, table: t, progress: r.Progress, schema: *t.schema, matrix: t.matrix}
	result, err := d.run()
	if err != nil && p.cost.Free() {
		return nil, err
	}
	if err != nil {
		return nil, spent(ctx, err)
	}
	if d.cut != nil {
		d.normBound = d.cut.Radius
	}
	result.setting = release.Setting{
		Schema: p.Schema(), Scale: schema.Scale, Centre: d.centre, NormBound: d.normBound,
		Relation: p.decided.Choices.Relation, Persons: t.persons(), Account: account, Software: r.Software, Now: r.Now,
	}
	return result, nil
}
