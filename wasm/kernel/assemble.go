package kernel

import (
	"encoding/binary"
	"math"
)

// Just enough of an assembler for a few functions. Names and numbers are those of
// the WebAssembly specification, release 2.0, chapter "Binary Format".

// Types of values.
const (
	i32  = 0x7f
	i64  = 0x7e
	f64  = 0x7c
	v128 = 0x7b
)

// Instructions without operands of their own; those above 0xff have the prefix
// 0xfd of vector instructions.
const (
	i32Eqz, i32Eq, i32Ne, i32LtU, i32LtS, i32LeU = 0x45, 0x46, 0x47, 0x49, 0x48, 0x4d
	i32Ctz, i32Add, i32Sub, i32Mul, i32DivU      = 0x68, 0x6a, 0x6b, 0x6c, 0x6e
	i32And, i32Or, i32Shl, i32ShrU, i32GtU       = 0x71, 0x72, 0x74, 0x76, 0x4b

	i64Ne, i64Add, i64Sub, i64Mul   = 0x52, 0x7c, 0x7d, 0x7e
	i64And, i64Xor, i64Shl, i64ShrU = 0x83, 0x85, 0x86, 0x88
	i64Rotl                         = 0x89

	f64Ne, f64Lt, f64Nearest, f64Sqrt           = 0x62, 0x63, 0x9e, 0x9f
	f64Add, f64Mul, f64Div, f64Max              = 0xa0, 0xa2, 0xa3, 0xa5
	toI32, truncated, extended, selected, ended = 0xa7, 0xaa, 0xad, 0x1b, 0x0b

	i8x16Splat, i8x16Eq, v128Or, i8x16Bitmask = 0xfd00 + 0x0f, 0xfd00 + 0x23, 0xfd00 + 0x50, 0xfd00 + 0x64

	i8x16Swizzle, i8x16GtU, i8x16Sub, i8x16MaxU = 0xfd00 + 0x0e, 0xfd00 + 0x28, 0xfd00 + 0x71, 0xfd00 + 0x79
	v128And, v128AnyTrue                        = 0xfd00 + 0x4e, 0xfd00 + 0x53
	i16x8NarrowS, i16x8ShrU, i16x8Mul           = 0xfd00 + 0x85, 0xfd00 + 0x8d, 0xfd00 + 0x95 // narrow from i32x4
	f64x2Lt, f64x2Gt                            = 0xfd00 + 0x49, 0xfd00 + 0x4a
	f64x2Ge, f64x2Div, f64x2PMin, f64x2PMax     = 0xfd00 + 0x4c, 0xfd00 + 0xf3, 0xfd00 + 0xf6, 0xfd00 + 0xf7
	f64x2Convert                                = 0xfd00 + 0xfe // f64x2.convert_low_i32x4_s

	i32x4Add, dot         = 0xfd00 + 0xae, 0xfd00 + 0xba // dot is i32x4.dot_i16x8_s
	extendLow, extendHigh = 0xfd00 + 0xc7, 0xfd00 + 0xc8 // i64x2.extend_…_i32x4_s
	i64x2Add              = 0xfd00 + 0xce

	f64x2Splat, f64x2Add, f64x2Sub, f64x2Mul = 0xfd00 + 0x14, 0xfd00 + 0xf0, 0xfd00 + 0xf1, 0xfd00 + 0xf2
)

// code is a function's body while it is written. Its methods append what they
// are called, and return the code so that a line reads as the stack does.
type code struct {
	params int
	locals []byte // their types, params apart
	body   []byte
}

// A local is the number of a parameter or a local variable.
type local int

func (c *code) param() local {
	c.params++
	return local(c.params - 1)
}

// local declares a variable; all params come before.
func (c *code) local(kind byte) local {
	c.locals = append(c.locals, kind)
	return local(c.params + len(c.locals) - 1)
}

func (c *code) vectors(n int) []local {
	all := make([]local, n)
	for i := range all {
		all[i] = c.local(v128)
	}
	return all
}

// emit is kept out of its callers: inside them it was a twentieth of the worker's size.
//
//go:noinline
func (c *code) emit(b ...byte) *code {
	c.body = append(c.body, b...)
	return c
}

func (c *code) op(ops ...int) *code {
	for _, op := range ops {
		if op > 0xff {
			c.emit(0xfd).emit(unsigned(op & 0xff)...)
		} else {
			c.emit(byte(op))
		}
	}
	return c
}

func (c *code) get(l local) *code  { return c.emit(0x20).emit(unsigned(int(l))...) }
func (c *code) set(l local) *code  { return c.emit(0x21).emit(unsigned(int(l))...) }
func (c *code) number(n int) *code { return c.emit(0x41).emit(signed(n)...) }
func (c *code) zero() *code        { return c.emit(0xfd, 0x0c).emit(make([]byte, 16)...) }

// interleave takes 16-bit numbers from two vectors in turn, from byte `first` on.
func (c *code) interleave(first byte) *code {
	c.emit(0xfd, 0x0d) // i8x16.shuffle
	for i := first; i < first+vector/2; i += 2 {
		c.emit(i, i+1, i+vector, i+vector+1)
	}
	return c
}

// An access is an instruction that loads or stores, without the offset that follows it.
type access string

const (
	loadSum    access = "\x29\x03" // i64, at multiples of 8
	storeSum   access = "\x37\x03"
	load8      access = "\x2d\x00" // without a sign
	load32     access = "\x28\x00"
	load64     access = "\x29\x00"
	loadf      access = "\x2b\x00" // f64
	store8     access = "\x3a\x00"
	store16    access = "\x3b\x00"
	store32    access = "\x36\x00"
	store64    access = "\x37\x00"
	storef     access = "\x39\x00"
	vload      access = "\xfd\x00\x01" // v128
	vstore     access = "\xfd\x0b\x01"
	loadSplat  access = "\xfd\x0a\x00" // 64 bits into both lanes
	load64Zero access = "\xfd\x5d\x00" // 64 bits, and zeros
)

// at loads or stores at an offset from the address on the stack.
func (c *code) at(a access, offset int) *code {
	return c.emit([]byte(a)...).emit(unsigned(offset)...)
}

// Instructions that take a lane out of a vector.
const (
	lane  byte = 0x1d // of i64x2
	lanef byte = 0x21 // of f64x2
)

func (c *code) extract(op, i byte) *code { return c.emit(0xfd, op, i) }

func (c *code) load64Lane(at int, i byte) *code {
	return c.emit(0xfd, 0x57, 0).emit(unsigned(at)...).emit(i)
}

// bytes, shorts and reals are constant vectors: of one byte, of two 16-bit numbers in turn,
// of one number in both lanes.
func (c *code) bytes(b byte) *code { return c.constant(b, b, b, b, b, b, b, b) }

func (c *code) shorts(even, odd int) *code {
	return c.constant(byte(even), byte(even>>8), byte(odd), byte(odd>>8), byte(even), byte(even>>8), byte(odd), byte(odd>>8))
}

func (c *code) reals(x float64) *code {
	return c.constant(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))...)
}
func (c *code) constant(half ...byte) *code { return c.emit(0xfd, 0x0c).emit(half...).emit(half...) }

// shuffle32 takes lanes of 32 bits from two vectors, the second's from 4 on.
func (c *code) shuffle32(lanes ...byte) *code {
	c.emit(0xfd, 0x0d) // i8x16.shuffle
	for _, l := range lanes {
		c.emit(4*l, 4*l+1, 4*l+2, 4*l+3)
	}
	return c
}

// word and real are constants of 64 bits.
func (c *code) word(n uint64) *code { return c.emit(0x42).emit(signed(int(n))...) }

func (c *code) real(x float64) *code {
	return c.emit(0x44).emit(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x))...)
}

// when runs what body writes if the number on the stack is not 0, otherwise the other.
func (c *code) when(body, otherwise func()) *code {
	c.emit(0x04, 0x40)
	body()
	if otherwise != nil {
		c.emit(0x05)
		otherwise()
	}
	return c.emit(ended)
}

// block is what leave, given how many repeats, whens and blocks are inside it, leaves.
func (c *code) block(body func()) *code {
	c.emit(0x02, 0x40)
	body()
	return c.emit(ended)
}

// leave leaves a block, or goes back to the start of a repeat, if the number on the stack
// is not 0.
func (c *code) leave(inside int) *code { return c.emit(0x0d, byte(inside)) }

// advance adds n to an i32.
func (c *code) advance(l local, n int) *code { return c.get(l).number(n).op(i32Add).set(l) }

// repeat runs what body writes, again for as long as that leaves a condition.
func repeat(c *code, body func()) {
	c.emit(0x03, 0x40) // loop
	body()
	c.emit(0x0d, 0, 0x0b) // br_if 0, end
}

// A function of the module; its parameters are i32 and it returns nothing.
type function struct {
	name  string
	write func(*code)
}

// assemble returns a module of functions that work on go.memory.
func assemble(functions ...function) []byte {
	var types, indices, exports, bodies [][]byte
	for i, f := range functions {
		var c code
		f.write(&c)
		var locals [][]byte
		for _, kind := range c.locals {
			locals = append(locals, []byte{1, kind})
		}
		params := make([]byte, c.params)
		for i := range params {
			params[i] = i32
		}
		types = append(types, join([]byte{0x60}, sized(params), vec()))
		indices = append(indices, unsigned(i))
		exports = append(exports, join(sized([]byte(f.name)), []byte{0}, unsigned(i)))
		bodies = append(bodies, sized(append(append(vec(locals...), c.body...), ended)))
	}
	module := []byte("\x00asm\x01\x00\x00\x00")
	for _, section := range []struct {
		id   byte
		body []byte
	}{
		{1, vec(types...)},
		{2, vec(join(sized([]byte("go")), sized([]byte("memory")), []byte{2, 0, 1}))}, // imports
		{3, vec(indices...)}, // functions' types
		{7, vec(exports...)},
		{10, vec(bodies...)},
	} {
		module = join(module, []byte{section.id}, sized(section.body))
	}
	return module
}

func join(parts ...[]byte) (all []byte) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// vec is items after their number, sized is bytes after theirs.
func vec(items ...[]byte) []byte { return join(unsigned(len(items)), join(items...)) }
func sized(b []byte) []byte      { return join(unsigned(len(b)), b) }

// unsigned and signed are LEB128.
func unsigned(n int) (b []byte) {
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

func signed(n int) (b []byte) {
	for ; n < -0x40 || n >= 0x40; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n)&0x7f)
}
