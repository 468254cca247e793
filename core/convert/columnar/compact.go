package columnar

import (
	"bufio"
	"errors"
	"io"
)

// Types of Thrift's compact protocol, as a field or the head of a list states them.
const (
	thriftStop   = 0
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI16    = 4
	thriftI32    = 5
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
	thriftUUID   = 13
)

// mostDepth is how deep structures and lists may stand in each other; Parquet's own metadata reach eight.
const mostDepth = 32

var errThrift = errors.New("columnar: the metadata are not as the format has them")

// A compact reads Thrift's compact protocol
// (https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md), in which a file's metadata and the heads of
// its pages are written. It takes memory for nothing that a file states, only for what a caller asks for by bytes, and goes no deeper
// than mostDepth: a general decoder makes a list of the stated length before it has seen an element.
//
// The first error stays: what is read after it is zero, and every list is empty.
type compact struct {
	in    *bufio.Reader
	left  int64 // bytes that may still be read
	depth int
	err   error
}

func (c *compact) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.left = 0
}

// octet reads one byte.
func (c *compact) octet() byte {
	if c.left <= 0 {
		c.fail(errThrift)
		return 0
	}
	b, err := c.in.ReadByte()
	if err != nil {
		c.fail(err)
		return 0
	}
	c.left--
	return b
}

// unsigned reads a number of up to ten groups of seven bits.
func (c *compact) unsigned() (n uint64) {
	for shift := 0; shift < 70; shift += 7 {
		b := c.octet()
		n |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
	c.fail(errThrift)
	return 0
}

// integer reads a signed number.
func (c *compact) integer() int64 {
	n := c.unsigned()
	return int64(n>>1) ^ -int64(n&1)
}

// int32 reads a signed number that has to fit.
func (c *compact) int32() int32 {
	n := c.integer()
	if int64(int32(n)) != n {
		c.fail(errThrift)
	}
	return int32(n)
}

// bytes reads a text; one of more than most bytes is an error.
func (c *compact) bytes(most int) []byte {
	n := c.unsigned()
	if n > uint64(c.left) || n > uint64(most) {
		c.fail(errThrift)
		return nil
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(c.in, text); err != nil {
		c.fail(err)
		return nil
	}
	c.left -= int64(n)
	return text
}

// discard passes over n bytes.
func (c *compact) discard(n uint64) {
	if n > uint64(c.left) {
		c.fail(errThrift)
		return
	}
	c.left -= int64(n)
	for n > 0 && c.err == nil {
		some, err := c.in.Discard(int(min(n, 1<<20)))
		if n -= uint64(some); err != nil {
			c.fail(err)
		}
	}
}

// fields reads a structure. Each gets every field, and reports whether it has read the field's value; else that is passed over.
// The value of a boolean is its type.
func (c *compact) fields(each func(id int, t byte) bool) {
	if c.depth++; c.depth > mostDepth {
		c.fail(errThrift)
	}
	for id := int64(0); c.err == nil; {
		head := c.octet()
		if head == thriftStop || c.err != nil {
			break
		}
		if head>>4 != 0 {
			id += int64(head >> 4)
		} else {
			id = c.integer()
		}
		if id < -1<<15 || id >= 1<<15 {
			c.fail(errThrift)
			break
		}
		if t := head & 15; !each(int(id), t) && t != thriftTrue && t != thriftFalse {
			c.skip(t)
		}
	}
	c.depth--
}

// list reads the head of a list or set: how many elements it has, and their type. Each element takes a byte at least, so one that states
// more than there is left is damaged.
func (c *compact) list() (n int, t byte) {
	head := c.octet()
	size := uint64(head >> 4)
	if size == 15 {
		size = c.unsigned()
	}
	if size > uint64(c.left) || c.err != nil {
		c.fail(errThrift)
		return 0, 0
	}
	return int(size), head & 15
}

// skip passes over a value of that type; of a boolean one that is an element of a list.
func (c *compact) skip(t byte) {
	switch t {
	case thriftTrue, thriftFalse, thriftByte:
		c.octet()
	case thriftI16, thriftI32, thriftI64:
		c.unsigned()
	case thriftDouble:
		c.discard(8)
	case thriftUUID:
		c.discard(16)
	case thriftBinary:
		c.discard(c.unsigned())
	case thriftStruct:
		c.fields(func(int, byte) bool { return false })
	case thriftList, thriftSet:
		n, of := c.list()
		c.elements(n, of)
	case thriftMap:
		n := c.unsigned()
		if n == 0 {
			return
		}
		types := c.octet()
		if n > uint64(c.left) {
			c.fail(errThrift)
			return
		}
		c.elements(int(n), types>>4, types&15)
	default:
		c.fail(errThrift)
	}
}

// elements passes over those of a list, or over keys and values in turn.
func (c *compact) elements(n int, types ...byte) {
	if c.depth++; c.depth > mostDepth {
		c.fail(errThrift)
	}
	for i := 0; i < n && c.err == nil; i++ {
		for _, t := range types {
			c.skip(t)
		}
	}
	c.depth--
}
