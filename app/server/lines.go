//go:build !js

package server

import (
	"bytes"
	"encoding/binary"
)

// The worker prints nothing, not even where it panicked (wasm/worker.js), so it needs no
// table of source lines: another tenth of its size. The runtime takes a function without
// one for unknown ("?", line 0).
//
// Below are the parts that matter of Go's table of functions, "pclntab" in package runtime
// (symtab.go, runtime2.go): a header, then tables at offsets from it that it names.

const (
	// 0xfffffff1, two zeros, instructions of one byte, pointers of eight.
	tableMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08"

	// Words of eight bytes after the magic.
	functionCount, unitsAt, countersAt, functionsAt = 0, 4, 6, 7
	headerSize                                      = 8 + 8*8

	// Bytes from a function's start.
	stackTable, fileTable, lineTable, dataCount, startLine, dataTables = 16, 20, 24, 28, 36, 44
)

// dropLines makes the table of source lines zeros, in a module whose data is joined. It
// leaves what it does not know as it is, and says so: another version of Go may have
// another form.
func dropLines(module []byte) bool {
	at := bytes.Index(module, []byte(tableMagic))
	if at < 0 || len(module)-at < headerSize {
		return false
	}
	table := module[at:]
	header := func(i int) int { return int(binary.LittleEndian.Uint64(table[8+8*i:])) }
	word := func(at int) int { return int(binary.LittleEndian.Uint32(table[at:])) }
	units, counters, functions := header(unitsAt), header(countersAt), header(functionsAt)
	if units < headerSize || counters < units || functions < counters || len(table) < functions+8*header(functionCount) {
		return false
	}
	// Tables of one kind may be another's, too, so what stays is copied.
	kept := make([]byte, functions-counters)
	keep := func(offset int) bool {
		size := counterSize(table[min(counters+offset, functions):functions])
		copy(kept[min(offset, len(kept)):], table[min(counters+offset, functions):][:size])
		return offset == 0 || size > 0
	}
	var all []int
	for i := range header(functionCount) {
		f := functions + word(functions+8*i+4)
		if len(table) < f+dataTables || len(table) < f+dataTables+4*word(f+dataCount) || !keep(word(f+stackTable)) {
			return false
		}
		for d := range word(f + dataCount) {
			if !keep(word(f + dataTables + 4*d)) {
				return false
			}
		}
		all = append(all, f)
	}
	for _, f := range all {
		for _, field := range []int{fileTable, lineTable, startLine} {
			clear(table[f+field:][:4])
		}
	}
	clear(table[units:counters]) // files' names
	copy(table[counters:], kept)
	return true
}

// counterSize is the length of the table at the start of b: pairs of a change and for
// how many instructions the value holds, up to a change of 0 that is not the first. It is
// 0 where b ends before.
func counterSize(b []byte) int {
	for at := 0; at < len(b); {
		if b[at] == 0 && at > 0 {
			return at + 1
		}
		for range 2 {
			_, size := binary.Uvarint(b[at:])
			if size <= 0 {
				return 0
			}
			at += size
		}
	}
	return 0
}
