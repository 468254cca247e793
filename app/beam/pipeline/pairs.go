package pipeline

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"privatepca/core/dataset"
)

// Rows are paired without a central place. Each has a 128-bit key, a keyed hash of its place: an engine that computes lost work
// again gives it the same one, where fresh randomness would lose rows and pair others twice. Rows go to buckets by their key's
// leading bits, are sorted by key there, and paired one after another; the one that may be left over in each bucket is paired with those
// of other buckets, in the order of their keys. Keys are as good as independent and uniform, and none depends on what a row
// holds: so the order of the rows is uniform, given how many each bucket has, and so is the matching over all matchings.

// scatter passes the rows that were kept of each person to their buckets. It counts what the rows that go on do not carry.
type scatter struct {
	Job Job

	sum *sum
}

// StartBundle forgets what an earlier bundle has counted.
func (f *scatter) StartBundle(func(string, Row), func(int, Tile)) { f.sum = nil }

// ProcessElement passes one person's rows on.
func (f *scatter) ProcessElement(id string, k Kept, emit func(string, Row), _ func(int, Tile)) error {
	return guarded("a row", func() (err error) {
		if f.sum == nil {
			if f.sum, err = newSum(&f.Job); err != nil {
				return err
			}
		}
		for _, row := range f.sum.person(id, k) {
			f.sum.counts.Tag -= row.Tag
			emit(fmt.Sprint(bucket(row.Key, f.Job.Buckets)), row)
		}
		return nil
	})
}

// FinishBundle gives the bundle's counts.
func (f *scatter) FinishBundle(_ func(string, Row), emit func(int, Tile)) {
	f.sum.emit(emit)
	f.sum = nil
}

// pairRows pairs the rows of a bucket. The row that is left over goes on, or, in the last place, contributes nothing.
type pairRows struct {
	Job  Job
	Last bool
	Held bool // the rows' records were counted before, with their persons

	sum *sum
}

// StartBundle forgets what an earlier bundle has summed.
func (f *pairRows) StartBundle(func(int, Tile), func(string, Row)) { f.sum = nil }

// ProcessElement pairs the rows of one bucket.
func (f *pairRows) ProcessElement(_ string, next func(*Row) bool, _ func(int, Tile), over func(string, Row)) error {
	return guarded("a row", func() (err error) {
		if f.sum == nil {
			if f.sum, err = newSum(&f.Job); err != nil {
				return err
			}
		}
		var rows []Row
		var row Row
		for next(&row) {
			f.sum.counts.Tag += row.Tag
			if row.Text == nil {
				row = Row{}
				continue
			}
			if !f.Last {
				f.sum.counts.Rows++
				if !f.Held {
					f.sum.counts.Records++
				}
			}
			rows = append(rows, row)
			row = Row{}
		}
		slices.SortFunc(rows, func(a, b Row) int {
			return cmp.Or(bytes.Compare(a.Key, b.Key), cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start))
		})
		for ; len(rows) >= 2; rows = rows[2:] {
			var two [2]dataset.PackedRow
			for i := range two {
				if two[i], err = f.sum.pack(rows[i].Text); err != nil {
					return err
				}
			}
			if err := f.sum.pair(two[0], two[1]); err != nil {
				return err
			}
		}
		if len(rows) == 1 && !f.Last {
			f.sum.counts.Tag -= rows[0].Tag // it is counted where the row is paired
			over("", rows[0])
		}
		return nil
	})
}

// FinishBundle gives the bundle's sum.
func (f *pairRows) FinishBundle(emit func(int, Tile), _ func(string, Row)) {
	f.sum.emit(emit)
	f.sum = nil
}

func init() {
	register.DoFn4x1[string, Kept, func(string, Row), func(int, Tile), error](&scatter{})
	register.DoFn4x1[string, func(*Row) bool, func(int, Tile), func(string, Row), error](&pairRows{})
	register.Iter1[Row]()
}
