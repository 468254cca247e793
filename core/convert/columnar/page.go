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
	dictionary *values

	rows, at int     // of the page; the one that comes next
	levels   []int32 // of each row: 0 for null; nil where none is
	values   *values // of the page, or its dictionary
	indices  []int32 // of the dictionary; nil where there is none
	value    int     // that comes next
}

// start begins a column chunk.
func (c *column) start(src io.ReaderAt, m *format.ColumnMetaData) error {
	from := m.DataPageOffset
	if m.DictionaryPageOffset > 0 && m.DictionaryPageOffset < from {
		from = m.DictionaryPageOffset
	}
	if from < 0 || m.TotalCompressedSize < 0 {
		return errPage
	}
	section := io.NewSectionReader(src, from, m.TotalCompressedSize)
	if c.in == nil {
		c.in = bufio.NewReaderSize(section, 128<<10)
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

// readPage reads the next page of values, with the dictionary before it.
func (c *column) readPage() error {
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
	stored := make([]byte, h.CompressedPageSize)
	if _, err := io.ReadFull(c.in, stored); err != nil {
		return err
	}
	size := int(h.UncompressedPageSize)
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid:
		page, err := unpack(c.codec, stored, size)
		if err != nil {
			return err
		}
		c.dictionary, err = decode(format.Plain, c.kind, c.length, page, int(h.DictionaryPageHeader.V.NumValues))
		return err
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		return c.readV1(&h.DataPageHeader.V, stored, size)
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		return c.readV2(&h.DataPageHeaderV2.V, stored, size)
	}
	return nil // an index page
}

// readV1 reads a data page of version 1, whose levels are packed with the values.
func (c *column) readV1(h *format.DataPageHeader, stored []byte, size int) error {
	page, err := unpack(c.codec, stored, size)
	if err != nil {
		return err
	}
	var levels []int32
	if c.optional {
		if h.DefinitionLevelEncoding != format.RLE || len(page) < 4 {
			return errPage
		}
		n := int(binary.LittleEndian.Uint32(page))
		if n > len(page)-4 {
			return errPage
		}
		if levels, err = hybrid(page[4:4+n], 1, int(h.NumValues)); err != nil {
			return err
		}
		page = page[4+n:]
	}
	return c.take(h.Encoding, page, levels, int(h.NumValues))
}

// readV2 reads a data page of version 2, whose levels stand before what is packed.
func (c *column) readV2(h *format.DataPageHeaderV2, stored []byte, size int) error {
	repetition, definition := int(h.RepetitionLevelsByteLength), int(h.DefinitionLevelsByteLength)
	if repetition < 0 || definition < 0 || repetition+definition > min(len(stored), size) {
		return errPage
	}
	head, page := stored[repetition:repetition+definition], stored[repetition+definition:]
	var levels []int32
	var err error
	if c.optional {
		if levels, err = hybrid(head, 1, int(h.NumValues)); err != nil {
			return err
		}
	}
	if !h.IsCompressed.Valid || h.IsCompressed.V {
		if page, err = unpack(c.codec, page, size-repetition-definition); err != nil {
			return err
		}
	}
	return c.take(h.Encoding, page, levels, int(h.NumValues))
}

// take makes a page the one at hand. It has n rows.
func (c *column) take(e format.Encoding, page []byte, levels []int32, n int) (err error) {
	present := n
	if levels != nil {
		present = 0
		for _, l := range levels {
			present += int(l)
		}
	}
	c.values, c.indices = nil, nil
	if e == olderDictionary || e == format.RLEDictionary {
		if c.dictionary == nil || present > 0 && len(page) == 0 {
			return errPage
		}
		c.values, c.indices = c.dictionary, []int32{}
		if present > 0 {
			if c.indices, err = hybrid(page[1:], int(page[0]), present); err != nil {
				return err
			}
		}
		for _, i := range c.indices {
			if int(i) >= c.dictionary.n || i < 0 {
				return errPage
			}
		}
	} else if c.values, err = decode(e, c.kind, c.length, page, present); err != nil {
		return err
	}
	c.rows, c.at, c.value, c.levels = n, 0, 0, levels
	return nil
}
