package pca

import (
	"context"
	"errors"
	"fmt"
	"io"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/passes"
	"privatepca/core/plan"
	"privatepca/core/schema"
)

// A PassReader is a Reader that also sums the passes of the norm rule mean. It keeps the rows, where all of them fit into that many bytes, for later
// passes: nil where they do not.
type PassReader interface {
	SumPass(src io.Reader, s *schema.Schema, p passes.Pass, room int64, progress func(records int64)) (*passes.Sum, *dataset.Summary, passes.Store, error)
}

// SumPass reads the file once and sums one pass of the norm rule mean. The sum is not private: it is for moment files, which are sealed, and for
// comparing sums. progress may be nil.
func (t *Table) SumPass(ctx context.Context, p passes.Pass, progress func(Progress)) (*passes.Sum, *Summary, error) {
	if err := t.schema.Validate(); err != nil {
		return nil, nil, schema.Fault(err)
	}
	over := passOver{table: t, pass: p, phase: plan.PhaseRead, progress: progressOrNone(progress)}
	return over.count(ctx)
}

// A passOver is a pass of the norm rule mean over the rows of a table.
type passOver struct {
	table    *Table
	pass     passes.Pass
	room     int64 // rows that are read are kept where they fit into that many bytes; who asks for that forgets them after an error
	phase    string
	progress func(Progress)
}

// count sums a pass that meets the rows for the first time: it refuses more of them than can be summed.
func (o passOver) count(ctx context.Context) (*passes.Sum, *Summary, error) {
	sum, summary, err := o.sum(ctx)
	if err == nil {
		err = tooMany(o.table.schema, summary.Rows)
	}
	return sum, summary, err
}

// sum sums elsewhere, over the rows that an earlier pass has kept, or of the file, read again.
func (o passOver) sum(ctx context.Context) (*passes.Sum, *Summary, error) {
	t := o.table
	if t.source != nil {
		sum, summary, err := t.source.SumPass(ctx, t.schema, o.pass, o.progress)
		return recognised(ctx, t, sum, summary, err)
	}
	if t.kept == nil {
		return o.read(ctx)
	}
	total := t.kept.Len()
	tell := func(done int64) {
		o.progress(Progress{Phase: o.phase, Done: done, Total: total, Unit: "rows", Records: done})
	}
	tell(0)
	sum, err := t.kept.SumPass(ctx, t.schema, o.pass, t.machine.Sums, tell)
	if errors.Is(err, passes.ErrLost) {
		t.Forget()
		return o.read(ctx)
	}
	if err != nil {
		return nil, nil, readingError(ctx, err)
	}
	return sum, &t.summary, nil
}

// read reads the file, with helpers where it is large and its rows can be shared.
func (o passOver) read(ctx context.Context) (sum *passes.Sum, summary *Summary, err error) {
	t := o.table
	r := t.reading(ctx, o.phase, o.progress)
	defer func() { err = r.end(err) }()
	s := t.read(t.schema)
	if shared, ok := t.machine.Sharing.(PassReader); ok && t.isLarge() && dataset.Divisible(s) {
		sum, summary, t.kept, err = shared.SumPass(r.open(), s, o.pass, o.room, func(records int64) { r.records = records })
		return sum, summary, err
	}
	if sum, err = passes.New(s, o.pass, t.machine.Sums); err != nil {
		return nil, nil, err
	}
	kept := passes.NewRows(s, passes.NewRoom(o.room))
	summary, err = t.machine.reader().ReadRows(r.open(), s, func(row []int16) error {
		r.records++
		kept.Add(row)
		return sum.Add(row)
	})
	if o.room > 0 && kept.Whole() {
		t.kept = passes.Kept{kept}
	}
	return sum, summary, err
}

// eachRow gives each row of the lattice to each, in the file's order: those that one reader has kept, or of the file, read again.
func eachRow(ctx context.Context, t *Table, phase string, progress func(Progress), each func(row []int16) error) (err error) {
	if own, ok := t.kept.(passes.Kept); ok && len(own) == 1 {
		done := int64(0)
		return own[0].Each(ctx, func(more int64) {
			done += more
			progress(Progress{Phase: phase, Done: done, Total: own.Len(), Unit: "rows", Records: done})
		}, each)
	}
	if t.file == nil {
		return summedElsewhere()
	}
	r := t.reading(ctx, phase, progress)
	defer func() { err = r.end(err) }()
	_, err = t.machine.reader().ReadRows(r.open(), t.read(t.schema), func(row []int16) error {
		r.records++
		return each(row)
	})
	return err
}

// Forget overwrites rows that were kept in memory. A release then reads the file again.
func (t *Table) Forget() {
	if t.kept != nil {
		t.kept.Forget()
		t.kept = nil
	}
}

// tooMany refuses more weighted rows than 64 bits hold exactly.
func tooMany(s *schema.Schema, rows int64) error {
	if s.RowWeight == nil || rows <= schema.MostWeightedRows {
		return nil
	}
	return fault.New(fault.CodeFile, fmt.Sprintf("Weighted rows are summed exactly up to %d, and the file has more: take a sample of them, or leave row_weight out.", schema.MostWeightedRows))
}
