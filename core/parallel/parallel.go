// Package parallel shares the reading of one file among goroutines.
//
// One goroutine reads the bytes once, in order, and cuts them into runs of whole records. The
// others encode and sum what runs they take. Sums are exact integers: their total is the same
// bits for any number of goroutines and any order.
//
// The rule of this package: a sum is given only when every run was summed once. An error is the
// one that a single reader would have met first.
package parallel

import (
	"errors"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

const (
	// runSize is how many bytes a run has at most, but for one of a single record: some
	// milliseconds' work.
	runSize = 256 << 10
	// spare is the room behind a run's text that lets a reader work on it in place.
	spare = 64
	// mostThreads bounds the sums that are held: one for each thread.
	mostThreads = 256
)

// A Reader reads with a number of threads. It may be used for any number of files, one after
// another.
type Reader struct {
	threads int
	runSize int
}

// New returns a reader of that many threads, at least 1 and at most 256.
func New(threads int) *Reader {
	return &Reader{threads: max(1, min(threads, mostThreads)), runSize: runSize}
}

// Sum reads a file from its first byte and sums its second moment, at schema.Scale, under a schema whose rows are encoded one
// by one (dataset.Divisible). It reports the number of records read now and then. Errors are those of dataset.Read, besides
// moment.ErrFull.
func (r *Reader) Sum(src io.Reader, s *schema.Schema, progress func(records int64)) (*moment.Matrix, *dataset.Summary, error) {
	total := moment.NewAccumulator(s.D(), schema.Scale)
	summary, err := r.share(src, s.Dialect, progress, func(d dataset.Dialect) (*worker, error) {
		part, err := dataset.Reading{}.NewPart(s, d)
		if err != nil {
			return nil, err
		}
		sums := moment.NewAccumulator(s.D(), schema.Scale)
		return &worker{
			part: part,
			read: func(run dataset.Run) error { return part.Read(run, sums.Add) },
			add:  func() error { return total.Merge(sums) },
		}, nil
	})
	if err != nil {
		return nil, nil, err
	}
	return total.Matrix(), summary, nil
}

// SumFeatures reads a file from its first byte and sums the features of its records, as dataset.Reading.ReadSum does, under a
// schema without a person column.
func (r *Reader) SumFeatures(src io.Reader, s *schema.Schema, progress func(records int64)) (*dataset.FeatureSum, *dataset.Summary, error) {
	total := dataset.NewFeatureSum(s.D())
	summary, err := r.share(src, s.Dialect, progress, func(d dataset.Dialect) (*worker, error) {
		part, err := dataset.Reading{}.NewFeaturePart(s, d)
		if err != nil {
			return nil, err
		}
		sums := dataset.NewFeatureSum(s.D())
		return &worker{
			part: part,
			read: func(run dataset.Run) error { return part.ReadFeatures(run, sums) },
			add:  func() error { total.Add(sums); return nil },
		}, nil
	})
	if err != nil {
		return nil, nil, err
	}
	return total, summary, nil
}

// SumPass reads a file from its first byte and sums a pass of the norm rule mean, under a schema without a person column. Each thread keeps the
// rows that it has read, where all of them fit into that many bytes; nil where they do not.
func (r *Reader) SumPass(src io.Reader, s *schema.Schema, p passes.Pass, room int64, progress func(records int64)) (*passes.Sum, *dataset.Summary, passes.Store, error) {
	total, err := passes.New(s, p, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	shared := passes.NewRoom(room)
	var kept passes.Kept
	summary, err := r.share(src, s.Dialect, progress, func(d dataset.Dialect) (*worker, error) {
		part, err := dataset.Reading{}.NewRowPart(s, d)
		if err != nil {
			return nil, err
		}
		sum, err := passes.New(s, p, nil)
		rows := passes.NewRows(s, shared)
		kept = append(kept, rows)
		return &worker{
			part: part,
			read: func(run dataset.Run) error {
				return part.ReadRows(run, func(row []int16) error {
					rows.Add(row)
					return sum.Add(row)
				})
			},
			add: func() error { return total.Merge(sum) },
		}, err
	})
	if err != nil || !kept.Whole() {
		kept.Forget()
		return total, summary, nil, err
	}
	return total, summary, kept, nil
}

// A worker sums the runs that one thread takes.
type worker struct {
	part *dataset.Part
	read func(dataset.Run) error
	add  func() error // to the total; no thread runs then
	runs int          // that it has read
}

// take reads one run. A panic loses its text, which may hold a cell.
func (w *worker) take(run dataset.Run) (err error) {
	defer func() {
		if recover() != nil {
			err = fault.Of(errors.New("a panic"))
		}
	}()
	err = w.read(run)
	w.runs++
	return err
}

// state is what the threads share while they read.
type state struct {
	records atomic.Int64
	failed  atomic.Bool
	mu      sync.Mutex
	first   error
}

// fail keeps the error that stands first in the file.
func (s *state) fail(err error) {
	s.mu.Lock()
	s.first = earlier(s.first, err)
	s.mu.Unlock()
	s.failed.Store(true)
}

// share reads the file, has the threads read its runs, and adds their sums.
func (r *Reader) share(src io.Reader, in schema.Dialect, progress func(records int64), hire func(dataset.Dialect) (*worker, error)) (*dataset.Summary, error) {
	records, err := dataset.NewReaderIn(src, in)
	if err != nil {
		return nil, err
	}
	workers := make([]*worker, r.threads)
	for i := range workers {
		if workers[i], err = hire(records.Dialect()); err != nil {
			return nil, err
		}
	}
	var shared state
	runs := make(chan dataset.Run, r.threads)
	free := make(chan []byte, 2*r.threads+1) // as many buffers as can be in use
	for range cap(free) {
		free <- nil
	}
	var working sync.WaitGroup
	for _, w := range workers {
		working.Go(func() {
			for run := range runs { // after an error too: an earlier run may hold an earlier one
				before := w.part.Records()
				if err := w.take(run); err != nil {
					shared.fail(err)
				}
				shared.records.Add(w.part.Records() - before)
				free <- run.Text[:0]
			}
		})
	}
	dealt, err := deal(records, r.runSize, runs, free, func() bool {
		progress(shared.records.Load())
		return !shared.failed.Load()
	})
	close(runs)
	working.Wait()
	progress(shared.records.Load())
	if err = earlier(shared.first, err); err != nil {
		return nil, err
	}
	sum, err := total(workers, dealt)
	if err == nil {
		sum.Irregularities = append(sum.Irregularities, records.Endings()...)
	}
	return sum, err
}

// deal cuts the file into runs until it ends or goOn says no. Its error stands behind all that was dealt.
func deal(records *dataset.Reader, size int, runs chan<- dataset.Run, free <-chan []byte, goOn func() bool) (dealt int, err error) {
	for goOn() {
		run, err := records.Run(size)
		if err == io.EOF {
			return dealt, nil
		}
		if err != nil {
			return dealt, err
		}
		buffer := <-free
		if cap(buffer) < len(run.Text)+spare {
			buffer = make([]byte, 0, max(len(run.Text), size)+spare)
		}
		run.Text = append(buffer, run.Text...)
		runs <- run
		dealt++
	}
	return dealt, nil
}

// total adds the threads' sums, each once.
func total(workers []*worker, dealt int) (*dataset.Summary, error) {
	all, read := workers[0].part, 0
	for i, w := range workers {
		if err := w.add(); err != nil {
			return nil, err
		}
		if i > 0 {
			all.Add(w.part.Summary())
		}
		read += w.runs
	}
	if read != dealt {
		return nil, fault.Of(errors.New("parallel: a run was lost"))
	}
	summary := all.Summary()
	if summary.Records == 0 {
		return nil, dataset.ErrNoRecords
	}
	return &summary, nil
}

// earlier is the error that a single reader would have met: the one of the smaller line. One without a line is the file's own
// reader's, behind all that was dealt.
func earlier(a, b error) error {
	switch {
	case a == nil:
		return b
	case b != nil && line(b) < line(a):
		return b
	}
	return a
}

// line is where an error of a file stands.
func line(err error) int64 {
	var f *fault.Error
	if errors.As(err, &f) && f.Line > 0 {
		return f.Line
	}
	return math.MaxInt64
}
