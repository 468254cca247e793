package pool

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/dataset/datasettest"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

const testRun = 16 << 10

// thread is a helper in a goroutine, as a worker is one.
type thread struct{ to chan Message }

func (l thread) Send(m Message) {
	m.Data = slices.Clone(m.Data)
	l.to <- m
}

// join starts n helpers. Meddle may change or drop what a helper sends.
func join(t *testing.T, n int, meddle func(helper int, m Message) []Message) *Pool {
	p := New(func() {}, Kernels{})
	p.runSize = testRun
	for range n {
		l := thread{make(chan Message, 100)}
		number := p.Join(l)
		helper := NewHelper(func(m Message) {
			for _, m := range meddle(number, m) {
				p.Receive(number, m)
			}
		}, Kernels{})
		go func() {
			rng := rand.New(rand.NewPCG(uint64(number), 3))
			for m := range l.to {
				if rng.IntN(4) == 0 {
					time.Sleep(time.Duration(rng.IntN(2000)) * time.Microsecond)
				}
				helper.Handle(m)
			}
		}()
		t.Cleanup(func() { close(l.to) })
	}
	return p
}

func faithful(_ int, m Message) []Message { return []Message{m} }

// alone reads as one worker does.
func alone(src io.Reader, s *schema.Schema) (*moment.Matrix, *dataset.Summary, error) {
	sums := moment.NewAccumulator(s.D(), schema.Scale)
	summary, err := dataset.Read(src, s, sums.Add)
	if err != nil {
		return nil, nil, err
	}
	return sums.Matrix(), summary, nil
}

func TestSameBitsAndWords(t *testing.T) {
	long := datasettest.OddRows(10000)
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	io.WriteString(w, long)
	w.Close()
	for name, text := range map[string]string{
		"long":           long,
		"gzip":           z.String(),
		"one run":        "a,b,c\n1,p,2\n",
		"none":           "a,b,c\n",
		"empty":          "",
		"NUL late":       long[:len(long)-3] + "\x00\n" + long[:2*testRun],
		"two NULs":       strings.Repeat(long[:testRun]+"\x00", 4),
		"open quote":     long + "1,\"2\n3,4\n",
		"cut gzip":       z.String()[:z.Len()-9],
		"NUL, cut gzip":  z.String()[:100],
		"another schema": strings.Replace(long, "a,b,c", "a,d,c", 1),
	} {
		t.Run(name, func(t *testing.T) {
			want, wantSummary, wantErr := alone(strings.NewReader(text), datasettest.OddSchema())
			for _, n := range []int{0, 1, 2, 8} {
				p := join(t, n, faithful)
				for range 2 { // a pool is used again and again
					m, summary, err := p.Sum(strings.NewReader(text), datasettest.OddSchema(), func(int64) {})
					if fmt.Sprint(err) != fmt.Sprint(wantErr) {
						t.Fatalf("%s, %d helpers: %v, want %v", name, n, err, wantErr)
					}
					if err == nil && (!reflect.DeepEqual(m, want) || !reflect.DeepEqual(summary, wantSummary)) {
						t.Fatalf("%s, %d helpers: another sum, or summary %+v, want %+v", name, n, summary, wantSummary)
					}
				}
			}
		})
	}
}

// A helper that falls silent, lies about its runs, or spoils its sum: an error, never a sum.
func TestLostParts(t *testing.T) {
	text := datasettest.OddRows(5000)
	for name, meddle := range map[string]func(int, Message) []Message{
		"silent from the start": func(int, Message) []Message { return nil },
		"silent later": func() func(int, Message) []Message {
			said := 0
			return func(_ int, m Message) []Message {
				if said++; said > 1 {
					return nil
				}
				return []Message{m}
			}
		}(),
		"no sum": func(_ int, m Message) []Message {
			if m.Kind == kindSum {
				return nil
			}
			return []Message{m}
		},
		"a run forgotten": func(_ int, m Message) []Message {
			if m.Kind == kindSum {
				m.Runs--
			}
			return []Message{m}
		},
		"another diagonal": func(_ int, m Message) []Message {
			if m.Kind == kindSum {
				m.Data[32]++
			}
			return []Message{m}
		},
		"no summary": func(_ int, m Message) []Message {
			if m.Kind == kindSum {
				m.Body = nil
			}
			return []Message{m}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := join(t, 1, meddle)
			p.Patience = 30 * time.Millisecond
			if _, _, err := p.Sum(strings.NewReader(text), datasettest.OddSchema(), func(int64) {}); !errors.Is(err, ErrLost) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// After a helper is lost the rest goes on without it.
func TestGoesOnWithoutTheLost(t *testing.T) {
	text := datasettest.OddRows(5000)
	want, _, _ := alone(strings.NewReader(text), datasettest.OddSchema())
	p := join(t, 2, func(helper int, m Message) []Message {
		if helper == 0 {
			return nil
		}
		return []Message{m}
	})
	p.Patience = time.Second
	if _, _, err := p.Sum(strings.NewReader(text), datasettest.OddSchema(), func(int64) {}); !errors.Is(err, ErrLost) {
		t.Fatalf("a lost helper: %v", err)
	}
	m, _, err := p.Sum(strings.NewReader(text), datasettest.OddSchema(), func(int64) {})
	if err != nil || !reflect.DeepEqual(m, want) {
		t.Errorf("after a helper was lost: %v", err)
	}
}

// What a helper of an earlier file still sends is dropped.
func TestStaleMessages(t *testing.T) {
	text := datasettest.OddRows(5000)
	want, _, _ := alone(strings.NewReader(text), datasettest.OddSchema())
	p := join(t, 1, func(_ int, m Message) []Message {
		stale := m
		stale.Job--
		return []Message{stale, m, stale}
	})
	if m, _, err := p.Sum(strings.NewReader(text), datasettest.OddSchema(), func(int64) {}); err != nil || !reflect.DeepEqual(m, want) {
		t.Errorf("with stale messages: %v", err)
	}
}

// passesOf are the passes of the norm rule mean by some numbers, with the sums of a single reader.
func passesOf(t *testing.T, text string, s *schema.Schema) (list []passes.Pass, digests []string) {
	t.Helper()
	some := make([]float64, s.D())
	for i := range some {
		some[i] = .2
	}
	list = []passes.Pass{passes.First(), {Number: passes.Lengths, Centre: some, Weights: some, Longest: 3}, {Number: passes.Moment, Centre: some, Weights: some, Radius: .3}}
	for _, p := range list {
		sum, err := passes.New(s, p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (dataset.Reading{}).ReadRows(strings.NewReader(text), s, sum.Add); err != nil {
			t.Fatal(err)
		}
		digests = append(digests, sum.Digest())
	}
	return list, digests
}

// The passes of the norm rule mean, read with helpers or summed over the rows that each has kept, are the integers of a single reader.
func TestPassesHaveTheSameBits(t *testing.T) {
	text := datasettest.OddRows(4000)
	for _, s := range datasettest.OddMeans() {
		list, want := passesOf(t, text, s)
		_, summary, err := alone(strings.NewReader(text), datasettest.OddSchema())
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 2} {
			p := join(t, n, faithful)
			for i, pass := range list {
				sum, own, store, err := p.SumPass(strings.NewReader(text), s, pass, 1<<24, func(int64) {})
				if err != nil || store == nil || sum.Digest() != want[i] || own.Records != summary.Records {
					t.Fatalf("%d helpers, pass %d: another sum, or none is kept: %v", n, i+1, err)
				}
				told := int64(0)
				for j, later := range list {
					sum, err := store.SumPass(t.Context(), s, later, nil, func(rows int64) { told = rows })
					if err != nil || sum.Digest() != want[j] || told != summary.Rows {
						t.Fatalf("%d helpers, pass %d over rows that were kept: another sum, %d rows told: %v", n, j+1, told, err)
					}
				}
				store.Forget()
				if _, err := store.SumPass(t.Context(), s, list[0], nil, func(int64) {}); n > 0 && err == nil && store.Len() > 0 {
					t.Error("forgotten rows were summed")
				}
			}
			if _, _, store, err := p.SumPass(strings.NewReader(text), s, list[0], 20000, func(int64) {}); err != nil || store != nil {
				t.Errorf("%d helpers: rows were kept without room: %v", n, err)
			}
		}
	}
}

// A helper that lost its rows, or is gone, between two passes: ErrLost, never a smaller sum.
func TestLostRows(t *testing.T) {
	text := datasettest.OddRows(4000)
	s := datasettest.OddMeans()[0]
	list, want := passesOf(t, text, s)
	for name, meddle := range map[string]func(m Message) []Message{
		"silent":       func(Message) []Message { return nil },
		"a harmed sum": func(m Message) []Message { m.Data[9]++; return []Message{m} },
		"no sum":       func(m Message) []Message { m.Data = nil; return []Message{m} },
	} {
		t.Run(name, func(t *testing.T) {
			var later atomic.Bool
			p := join(t, 1, func(_ int, m Message) []Message {
				if later.Load() && m.Kind == kindSum {
					return meddle(m)
				}
				return []Message{m}
			})
			p.Patience = 300 * time.Millisecond
			_, _, store, err := p.SumPass(strings.NewReader(text), s, list[0], 1<<24, func(int64) {})
			if err != nil || store == nil {
				t.Fatal(err)
			}
			later.Store(true)
			if _, err := store.SumPass(t.Context(), s, list[1], nil, func(int64) {}); !errors.Is(err, passes.ErrLost) {
				t.Errorf("%s: %v", name, err)
			}
			later.Store(false)
			if sum, _, _, err := p.SumPass(strings.NewReader(text), s, list[1], 0, func(int64) {}); err != nil || sum.Digest() != want[1] {
				t.Errorf("%s: the file is not read again: %v", name, err)
			}
		})
	}
	p := join(t, 1, faithful)
	_, _, store, err := p.SumPass(strings.NewReader(text), s, list[0], 1<<24, func(int64) {})
	if err != nil || store == nil {
		t.Fatal(err)
	}
	if _, _, err := p.Sum(strings.NewReader(text), datasettest.OddSchema(), func(int64) {}); err != nil { // another file: helpers begin anew
		t.Fatal(err)
	}
	if _, err := store.SumPass(t.Context(), s, list[1], nil, func(int64) {}); !errors.Is(err, passes.ErrLost) {
		t.Errorf("after another file: %v", err)
	}
}

// A recorder notes what a helper is told.
type recorder struct {
	Link
	told *[]Message
}

func (r recorder) Send(m Message) {
	*r.told = append(*r.told, m)
	r.Link.Send(m)
}

// Where a shared reading ends in an error every helper is told to forget the rows that it kept, also one that counts as lost.
func TestRowsAreForgottenWhereAReadingFails(t *testing.T) {
	s := datasettest.OddMeans()[0]
	p := join(t, 2, func(helper int, m Message) []Message {
		if m.Kind == kindSum && len(m.Data) > 0 {
			m.Data[0] ^= 1
		}
		return []Message{m}
	})
	told := make([][]Message, len(p.links))
	for i, l := range p.links {
		l.Link = recorder{l.Link, &told[i]}
	}
	p.links[1].lost = true
	pass := passes.First()
	_, _, _, err := p.SumPass(strings.NewReader(datasettest.OddRows(3000)), s, pass, 1<<26, func(int64) {})
	if err == nil {
		t.Fatal("a harmed sum was taken")
	}
	for i := range told {
		if n := len(told[i]); n == 0 || told[i][n-1].Kind != kindForget || told[i][n-1].Job != p.job {
			t.Errorf("helper %d was not told to forget: %d messages", i, n)
		}
	}
}
