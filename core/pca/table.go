package pca

import (
	"context"
	"encoding/binary"
	"errors"
	"math"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/plan"
	"privatepca/core/schema"
)

// Progress says how far the work is.
type Progress = plan.Progress

// A Summary tells what reading a table met: counts for the curator, never a cell.
type Summary = dataset.Summary

// A Table is a file under a schema. It is not safe for concurrent use.
type Table struct {
	file    File   // nil where the records are summed elsewhere
	source  Source // then
	schema  *schema.Schema
	machine Machine

	summed      bool
	matrix      *moment.Matrix      // nil before Sum, and where records have no vectors before a mean was released
	features    *dataset.FeatureSum // then: what that mean is released from
	kept        passes.Store        // under the norm rule mean: the rows, where they fit into memory
	summary     Summary
	fingerprint string // of the text, once it was read to its end
	contents    string // of its records, then, under the machine's key
}

// Open gives the table of a file under a schema. It reads nothing.
func Open(f File, s *schema.Schema, m *Machine) *Table {
	return &Table{file: f, schema: s, machine: m.complete()}
}

// Schema is the table's. The caller must not change it.
func (t *Table) Schema() *schema.Schema { return t.schema }

// Machine is a copy of what the table is read with.
func (t *Table) Machine() Machine { return t.machine }

// Fingerprint is the digest of the file's text; "" before the file was read to its end.
func (t *Table) Fingerprint() string { return t.fingerprint }

// Contents recognises the records of the file under the machine's RecordKey, as dataset.Contents does; "" before the file was read to
// its end, without a key, and where the records are summed elsewhere.
func (t *Table) Contents() string { return t.contents }

// Matrix is the exact second moment; nil before Sum, and under the norm rule sign without a centre. It is not private: it is for practice
// on public data, and for the laboratory.
func (t *Table) Matrix() *moment.Matrix { return t.matrix }

// Features is the exact sum that a mean is released from under the norm rules sign and mean; nil where a centre was stated, or before Sum. It
// is not private: it is for moment files, which are sealed.
func (t *Table) Features() *dataset.FeatureSum { return t.features }

// ExactMean is the exact mean of the features under the norm rule sign, rounded to millionths; nil where a
// centre was stated, or before Sum. It is not private: it is for comparing sums.
func (t *Table) ExactMean() []float64 {
	if t.features == nil {
		return nil
	}
	mean := make([]float64, len(t.features.Sum))
	for i, x := range t.features.Sum {
		mean[i] = math.Round(float64(x)/float64(max(1, t.features.Rows))/schema.Scale*1e6) / 1e6
	}
	return mean
}

// Kept reports whether the rows are in memory, so that the norm rule mean reads nothing again.
func (t *Table) Kept() bool { return t.kept != nil }

// worthSharing is the size, in bytes, from which a file is read with helpers: below it the
// sums' way back costs more.
const worthSharing = 1 << 20

// read is a schema with the dialect in which the file is read.
func (t *Table) read(s *schema.Schema) *schema.Schema {
	d := written(t.file, s.Dialect)
	if t.machine.decodes(d) {
		d.Encoding = schema.UTF8
	}
	if d == s.Dialect {
		return s
	}
	own := *s
	own.Dialect = d
	return &own
}

// isLarge reports whether the file is worth sharing; one of unknown size may be.
func (t *Table) isLarge() bool {
	size := t.file.Size()
	return size == 0 || size >= worthSharing
}

// Sum reads the file and sums the second moment, or the features where the norm rule is sign and no centre
// is stated, once; later calls return what stands. It
// refuses a schema that makes fewer than two features. Where it fails nothing is kept.
// progress may be nil.
func (t *Table) Sum(ctx context.Context, progress func(Progress)) (*Summary, error) {
	if t.summed {
		return &t.summary, nil
	}
	if err := t.schema.Validate(); err != nil {
		return nil, schema.Fault(err)
	}
	if t.schema.D() < 2 {
		return nil, fault.New(fault.CodeSchema, "The columns make one feature only. A subspace needs at least two: take in another column.")
	}
	var summary *Summary
	var err error
	switch {
	case t.schema.NormRule == schema.Mean:
		var sum *passes.Sum
		over := passOver{table: t, pass: passes.First(), room: max(0, t.machine.rowsMemory()), phase: plan.PhaseRead, progress: progressOrNone(progress)}
		if sum, summary, err = over.count(ctx); err == nil {
			t.features = sum.Features()
		}
	case plan.NeedsMean(t.schema):
		t.features, summary, err = t.sumFeatures(ctx, progress)
	default:
		t.matrix, summary, err = t.sum(ctx, t.schema, progress)
	}
	if err != nil {
		t.Forget()
		t.features, t.matrix = nil, nil
		return nil, err
	}
	t.summed, t.summary = true, *summary
	return &t.summary, nil
}

// sumFeatures reads the file and sums the features of its records: what their mean is released from.
func (t *Table) sumFeatures(ctx context.Context, progress func(Progress)) (sum *dataset.FeatureSum, summary *Summary, err error) {
	if t.source != nil {
		sum, summary, err = t.source.SumFeatures(ctx, t.schema, progressOrNone(progress))
		return recognised(ctx, t, sum, summary, err)
	}
	r := t.reading(ctx, plan.PhaseRead, progress)
	defer func() { err = r.end(err) }()
	if shared, ok := t.machine.Sharing.(FeatureReader); ok && t.isLarge() && t.schema.PersonColumn == "" {
		return shared.SumFeatures(r.open(), t.read(t.schema), func(records int64) { r.records = records })
	}
	return t.machine.reader().ReadSum(r.open(), t.read(t.schema), func() { r.records++ })
}

// sum reads the file and sums the second moment under a schema of the table's columns.
func (t *Table) sum(ctx context.Context, s *schema.Schema, progress func(Progress)) (matrix *moment.Matrix, summary *Summary, err error) {
	if t.source != nil {
		matrix, summary, err = t.source.Sum(ctx, s, progressOrNone(progress))
		return recognised(ctx, t, matrix, summary, err)
	}
	r := t.reading(ctx, plan.PhaseRead, progress)
	defer func() { err = r.end(err) }()
	if t.machine.Sharing != nil && t.isLarge() && dataset.Divisible(s) {
		return t.machine.Sharing.Sum(r.open(), t.read(s), func(records int64) { r.records = records })
	}
	a := moment.NewAccumulatorWith(t.machine.Sums, s.D(), schema.Scale)
	add := func(q []int16) error {
		r.records++
		return a.Add(q)
	}
	if s.NormRule == schema.Pairs {
		var seed [32]byte
		for i := 0; i < len(seed); i += 8 {
			binary.LittleEndian.PutUint64(seed[i:], t.machine.Random.Uint64())
		}
		summary, err = t.machine.reader().ReadPairs(r.open, t.read(s), seed, add)
	} else {
		summary, err = t.machine.reader().Read(r.open(), t.read(s), add)
	}
	return a.Matrix(), summary, err
}

// Under gives the table of the same file, summed under another schema. The text must be
// the same: else it returns ErrChanged. progress may be nil.
func (t *Table) Under(ctx context.Context, s *schema.Schema, progress func(Progress)) (*Table, error) {
	other := &Table{file: t.file, source: t.source, schema: s, machine: t.machine, fingerprint: t.fingerprint, contents: t.contents}
	_, err := other.Sum(ctx, progress)
	return other, err
}

// AboutMean gives the table of the same file about the exact mean of its features, for a schema that would have a
// release draw one. The mean is not private: this is for practice on public data, and for comparing sums. progress
// may be nil.
func (t *Table) AboutMean(ctx context.Context, progress func(Progress)) (*Table, error) {
	if _, err := t.Sum(ctx, progress); err != nil {
		return nil, err
	}
	s := *t.schema
	s.Centre, s.Point = schema.CentrePoint, t.ExactMean()
	return t.Under(ctx, &s, progress)
}

// Each reads the file once more and gives the encoded vector of each record that counts,
// of length d at schema.Scale, to f; the vector is reused. The schema is one of the
// table's columns, with a norm rule other than pairs. It stops at f's first error.
// progress may be nil.
func (t *Table) Each(ctx context.Context, s *schema.Schema, progress func(Progress), f func(q []int16) error) error {
	return t.each(ctx, s, plan.PhaseRead, progress, f)
}

func (t *Table) each(ctx context.Context, s *schema.Schema, phase string, progress func(Progress), f func(q []int16) error) (err error) {
	if t.file == nil {
		return summedElsewhere()
	}
	r := t.reading(ctx, phase, progress)
	var own error // f's
	_, err = t.machine.reader().Read(r.open(), t.read(s), func(q []int16) error {
		r.records++
		own = f(q)
		return own
	})
	if err = r.end(err); own != nil && !errors.Is(own, moment.ErrFull) {
		return own
	}
	return err
}

// Norms reads the file once more and gives the length ‖e − centre‖ of each record that
// counts, in scaled units before the norm rule, to f. progress may be nil.
func (t *Table) Norms(ctx context.Context, s *schema.Schema, progress func(Progress), f func(norm float64)) (err error) {
	if t.file == nil {
		return summedElsewhere()
	}
	r := t.reading(ctx, plan.PhaseNormBound, progress)
	defer func() { err = r.end(err) }()
	_, err = t.machine.reader().ReadNorms(r.open(), t.read(s), func(norm float64) {
		r.records++
		f(norm)
	})
	return err
}

// Unmatched reads the file once more and lists the values that are none of their column's levels. It holds cells of FewestPeople people or more:
// it is for the screen of the table's owner alone. progress may be nil.
func (t *Table) Unmatched(ctx context.Context, progress func(Progress)) (list []dataset.Unmatched, err error) {
	if t.file == nil {
		return nil, fault.New(fault.CodeRequest, "These records are summed elsewhere: values that match no level can be listed only where the table is. Leave the list out.")
	}
	r := t.reading(ctx, plan.PhaseRead, progress)
	defer func() { err = r.end(err) }()
	return t.machine.reader().Unmatched(r.open(), t.read(t.schema))
}

// persons is N where it is known: the rows when each is a person, the counted persons when
// a column names them, else 0.
func (t *Table) persons() int64 {
	switch {
	case t.schema.PersonColumn != "":
		return t.summary.Persons
	case t.schema.RowsPerPerson == 1:
		return t.summary.Rows
	}
	return 0
}

func summedElsewhere() error {
	return fault.New(fault.CodeRequest, "These records are summed elsewhere, and single ones cannot be read again. Leave out the steps that do: a noisy centre, a drawn norm bound.")
}
