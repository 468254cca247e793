package pca

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/parallel"
	"privatepca/core/passes"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// large is a text of a size that is not known, which is shared among readers.
type large struct{ text }

func (*large) Size() int64 { return 0 }

// Several readers, rows that they keep and a file that they read three times give the document of one reader.
func TestSharedReadingsGiveTheSameRelease(t *testing.T) {
	table, s, _ := survey(rand.New(rand.NewPCG(2, 8)), 500, .05)
	weighted, sw := withWeights(table, s, 5, logNormal(rand.New(rand.NewPCG(2, 9)), 5))
	for _, c := range []struct {
		table string
		s     *schema.Schema
	}{{table, s}, {weighted, sw}} {
		want, err := standardRelease(t, c.table, c.s, usual(2, 5), usualMachine(7)).Encode(2)
		if err != nil {
			t.Fatal(err)
		}
		for _, memory := range []int64{0, -1} {
			m := usualMachine(7)
			m.RowsMemory, m.Sharing = memory, parallel.New(3)
			file := &large{text{data: []byte(c.table)}}
			p, err := NewPlan(c.s, usual(2, 5))
			if err != nil {
				t.Fatal(err)
			}
			tab := Open(file, c.s, m)
			r, err := p.Run(context.Background(), tab, Run{Debit: func() (release.Account, error) {
				if tab.Kept() != (memory == 0) {
					t.Errorf("memory %d: kept %t", memory, tab.Kept())
				}
				return NoLedger()
			}})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Encode(2)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("memory %d: the documents differ: %v", memory, err)
			}
			if readings := map[int64]int{0: 1, -1: 3}[memory]; file.opened != readings {
				t.Errorf("memory %d: the file was read %d times, want %d", memory, file.opened, readings)
			}
			if tab.Kept() {
				t.Error("rows are kept after the release")
			}
		}
	}
}

// forgetful keeps rows, and loses them before the next pass.
type forgetful struct{ *parallel.Reader }

func (r forgetful) SumPass(src io.Reader, s *schema.Schema, p passes.Pass, room int64, progress func(int64)) (*passes.Sum, *Summary, passes.Store, error) {
	sum, summary, store, err := r.Reader.SumPass(src, s, p, room, progress)
	if store != nil {
		store = lost{store}
	}
	return sum, summary, store, err
}

type lost struct{ passes.Store }

func (lost) SumPass(context.Context, *schema.Schema, passes.Pass, moment.Kernel, func(int64)) (*passes.Sum, error) {
	return nil, passes.ErrLost
}

// Where rows that were kept are lost, the file is read again, and compared: one that changed in between ends the release, which stays spent.
func TestLostRowsAreReadAgain(t *testing.T) {
	table, s, _ := survey(rand.New(rand.NewPCG(2, 8)), 200, .05)
	want, err := standardRelease(t, table, s, usual(2, 5), usualMachine(7)).Encode(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, changes := range []bool{false, true} {
		m := usualMachine(7)
		m.Sharing = forgetful{parallel.New(2)}
		file := &large{text{data: []byte(table)}}
		p, err := NewPlan(s, usual(2, 5))
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(context.Background(), Open(file, s, m), Run{Debit: func() (release.Account, error) {
			if changes {
				file.data = []byte(strings.Replace(table, "a", "b", 1))
			}
			return NoLedger()
		}})
		if changes {
			var f *fault.Error
			if !errors.As(err, &f) || !strings.Contains(f.Message, "as it was before") || !f.Spent {
				t.Errorf("a file that changed: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Encode(2); err != nil || !bytes.Equal(got, want) || file.opened < 2 {
			t.Errorf("read %d times: the documents differ: %v", file.opened, err)
		}
	}
}

// Records elsewhere that are others at a later pass, by their rows or their weight, end the release.
func TestOtherRecordsElsewhere(t *testing.T) {
	table, s, _ := survey(rand.New(rand.NewPCG(2, 8)), 200, .05)
	weighted, sw := withWeights(table, s, 5, func(int) string { return "2" })
	for name, c := range map[string]struct {
		s       *schema.Schema
		a, then string
	}{
		"a row less":     {s, table, table[:strings.LastIndex(strings.TrimSpace(table), "\n")+1]},
		"another weight": {sw, weighted, strings.Replace(weighted, ",2\n", ",3\n", 1)},
	} {
		source := &elsewhere{file: &text{data: []byte(c.a)}}
		p, err := NewPlan(c.s, usual(2, 5))
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Run(context.Background(), From(source, c.s, usualMachine(7)), Run{Debit: func() (release.Account, error) {
			source.file = &text{data: []byte(c.then)}
			return NoLedger()
		}})
		var f *fault.Error
		if !errors.As(err, &f) || !strings.Contains(f.Message, "as it was before") || !f.Spent {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A pass by itself keeps nothing: a reading that fails, or another pass, leaves no rows that a later one could take for the whole.
func TestAPassByItselfKeepsNothing(t *testing.T) {
	table, s, _ := survey(rand.New(rand.NewPCG(2, 8)), 200, .05)
	for _, sharing := range []Reader{nil, parallel.New(2)} {
		m := usualMachine(1)
		m.Sharing = sharing
		file := &large{text{data: []byte(table + "\"never closed\n")}}
		tab := Open(file, s, m)
		if _, _, err := tab.SumPass(context.Background(), passes.First(), nil); err == nil || tab.Kept() {
			t.Errorf("a file that breaks off: %v, kept %t", err, tab.Kept())
		}
		if _, err := tab.Sum(context.Background(), nil); err == nil || tab.Kept() {
			t.Errorf("a file that breaks off: %v, kept %t", err, tab.Kept())
		}
		tab = Open(&large{text{data: []byte(table)}}, s, m)
		for range 2 {
			if sum, summary, err := tab.SumPass(context.Background(), passes.First(), nil); err != nil || tab.Kept() || summary.Rows != 200 || sum.Rows() != 200 {
				t.Errorf("%v, kept %t, %+v", err, tab.Kept(), summary)
			}
		}
	}
}
