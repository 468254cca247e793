package pipeline

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"privatepca/core/dataset"
)

// sumRows reads ranges of a table whose rows are encoded one by one, and sums a bundle of them.
type sumRows struct {
	Job Job

	sum *sum
	tag *places
}

// StartBundle forgets what an earlier bundle, which may have failed, has summed.
func (f *sumRows) StartBundle(func(int, Tile), func(Done)) {
	f.sum, f.tag = nil, newPlaces(f.Job.Seed, "tag")
}

// ProcessElement adds the records of a range.
func (f *sumRows) ProcessElement(ctx context.Context, g Range, _ func(int, Tile), done func(Done)) error {
	return guarded(g.File, func() (err error) {
		if err := f.Job.Meeting.join(ctx); err != nil {
			return err
		}
		if f.sum == nil {
			if f.sum, err = newSum(&f.Job); err != nil {
				return err
			}
		}
		before := f.sum.counts.Rows
		d, err := g.read(ctx, f.Job.Dialect, func(run dataset.Run, start, end int64) error {
			run, err := g.records(f.Job.Dialect, run)
			if err == nil {
				err = f.sum.add(run)
			}
			if err != nil {
				return placed(err, g, start)
			}
			f.sum.counts.Tag += f.tag.tag(g.File, start, end)
			return nil
		})
		if err != nil {
			return err
		}
		d.Records = f.sum.counts.Rows - before
		f.sum.counts.Records += d.Records
		done(d)
		return nil
	})
}

// FinishBundle gives the bundle's sum.
func (f *sumRows) FinishBundle(emit func(int, Tile), _ func(Done)) {
	f.sum.emit(emit)
	f.sum = nil
}

func init() {
	register.DoFn4x1[context.Context, Range, func(int, Tile), func(Done), error](&sumRows{})
	register.Emitter1[Done]()
}
