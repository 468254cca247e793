//go:build !js

package server

import (
	"encoding/binary"
	"slices"
)

// Go's compiler writes WebAssembly in a form that says much twice. shorten writes four things
// in fewer bytes, of the same effect:
//
//   - A function is a row of blocks in a loop. Whoever jumps sets a number and goes back to the
//     loop's start, where a table tells the way. That is needed to go back, and where a goroutine
//     that was stopped goes on. A block that lies ahead has an end to which one can branch.
//   - A call that stops its goroutine leaves the function by a label, whose distance is another
//     one at each call. A return is the same everywhere.
//   - Each call writes down where it returns to: function and place in one number. The function
//     is the same for all, and becomes a local of its own.
//   - Addresses on the stack are added up in 64 bits, though an access to memory has room for
//     what is added.
//
// The form is that of cmd/internal/obj/wasm/wasmobj.go and cmd/compile/internal/wasm/ssa.go. What has
// another one is left as it is, so that a new Go costs size, never a fault.

// Locals and globals of Go's functions.
const (
	place        = 0 // the parameter: the number of the block where to go on
	stack        = 1 // a copy of stackPointer
	stackPointer = 0 // a global
)

// shorten rewrites the functions of a section of code.
func shorten(section []byte) []byte {
	r := &bytesOf{rest: section}
	count := r.unsigned()
	out := binary.AppendUvarint(nil, uint64(count))
	for index := range count {
		body := r.take(r.unsigned())
		if f, ok := readFunction(index, body); ok && f.isGo() {
			f.branchAhead()
			f.dropLoop()
			f.returnWhereStopped()
			f.endShortly()
			f.addOnStack()
			f.nameOnce()
			body = f.write()
		}
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	if r.bad || len(r.rest) > 0 {
		return section
	}
	return out
}

// isGo reports whether a function begins as those of Go do.
func (f function) isGo() bool {
	return len(f.locals) > 0 && f.locals[0] == locals{1, typeI32} && f.at(0, opGlobalGet, stackPointer) && f.at(1, opLocalSet, stack)
}

func (f function) at(i int, op byte, n int64) bool { return f.op(i, op) && f.code[i].n == n }

// op reports whether certain instructions stand at a place.
func (f function) op(i int, ops ...byte) bool {
	if i < 0 || i+len(ops) > len(f.code) {
		return false
	}
	for k, op := range ops {
		if f.code[i+k].op != op {
			return false
		}
	}
	return true
}

// A row is the blocks of a function, and the loop around them.
type row struct {
	table *instruction // its labels by place
	loop  *instruction
	first int // the instruction after the table
}

// row finds them. Every jump must go by the number that is set right before it.
func (f function) row() (w row, ok bool) {
	i := 2
	for ; f.at(i, opBlock, noResult) || f.at(i, opLoop, noResult); i++ {
		if f.code[i].op == opLoop {
			w.loop = f.code[i]
		}
	}
	if w.loop == nil || !f.at(i, opLocalGet, place) || !f.op(i+1, opBrTable) {
		return w, false
	}
	w.table, w.first = f.code[i+1], i+2
	if slices.Contains(w.table.labels, w.loop) {
		return w, false
	}
	for k := w.first; k < len(f.code); k++ {
		switch c := f.code[k]; {
		case c.op == opLocalGet && c.n == place:
			if !f.at(k-1, i32Const, 0) || !f.at(k-2, opLocalSet, place) { // a call by number
				return w, false
			}
		case slices.Contains(c.labels, w.loop):
			if c.op != opBr || !f.at(k-1, opLocalSet, place) || !f.op(k-2, i32Const) || f.code[k-2].n < 0 {
				return w, false
			}
		}
	}
	return w, true
}

// branchAhead branches to the blocks that lie ahead. They are those that have not ended.
func (f *function) branchAhead() {
	w, ok := f.row()
	if !ok {
		return
	}
	labels := w.table.labels
	target := func(i int) *instruction { return labels[min(int(f.code[i].n), len(labels)-1)] }
	out := slices.Clone(f.code[:w.first])
	var open []*instruction
	for _, i := range out {
		if i.op == opBlock || i.op == opLoop {
			open = append(open, i)
		}
	}
	jumps := func(i int) bool {
		return f.op(i, i32Const, opLocalSet, opBr) && f.code[i+1].n == place && f.code[i+2].labels[0] == w.loop && slices.Contains(open, target(i))
	}
	for i := w.first; i < len(f.code); i++ {
		switch c := f.code[i]; {
		case f.at(i, opIf, noResult) && jumps(i+1) && f.op(i+4, end):
			out = append(out, &instruction{op: opBrIf, labels: []*instruction{target(i + 1)}})
			i += 4
			continue
		case jumps(i):
			out = append(out, &instruction{op: opBr, labels: []*instruction{target(i)}})
			i += 2
			continue
		case c.op == opBlock || c.op == opLoop || c.op == opIf:
			open = append(open, c)
		case c.op == end && len(open) > 0:
			open = open[:len(open)-1]
		}
		out = append(out, f.code[i])
	}
	f.code = out
}

// dropLoop leaves out the loop where nothing goes back any more.
func (f *function) dropLoop() {
	w, ok := f.row()
	if !ok || slices.ContainsFunc(f.code, func(c *instruction) bool { return slices.Contains(c.labels, w.loop) }) {
		return
	}
	f.code = slices.Delete(f.code, f.endOf(w.loop), f.endOf(w.loop)+1)
	f.code = slices.DeleteFunc(f.code, func(c *instruction) bool { return c == w.loop })
}

// endOf is where a block ends, -1 where it is none.
func (f function) endOf(block *instruction) int {
	var open []*instruction
	for i, c := range f.code {
		switch {
		case c.op == opBlock || c.op == opLoop || c.op == opIf:
			open = append(open, c)
		case c.op == end && len(open) > 0:
			last := len(open) - 1
			if open[last] == block {
				return i
			}
			open = open[:last]
		}
	}
	return -1
}

// returnWhereStopped returns 1 where a call was stopped, and leaves out the block whose end did.
func (f *function) returnWhereStopped() {
	last := len(f.code) - 4
	if !f.op(2, opBlock) || f.endOf(f.code[2]) != last+1 || !f.op(last, opUnreachable, end, i32Const, end) || f.code[last+2].n != 1 {
		return
	}
	exit := f.code[2]
	var out []*instruction
	for i, c := range f.code {
		switch {
		case c == exit || i == last+1 || i == last+2:
		case c.op == opBrIf && c.labels[0] == exit:
			out = append(out, &instruction{op: opIf, n: noResult}, &instruction{op: i32Const, n: 1}, &instruction{op: opReturn}, &instruction{op: end})
		case slices.Contains(c.labels, exit):
			return
		default:
			out = append(out, c)
		}
	}
	f.code = out
}

// endShortly gives back frame and return address at once, and to the global alone: a function that returns does not read the local again.
func (f *function) endShortly() {
	var out []*instruction
	for i := 0; i < len(f.code); i++ {
		out = append(out, f.code[i])
		back, next := int64(0), i
		for f.givesBack(next) {
			back += f.code[next+1].n
			next += 5
		}
		if next == i || !f.op(next, i32Const, opReturn) {
			continue
		}
		out = append(out, &instruction{op: i32Const, n: back}, &instruction{op: opI32Add}, &instruction{op: opGlobalSet, n: stackPointer})
		i = next - 1
	}
	f.code = out
}

// givesBack reports whether five instructions give back a part of the stack.
func (f function) givesBack(i int) bool {
	return f.at(i, opLocalGet, stack) && f.op(i+1, i32Const, opI32Add) && f.at(i+3, opLocalTee, stack) && f.at(i+4, opGlobalSet, stackPointer)
}

// addOnStack leaves what is added to an address on the stack to the access that it is for.
func (f *function) addOnStack() {
	var out []*instruction
	for i := 0; i < len(f.code); i++ {
		out = append(out, f.code[i])
		if !f.at(i, opLocalGet, stack) || !f.op(i+1, opI64Extend, opI64Const, opI64Add, opI32Wrap) || f.code[i+2].n < 0 || f.code[i+2].n >= 1<<16 {
			continue
		}
		more := f.code[i+2].n
		i += 4
		if access := f.access(i + 1); access != nil {
			access.n += more
			continue
		}
		out = append(out, &instruction{op: i32Const, n: more}, &instruction{op: opI32Add})
	}
	f.code = out
}

// access returns the access to memory to which the address goes that was pushed before an instruction.
func (f function) access(i int) *instruction {
	for height := 1; i < len(f.code); i++ { // of what lies from the address on
		c := f.code[i]
		takes, gives := 0, 1
		switch op := c.op; {
		case op >= opFirstLoad && op < opFirstStore:
			if height == 1 {
				return c
			}
			takes = 1
		case op >= opFirstStore && op <= opLastStore:
			if height == 2 {
				return c
			}
			takes, gives = 2, 0
		case op == i32Const || op == opI64Const || op == opF32Const || op == opF64Const || op == opLocalGet || op == opGlobalGet:
		case op == opLocalSet || op == opGlobalSet || op == opDrop:
			takes, gives = 1, 0
		case op == opLocalTee:
			takes = 1
		case op == opSelect:
			takes = 3
		case op >= opFirstNumeric && op <= opLastNumeric:
			takes = operands(op)
		default:
			return nil
		}
		if takes >= height { // the address itself is computed with
			return nil
		}
		height += gives - takes
	}
	return nil
}

// operands is the number of what a numeric instruction takes.
func operands(op byte) int {
	switch {
	case op == 0x45 || op == 0x50, op >= 0x67 && op <= 0x69, op >= 0x79 && op <= 0x7b, op >= 0x8b && op <= 0x91, op >= 0x99 && op <= 0x9f, op >= 0xa7:
		return 1
	}
	return 2
}

// nameOnce puts the function's part of all return addresses into a local.
func (f *function) nameOnce() {
	const (
		firstFunction = 0x1000 // of the linker: funcValueOffset
		name          = 2      // the new local
	)
	self := int64(firstFunction+f.index) << 16
	found := false
	var out []*instruction
	for i, c := range f.code {
		if c.n&^0xffff == self && f.returnsTo(i) {
			found = true
			out = append(out, &instruction{op: opLocalGet, n: name}, &instruction{op: opI64Const, n: c.n - self}, &instruction{op: opI64Or})
			continue
		}
		if out = append(out, c); i == 1 {
			out = append(out, &instruction{op: opI64Const, n: self}, &instruction{op: opLocalSet, n: name})
		}
	}
	if !found {
		return
	}
	for _, c := range f.code {
		if c.op >= opLocalGet && c.op <= opLocalTee && c.n >= name {
			c.n++
		}
	}
	f.code = out
	if len(f.locals) > 1 && f.locals[1].of == typeI64 {
		f.locals[1].count++
	} else {
		f.locals = slices.Insert(f.locals, 1, locals{1, typeI64})
	}
}

// returnsTo reports whether a number is put on top of the stack before a call: where it returns to.
func (f function) returnsTo(i int) bool {
	return f.op(i, opI64Const, opI64Store) && f.code[i+1].n == 0 && f.at(i-6, opLocalGet, stack) && f.at(i-5, i32Const, 8) && f.op(i-4, opI32Sub) &&
		f.at(i-3, opLocalTee, stack) && f.at(i-2, opGlobalSet, stackPointer) && f.at(i-1, opLocalGet, stack)
}
