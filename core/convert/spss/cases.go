package spss

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"

	"github.com/klauspost/compress/zlib"

	"privatepca/core/convert/statfile"
)

// rows gives one case after another.
type rows interface {
	// next fills a case. It returns io.EOF where none follows.
	next(packed []byte) error
}

// rows opens the cases of a file.
func (d *dictionary) rows(src io.ReaderAt, size int64) (rows, error) {
	if d.begin > size {
		return nil, statfile.ErrDamaged
	}
	data := io.NewSectionReader(src, d.begin, size-d.begin)
	if d.compression == 0 {
		return plain{statfile.NewReader(data)}, nil
	}
	var text io.Reader = data
	if d.compression == 2 {
		head := make([]byte, 24)
		if n, _ := data.ReadAt(head, 0); n < len(head) {
			return nil, statfile.ErrDamaged
		}
		end := int64(d.order.Uint64(head[8:]))
		if end < d.begin+24 || end > size {
			return nil, statfile.ErrDamaged
		}
		text = &blocks{in: bufio.NewReaderSize(io.NewSectionReader(src, d.begin+24, end-d.begin-24), 256<<10)}
	}
	c := &codes{in: bufio.NewReaderSize(text, 256<<10), order: d.order, bias: d.bias, at: 8}
	c.order.PutUint64(c.sysmis[:], d.sysmis)
	return c, nil
}

// plain are cases as they are.
type plain struct{ in *statfile.Reader }

func (p plain) next(packed []byte) error { return p.in.Full(packed) }

// blocks are cases compressed by zlib, one block after another.
type blocks struct {
	in   *bufio.Reader // an io.ByteReader: no block is read beyond its end
	z    io.ReadCloser
	open bool // z is within a block
}

// Read implements io.Reader.
func (b *blocks) Read(p []byte) (int, error) {
	for {
		if !b.open {
			if _, err := b.in.Peek(1); err != nil {
				return 0, err // the end
			}
			var err error
			if b.z == nil {
				b.z, err = zlib.NewReader(b.in)
			} else { // a file may have a block for every few bytes
				err = b.z.(zlib.Resetter).Reset(b.in, nil)
			}
			if err != nil {
				return 0, statfile.ErrDamaged
			}
			b.open = true
		}
		n, err := b.z.Read(p)
		switch {
		case n > 0:
			return n, nil
		case err == io.EOF:
			if err := b.z.Close(); err != nil {
				return 0, statfile.ErrDamaged
			}
			b.open = false
		case err != nil:
			return 0, statfile.ErrDamaged
		}
	}
}

// Codes of compressed cases; from 1 to 251 they are numbers.
const (
	codeNothing = 0
	codeEnd     = 252
	codeStored  = 253
	codeBlanks  = 254
	codeSysmis  = 255
)

// codes are cases in which one byte stands for a small number: eight of them, and then the elements that they announce.
type codes struct {
	in     *bufio.Reader
	order  binary.ByteOrder
	bias   float64
	sysmis [8]byte
	eight  [8]byte
	at     int // in eight
	ended  bool
}

func (c *codes) next(packed []byte) error {
	for i := 0; i < len(packed); i += 8 {
		code, err := c.code()
		if err == io.EOF && i > 0 {
			err = statfile.ErrDamaged // in a case
		}
		if err != nil {
			return err
		}
		out := packed[i : i+8]
		switch code {
		case codeStored:
			if _, err := io.ReadFull(c.in, out); err != nil {
				return statfile.ErrDamaged
			}
		case codeBlanks:
			copy(out, "        ")
		case codeSysmis:
			copy(out, c.sysmis[:])
		default:
			c.order.PutUint64(out, math.Float64bits(float64(code)-c.bias))
		}
	}
	return nil
}

// code gives the next one that says something.
func (c *codes) code() (byte, error) {
	for pauses := 0; ; {
		if c.ended {
			return 0, io.EOF
		}
		if c.at == 8 {
			switch n, err := io.ReadFull(c.in, c.eight[:]); {
			case err == io.EOF && n == 0:
				c.ended = true
				continue
			case err != nil:
				return 0, statfile.ErrDamaged
			}
			c.at = 0
		}
		code := c.eight[c.at]
		c.at++
		switch code {
		case codeNothing: // fills the last eight: of many, a small file would be read for hours
			if pauses++; pauses > mostPauses {
				return 0, statfile.ErrDamaged
			}
		case codeEnd:
			c.ended = true
		default:
			return code, nil
		}
	}
}
