package columnar

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
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

	codec      format.CompressionCodec
	in         *bufio.Reader // of the chunk
	decoder    *thrift.Decoder
	dictionary *texts
	page, head []byte // what the page at hand lies in, and its levels where they are stored apart

	rows, at int     // of the page; the one that comes next
	levels   hybrid  // of each row: 0 for null
	nullable bool    // the page has levels
	values   *values // of the page; nil where it has places in the dictionary
	value    int     // that comes next
	places   hybrid  // in the dictionary
}

// Texts are cells as they are written, one after another.
type texts struct {
	text []byte
	ends []int // of each, in text
}

// at gives text i.
func (t *texts) at(i int) []byte {
	if i == 0 {
		return t.text[:t.ends[0]]
	}
	return t.text[t.ends[i-1]:t.ends[i]]
}

// A block has a column's cells of some rows.
type block struct {
	texts
	next int // where the next cell begins
}

// start begins a column chunk.
func (c *column) start(src io.ReaderAt, m *format.ColumnMetaData, buffer int) error {
	from := m.DataPageOffset
	if m.DictionaryPageOffset > 0 && m.DictionaryPageOffset < from {
		from = m.DictionaryPageOffset
	}
	if from < 0 || m.TotalCompressedSize < 0 {
		return errPage
	}
	section := io.NewSectionReader(src, from, m.TotalCompressedSize)
	if c.in == nil {
		c.in = bufio.NewReaderSize(section, buffer)
	} else {
		c.in.Reset(section)
	}
	c.decoder = thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(c.in))
	c.codec, c.dictionary, c.rows, c.at = m.Codec, nil, 0, 0
	return nil
}

// olderDictionary is the encoding that older files state for places in a dictionary.
const olderDictionary = 2

var errPage = errors.New("columnar: a page is not as its header says")

// fill writes the cells of the next n rows.
func (c *column) fill(n int, b *block, u *unpacker) error {
	b.text, b.ends, b.next = b.text[:0], b.ends[:0], 0
	for n > 0 {
		for c.at == c.rows {
			if err := c.readPage(u); err != nil {
				return err
			}
		}
		some := min(n, c.rows-c.at, len(u.levels))
		if err := c.cells(some, &b.texts, u); err != nil {
			return err
		}
		c.at, n = c.at+some, n-some
	}
	return nil
}

// cells writes n cells of the page at hand.
func (c *column) cells(n int, out *texts, u *unpacker) error {
	levels, present := u.levels[:n], n
	if c.nullable {
		if err := c.levels.read(levels); err != nil {
			return err
		}
		present = 0
		for _, l := range levels {
			present += int(l)
		}
	}
	places, value, write, v := u.places[:present], c.value, c.write, c.values
	if v == nil {
		if err := c.places.read(places); err != nil {
			return err
		}
		for _, place := range places {
			if int(place) >= len(c.dictionary.ends) {
				return errPage
			}
		}
	} else if c.value += present; c.value > v.n {
		return errPage
	}
	text, ends, next := out.text, out.ends, 0
	for i := range n {
		switch {
		case c.nullable && levels[i] == 0:
		case v != nil:
			text = write(text, v, value)
			value++
		default:
			if cell := c.dictionary.at(int(places[next])); len(cell) == 1 {
				text = append(text, cell[0])
			} else {
				text = append(text, cell...)
			}
			next++
		}
		ends = append(ends, len(text))
	}
	out.text, out.ends = text, ends
	return nil
}

// readPage reads the next page of values, with the dictionary before it.
func (c *column) readPage(u *unpacker) error {
	var h format.PageHeader
	if err := c.decoder.Decode(&h); err != nil {
		return errPage // also at the chunk's end: the row group has more rows
	}
	if h.CompressedPageSize > MostPage || h.UncompressedPageSize > MostPage {
		return fault.New(fault.CodeFile, "A page of the Parquet file unpacks to more than 64 MiB. Write the file again with pages of the usual size, a megabyte.")
	}
	if h.CompressedPageSize < 0 || h.UncompressedPageSize < 0 {
		return errPage
	}
	stored := sized(&u.stored, int(h.CompressedPageSize))
	if _, err := io.ReadFull(c.in, stored); err != nil {
		return err
	}
	size := int(h.UncompressedPageSize)
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		page, err := u.unpack(&c.page, c.codec, stored, size)
		if err != nil {
			return err
		}
		v, err := decode(format.Plain, c.kind, c.length, page, int(h.DictionaryPageHeader.V.NumValues))
		if err != nil {
			return err
		}
		c.dictionary = &texts{}
		for i := range v.n {
			c.dictionary.text = c.write(c.dictionary.text, v, i)
			c.dictionary.ends = append(c.dictionary.ends, len(c.dictionary.text))
		}
		return nil
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		return c.readV1(&h.DataPageHeader.V, stored, size, u)
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		return c.readV2(&h.DataPageHeaderV2.V, stored, size, u)
	}
	return nil // an index page
}

// readV1 reads a data page of version 1, whose levels are packed with the values.
func (c *column) readV1(h *format.DataPageHeader, stored []byte, size int, u *unpacker) error {
	page, err := u.unpack(&c.page, c.codec, stored, size)
	if err != nil {
		return err
	}
	var levels []byte
	if c.optional {
		if h.DefinitionLevelEncoding != format.RLE || len(page) < 4 {
			return errPage
		}
		n := int(binary.LittleEndian.Uint32(page))
		if n > len(page)-4 {
			return errPage
		}
		levels, page = page[4:4+n], page[4+n:]
	}
	return c.take(h.Encoding, page, levels, int(h.NumValues), u)
}

// readV2 reads a data page of version 2, whose levels stand before what is packed.
func (c *column) readV2(h *format.DataPageHeaderV2, stored []byte, size int, u *unpacker) error {
	repetition, definition := int(h.RepetitionLevelsByteLength), int(h.DefinitionLevelsByteLength)
	if repetition < 0 || definition < 0 || repetition+definition > min(len(stored), size) {
		return errPage
	}
	c.head = append(c.head[:0], stored[repetition:repetition+definition]...)
	codec := c.codec
	if h.IsCompressed.Valid && !h.IsCompressed.V {
		codec = format.Uncompressed
	}
	page, err := u.unpack(&c.page, codec, stored[repetition+definition:], size-repetition-definition)
	if err != nil {
		return err
	}
	return c.take(h.Encoding, page, c.head, int(h.NumValues), u)
}

// take makes a page the one at hand. It has n rows.
func (c *column) take(e format.Encoding, page, levels []byte, n int, u *unpacker) (err error) {
	if n < 0 || n > MostPage {
		return errPage
	}
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
		if c.dictionary == nil || present > 0 && len(page) == 0 {
			return errPage
		}
		if present > 0 {
			if c.places, err = newHybrid(page[1:], int(page[0])); err != nil {
				return err
			}
		}
	} else if c.values, err = decode(e, c.kind, c.length, page, present); err != nil {
		return err
	}
	c.rows, c.at, c.value = n, 0, 0
	return nil
}
