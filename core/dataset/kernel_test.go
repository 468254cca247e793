package dataset

import (
	"bytes"
	"testing"
)

// lineByLine is a kernel that takes one row at a time. Of each it says what parse says.
func lineByLine(parse func(*Batch)) *Kernel {
	return &Kernel{
		Index: func(b *Batch) {
			b.Rows = 0
			end := bytes.IndexByte(b.Text[b.From:b.To], b.LineEnd)
			if line := b.Text[b.From : b.From+max(end, 0)]; end < 0 || bytes.IndexByte(line, '"') >= 0 {
				return
			}
			marks := append(b.Marks[:0], uint32(b.From-1))
			for i := b.From; i < b.From+end; i++ {
				if b.Text[i] == b.Delimiter {
					marks = append(marks, uint32(i))
				}
			}
			b.Rows, b.Starts[0], b.Starts[1] = 1, 0, uint32(len(marks)+1)
			_ = append(marks, uint32(b.From+end), uint32(b.From+end)) // the row's last mark is the next row's first
		},
		Parse:    parse,
		Quantise: func(*Batch) {},
	}
}

func TestCheckRefusesAWrongKernel(t *testing.T) {
	odd := func(b *Batch) { b.Odd[0] = 1 }
	read := 0
	careful := lineByLine(func(b *Batch) { read++; odd(b) })
	if err := careful.Check(); err != nil || read == 0 {
		t.Errorf("a kernel that finds rows and leaves them to Go: %v, called %d times", err, read)
	}
	if err := (*Kernel)(nil).Check(); err != nil {
		t.Errorf("no kernel: %v", err)
	}
	if err := lineByLine(func(b *Batch) { b.Odd[0] = 0 }).Check(); err != ErrKernel {
		t.Errorf("a kernel whose vectors are all zero: %v", err)
	}
	skipping := lineByLine(odd)
	index := skipping.Index
	skipping.Index = func(b *Batch) {
		index(b)
		if b.Rows == 1 { // the next row begins after all that was read
			b.Marks[b.Starts[1]] = uint32(b.To - 1)
		}
	}
	if err := skipping.Check(); err != ErrKernel {
		t.Errorf("a kernel that skips rows: %v", err)
	}
}
