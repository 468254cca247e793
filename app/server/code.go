//go:build !js

package server

import "encoding/binary"

// What joinSegments knows of a program's code: each function as a list of instructions, by the
// chapters "Instructions" and "Binary Format" of the WebAssembly specification. A label is held
// as the instruction that opens its block, so that blocks may come and go.

const (
	codeSection = 10
	noResult    = 0x40 // the type of a block
	typeI32     = 0x7f
	typeI64     = 0x7e
)

const (
	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opSelect       = 0x1b
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opFirstLoad    = 0x28
	opFirstStore   = 0x36
	opI64Store     = 0x37
	opLastStore    = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opFirstNumeric = 0x45 // i32.eqz
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opI64Add       = 0x7c
	opI64Or        = 0x84
	opI32Wrap      = 0xa7
	opI64Extend    = 0xad // i64.extend_i32_u
	opLastNumeric  = 0xc4
	opMore         = 0xfc // another number tells which
)

// An instruction is its code and its number: of a constant, a local, a function, or where from
// an address on memory is.
type instruction struct {
	op     byte
	n      int64
	align  int            // of an access to memory
	labels []*instruction // of a branch
	rest   []byte         // what follows the code as it was read, where nothing here changes it
}

// A function is its locals and its instructions. Its own label is the function's start.
type function struct {
	index  int // within the section
	locals []locals
	start  *instruction
	code   []*instruction
}

// locals are some of one type.
type locals struct {
	count int
	of    byte
}

// readFunction reads a function's body. One with an instruction that Go does not write is not read.
func readFunction(index int, body []byte) (function, bool) {
	f := function{index: index, start: &instruction{op: opBlock}}
	r := &bytesOf{rest: body}
	for range r.unsigned() {
		f.locals = append(f.locals, locals{r.unsigned(), r.byte()})
	}
	open := []*instruction{f.start}
	label := func() *instruction {
		n := r.unsigned()
		if n >= len(open) {
			r.bad = true
			return nil
		}
		return open[len(open)-1-n]
	}
	for len(r.rest) > 0 && len(open) > 0 {
		i := &instruction{op: r.byte()}
		all := r.rest
		switch op := i.op; {
		case op == opBlock || op == opLoop || op == opIf:
			i.n = int64(r.byte())
			open = append(open, i)
		case op == end:
			open = open[:len(open)-1]
		case op == opBr || op == opBrIf:
			i.labels = append(i.labels, label())
		case op == opBrTable:
			for n := r.unsigned(); n >= 0 && !r.bad; n-- {
				i.labels = append(i.labels, label())
			}
		case op == opCall || op >= opLocalGet && op <= opGlobalSet:
			i.n = int64(r.unsigned())
		case op >= opFirstLoad && op <= opLastStore:
			i.align, i.n = r.unsigned(), int64(r.unsigned())
		case op == i32Const:
			i.n = int64(r.signed())
		case op == opI64Const:
			i.n = r.signed64()
		case op == opCallIndirect:
			r.unsigned()
			r.byte()
		case op == opMemorySize || op == opMemoryGrow:
			r.byte()
		case op == opF32Const:
			r.take(4)
		case op == opF64Const:
			r.take(8)
		case op == opMore:
			switch more := r.unsigned(); {
			case more <= 7: // to whole numbers, without a fault
			case more == 10: // copies memory
				r.take(2)
			case more == 11: // fills it
				r.take(1)
			default:
				r.bad = true
			}
		case op <= 0x01 || op == opElse || op == opReturn || op == opDrop || op == opSelect || op >= opFirstNumeric && op <= opLastNumeric:
		default:
			r.bad = true
		}
		i.rest = all[:len(all)-len(r.rest)]
		f.code = append(f.code, i)
	}
	return f, !r.bad && len(open) == 0 && len(r.rest) == 0
}

// write returns the function's body.
func (f function) write() []byte {
	out := binary.AppendUvarint(nil, uint64(len(f.locals)))
	for _, l := range f.locals {
		out = append(binary.AppendUvarint(out, uint64(l.count)), l.of)
	}
	open := []*instruction{f.start}
	depth := map[*instruction]int{f.start: 1}
	for _, i := range f.code {
		out = append(out, i.op)
		switch op := i.op; {
		case op == opBlock || op == opLoop || op == opIf:
			out = append(out, byte(i.n))
			open = append(open, i)
			depth[i] = len(open)
		case op == end:
			open = open[:len(open)-1]
		case op == opBr || op == opBrIf || op == opBrTable:
			if op == opBrTable {
				out = binary.AppendUvarint(out, uint64(len(i.labels)-1))
			}
			for _, l := range i.labels {
				out = binary.AppendUvarint(out, uint64(len(open)-depth[l]))
			}
		case op == opCall || op >= opLocalGet && op <= opGlobalSet:
			out = binary.AppendUvarint(out, uint64(i.n))
		case op >= opFirstLoad && op <= opLastStore:
			out = binary.AppendUvarint(out, uint64(i.align))
			out = binary.AppendUvarint(out, uint64(i.n))
		case op == i32Const || op == opI64Const:
			out = appendSigned(out, i.n)
		default:
			out = append(out, i.rest...)
		}
	}
	return out
}
