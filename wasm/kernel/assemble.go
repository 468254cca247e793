package kernel

// Just enough of an assembler for one function. Names and numbers are those of
// the WebAssembly specification, release 2.0, chapter "Binary Format".

// Types of values.
const (
	i32  = 0x7f
	v128 = 0x7b
)

// Instructions without operands of their own; those above 0xff have the prefix
// 0xfd of vector instructions.
const (
	i32Ne, i32Add, i32Mul = 0x47, 0x6a, 0x6c
	i64Add                = 0x7c

	i32x4Add, dot         = 0xfd00 + 0xae, 0xfd00 + 0xba // dot is i32x4.dot_i16x8_s
	extendLow, extendHigh = 0xfd00 + 0xc7, 0xfd00 + 0xc8 // i64x2.extend_…_i32x4_s
	i64x2Add              = 0xfd00 + 0xce
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
func (c *code) lane(i byte) *code  { return c.emit(0xfd, 0x1d, i) } // i64x2.extract_lane
func (c *code) load(at int) *code  { return c.emit(0x29, 3).emit(unsigned(at)...) }
func (c *code) store(at int) *code { return c.emit(0x37, 3).emit(unsigned(at)...) }
func (c *code) vload(at int) *code { return c.emit(0xfd, 0x00, 1).emit(unsigned(at)...) }

func (c *code) vstore(at int) *code { return c.emit(0xfd, 0x0b, 1).emit(unsigned(at)...) }

// interleave takes 16-bit numbers from two vectors in turn, from byte `first` on.
func (c *code) interleave(first byte) *code {
	c.emit(0xfd, 0x0d) // i8x16.shuffle
	for i := first; i < first+vector/2; i += 2 {
		c.emit(i, i+1, i+vector, i+vector+1)
	}
	return c
}

// advance adds n to an i32.
func (c *code) advance(l local, n int) *code { return c.get(l).number(n).op(i32Add).set(l) }

// repeat runs what body writes, again for as long as that leaves a condition.
func (c *code) repeat(body func()) {
	c.emit(0x03, 0x40) // loop
	body()
	c.emit(0x0d, 0, 0x0b) // br_if 0, end
}

// assemble returns a module of one function, "add", that works on go.memory.
func assemble(write func(*code)) []byte {
	var c code
	write(&c)
	var locals [][]byte
	for _, kind := range c.locals {
		locals = append(locals, []byte{1, kind})
	}
	params := make([]byte, c.params)
	for i := range params {
		params[i] = i32
	}
	function := append(append(vec(locals...), c.body...), 0x0b)
	module := []byte("\x00asm\x01\x00\x00\x00")
	for _, section := range []struct {
		id   byte
		body []byte
	}{
		{1, vec(join([]byte{0x60}, sized(params), vec()))},                            // types
		{2, vec(join(sized([]byte("go")), sized([]byte("memory")), []byte{2, 0, 1}))}, // imports
		{3, vec([]byte{0})}, // functions' types
		{7, vec(join(sized([]byte("add")), []byte{0, 0}))}, // exports
		{10, vec(sized(function))},                         // functions
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
