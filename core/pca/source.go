package pca

import (
	"context"

	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// A Source sums the records of a table elsewhere: on a cluster, or where several holders keep theirs. Each sum is exact, of
// the same records at each call, at schema.Scale. progress is not nil.
type Source interface {
	// Sum sums the second moment under a schema.
	Sum(ctx context.Context, s *schema.Schema, progress func(Progress)) (*moment.Matrix, *Summary, error)
	// SumFeatures sums the features, as dataset.Reading.ReadSum does: what a mean is released from, under the norm rule sign.
	SumFeatures(ctx context.Context, s *schema.Schema, progress func(Progress)) (*dataset.FeatureSum, *Summary, error)
	// SumPass sums a pass of the norm rule mean.
	SumPass(ctx context.Context, s *schema.Schema, p passes.Pass, progress func(Progress)) (*passes.Sum, *Summary, error)
	// Identity recognises the records, after a sum, where they are summed again; nil where nothing does.
	Identity() []byte
}

// From gives the table of records that are summed elsewhere. Plans that read single records again, for a centre or a norm
// bound, are refused.
func From(src Source, s *schema.Schema, m *Machine) *Table {
	return &Table{source: src, schema: s, machine: m.complete()}
}

// recognised gives what a table's source has summed, once what it summed is fingerprinted. Records that are others than before end in ErrChanged.
func recognised[S any](ctx context.Context, t *Table, sum *S, summary *Summary, err error) (*S, *Summary, error) {
	if err != nil {
		return nil, nil, readingError(ctx, err)
	}
	identity := t.source.Identity()
	if identity == nil {
		return sum, summary, nil
	}
	digest := t.machine.Digest()
	if _, err := digest.Write(identity); err != nil {
		return nil, nil, err
	}
	now := digest.Sum()
	if t.fingerprint == "" {
		t.fingerprint = now
	}
	if t.fingerprint != now {
		return nil, nil, ErrChanged
	}
	return sum, summary, nil
}

// progressOrNone is a progress that may be called: nil is one that reports to nobody.
func progressOrNone(progress func(Progress)) func(Progress) {
	if progress == nil {
		return func(Progress) {}
	}
	return progress
}
