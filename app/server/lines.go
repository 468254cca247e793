//go:build !js

package server

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Go's linker writes for each function by which line of which file each of its instructions
// was made. Only a trace of a program that failed reads this: there is no option to leave it
// out, and it is a fifteenth of what is sent. A trace without it names every function, and
// writes "?" for files. Tables that the garbage collector and the stack need stay.
//
// The layout is that of runtime/symtab.go (pcHeader) and runtime/runtime2.go (_func), which
// is the same since Go 1.20. A program in another form is left as it is.

// Sizes and places of the runtime's records, in bytes.
const (
	headerSize = 72 // pcHeader
	recordSize = 44 // _func before its offsets
	entrySize  = 8  // functab
)

// tableStart are magic, two zeros, the size of an instruction and that of a pointer.
var tableStart = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// dropLines writes zeros over a program's lines and names of files. Memory begins at the
// address first.
func dropLines(memory []byte, first int) {
	for at := 0; ; at++ {
		n := bytes.Index(memory[at:], tableStart)
		if n < 0 {
			return
		}
		if at += n; (first+at)%8 != 0 {
			continue
		}
		if t, ok := functions(memory[at:]); ok {
			t.drop()
			return
		}
	}
}

// A functionTable is what the linker says of all functions.
type functionTable struct {
	units, steps []byte   // of files, the tables cutab and filetab; what belongs to which instruction: pctab
	records      []record // one a function
}

// functions reads the table that memory begins with.
func functions(memory []byte) (t functionTable, ok bool) {
	if len(memory) < headerSize {
		return t, false
	}
	var header [8]int // functions, files, unused, and where five tables begin
	for i := range header {
		x := binary.LittleEndian.Uint64(memory[8+8*i:])
		if x > uint64(len(memory)) {
			return t, false
		}
		header[i] = int(x)
	}
	count, places := header[0], header[3:]
	if !slices.IsSorted(places) || places[0] < headerSize || count == 0 || count > (len(memory)-places[4])/entrySize {
		return t, false
	}
	t.units, t.steps = memory[places[1]:places[3]], memory[places[3]:places[4]]
	table := memory[places[4]:]
	for i := range count {
		at := int(binary.LittleEndian.Uint32(table[entrySize*i+4:]))
		if at < count*entrySize || at > len(table)-recordSize || at%4 != 0 {
			return t, false
		}
		r := record(table[at:])
		if more := r.offset(28); more > 16 || at+recordSize+4*(more+int(r[recordSize-1])) > len(table) {
			return t, false
		}
		t.records = append(t.records, r)
		for _, o := range append(r.lines(), r.needed()...) {
			if _, ok := t.end(o); !ok {
				return t, false
			}
		}
	}
	return t, true
}

// A record is a function's: a _func.
type record []byte

func (r record) offset(at int) int { return int(binary.LittleEndian.Uint32(r[at:])) }

// lines are where its tables of files and lines begin.
func (r record) lines() []int { return []int{r.offset(20), r.offset(24)} }

// needed are where those begin that a program reads while it runs. The first of those that a function may have
// tells where a signal may not stop it, the fourth which arguments a trace can print: there are no signals, and a trace
// prints none.
func (r record) needed() []int {
	list := []int{r.offset(16)}
	for i := range r.offset(28) {
		if i != 0 && i != 3 {
			list = append(list, r.offset(recordSize+4*i))
		}
	}
	return list
}

// end is where the table ends that begins at an offset: pairs of differences, of values and of
// instructions, to a value's difference of 0 that is not the first. At 0 there is none.
func (t functionTable) end(offset int) (end int, ok bool) {
	if offset == 0 {
		return 0, true
	}
	for at := offset; at < len(t.steps); {
		value, n := binary.Uvarint(t.steps[at:])
		if n <= 0 {
			return 0, false
		}
		if at += n; value == 0 && at > offset+n {
			return at, true
		}
		if _, n = binary.Uvarint(t.steps[at:]); n <= 0 {
			return 0, false
		}
		at += n
	}
	return 0, false
}

// drop writes the zeros.
func (t functionTable) drop() {
	kept := make([]byte, len(t.steps)) // functions share equal tables
	for _, r := range t.records {
		for _, o := range r.needed() {
			end, _ := t.end(o)
			copy(kept[o:end], t.steps[o:end])
		}
		clear(r[20:28]) // no lines
		clear(r[32:40]) // no unit, no first line
		values, others := r.offset(28), int(r[recordSize-1])
		for i := range values {
			if i == 0 || i == 3 {
				clear(r[recordSize+4*i:][:4])
			}
		}
		for i := 5; i <= 6 && i < others; i++ { // how arguments are printed
			copy(r[recordSize+4*(values+i):], "\xff\xff\xff\xff")
		}
	}
	copy(t.steps, kept)
	clear(t.units)
}
