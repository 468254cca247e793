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

// sumElsewhere asks the source for the second moment.
func (t *Table) sumElsewhere(ctx context.Context, s *schema.Schema, progress func(Progress)) (*moment.Matrix, *Summary, error) {
	matrix, summary, err := t.source.Sum(ctx, s, progressOrNone(progress))
	if err != nil {
		return nil, nil, readingError(ctx, err)
	}
	return matrix, summary, t.recognise()
}

// sumFeaturesElsewhere asks the source for the features.
func (t *Table) sumFeaturesElsewhere(ctx context.Context, progress func(Progress)) (*dataset.FeatureSum, *Summary, error) {
	sum, summary, err := t.source.SumFeatures(ctx, t.schema, progressOrNone(progress))
	if err != nil {
		return nil, nil, readingError(ctx, err)
	}
	return sum, summary, t.recognise()
}

// recognise fingerprints what was summed. Records that are others than before end in ErrChanged.
func (t *Table) recognise() error {
	identity := t.source.Identity()
	if identity == nil {
		return nil
	}
	digest := t.machine.Digest()
	if _, err := digest.Write(identity); err != nil {
		return err
	}
	now := digest.Sum()
	if t.fingerprint == "" {
		t.fingerprint = now
	}
	if t.fingerprint != now {
		return ErrChanged
	}
	return nil
}

// progressOrNone is a progress that may be called: nil is one that reports to nobody.
func progressOrNone(progress func(Progress)) func(Progress) {
	if progress == nil {
		return func(Progress) {}
	}
	return progress
}
