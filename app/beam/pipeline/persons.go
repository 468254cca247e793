package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"privatepca/core/dataset"
	"privatepca/core/fault"
)

// readRows gives each record of a range with the id of its person, or with the bucket that it is paired in.
type readRows struct {
	Job Job

	tag, key *places
	persons  *dataset.Persons // nil where no column names the person
}

// StartBundle prepares the keys.
func (f *readRows) StartBundle(func(string, Row), func(Done)) error {
	f.tag, f.key = newPlaces(f.Job.Seed, "tag"), newPlaces(f.Job.Seed, "pairing")
	s, err := f.Job.parse()
	if err != nil {
		return err
	}
	f.persons, err = dataset.NewPersons(s, f.Job.Dialect.Header)
	return err
}

// ProcessElement gives the records of a range. A row of nobody has the id "", which is nobody's.
func (f *readRows) ProcessElement(ctx context.Context, g Range, emit func(string, Row), done func(Done)) error {
	return guarded(g.File, func() error {
		if err := f.Job.Meeting.join(ctx); err != nil {
			return err
		}
		records := int64(0)
		d, err := g.read(ctx, f.Job.Dialect, func(run dataset.Run, start, end int64) error {
			text := bytes.Clone(run.Text) // reading may write to a run
			r := dataset.NewRunReader(g.own(f.Job.Dialect), run)
			at := int64(0)
			for {
				record, err := r.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					return placed(err, g, start)
				}
				next := min(r.Offset(), int64(len(text)))
				row := Row{
					File: g.Number, Start: start + at, Text: g.record(f.Job.Dialect, text[at:next]), Key: bytes.Clone(f.key.at(g.File, start+at)[:16]),
					Tag: f.tag.tag(g.File, start+at, start+next),
				}
				id := ""
				if f.persons != nil && len(g.Cells) > 0 {
					if record, err = dataset.NewRunReader(f.Job.Dialect, dataset.Run{Text: bytes.Clone(row.Text)}).Next(); err != nil {
						return placed(err, g, start)
					}
				}
				if f.persons != nil {
					id = string(f.persons.ID(record))
				} else {
					id = fmt.Sprint(bucket(row.Key, f.Job.Buckets))
				}
				emit(id, row)
				records++
				at = next
			}
			if rest := f.tag.tag(g.File, start+at, end); rest != 0 { // empty lines
				emit("", Row{File: g.Number, Start: start + at, Tag: rest})
			}
			return nil
		})
		if err != nil {
			return err
		}
		d.Records = records
		done(d)
		return nil
	})
}

// placed says where in a file an error is: lines are not counted in the middle of one.
func placed(err error, g Range, start int64) error {
	var f *fault.Error
	if g.Whole || !errors.As(err, &f) {
		return err
	}
	here := *f
	here.Line = 0
	here.Message = fmt.Sprintf("behind byte %d: %s", start, f.Message)
	return &here
}

// firstRows keeps a person's first Most rows, by file and offset, and fewer than twice as many at any time: what is behind them is cut off only
// when as many were added, so that a row costs the logarithm of Most, in whatever order rows come. Of rows in the order of a file all but the first
// Most cost one comparison. With Most = 3,000 the first rows of 494,021 took 106 s of CPU by sorting for each row.
type firstRows struct{ Most int }

// CreateAccumulator starts without rows.
func (*firstRows) CreateAccumulator() Kept { return Kept{} }

// AddInput takes a row. Once there are Most, the first Most are sorted.
func (f *firstRows) AddInput(k Kept, r Row) Kept {
	k.Tag += r.Tag
	if r.Text == nil {
		return k
	}
	k.Records++
	if len(k.Rows) >= f.Most && byPlace(k.Rows[f.Most-1], r) < 0 {
		return k // behind those that are kept
	}
	k.Rows = append(k.Rows, r)
	if n := len(k.Rows); n == f.Most || n == 2*f.Most {
		k.Rows = f.first(k.Rows)
	}
	return k
}

// MergeAccumulators joins two.
func (f *firstRows) MergeAccumulators(a, b Kept) Kept {
	return Kept{f.first(slices.Concat(a.Rows, b.Rows)), a.Tag + b.Tag, a.Records + b.Records}
}

// ExtractOutput gives them.
func (f *firstRows) ExtractOutput(k Kept) Kept {
	k.Rows = f.first(k.Rows)
	return k
}

func (f *firstRows) first(rows []Row) []Row {
	slices.SortFunc(rows, byPlace)
	return rows[:min(len(rows), f.Most)]
}

func byPlace(a, b Row) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start)) }

// keepRows sums the rows that were kept, or passes them on to their buckets.
type keepRows struct {
	Job Job

	sum *sum
}

// StartBundle forgets what an earlier bundle has summed.
func (f *keepRows) StartBundle(func(int, Tile)) { f.sum = nil }

// ProcessElement adds the rows of one person.
func (f *keepRows) ProcessElement(id string, k Kept, _ func(int, Tile)) error {
	return guarded("a row", func() (err error) {
		if f.sum == nil {
			if f.sum, err = newSum(&f.Job); err != nil {
				return err
			}
		}
		for _, row := range f.sum.person(id, k) {
			if err := f.sum.add(dataset.Run{Text: row.Text}); err != nil {
				return err
			}
		}
		return nil
	})
}

// FinishBundle gives the bundle's sum.
func (f *keepRows) FinishBundle(emit func(int, Tile)) {
	f.sum.emit(emit)
	f.sum = nil
}

func init() {
	register.DoFn4x1[context.Context, Range, func(string, Row), func(Done), error](&readRows{})
	register.Emitter2[string, Row]()
	register.Combiner2[Kept, Row](&firstRows{})
	register.DoFn3x1[string, Kept, func(int, Tile), error](&keepRows{})
}

// person counts what was read of one person, and gives the rows that were kept: none where id is empty, of rows of nobody.
func (s *sum) person(id string, k Kept) []Row {
	s.counts.Tag += k.Tag
	s.counts.Records += k.Records
	if id == "" {
		return nil
	}
	s.counts.Persons++
	return k.Rows
}
