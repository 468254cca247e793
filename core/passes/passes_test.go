package passes_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/dataset/datasettest"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// three are the passes of a schema by numbers such as a release has.
func three(s *schema.Schema) []passes.Pass {
	centre, weights := make([]float64, s.D()), make([]float64, s.D())
	for i := range centre {
		centre[i], weights[i] = .1+.05*float64(i), 1.5
	}
	return []passes.Pass{
		passes.First(),
		{Number: passes.Lengths, Centre: centre, Weights: weights, Longest: 6},
		{Number: passes.Moment, Centre: centre, Weights: weights, Radius: 1.25},
	}
}

// rowsOf are the rows of a text.
func rowsOf(t *testing.T, text string, s *schema.Schema) (rows [][]int16) {
	t.Helper()
	if _, err := (dataset.Reading{}).ReadRows(strings.NewReader(text), s, func(row []int16) error {
		rows = append(rows, slices.Clone(row))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return rows
}

func sumOf(t *testing.T, s *schema.Schema, p passes.Pass, rows [][]int16) *passes.Sum {
	t.Helper()
	a, err := passes.New(s, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if err := a.Add(row); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// However rows are shared, kept and sent, a sum is the same integers; and the three passes agree on the rows' weight.
func TestASumIsTheSameIntegersWhereverItIsMade(t *testing.T) {
	for _, s := range datasettest.OddMeans() {
		rows := rowsOf(t, datasettest.OddRows(1200), s)
		weights := map[int64]bool{}
		for _, p := range three(s) {
			want := sumOf(t, s, p, rows)
			if got := want.Integers(); len(got) != p.Len(s) {
				t.Fatalf("pass %d: %d integers, want %d", p.Number, len(got), p.Len(s))
			}
			weights[want.Weight()] = true
			parts := []*passes.Sum{sumOf(t, s, p, rows[800:]), sumOf(t, s, p, rows[:300]), sumOf(t, s, p, rows[300:800])}
			merged, sent, wired := sumOf(t, s, p, nil), sumOf(t, s, p, nil), sumOf(t, s, p, nil)
			room := passes.NewRoom(1 << 24)
			var kept passes.Kept
			for i, part := range parts {
				if err := errors.Join(merged.Merge(part), sent.AddIntegers(part.Rows(), part.Integers()), wired.AddBytes(part.Bytes())); err != nil {
					t.Fatal(err)
				}
				kept = append(kept, passes.NewRows(s, room))
				for _, row := range [][][]int16{rows[800:], rows[:300], rows[300:800]}[i] {
					kept[i].Add(row)
				}
			}
			again, err := kept.SumPass(context.Background(), s, p, nil, func(int64) {})
			if err != nil || !kept.Whole() || kept.Len() != int64(len(rows)) {
				t.Fatal(err)
			}
			for name, got := range map[string]*passes.Sum{"merged": merged, "as integers": sent, "as bytes": wired, "kept": again} {
				t.Run(name, func(t *testing.T) {
					if got.Digest() != want.Digest() || got.Weight() != want.Weight() {
						t.Errorf("pass %d, %s: another sum", p.Number, name)
					}
				})
			}
			if sumOf(t, s, p, rows[1:]).Digest() == want.Digest() {
				t.Errorf("pass %d: a row less gives the same digest", p.Number)
			}
		}
		if len(weights) != 1 {
			t.Errorf("the passes have the weights %v", weights)
		}
	}
}

// Integers that no rows have are refused, and so are numbers that no release has; a sum then stays as it was.
func TestImpossibleSums(t *testing.T) {
	for _, s := range datasettest.OddMeans() {
		rows := rowsOf(t, datasettest.OddRows(300), s)
		for _, p := range three(s) {
			good := sumOf(t, s, p, rows)
			n := good.Rows()
			for name, spoil := range map[string]func(x []int64) (int64, []int64){
				"an integer less":   func(x []int64) (int64, []int64) { return n, x[1:] },
				"a negative number": func(x []int64) (int64, []int64) { return -1, x },
				"far too large":     func(x []int64) (int64, []int64) { x[0] = 1 << 60; return n, x },
				"too heavy":         func(x []int64) (int64, []int64) { x[len(x)-1] = (n + 1) * 3e6; return n, x },
				"below nothing":     func(x []int64) (int64, []int64) { x[len(x)-1] = -1; return n, x },
				"too few rows":      func(x []int64) (int64, []int64) { return n / 4000, x },
			} {
				t.Run(name, func(t *testing.T) {
					a := sumOf(t, s, p, rows[:5])
					before := a.Digest()
					if err := a.AddIntegers(spoil(good.Integers())); !errors.Is(err, moment.ErrWire) || a.Digest() != before {
						t.Errorf("pass %d, %s: %v", p.Number, name, err)
					}
				})
			}
			b := good.Bytes()
			for at := 0; at < len(b); at += 37 {
				harmed := slices.Clone(b)
				harmed[at] ^= 4
				if err := sumOf(t, s, p, nil).AddBytes(harmed); err == nil {
					t.Errorf("pass %d: a harmed byte %d was taken", p.Number, at)
				}
			}
			if err := sumOf(t, s, p, nil).AddIntegers(1<<62, good.Integers()); !errors.Is(err, moment.ErrFull) {
				t.Errorf("pass %d, more rows than fit: %v", p.Number, err)
			}
		}
		other := three(s)[1]
		for name, change := range map[string]func(p *passes.Pass){
			"no pass": func(p *passes.Pass) { p.Number = 4 }, "no length": func(p *passes.Pass) { p.Longest = 0 }, "a radius": func(p *passes.Pass) { p.Radius = 1 },
			"a short centre": func(p *passes.Pass) { p.Centre = p.Centre[1:] }, "a centre outside": func(p *passes.Pass) { p.Centre = append([]float64{2}, p.Centre[1:]...) },
			"a weight of 0": func(p *passes.Pass) { p.Weights = append([]float64{0}, p.Weights[1:]...) }, "numbers of a first pass": func(p *passes.Pass) { p.Number = passes.Sums },
		} {
			t.Run(name, func(t *testing.T) {
				p := other
				change(&p)
				if _, err := passes.New(s, p, nil); !errors.Is(err, passes.ErrPass) {
					t.Errorf("%s: %v", name, err)
				}
			})
		}
	}
	if _, err := passes.New(datasettest.OddSchema(), passes.First(), nil); !errors.Is(err, passes.ErrPass) {
		t.Errorf("another norm rule: %v", err)
	}
}

// Rows for which there is no room are not kept, of any reader, and what was kept can be overwritten.
func TestRowsThatHaveNoMemoryAreNotKept(t *testing.T) {
	s := datasettest.OddMeans()[0]
	rows := rowsOf(t, datasettest.OddRows(10), s)
	room := passes.NewRoom(1<<20 + 1<<19 - 1) // two blocks of half a megabyte
	kept := passes.Kept{passes.NewRows(s, room), passes.NewRows(s, room), passes.NewRows(s, room)}
	for i := range kept {
		kept[i].Add(rows[i])
	}
	if kept.Whole() || !kept[:2].Whole() || kept[2].Len() != 0 {
		t.Error("three blocks fit into room for two")
	}
	var held []int16
	if err := kept[0].Each(context.Background(), func(int64) {}, func(row []int16) error { held = row; return nil }); err != nil || !reflect.DeepEqual(held, rows[0]) {
		t.Fatal(err, held)
	}
	kept.Forget()
	if kept.Len() != 0 || slices.ContainsFunc(held, func(x int16) bool { return x != 0 }) {
		t.Error("rows were not overwritten")
	}
}

// Rows beyond the room for them are not kept, and those that were kept are overwritten.
func TestRowsBeyondTheRoomAreOverwritten(t *testing.T) {
	s := datasettest.OddMeans()[0]
	kept := passes.NewRows(s, passes.NewRoom(1<<20))
	row := rowsOf(t, "a,b,c\n1,q,7\n", s)[0]
	kept.Add(row)
	var held []int16
	if err := kept.Each(context.Background(), func(int64) {}, func(row []int16) error { held = row; return nil }); err != nil || !reflect.DeepEqual(held, row) {
		t.Fatal(err, held)
	}
	for n := 0; kept.Whole(); n++ {
		if kept.Add(row); n > 1<<20 {
			t.Fatal("the room has no end")
		}
	}
	if kept.Len() != 0 || slices.ContainsFunc(held, func(x int16) bool { return x != 0 }) {
		t.Error("rows that did not fit are in memory")
	}
}
