package pca

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/core/release"
)

// keeping sums a table under the rule mean and gives it with the memory in which its rows are kept.
func keeping(t *testing.T) (*Table, *text, [][]int16) {
	t.Helper()
	rows, s, _ := survey(rand.New(rand.NewPCG(5, 5)), 300, .1)
	file := &text{data: []byte(rows)}
	table := Open(file, s, usualMachine(3))
	if _, err := table.Sum(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if !table.Kept() {
		t.Fatal("no rows are kept")
	}
	return table, file, slices.Clone(table.kept.blocks)
}

// overwritten reports whether nothing is left in memory that held rows.
func overwritten(blocks [][]int16) bool {
	for _, b := range blocks {
		if len(b) == 0 || slices.ContainsFunc(b, func(x int16) bool { return x != 0 }) {
			return false
		}
	}
	return len(blocks) > 0
}

// Rows that were kept between the readings are overwritten where a release ends, however it ends, and where their owner has done with them.
func TestKeptRowsAreOverwritten(t *testing.T) {
	for name, c := range map[string]struct {
		run  func(table *Table, file *text) error
		want error
	}{
		"a release": {func(table *Table, _ *text) error {
			_, err := decided(t, table.schema, usual(2, 3)).Run(context.Background(), table, Run{Debit: NoLedger})
			return err
		}, nil},
		"an end after the debit": {func(table *Table, _ *text) error {
			ctx, cancel := context.WithCancel(context.Background())
			_, err := decided(t, table.schema, usual(2, 3)).Run(ctx, table, Run{Debit: func() (release.Account, error) {
				cancel()
				return NoLedger()
			}})
			return err
		}, context.Canceled},
		"another file": {func(table *Table, _ *text) error { table.Forget(); return nil }, nil},
	} {
		table, file, blocks := keeping(t)
		if overwritten(blocks) {
			t.Fatal("the rows are all 0 before")
		}
		if err := c.run(table, file); !errors.Is(err, c.want) && (c.want != nil || err != nil) {
			t.Errorf("%s ends with %v", name, err)
		}
		if !overwritten(blocks) || table.Kept() {
			t.Errorf("after %s rows are in memory", name)
		}
		if name == "another file" { // a later release reads the file, and finds a change
			file.data = []byte(strings.Replace(string(file.data), "\n", "\r\n", 1))
			if _, err := decided(t, table.schema, usual(2, 3)).Run(context.Background(), table, Run{Debit: NoLedger}); err == nil {
				t.Error("a changed file was released")
			}
		}
	}
	// Rows beyond the memory for them are not kept, and those that were are overwritten.
	k := newKept(4, 3*2*keptBlock)
	var blocks [][]int16
	for n := 0; !k.over; n++ {
		if k.add([]int16{1, 2, 3, 4}); len(k.blocks) > len(blocks) {
			blocks = append(blocks, k.blocks[len(blocks)][:keptBlock])
		}
		if n > 4*keptBlock {
			t.Fatal("the memory has no end")
		}
	}
	if !overwritten(blocks) || k.whole() != nil {
		t.Error("rows that did not fit are in memory")
	}
}

// A file that changes before the second or the third reading, while nothing is kept, ends in a spent release, whatever changed of it.
func TestAFileThatChangesBetweenTheThreeReadings(t *testing.T) {
	rows, s, _ := survey(rand.New(rand.NewPCG(6, 6)), 300, .1)
	for name, change := range map[string]func(string) string{
		"a cell":             func(r string) string { return strings.Replace(r, "1", "2", 1) },
		"the last byte":      func(r string) string { return r[:len(r)-1] + " " },
		"a row more":         func(r string) string { return r + r[strings.LastIndexByte(r[:len(r)-1], '\n')+1:] },
		"a row less":         func(r string) string { return r[:strings.LastIndexByte(r[:len(r)-1], '\n')+1] },
		"nothing is left":    func(string) string { return "" },
		"another line's end": func(r string) string { return strings.Replace(r, "\n", "\r\n", 1) },
	} {
		for _, times := range []int{1, 2} { // it changes after so many readings
			m := usualMachine(3)
			m.RowsMemory = -1
			file := &rewritten{text: text{data: []byte(rows)}, after: times, then: []byte(change(rows))}
			debits := 0
			_, err := decided(t, s, usual(2, 3)).Run(context.Background(), Open(file, s, m), Run{Debit: func() (release.Account, error) {
				debits++
				return NoLedger()
			}})
			if err == nil || debits != 1 || file.opened <= times {
				t.Errorf("%s after %d readings: %v, %d debits, %d readings", name, times, err, debits, file.opened)
			}
			if f := new(fault.Error); !errors.As(err, &f) || !f.Spent {
				t.Errorf("%s after %d readings: the error does not say that the budget is spent: %v", name, times, err)
			}
		}
	}
}

// rewritten is a file that is another one after so many readings.
type rewritten struct {
	text
	after int
	then  []byte
}

func (f *rewritten) Open() (io.ReadCloser, error) {
	if f.opened == f.after {
		f.data = f.then
	}
	return f.text.Open()
}
