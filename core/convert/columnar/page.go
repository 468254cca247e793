package columnar

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/parquet-go/parquet-go/format"

	"privatepca/core/fault"
)

// A column goes through the pages of one column chunk after another.
type column struct {
	name     string
	index    int // among the leaves
	kind     format.Type
	length   int // of a fixed-length byte array
	optional bool
	write    writer
	short    short // nil for none

	mostBytes int // of a value of any length; 0 for no bound

	codec      format.CompressionCodec
	in         *bufio.Reader // from the chunk on
	left       int64         // bytes in it
	dictionary *cells
	page, head []byte // what the page at hand lies in, and its levels where they are stored apart

	due      int64   // rows of the chunk that no page had yet
	rows, at int     // of the page; the one that comes next
	levels   hybrid  // of each row: 0 for null
	nullable bool    // the page has levels
	values   *values // of the page; nil where it has places in the dictionary
	value    int     // that comes next
	places   hybrid  // in the dictionary
	longest  int     // most bytes of a cell of the page
	held     int64   // bytes of memory that the page and the dictionary take
}

// start begins a column chunk of so many rows. What it states as its length is not used: older programs left out the dictionary's head (PARQUET-816).
// Its pages end where all rows were read.
func (c *column) start(src io.ReaderAt, end int64, k *chunk, rows int64, buffer int) error {
	from := k.data
	if k.dictionary > 0 && k.dictionary < from {
		from = k.dictionary
	}
	if from < 0 || from > end {
		return errPage
	}
	section := io.NewSectionReader(src, from, end-from)
	if c.in == nil {
		c.in = bufio.NewReaderSize(section, buffer)
	} else {
		c.in.Reset(section)
	}
	c.left, c.due = end-from, rows
	c.codec, c.dictionary, c.rows, c.at = k.codec, nil, 0, 0
	return nil
}

// olderDictionary is the encoding that older files state for places in a dictionary.
const olderDictionary = 2

var errPage = errors.New("columnar: a page is not as its header says")

// fill has the block hold the cells of n rows, or of fewer that take share bytes: of one at least.
func (c *column) fill(n, share int, b *block, u *unpacker) error {
	for len(b.words) < n && (len(b.text) < share || len(b.words) == 0) {
		for c.at == c.rows {
			if err := c.readPage(u); err != nil {
				return err
			}
		}
		some := min(n-len(b.words), c.rows-c.at, len(u.levels), max(1, share/max(1, c.longest)))
		if err := c.append(some, &b.cells, u); err != nil {
			return err
		}
		c.at += some
	}
	return nil
}

// append adds n cells of the page at hand. What is the same in all of them, as a run says, is looked at once.
func (c *column) append(n int, out *cells, u *unpacker) error {
	levels, present, complete := u.levels[:n], n, !c.nullable
	if c.nullable {
		level, same, err := c.levels.same(n)
		switch {
		case err != nil:
			return err
		case same && level != 0:
			complete = true
		case same:
			clear(levels)
			present = 0
		default:
			if err := c.levels.read(levels); err != nil {
				return err
			}
			present = count(levels)
		}
	}
	words := u.words[:present]
	if c.values == nil {
		if err := c.named(words, out, u); err != nil {
			return err
		}
	} else if c.value+present > c.values.n {
		return errPage
	} else {
		if c.short == nil {
			clear(words)
		} else {
			c.short(words, c.values, c.value)
		}
		for i, word := range words {
			if word == 0 {
				from := len(out.text)
				out.text = c.write(out.text, c.values, c.value+i)
				words[i] = out.word(from)
			}
		}
		c.value += present
	}
	if complete {
		out.words = append(out.words, words...)
		return nil
	}
	for _, level := range levels {
		word := uint64(empty)
		if level != 0 {
			word, words = words[0], words[1:]
		}
		out.words = append(out.words, word)
	}
	return nil
}

// named gives the words of values that are the dictionary's.
func (c *column) named(words []uint64, out *cells, u *unpacker) error {
	d, places := c.dictionary, u.places[:len(words)]
	if len(words) == 0 {
		return nil
	}
	if err := c.places.read(places); err != nil {
		return err
	}
	for i, place := range places {
		if int(place) >= len(d.words) {
			return errPage
		}
		if words[i] = d.words[place]; words[i] < leastWord {
			out.name(d, words[i])
		}
	}
	return nil
}

// A header is what is read of a page's head.
type header struct {
	kind              format.PageType
	unpacked, stored  int32 // bytes
	known             bool  // the part of this kind of page is there
	n                 int32 // values
	encoding, levels  format.Encoding
	repeated, defined int32 // bytes of levels, of version 2
	compressed        bool  // of version 2
}

// mostHeader is how many bytes a page's head takes at most. Some programs keep whole values in it, as statistics.
const mostHeader = 32 << 20

// readHeader reads the head of a page.
func (c *column) readHeader() (h header, err error) {
	h.compressed = true
	before := min(c.left, mostHeader)
	r := &compact{in: c.in, left: before}
	r.fields(func(id int, t byte) bool {
		switch {
		case id == 1 && t == thriftI32:
			h.kind = format.PageType(r.int32())
		case id == 2 && t == thriftI32:
			h.unpacked = r.int32()
		case id == 3 && t == thriftI32:
			h.stored = r.int32()
		case (id == 5 || id == 7 || id == 8) && t == thriftStruct:
			h.read(r, id)
		default:
			return false
		}
		return true
	})
	c.left -= before - r.left
	return h, r.err
}

// read reads the part of one kind of page: 5 has data of version 1, 7 a dictionary, 8 data of version 2.
func (h *header) read(r *compact, part int) {
	kind := map[int]format.PageType{5: format.DataPage, 7: format.DictionaryPage, 8: format.DataPageV2}[part]
	mine := kind == h.kind // the kind comes first, as in all that is written by its fields' numbers
	h.known = h.known || mine
	r.fields(func(id int, t byte) bool {
		switch {
		case mine && part == 8 && id == 7:
			h.compressed = t != thriftFalse
			return false
		case t != thriftI32 || !mine:
			return false
		case id == 1:
			h.n = r.int32()
		case id == 2 && part != 8, id == 4 && part == 8:
			h.encoding = format.Encoding(r.int32())
		case id == 3 && part == 5:
			h.levels = format.Encoding(r.int32())
		case id == 5 && part == 8:
			h.defined = r.int32()
		case id == 6 && part == 8:
			h.repeated = r.int32()
		default:
			return false
		}
		return true
	})
}

// hold accounts for the memory that a column takes, before it is taken. All pages at hand together are bounded, since each column has one.
func (c *column) hold(u *unpacker, bytes int64) error {
	u.held += bytes - c.held
	c.held = bytes
	if u.held > mostHeld {
		return fault.New(fault.CodeFile, "The pages of the Parquet file that have to be in memory together unpack to more than 384 MiB. Write it again with pages of the usual size, a megabyte.")
	}
	return nil
}

// readPage reads the next page of values, with the dictionary before it.
func (c *column) readPage(u *unpacker) error {
	before := c.left
	h, err := c.readHeader()
	if known := (*fault.Error)(nil); errors.As(err, &known) {
		return err
	}
	if err != nil || h.unpacked < 0 || h.stored < 0 || int64(h.stored) > c.left {
		return errPage // also at the end: the row group has more rows
	}
	if h.stored > MostPage || h.unpacked > MostPage {
		return fault.New(fault.CodeFile, "A page of the Parquet file unpacks to more than 128 MiB. Write the file again with pages of the usual size, a megabyte.")
	}
	if u.left -= before - c.left + int64(h.stored) + int64(h.unpacked) + pageCost; u.left < 0 {
		return fault.New(fault.CodeFile, "The file unpacks to more than 12,000 times its size, which no table does. Unpack it yourself if you trust it, and choose the text.")
	}
	size := int(h.unpacked)
	if err := c.hold(u, int64(max(cap(c.page), size, int(h.stored)))+int64(cap(c.head))+c.dictionary.held()); err != nil {
		return err
	}
	stored := sized(&u.stored, int(h.stored))
	if _, err := io.ReadFull(c.in, stored); err != nil {
		return err
	}
	c.left -= int64(h.stored)
	if !h.known {
		return nil // an index page
	}
	switch h.kind {
	case format.DictionaryPage:
		return c.readDictionary(&h, stored, size, u)
	case format.DataPage:
		return c.readV1(&h, stored, size, u)
	case format.DataPageV2:
		return c.readV2(&h, stored, size, u)
	}
	return nil
}

// readDictionary writes the values of a dictionary as cells: each is written once, however many rows name it.
func (c *column) readDictionary(h *header, stored []byte, size int, u *unpacker) error {
	page, err := u.unpack(&c.page, c.codec, stored, size)
	if err != nil {
		return err
	}
	v, err := c.decode(format.Plain, page, int(h.n), u)
	if err != nil {
		return err
	}
	before := c.held
	d := &cells{}
	for i := range v.n {
		from := len(d.text)
		d.text = c.write(d.text, v, i)
		d.words = append(d.words, d.word(from))
		if i&1023 == 0 || len(d.text)-from > 1<<10 {
			if err := c.hold(u, before+d.held()); err != nil {
				return err
			}
		}
	}
	c.dictionary = d
	return c.hold(u, int64(cap(c.page))+int64(cap(c.head))+d.held())
}

// readV1 reads a data page of version 1, whose levels are packed with the values.
func (c *column) readV1(h *header, stored []byte, size int, u *unpacker) error {
	page, err := u.unpack(&c.page, c.codec, stored, size)
	if err != nil {
		return err
	}
	var levels []byte
	if c.optional && h.n > 0 {
		if h.levels != format.RLE || len(page) < 4 {
			return errPage
		}
		n := int(binary.LittleEndian.Uint32(page))
		if n > len(page)-4 {
			return errPage
		}
		levels, page = page[4:4+n], page[4+n:]
	}
	return c.take(h.encoding, page, levels, int(h.n), u)
}

// readV2 reads a data page of version 2, whose levels stand before what is packed.
func (c *column) readV2(h *header, stored []byte, size int, u *unpacker) error {
	repetition, definition := int(h.repeated), int(h.defined)
	if repetition < 0 || definition < 0 || repetition+definition > min(len(stored), size) {
		return errPage
	}
	c.head = append(c.head[:0], stored[repetition:repetition+definition]...)
	codec := c.codec
	if !h.compressed {
		codec = format.Uncompressed
	}
	page, err := u.unpack(&c.page, codec, stored[repetition+definition:], size-repetition-definition)
	if err != nil {
		return err
	}
	return c.take(h.encoding, page, c.head, int(h.n), u)
}

// take makes a page the one at hand. It has n rows: no more than are left, since what stands in a page is made room for before its first row is written.
func (c *column) take(e format.Encoding, page, levels []byte, n int, u *unpacker) (err error) {
	if n < 0 || int64(n) > c.due {
		return errPage
	}
	c.due -= int64(n)
	present := n
	if c.nullable = c.optional; c.nullable {
		if c.levels, err = newHybrid(levels, 1); err != nil {
			return err
		}
		if present, err = c.levels.ones(n, u.levels); err != nil {
			return err
		}
	}
	c.values = nil
	if e == olderDictionary || e == format.RLEDictionary {
		if present > 0 {
			if c.dictionary == nil || len(page) == 0 {
				return errPage
			}
			if c.places, err = newHybrid(page[1:], int(page[0])); err != nil {
				return err
			}
		}
		if c.longest = 0; c.dictionary != nil {
			c.longest = c.dictionary.longest
		}
	} else if c.values, err = c.decode(e, page, present, u); err != nil {
		return err
	} else {
		c.longest = c.values.longest()
	}
	c.rows, c.at, c.value = n, 0, 0
	return nil
}
