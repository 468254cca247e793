package parallel

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/dataset/datasettest"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// small is a reader whose runs are short.
func small(threads int) *Reader {
	r := New(threads)
	r.runSize = 4 << 10
	return r
}

func TestSumIsASingleReaders(t *testing.T) {
	text, s := datasettest.OddRows(20000), datasettest.OddSchema()
	want := moment.NewAccumulator(s.D(), schema.Scale)
	summary, err := dataset.Read(strings.NewReader(text), s, want.Add)
	if err != nil {
		t.Fatal(err)
	}
	features, _, err := dataset.Reading{}.ReadSum(strings.NewReader(text), s, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{0, 1, 2, 5} {
		told := int64(0)
		progress := func(n int64) {
			if n < told {
				t.Errorf("%d records after %d", n, told)
			}
			told = n
		}
		m, own, err := small(threads).Sum(strings.NewReader(text), s, progress)
		if err != nil {
			t.Fatal(err)
		}
		if m.Digest() != want.Matrix().Digest() || !reflect.DeepEqual(own, summary) || told != summary.Records {
			t.Errorf("%d threads: another sum, or %+v in place of %+v, or %d told", threads, own, summary, told)
		}
		told = 0
		f, own, err := small(threads).SumFeatures(strings.NewReader(text), s, progress)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(f, features) || !reflect.DeepEqual(own, summary) {
			t.Errorf("%d threads: other features", threads)
		}
	}
}

// Whichever thread meets an error, it is the one that stands first in the file.
func TestTheFirstErrorCounts(t *testing.T) {
	lines := strings.SplitAfter(datasettest.OddRows(20000), "\n")
	for _, at := range []int{2, 700, 9000, len(lines) - 1} {
		bad := append(append(append([]string{}, lines[:at]...), "1,\x00,2\n"), lines[at:]...)
		bad = append(bad[:len(bad)-1], "\"1\"x\n", "1,\"never closed\n")
		text := strings.Join(bad, "")
		_, want := dataset.Read(strings.NewReader(text), datasettest.OddSchema(), func([]int16) error { return nil })
		for _, threads := range []int{1, 2, 5} {
			m, _, err := small(threads).Sum(strings.NewReader(text), datasettest.OddSchema(), func(int64) {})
			if m != nil || err == nil || err.Error() != want.Error() || !reflect.DeepEqual(err, want) {
				t.Errorf("line %d, %d threads: %v, want %v", at, threads, err, want)
			}
		}
	}
	if _, _, err := New(2).Sum(strings.NewReader("a,b,c\n"), datasettest.OddSchema(), func(int64) {}); !errors.Is(err, dataset.ErrNoRecords) {
		t.Error(err)
	}
	if _, _, err := New(2).Sum(strings.NewReader("a,b\n1,2\n"), datasettest.OddSchema(), func(int64) {}); err == nil {
		t.Error("a missing column was accepted")
	}
}

// A worker that panics, or skips a run, gives no sum, and the panic's text is lost.
func TestALostRunIsAnError(t *testing.T) {
	text := datasettest.OddRows(5000)
	for name, meddle := range map[string]func(*worker){
		"a panic": func(w *worker) { w.read = func(dataset.Run) error { panic("a cell") } },
		"a run that is counted twice": func(w *worker) {
			inner := w.read
			w.read = func(run dataset.Run) error { w.runs++; return inner(run) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := small(3).share(strings.NewReader(text), schema.Dialect{}, func(int64) {}, func(d dataset.Dialect) (*worker, error) {
				part, err := dataset.NewPart(datasettest.OddSchema(), d)
				w := &worker{part: part, add: func() error { return nil }}
				w.read = func(run dataset.Run) error { return part.Read(run, func([]int16) error { return nil }) }
				meddle(w)
				return w, err
			})
			var f *fault.Error
			if !errors.As(err, &f) || strings.Contains(fmt.Sprintf("%#v %v", err, err), "a cell") {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// The passes of the norm rule mean, read by any number of threads or summed over the rows that these kept, are the integers of a single reader.
func TestPassesAreASingleReaders(t *testing.T) {
	text := datasettest.OddRows(6000)
	for _, s := range datasettest.OddMeans() {
		ones := make([]float64, s.D())
		for i := range ones {
			ones[i] = .2
		}
		for _, threads := range []int{1, 3} {
			var kept passes.Store
			for _, p := range []passes.Pass{
				passes.First(), {Number: passes.Lengths, Centre: ones, Weights: ones, Longest: 3}, {Number: passes.Moment, Centre: ones, Weights: ones, Radius: .3},
			} {
				want, err := passes.New(s, p, nil)
				if err != nil {
					t.Fatal(err)
				}
				summary, err := dataset.Reading{}.ReadRows(strings.NewReader(text), s, want.Add)
				if err != nil {
					t.Fatal(err)
				}
				sum, own, store, err := small(threads).SumPass(strings.NewReader(text), s, p, 1<<24, func(int64) {})
				if err != nil || store == nil || store.Len() != summary.Rows {
					t.Fatal(err, store)
				}
				if sum.Digest() != want.Digest() || !reflect.DeepEqual(own, summary) {
					t.Errorf("pass %d, %d threads: another sum, or %+v in place of %+v", p.Number, threads, own, summary)
				}
				if kept == nil {
					kept = store
				}
				if again, err := kept.SumPass(t.Context(), s, p, nil, func(int64) {}); err != nil || again.Digest() != want.Digest() {
					t.Errorf("pass %d, %d threads, rows that were kept: another sum, %v", p.Number, threads, err)
				}
				if _, _, store, err := small(threads).SumPass(strings.NewReader(text), s, p, 1<<10, func(int64) {}); err != nil || store != nil {
					t.Errorf("rows were kept without room: %v", err)
				}
			}
		}
	}
}
